//! A conversation as Markdown: questions, answers, and the lines that they cite.

use super::{RunState, RunView};
use crate::strings;
use protocol::{Citation, SpanCheck};

/// The conversation as a document. `link` gives the address of what is cited, where it has one.
pub fn conversation_markdown(
    name: &str,
    repository: &str,
    runs: &[RunView],
    link: impl Fn(&Citation) -> Option<String>,
) -> String {
    let mut out = format!("# {}\n\n{}\n", line(name), strings::markdown_about(line(repository)));
    for run in runs {
        out.push_str(&format!("\n## {}\n\n", line(&run.question)));
        if let Some(said) = &run.earlier {
            out.push_str(&format!("*{said}*\n\n"));
        }
        if run.is_imported {
            out.push_str(&format!("*{}*\n\n", strings::markdown_imported()));
        }
        out.push_str(&answer(run, &link));
        out.push_str(&format!("\n*{}*\n", byline(run)));
    }
    out
}

fn answer(run: &RunView, link: &impl Fn(&Citation) -> Option<String>) -> String {
    let mut out = match (&run.state, run.answer.trim()) {
        (RunState::Done, "") => strings::markdown_empty().to_owned(),
        (RunState::Done, text) => text.to_owned(),
        (_, "") => strings::markdown_no_answer().to_owned(),
        (_, text) => format!("{text}\n\n*{}*", strings::markdown_incomplete()),
    };
    for citation in &run.citations {
        let number = citation.number;
        out = out.replace(&format!("[[{number}]]"), &format!("[\\[{number}\\]](#{})", anchor(run, number)));
    }
    out.push('\n');
    for citation in &run.citations {
        out.push_str(&source(run, citation, link));
    }
    out
}

/// A source with its lines; the anchor is what the answer's number leads to.
fn source(run: &RunView, citation: &Citation, link: &impl Fn(&Citation) -> Option<String>) -> String {
    let place = match &citation.commit {
        Some(commit) => commit.to_string(),
        None => format!("{}:{}-{}", citation.path, citation.start_line, citation.end_line),
    };
    let place = match link(citation) {
        Some(address) => format!("[{}]({address})", escaped(&place)),
        None => escaped(&place),
    };
    let check = match citation.check {
        SpanCheck::Verified => String::new(),
        SpanCheck::Stale => format!(" ({})", strings::markdown_stale()),
        SpanCheck::Unchecked => format!(" ({})", strings::markdown_unchecked()),
    };
    let number = citation.number;
    let excerpt = run.evidence_of(citation).map_or_else(String::new, |evidence| fenced(&evidence.excerpt));
    format!("\n<a id=\"{}\"></a>**{number}.** {place}{check}\n{excerpt}", anchor(run, number))
}

fn anchor(run: &RunView, number: u32) -> String {
    let plain: String = run.run.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("source-{plain}-{number}")
}

/// A block of code that nothing in the text can end.
fn fenced(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("\n{fence}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

fn byline(run: &RunView) -> String {
    match &run.model {
        Some(model) => format!("{}, {}", run.agent, strings::common_model_at(&model.model, &model.provider)),
        None => run.agent.clone(),
    }
}

/// A text on one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text as it is, and not as markup.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\`*_[]<>".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> RunView {
        let citation = |number, path: &str, check| Citation {
            number,
            id: String::new(),
            path: path.to_owned(),
            start_line: 3,
            end_line: 9,
            symbol: None,
            check,
            commit: None,
        };
        RunView {
            run: "r-1".to_owned(),
            question: "Who calls\ntotal?".to_owned(),
            agent: "plan-react".to_owned(),
            answer: "It is `total` [[1]], and [[2]].".to_owned(),
            citations: vec![citation(1, "my_file.py", SpanCheck::Verified), citation(2, "b.py", SpanCheck::Stale)],
            state: RunState::Done,
            earlier: Some("1 earlier turn was left out.".to_owned()),
            ..RunView::default()
        }
    }

    #[test]
    fn answers_lead_to_their_sources_and_those_to_the_code() {
        let link = |citation: &Citation| (citation.number == 1).then(|| "https://x.org/f#L3".to_owned());
        let text = conversation_markdown("Totals", "shop", &[run()], link);
        assert_eq!(
            text,
            "# Totals\n\nAbout shop, asked with Quarry.\n\n## Who calls total?\n\n*1 earlier turn was left out.*\n\n\
             It is `total` [\\[1\\]](#source-r1-1), and [\\[2\\]](#source-r1-2).\n\
             \n<a id=\"source-r1-1\"></a>**1.** [my\\_file.py:3-9](https://x.org/f#L3)\n\
             \n<a id=\"source-r1-2\"></a>**2.** b.py:3-9 (stale: the repository no longer holds it)\n\
             \n*plan-react*\n"
        );
    }

    #[test]
    fn a_run_without_an_answer_says_so() {
        let stopped = RunView { answer: String::new(), citations: Vec::new(), state: RunState::Cancelled, ..run() };
        assert!(conversation_markdown("a", "b", &[stopped], |_| None).contains("There is no answer."));
    }

    #[test]
    fn no_excerpt_ends_its_block() {
        assert_eq!(fenced("a ```` b\n"), "\n`````\na ```` b\n`````\n");
        assert_eq!(fenced("a"), "\n```\na\n```\n");
    }
}
