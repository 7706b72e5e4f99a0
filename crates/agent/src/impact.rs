//! Who calls what a run has changed: for an agent to look at before it says that it is done.

use crate::parser::text;
use crate::{FileParser, IndexFailure};
use change_set::{ChangeSet, Overlay};
use codebase::{Now, Overlaid, QuestionError, Reader, SpanRef};
use facts::{Definition, DefinitionKind, FileFacts, ParameterKind};
use source::RepoPath;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Most callers named for one definition; the rest is counted.
const MOST_CALLERS: usize = 20;
/// Most definitions whose callers are looked up.
const MOST_DEFINITIONS: usize = 50;

/// A function or method whose parameters a change differs in, that has another name, or that is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedSignature {
    /// Its dotted name inside the file.
    pub name: String,
    /// The line of its name in the base.
    pub line: u32,
    /// Its head in the base.
    pub before: String,
    /// Its head now; `None` if it is gone.
    pub after: Option<String>,
}

/// A changed signature with its callers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Impact {
    /// The file of the definition.
    pub path: RepoPath,
    /// What is changed.
    pub signature: ChangedSignature,
    /// Callers whose line is as it was in the base, with the line where it is now: they may need the change too.
    pub unchanged: Vec<(String, SpanRef)>,
    /// Callers whose line is changed or deleted.
    pub changed: usize,
    /// Callers beyond the most that are named.
    pub omitted: u32,
}

/// The changed signatures of a change set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Impacts {
    /// In the order of their files.
    pub of: Vec<Impact>,
    /// Why files were not looked at; the first few.
    pub unchecked: Vec<String>,
}

/// The functions and methods whose parameters differ, that have another name or are gone, in the order of the base.
pub fn changed_signatures(before: &FileFacts, after: &FileFacts) -> Vec<ChangedSignature> {
    let mut now: BTreeMap<&str, Vec<&Definition>> = BTreeMap::new();
    for definition in callable(after) {
        now.entry(&definition.path).or_default().push(definition);
    }
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut changed = Vec::new();
    for definition in callable(before) {
        // Several of one name (overloads, branches) are compared in their order.
        let nth = seen.entry(&definition.path).or_default();
        let same = now.get(definition.path.as_str()).and_then(|same| same.get(*nth));
        *nth += 1;
        let is_same = same.is_some_and(|same| is_called_alike(definition, same));
        // What is not found in a file that no longer parses may be there all the same.
        if is_same || (same.is_none() && after.syntax_errors > 0) {
            continue;
        }
        let now = same.copied().or_else(|| renamed(definition, before, after));
        changed.push(ChangedSignature {
            name: definition.path.clone(),
            line: definition.name_span.start_line,
            before: definition.signature.clone(),
            after: now.map(|now| now.signature.clone()),
        });
    }
    changed
}

/// The definition that one that is gone has become: the only new one beside it that is given the same.
fn renamed<'f>(gone: &Definition, before: &FileFacts, after: &'f FileFacts) -> Option<&'f Definition> {
    let beside = |path: &str| path.rsplit_once('.').map_or("", |(parent, _)| parent).to_owned();
    let is_new = |one: &&Definition| callable(before).all(|known| known.path != one.path);
    let fits = |one: &&Definition| {
        one.kind == gone.kind && beside(&one.path) == beside(&gone.path) && given(one) == given(gone)
    };
    let mut fitting = callable(after).filter(is_new).filter(fits);
    fitting.next().filter(|_| fitting.next().is_none())
}

fn callable(facts: &FileFacts) -> impl Iterator<Item = &Definition> {
    let is_callable =
        |kind| matches!(kind, DefinitionKind::Function | DefinitionKind::Method | DefinitionKind::Constructor);
    facts.definitions.iter().filter(move |definition| is_callable(definition.kind))
}

/// What callers give it: names, kinds, what may be left out.
fn given(definition: &Definition) -> Vec<(String, ParameterKind, bool)> {
    let parameters = definition.parameters.iter();
    parameters.map(|one| (one.name.clone(), one.kind, one.default.is_some())).collect()
}

/// Whether callers give both the same: names, kinds, what may be left out; and the head, where that holds types.
fn is_called_alike(one: &Definition, other: &Definition) -> bool {
    let is_typed = |definition: &Definition| definition.parameters.iter().any(|one| one.annotation.is_some());
    given(one) == given(other) && (one.signature == other.signature || !(is_typed(one) || is_typed(other)))
}

/// The signatures that a change set changes, with their callers by the call graph of the base.
///
/// # Errors
/// The repository could not be read.
pub async fn of_changes(
    reader: &Reader,
    parser: &dyn FileParser,
    changes: &ChangeSet,
) -> Result<Impacts, IndexFailure> {
    let mut impacts = Impacts::default();
    let none = ChangeSet::default();
    for (path, overlay) in changes.iter() {
        let base = match overlay {
            Overlay::Changed { from, .. } => from.unwrap_or(path),
            Overlay::Deleted { to: None } => path,
            // A moved file has the signatures that it had.
            Overlay::Deleted { to: Some(_) } | Overlay::Moved { .. } | Overlay::Untouched => continue,
        };
        let Some(then) = text(reader, &none, base).await? else { continue };
        let now = text(reader, changes, path).await?;
        let parsed = async {
            let before = parser.parse(base, &then).await?;
            let after = match &now {
                Some(now) => parser.parse(path, now).await?,
                None => Some(FileFacts::default()),
            };
            Ok::<_, String>(before.zip(after))
        };
        let (before, after) = match parsed.await {
            Ok(Some(facts)) => facts,
            Ok(None) => continue,
            Err(why) => {
                if !impacts.unchecked.contains(&why) {
                    impacts.unchecked.push(why);
                }
                continue;
            }
        };
        if before.stopped.or(after.stopped).is_some() {
            impacts.unchecked.push(format!("{path} takes too long to parse"));
            continue;
        }
        for signature in changed_signatures(&before, &after) {
            if impacts.of.len() == MOST_DEFINITIONS {
                impacts.unchecked.push(format!("there are more than {MOST_DEFINITIONS} changed signatures"));
                return Ok(impacts);
            }
            let found = reader.ask(|codebase| callers(Overlaid::new(codebase, changes), base, &signature)).await?;
            let found = found.map_err(|error| IndexFailure::new(error.to_string()))?;
            impacts.of.push(Impact { path: path.clone(), signature, ..found });
        }
    }
    Ok(impacts)
}

fn callers(over: Overlaid<'_>, base: &RepoPath, signature: &ChangedSignature) -> Result<Impact, QuestionError> {
    let mut impact =
        Impact { path: base.clone(), signature: signature.clone(), unchanged: Vec::new(), changed: 0, omitted: 0 };
    let codebase = over.codebase();
    for item in codebase.outline(base.as_str())? {
        let Some(symbol) = codebase.symbol(item.id)?.filter(|symbol| symbol.name_line == signature.line) else {
            continue;
        };
        let of = match codebase.callers_up_to(&symbol.qualified_name, MOST_CALLERS) {
            Ok(calls) => calls.of,
            Err(QuestionError::NoSuchSymbol { .. }) => continue,
            Err(error) => return Err(error),
        };
        for calls in of.into_iter().filter(|calls| calls.symbol.id == symbol.id) {
            impact.omitted += calls.omitted;
            for call in calls.calls {
                match over.now(&call.site)? {
                    Now::Here(site) => impact.unchanged.push((call.other.qualified_name, site)),
                    Now::Changed | Now::Deleted => impact.changed += 1,
                }
            }
        }
    }
    Ok(impact)
}

impl Impacts {
    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty() && self.unchecked.is_empty()
    }

    /// The changed signatures with their callers, for models and people; empty if there are none.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for Impact { path, signature, unchanged, changed, omitted } in &self.of {
            let now = signature.after.as_ref().map_or("gone".to_owned(), |after| format!("`{after}`"));
            let _infallible = writeln!(out, "- {path}: {}: `{}` is now {now}", signature.name, signature.before);
            for (caller, site) in unchanged {
                let _infallible = writeln!(out, "  - {caller} calls it at {}: this line is not changed", site.place());
            }
            if *changed > 0 {
                let _infallible = writeln!(out, "  - callers whose line is changed or deleted: {changed}");
            }
            if *omitted > 0 {
                let _infallible = writeln!(out, "  - callers that are not listed: {omitted}");
            }
            if unchanged.is_empty() && *changed == 0 && *omitted == 0 {
                out += "  - nothing in this repository is known to call it\n";
            }
        }
        for why in &self.unchecked {
            let _infallible = writeln!(out, "- not all changed signatures were looked for: {why}");
        }
        out
    }
}
