//! pulldown-cmark's events to [`Block`]s.

use super::{Block, Inline};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

/// Deepest nesting that is kept; what lies deeper is shown at this depth.
const DEEPEST: usize = 12;

/// Reads markdown. Any text is valid; an unfinished one (while it streams) reads as far as it goes.
pub fn parse(markdown: &str) -> Vec<Block> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut events = Parser::new_ext(markdown, options);
    blocks(&mut events, 0)
}

/// Blocks up to the end of the element that is open.
fn blocks(events: &mut Parser<'_>, depth: usize) -> Vec<Block> {
    let mut out = Vec::new();
    // Text that stands in a block container without a paragraph: tight list items.
    let mut loose = Vec::new();
    while let Some(event) = events.next() {
        if is_inline(&event) {
            inline(event, events, depth, &mut loose);
            continue;
        }
        flush(&mut loose, &mut out);
        match event {
            Event::Start(tag) => block(tag, events, depth, &mut out),
            Event::Rule => out.push(Block::Rule),
            Event::End(_) => return out,
            _ => {}
        }
    }
    flush(&mut loose, &mut out);
    out
}

fn flush(loose: &mut Vec<Inline>, out: &mut Vec<Block>) {
    if !loose.is_empty() {
        out.push(Block::Paragraph(with_citations(std::mem::take(loose))));
    }
}

fn is_inline(event: &Event) -> bool {
    match event {
        Event::Start(tag) => {
            matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. })
        }
        Event::Text(_) | Event::Code(_) | Event::InlineHtml(_) | Event::Html(_) => true,
        Event::SoftBreak | Event::HardBreak => true,
        _ => false,
    }
}

fn block(tag: Tag, events: &mut Parser<'_>, depth: usize, out: &mut Vec<Block>) {
    if depth >= DEEPEST {
        out.extend(blocks(events, depth));
        return;
    }
    match tag {
        Tag::Heading { level, .. } => out.push(Block::Heading(level as u8, inlines(events, depth))),
        Tag::Paragraph => out.push(Block::Paragraph(inlines(events, depth))),
        Tag::BlockQuote(_) => out.push(Block::Quote(blocks(events, depth + 1))),
        Tag::CodeBlock(kind) => out.push(code(&kind, events)),
        Tag::List(start) => out.push(Block::List { start, items: items(events, depth + 1) }),
        Tag::Table(_) => out.push(Block::Table(table(events, depth))),
        _ => out.extend(blocks(events, depth + 1)),
    }
}

fn code(kind: &CodeBlockKind, events: &mut Parser<'_>) -> Block {
    let language = match kind {
        CodeBlockKind::Fenced(info) => info.split_whitespace().next().unwrap_or_default().to_owned(),
        CodeBlockKind::Indented => String::new(),
    };
    let mut text = String::new();
    for event in events.by_ref() {
        match event {
            Event::Text(piece) => text.push_str(&piece),
            Event::End(_) => break,
            _ => {}
        }
    }
    Block::Code(language, text.trim_end_matches('\n').to_owned())
}

fn items(events: &mut Parser<'_>, depth: usize) -> Vec<Vec<Block>> {
    let mut items = Vec::new();
    while let Some(Event::Start(_)) = events.next() {
        items.push(blocks(events, depth));
    }
    items
}

fn table(events: &mut Parser<'_>, depth: usize) -> Vec<Vec<Vec<Inline>>> {
    let mut rows = Vec::new();
    // Head and rows, each a list of cells.
    while let Some(Event::Start(_)) = events.next() {
        let mut cells = Vec::new();
        while let Some(Event::Start(_)) = events.next() {
            cells.push(inlines(events, depth));
        }
        rows.push(cells);
    }
    rows
}

/// Inlines up to the end of the element that is open.
fn inlines(events: &mut Parser<'_>, depth: usize) -> Vec<Inline> {
    let mut out = Vec::new();
    while let Some(event) = events.next() {
        if matches!(event, Event::End(_)) {
            break;
        }
        inline(event, events, depth, &mut out);
    }
    with_citations(out)
}

fn inline(event: Event, events: &mut Parser<'_>, depth: usize, out: &mut Vec<Inline>) {
    match event {
        Event::Start(tag) => {
            let children = if depth >= DEEPEST { Vec::new() } else { inlines(events, depth + 1) };
            if depth >= DEEPEST {
                skip(events);
            }
            match tag {
                Tag::Strong => out.push(Inline::Strong(children)),
                Tag::Emphasis => out.push(Inline::Emphasis(children)),
                Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } if is_safe(&dest_url) => {
                    let children =
                        if children.is_empty() { vec![Inline::Text(dest_url.to_string())] } else { children };
                    out.push(Inline::Link(dest_url.into_string(), children));
                }
                _ => out.extend(children),
            }
        }
        Event::Code(text) => out.push(Inline::Code(text.into_string())),
        Event::Text(text) | Event::InlineHtml(text) | Event::Html(text) => push_text(out, &text),
        Event::SoftBreak => push_text(out, " "),
        Event::HardBreak => out.push(Inline::Break),
        _ => {}
    }
}

/// Leaves out everything up to the end of the element that is open.
fn skip(events: &mut Parser<'_>) {
    let mut open = 1;
    for event in events.by_ref() {
        match event {
            Event::Start(_) => open += 1,
            Event::End(_) => open -= 1,
            _ => {}
        }
        if open == 0 {
            return;
        }
    }
}

fn push_text(out: &mut Vec<Inline>, text: &str) {
    match out.last_mut() {
        Some(Inline::Text(before)) => before.push_str(text),
        _ => out.push(Inline::Text(text.to_owned())),
    }
}

fn is_safe(url: &str) -> bool {
    let scheme = |name: &str| url.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    scheme("https://") || scheme("http://") || scheme("mailto:") || url.starts_with('#')
}

/// Splits `[[number]]` out of texts.
fn with_citations(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut out = Vec::with_capacity(inlines.len());
    for inline in inlines {
        let Inline::Text(text) = inline else {
            out.push(inline);
            continue;
        };
        let mut rest = text.as_str();
        let mut from = 0;
        while let Some(open) = rest[from..].find("[[").map(|at| at + from) {
            let number =
                rest[open + 2..].split_once("]]").and_then(|(inner, _)| Some((inner.len(), inner.parse().ok()?)));
            let Some((length, number)) = number else {
                from = open + 2;
                continue;
            };
            if open > 0 {
                out.push(Inline::Text(rest[..open].to_owned()));
            }
            out.push(Inline::Citation(number));
            rest = &rest[open + length + 4..];
            from = 0;
        }
        if !rest.is_empty() {
            out.push(Inline::Text(rest.to_owned()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn citations_stand_in_lists_bold_text_and_tables() {
        let blocks = parse("- **one [[1]]**\n- two\n\n| a |\n|---|\n| b [[2]] |\n");
        let item = Block::Paragraph(vec![Inline::Strong(vec![text("one "), Inline::Citation(1)])]);
        assert_eq!(
            blocks[0],
            Block::List { start: None, items: vec![vec![item], vec![Block::Paragraph(vec![text("two")])]] }
        );
        assert_eq!(blocks[1], Block::Table(vec![vec![vec![text("a")]], vec![vec![text("b "), Inline::Citation(2)]]]));
    }

    #[test]
    fn html_is_text_and_only_safe_links_are_links() {
        assert_eq!(
            parse(
                "<img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](https://b.example) ![c](https://c.example/c.png)"
            ),
            [Block::Paragraph(vec![
                text("<img src=x onerror=alert(1)> "),
                text("a "),
                Inline::Link("https://b.example".into(), vec![text("b")]),
                text(" "),
                Inline::Link("https://c.example/c.png".into(), vec![text("c")]),
            ])]
        );
        assert_eq!(
            parse("<script>\nalert(1)\n</script>"),
            [Block::Paragraph(vec![text("<script>\nalert(1)\n</script>")])]
        );
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
        assert_eq!(depth, DEEPEST);
        assert!(!parse(&"*a ".repeat(2_000)).is_empty());
    }
}
