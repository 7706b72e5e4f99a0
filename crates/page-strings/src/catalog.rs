//! A file of strings as it was read: its messages in their order.

use crate::problem::{Fault, Problem, Problems};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use fluent_syntax::parser;
use fluent_syntax::unicode::unescape_unicode_to_string;
use std::collections::BTreeSet;

/// The messages of one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalog {
    /// The name of the file, for problems.
    pub file: String,
    /// In the order of the file.
    pub messages: Vec<Message>,
}

/// A message of one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// `ask-box-send`.
    pub id: String,
    /// From 1.
    pub line: usize,
    /// What it is made of, in order.
    pub parts: Vec<Part>,
}

/// A part of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Text as it is.
    Text(String),
    /// The argument of this name.
    Argument(String),
    /// One of the variants, by a count.
    Select {
        /// The name of the argument that holds the count.
        argument: String,
        /// The last resort is `other`, which is always among them.
        variants: Vec<Variant>,
    },
}

/// One of the texts that a selector chooses from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// A number in digits, or a plural category.
    pub key: String,
    /// Without selectors.
    pub parts: Vec<Part>,
}

const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// An argument is one digit in a compiled message.
const MOST_ARGUMENTS: usize = 10;

impl Catalog {
    /// Reads the text of a file, of which `file` is the name for people.
    ///
    /// # Errors
    ///
    /// Everything in the file that is not understood or outside the subset, in its order.
    pub fn read(file: &str, text: &str) -> Result<Self, Problems> {
        let at = |offset: usize, what: Fault| Problem { file: file.to_owned(), line: line_at(text, offset), what };
        let (resource, errors) = match parser::parse(text) {
            Ok(resource) => (resource, Vec::new()),
            Err((resource, errors)) => (resource, errors),
        };
        let mut problems: Vec<Problem> =
            errors.into_iter().map(|error| at(error.pos.start, Fault::Syntax(error.kind.to_string()))).collect();
        let (mut messages, mut seen) = (Vec::new(), BTreeSet::new());
        for entry in resource.body {
            match entry {
                Entry::Message(message) => {
                    let offset = offset_in(text, message.id.name);
                    let id = message.id.name;
                    let read = match (message.value, message.attributes.is_empty()) {
                        (Some(pattern), true) => read(id, &pattern),
                        (_, false) => Err(Fault::Unsupported("an attribute")),
                        (None, true) => Err(Fault::Unsupported("a message without text")),
                    };
                    let read = if seen.insert(id) { read } else { Err(Fault::Twice(id.to_owned())) };
                    match read {
                        Ok(parts) => {
                            messages.push(Message { id: id.to_owned(), line: line_at(text, offset), parts });
                        }
                        Err(what) => problems.push(at(offset, what)),
                    }
                }
                Entry::Term(term) => problems.push(at(offset_in(text, term.id.name), Fault::Unsupported("a term"))),
                // What could not be read is among the errors.
                Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) | Entry::Junk { .. } => {}
            }
        }
        problems.sort_by_key(|problem| problem.line);
        if problems.is_empty() { Ok(Self { file: file.to_owned(), messages }) } else { Err(Problems(problems)) }
    }

    /// The message with this id.
    pub fn message(&self, id: &str) -> Option<&Message> {
        self.messages.iter().find(|message| message.id == id)
    }
}

impl Message {
    /// The names of its arguments, in the order of their first appearance.
    pub fn arguments(&self) -> Vec<&str> {
        let mut names = Vec::new();
        collect(&self.parts, &mut names);
        names
    }

    /// Whether a variant is selected by this argument: then it is a count.
    pub fn is_count(&self, name: &str) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Select { argument, .. } if argument == name))
    }
}

fn collect<'a>(parts: &'a [Part], names: &mut Vec<&'a str>) {
    for part in parts {
        let (name, variants) = match part {
            Part::Text(_) => continue,
            Part::Argument(name) => (name, [].as_slice()),
            Part::Select { argument, variants } => (argument, variants.as_slice()),
        };
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
        variants.iter().for_each(|variant| collect(&variant.parts, names));
    }
}

fn read(id: &str, pattern: &Pattern<&str>) -> Result<Vec<Part>, Fault> {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    if !id.contains('-') || !id.split('-').all(is_word) {
        return Err(Fault::Id(id.to_owned()));
    }
    let parts = parts_of(id, pattern, true)?;
    let mut names = Vec::new();
    collect(&parts, &mut names);
    if names.len() > MOST_ARGUMENTS { Err(Fault::Arguments(id.to_owned())) } else { Ok(parts) }
}

fn parts_of(id: &str, pattern: &Pattern<&str>, may_select: bool) -> Result<Vec<Part>, Fault> {
    let parts = pattern.elements.iter().map(|element| match element {
        PatternElement::TextElement { value } => text(id, value),
        PatternElement::Placeable { expression: Expression::Inline(inline) } => match inline {
            InlineExpression::VariableReference { id } => Ok(Part::Argument(id.name.to_owned())),
            InlineExpression::StringLiteral { value } => text(id, &unescape_unicode_to_string(value)),
            _ => Err(Fault::Unsupported("a placeable that is neither an argument nor a literal")),
        },
        PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
            let InlineExpression::VariableReference { id: argument } = selector else {
                return Err(Fault::Unsupported("a selector by something else than an argument"));
            };
            if !may_select {
                return Err(Fault::Unsupported("a selector within a selector"));
            }
            let variants = variants.iter().map(|variant| {
                let (VariantKey::Identifier { name: key } | VariantKey::NumberLiteral { value: key }) = &variant.key;
                let is_number = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
                match (is_number || CATEGORIES.contains(key), variant.default == (*key == "other")) {
                    (false, _) => Err(Fault::Key((*key).to_owned())),
                    (true, false) => Err(Fault::Default),
                    (true, true) => Ok(Variant { key: (*key).to_owned(), parts: parts_of(id, &variant.value, false)? }),
                }
            });
            Ok(Part::Select { argument: argument.name.to_owned(), variants: variants.collect::<Result<_, _>>()? })
        }
    });
    parts.collect()
}

fn text(id: &str, text: &str) -> Result<Part, Fault> {
    // They mark arguments and selectors in compiled messages.
    let is_marker = |c: char| c.is_control() && c != '\n';
    if text.contains(is_marker) { Err(Fault::Control(id.to_owned())) } else { Ok(Part::Text(text.to_owned())) }
}

/// Where a piece of the text begins in it, in bytes.
fn offset_in(text: &str, piece: &str) -> usize {
    (piece.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

fn line_at(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<String> {
        let problems = Catalog::read("de.ftl", text).expect_err("it is refused");
        problems.0.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn text_arguments_and_counts_are_read() {
        let text = "## Ask box\n# For translators\nask-send = Ask{\" \"}\nask-found = { $count ->\n    [0] Nothing\n    [one] One place in { $path }\n   *[other] { $count } places in { $path }\n}\n";
        let catalog = Catalog::read("en.ftl", text).unwrap();
        let [send, found] = catalog.messages.as_slice() else { panic!("{catalog:?}") };
        assert_eq!((send.id.as_str(), send.line, send.arguments()), ("ask-send", 3, vec![]));
        assert_eq!(send.parts, [Part::Text("Ask".into()), Part::Text(" ".into())]);
        assert_eq!((found.line, found.arguments()), (4, vec!["count", "path"]));
        assert!(found.is_count("count") && !found.is_count("path"));
    }

    #[test]
    fn what_is_outside_the_subset_is_named_with_its_line() {
        let cases = [
            (
                "a-b = x\nc-d = { NUMBER($n) }",
                "de.ftl:2: a placeable that is neither an argument nor a literal is outside",
            ),
            ("a-b = { c-d }", "de.ftl:1: a placeable that is neither"),
            ("-brand = Quarry", "de.ftl:1: a term is outside"),
            ("a-b = x\n    .title = y", "de.ftl:1: an attribute is outside"),
            ("a-b = { $n ->\n   *[one] x\n}", "de.ftl:1: the default of a selector is `other`"),
            ("a-b = { $n ->\n    [some] x\n   *[other] y\n}", "de.ftl:1: `some` is neither a number nor a plural"),
            (
                "a-b = { $n ->\n   *[other] { $m ->\n       *[other] y\n    }\n}",
                "de.ftl:1: a selector within a selector",
            ),
            ("a-b = x\n\na-b = y", "de.ftl:3: `a-b` is there twice"),
            ("send = x", "de.ftl:1: the id `send` is not"),
            ("a_b-c = x", "de.ftl:1: the id `a_b-c` is not"),
            ("a-b = x\n\nc-d x", "de.ftl:3: this is not Fluent: "),
            ("a-b = x\u{1}0", "de.ftl:1: a control character in `a-b`"),
        ];
        for (text, expected) in cases {
            let problems = problems(text);
            assert!(matches!(problems.as_slice(), [one] if one.starts_with(expected)), "{text}: {problems:?}");
        }
    }

    #[test]
    fn all_problems_of_a_file_are_listed_in_its_order() {
        assert_eq!(problems("-a = x\nb-c = { \"\" -> *[other] x }\nd-e x\n").len(), 3);
    }
}
