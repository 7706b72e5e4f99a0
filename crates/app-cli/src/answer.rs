//! An answer for people, on stdout.

use crate::output;
use anyhow::Result;
use protocol::Citation;

/// Prints the answer's text, then its citations.
pub fn print(markdown: &str, citations: &[Citation], dropped: u32) -> Result<()> {
    output::line(output::plain(&with_single_brackets(markdown, citations.len())))?;
    for citation in citations {
        let symbol = citation.symbol.as_ref().map(|symbol| format!("  {symbol}")).unwrap_or_default();
        let lines = format!("{}-{}", citation.start_line, citation.end_line);
        output::line(output::one_line(&format!("[{}] {}:{lines}{symbol}", citation.number, citation.path)))?;
    }
    if dropped > 0 {
        output::line(format!("{dropped} citations could not be verified and were taken out."))?;
    }
    Ok(())
}

/// `[[1]]` as `[1]`; brackets of code stay as they are.
fn with_single_brackets(markdown: &str, citations: usize) -> String {
    (1..=citations)
        .fold(markdown.to_owned(), |text, number| text.replace(&format!("[[{number}]]"), &format!("[{number}]")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_of_code_stay() {
        let answer = "`t.Callable[[T], T]` [[1]] [[12]], `grid[[3]]`";
        assert_eq!(with_single_brackets(answer, 2), "`t.Callable[[T], T]` [1] [[12]], `grid[[3]]`");
    }
}
