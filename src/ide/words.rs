//! The words that belong to the text and not to the game: defines, options, rulesets.

/// Heads of clauses that are no ludemes, how they are written, and what they mean.
pub(super) const WORDS: &[(&str, &str, &str)] = &[
    (
        "define",
        "(define \"Name\" …)",
        "Text with a name: `\"Name\"`, or `(\"Name\" argument …)` with arguments for `#1`, `#2`, …, stands for it.",
    ),
    (
        "option",
        "(option \"Heading\" <Tag> args:{<arg> …} { (item \"Name\" <value> … \"description\")* … })",
        "A choice of the player: the values of the item in use stand where `<Tag:arg>` is written. The item with the most stars is the default.",
    ),
    (
        "item",
        "(item \"Name\" <value> … \"description\")",
        "An item of an option: a value for each of its arguments, and a description.",
    ),
    (
        "rulesets",
        "(rulesets { (ruleset \"Ruleset/Name\" { \"Heading/Item\" … })* … })",
        "Named choices of items of the options.",
    ),
    ("ruleset", "(ruleset \"Ruleset/Name\" { \"Heading/Item\" … })", "A named choice of items of the options."),
    ("useFor", "(useFor { \"Heading/Item\" … } …)", "What follows holds for these items of options only."),
];

/// How a clause of the text is written and what it means.
pub(super) fn word(head: &str) -> Option<(&'static str, &'static str)> {
    WORDS.iter().find(|(word, ..)| *word == head).map(|(_, form, meaning)| (*form, *meaning))
}
