//! The categories of PyCG's micro-benchmark (Salis et al., ICSE 2021), for each language with cases of our own in `tests/truths`:
//! every case must find the calls that it lists and no other, but for the gaps that it names. `cargo xtask eval graph` counts
//! the same cases.

use crate::fixture;
use fixtures::truths::cases;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

#[expect(clippy::disallowed_methods, reason = "a test reads its cases")]
fn check(language: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/truths").join(language);
    let mut report = String::new();
    let mut texts: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    texts.sort();
    assert!(!texts.is_empty());
    for path in texts {
        let category = path.file_stem().unwrap().to_string_lossy().into_owned();
        for case in cases(&std::fs::read_to_string(&path).unwrap()) {
            let found = fixture::edges(&fixture::build(&case.files));
            let misses: BTreeSet<_> = case.calls.difference(&found).cloned().collect();
            let makes_up: BTreeSet<_> = found.difference(&case.calls).cloned().collect();
            let mut compare = |what: &str, calls: &BTreeSet<(String, String)>, known: &BTreeSet<(String, String)>| {
                for (from, to) in calls.difference(known) {
                    let _ = writeln!(report, "{category}/{}: {what} {from} -> {to}", case.name);
                }
                for (from, to) in known.difference(calls) {
                    let _ = writeln!(report, "{category}/{}: no longer {what} {from} -> {to}", case.name);
                }
            };
            compare("misses", &misses, &case.misses);
            compare("makes up", &makes_up, &case.makes_up);
        }
    }
    assert_eq!(report, "");
}

macro_rules! languages {
    ($($name:ident)*) => { $(#[test] fn $name() { check(stringify!($name)); })* };
}

languages! { go java javascript python rust typescript }
