//! `undo`: takes the changes of an earlier call back.

use super::edit::{EditTool, Edited, Files, Refused};
use change_set::{SetError, Update};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    /// The number of the group, one a call that changed something; left out, the newest. The last 10 are kept.
    #[serde(default)]
    group: Option<u32>,
}

impl EditTool for Undo {
    const NAME: &'static str = "undo";
    const DESCRIPTION: &'static str = "Take the proposed changes of one earlier call back, as a whole.";

    fn run(&self, files: &Files<'_>, _call: &str) -> Result<Edited, Refused> {
        let newest = files.changes.groups().next_back().map(|group| group.number);
        let group = self.group.or(newest).ok_or(SetError::NothingToUndo)?;
        let kept = files.changes.groups().find(|kept| kept.number == group);
        let paths = kept.map_or_else(Vec::new, |kept| kept.paths.into_iter().cloned().collect());
        let mut after = files.changes.clone();
        after.apply(&Update::Undo { group })?;
        let names: Vec<&str> = paths.iter().map(source::RepoPath::as_str).collect();
        let said = format!("Group {group} is undone: {}.", names.join(", "));
        Ok(Edited::undone(group, after, paths, said))
    }
}
