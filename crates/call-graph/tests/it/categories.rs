//! The categories of PyCG's micro-benchmark (Salis et al., ICSE 2021), with fixtures of our own in `tests/pycg`: each
//! case must find every expected call and no other.

use crate::fixture;
use std::collections::BTreeSet;
use std::fmt::Write as _;

struct Case<'t> {
    name: &'t str,
    files: String,
    calls: BTreeSet<(String, String)>,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    let mut in_calls = false;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("=== ") {
            cases.push(Case { name, files: String::new(), calls: BTreeSet::new() });
            in_calls = false;
        } else if line == "--- calls" {
            in_calls = true;
        } else if let Some(case) = cases.last_mut() {
            if in_calls {
                let (caller, callees) = line.split_once(": ").unwrap_or((line, ""));
                case.calls.extend(callees.split(", ").map(|callee| (caller.to_owned(), callee.to_owned())));
            } else {
                case.files.push_str(line);
                case.files.push('\n');
            }
        }
    }
    cases
}

fn check(text: &str) {
    let mut report = String::new();
    for case in cases(text) {
        let found = fixture::edges(&fixture::build(&case.files));
        for (from, to) in case.calls.difference(&found) {
            let _ = writeln!(report, "{}: misses {from} -> {to}", case.name);
        }
        for (from, to) in found.difference(&case.calls) {
            let _ = writeln!(report, "{}: makes up {from} -> {to}", case.name);
        }
    }
    assert_eq!(report, "");
}

macro_rules! categories {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check(include_str!(concat!("pycg/", stringify!($name), ".txt"))); })*
    };
}

categories! {
    args assignments builtins classes decorators dicts direct_calls dynamic exceptions external functions generators
    imports kwargs lambdas lists mro parameters returns
}
