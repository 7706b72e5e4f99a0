//! Answers that cite: once they are filtered and drawn, no id is seen outside code, each chip is one that passed, and
//! however the stream was cut the answer is the same.

use crate::{Broken, Target};
use agent::CitationFilter;
use markdown::{Block, Inline, Limit, parse};
use protocol::Evidence;

/// Spans that tools returned; the last one is not in the repository any more.
const IDS: [&str; 3] = ["a1b2c3d4e5", "0123456789", "feedfacefe"];

pub const TARGET: Target = Target {
    name: "citations",
    dictionary: &[
        b"[[a1b2c3d4e5]]", b"[[0123456789, a1b2c3d4e5]]", b"[[feedfacefe]]", b"[[dddddddddd]]", b"[[1]]", b"[[+1]]", b"[\\[1]]", b"[[[1]]]",
        b"[[1]](x)", b"&#91;[1]]", b"[[", b"]]", b"[", b"]", b"\\", b"1", b"2", b"a1b2c3d4e5", b"feedfacefe", b"0123456789", b"`", b"``",
        b"```", b"````", b"```rust", b"~~~", b"\n", b"\n\n", b"    ", b"\t", b"> ", b"- ", b"1. ", b"# ", b"---", b"| a ", b"|", b"\n|-|-|\n",
        b"*", b"**", b"_", b"<https://e.org/", b">", b"](https://e.org)", b"&lt;", b" word ", b", ",
    ],
    seeds: || {
        vec![
            b"A [[a1b2c3d4e5]] and `[[0123456789]]`.\n\n````rust\n/// ```\n/// x[[1]]\n/// ```\n````\n\nB [[feedfacefe]].\n".to_vec(),
            b"- a ` b\n- [[0123456789]]\n\n| `a | b` |\n|---|---|\n| [[a1b2c3d4e5]] | ` |\n\n> ```\n> [[1]]\nc [[0123456789]]\n".to_vec(),
        ]
    },
    check,
};

fn check(input: &[u8]) -> Result<(), Broken> {
    let text = String::from_utf8_lossy(input);
    let evidence: Vec<Evidence> = IDS.iter().map(|id| Evidence::of_lines(*id, "a.rs", 1, 2)).collect();
    let evidence: Vec<&Evidence> = evidence.iter().collect();
    let whole = filtered(&text, text.len().max(1), &evidence);
    for piece in [1, 3, 7] {
        let cut = filtered(&text, piece, &evidence);
        if cut != whole {
            return Err(format!("in pieces of {piece}: {:?}\nat once: {:?}", cut.0, whole.0));
        }
    }
    let (answer, citations) = whole;
    let read = parse(&answer);
    // Beyond the limit text is shown as it is written.
    if read.limits.contains(&Limit::Nodes) {
        return Ok(());
    }
    let mut seen = Seen::default();
    read.blocks.iter().for_each(|block| seen.block(block));
    let passed = citations.len() as u32;
    if let Some(chip) = seen.chips.iter().find(|chip| !(1..=passed).contains(*chip)) {
        return Err(format!("a chip {chip} of {passed} citations in {answer:?}"));
    }
    // In the middle of a longer word it names no span.
    let words: Vec<&str> = seen.text.split(|letter: char| !letter.is_alphanumeric()).collect();
    if let Some(id) = IDS.iter().find(|id| words.contains(id)) {
        return Err(format!("{id} is seen in {answer:?}"));
    }
    // One chip more than was let through would be one that the text spelled.
    let let_through = (1..=passed).map(|number| answer.matches(&format!("[[{number}]]")).count()).sum::<usize>();
    let spelled = (1..=passed).map(|number| text.matches(&format!("[[{number}]]")).count()).sum::<usize>();
    let cited = text.matches(IDS[0]).count() + text.matches(IDS[1]).count();
    match seen.chips.len() <= cited && seen.chips.len() <= let_through {
        true => Ok(()),
        false => Err(format!("{} chips for {cited} citations and {spelled} spelled in {answer:?}", seen.chips.len())),
    }
}

/// The answer with its citations, having come in pieces of so many characters.
fn filtered(text: &str, piece: usize, evidence: &[&Evidence]) -> (String, Vec<String>) {
    let holding = [true, true, false];
    let mut filter = CitationFilter::new(evidence, &holding);
    let letters: Vec<char> = text.chars().collect();
    for part in letters.chunks(piece) {
        filter.push(&part.iter().collect::<String>());
    }
    filter.end();
    let (answer, citations, _) = filter.into_answer();
    (answer, citations.into_iter().map(|citation| citation.id).collect())
}

/// What a reader sees outside code.
#[derive(Default)]
struct Seen {
    text: String,
    chips: Vec<u32>,
}

impl Seen {
    fn block(&mut self, block: &Block) {
        self.text.push('\n');
        match block {
            Block::Heading(_, text) | Block::Paragraph(text) => self.inlines(text),
            Block::List { items, .. } => items.iter().flatten().for_each(|block| self.block(block)),
            Block::Quote(blocks) => blocks.iter().for_each(|block| self.block(block)),
            Block::Table(_, rows) => rows.iter().flatten().for_each(|cell| {
                self.text.push('\n');
                self.inlines(cell);
            }),
            Block::Code(language, _) => self.text.push_str(language),
            Block::Plain(text) => self.text.push_str(text),
            Block::Rule => {}
        }
    }

    fn inlines(&mut self, text: &[Inline]) {
        for part in text {
            match part {
                Inline::Text(text) => self.text.push_str(text),
                Inline::Code(_) | Inline::Math { .. } | Inline::Break => self.text.push(' '),
                Inline::Strong(inside) | Inline::Emphasis(inside) | Inline::Link(_, inside) => {
                    self.text.push(' ');
                    self.inlines(inside);
                    self.text.push(' ');
                }
                // Separates what is before it from what is after.
                Inline::Citation(number) => {
                    self.text.push(' ');
                    self.chips.push(*number);
                }
            }
        }
    }
}
