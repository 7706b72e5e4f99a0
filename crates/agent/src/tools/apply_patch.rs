//! `apply_patch`: a unified diff.

use super::edit::{EditTool, Edited, Files, Refused};
use change_set::Patch;
use change_set::patch::Target;
use schemars::JsonSchema;
use serde::Deserialize;
use source::RepoPath;
use std::collections::BTreeMap;

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
        for file in &patch.files {
            self.refuse(files, &file.target)?;
        }
        let read = |path: &RepoPath| files.text(path);
        if self.check {
            let verdicts = patch.check(read)?;
            let fits = verdicts.iter().all(|verdict| verdict.problem.is_none());
            let lines: Vec<String> = verdicts.iter().map(ToString::to_string).collect();
            let verdict = if fits { "The patch fits; nothing is changed." } else { "The patch does not fit." };
            return Ok(Edited::nothing(format!("{verdict}\n{}", lines.join("\n"))));
        }
        let applied = patch.apply(read)?;
        let mut proposal = files.changes.propose(call);
        let mut bases = BTreeMap::new();
        for file in &patch.files {
            for path in file.target.from().into_iter().chain([file.target.path()]) {
                bases.insert(path, files.base(path)?);
            }
        }
        applied.propose(&mut proposal, |path| bases.get(path).copied().flatten())?;
        let lines: Vec<String> = applied.verdicts.iter().map(ToString::to_string).collect();
        Ok(Edited::of(proposal, lines.join("\n")))
    }
}

impl ApplyPatch {
    fn refuse(&self, files: &Files<'_>, target: &Target) -> Result<(), Refused> {
        files.refuse_left_out(target.path())?;
        match target {
            Target::Create(path) => files.refuse_clash(path),
            Target::Modify(path) => files.refuse_decoded(path),
            Target::Rename { from, to } | Target::Copy { from, to } => {
                files.refuse_left_out(from)?;
                files.refuse_decoded(from)?;
                files.refuse_clash(to)
            }
            Target::Delete(_) => Ok(()),
        }
    }
}
