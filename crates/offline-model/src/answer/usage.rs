//! What the documents say of how something is done with the code.

use super::MarkdownBuilder;
use super::sentence::{documented, place};
use crate::asked::Question;
use crate::excerpt::Excerpt;
use crate::known::Known;
use crate::manual;
use crate::relevance;
use crate::section::{Section, first_code};
use crate::vocabulary::carries_meaning;
use source::Outline;
use std::ops::Range;

/// Most lines of a section that are shown.
const MOST_LINES: usize = 24;
/// Most lines that are shown of each of several sections.
const MOST_OF_EACH: usize = 14;
/// Of [`MOST_LINES`], most in which the prose before the first code ends.
const MOST_BEFORE_CODE: usize = 10;
/// So many more are shown where the section, or the code that is shown last, ends with them.
const FEW_MORE: usize = 12;

/// Shows the section that speaks of it. False, and nothing written, where none does.
pub fn documented(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let Some((section, rarest)) = manual::section(known, question) else { return false };
    show(out, &section, rarest.as_deref());
    true
}

/// The same where a title has a word of the question: what is only near to it says nothing.
pub fn documented_by_title(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let is_titled = |section: &Section<'_>| {
        let title = section.title.as_deref().unwrap_or("");
        let mut heads = question.terms.iter().filter(|term| carries_meaning(term));
        heads.any(|term| relevance::mentions(title, &term.to_lowercase()))
    };
    let found = manual::section(known, question).filter(|(section, _)| is_titled(section));
    let Some((section, rarest)) = found else { return false };
    show(out, &section, rarest.as_deref());
    true
}

fn show(out: &mut MarkdownBuilder, section: &Section<'_>, rarest: Option<&str>) {
    let (first, further) = shown(section, rarest);
    let excerpt = Excerpt::of_lines(section.evidence, first);
    out.say(documented::section(section.evidence, section.title.as_deref(), excerpt.first()));
    out.text(&excerpt);
    if let Some(further) = further {
        let excerpt = Excerpt::of_lines(section.evidence, further);
        out.say(place::above(&excerpt));
        out.text(&excerpt);
    }
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
        let (Range { start, end }, _) = shown(section, None);
        let excerpt = Excerpt::of_lines(section.evidence, start..end.min(start + MOST_OF_EACH));
        out.say(documented::section(section.evidence, section.title.as_deref(), excerpt.first()));
        out.text(&excerpt);
    }
    true
}

/// The title and what is below it; where the first code is far below, the lines around that. With them the lines further down
/// that have the rarest word, where the first ones do not have it.
fn shown(section: &Section<'_>, rarest: Option<&str>) -> (Range<usize>, Option<Range<usize>>) {
    let Range { start: from, end: to } = section.lines;
    let all: Vec<&str> = section.evidence.excerpt.lines().collect();
    let outline = Outline::of(&section.evidence.path, &all);
    let lines = &all[from..to];
    let blank = |line: &&str| line.trim().is_empty();
    let in_code = |line: usize| outline.is_in_code(from + line);
    let with_rarest = rarest.and_then(|word| lines.iter().position(|line| relevance::mentions(line, word)));
    let paragraph = |of: usize| (0..of).rev().find(|at| blank(&lines[*at]) && !in_code(*at)).map_or(0, |at| at + 1);
    let code = first_code(lines).unwrap_or(0);
    // Prose that leads to the code begins behind a blank line.
    let skipped = match code > MOST_BEFORE_CODE {
        true => paragraph(code - MOST_BEFORE_CODE / 2).min(with_rarest.map_or(code, paragraph)),
        false => lines.iter().take_while(|line| blank(line)).count(),
    };
    let most = lines.len().min(skipped + MOST_LINES);
    let end_of_code = |at: usize| (at..lines.len()).find(|at| !in_code(*at)).unwrap_or(lines.len());
    let end = match end_of_code(most) {
        _ if lines.len() <= most + FEW_MORE => lines.len(),
        end if end <= most + FEW_MORE => end,
        // Longer code is left out, where there is something before it.
        _ => (skipped + 1..most).rev().find(|at| !in_code(*at)).filter(|at| *at > skipped + FEW_MORE).unwrap_or(most),
    };
    let trimmed = |end: usize| lines[..end].iter().rposition(|line| !blank(line)).map_or(end, |at| at + 1);
    let further = with_rarest.filter(|at| *at >= end).map(|at| {
        let first = paragraph(at).max(at.saturating_sub(FEW_MORE / 2)).max(end);
        let last = (at + 1..lines.len()).find(|at| blank(&lines[*at]) && !in_code(*at)).unwrap_or(lines.len());
        from + first..from + trimmed(last.min(at + FEW_MORE))
    });
    (from + skipped..from + trimmed(end).max(skipped), further)
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
        answered_by("docs/guide.md", GUIDE, asked)
    }

    fn answered_by(path: &str, text: &str, asked: &str) -> String {
        let question = understand(asked, &[]);
        let guide = found("", path, 10, text);
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
    fn a_comment_in_a_block_of_code_begins_no_section() {
        let guide = "\
# Retries

A task that failed is run again:

```sh
# retry every failed task now
tasks retry
```";
        let answer = answered_by("docs/guide.md", guide, "How do I retry a task that failed?");
        assert!(answer.contains("`docs/guide.md:10`, under \"Retries\"") && answer.contains("tasks retry"), "{answer}");
    }

    #[test]
    fn a_section_of_restructured_text_is_shown_from_its_heading() {
        let guide = "of tasks.\n\n.. _retries:\n\nRetries\n-------\n\nA task that failed is run again::\n\n    retry()\n\nClocks\n------\n\nOf the host.";
        let answer = answered_by("docs/guide.rst", guide, "How do I retry a task that failed?");
        assert!(answer.contains("`docs/guide.rst:14`, under \"Retries\""), "{answer}");
        assert!(answer.contains("retry()") && !answer.contains("host"), "{answer}");
    }

    #[test]
    fn the_lines_with_the_rarest_word_are_shown_and_code_to_its_end() {
        let text = "A task is run again.\n".repeat(22);
        let guide = format!(
            "# Retries of a task\n\n{text}```\nretry 1\n\nretry 2\n```\n\n{text}\nIn bash this is\nall.\n\nMore.\n"
        );
        let answer = answered_by("docs/guide.md", &guide, "How do I retry a task in bash?");
        assert!(answer.contains("retry 2") && answer.contains("In bash this is\nall."), "{answer}");
        assert!(answer.contains("`docs/guide.md:63`") && !answer.contains("More."), "{answer}");
    }

    #[test]
    fn a_section_without_the_thing_says_nothing_of_how_it_is_made() {
        let guide = "# Dialects\n\nTo write a dialect, extend the base:\n\n```js\nclass Own extends Base {}\n```\n";
        let answer = answered_by("docs/guide.md", guide, "How do I write a seed?");
        assert!(!answer.contains("documentation speaks"), "{answer}");
        let answer = answered_by("docs/guide.md", guide, "How do I write a dialect?");
        assert!(answer.contains("documentation speaks"), "{answer}");
    }

    #[test]
    fn a_section_that_has_few_of_the_words_is_not_shown() {
        let answer = answered("How do I encrypt the payload of a task with my own key?");
        assert!(!answer.contains("documentation"), "{answer}");
    }
}
