//! A field with its own reducer: `fn(&mut Field, Write)`, called once per write.

use super::writes::Writes;

/// Calls `reduce` for every write in order.
pub fn apply<T, W>(current: &mut T, writes: &mut Writes<W>, reduce: impl Fn(&mut T, W)) {
    if writes.is_empty() {
        return;
    }
    for write in writes.take() {
        reduce(current, write);
    }
}

#[cfg(test)]
mod tests {
    use std::ops::AddAssign;

    use super::*;

    // Vector 10 of the reference semantics.
    #[test]
    fn adds_from_zero() {
        let mut sum = 0;
        apply(&mut sum, &mut Writes::Many(vec![1, 2, 3]), i64::add_assign);
        assert_eq!(sum, 6);
        apply(&mut sum, &mut Writes::One(4), i64::add_assign);
        assert_eq!(sum, 10);
    }
}
