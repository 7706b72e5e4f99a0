//! Prints an answer to stdout.

use crate::output;
use anyhow::Result;
use markdown::with_citations;
use protocol::{Citation, Grounds, SpanCheck, caveat};

/// Prints the answer's text, then its citations. Citations that are stale or not checked are marked in both, and so is
/// an answer without evidence.
pub fn print(markdown: &str, citations: &[Citation], dropped: u32, grounds: Grounds) -> Result<()> {
    output::text(marked(markdown, citations))?;
    for citation in citations {
        output::line(line(citation))?;
    }
    if let Some(caveat) = caveat(markdown, citations, grounds) {
        output::line(caveat)?;
    }
    if dropped > 0 {
        output::line(format!("{dropped} citations could not be verified and were taken out."))?;
    }
    Ok(())
}

/// A line of the list of citations: number, location, and whether it is stale or not checked.
pub fn line(citation: &Citation) -> String {
    let symbol = citation.symbol.as_ref().map_or_else(String::new, |symbol| format!("  {symbol}"));
    let lines = format!("{}-{}", citation.start_line, citation.end_line);
    let note = match citation.check {
        SpanCheck::Verified => "",
        SpanCheck::Stale => "  (stale: the repository does not hold this as the run cites it)",
        SpanCheck::Unchecked => "  (not checked: the repository cannot be read)",
    };
    if let Some(commit) = &citation.commit {
        return format!("[{}] {commit}{note}", citation.number);
    }
    format!("[{}] {}:{lines}{symbol}{note}", citation.number, citation.path)
}

/// `[[1]]` as `[1]`, or as `[1: stale]`; brackets of code stay as they are.
fn marked(markdown: &str, citations: &[Citation]) -> String {
    with_citations(markdown, |number| {
        let citation = citations.iter().find(|citation| citation.number == number)?;
        Some(match citation.check {
            SpanCheck::Verified => format!("[{number}]"),
            SpanCheck::Stale => format!("[{number}: stale]"),
            SpanCheck::Unchecked => format!("[{number}: not checked]"),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn citation(number: u32, check: SpanCheck) -> Citation {
        let (id, path) = (format!("id{number}"), "a.py".to_owned());
        Citation { number, id, path, start_line: 3, end_line: 9, symbol: None, check, commit: None }
    }

    #[test]
    fn brackets_of_code_stay() {
        let answer = "`t.Callable[[T], T]` [[1]] [[12]], `grid[[3]]`";
        let citations = [citation(1, SpanCheck::Verified), citation(2, SpanCheck::Verified)];
        assert_eq!(marked(answer, &citations), "`t.Callable[[T], T]` [1] [[12]], `grid[[3]]`");
    }

    #[test]
    fn what_is_not_verified_is_marked_in_the_text_and_in_the_list() {
        let citations = [citation(1, SpanCheck::Stale), citation(2, SpanCheck::Unchecked)];
        assert_eq!(marked("A [[1]][[2]].", &citations), "A [1: stale][2: not checked].");
        assert!(line(&citations[0]).starts_with("[1] a.py:3-9  (stale: "));
        assert!(line(&citations[1]).starts_with("[2] a.py:3-9  (not checked: "));
    }
}
