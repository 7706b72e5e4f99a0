//! What the documents say of how something is done with the code.

use super::MarkdownBuilder;
use super::sentence::documented;
use crate::asked::Question;
use crate::excerpt::Excerpt;
use crate::known::Known;
use crate::manual::{self, Section};
use crate::relevance;
use crate::vocabulary::carries_meaning;
use std::ops::Range;

/// Most lines of a section that are shown.
const MOST_LINES: usize = 24;
/// Most lines that are shown of each of several sections.
const MOST_OF_EACH: usize = 14;
/// Of [`MOST_LINES`], most in which the prose before the first code ends.
const MOST_BEFORE_CODE: usize = 10;

/// Shows the section that speaks of it. False, and nothing written, where none does.
pub fn documented(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let Some(section) = manual::section(known, question) else { return false };
    show(out, &section);
    true
}

/// The same where a title has a word of the question: what is only near to it says nothing.
pub fn documented_by_title(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let is_titled = |section: &Section<'_>| {
        let title = section.title.as_deref().unwrap_or("");
        let mut heads = question.terms.iter().filter(|term| carries_meaning(term));
        heads.any(|term| relevance::mentions(title, &term.to_lowercase()))
    };
    let Some(section) = manual::section(known, question).filter(is_titled) else { return false };
    show(out, &section);
    true
}

fn show(out: &mut MarkdownBuilder, section: &Section<'_>) {
    let excerpt = Excerpt::of_lines(section.evidence, shown(section));
    out.say(documented::section(section.evidence, section.title.as_deref(), excerpt.first()));
    out.text(&excerpt);
}

/// Shows the sections that each of two things is the title of. False, and nothing written, where one of them has none.
pub fn each_titled(out: &mut MarkdownBuilder, known: &Known<'_>, things: &[String]) -> bool {
    let sections: Option<Vec<Section<'_>>> = things.iter().map(|thing| manual::titled(known, thing)).collect();
    let Some(sections) = sections.filter(|sections| sections.len() > 1) else { return false };
    let place =
        |section: &Section<'_>| (section.evidence.path.clone(), section.evidence.start_line, section.lines.start);
    if sections.windows(2).any(|two| place(&two[0]) == place(&two[1])) {
        return false;
    }
    for section in &sections {
        let Range { start, end } = shown(section);
        let excerpt = Excerpt::of_lines(section.evidence, start..end.min(start + MOST_OF_EACH));
        out.say(documented::section(section.evidence, section.title.as_deref(), excerpt.first()));
        out.text(&excerpt);
    }
    true
}

/// The title and what is below it; where the first code is far below, the lines around that.
fn shown(section: &Section<'_>) -> Range<usize> {
    let Range { start: from, end: to } = section.lines;
    let lines: Vec<&str> = section.evidence.excerpt.lines().take(to).skip(from).collect();
    let blank = |line: &&str| line.trim().is_empty();
    let code = manual::first_code(&lines).unwrap_or(0);
    // Prose that leads to the code begins behind a blank line.
    let skipped = match code > MOST_BEFORE_CODE {
        true => {
            lines[..code - MOST_BEFORE_CODE / 2].iter().rposition(|line| line.trim().is_empty()).map_or(0, |at| at + 1)
        }
        false => lines.iter().take_while(|line| blank(line)).count(),
    };
    let most = lines.len().min(skipped + MOST_LINES);
    // A code block is shown to its end where that is near.
    let end = lines[skipped..most].iter().rposition(|line| !line.trim().is_empty()).map_or(most, |at| skipped + at + 1);
    from + skipped..from + end
}

#[cfg(test)]
mod tests {
    use crate::answer;
    use crate::question::understand;
    use crate::tests::found;
    use crate::usage;
    use model::Finding;
    use protocol::{Basis, Evidence, EvidenceKind};

    const GUIDE: &str = "\
# Guide

## Clocks

Tasks are run by the clock of the host.

## Retries

A task that failed is run again:

```python
@task(retries=2)
def flaky(): ...
```";

    fn answered(asked: &str) -> String {
        let question = understand(asked, &[]);
        let guide = found("", "docs/guide.md", 10, GUIDE);
        let guide = Evidence { symbol: None, kind: EvidenceKind::Text, basis: Basis::Search { score: 9.0 }, ..guide };
        let findings: Vec<Finding> = usage::step(&question)
            .map(|step| Finding {
                key: format!("step_0: {step}"),
                text: String::new(),
                evidence: vec![guide],
                step: Some(step),
            })
            .into_iter()
            .collect();
        answer::build(asked, &question, &findings, false).finish()
    }

    #[test]
    fn the_section_that_speaks_of_it_is_shown_with_its_code() {
        let answer = answered("How do I retry a task that failed?");
        assert!(
            answer.starts_with("The documentation speaks of this at `docs/guide.md:16`, under \"Retries\":"),
            "{answer}"
        );
        assert!(answer.contains("@task(retries=2)") && !answer.contains("clock"), "{answer}");
    }

    #[test]
    fn a_section_that_has_few_of_the_words_is_not_shown() {
        let answer = answered("How do I encrypt the payload of a task with my own key?");
        assert!(!answer.contains("documentation"), "{answer}");
    }
}
