; The value of an item is text of the language itself, between two brackets of its own.
((value) @injection.content
  (#offset! @injection.content 0 1 0 -1)
  (#set! injection.language "lud"))
