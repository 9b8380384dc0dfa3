/**
 * The surface of Ludii's .lud language, as grammar/lud.pest has it: brackets, tokens, comments and option definitions. What
 * depends on what follows (where a word ends, where the raw value of an item ends, whether a clause is an option definition)
 * is decided by src/scanner.c.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

module.exports = grammar({
  name: "lud",

  externals: ($) => [
    // Parts of a word: the first, and those that touch the one before.
    $._plain,
    $._tag,
    $._glued_plain,
    $._glued_tag,
    $._colon,
    // The bracket that opens a clause, an option definition, an item of one.
    $._open_clause,
    $._open_option,
    $._open_item,
    $._option_tag,
    $.value,
    $.stars,
    // Never part of a text: tells the scanner that an error is being recovered from.
    $._recovery,
  ],

  extras: ($) => [/[ \t\r\n\v\f\uFEFF]/, $.comment],

  rules: {
    source: ($) => repeat($._node),

    _node: ($) => choice($.clause, $.array, $.option, $.text, $.word, $.label, $.foreign),

    comment: (_) => /\/\/[^\n]*/,

    // A backslash before a quote keeps the quote in; before anything else it is a character like others.
    text: (_) => /"([^"\\]|\\+[^\\])*"/,

    clause: ($) => seq(alias($._open_clause, "("), repeat($._node), ")"),

    array: ($) => seq("{", repeat($._node), "}"),

    word: ($) => $._parts,

    // A word that a colon touches is the name of the argument behind it; a colon by itself is a name that is missing.
    label: ($) => choice(seq($._parts, alias($._colon, ":")), ":"),

    _parts: ($) =>
      prec.right(
        seq(
          choice(alias($._first_plain, $.plain), alias($._tag, $.tag)),
          repeat(choice(alias($._next_plain, $.plain), alias($._glued_tag, $.tag))),
        ),
      ),

    _first_plain: ($) => prec.right(seq($._plain, repeat($._glued_plain))),
    _next_plain: ($) => prec.right(repeat1($._glued_plain)),

    // A character that the language does not know. It counts only if it reaches the game.
    foreign: (_) => token(prec(-1, /[^(){}" \t\r\n\v\f\uFEFF]/)),

    option: ($) =>
      seq(
        alias($._open_option, "("),
        "option",
        field("heading", $.text),
        field("tag", alias($._option_tag, $.tag)),
        optional(seq("args:", field("arguments", $.arguments))),
        field("items", $.items),
        ")",
      ),

    arguments: ($) => seq("{", repeat(choice(alias($._option_tag, $.tag), $.foreign)), "}"),

    items: ($) => seq("{", repeat(choice($.item, $.word, $.label)), "}"),

    item: ($) =>
      seq(
        alias($._open_item, "("),
        "item",
        field("name", $.text),
        repeat(choice($.value, $.text)),
        ")",
        optional($.stars),
      ),
  },
});
