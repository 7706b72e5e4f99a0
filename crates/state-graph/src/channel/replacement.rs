//! A value that replaces that of a field with a reducer: what an update's `overwrite_<field>` writes. LangGraph's
//! `Overwrite`. All other writes of the superstep to that field are dropped, those before it and those after it.

use super::error::ChannelError;
use super::overwrite;
use super::writes::Writes;

/// Refuses a second replacement in one superstep, by whichever node. `values` gives how many each node made of each
/// channel.
///
/// # Errors
/// [`ChannelError::TwoOverwrites`] with the field and both nodes.
pub fn check<'a, const N: usize>(
    channels: [&'static str; N],
    values: impl Iterator<Item = (&'a str, [usize; N])>,
) -> Result<(), ChannelError> {
    match overwrite::second(values) {
        None => Ok(()),
        Some((place, first, second)) => Err(ChannelError::TwoOverwrites { channel: channels[place], first, second }),
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
        assert_eq!(check(["log"], [("a", [1]), ("b", [0])].into_iter()), Ok(()));
        let error = check(["log"], [("a", [1]), ("b", [1])].into_iter()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`log` can be overwritten only once per step, but \"a\" and \"b\" both overwrote it"
        );
    }

    #[test]
    fn a_later_value_leaves_nothing_of_what_came_before() {
        let (mut writes, mut value) = (Writes::One(1), Writes::None);
        then((&mut writes, &mut value), (Writes::None, Writes::One(5)), |_, _| {});
        assert_eq!((&writes, &value), (&Writes::None, &Writes::One(5)));
        let add = |value: &mut i32, writes: &mut Writes<i32>| *value += writes.take().into_iter().sum::<i32>();
        then((&mut writes, &mut value), (Writes::One(2), Writes::None), add);
        assert_eq!((writes, value), (Writes::None, Writes::One(7)));
    }
}
