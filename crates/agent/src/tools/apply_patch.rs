//! `apply_patch`: a unified diff.

use super::edit::{EditTool, Edited, Files, Refused};
use change_set::Patch;
use change_set::patch::Verdict;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ApplyPatch {
    /// A unified diff, as `git diff` writes it: `--- a/PATH`, `+++ b/PATH`, then hunks that begin with `@@`.
    patch: String,
    /// Only say whether it fits.
    #[serde(default)]
    check: bool,
}

impl EditTool for ApplyPatch {
    const NAME: &'static str = "apply_patch";
    const DESCRIPTION: &'static str = "Propose the changes of a unified diff, over several files, all or none; 2 MB and 200 files at most. Lines that a hunk quotes must be there exactly; they may be up to 200 lines from where it says.";

    fn run(&self, files: &Files<'_>, call: &str) -> Result<Edited, Refused> {
        let patch = Patch::parse(&self.patch)?;
        if self.check {
            let verdicts = files.over().check_patch(&patch)?;
            let fits = verdicts.iter().all(|verdict| verdict.problem.is_none());
            let verdict = if fits { "The patch fits; nothing is changed." } else { "The patch does not fit." };
            return Ok(Edited::nothing(format!("{verdict}\n{}", lines(&verdicts))));
        }
        let (proposal, verdicts) = files.over().propose_patch(&patch, call)?;
        Ok(Edited::of(proposal, lines(&verdicts)))
    }
}

fn lines(verdicts: &[Verdict]) -> String {
    verdicts.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
