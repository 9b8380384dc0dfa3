[
  (clause)
  (array)
  (option)
  (items)
  (item)
] @fold
