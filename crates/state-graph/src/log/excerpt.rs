//! A part of a log as a log of its own.

use serde::Deserialize;
use serde_json::Value;

use super::error::LogError;
use super::header::Header;
use super::line::{frame, split};

/// The part of a record that places it in the log, for any state.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Place {
    Checkpoint { id: u64, parent: Option<u64> },
    Task {},
    Interrupt {},
    Resume {},
    Proceed {},
    Failed { again: bool },
    Stopped {},
    Child {},
}

/// A checkpoint's id, its parent's, and its lines.
type Part<'l> = (u64, Option<u64>, Vec<&'l [u8]>);

/// The log of a run up to a checkpoint, with the checkpoints it comes after and nothing else: what a run that continues
/// from there elsewhere begins with. `about` takes the place of the header's.
///
/// # Errors
/// When the log can't be read or has no such checkpoint.
pub fn excerpt(log: &[u8], checkpoint: u64, about: Value) -> Result<Vec<u8>, LogError> {
    let lines = split(log)?;
    let (first, rest) = lines.json.split_first().ok_or(LogError::Empty)?;
    let header = Header { about, ..Header::parse(first)? };
    // Each checkpoint with the lines of its superstep, which come before it.
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut before: Vec<&[u8]> = Vec::new();
    for (number, json) in (2..).zip(rest) {
        if header.is_again(json) {
            (parts, before) = (Vec::new(), Vec::new());
            continue;
        }
        let unreadable = |error: serde_json::Error| LogError::Unreadable { line: number, why: error.to_string() };
        match serde_json::from_slice(json).map_err(unreadable)? {
            // Written twice; its tasks are with the first.
            Place::Checkpoint { id, .. } if parts.last().is_some_and(|last| id <= last.0) => before.clear(),
            Place::Checkpoint { id, parent } => {
                before.push(json);
                parts.push((id, parent, std::mem::take(&mut before)));
            }
            // What ran inside a task is shown with it.
            Place::Task {} | Place::Child {} => before.push(json),
            // The superstep was started again: its tasks are written again.
            Place::Failed { again: true } => before.clear(),
            Place::Failed { .. } | Place::Interrupt {} | Place::Resume {} | Place::Proceed {} | Place::Stopped {} => {}
        }
    }
    let mut wanted = Some(checkpoint);
    let mut kept: Vec<&[&[u8]]> = Vec::new();
    for (id, parent, lines) in parts.iter().rev() {
        if wanted == Some(*id) {
            kept.push(lines);
            wanted = *parent;
        }
    }
    if kept.is_empty() {
        return Err(LogError::NoCheckpoint(checkpoint));
    }
    let mut out = Vec::new();
    header.append_to(&mut out);
    kept.iter().rev().flat_map(|lines| lines.iter()).for_each(|json| frame(json, &mut out));
    Ok(out)
}
