//! The table of `docs/limits.md` is the table that code reads.

use expect_test::expect_file;

const BEGIN: &str = "<!-- limits: made from crates/limits -->\n";
const END: &str = "<!-- end of limits -->";

#[test]
fn the_document_lists_every_limit() {
    let document = include_str!("../../../docs/limits.md");
    let (before, rest) = document.split_once(BEGIN).expect("the document has a place for the limits");
    let (_, after) = rest.split_once(END).expect("the table has an end");
    let table = limits::markdown();
    expect_file!["../../../docs/limits.md"].assert_eq(&format!("{before}{BEGIN}{table}{END}{after}"));
}

#[test]
fn every_limit_has_a_sentence() {
    for limit in limits::SECTIONS.iter().flat_map(|section| section.limits) {
        assert!(limit.value > 0, "{}: a limit of nothing", limit.name);
        assert!(limit.beyond.ends_with('.'), "{}: {}", limit.name, limit.beyond);
        assert!(!limit.bounds.ends_with('.'), "{}: {}", limit.name, limit.bounds);
        assert!(!limit.bounds.contains('|') && !limit.beyond.contains('|'), "{}: breaks the table", limit.name);
    }
}
