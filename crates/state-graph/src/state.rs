//! The state of a graph and its partial updates.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::channel::{ChannelError, CounterIds, MessageIds};

/// A graph's state: a struct whose fields are channels, each with a reducer.
///
/// Implement it with `#[derive(State)]`, which also makes the partial update `<Name>Update`: one [`Writes`](crate::Writes)
/// per field and a builder method per field; and the alias `<Name>Context<'_>` for the
/// [`NodeContext`](crate::NodeContext) that its nodes get. The channel of a field is set by an attribute:
///
/// | attribute | rule | the builder method takes |
/// |---|---|---|
/// | none or `#[channel(overwrite)]` | the new value; one write per superstep | the field's type (`String`: anything that turns into one) |
/// | `#[channel(append)]` | extended at the end | an iterator of items |
/// | `#[channel(messages)]` | [`add_messages`](crate::add_messages) on [`Messages`](crate::Messages) or a `Vec` of [`Message`](crate::Message)s | a message, a list of them, or [`MessageWrites`](crate::MessageWrites) |
/// | `#[channel(merge)]` | entries inserted, replacing equal keys | an iterator of pairs |
/// | `#[channel(topic)]` | the items of the last superstep only | an iterator of items |
/// | `#[channel(reduce = path)]` | `path(&mut field, write)` per write | the field's type, or that of `write = Type` |
/// | `#[channel(barrier("a", "b"))]` | a [`Barrier`](crate::Barrier) that opens when all names have arrived | an iterator of names |
/// | `#[channel(untracked)]` | as overwrite, but in no checkpoint; the field needs `#[serde(skip)]` | the field's type |
///
/// For the channels with a reducer (append, messages, merge, topic, reduce) there is a second builder method,
/// `overwrite_<field>(value)`: it replaces the field's value, and all other writes of that superstep to the field are
/// dropped, those before it and those after it.
///
/// `#[state(event = Type)]` on the struct sets the type of the custom events that nodes emit.
pub trait State: Clone + Serialize + DeserializeOwned + 'static {
    /// The partial update that nodes return.
    type Update: Update;

    /// What nodes emit; `serde_json::Value` unless set. Recorded ones are kept in checkpoints.
    type Event: Clone + Serialize + DeserializeOwned + 'static;

    /// The fields in order.
    const CHANNELS: &'static [ChannelInfo];

    /// Checks the writes of a whole superstep, given in the order in which they will be applied, before any of them
    /// is. When it passes, [`apply`](State::apply) can't fail, so a refused step leaves the state as it was.
    ///
    /// # Errors
    /// The first writes that are refused.
    fn check(&self, step: &[NodeWrites<'_, Self>]) -> Result<(), ChannelError>;

    /// Gives ids to the messages of a run's first state that have none; called once, before its first superstep.
    fn name_messages(&mut self, ids: &mut MessageIds<'_>);

    /// Gives ids to the messages of an update that have none: ids that are not in use in the state or the update and
    /// that `ids` has not given before.
    fn name_writes(&self, update: &mut Self::Update, ids: &mut MessageIds<'_>);

    /// Applies all updates of a superstep that passed [`check`](State::check), in the same order. Leaves the updates
    /// empty.
    fn apply(&mut self, step: &mut [Self::Update]);

    /// Names, checks and applies one update outside a run, as a superstep of its own: to put new input into a stored
    /// state, or in tests. The writer is named `input`.
    ///
    /// # Errors
    /// When a channel refuses its writes; the state is then unchanged.
    fn update(&mut self, mut update: Self::Update) -> Result<(), ChannelError> {
        let mut ids = MessageIds::new(&CounterIds, 0);
        self.name_writes(&mut update, &mut ids);
        self.check(&[NodeWrites { node: "input", update: &update }])?;
        self.name_messages(&mut ids);
        self.apply(std::slice::from_mut(&mut update));
        Ok(())
    }
}

/// A partial update of a [`State`]; made by its derive.
///
/// Its serde form is a map of the written fields, each a list of writes: `{"count":[3]}`. What `overwrite_<field>`
/// set is under `"<field>!"`. It reads back from self-describing formats; a field that is not in it was not written.
/// Writes to untracked channels are not in it.
pub trait Update: Clone + Default + Serialize + DeserializeOwned + 'static {
    /// The written fields as a JSON object for people: `{"field": value}`, and `{"field!": value}` for a value that
    /// overwrites. Untracked channels are left out.
    ///
    /// # Errors
    /// Names the field whose value has no JSON form.
    fn to_json(&self) -> Result<serde_json::Value, UpdateJsonError>;

    /// The names of the fields that are written, in field order.
    fn written(&self) -> Vec<&'static str>;

    /// The updates of one superstep, in write order, as one update with the same effect.
    fn of_step(step: Vec<Self>) -> Self;

    /// This update, then that of a later superstep, as one update with the same effect.
    #[must_use]
    fn then(self, later: Self) -> Self;
}

/// A field of a [`State`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelInfo {
    /// The field's name.
    pub name: &'static str,
    /// `overwrite`, `append`, `messages`, `merge`, `topic`, `reduce`, `barrier` or `untracked`.
    pub kind: &'static str,
}

/// One node's update as [`State::check`] sees it.
pub struct NodeWrites<'a, S: State> {
    /// The node that wrote.
    pub node: &'a str,
    /// What it wrote.
    pub update: &'a S::Update,
}

/// An update's field has no JSON form.
#[derive(Debug, thiserror::Error)]
#[error("the update of `{channel}` has no JSON form: {source}")]
pub struct UpdateJsonError {
    /// The field.
    pub channel: &'static str,
    /// serde_json's error.
    pub source: serde_json::Error,
}
