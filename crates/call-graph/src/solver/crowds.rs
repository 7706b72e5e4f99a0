//! How much a node takes: what many callers hand to one place.

use super::value::{Node, Value};
use crate::rule::Rule;
use rustc_hash::FxHashMap;

/// The most values a node takes, functions, classes and containers beyond them apart.
pub const MAX_VALUES: u16 = 24;

/// The most values a node takes if all further ones are functions and classes that were passed there: handlers that were
/// registered in one place.
const MAX_HANDLERS: u16 = 1_024;

/// The same of containers: objects of options, of which each call of a function may be given another with handlers in it.
const MAX_OBJECTS: u16 = 256;

/// What crowded nodes, those with more than [`MAX_VALUES`], hold and may still take together: see
/// [`limits::parsing::LINK_CROWDS`].
#[derive(Default)]
pub(super) struct Crowds {
    /// The values of each crowded node, by their slots.
    pub slots: FxHashMap<(Node, Value), u32>,
    handlers_left: u64,
    /// Apart, so that objects of options leave room for handlers.
    objects_left: u64,
}

impl Crowds {
    /// For a repository of so many expressions and calls.
    pub fn new(size: u64) -> Self {
        let most = limits::parsing::LINK_CROWDS + size / limits::parsing::LINK_VALUES_PER_CROWDED;
        Self { slots: FxHashMap::default(), handlers_left: most, objects_left: most }
    }

    /// Whether a node that has `count` values takes another; counted as taken.
    pub fn admit(&mut self, count: u16, value: Value, rule: Rule) -> bool {
        let (most, left) = match value {
            Value::Container(_) => (MAX_OBJECTS, &mut self.objects_left),
            Value::Function(_) | Value::Class(_) => (MAX_HANDLERS, &mut self.handlers_left),
            _ => return count < MAX_VALUES,
        };
        if count < MAX_VALUES {
            return true;
        }
        let is_passed = rule >= Rule::Flow;
        let has_room = is_passed && count < most && *left > 0;
        *left -= u64::from(has_room);
        has_room
    }
}

/// Handed to a place that many others are handed to as well, so that it matters which were left out.
pub(super) fn is_handler(value: Value, rule: Rule) -> bool {
    rule >= Rule::Flow && matches!(value, Value::Function(_) | Value::Class(_))
}
