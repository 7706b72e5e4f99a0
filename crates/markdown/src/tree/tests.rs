use crate::{Align, Block, Inline, Limit, MARKDOWN_COLUMNS, MARKDOWN_DEPTH, MARKDOWN_PARTS};

fn parse(text: &str) -> Vec<Block> {
    super::parse(text).blocks
}

fn text(text: &str) -> Inline {
    Inline::Text(text.to_owned())
}

#[test]
fn citations_are_found_in_running_text() {
    assert_eq!(
        parse("A session ends [[1]][[2]] here, see [[x]] and `[[3]]`."),
        [Block::Paragraph(vec![
            text("A session ends "),
            Inline::Citation(1),
            Inline::Citation(2),
            text(" here, see [[x]] and "),
            Inline::Code("[[3]]".into()),
            text("."),
        ])]
    );
}

#[test]
fn citations_are_found_in_lists_bold_text_and_tables() {
    let blocks = parse("- **one [[1]]**\n- two\n\n| a |\n|---|\n| b [[2]] |\n");
    let item = Block::Paragraph(vec![Inline::Strong(vec![text("one "), Inline::Citation(1)])]);
    assert_eq!(
        blocks[0],
        Block::List { start: None, items: vec![vec![item], vec![Block::Paragraph(vec![text("two")])]] }
    );
    assert_eq!(
        blocks[1],
        Block::Table(vec![Align::Start], vec![vec![vec![text("a")]], vec![vec![text("b "), Inline::Citation(2)]]])
    );
}

#[test]
fn html_is_text_and_only_safe_links_are_links() {
    assert_eq!(
        parse(
            "<img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](https://b.example) ![c](https://c.example/c.png)"
        ),
        [Block::Paragraph(vec![
            text("<img src=x onerror=alert(1)> a "),
            Inline::Link("https://b.example".into(), vec![text("b")]),
            text(" "),
            Inline::Link("https://c.example/c.png".into(), vec![text("c")]),
        ])]
    );
    assert_eq!(parse("<script>\nalert(1)\n</script>"), [Block::Paragraph(vec![text("<script> alert(1) </script>")])]);
}

#[test]
fn blocks_end_where_the_next_begins() {
    assert_eq!(
        parse("# One `x` #\ntext\nmore\n***\nSetext\n---\n> quoted\nlazily\n\n    indented\n"),
        [
            Block::Heading(1, vec![text("One "), Inline::Code("x".into())]),
            Block::Paragraph(vec![text("text more")]),
            Block::Rule,
            Block::Heading(2, vec![text("Setext")]),
            Block::Quote(vec![Block::Paragraph(vec![text("quoted lazily")])]),
            Block::Code(String::new(), "indented".into()),
        ]
    );
}

#[test]
fn lists_hold_paragraphs_code_and_lists() {
    let item = |it: &str| vec![Block::Paragraph(vec![text(it)])];
    let inner = Block::List { start: None, items: vec![item("b"), item("c")] };
    let fence = Block::Code("rs".into(), "let x;\n\nx".into());
    assert_eq!(
        parse("3. a\n   - b\n   - c\n4. d\n\n   ```rs\n   let x;\n\n   x\n   ```\n\nafter"),
        [
            Block::List {
                start: Some(3),
                items: vec![
                    vec![Block::Paragraph(vec![text("a")]), inner],
                    vec![Block::Paragraph(vec![text("d")]), fence],
                ]
            },
            Block::Paragraph(vec![text("after")]),
        ]
    );
    assert_eq!(parse("- a\n\n- b\n* c").len(), 2);
    assert_eq!(parse("It was in\n1986. A year."), [Block::Paragraph(vec![text("It was in 1986. A year.")])]);
}

#[test]
fn a_row_has_at_most_as_many_cells_as_the_head() {
    let cell = |it: &str| vec![text(it)];
    let rows = vec![vec![cell("a"), cell("b")], vec![cell("1"), cell("x|y")], vec![cell("2")]];
    assert_eq!(parse("a | b\n:-- | --:\n1 | x\\|y | z\n| 2 |\n"), [Block::Table(vec![Align::Start, Align::End], rows)]);
    assert_eq!(parse("a | b\nno table"), [Block::Paragraph(vec![text("a | b no table")])]);
}

#[test]
fn an_unfinished_fence_reads_as_code() {
    assert_eq!(parse("```py title\nx = 1\n"), [Block::Code("py".into(), "x = 1".into())]);
}

#[test]
fn deep_nesting_is_flattened() {
    let mut depth = 0;
    let mut blocks = parse(&(">".repeat(500) + " deep"));
    while let Some(Block::Quote(inner)) = blocks.pop() {
        depth += 1;
        blocks = inner;
    }
    assert_eq!(depth, MARKDOWN_DEPTH);
    assert!(!parse(&"*a ".repeat(2_000)).is_empty());
}

#[test]
fn fences_are_read_as_commonmark_says() {
    let code = |language: &str, text: &str| Block::Code(language.into(), text.into());
    let paragraph = |it: &str| Block::Paragraph(vec![text(it)]);
    // A longer fence holds a shorter one; a fence with an info string closes nothing; another sign neither.
    assert_eq!(
        parse("````rs\n/// ```\n/// x\n/// ```\n```\n````\nafter"),
        [code("rs", "/// ```\n/// x\n/// ```\n```"), paragraph("after")]
    );
    assert_eq!(parse("```\na\n``` b\n~~~\n```"), [code("", "a\n``` b\n~~~")]);
    // A closing fence may be indented by three, and is code with four.
    assert_eq!(parse("```\na\n    ```\n   ```\nb"), [code("", "a\n    ```"), paragraph("b")]);
    // Backticks behind backticks are code in a line.
    assert_eq!(parse("``` a ``` b"), [Block::Paragraph(vec![Inline::Code("a".into()), text(" b")])]);
    // A fence ends with its container, and the indentation of its opening comes off.
    assert_eq!(parse("> ```\n> a\nb"), [Block::Quote(vec![code("", "a")]), paragraph("b")]);
    assert_eq!(
        parse("- ```\n  a\n   b\n\nc"),
        [Block::List { start: None, items: vec![vec![code("", "a\n b")]] }, paragraph("c")]
    );
}

#[test]
fn a_table_of_many_columns_and_rows_costs_what_is_written() {
    let columns = 2_000;
    let wide = format!("{}\n{}\n{}", "|a".repeat(columns), "|-".repeat(columns), "|\n".repeat(2_000));
    let read = super::parse(&wide);
    assert_eq!(read.limits, [Limit::TableColumns]);
    assert!(!read.blocks.iter().any(|block| matches!(block, Block::Table(..))));
    let fits = MARKDOWN_COLUMNS;
    let long = format!("{}\n{}\n{}", "|a".repeat(fits), "|-".repeat(fits), "|\n".repeat(2_000));
    let blocks = parse(&long);
    let [Block::Table(_, rows)] = &blocks[..] else { panic!("{blocks:?}") };
    assert_eq!((rows.len(), rows[0].len(), rows[1..].iter().map(Vec::len).max()), (2_001, fits, Some(1)));
}

#[test]
fn what_is_too_much_is_plain_text() {
    let many = "- `a`\n".repeat(MARKDOWN_PARTS);
    let read = super::parse(&many);
    assert_eq!(read.limits, [Limit::Nodes]);
    let Some(Block::Plain(rest)) = read.blocks.last() else { panic!("plain text at the end") };
    assert!(many.ends_with(rest.as_str()) && rest.len() > many.len() / 2);
    assert_eq!(super::parse(&">".repeat(MARKDOWN_DEPTH + 1)).limits, [Limit::Nesting]);
    // One paragraph of too many parts is text as a whole.
    assert_eq!(super::parse(&"`a` ".repeat(MARKDOWN_PARTS)).limits, [Limit::Nodes]);
}
