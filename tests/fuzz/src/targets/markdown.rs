//! An answer as it is drawn: however it comes in pieces it reads the same, in bounded parts and bounded time.

use crate::{Broken, Target};
use markdown::{Block, Inline, MARKDOWN_DEPTH, MARKDOWN_PARTS, Stream, parse};

pub const TARGET: Target = Target {
    name: "markdown",
    dictionary: &[
        b"`", b"```", b"````", b"~~~", b"\n", b"\n\n", b"\n    ", b"\t", b"> ", b"- ", b"1. ", b"# ", b"---", b"===", b"| a ", b"|-",
        b"|", b"**", b"*", b"__", b"_", b"~~", b"[", b"](", b")", b"![", b"<https://e.org", b">", b"\\", b"&lt;", b"[[1]]", b"[[", b"word ",
    ],
    seeds: || {
        vec![
            b"# A **b** `c` [d](https://e.org)\n\n- x [[1]]\n  - y\n\n```js\nz\n```\n\n| a | b |\n|---|---|\n| c |\n".to_vec(),
            b"> quote\nlazy\n\n1. one\n\n   ````\n   ```\n   ````\n2. two\n\nSetext\n---\n".to_vec(),
        ]
    },
    check,
};

fn check(input: &[u8]) -> Result<(), Broken> {
    let text = String::from_utf8_lossy(input);
    let read = parse(&text);
    let (parts, depth) = measure(&read.blocks);
    // A limit is looked at once a line and once a block: what passes it is one of these.
    if parts > 2 * MARKDOWN_PARTS || depth > 2 * MARKDOWN_DEPTH + 3 {
        return Err(format!("{parts} parts, {depth} deep"));
    }
    // A few hundred cuts at most, so that long inputs stay cheap.
    let step = text.len() / 200 + 1;
    let mut stream = Stream::default();
    for end in (0..text.len()).step_by(step).filter(|end| text.is_char_boundary(*end)) {
        stream.update(&text[..end], false);
    }
    stream.update(&text, true);
    let streamed: Vec<&Block> = stream.blocks().iter().map(|(_, block)| &**block).collect();
    let whole: Vec<&Block> = read.blocks.iter().collect();
    match streamed == whole || !read.limits.is_empty() {
        true => Ok(()),
        false => Err(format!("in pieces: {streamed:?}\nat once: {whole:?}")),
    }
}

/// How many parts there are, and how deep they go.
fn measure(blocks: &[Block]) -> (usize, usize) {
    let inside = |block: &Block| match block {
        Block::Heading(_, text) | Block::Paragraph(text) => inlines(text),
        Block::List { items, .. } => all(items.iter().map(|item| measure(item))),
        Block::Quote(blocks) => measure(blocks),
        Block::Table(_, rows) => all(rows.iter().flatten().map(|cell| inlines(cell))),
        Block::Code(..) | Block::Rule | Block::Plain(_) => (0, 0),
    };
    all(blocks.iter().map(inside).map(|(parts, depth)| (parts + 1, depth + 1)))
}

fn inlines(text: &[Inline]) -> (usize, usize) {
    all(text.iter().map(|part| match part {
        Inline::Strong(inside) | Inline::Emphasis(inside) | Inline::Link(_, inside) => {
            let (parts, depth) = inlines(inside);
            (parts + 1, depth + 1)
        }
        Inline::Text(_) | Inline::Code(_) | Inline::Math { .. } | Inline::Citation(_) | Inline::Break => (1, 1),
    }))
}

fn all(inside: impl Iterator<Item = (usize, usize)>) -> (usize, usize) {
    inside.fold((0, 0), |(parts, depth), (more, deep)| (parts + more, depth.max(deep)))
}
