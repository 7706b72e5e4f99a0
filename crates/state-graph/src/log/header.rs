//! A log's first line.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::error::LogError;
use super::finite::Finite;
use super::line::{frame_with, split};
use crate::state::{ChannelInfo, State};

/// The format of the log that this build writes.
pub const FORMAT: u32 = 1;

/// A log's first line: its format and what it belongs to.
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
    pub(crate) fn new<S: State>(graph: String, about: Value) -> Self {
        Self { state_graph_log: FORMAT, graph, state: fields::<S>(), about }
    }

    /// Reads the first line of a log, whatever state it is of.
    ///
    /// # Errors
    /// When it is no log, or of a later format.
    pub fn peek(bytes: &[u8]) -> Result<Self, LogError> {
        let first = bytes.split_inclusive(|&byte| byte == b'\n').next().ok_or(LogError::Empty)?;
        let lines = split(first)?;
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
        header.append_to(&mut out);
        out.extend_from_slice(&log[rest..]);
        Ok(out)
    }

    /// Adds the header as a line.
    pub(crate) fn append_to(&self, log: &mut Vec<u8>) {
        let written = frame_with(log, |out| serde_json::to_writer(out, &Finite(self)));
        // `is_ok` rather than `expect`, which would print the error: a large piece of a small binary.
        assert!(written.is_ok(), "strings and a JSON value can be written");
    }

    pub(super) fn parse(json: &[u8]) -> Result<Self, LogError> {
        let header: Self = serde_json::from_slice(json).map_err(|error| LogError::NotALog(error.to_string()))?;
        if header.state_graph_log > FORMAT {
            return Err(LogError::Newer { found: header.state_graph_log });
        }
        Ok(header)
    }

    /// Whether a line is this header once more: the run's very first write was repeated because it was not known to be
    /// stored, or the run of a subgraph is started again.
    pub(super) fn is_again(&self, json: &[u8]) -> bool {
        is_header(json)
            && Self::parse(json).is_ok_and(|again| (&again.graph, &again.state) == (&self.graph, &self.state))
    }

    pub(super) fn check_state<S: State>(&self) -> Result<(), LogError> {
        let other = |why| Err(LogError::OtherState { why });
        let kinds = self.kinds();
        let mut in_common = S::CHANNELS.is_empty() || kinds.is_empty();
        for ChannelInfo { name, kind } in S::CHANNELS.iter().filter(|channel| channel.kind != UNTRACKED) {
            let Some((_, found)) = kinds.iter().find(|(found, _)| found == name) else { continue };
            in_common = true;
            if found != kind {
                return other(format!("its field `{name}` has the channel `{found}` there and `{kind}` here"));
            }
        }
        if in_common { Ok(()) } else { other("it has none of the fields of this graph's state".to_owned()) }
    }

    /// The fields that the state had, but for untracked ones, with their channels.
    fn kinds(&self) -> Vec<(&str, &str)> {
        let fields = self.state.split(", ").filter_map(|field| field.split_once(' '));
        fields.filter(|(_, kind)| *kind != UNTRACKED).collect()
    }

    /// Puts an error in words that comes of a field that the state got since the log was written.
    pub(super) fn unreadable<S: State>(&self, line: usize, error: &serde_json::Error) -> LogError {
        let (kinds, why) = (self.kinds(), error.to_string());
        let mut added =
            S::CHANNELS.iter().map(|channel| channel.name).filter(|name| kinds.iter().all(|(found, _)| found != name));
        match added.find(|name| why.starts_with(&format!("missing field `{name}`"))) {
            Some(name) => {
                let why = format!("it lacks the field `{name}`, which has no default (`#[serde(default)]`)");
                LogError::OtherState { why }
            }
            None => LogError::Unreadable { line, why },
        }
    }
}

/// The channel of fields that are in no log.
const UNTRACKED: &str = "untracked";

/// Whether a line is a header, if it is anything.
pub(super) fn is_header(json: &[u8]) -> bool {
    json.starts_with(b"{\"state_graph_log\":")
}

fn fields<S: State>() -> String {
    let fields = S::CHANNELS.iter().map(|channel| [channel.name, channel.kind].join(" "));
    fields.collect::<Vec<_>>().join(", ")
}
