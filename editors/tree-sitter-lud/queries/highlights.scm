; Of several patterns that fit the last one counts.

(comment) @comment

(text) @string

(tag) @type

(plain) @variable

((plain) @number
  (#match? @number "^-?[0-9]+([.][0-9]+)?([.][.]-?[0-9]+)?$"))

; Words written large are constants and keywords of ludemes: Mover, Empty, Orthogonal.
((plain) @constant
  (#match? @constant "^[A-Z]"))

((plain) @boolean
  (#any-of? @boolean "True" "False"))

; The argument of a define.
((plain) @variable.parameter
  (#match? @variable.parameter "^#[0-9]+$"))

(label
  (plain) @property)

; What a clause begins with: a ludeme, or the name of a define that is called.
(clause
  .
  (word
    (plain) @function))

(clause
  .
  (text) @function.macro)

((clause
  .
  (word
    (plain) @keyword))
  (#any-of? @keyword
    "define" "game" "match" "metadata" "rulesets" "ruleset" "option" "item"
    "players" "equipment" "rules" "start" "play" "end" "phases" "phase" "meta" "mode"))

((clause
  .
  (word
    (plain) @operator))
  (#match? @operator "^[^A-Za-z0-9#<]"))

; What a define is called.
((clause
  .
  (word) @_define
  .
  (text) @function)
  (#eq? @_define "define"))

(option
  "option" @keyword
  heading: (text) @string.special)

"args:" @property

(item
  "item" @keyword
  name: (text) @string.special)

(stars) @operator

[
  "("
  ")"
  "{"
  "}"
] @punctuation.bracket
