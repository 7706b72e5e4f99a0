use super::*;

/// The kinds of the lines of a text, in a word each, with the depth of their containers.
fn kinds(text: &str) -> Vec<(usize, Kind)> {
    let mut lines = Lines::default();
    text.lines()
        .map(|line| {
            let read = lines.read(line);
            (lines.containers.len(), read.kind)
        })
        .collect()
}

#[test]
fn a_paragraph_goes_on_without_the_signs_of_its_containers() {
    assert_eq!(
        kinds("> - a\nb\n>\nc"),
        [(2, Kind::Paragraph), (2, Kind::Continued), (2, Kind::Blank), (0, Kind::Paragraph)]
    );
    assert_eq!(kinds("> a\n- b"), [(1, Kind::Paragraph), (1, Kind::Paragraph)]);
    assert_eq!(kinds("> a\n> ```\nb"), [(1, Kind::Paragraph), (1, Kind::FenceOpen), (0, Kind::Paragraph)]);
}

#[test]
fn tabs_count_as_columns() {
    assert_eq!(kinds("\ta"), [(0, Kind::Indented)]);
    assert_eq!(kinds("-\ta\n\n\t\tb"), [(1, Kind::Paragraph), (1, Kind::Blank), (1, Kind::Indented)]);
    let mut lines = Lines::default();
    lines.read("- a");
    lines.read("");
    let read = lines.read("\t\tb");
    assert_eq!((read.kind, read.text, read.pad), (Kind::Indented, "b", 2));
}

#[test]
fn an_item_ends_where_the_indentation_does() {
    assert_eq!(
        kinds("- a\n\n  b\n\nc"),
        [(1, Kind::Paragraph), (1, Kind::Blank), (1, Kind::Paragraph), (1, Kind::Blank), (0, Kind::Paragraph)]
    );
    assert_eq!(kinds("-\n\n  a"), [(1, Kind::Blank), (0, Kind::Blank), (0, Kind::Paragraph)]);
    assert_eq!(kinds("a\n1986. b\n1. c"), [(0, Kind::Paragraph), (0, Kind::Continued), (1, Kind::Paragraph)]);
}
