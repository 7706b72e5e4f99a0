//! A value that replaces that of a field with a reducer: what an update's `overwrite_<field>` writes. LangGraph's
//! `Overwrite`. All other writes of the superstep to that field are dropped, those before it and those after it.

use super::{ChannelError, overwrite};
use crate::Writes;

/// Refuses a second replacement in one superstep, by whichever node. `values` tells how many each node made.
///
/// # Errors
/// [`ChannelError::TwoOverwrites`] with the field and both nodes.
pub fn check<'a>(
    channel: &'static str,
    values: impl Iterator<Item = (&'a str, usize)> + Clone,
) -> Result<(), ChannelError> {
    match overwrite::first_two(values) {
        Some((first, second)) => Err(ChannelError::TwoOverwrites { channel, first, second }),
        None => Ok(()),
    }
}

/// Drops the writes to a field for which the superstep has a value.
pub fn drop_writes<U, W, T>(
    step: &mut [U],
    field: impl for<'u> Fn(&'u mut U) -> (&'u mut Writes<W>, &'u mut Writes<T>),
) {
    if step.iter_mut().all(|update| field(update).1.is_empty()) {
        return;
    }
    for update in step {
        *field(update).0 = Writes::None;
    }
}

/// A superstep's writes and value, then those of a later one. `apply` is the field's channel: it brings writes that
/// come after a value into it.
pub fn then<W, T>(
    (writes, value): (&mut Writes<W>, &mut Writes<T>),
    (mut later, later_value): (Writes<W>, Writes<T>),
    apply: impl FnOnce(&mut T, &mut Writes<W>),
) {
    if !later_value.is_empty() {
        *writes = Writes::None;
        *value = later_value;
    } else if let Some(value) = value.as_mut_slice().last_mut() {
        *writes = Writes::None;
        apply(value, &mut later);
    } else {
        writes.append(later);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_has_one_value() {
        assert_eq!(check("log", [("a", 1), ("b", 0)].into_iter()), Ok(()));
        let error = check("log", [("a", 1), ("b", 1)].into_iter()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`log` can be overwritten only once per step, but \"a\" and \"b\" both overwrote it"
        );
    }
}
