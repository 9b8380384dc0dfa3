//! The answers to requests about a text.

use super::commands::COMMANDS;
use super::convert::{bytes, diagnostic, edit, offset, position, range};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeLens, Command, CompletionItem, CompletionItemKind,
    CompletionTextEdit, DocumentHighlight, DocumentSymbol, Documentation, FoldingRange, FoldingRangeKind, Hover,
    HoverContents, InlayHint, InlayHintKind, InlayHintLabel, InsertTextFormat, Location, MarkupContent, MarkupKind,
    PrepareRenameResponse, Range, SemanticToken, SemanticTokens, TextEdit, Uri, WorkspaceEdit,
};
use ludemic::KnownPlace;
use ludemic::ide::{self, CompletionKind, Document, Lines, Mention, Position, SymbolKind, TokenKind};
use std::collections::HashMap;

/// The types of semantic tokens, in the order of their numbers.
pub const TOKEN_TYPES: [(TokenKind, &str); 10] = [
    (TokenKind::Comment, "comment"),
    (TokenKind::Keyword, "keyword"),
    (TokenKind::Ludeme, "function"),
    (TokenKind::Label, "property"),
    (TokenKind::Constant, "enumMember"),
    (TokenKind::Number, "number"),
    (TokenKind::Text, "string"),
    (TokenKind::Define, "macro"),
    (TokenKind::Tag, "typeParameter"),
    (TokenKind::Parameter, "parameter"),
];

fn token_type(kind: TokenKind) -> u32 {
    TOKEN_TYPES.iter().zip(0..).find(|((known, _), _)| *known == kind).map_or(0, |(_, number)| number)
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

pub fn hover(document: &Document, at: lsp_types::Position) -> Option<Hover> {
    let hover = document.hover(offset(document, at))?;
    let contents = HoverContents::Markup(markdown(hover.text));
    Some(Hover { contents, range: Some(range(document, &hover.range)) })
}

pub fn completion(document: &Document, at: lsp_types::Position, snippets: bool) -> Vec<CompletionItem> {
    let place = offset(document, at);
    let items = document.complete(place).into_iter().enumerate();
    items.map(|(number, item)| completion_item(document, place, number, item, snippets)).collect()
}

fn completion_item(
    document: &Document,
    place: usize,
    number: usize,
    item: ide::Completion,
    snippets: bool,
) -> CompletionItem {
    // Editors replace within a line only.
    let line = document.text().get(item.range.clone()).is_some_and(|text| !text.contains('\n'));
    let replaced = if line { item.range } else { item.range.start..place };
    let snippet = snippets && item.snippet != item.insert;
    let new_text = if snippet { item.snippet } else { item.insert };
    CompletionItem {
        filter_text: Some(item.label.trim_start_matches('(').to_owned()),
        label: item.label,
        kind: Some(match item.kind {
            CompletionKind::Keyword => CompletionItemKind::KEYWORD,
            CompletionKind::Constant => CompletionItemKind::ENUM_MEMBER,
            CompletionKind::Label => CompletionItemKind::PROPERTY,
            CompletionKind::Tag => CompletionItemKind::VARIABLE,
            CompletionKind::Name => CompletionItemKind::VALUE,
            CompletionKind::Ludeme => CompletionItemKind::FUNCTION,
            CompletionKind::Define => CompletionItemKind::CONSTANT,
        }),
        detail: (!item.detail.is_empty()).then_some(item.detail),
        documentation: (!item.text.is_empty()).then(|| Documentation::MarkupContent(markdown(item.text))),
        sort_text: Some(format!("{number:05}")),
        insert_text_format: snippet.then_some(InsertTextFormat::SNIPPET),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range: range(document, &replaced), new_text })),
        ..CompletionItem::default()
    }
}

fn location(document: &Document, uri: &Uri, mention: &Mention) -> Location {
    Location { uri: uri.clone(), range: range(document, &mention.range) }
}

pub fn definition(document: &Document, uri: &Uri, at: lsp_types::Position) -> Option<Location> {
    document.definition(offset(document, at)).map(|mention| location(document, uri, mention))
}

/// A known define in a file of this address.
pub fn known_location(place: &KnownPlace, uri: Uri) -> Location {
    let lines = Lines::new(&place.text);
    let position = |offset: usize| {
        let Position { line, column } = lines.position(&place.text, offset);
        lsp_types::Position { line, character: column }
    };
    Location { uri, range: Range { start: position(place.range.start), end: position(place.range.end) } }
}

pub fn references(document: &Document, uri: &Uri, at: lsp_types::Position, declaration: bool) -> Vec<Location> {
    let all = document.references(offset(document, at)).into_iter();
    let wanted = all.filter(|mention| declaration || mention.definition.is_none());
    wanted.map(|mention| location(document, uri, mention)).collect()
}

pub fn highlights(document: &Document, at: lsp_types::Position) -> Vec<DocumentHighlight> {
    let all = document.references(offset(document, at)).into_iter();
    all.map(|mention| DocumentHighlight { range: range(document, &mention.range), kind: None }).collect()
}

pub fn prepare_rename(document: &Document, at: lsp_types::Position) -> Option<PrepareRenameResponse> {
    let place = offset(document, at);
    document.definition(place)?;
    document.mention(place).map(|mention| PrepareRenameResponse::Range(range(document, &mention.range)))
}

fn in_file(uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    #[expect(clippy::mutable_key_type, reason = "the type of the protocol; the address is never changed")]
    let changes = HashMap::from([(uri.clone(), edits)]);
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

pub fn rename(document: &Document, uri: &Uri, at: lsp_types::Position, name: &str) -> Result<WorkspaceEdit, String> {
    let edits = document.rename(offset(document, at), name)?;
    Ok(in_file(uri, edits.iter().map(|one| edit(document, one)).collect()))
}

pub fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let all = document.symbols();
    all.iter().map(|one| symbol(document, one)).collect()
}

fn symbol(document: &Document, symbol: &ide::Symbol) -> DocumentSymbol {
    let children: Vec<DocumentSymbol> = symbol.children.iter().map(|child| self::symbol(document, child)).collect();
    #[expect(deprecated, reason = "the protocol's type has the field, which is to be left empty")]
    DocumentSymbol {
        name: symbol.name.clone(),
        detail: (!symbol.detail.is_empty()).then(|| symbol.detail.clone()),
        kind: match symbol.kind {
            SymbolKind::Game => lsp_types::SymbolKind::MODULE,
            SymbolKind::Define => lsp_types::SymbolKind::FUNCTION,
            SymbolKind::Option => lsp_types::SymbolKind::ENUM,
            SymbolKind::Item => lsp_types::SymbolKind::ENUM_MEMBER,
            SymbolKind::Part => lsp_types::SymbolKind::OBJECT,
            SymbolKind::Section => lsp_types::SymbolKind::NAMESPACE,
            SymbolKind::Metadata => lsp_types::SymbolKind::PROPERTY,
        },
        tags: None,
        deprecated: None,
        range: range(document, &symbol.range),
        selection_range: range(document, &symbol.selection),
        children: (!children.is_empty()).then_some(children),
    }
}

pub fn folds(document: &Document) -> Vec<FoldingRange> {
    let fold = |fold: ide::Fold| {
        let place = range(document, &fold.range);
        FoldingRange {
            start_line: place.start.line,
            end_line: place.end.line,
            kind: fold.comment.then_some(FoldingRangeKind::Comment),
            ..FoldingRange::default()
        }
    };
    document.folds().into_iter().map(fold).collect()
}

/// The tokens, each relative to the one before it; one of several lines is a token on each.
pub fn tokens(document: &Document) -> SemanticTokens {
    let text = document.text();
    let mut data = Vec::new();
    let (mut line, mut column) = (0, 0);
    for token in document.tokens() {
        let mut at = token.range.start;
        for part in text.get(token.range.clone()).unwrap_or_default().split_inclusive('\n') {
            let shown = part.trim_end_matches('\n');
            let length: usize = shown.chars().map(char::len_utf16).sum();
            let place = position(document, at);
            at += part.len();
            if length == 0 {
                continue;
            }
            let delta_line = place.line - line;
            data.push(SemanticToken {
                delta_line,
                delta_start: if delta_line == 0 { place.character - column } else { place.character },
                length: u32::try_from(length).unwrap_or(u32::MAX),
                token_type: token_type(token.kind),
                token_modifiers_bitset: 0,
            });
            (line, column) = (place.line, place.character);
        }
    }
    SemanticTokens { result_id: None, data }
}

/// The lines that the canonical layout changes.
pub fn format(document: &Document) -> Option<Vec<TextEdit>> {
    let (old, new) = (document.text(), document.format()?);
    if *old == *new {
        return Some(Vec::new());
    }
    let start: usize = old
        .split_inclusive('\n')
        .zip(new.split_inclusive('\n'))
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len())
        .sum();
    let (tail, other) = (old.get(start..)?, new.get(start..)?);
    let back = tail.split_inclusive('\n').rev().zip(other.split_inclusive('\n').rev());
    let end: usize = back.take_while(|(a, b)| a == b).map(|(a, _)| a.len()).sum();
    let new_text = other.get(..other.len() - end)?.to_owned();
    Some(vec![TextEdit { range: range(document, &(start..old.len() - end)), new_text }])
}

pub fn inlays(document: &Document, within: Range) -> Vec<InlayHint> {
    let hint = |inlay: ide::Inlay| InlayHint {
        position: position(document, inlay.offset),
        label: InlayHintLabel::String(inlay.text),
        kind: Some(if inlay.argument { InlayHintKind::PARAMETER } else { InlayHintKind::TYPE }),
        text_edits: None,
        tooltip: None,
        padding_left: Some(!inlay.argument),
        padding_right: Some(inlay.argument),
        data: None,
    };
    document.inlays(bytes(document, within)).into_iter().map(hint).collect()
}

pub fn actions(document: &Document, uri: &Uri, within: Range) -> Vec<CodeActionOrCommand> {
    let fixes = document.fixes(bytes(document, within)).into_iter();
    let action = |fix: ide::Fix| {
        let finding = document.findings().get(fix.finding);
        CodeActionOrCommand::CodeAction(CodeAction {
            title: fix.title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: finding.map(|finding| vec![diagnostic(document, uri, finding)]),
            edit: Some(in_file(uri, fix.edits.iter().map(|one| edit(document, one)).collect())),
            is_preferred: Some(fix.only),
            ..CodeAction::default()
        })
    };
    fixes.map(action).collect()
}

/// The commands, above the game.
pub fn lenses(document: &Document, uri: &Uri) -> Vec<CodeLens> {
    let symbols = document.symbols();
    let Some(game) = symbols.iter().find(|symbol| symbol.kind == SymbolKind::Game) else { return Vec::new() };
    let lens = |(command, title): &(&str, &str)| CodeLens {
        range: range(document, &game.selection),
        command: Some(Command {
            title: (*title).to_owned(),
            command: (*command).to_owned(),
            arguments: Some(vec![uri.as_str().into()]),
        }),
        data: None,
    };
    COMMANDS.iter().map(lens).collect()
}
