//! The parts of an answer as they are drawn: an excerpt and the line with its place are one, and a place that the text before it
//! has named is not written again.

use markdown::{Block, Inline};
use std::sync::Arc;

/// A part of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    Block(Arc<Block>),
    Excerpt(Excerpt),
}

/// Lines of a file that the answer shows, with where they are.
#[derive(Debug, Clone, PartialEq)]
pub struct Excerpt {
    /// `path:line`; `None` where one of the blocks before it has it.
    pub place: Option<String>,
    /// The number of its citation.
    pub citation: u32,
    pub language: String,
    pub text: String,
}

impl Excerpt {
    /// How many lines of code it has; a line of dots is in place of others.
    pub fn lines(&self) -> usize {
        self.text.lines().filter(|line| line.trim() != "...").count()
    }
}

/// How many blocks before an excerpt may have named its place.
const NEAR: usize = 2;

/// The blocks of an answer as parts, each with a key that changes with its content.
pub fn parts(blocks: &[(u64, Arc<Block>)]) -> Vec<((u64, u64), Part)> {
    let mut out = Vec::with_capacity(blocks.len());
    let mut at = 0;
    while let Some((key, block)) = blocks.get(at) {
        let next = blocks.get(at + 1).and_then(|(key, next)| match &**next {
            Block::Code(language, text) => Some((*key, language, text)),
            _ => None,
        });
        match (place_of(block), next) {
            (Some((place, citation)), Some((code, language, text))) => {
                let before = &blocks[at.saturating_sub(NEAR)..at];
                let is_named = before.iter().any(|(_, block)| names(block, place));
                let place = (!is_named).then(|| place.to_owned());
                let excerpt = Excerpt { place, citation, language: language.clone(), text: text.clone() };
                out.push(((*key, code), Part::Excerpt(excerpt)));
                at += 2;
            }
            _ => {
                out.push(((*key, 0), Part::Block(Arc::clone(block))));
                at += 1;
            }
        }
    }
    out
}

/// The place and citation of a paragraph that is nothing else: a place as code, its citation and a colon.
fn place_of(block: &Block) -> Option<(&str, u32)> {
    let Block::Paragraph(text) = block else { return None };
    let [Inline::Code(place), Inline::Text(space), Inline::Citation(number), Inline::Text(colon)] = text.as_slice()
    else {
        return None;
    };
    let (_, line) = place.rsplit_once(':')?;
    let is_place = !line.is_empty() && line.bytes().all(|digit| digit.is_ascii_digit());
    (is_place && space == " " && colon == ":").then_some((place.as_str(), *number))
}

fn names(block: &Block, place: &str) -> bool {
    let is_it = |text: &[Inline]| text.iter().any(|it| matches!(it, Inline::Code(code) if code == place));
    matches!(block, Block::Paragraph(text) if is_it(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(answer: &str) -> Vec<Part> {
        let blocks: Vec<_> = (1..).zip(markdown::parse(answer).blocks.into_iter().map(Arc::new)).collect();
        parts(&blocks).into_iter().map(|(_, part)| part).collect()
    }

    #[test]
    fn an_excerpt_has_its_place_unless_the_text_before_it_has() {
        let answer =
            "`f` is at `a.py:3`. [[1]]\n\n`a.py:3` [[1]]:\n\n```py\nf()\n```\n\n`b.py:9` [[2]]:\n\n```py\ng()\n```\n";
        let shown = read(answer);
        let excerpt = |place: Option<&str>, citation, text: &str| {
            Part::Excerpt(Excerpt {
                place: place.map(str::to_owned),
                citation,
                language: "py".into(),
                text: text.into(),
            })
        };
        assert_eq!(shown.len(), 3);
        let Part::Excerpt(cut) = excerpt(None, 1, "f() {\n    ...\n    g()\n...") else { panic!("no excerpt") };
        assert_eq!(cut.lines(), 2, "dots are no lines");
        assert_eq!(shown[1..], [excerpt(None, 1, "f()"), excerpt(Some("b.py:9"), 2, "g()")]);
    }

    #[test]
    fn other_text_above_code_stays_a_block() {
        for answer in ["See `a.py:3` [[1]]:\n\n```\nx\n```", "`a.py` [[1]]:\n\n```\nx\n```", "`a.py:3` [[1]]:\n\ntext"]
        {
            assert!(read(answer).iter().all(|part| matches!(part, Part::Block(_))), "{answer}");
        }
    }
}
