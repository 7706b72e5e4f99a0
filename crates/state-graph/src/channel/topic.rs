//! What one superstep said to the next: a list that holds the writes of the last superstep only.

use crate::Writes;

/// Empties the list; called as a superstep's writes are about to be applied, whether or not there are any.
pub fn clear<C: Default>(current: &mut C) {
    *current = C::default();
}

/// Extends the list by every write in order.
pub fn apply<C: IntoIterator + Extend<C::Item>>(current: &mut C, writes: Writes<C>) {
    super::append::apply(current, writes);
}
