//! Files made to cost more than any program does are given up as a whole.

use crate::parse;
use facts::{FileFacts, Stopped};
use source::Language;

fn python(text: &str) -> FileFacts {
    parse(Language::Python, text).expect("a language of this build")
}

/// Every `\` sends the scanner of Python's grammar to the end of the file and back.
#[test]
fn a_line_that_goes_on_for_ever_is_given_up() {
    let text = format!("x={}", "\\\n".repeat(40_000));
    let facts = python(&text);
    assert_eq!(facts.stopped, Some(Stopped::Parsing));
    assert_eq!((facts.definitions.len(), facts.scopes.len(), facts.chunks.len()), (1, 1, 0));
    assert_eq!(FileFacts::from_bytes(&facts.to_bytes()), Ok(facts));
    assert_eq!(crate::highlight(Language::Python, &text), Some(Vec::new()));
}

#[test]
fn a_line_that_goes_on_for_long_is_read() {
    let facts = python(&format!("x={}1\n", "\\\n".repeat(500)));
    assert_eq!((facts.stopped, facts.definitions.len()), (None, 2));
}

/// Each import holds the whole path of its module.
#[test]
fn a_file_that_means_more_than_it_says_is_given_up() {
    let module = "m".repeat(20_000);
    let names: Vec<String> = (0..20_000).map(|n| format!("n{n}")).collect();
    let facts = python(&format!("from {module} import {}\n", names.join(", ")));
    assert_eq!(facts.stopped, Some(Stopped::Lowering));
    assert!(facts.validate().is_ok() && facts.imports.is_empty());
}

#[test]
fn nested_names_are_cut_in_front() {
    let class = |depth: usize| format!("{}class {}{depth}:\n", " ".repeat(depth), "long".repeat(40));
    let text: String = (0..20).map(class).chain([format!("{}def end(): pass\n", " ".repeat(20))]).collect();
    let facts = python(&text);
    let end = facts.definitions.last().expect("the function");
    assert!(end.path.len() <= 512 && end.path.ends_with("long19.end"), "{}", end.path);
}
