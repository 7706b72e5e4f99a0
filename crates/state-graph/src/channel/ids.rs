//! The port that names messages which came without an id.

use crate::channel::id_set::IdSet;

/// Gives ids to messages that have none.
///
/// The engine passes a sequence number that grows by one per request over the whole run and is part of the run's
/// data, so a source that is a function of it is reproducible. A source may ignore it (random ids). Ids already in
/// use are skipped by the caller, so a source need not know them.
pub trait IdSource {
    /// The id for this sequence number, which starts at 1.
    fn message_id(&self, sequence: u64) -> String;
}

/// The default: `msg-1`, `msg-2`, ...
#[derive(Clone, Copy, Debug, Default)]
pub struct CounterIds;

impl IdSource for CounterIds {
    fn message_id(&self, sequence: u64) -> String {
        format!("msg-{sequence}")
    }
}

/// An id source together with how far its sequence has got. It never gives the same id twice, even before the
/// messages that got it are in a state: those of two tasks of one superstep are named before either is applied.
pub struct MessageIds<'a> {
    source: &'a dyn IdSource,
    used: u64,
    given: IdSet,
}

impl<'a> MessageIds<'a> {
    /// Ids of `source` after the first `used` ones.
    pub fn new(source: &'a dyn IdSource, used: u64) -> Self {
        Self { source, used, given: IdSet::default() }
    }

    /// How many ids were asked of the source so far.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// An id that is not taken. A source that keeps giving taken ids gets the sequence number appended.
    pub fn fresh(&mut self, taken: impl Fn(&str) -> bool) -> String {
        let mut last = String::new();
        for tries in 0_u32.. {
            self.used += 1;
            let mut id = self.source.message_id(self.used);
            if id == last || tries > PATIENCE {
                id = format!("{id}-{}", self.used);
            }
            if !taken(&id) && self.given.insert(&id) {
                return id;
            }
            last = id;
        }
        last
    }
}

/// How many taken ids in a row are put down to an earlier run that counted with the same source.
const PATIENCE: u32 = 100_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_id_is_not_given_twice_while_it_is_in_no_state() {
        struct Two;
        impl IdSource for Two {
            fn message_id(&self, sequence: u64) -> String {
                format!("id-{}", sequence % 2)
            }
        }
        let mut ids = MessageIds::new(&Two, 0);
        let given: Vec<String> = (0..2).map(|_| ids.fresh(|_| false)).collect();
        assert_eq!(given, ["id-1", "id-0"]);
        let third = ids.fresh(|_| false);
        assert!(!given.contains(&third), "{third}");
    }
}
