//! The docs embed reads markdown with a reader of its own, in JavaScript. Both read the same random texts here, and digests
//! of what they read are compared: `tests/e2e/embed-markdown.test.mjs` is the other half.

use expect_test::expect_file;
use markdown::{Block, Inline, parse};

const DICTIONARY: &str = include_str!("../../../tests/fixtures/markdown/dictionary.txt");

#[test]
fn random_texts_read_as_they_always_did() {
    let words: Vec<String> = DICTIONARY.lines().map(|line| line.replace("\\n", "\n").replace("\\t", "\t")).collect();
    let readings = (0..64).map(|seed| {
        let texts = random_texts(&words, seed);
        digest(&texts.iter().map(|text| outline(&parse(text).blocks)).collect::<Vec<_>>().join("\n")) + "\n"
    });
    expect_file!["../../../tests/fixtures/markdown/readings.txt"].assert_eq(&readings.collect::<String>());
}

/// Fifty texts of the words; the same for a seed in every language.
fn random_texts(words: &[String], seed: u32) -> Vec<String> {
    let mut state = seed + 1;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as usize % below
    };
    let mut text = || {
        let length = 1 + next(30);
        (0..length).map(|_| words[next(words.len())].as_str()).collect()
    };
    (0..50).map(|_| text()).collect()
}

/// FNV-1a over the bytes, as hexadecimal digits.
fn digest(text: &str) -> String {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

fn outline(blocks: &[Block]) -> String {
    joined(blocks, " ", block)
}

fn joined<T>(all: &[T], between: &str, one: impl Fn(&T) -> String) -> String {
    all.iter().map(one).collect::<Vec<_>>().join(between)
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(level, text) => format!("h{level}({})", parts(text)),
        Block::Paragraph(text) => format!("p({})", parts(text)),
        Block::List { start, items } => {
            let kind = start.map_or("ul".to_owned(), |start| format!("ol{start}"));
            format!("{kind}[{}]", joined(items, "; ", |item| outline(item)))
        }
        Block::Quote(blocks) => format!("q({})", outline(blocks)),
        Block::Code(language, text) => format!("code {language}:\"{text}\""),
        Block::Table(_, rows) => format!("table[{}]", joined(rows, "; ", |row| joined(row, " | ", |cell| parts(cell)))),
        Block::Rule => "hr".to_owned(),
        Block::Plain(text) => format!("plain \"{text}\""),
    }
}

fn parts(text: &[Inline]) -> String {
    joined(text, " ", |part| match part {
        Inline::Text(text) => format!("\"{text}\""),
        Inline::Code(text) => format!("code \"{text}\""),
        Inline::Strong(inside) => format!("b({})", parts(inside)),
        Inline::Emphasis(inside) => format!("i({})", parts(inside)),
        Inline::Link(url, inside) => format!("a {url}({})", parts(inside)),
        Inline::Citation(number) => format!("#{number}"),
        // The embed shows formulas as text; the dictionary has none.
        Inline::Math { source, .. } => format!("math \"{source}\""),
        Inline::Break => "br".to_owned(),
    })
}
