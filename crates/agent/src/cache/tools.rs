//! Outputs of tools that read a repository, within a process.

use super::CallKey;
use crate::ToolOutput;
use change_set::ChangeSet;
use limits::agent::{KNOWN_OUTPUTS, KNOWN_OUTPUTS_BYTES};
use model::ToolCall;
use std::cell::RefCell;
use std::collections::VecDeque;

/// The output of an earlier call.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownOutput {
    /// What the tool gave, without secrets.
    pub output: ToolOutput,
    /// The run that made the call.
    pub run: String,
    /// When, in milliseconds since 1970; `None` where the host gives no time.
    pub stored_at: Option<f64>,
}

/// Outputs of tools that read one state of one repository: the host makes one for each snapshot and gives it to no other, so
/// nothing gets from one repository to another. It is only for tools whose
/// [result depends on nothing else](crate::Tool::depends_on_repository_alone).
#[derive(Debug, Default)]
pub struct ToolCache(RefCell<Known>);

#[derive(Debug, Default)]
struct Known {
    /// The one used last at the end.
    entries: VecDeque<(CallKey, KnownOutput, usize)>,
    bytes: usize,
}

impl ToolCache {
    /// The output of a call that was made before with the same arguments and proposed changes by a run that was limited to the
    /// same folder; it counts as used now.
    pub fn get(&self, call: &ToolCall, changes: &ChangeSet, folder: Option<&str>) -> Option<KnownOutput> {
        let key = key(call, changes, folder);
        let mut known = self.0.borrow_mut();
        let at = known.entries.iter().position(|(other, ..)| *other == key)?;
        let entry = known.entries.remove(at)?;
        let output = entry.1.clone();
        known.entries.push_back(entry);
        Some(output)
    }

    /// Keeps an output. What was used longest ago goes where there are too many, or too large ones.
    pub fn put(&self, call: &ToolCall, changes: &ChangeSet, folder: Option<&str>, known_output: KnownOutput) {
        let key = key(call, changes, folder);
        let excerpts = known_output.output.evidence.iter().map(|found| found.excerpt.len());
        let bytes = known_output.output.text.len() + excerpts.sum::<usize>();
        let mut known = self.0.borrow_mut();
        if let Some(at) = known.entries.iter().position(|(other, ..)| *other == key) {
            known.remove(at);
        }
        known.bytes += bytes;
        known.entries.push_back((key, known_output, bytes));
        while known.entries.len() > KNOWN_OUTPUTS || known.bytes > KNOWN_OUTPUTS_BYTES {
            known.remove(0);
        }
    }
}

impl Known {
    fn remove(&mut self, at: usize) {
        if let Some((_, _, bytes)) = self.entries.remove(at) {
            self.bytes -= bytes;
        }
    }
}

fn key(call: &ToolCall, changes: &ChangeSet, folder: Option<&str>) -> CallKey {
    // A hash has no white space.
    let seen = format!("{} {}", changes.hash(), folder.unwrap_or_default());
    CallKey::of(&call.name, &call.arguments, seen.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn call(n: usize) -> ToolCall {
        ToolCall { id: "c".to_owned(), name: "read_file".to_owned(), arguments: json!({ "file_path": n }) }
    }

    fn output(text: String) -> KnownOutput {
        KnownOutput { output: ToolOutput { text, ..ToolOutput::default() }, run: "r1".to_owned(), stored_at: Some(5.0) }
    }

    #[test]
    fn what_was_used_longest_ago_goes() {
        let (cache, none) = (ToolCache::default(), ChangeSet::default());
        (0..KNOWN_OUTPUTS).for_each(|n| cache.put(&call(n), &none, None, output(n.to_string())));
        assert_eq!(cache.get(&call(0), &none, None), Some(output("0".to_owned())), "and is used now");
        assert_eq!(cache.get(&call(0), &none, Some("src")), None, "in a folder another thing may be found");
        cache.put(&call(KNOWN_OUTPUTS), &none, None, output(String::new()));
        assert_eq!(cache.get(&call(1), &none, None), None);
        assert!(cache.get(&call(0), &none, None).is_some());
        cache.put(&call(0), &none, None, output("x".repeat(KNOWN_OUTPUTS_BYTES)));
        assert!(cache.get(&call(0), &none, None).is_some(), "alone");
        assert_eq!(cache.get(&call(2), &none, None), None);
        cache.put(&call(0), &none, None, output("y".repeat(KNOWN_OUTPUTS_BYTES + 1)));
        assert_eq!(cache.get(&call(0), &none, None), None, "too large, and what was there is out of date");
    }
}
