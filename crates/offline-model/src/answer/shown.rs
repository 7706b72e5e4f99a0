//! Which lines of a definition are shown beside a question: those about it, in whichever piece they were found.

use crate::excerpt::{Excerpt, code_lines, window, window_in};
use crate::known::Known;
use crate::vocabulary::carries_meaning;
use protocol::{Evidence, Relation};

/// The lines that have most of the words. Of a long definition its beginning is known, and the pieces in which the search found
/// words: one of these is shown where it has more of them. None is shown of the documentation, which is said beside the lines.
pub fn lines<'a>(known: &Known<'a>, e: &'a Evidence, wanted: &[String], most: usize) -> Excerpt<'a> {
    let mut best = window(longest(known, e), wanted, most);
    let mut held = worth(&best, wanted);
    let is_piece = |piece: &&Evidence| {
        piece.relation == Relation::Hit
            && piece.symbol.is_some()
            && piece.symbol == e.symbol
            && piece.path == e.path
            && piece.start_line > e.start_line
            && piece.end_line <= e.end_line
    };
    let begin: Vec<&str> = e.excerpt.lines().collect();
    let code_of_begin = code_lines(&begin);
    let is_code = |line: u32| {
        let at = (line - e.start_line) as usize;
        at >= begin.len() || code_of_begin.contains(&at)
    };
    for piece in known.evidence().filter(is_piece) {
        let numbered = (piece.start_line..).zip(piece.excerpt.lines()).enumerate();
        let code: Vec<usize> = numbered.filter(|(_, (line, _))| is_code(*line)).map(|(at, _)| at).collect();
        let shown = window_in(piece, &code, wanted, most);
        let worth = worth(&shown, wanted);
        if worth > held {
            (best, held) = (shown, worth);
        }
    }
    best
}

/// The definition as it was read, where that is longer than what the search showed.
pub fn longest<'a>(known: &Known<'a>, e: &'a Evidence) -> &'a Evidence {
    known
        .evidence()
        .filter(|read| read.relation == Relation::Read && read.path == e.path && read.start_line == e.start_line)
        .find(|read| read.excerpt.len() > e.excerpt.len())
        .unwrap_or(e)
}

/// How many of the words are in the lines; one that says little counts half.
fn worth(shown: &Excerpt<'_>, wanted: &[String]) -> usize {
    let held = wanted.iter().filter(|word| crate::relevance::mentions(shown.text(), word));
    held.map(|word| if carries_meaning(word) { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::found;
    use model::{Finding, Step};

    #[test]
    fn of_a_long_definition_the_piece_with_the_words_is_shown() {
        let body: String = (1..60).map(|n| format!("\n    step_{n}()")).collect();
        let begin =
            Evidence { end_line: 400, ..found("pane.Pane.run", "pane.py", 1, &format!("def run(self):{body}")) };
        let begin = Evidence { relation: Relation::Definition, ..begin };
        let text = "    # The running preview command is cancelled here.\n    while True:\n        stop(wait())";
        let piece = Evidence { end_line: 202, defined_at: Some(1), ..found("pane.Pane.run", "pane.py", 200, text) };
        let step = Some(Step::Search("preview command".into()));
        let findings = [Finding { key: "step_0: x".into(), text: String::new(), evidence: vec![piece, begin], step }];
        let known = Known::of(&findings);
        let e = known.all_definitions()[0];
        assert_eq!(e.start_line, 1);
        let shown = lines(&known, e, &["preview".into(), "command".into()], 6);
        assert_eq!(shown.first(), 200);
        assert!(shown.text().starts_with("# The running preview command"), "{}", shown.text());
        assert_eq!(lines(&known, e, &["step_3".into()], 6).first(), 1);
    }

    #[test]
    fn a_piece_of_the_documentation_is_not_shown_as_code() {
        let doc = "    \"\"\"Runs it.\n\n    A preview command.\n    \"\"\"";
        let begin = found("pane.run", "pane.py", 1, &format!("def run(self):\n{doc}\n    step()"));
        let begin = Evidence { relation: Relation::Definition, ..begin };
        let piece = Evidence { end_line: 5, defined_at: Some(1), ..found("pane.run", "pane.py", 2, doc) };
        let step = Some(Step::Search("preview command".into()));
        let findings = [Finding { key: "step_0: x".into(), text: String::new(), evidence: vec![piece, begin], step }];
        let known = Known::of(&findings);
        let shown = lines(&known, known.all_definitions()[0], &["preview".into(), "command".into()], 6);
        assert_eq!(shown.text(), "def run(self):\n    step()");
    }
}
