use facts::{Expr, FileFacts, LiteralKind};
use source::Language;

/// The variables with a last value where they are read, and what that is.
fn last_values(language: Language, text: &str) -> Vec<String> {
    let facts = crate::parse(language, text).expect("a language of this build");
    assert_eq!(FileFacts::from_bytes(&facts.to_bytes()), Ok(facts.clone()));
    let shown = |(read, value): &(facts::ExprId, facts::ExprId)| {
        let line = facts.line_of_name(*read).unwrap_or(0);
        let value = match facts.expr(*value) {
            Expr::Name { name, .. } => name.clone(),
            Expr::Literal(LiteralKind::Number) => "number".to_owned(),
            other => format!("{other:?}"),
        };
        format!("{line}: {value}")
    };
    facts.last_values.iter().map(shown).collect()
}

#[test]
fn a_read_has_the_value_of_the_statement_before_it() {
    let text = "def f():\n    x = a\n    x()\n    x = b\n    x()\n    if x:\n        x()\n";
    assert_eq!(last_values(Language::Python, text), ["3: a", "5: b", "6: b", "7: b"]);
}

#[test]
fn a_name_with_one_value_needs_no_note() {
    assert_eq!(last_values(Language::Python, "def f():\n    x = a\n    x()\n"), [""; 0]);
    assert_eq!(last_values(Language::JavaScript, "function f() { let x; x = a; x(); }"), [""; 0]);
}

#[test]
fn a_value_that_reads_the_variable_may_be_an_earlier_one() {
    assert_eq!(last_values(Language::Python, "def f():\n    x = a\n    x = g(x)\n    x()\n"), ["3: a"]);
}

#[test]
fn a_declared_type_holds_for_all_values() {
    assert_eq!(last_values(Language::Python, "def f(x: T):\n    x = b\n    x()\n"), [""; 0]);
    assert_eq!(last_values(Language::Python, "def f(x: List[T]):\n    x = B()\n    x()\n"), [""; 0]);
    assert_eq!(last_values(Language::Python, "def f(x: T):\n    x = B()\n    x()\n"), ["3: Call(CallId(0))"]);
    assert_eq!(last_values(Language::Rust, "fn f(x: T) { let x = b; x(); }"), ["1: b"]);
}

#[test]
fn jumps_and_borrowed_variables_keep_all_values() {
    let jumps = "int f() { auto x = a; again: x(); x = b; goto again; }";
    assert_eq!(last_values(Language::Cpp, jumps), [""; 0]);
    assert_eq!(last_values(Language::Cpp, "int f() { auto x = a; x = b; x(); }"), ["1: b"]);
    assert_eq!(last_values(Language::Cpp, "int f() { auto x = a; x = b; set(&x); x(); }"), [""; 0]);
    let reference = "<?php function f() { $x = a; $g = function () use (&$x) { $x = c; }; $x = b; $g(); $x(); }";
    assert_eq!(last_values(Language::Php, reference), [""; 0]);
}

#[test]
fn a_handler_runs_though_the_statements_before_it_did_not() {
    let text = "def f\n  x = a\n  x = b\nrescue\n  x.run\nend\n";
    assert_eq!(last_values(Language::Ruby, text), [""; 0]);
}

#[test]
fn a_text_with_errors_has_none() {
    assert_eq!(last_values(Language::Python, "def f():\n    x = a\n    x = b\n    x()\n    y = = 1\n"), [""; 0]);
}

#[test]
fn very_many_bindings_cost_no_more_than_a_bound() {
    let text = format!("def f():\n{}    x()\n", "    x = a\n    x()\n".repeat(super::MOST_WRITES + 1));
    assert_eq!(last_values(Language::Python, &text), [""; 0]);
}
