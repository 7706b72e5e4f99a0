//! README's table of limits is the table that code reads.

use expect_test::expect_file;

const BEGIN: &str = "<!-- limits: made from crates/limits -->\n";
const END: &str = "<!-- end of limits -->";

#[test]
fn readme_lists_every_limit() {
    let readme = include_str!("../../../README.md");
    let (before, rest) = readme.split_once(BEGIN).expect("README has a place for the limits");
    let (_, after) = rest.split_once(END).expect("README's limits end somewhere");
    let table = limits::markdown();
    expect_file!["../../../README.md"].assert_eq(&format!("{before}{BEGIN}{table}{END}{after}"));
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
