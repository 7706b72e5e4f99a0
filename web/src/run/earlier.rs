//! Earlier questions in the ask box, by the arrow keys.

/// Where in the earlier questions the ask box is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recalled {
    /// Index of the question in the box; `None` for what the person typed.
    at: Option<usize>,
}

impl Recalled {
    /// The text for the box after an arrow key: the question before (`is_up`) or after the one that is in it; `""` after the
    /// newest. `None` where the key belongs to the field: `text` is the person's own, or there is no question further on.
    pub fn step(&mut self, text: &str, questions: &[String], is_up: bool) -> Option<String> {
        if self.at.is_some_and(|at| questions.get(at).is_none_or(|known| known != text)) {
            self.at = None;
        }
        let next = match (self.at, is_up) {
            (None, true) if text.is_empty() => Some(0),
            (None, _) => return None,
            (Some(at), true) => Some(at + 1),
            (Some(at), false) => at.checked_sub(1),
        };
        let shown = match next {
            Some(next) => questions.get(next)?.clone(),
            None => String::new(),
        };
        self.at = next;
        Some(shown)
    }
}

/// Questions from the newest to the oldest, each once.
pub fn each_once(questions: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = std::collections::BTreeSet::new();
    questions.filter(|question| !question.is_empty() && seen.insert(question.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_walk_through_earlier_questions_and_back_to_an_empty_box() {
        let questions = each_once(["new", "old", "new", ""].map(str::to_owned).into_iter());
        let mut recalled = Recalled::default();
        let mut step = |text: &str, is_up| recalled.step(text, &questions, is_up);
        assert_eq!(step("", true).as_deref(), Some("new"));
        assert_eq!(step("new", true).as_deref(), Some("old"));
        assert_eq!(step("old", true), None, "the oldest stays");
        assert_eq!(step("old", false).as_deref(), Some("new"));
        assert_eq!(step("new", false).as_deref(), Some(""));
        assert_eq!(step("", false), None);
    }

    #[test]
    fn what_the_person_typed_is_left_alone() {
        let questions = ["new".to_owned()];
        let mut recalled = Recalled::default();
        assert_eq!(recalled.step("mine", &questions, true), None);
        assert_eq!(recalled.step("", &questions, true).as_deref(), Some("new"));
        assert_eq!(recalled.step("new and changed", &questions, true), None);
    }
}
