//! The symbol, and every file with its name.

use super::names::is_identifier;
use super::tokens::Family;
use crate::tools::edit::Refused;
use change_set::Overlay;
use codebase::{Overlaid, QuestionError};
use facts::DefinitionKind;
use limits::edits::RENAME_FILES;
use source::{Language, RepoPath};
use std::collections::BTreeMap;

/// The symbol and the files with its name, as the overlay has them.
pub(super) struct Found {
    pub name: String,
    pub qualified_name: String,
    pub kind: DefinitionKind,
    pub family: Family,
    /// The file that defines it.
    pub home: RepoPath,
    pub files: Vec<Text>,
    /// Files of other languages with the name, and how often.
    pub elsewhere: Vec<(RepoPath, usize)>,
}

/// A file with the name.
pub(super) struct Text {
    pub path: RepoPath,
    pub text: String,
    pub is_changed: bool,
    /// By line of the base: how many proven calls of the symbol are there.
    pub calls: BTreeMap<u32, u32>,
}

/// Looks the symbol up, and reads every file with its name.
pub(super) fn find(over: Overlaid<'_>, wanted: &str, new: &str) -> Result<Found, Refused> {
    let codebase = over.codebase();
    let answer = codebase.callers_up_to(wanted, 0)?;
    let mut exact = answer.of.iter().filter(|of| of.symbol.qualified_name == wanted);
    let id = match (exact.next(), exact.next(), answer.of.as_slice(), answer.more) {
        (Some(only), None, _, _) | (None, _, [only], 0) => only.symbol.id,
        _ => {
            let names: Vec<&str> = answer.of.iter().map(|of| of.symbol.qualified_name.as_str()).collect();
            let (count, names) = (names.len() as u32 + answer.more, names.join("`, `"));
            return said(format!("`{wanted}` can be any of {count} symbols; give one in full: `{names}`"));
        }
    };
    let gone = || Refused::Said(format!("there is no symbol `{wanted}`"));
    let symbol = codebase.graph().symbol(id).map_err(QuestionError::from)?.ok_or_else(gone)?;
    let (name, language) = (symbol.name.as_str(), symbol.language);
    let Some(family) = Family::of(language) else {
        return said(format!("symbols of {} are not renamed; use edit_file", language.name()));
    };
    if symbol.kind == DefinitionKind::Module || !is_identifier(name, family) {
        return said(format!("`{name}` is no name that a definition has; a file is renamed by move_file"));
    }
    if !is_identifier(new, family) {
        return said(format!("`{new}` is no identifier of {}", language.name()));
    }
    if new == name {
        return said(format!("it is called `{name}` already"));
    }
    let mut calls: BTreeMap<_, BTreeMap<u32, u32>> = BTreeMap::new();
    for edge in codebase.graph().callers(id).map_err(QuestionError::from)? {
        if edge.is_proven() {
            *calls.entry(edge.file).or_default().entry(edge.line).or_default() += edge.sites;
        }
    }
    let (mut files, mut elsewhere, mut missing) = (Vec::new(), Vec::new(), None);
    for path in over.paths() {
        let content = match over.content(path) {
            Ok(content) => content,
            // All pages that are missing are noted at once.
            Err(error) => {
                missing = Some(error);
                continue;
            }
        };
        let Some(content) = content.filter(|content| content.text.contains(name)) else { continue };
        if Family::of(Language::detect(path)) != Some(family) {
            elsewhere.push((path.clone(), content.text.matches(name).count()));
            continue;
        }
        let of_file = content.origin.and_then(|file| calls.remove(&file));
        let (text, is_changed) = (content.text.to_owned(), content.is_changed);
        files.push(Text { path: path.clone(), text, is_changed, calls: of_file.unwrap_or_else(BTreeMap::new) });
    }
    if let Some(error) = missing {
        return Err(error.into());
    }
    if files.len() > RENAME_FILES {
        return said(format!("{} files hold the name, {RENAME_FILES} at most", files.len()));
    }
    let base = &codebase.snapshot().file(symbol.file).path;
    let moved = over.changes().iter().find_map(|(to, overlay)| match overlay {
        Overlay::Moved { from, .. } | Overlay::Changed { from: Some(from), .. } if from == base => Some(to),
        _ => None,
    });
    let (home, qualified_name) = (moved.unwrap_or(base).clone(), symbol.qualified_name.clone());
    Ok(Found { name: name.to_owned(), qualified_name, kind: symbol.kind, family, home, files, elsewhere })
}

fn said<T>(why: String) -> Result<T, Refused> {
    Err(Refused::Said(why))
}
