use crate::{Inline, MARKDOWN_DEPTH};

fn inlines(text: &str) -> Vec<Inline> {
    super::inlines(text, usize::MAX).expect("no limit").0
}

fn text(text: &str) -> Inline {
    Inline::Text(text.to_owned())
}

fn strong(inside: Inline) -> Inline {
    Inline::Strong(vec![inside])
}

fn slanted(inside: Inline) -> Inline {
    Inline::Emphasis(vec![inside])
}

#[test]
fn emphasis_nests_and_leaves_names_alone() {
    assert_eq!(
        inlines("**a** *b* __c__ _d_"),
        [strong(text("a")), text(" "), slanted(text("b")), text(" "), strong(text("c")), text(" "), slanted(text("d"))]
    );
    assert_eq!(inlines("***both***"), [slanted(strong(text("both")))]);
    assert_eq!(inlines("snake_case_name 2 * 3 * 4 **open"), [text("snake_case_name 2 * 3 * 4 **open")]);
    assert_eq!(inlines("~~gone~~ ~5"), [text("gone ~5")]);
    assert_eq!(
        inlines("**`a_b`:** x"),
        [strong(Inline::Code("a_b".into())), text(" x")].map(|it| match it {
            Inline::Strong(mut inside) => {
                inside.push(text(":"));
                Inline::Strong(inside)
            }
            it => it,
        })
    );
}

#[test]
fn code_wins_over_everything() {
    assert_eq!(
        inlines("`*a*` ``b`c`` `open"),
        [Inline::Code("*a*".into()), text(" "), Inline::Code("b`c".into()), text(" `open")]
    );
    assert_eq!(inlines("*a `b*` c"), [text("*a "), Inline::Code("b*".into()), text(" c")]);
}

#[test]
fn escapes_entities_and_breaks() {
    assert_eq!(inlines(r"\*a\* &lt;b&gt; &copy; \d"), [text(r"*a* <b> &copy; \d")]);
    assert_eq!(inlines("a  \nb\\\nc\nd"), [text("a"), Inline::Break, text("b"), Inline::Break, text("c d")]);
}

#[test]
fn links_with_titles_brackets_and_citations() {
    let link = |url: &str, inside| Inline::Link(url.into(), inside);
    assert_eq!(
        inlines("[a [b]](https://x.example/(y) \"t\") <https://z.example> [c]"),
        [
            link("https://x.example/(y)", vec![text("a [b]")]),
            text(" "),
            link("https://z.example", vec![text("https://z.example")]),
            text(" [c]"),
        ]
    );
    assert_eq!(inlines("**a [[1]]**"), [Inline::Strong(vec![text("a "), Inline::Citation(1)])]);
}

#[test]
fn hostile_texts_end_soon_and_shallow() {
    for unit in [
        "*a ", "a* ", "[", "](", "`", "_a*", "~~", "![", "**a", "<", "\\", "[a](", "`a``", "[a]((", "*_~~", "<a",
        "**a*b_",
    ] {
        assert!(!inlines(&unit.repeat(50_000)).is_empty(), "{unit}");
    }
    let deep = "*a ".repeat(3_000) + &"a* ".repeat(3_000);
    let depth = |mut inlines: Vec<Inline>| {
        let mut depth = 0;
        while let Some(Inline::Emphasis(inner)) = inlines.into_iter().find(|it| matches!(it, Inline::Emphasis(_))) {
            (inlines, depth) = (inner, depth + 1);
        }
        depth
    };
    assert!(depth(inlines(&deep)) <= MARKDOWN_DEPTH);
}

#[test]
fn a_citation_is_digits_in_two_brackets_as_written() {
    assert_eq!(inlines("a [[1]](https://e.org)"), [text("a "), Inline::Citation(1), text("(https://e.org)")]);
    assert_eq!(
        inlines("![[2]](x) [[[3]]]"),
        [text("!"), Inline::Citation(2), text("(x) ["), Inline::Citation(3), text("]")]
    );
    for spelled in
        ["[[+1]]", "[\\[1]]", "\\[[1]]", "[[1\\]]", "[[01]]", "[[1] ]", "[*[1]*]", "&#91;[1]]", "<https://e.org/[1]]"]
    {
        let read = inlines(spelled);
        assert!(!read.iter().any(|part| matches!(part, Inline::Citation(_))), "{spelled}: {read:?}");
    }
}

#[test]
fn code_comes_before_links_and_addresses() {
    assert_eq!(
        inlines("[a `b](c) d`](https://e.org)"),
        [Inline::Link("https://e.org".into(), vec![text("a "), Inline::Code("b](c) d".into())])]
    );
    assert_eq!(inlines("<https://e.org/`x>`"), [text("<https://e.org/"), Inline::Code("x>".into())]);
}

#[test]
fn a_text_of_too_many_parts_is_not_read() {
    assert!(super::inlines("`a` b", 2).is_some());
    assert!(super::inlines("`a` b `c`", 2).is_none());
}

#[test]
fn a_bracket_without_an_address_is_text() {
    assert_eq!(inlines("([a]) [b]"), [text("([a]) [b]")]);
}
