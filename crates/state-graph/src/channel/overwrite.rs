//! The last value: a write replaces the field. At most one write per superstep.

use super::error::ChannelError;
use super::writes::Writes;

/// Refuses a second write in one superstep, by whichever node. `writes` gives how many each node made to each channel.
///
/// # Errors
/// [`ChannelError::Conflict`] with the field and both writers.
pub fn check<'a, const N: usize>(
    channels: [&'static str; N],
    writes: impl Iterator<Item = (&'a str, [usize; N])>,
) -> Result<(), ChannelError> {
    match second(writes) {
        None => Ok(()),
        Some((place, first, second)) => Err(ChannelError::Conflict { channel: channels[place], first, second }),
    }
}

/// The place of the first channel with a second write, and the nodes of its first two.
pub(super) fn second<'a, const N: usize>(
    writes: impl Iterator<Item = (&'a str, [usize; N])>,
) -> Option<(usize, String, String)> {
    let mut writers: [Option<&str>; N] = [None; N];
    for (node, counts) in writes {
        for (place, (writer, count)) in writers.iter_mut().zip(counts).enumerate() {
            if count == 0 {
                continue;
            }
            let first = writer.replace(node);
            if count > 1 || first.is_some() {
                return Some((place, first.unwrap_or(node).to_owned(), node.to_owned()));
            }
        }
    }
    None
}

/// Replaces the value by the last write, if any.
pub fn apply<T>(current: &mut T, writes: &mut Writes<T>) {
    if writes.is_empty() {
        return;
    }
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
        let error = check(["n"], [("a", [2])].into_iter()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`n` can receive only one value per step, but \"a\" wrote it twice; give it a reducer or write it once"
        );
        let error = check(["m", "n"], [("a", [0, 1]), ("b", [1, 0]), ("c", [0, 1])].into_iter()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`n` can receive only one value per step, but \"a\" and \"c\" both wrote it; give it a reducer or write it \
             once"
        );
        let mut value = 0;
        for write in [3, 4] {
            check(["n"], [("a", [1]), ("b", [0])].into_iter()).unwrap();
            apply(&mut value, &mut Writes::One(write));
            assert_eq!(value, write);
        }
    }
}
