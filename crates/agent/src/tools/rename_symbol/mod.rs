//! `rename_symbol`: a function, class, method or variable gets another name, at its definition and wherever it is proven to
//! be meant.
//!
//! Three sources prove: scopes and bindings of a file, imports, and the call graph. A place that none of them proves stays
//! as it is and is listed; so do mentions in strings and comments. What would not parse afterwards is refused.

mod modules;
mod names;
mod plan;
mod read;
mod report;
mod scopes;
#[cfg(test)]
mod tests;
mod tokens;
mod view;

use super::edit::{Edited, Files, propose, refuse_masks};
use super::{IndexFailure, ToolError, arguments, spec};
use crate::policy::Effect;
use crate::{CallContext, FileParser, Tool, ToolOutput};
use codebase::{Bounded, Overlaid, Reader};
use facts::{DefId, FileFacts};
use futures::future::LocalBoxFuture;
use limits::edits::RENAME_SITES;
use model::ToolSpec;
use read::{Found, Text};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use source::RepoPath;
use std::collections::BTreeMap;
use std::rc::Rc;
use view::{File, FilePlan, Wanted};

const NAME: &str = "rename_symbol";
const DESCRIPTION: &str = "Propose another name for a symbol: its definition, its imports and every place that is proven to mean it, over all files. Places that only may mean it are listed and stay. For Python, JavaScript, TypeScript, Rust and Go.";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// A function, class, method or variable: its name, `Class.method`, or fully qualified.
    symbol: String,
    /// Its new name, without what holds it.
    new_name: String,
}

/// The tool, for hosts with parsers.
pub(super) struct RenameSymbol<'a> {
    pub reader: &'a Reader,
    pub parser: Rc<dyn FileParser>,
}

impl Tool for RenameSymbol<'_> {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(NAME, DESCRIPTION)
    }

    fn effect<'a>(&'a self, _arguments: &'a Value) -> Effect<'a> {
        Effect::Edit
    }

    fn call<'t>(&'t self, value: &'t Value, cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            refuse_masks(value)?;
            let given: Arguments = arguments(NAME, value)?;
            self.rename(given.symbol.trim(), given.new_name.trim(), cx).await
        })
    }
}

impl RenameSymbol<'_> {
    async fn rename(&self, symbol: &str, new: &str, cx: CallContext<'_>) -> Result<ToolOutput, ToolError> {
        let asked = self.reader.ask_bounded(|codebase| read::find(Overlaid::new(codebase, cx.changes), symbol, new));
        let Bounded { answer, cut } = asked.await.map_err(IndexFailure::from)?;
        if let Some(cut) = cut {
            return Err(unchanged(format!("{cut}, and every file may hold the name")));
        }
        let found = answer.map_err(|refused| unchanged(refused.to_string()))?;
        let files = self.parsed(&found).await?;
        let (home, definitions) = definitions(&found, &files)?;
        let wanted = Wanted { name: &found.name, new, home, definitions, family: found.family };
        let plans = plan::plan(&files, &wanted);
        refuse(&files, &plans, new)?;
        let mut written = Vec::new();
        for (file, plan) in files.iter().zip(&plans).filter(|(_, plan)| !plan.sites.is_empty()) {
            let text = renamed(file, plan, &found.name);
            let after = self.parse(&file.path, &text).await?.map_or(0, |facts| facts.syntax_errors);
            if after > file.facts.syntax_errors {
                return Err(unchanged(format!("`{}` would no longer parse; use edit_file", file.path)));
            }
            written.push((&file.path, text));
        }
        let said = report::report(&found, new, &files, &plans);
        propose(self.reader, cx, &|files: &Files<'_>, call: &str| {
            let mut proposal = files.changes.propose(call);
            for (path, text) in &written {
                files.editable(path)?;
                proposal.write(path, files.base(path)?, text)?;
            }
            Ok(Edited::of(proposal, said.clone()))
        })
        .await
    }

    async fn parsed(&self, found: &Found) -> Result<Vec<File>, ToolError> {
        let mut files = Vec::new();
        for Text { path, text, is_changed, calls } in &found.files {
            if let Some(facts) = self.parse(path, text).await? {
                let calls = if *is_changed { BTreeMap::new() } else { calls.clone() };
                files.push(File { path: path.clone(), text: text.clone(), facts, calls });
            }
        }
        Ok(files)
    }

    async fn parse(&self, path: &RepoPath, text: &str) -> Result<Option<FileFacts>, ToolError> {
        let parsed = self.parser.parse(path, text).await;
        parsed.map_err(|why| unchanged(format!("`{path}` could not be parsed: {why}")))
    }
}

fn unchanged(why: String) -> ToolError {
    ToolError::Failed(format!("nothing was renamed: {why}"))
}

/// Refuses a name that means something already where it would be, and more places than one renaming changes.
fn refuse(files: &[File], plans: &[FilePlan], new: &str) -> Result<(), ToolError> {
    let mut clashes = files.iter().zip(plans).filter_map(|(file, plan)| Some((&file.path, plan.clash?)));
    if let Some((path, line)) = clashes.next() {
        return Err(unchanged(format!("`{new}` is a name already at {path}:{line}; choose another")));
    }
    let sites: usize = plans.iter().map(|plan| plan.sites.len()).sum();
    if sites > RENAME_SITES {
        return Err(unchanged(format!("{sites} places would change, {RENAME_SITES} at most; use edit_file by part")));
    }
    Ok(())
}

/// The definitions of the symbol in its file as that is now.
fn definitions(found: &Found, files: &[File]) -> Result<(usize, Vec<DefId>), ToolError> {
    let gone = || unchanged(format!("`{}` is no longer defined in `{}`", found.qualified_name, found.home));
    let home = files.iter().position(|file| file.path == found.home).ok_or_else(gone)?;
    let all = (0u32..).map(DefId).zip(&files[home].facts.definitions).skip(1);
    let fits = |path: &str| {
        let rest = found.qualified_name.strip_suffix(path);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(['.', ':', '/', '#']))
    };
    let named: Vec<_> =
        all.filter(|(_, it)| it.name == found.name && it.kind == found.kind && fits(&it.path)).collect();
    // Of several that fit the innermost: its path is the longest.
    let longest = named.iter().max_by_key(|(_, it)| it.path.len()).ok_or_else(gone)?.1;
    let same = named.iter().filter(|(_, it)| it.path == longest.path && it.scope == longest.scope);
    Ok((home, same.map(|(id, _)| *id).collect()))
}

fn renamed(file: &File, plan: &FilePlan, name: &str) -> String {
    let (mut out, mut end) = (String::with_capacity(file.text.len()), 0);
    for (start, new) in &plan.sites {
        out.push_str(&file.text[end..*start]);
        out.push_str(new);
        end = start + name.len();
    }
    out + &file.text[end..]
}
