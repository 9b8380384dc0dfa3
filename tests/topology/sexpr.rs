//! A reader of the board clauses in the fixtures: brackets, names, words, numbers. It is not the language.

/// A piece of a clause.
#[derive(Debug, Clone)]
pub enum Expr {
    Word(String),
    List(Vec<Expr>),
    Set(Vec<Expr>),
    Named(String, Box<Expr>),
}

/// Reads one clause.
pub fn read(text: &str) -> Expr {
    let spaced = text.replace('(', " ( ").replace(')', " ) ").replace('{', " { ").replace('}', " } ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    expr(&tokens, &mut at)
}

fn expr(tokens: &[&str], at: &mut usize) -> Expr {
    let token = tokens[*at];
    *at += 1;
    match token {
        "(" => Expr::List(items(tokens, at, ")")),
        "{" => Expr::Set(items(tokens, at, "}")),
        _ => match token.split_once(':') {
            Some((name, "")) => Expr::Named(name.into(), Box::new(expr(tokens, at))),
            Some((name, value)) => Expr::Named(name.into(), Box::new(Expr::Word(value.into()))),
            None => Expr::Word(token.into()),
        },
    }
}

fn items(tokens: &[&str], at: &mut usize, end: &str) -> Vec<Expr> {
    let mut list = Vec::new();
    while tokens[*at] != end {
        list.push(expr(tokens, at));
    }
    *at += 1;
    list
}

impl Expr {
    /// The word of a list's head.
    pub fn head(&self) -> &str {
        match self {
            Expr::List(items) => items.first().and_then(Expr::word).unwrap_or(""),
            _ => "",
        }
    }

    pub fn word(&self) -> Option<&str> {
        match self {
            Expr::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The arguments of a list that have no name.
    pub fn plain(&self) -> Vec<&Expr> {
        self.items().iter().skip(1).filter(|item| !matches!(item, Expr::Named(..))).collect()
    }

    /// The argument of a name.
    pub fn named(&self, name: &str) -> Option<&Expr> {
        self.items().iter().find_map(|item| match item {
            Expr::Named(n, value) if n == name => Some(&**value),
            _ => None,
        })
    }

    pub fn items(&self) -> &[Expr] {
        match self {
            Expr::List(items) | Expr::Set(items) => items,
            _ => &[],
        }
    }

    /// The value of a number or of arithmetic in the precision of Ludii's coordinates.
    pub fn float(&self) -> Option<f64> {
        match self {
            Expr::Word(word) => word.parse::<f32>().ok().map(f64::from),
            Expr::List(items) => {
                let values: Option<Vec<f64>> = items.iter().skip(1).map(Expr::float).collect();
                let values = values?;
                let (a, b) = (*values.first()? as f32, *values.get(1)? as f32);
                let value = match self.head() {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "/" => a / b,
                    _ => return None,
                };
                Some(f64::from(value))
            }
            _ => None,
        }
    }

    /// The value of a number or of integer arithmetic.
    pub fn int(&self) -> Option<i32> {
        match self {
            Expr::Word(word) => word.parse().ok(),
            Expr::List(items) => {
                let values: Option<Vec<i32>> = items.iter().skip(1).map(Expr::int).collect();
                let values = values?;
                let (a, b) = (*values.first()?, *values.get(1)?);
                match self.head() {
                    "+" => Some(a + b),
                    "-" => Some(a - b),
                    "*" => Some(a * b),
                    "/" => Some(a / b),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub fn ints(&self) -> Option<Vec<i32>> {
        self.items().iter().map(Expr::int).collect()
    }

    pub fn points(&self) -> Option<Vec<Vec<f64>>> {
        self.items().iter().map(|p| p.items().iter().map(Expr::float).collect()).collect()
    }

    pub fn flag(&self, name: &str) -> Option<bool> {
        self.named(name).and_then(Expr::word).map(|word| word == "True")
    }
}
