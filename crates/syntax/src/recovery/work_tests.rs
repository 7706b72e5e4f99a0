//! What recovery costs, in steps of the parser.

use super::{Alone, PARSES, Reading, recover_within, suspects};
use crate::effort::{self, Effort};

/// Steps that the recovery of a JavaScript text takes, with its reading.
fn recovered(text: &str) -> (u64, Reading) {
    let grammar = tree_sitter_javascript::LANGUAGE.into();
    let tree = effort::parse(&grammar, text, &Effort::of_parser(text.len())).unwrap().unwrap();
    let suspects = suspects(text, tree.root_node());
    let effort = Effort::of_parser(text.len() * PARSES);
    let before = effort.left();
    let alone = Alone { grammar: &grammar, prefix: "", filler: "" };
    let reading = recover_within(&effort, &alone, text, tree, &suspects);
    (before - effort.left(), reading)
}

/// Methods of which every eighth has an `if` that is not closed.
fn methods(count: usize) -> String {
    let method = |at: usize| match at % 8 {
        3 => format!("  broken{at}() {{\n    if (x) {{\n    go();\n  }}\n\n"),
        _ => format!("  whole{at}() {{\n    go();\n  }}\n\n"),
    };
    (0..count).map(method).collect()
}

fn classes(count: usize) -> String {
    (0..count).map(|at| format!("class C{at} {{\n{}}}\n\n", methods(8))).collect()
}

#[test]
fn four_times_the_broken_classes_cost_four_times_the_steps() {
    let (few, many) = (classes(50), classes(200));
    let ((of_few, reading), (of_many, more)) = (recovered(&few), recovered(&many));
    assert_eq!((reading.lost.len(), more.lost.len()), (50, 200));
    assert!(of_many <= of_few * 9 / 2, "{of_few} steps for {} bytes, {of_many} for {}", few.len(), many.len());
}

#[test]
fn a_long_class_with_many_broken_methods_costs_no_more_for_each_byte_than_a_short_one() {
    let class = |count: usize| format!("class C {{\n{}}}\n", methods(count));
    let (short, long) = (class(400), class(3_200));
    let ((of_short, reading), (of_long, more)) = (recovered(&short), recovered(&long));
    assert!(!recovered(&class(8)).1.lost.is_empty());
    // So many errors in one class are more than what may be parsed for it: it stays as it is.
    assert!(reading.lost.is_empty() && more.lost.is_empty());
    assert!(of_long <= of_short * 9, "{of_short} steps for {} bytes, {of_long} for {}", short.len(), long.len());
}
