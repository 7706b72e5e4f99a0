//! A log's first line.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::LogError;
use crate::State;
use crate::graph::Graph;

/// The format of the log that this build writes.
pub const FORMAT: u32 = 1;

/// What a log says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`] of the build that wrote it.
    pub state_graph_log: u32,
    /// Fingerprint of the graph's nodes and edges.
    pub graph: String,
    /// The state's fields with their channels: `count overwrite, log append`.
    pub state: String,
    /// What the host wants to know about the run before it is read: a question, a model.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub about: Value,
}

impl Header {
    pub(crate) fn of<S: State>(graph: &Graph<'_, S>, about: Value) -> Self {
        Self { state_graph_log: FORMAT, graph: graph.fingerprint(), state: fields::<S>(), about }
    }

    /// Reads the first line of a log, whatever state it is of.
    ///
    /// # Errors
    /// When it is no log, or of a later format.
    pub fn peek(bytes: &[u8]) -> Result<Self, LogError> {
        let first = bytes.split_inclusive(|&byte| byte == b'\n').next().ok_or(LogError::Empty)?;
        let lines = super::line::split(first)?;
        match lines.json.first() {
            Some(json) => Self::parse(json),
            None if first.ends_with(b"\n") => Err(LogError::Damaged { line: 1, offset: 0 }),
            None => Err(LogError::Empty),
        }
    }

    /// The same log with another `about`.
    ///
    /// # Errors
    /// When it is no log, or of a later format.
    pub fn replace_about(log: &[u8], about: Value) -> Result<Vec<u8>, LogError> {
        let header = Self { about, ..Self::peek(log)? };
        let rest = log.iter().position(|&byte| byte == b'\n').map_or(log.len(), |end| end + 1);
        let mut out = Vec::with_capacity(log.len());
        // Plain strings and a JSON value: it can be written.
        let _ = super::line::frame_with(&mut out, |out| serde_json::to_writer(out, &header));
        out.extend_from_slice(&log[rest..]);
        Ok(out)
    }

    pub(super) fn parse(json: &[u8]) -> Result<Self, LogError> {
        let header: Self = serde_json::from_slice(json).map_err(|error| LogError::NotALog(error.to_string()))?;
        if header.state_graph_log > FORMAT {
            return Err(LogError::Newer { found: header.state_graph_log });
        }
        Ok(header)
    }

    /// Whether a line is this header once more: the run's very first write was repeated because it was not known to be
    /// stored, or the run of a subgraph begins anew.
    pub(super) fn is_again(&self, json: &[u8]) -> bool {
        json.starts_with(b"{\"state_graph_log\":")
            && Self::parse(json).is_ok_and(|again| (&again.graph, &again.state) == (&self.graph, &self.state))
    }

    pub(super) fn check_state<S: State>(&self) -> Result<(), LogError> {
        let expected = fields::<S>();
        if self.state == expected {
            return Ok(());
        }
        Err(LogError::OtherState { found: self.state.clone(), expected })
    }
}

fn fields<S: State>() -> String {
    let fields = S::CHANNELS.iter().map(|channel| [channel.name, channel.kind].join(" "));
    fields.collect::<Vec<_>>().join(", ")
}
