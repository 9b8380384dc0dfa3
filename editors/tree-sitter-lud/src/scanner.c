// The tokens of .lud that depend on what follows them. Stateless: everything is decided by the characters ahead.

#include "tree_sitter/parser.h"

enum Token {
    PLAIN,
    TAG,
    GLUED_PLAIN,
    GLUED_TAG,
    COLON,
    OPEN_CLAUSE,
    OPEN_OPTION,
    OPEN_ITEM,
    OPTION_TAG,
    VALUE,
    STARS,
    RECOVERY,
};

static bool is_space(int32_t c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xFEFF;
}

static bool is_alphanumeric(int32_t c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_word_char(int32_t c) {
    switch (c) {
        case '_': case '-': case '.': case '+': case '*': case '/': case '%': case '=': case '!':
        case '^': case '~': case '<': case '>': case '&': case '|': case '#':
            return true;
        default:
            return is_alphanumeric(c);
    }
}

static bool is_tag_char(int32_t c) {
    return is_alphanumeric(c) || c == '_' || c == '-' || c == ' ';
}

static void advance(TSLexer *lexer) {
    lexer->advance(lexer, false);
}

static bool take(TSLexer *lexer, int32_t c) {
    if (lexer->lookahead != c) return false;
    advance(lexer);
    return true;
}

static bool take_word(TSLexer *lexer, const char *word) {
    for (; *word; word++) {
        if (!take(lexer, *word)) return false;
    }
    return true;
}

static void skip_line(TSLexer *lexer) {
    while (!lexer->eof(lexer) && lexer->lookahead != '\n') advance(lexer);
}

// White space and comments; `some` becomes true where there are any. False at a slash that begins no comment.
static bool trivia(TSLexer *lexer, bool *some) {
    for (;;) {
        if (is_space(lexer->lookahead)) {
            advance(lexer);
        } else if (lexer->lookahead == '/') {
            advance(lexer);
            if (!take(lexer, '/')) return false;
            skip_line(lexer);
        } else {
            return true;
        }
        *some = true;
    }
}

static bool any_trivia(TSLexer *lexer) {
    bool some = false;
    return trivia(lexer, &some);
}

static bool some_trivia(TSLexer *lexer) {
    bool some = false;
    return trivia(lexer, &some) && some;
}

// A string, from its quote on. A backslash before a quote keeps it in.
static bool text(TSLexer *lexer) {
    if (!take(lexer, '"')) return false;
    while (!lexer->eof(lexer)) {
        if (take(lexer, '"')) return true;
        if (take(lexer, '\\')) {
            take(lexer, '"');
        } else {
            advance(lexer);
        }
    }
    return false;
}

// What a look at a tag saw: whether it is one, whether all of it could be part of a word, and whether every colon touches a word.
typedef struct {
    bool whole;
    bool word;
    bool colons;
} Tagged;

// `<Name>` or `<Name:argument>`, from its bracket on. Where `marking`, the token ends behind what could be part of a word.
static Tagged tag(TSLexer *lexer, bool marking) {
    Tagged seen = {false, true, true};
    bool first = true, colon = false;
    int32_t before = '<';
    advance(lexer);
    if (marking) lexer->mark_end(lexer);
    for (;; first = false) {
        int32_t c = lexer->lookahead;
        if (c == '>' && !first) {
            advance(lexer);
            seen.whole = true;
            return seen;
        }
        bool fits = first ? is_alphanumeric(c) : is_tag_char(c) || (c == ':' && !colon);
        if (!fits) return seen;
        if (c == ':') {
            colon = true;
            if (!is_word_char(before)) seen.colons = false;
        }
        if (!is_word_char(c)) seen.word = false;
        before = c;
        advance(lexer);
        if (marking && seen.word) lexer->mark_end(lexer);
    }
}

// The tag of an option, which may hold anything but brackets and line ends.
static bool option_tag(TSLexer *lexer, bool *comment) {
    if (!take(lexer, '<')) return false;
    int32_t before = 0;
    while (!lexer->eof(lexer)) {
        int32_t c = lexer->lookahead;
        if (c == '>') {
            advance(lexer);
            return true;
        }
        if (c == '<' || c == '\n' || c == '(' || c == ')' || c == '{' || c == '}') return false;
        if (c == '/' && before == '/') *comment = true;
        before = c;
        advance(lexer);
    }
    return false;
}

// The brackets that are open, one a bit: 0 for a round one. Those of a value may be closed in another value of the option, but
// what is open where the option ends makes it none.
typedef struct {
    uint64_t open;
    unsigned depth;
    bool failed;
} Brackets;

static void bracket(Brackets *brackets, int32_t c) {
    if (c == '(' || c == '{') {
        brackets->failed |= ++brackets->depth > 64;
        brackets->open = brackets->open << 1 | (c == '{');
    } else if (c == ')' || c == '}') {
        brackets->failed |= brackets->depth == 0 || (brackets->open & 1) != (c == '}');
        brackets->depth -= brackets->depth > 0;
        brackets->open >>= 1;
    }
}

static bool take_bracket(TSLexer *lexer, Brackets *brackets, int32_t c) {
    if (!take(lexer, c)) return false;
    bracket(brackets, c);
    return true;
}

// The raw value of an item: text up to the first `>` that is neither in a string nor directly behind a bracket.
static bool value(TSLexer *lexer, Brackets *brackets) {
    if (!take(lexer, '<')) return false;
    while (!lexer->eof(lexer)) {
        int32_t c = lexer->lookahead;
        bracket(brackets, c);
        switch (c) {
            case '>':
                advance(lexer);
                return true;
            case '/':
                advance(lexer);
                if (lexer->lookahead == '/') skip_line(lexer);
                break;
            case '"':
                if (!text(lexer)) return false;
                break;
            case '(':
                advance(lexer);
                if (lexer->lookahead == '>' || lexer->lookahead == '<') advance(lexer);
                break;
            case '<':
                tag(lexer, false);
                break;
            default:
                advance(lexer);
        }
    }
    return false;
}

// An item of an option, behind its bracket.
static bool item(TSLexer *lexer, Brackets *brackets) {
    if (!any_trivia(lexer) || !take_word(lexer, "item") || !some_trivia(lexer) || !text(lexer)) return false;
    for (;;) {
        if (!any_trivia(lexer)) return false;
        if (take_bracket(lexer, brackets, ')')) return true;
        bool further = lexer->lookahead == '<' ? value(lexer, brackets) : text(lexer);
        if (!further) return false;
    }
}

// The items of an option, behind their bracket: items and words.
static bool items(TSLexer *lexer, Brackets *brackets) {
    bool word = false;
    for (;;) {
        int32_t c = lexer->lookahead;
        bool touches = word;
        word = false;
        if (lexer->eof(lexer)) return false;
        if (take_bracket(lexer, brackets, '}')) return true;
        if (take_bracket(lexer, brackets, '(')) {
            if (!item(lexer, brackets)) return false;
        } else if (c == '/') {
            advance(lexer);
            if (lexer->lookahead == '/') skip_line(lexer);
            else word = true;
        } else if (c == '<') {
            Tagged seen = tag(lexer, false);
            if (!seen.whole && !seen.colons) return false;
            word = seen.whole || seen.word;
        } else if (is_word_char(c)) {
            advance(lexer);
            word = true;
        } else if (c == ':' && touches) {
            advance(lexer);
        } else if (is_space(c)) {
            advance(lexer);
        } else {
            return false;
        }
    }
}

// The arguments of the tag of an option, behind their bracket.
static bool arguments(TSLexer *lexer) {
    for (;;) {
        int32_t c = lexer->lookahead;
        if (lexer->eof(lexer) || c == '(' || c == ')' || c == '{' || c == '"') return false;
        if (take(lexer, '}')) return true;
        if (c == '<') {
            bool comment = false;
            if (!option_tag(lexer, &comment) && comment) skip_line(lexer);
        } else {
            advance(lexer);
            if (c == '/' && lexer->lookahead == '/') skip_line(lexer);
        }
    }
}

// Whether an option definition stands behind a bracket, and not a clause that happens to begin with its word.
static bool option(TSLexer *lexer) {
    Brackets brackets = {0, 1, false};
    bool comment = false;
    if (!any_trivia(lexer) || !take_word(lexer, "option") || !some_trivia(lexer) || !text(lexer)) return false;
    if (!any_trivia(lexer) || !option_tag(lexer, &comment) || !any_trivia(lexer)) return false;
    if (lexer->lookahead == 'a') {
        if (!take_word(lexer, "args:") || !any_trivia(lexer) || !take(lexer, '{')) return false;
        if (!arguments(lexer) || !any_trivia(lexer)) return false;
    }
    if (!take_bracket(lexer, &brackets, '{') || !items(lexer, &brackets) || !any_trivia(lexer)) return false;
    return take_bracket(lexer, &brackets, ')') && brackets.depth == 0 && !brackets.failed;
}

static bool found(TSLexer *lexer, enum Token token) {
    lexer->result_symbol = token;
    return true;
}

static bool open(TSLexer *lexer, const bool *valid) {
    bool in_items = valid[OPEN_ITEM] && !valid[RECOVERY];
    if (!in_items && !valid[OPEN_CLAUSE]) return false;
    advance(lexer);
    lexer->mark_end(lexer);
    if (in_items) return found(lexer, OPEN_ITEM);
    return found(lexer, option(lexer) ? OPEN_OPTION : OPEN_CLAUSE);
}

// A part of a word: a tag, or characters up to the next bracket that may begin one.
static bool part(TSLexer *lexer, enum Token plain, enum Token whole_tag) {
    bool some = false;
    if (lexer->lookahead == '<') {
        Tagged seen = tag(lexer, true);
        if (seen.whole) {
            lexer->mark_end(lexer);
            return found(lexer, whole_tag);
        }
        if (!seen.word) return found(lexer, plain);
        some = true;
    }
    while (is_word_char(lexer->lookahead) && lexer->lookahead != '<') {
        bool slash = lexer->lookahead == '/';
        if (slash) lexer->mark_end(lexer);
        advance(lexer);
        if (slash && lexer->lookahead == '/') return some && found(lexer, plain);
        lexer->mark_end(lexer);
        some = true;
    }
    return some && found(lexer, plain);
}

void *tree_sitter_lud_external_scanner_create(void) {
    return NULL;
}

void tree_sitter_lud_external_scanner_destroy(void *payload) {
    (void)payload;
}

unsigned tree_sitter_lud_external_scanner_serialize(void *payload, char *buffer) {
    (void)payload;
    (void)buffer;
    return 0;
}

void tree_sitter_lud_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    (void)payload;
    (void)buffer;
    (void)length;
}

bool tree_sitter_lud_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
    (void)payload;
    bool recovery = valid[RECOVERY];
    if (!recovery) {
        if (valid[COLON] && lexer->lookahead == ':') {
            advance(lexer);
            lexer->mark_end(lexer);
            return found(lexer, COLON);
        }
        if (valid[STARS] && lexer->lookahead == '*') {
            while (take(lexer, '*')) {}
            lexer->mark_end(lexer);
            return found(lexer, STARS);
        }
        if (valid[GLUED_PLAIN] && is_word_char(lexer->lookahead)) return part(lexer, GLUED_PLAIN, GLUED_TAG);
    }
    while (is_space(lexer->lookahead)) lexer->advance(lexer, true);
    if (lexer->lookahead == '(') return open(lexer, valid);
    if (!recovery && lexer->lookahead == '<') {
        bool comment = false;
        if (valid[OPTION_TAG] && !valid[PLAIN]) {
            bool whole = option_tag(lexer, &comment);
            lexer->mark_end(lexer);
            return whole && found(lexer, OPTION_TAG);
        }
        if (valid[VALUE]) {
            Brackets brackets = {0, 0, false};
            bool whole = value(lexer, &brackets);
            lexer->mark_end(lexer);
            return whole && found(lexer, VALUE);
        }
    }
    return valid[PLAIN] && part(lexer, PLAIN, TAG);
}
