//! The verdict on a step, by its facts alone.

use model::StepFacts;

/// A verdict, its reason and a suggestion.
pub fn review(is_last: bool, rejections: u32, facts: &StepFacts<'_>) -> (&'static str, String, String) {
    let problem = if let Some(failure) = facts.failure {
        Some(format!("the last call failed: {failure}"))
    } else if facts.wants_change && facts.changed_files == 0 {
        Some("the step was to change something, and no file is changed".to_owned())
    } else if facts.unmatched_claims > 0 {
        Some("the step claims what no call did".to_owned())
    } else {
        None
    };
    match (problem, rejections) {
        (None, _) if is_last => ("finish", "every step is done, and no call failed.".to_owned(), String::new()),
        (None, _) => ("continue", "The step is done.".to_owned(), String::new()),
        (Some(problem), 0) => ("retry", format!("Once more: {problem}."), "Make the change by a tool.".to_owned()),
        (Some(problem), 1) => ("replan", format!("Twice now {problem}."), String::new()),
        (Some(problem), _) => ("finish", format!("could not: {problem}."), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_facts_decide() {
        let verdict = |is_last, rejections, facts: StepFacts<'_>| review(is_last, rejections, &facts).0;
        let fine = StepFacts { changed_files: 2, wants_change: true, ..StepFacts::default() };
        assert_eq!((verdict(false, 0, fine), verdict(true, 0, fine)), ("continue", "finish"));
        let unchanged = StepFacts { changed_files: 0, ..fine };
        assert_eq!([0, 1, 2].map(|times| verdict(true, times, unchanged)), ["retry", "replan", "finish"]);
        assert!(review(true, 2, &unchanged).1.starts_with("could not"));
        let failed = StepFacts { failure: Some("no such file"), ..fine };
        assert_eq!(verdict(false, 0, failed), "retry");
        let claimed = StepFacts { unmatched_claims: 1, ..StepFacts::default() };
        assert_eq!(verdict(false, 0, claimed), "retry");
    }
}
