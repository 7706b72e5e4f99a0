//! References, relatives, impact and paths, as the protocol's types and as JSON for scripts.

use crate::symbols::{edge, summary};
use codebase::{CallStep, Codebase, Cut, QuestionError, SymbolId, SymbolInfo};
use protocol::{
    CallPath, FileReferences, FileSearch, Impact, LineMatch, Reached, Reference, ReferenceKind, References, Relative,
    Relatives, Sureness,
};
use serde_json::{Value, json};

/// Most references, and most symbols reached, that are listed; the others are counted.
const LISTED: usize = 5_000;

fn kind(kind: codebase::ReferenceKind) -> ReferenceKind {
    match kind {
        codebase::ReferenceKind::Definition => ReferenceKind::Definition,
        codebase::ReferenceKind::Call => ReferenceKind::Call,
        codebase::ReferenceKind::Import => ReferenceKind::Import,
        codebase::ReferenceKind::Type => ReferenceKind::Type,
        codebase::ReferenceKind::Write => ReferenceKind::Write,
        codebase::ReferenceKind::Read => ReferenceKind::Read,
    }
}

fn sureness(sure: codebase::Sure) -> (Sureness, Option<String>) {
    match sure {
        codebase::Sure::Resolved { rule, proven: true, .. } => (Sureness::Proven, Some(rule.to_owned())),
        codebase::Sure::Resolved { rule, .. } => (Sureness::Possible, Some(rule.to_owned())),
        codebase::Sure::SameName => (Sureness::SameName, None),
    }
}

fn reference(found: &codebase::Reference) -> Reference {
    let (sure, rule) = sureness(found.sure);
    Reference {
        kind: kind(found.kind),
        sure,
        rule,
        line: found.span.start_line,
        text: found.text.clone(),
        within: found.within.clone(),
        is_test: found.is_test,
    }
}

/// The references to a symbol, by file; `None` where there is no such symbol, or it is not loaded.
pub fn references(codebase: &Codebase, id: SymbolId) -> Option<References> {
    let found = codebase.references(id).ok()??;
    Some(by_file(&found))
}

fn by_file(found: &codebase::References) -> References {
    let (proven, possible, same_name) = found.counts();
    let mut files: Vec<FileReferences> = Vec::new();
    for each in found.references.iter().take(LISTED) {
        match files.last_mut().filter(|file| file.path == each.span.path) {
            Some(file) => file.references.push(reference(each)),
            None => files.push(FileReferences { path: each.span.path.clone(), references: vec![reference(each)] }),
        }
    }
    let omitted = found.references.len().saturating_sub(LISTED) as u32;
    let (elsewhere, is_all) = (found.elsewhere, found.is_all);
    References { symbol: summary(&found.symbol), files, proven, possible, same_name, elsewhere, omitted, is_all }
}

/// What is above and below a symbol; `None` where there is no such symbol, or it is not loaded.
pub fn relatives(codebase: &Codebase, id: SymbolId) -> Option<Relatives> {
    let found = codebase.relatives(id).ok()??;
    let all = |relatives: &[codebase::Relative]| relatives.iter().map(relative).collect();
    Some(Relatives {
        supertypes: all(&found.supertypes),
        implementations: all(&found.implementations),
        is_all: found.is_all,
    })
}

fn relative(found: &codebase::Relative) -> Relative {
    Relative {
        name: found.symbol.as_ref().map_or_else(|| found.name.clone(), |symbol| symbol.qualified_name.clone()),
        symbol: found.symbol.as_ref().map(summary),
        sure: sureness(found.sure).0,
        path: found.span.path.clone(),
        line: found.span.start_line,
        distance: found.distance,
    }
}

/// Who is within so many calls of a symbol; `None` where there is no such symbol, or it is not loaded.
pub fn impact(codebase: &Codebase, id: SymbolId, depth: u32) -> Option<Impact> {
    let found = codebase.impact(id, depth.clamp(1, 20)).ok()??;
    let reached = |it: &codebase::Reached| Reached {
        symbol: summary(&it.symbol),
        distance: it.distance,
        proven: it.proven,
        is_test: it.is_test,
    };
    Some(Impact {
        total: found.reached.len() as u32,
        tests: found.reached.iter().filter(|it| it.is_test).count() as u32,
        reached: found.reached.iter().take(LISTED).map(reached).collect(),
        is_all: found.is_all,
    })
}

/// How one symbol reaches another by calls; `None` where there is no such symbol, or it is not loaded.
pub fn call_path(codebase: &Codebase, from: SymbolId, to: SymbolId) -> Option<CallPath> {
    let start = codebase.symbol(from).ok()??;
    codebase.symbol(to).ok()??;
    let (steps, is_all) = codebase.call_path(from, to).ok()?;
    Some(CallPath { from: summary(&start), steps: steps.iter().map(|step| edge(&step.call)).collect(), is_all })
}

/// The references of one symbol, as scripts read them: `proven`, `possible` and `same_name` count all of them. `cut`: not all
/// of the index was read for them.
pub fn references_as_json(found: &codebase::References, cut: Option<Cut>) -> Value {
    let (proven, possible, same_name) = found.counts();
    let row = |each: &codebase::Reference| {
        let shown = reference(each);
        json!({
            "path": each.span.path,
            "line": shown.line,
            "kind": shown.kind,
            "sure": shown.sure,
            "rule": shown.rule,
            "confidence": confidence(each.sure),
            "text": shown.text,
            "within": shown.within,
            "is_test": shown.is_test,
        })
    };
    let rest = json!({
        "proven": proven,
        "possible": possible,
        "same_name": same_name,
        "elsewhere": found.elsewhere,
        "all_files_read": found.is_all,
        "references": found.references.iter().map(row).collect::<Vec<_>>(),
    });
    of_symbol(&found.symbol, rest, cut)
}

/// The fields of an answer about a symbol, behind those that say which.
fn of_symbol(symbol: &SymbolInfo, rest: Value, cut: Option<Cut>) -> Value {
    let mut all = json!({
        "symbol": symbol.qualified_name,
        "kind": symbol.kind.word(),
        "path": symbol.span.path,
        "start_line": symbol.span.start_line,
        "end_line": symbol.span.end_line,
    });
    if let (Value::Object(all), Value::Object(rest)) = (&mut all, rest) {
        all.extend(rest);
    }
    if let Some(cut) = cut {
        all["cut"] = cut.to_string().into();
    }
    all
}

fn confidence(sure: codebase::Sure) -> Option<f32> {
    match sure {
        codebase::Sure::Resolved { confidence, .. } => Some(confidence),
        codebase::Sure::SameName => None,
    }
}

/// What is below a symbol, as scripts read it.
pub fn implementations_as_json(found: &codebase::Relatives, cut: Option<Cut>) -> Value {
    let rows: Vec<Value> = found.implementations.iter().map(relative_as_json).collect();
    of_symbol(&found.symbol, json!({ "all_files_read": found.is_all, "implementations": rows }), cut)
}

/// What is above a symbol, as scripts read it.
pub fn supertypes_as_json(found: &codebase::Relatives, cut: Option<Cut>) -> Value {
    let rows: Vec<Value> = found.supertypes.iter().map(relative_as_json).collect();
    of_symbol(&found.symbol, json!({ "all_files_read": found.is_all, "supertypes": rows }), cut)
}

/// `kind` is null where it is not in the repository; `path` and `line` are those of the statement.
fn relative_as_json(found: &codebase::Relative) -> Value {
    let shown = relative(found);
    json!({
        "name": shown.name,
        "kind": found.symbol.as_ref().map(|symbol| symbol.kind.word()),
        "path": shown.path,
        "line": shown.line,
        "distance": shown.distance,
        "sure": shown.sure,
        "rule": sureness(found.sure).1,
        "confidence": confidence(found.sure),
        "is_test": found.symbol.as_ref().is_some_and(SymbolInfo::is_of_tests),
    })
}

/// Who is reached by a change of a symbol, as scripts read it; `calls` are those by which each is reached, in the same order.
pub fn impact_as_json(found: &codebase::Impact, calls: &[Option<CallStep>], cut: Option<Cut>) -> Value {
    let row = |(it, by): (&codebase::Reached, &Option<CallStep>)| {
        json!({
            "name": it.symbol.qualified_name,
            "kind": it.symbol.kind.word(),
            "distance": it.distance,
            "proven": it.proven,
            "is_test": it.is_test,
            "by": by.as_ref().map(step_as_json),
        })
    };
    let rows: Vec<Value> = found.reached.iter().zip(calls).map(row).collect();
    let tests = found.reached.iter().filter(|it| it.is_test).count();
    let rest = json!({ "total": rows.len(), "tests": tests, "all_followed": found.is_all, "reached": rows });
    of_symbol(&found.symbol, rest, cut)
}

/// A call with both its ends, as scripts read it.
pub fn step_as_json(step: &CallStep) -> Value {
    json!({
        "caller": step.from.qualified_name,
        "callee": step.call.other.qualified_name,
        "path": step.call.site.path,
        "line": step.call.site.start_line,
        "rule": step.call.rule,
        "confidence": step.call.confidence,
        "proven": step.call.proven,
        "is_test": step.from.is_of_tests(),
    })
}

/// Most places in a file that are shown.
const PLACES: usize = 10_000;

/// The places in a file, and whether there are more.
///
/// # Errors
/// There is no such file, or the pattern is none.
pub fn find_in_file(
    codebase: &Codebase,
    path: &str,
    search: &FileSearch,
) -> Result<(Vec<LineMatch>, bool), QuestionError> {
    let FileSearch { text, is_pattern, match_case, whole_words } = search.clone();
    let found =
        codebase.find_in_file(path, &codebase::FileSearch { text, is_pattern, match_case, whole_words }, PLACES)?;
    let place = |(line, start, end)| LineMatch { line, start, end };
    Ok((found.places.into_iter().map(place).collect(), found.more))
}
