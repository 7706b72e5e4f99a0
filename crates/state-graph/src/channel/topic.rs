//! Values passed from one superstep to the next: a list that holds the writes of the last superstep only.

use super::writes::Writes;

/// Empties the list; called as a superstep's writes are about to be applied, whether or not there are any.
pub fn clear<C: Default>(current: &mut C) {
    *current = C::default();
}

/// Extends the list by every write in order.
pub fn apply<C: IntoIterator + Extend<C::Item>>(current: &mut C, writes: &mut Writes<C>) {
    super::append::apply(current, writes);
}

#[cfg(test)]
mod tests {
    use super::*;

    // Vector 9 of the reference semantics.
    #[test]
    fn holds_one_step() {
        let mut topic = Vec::new();
        let mut step = |mut writes: Writes<Vec<&'static str>>| {
            clear(&mut topic);
            apply(&mut topic, &mut writes);
            topic.clone()
        };
        assert_eq!(step(Writes::One(vec!["a", "b"])), ["a", "b"]);
        assert_eq!(step(Writes::Many(vec![vec!["c", "d"], vec!["d"]])), ["c", "d", "d"]);
        assert!(step(Writes::None).is_empty());
    }
}
