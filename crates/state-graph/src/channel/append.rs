//! A growing list: a write's items go to the end.

use super::writes::Writes;

/// Extends the collection by every write in order.
pub fn apply<C: IntoIterator + Extend<C::Item>>(current: &mut C, writes: &mut Writes<C>) {
    if writes.is_empty() {
        return;
    }
    for write in writes.take() {
        current.extend(write);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extends_in_order() {
        let mut log = vec!["a"];
        apply(&mut log, &mut Writes::Many(vec![vec!["b", "c"], vec![], vec!["b"]]));
        assert_eq!(log, ["a", "b", "c", "b"]);
    }
}
