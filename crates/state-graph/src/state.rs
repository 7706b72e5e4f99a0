//! The state of a graph and its partial updates.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::channel::ChannelError;
use crate::{CounterIds, MessageIds};

/// A graph's state: a struct whose fields are channels, each with a reducer.
///
/// Implement it with `#[derive(State)]`, which also makes the partial update `<Name>Update`: one [`Writes`](crate::Writes)
/// per field and a builder method per field. The channel of a field is set by an attribute:
///
/// | attribute | rule | the builder method takes |
/// |---|---|---|
/// | none or `#[channel(overwrite)]` | the new value; one write per superstep | the field's type (`String`: anything that turns into one) |
/// | `#[channel(append)]` | extended at the end | an iterator of items |
/// | `#[channel(messages)]` | [`add_messages`](crate::add_messages) on a `Vec` of [`Message`](crate::Message)s | a message, a list of them, or [`MessageWrites`](crate::MessageWrites) |
/// | `#[channel(merge)]` | entries inserted, replacing equal keys | an iterator of pairs |
/// | `#[channel(topic)]` | the items of the last superstep only | an iterator of items |
/// | `#[channel(reduce = path)]` | `path(&mut field, write)` per write | the field's type, or that of `write = Type` |
///
/// `#[state(event = Type)]` on the struct sets the type of the custom events that nodes emit.
pub trait State: Clone + Serialize + DeserializeOwned + 'static {
    /// The partial update that nodes return.
    type Update: Update;

    /// What nodes emit through [`NodeContext::emit`](crate::NodeContext::emit); `serde_json::Value` unless set.
    type Event;

    /// Checks the writes of a whole superstep, given in the order in which they will be applied, before any of them
    /// is. When it passes, [`fold`](State::fold)ing them in that order can't fail, so a refused step leaves the
    /// state as it was.
    ///
    /// # Errors
    /// The first channel, in field order, that refuses its writes.
    fn check(&self, step: &[NodeWrites<'_, Self>]) -> Result<(), ChannelError>;

    /// Gives ids to the messages of a run's first state that have none; called once, before its first superstep.
    fn name_messages(&mut self, ids: &mut MessageIds<'_>);

    /// Empties the topic channels: called once per superstep, before the first [`fold`](State::fold).
    fn clear_topics(&mut self);

    /// Applies one node's update.
    fn fold(&mut self, update: Self::Update, ids: &mut MessageIds<'_>);

    /// Checks and applies one update outside a run: to put new input into a stored state, or in tests.
    ///
    /// # Errors
    /// When a channel refuses its writes; the state is then unchanged. The writer is named `input`.
    fn update(&mut self, update: Self::Update) -> Result<(), ChannelError> {
        self.check(&[NodeWrites { node: "input", update: &update }])?;
        self.fold(update, &mut MessageIds::new(&CounterIds, 0));
        Ok(())
    }
}

/// A partial update of a [`State`]; made by its derive.
pub trait Update: Clone + Default + Serialize + DeserializeOwned + 'static {
    /// The written fields as a JSON object, for people and logs: `{"field": value}`. The serde form, in contrast,
    /// lists every field with its writes and reads back.
    ///
    /// # Errors
    /// Names the field whose value has no JSON form.
    fn to_json(&self) -> Result<serde_json::Value, UpdateJsonError>;

    /// The names of the fields that are written, in field order.
    fn written(&self) -> Vec<&'static str>;
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
    /// What serde_json said.
    pub source: serde_json::Error,
}
