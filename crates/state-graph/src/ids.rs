//! The port that names messages which came without an id.

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

/// An id source together with how far its sequence has got.
pub struct MessageIds<'a> {
    source: &'a dyn IdSource,
    used: u64,
}

impl<'a> MessageIds<'a> {
    /// Ids of `source` after the first `used` ones.
    pub fn new(source: &'a dyn IdSource, used: u64) -> Self {
        Self { source, used }
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
            if !taken(&id) {
                return id;
            }
            last = id;
        }
        last
    }
}

/// How many taken ids in a row are put down to an earlier run that counted with the same source.
const PATIENCE: u32 = 100_000;
