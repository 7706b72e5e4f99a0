//! The last value: a write replaces the field. At most one write per superstep.

use super::ChannelError;
use crate::Writes;

/// Refuses a second write in one superstep, by whichever node.
///
/// # Errors
/// [`ChannelError::Conflict`] with the field and both writers.
pub fn check<'a, T: 'a>(
    channel: &'static str,
    writes: impl Iterator<Item = (&'a str, &'a Writes<T>)>,
) -> Result<(), ChannelError> {
    let mut first: Option<&str> = None;
    for (node, writes) in writes {
        for _ in writes.as_slice() {
            if let Some(first) = first {
                return Err(ChannelError::Conflict { channel, first: first.to_owned(), second: node.to_owned() });
            }
            first = Some(node);
        }
    }
    Ok(())
}

/// Replaces the value by the last write, if any.
pub fn apply<T>(current: &mut T, writes: Writes<T>) {
    if let Some(value) = writes.into_iter().last() {
        *current = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Vector 8 of the reference semantics: [5,6] is refused, then 3 and 4 are taken.
    #[test]
    fn takes_one_value_per_step() {
        let two = Writes::Many(vec![5, 6]);
        let error = check("n", [("a", &two)].into_iter()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`n` can receive only one value per step, but \"a\" wrote it twice; give it a reducer or write it once"
        );
        let mut value = 0;
        for write in [3, 4] {
            let one = Writes::One(write);
            check("n", [("a", &one), ("b", &Writes::None)].into_iter()).unwrap();
            apply(&mut value, one);
            assert_eq!(value, write);
        }
    }
}
