//! How like a find is to a question by what their words mean, whether or not it has one of them.
//!
//! By learned words: see the crate `learned-words`. The small table is compiled in, so that answers are the same on every host.

use super::symbol::last;
use learned_words::{Fields, cosine, small};
use protocol::Evidence;

/// Of each find, from 0, for what has nothing to do with the question, to 1. By name, path and the code that is known, not by
/// documentation, whose words say it themselves.
pub fn to<'a>(question: &str, finds: &[&'a Evidence]) -> Vec<f64> {
    let table = small();
    // The table may have none of its words.
    let Some(question) = table.query(question) else { return vec![0.0; finds.len()] };
    // Finds share most words, and their stems are costly.
    let mut words = table.reader();
    let of = |e: &'a Evidence| {
        let name = words.bag(last(e.symbol.as_deref().unwrap_or("")));
        let fields = Fields { name, body: words.bag(&e.excerpt), path: words.path(&e.path) };
        table.function(&fields).map_or(0.0, |code| f64::from(cosine(&question, &code)))
    };
    finds.iter().copied().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::found;
    use super::*;

    #[test]
    fn code_is_like_a_question_that_has_none_of_its_words() {
        let retry = found(
            "a.retry",
            "a/b.py",
            1,
            "def retry():\n    for attempt in range(attempts):\n        sleep(2 ** attempt)",
        );
        let distance = found("a.distance", "a/b.py", 9, "def distance(a, b):\n    return sqrt(dot(a, a) * dot(b, b))");
        let likeness = to("Where does it wait longer after each failure?", &[&retry, &distance]);
        assert!(likeness[0] > likeness[1]);
        assert_eq!(to("zzzzzz qqqqq", &[&retry]), [0.0]);
    }
}
