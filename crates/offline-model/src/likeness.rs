//! How like a find is to a question by what their words mean, whether or not it has one of them.
//!
//! By learned words: see the crate `learned-words`. The small table is compiled in, so that answers are the same on every host.

use super::symbol::last;
use dense_search::Quantised;
use learned_words::{Fields, Table, cosine, small};
use protocol::Evidence;

/// A question, to compare finds with.
pub struct Likeness {
    table: &'static Table,
    /// None where the table has none of its words.
    question: Option<Quantised>,
}

impl Likeness {
    pub fn to(question: &str) -> Self {
        let table = small();
        Self { table, question: table.query(question) }
    }

    /// From 0, for what has nothing to do with the question, to 1. By name, path and the code that is known, not by documentation,
    /// whose words say it themselves.
    pub fn of(&self, e: &Evidence) -> f64 {
        let Some(question) = &self.question else { return 0.0 };
        let mut words = self.table.reader();
        let name = words.bag(last(e.symbol.as_deref().unwrap_or("")));
        let fields = Fields { name, body: words.bag(&e.excerpt), path: words.path(&e.path) };
        self.table.function(&fields).map_or(0.0, |code| f64::from(cosine(question, &code)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::found;
    use super::*;

    #[test]
    fn code_is_like_a_question_that_has_none_of_its_words() {
        let question = Likeness::to("Where does it wait longer after each failure?");
        let retry = found(
            "a.retry",
            "a/b.py",
            1,
            "def retry():\n    for attempt in range(attempts):\n        sleep(2 ** attempt)",
        );
        let distance = found("a.distance", "a/b.py", 9, "def distance(a, b):\n    return sqrt(dot(a, a) * dot(b, b))");
        assert!(question.of(&retry) > question.of(&distance));
        assert_eq!(Likeness::to("zzzzzz qqqqq").of(&retry), 0.0);
    }
}
