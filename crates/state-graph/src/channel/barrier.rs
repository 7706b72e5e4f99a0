//! A field that waits for names: it opens once each of them has been written, by whichever nodes in whichever
//! supersteps, and is reset after the superstep at whose start it was open.

use serde::{Deserialize, Serialize};

use super::error::ChannelError;
use super::writes::Writes;

/// What a barrier channel holds. The names that it waits for are in its attribute: `#[channel(barrier("a", "b"))]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Barrier {
    arrived: Vec<String>,
    open: bool,
}

impl Barrier {
    /// Whether all names have arrived.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The names that have arrived, in the order in which they first did.
    pub fn arrived(&self) -> impl Iterator<Item = &str> {
        self.arrived.iter().map(String::as_str)
    }
}

/// One write to a barrier: a name that arrives. None is the end of a superstep, which [`then`] puts between the names
/// of one superstep and those of a later one.
pub type Arrival = Option<String>;

/// Refuses names that the barrier does not wait for.
///
/// # Errors
/// [`ChannelError::UnknownName`] with the field, the node and the name.
pub fn check<'a>(
    channel: &'static str,
    awaited: &'static [&'static str],
    writes: impl Iterator<Item = (&'a str, &'a Writes<Arrival>)>,
) -> Result<(), ChannelError> {
    for (node, writes) in writes {
        if let Some(name) = writes.as_slice().iter().flatten().find(|name| !awaited.contains(&name.as_str())) {
            return Err(ChannelError::UnknownName { channel, node: node.to_owned(), name: name.clone(), awaited });
        }
    }
    Ok(())
}

/// Resets the barrier if it is open; called as a superstep's writes are about to be applied.
pub fn begin(barrier: &mut Barrier) {
    if barrier.open {
        *barrier = Barrier::default();
    }
}

/// Lets every written name arrive.
pub fn apply(barrier: &mut Barrier, awaited: &[&str], writes: &mut Writes<Arrival>) {
    for arrival in writes.take() {
        match arrival {
            Some(name) if barrier.arrived.contains(&name) => {}
            Some(name) => {
                barrier.arrived.push(name);
                barrier.open = awaited.iter().all(|awaited| barrier.arrived().any(|name| name == *awaited));
            }
            None => begin(barrier),
        }
    }
}

/// The writes of a superstep, then those of a later one.
pub fn then(writes: &mut Writes<Arrival>, later: Writes<Arrival>) {
    // At the very start, and after another end, the end of a superstep does nothing.
    if writes.last().is_some_and(Option::is_some) {
        writes.push(None);
    }
    writes.append(later);
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &[&str] = &["a", "b"];

    fn step(barrier: &mut Barrier, names: &[&str]) -> bool {
        begin(barrier);
        apply(barrier, NAMES, &mut names.iter().map(|name| Some((*name).to_owned())).collect());
        barrier.is_open()
    }

    #[test]
    fn opens_when_all_have_arrived_and_starts_again_a_step_later() {
        let mut barrier = Barrier::default();
        assert!(!step(&mut barrier, &["b"]));
        assert!(!step(&mut barrier, &["b", "b"]));
        assert!(step(&mut barrier, &["a"]));
        assert_eq!(barrier.arrived().collect::<Vec<_>>(), ["b", "a"]);
        assert!(!step(&mut barrier, &["a"]));
        assert!(step(&mut barrier, &["b"]));
        assert!(!step(&mut barrier, &[]));
        assert_eq!(barrier, Barrier::default());
    }

    #[test]
    fn steps_that_write_nothing_take_no_room() {
        let mut writes = Writes::None;
        for later in [Writes::None, Writes::One(Some("a".to_owned())), Writes::None, Writes::None] {
            then(&mut writes, later);
        }
        assert_eq!(writes, Writes::Many(vec![Some("a".to_owned()), None]));
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_node_that_wrote_it() {
        let writes = Writes::Many(vec![Some("a".to_owned()), Some("c".to_owned())]);
        let error = check("ready", NAMES, [("n", &writes)].into_iter()).unwrap_err();
        assert_eq!(error.to_string(), "`ready` waits for \"a\" and \"b\", not for \"c\", which \"n\" wrote");
    }
}
