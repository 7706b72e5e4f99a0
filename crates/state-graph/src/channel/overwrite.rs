//! The last value: a write replaces the field. At most one write per superstep.

use super::ChannelError;
use crate::Writes;

/// Refuses a second write in one superstep, by whichever node. `writes` tells how many each node made.
///
/// # Errors
/// [`ChannelError::Conflict`] with the field and both writers.
pub fn check<'a>(
    channel: &'static str,
    writes: impl Iterator<Item = (&'a str, usize)> + Clone,
) -> Result<(), ChannelError> {
    match first_two(writes) {
        Some((first, second)) => Err(ChannelError::Conflict { channel, first, second }),
        None => Ok(()),
    }
}

/// The nodes of the first two writes, if there are two.
pub(super) fn first_two<'a>(writes: impl Iterator<Item = (&'a str, usize)> + Clone) -> Option<(String, String)> {
    if writes.clone().map(|(_, count)| count).sum::<usize>() < 2 {
        return None;
    }
    let mut writers = writes.flat_map(|(node, count)| std::iter::repeat_n(node, count));
    Some((writers.next()?.to_owned(), writers.next()?.to_owned()))
}

/// Replaces the value by the last write, if any.
pub fn apply<T>(current: &mut T, writes: &mut Writes<T>) {
    match writes.take() {
        Writes::None => {}
        Writes::One(value) => *current = value,
        Writes::Many(values) => values.into_iter().for_each(|value| *current = value),
    }
}

/// The writes of a later superstep replace those before it.
pub fn then<T>(writes: &mut Writes<T>, later: Writes<T>) {
    if !later.is_empty() {
        *writes = later;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Vector 8 of the reference semantics: [5,6] is refused, then 3 and 4 are taken.
    #[test]
    fn takes_one_value_per_step() {
        let error = check("n", [("a", 2)].into_iter()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`n` can receive only one value per step, but \"a\" wrote it twice; give it a reducer or write it once"
        );
        let error = check("n", [("a", 1), ("b", 0), ("c", 1)].into_iter()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`n` can receive only one value per step, but \"a\" and \"c\" both wrote it; give it a reducer or write it \
             once"
        );
        let mut value = 0;
        for write in [3, 4] {
            check("n", [("a", 1), ("b", 0)].into_iter()).unwrap();
            apply(&mut value, &mut Writes::One(write));
            assert_eq!(value, write);
        }
    }
}
