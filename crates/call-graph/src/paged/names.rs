//! A page of names.

use super::{GraphLayout, PageError, decode};
use crate::edge::proven;
use crate::{Named, SymbolId, UnresolvedSite, WholeGraph};
use facts::DefinitionKind;
use serde::{Deserialize, Serialize};
use source::FileId;
use std::collections::BTreeMap;

/// A name in lower case and what has it.
#[derive(Debug, Clone)]
pub struct NameRow {
    pub name: String,
    pub symbols: Vec<NamedRow>,
    /// Call sites without an edge that may mean it, as they spell it.
    pub open: Vec<(FileId, UnresolvedSite)>,
}

#[derive(Debug, Clone)]
pub struct NamedRow {
    pub id: SymbolId,
    stored: StoredNamed,
}

impl NamedRow {
    pub fn named(&self) -> Named<'_> {
        let stored = &self.stored;
        Named {
            id: self.id,
            name: stored.name.as_deref().unwrap_or_else(|| &stored.qualified_name[stored.name_start()..]),
            qualified_name: &stored.qualified_name,
            kind: stored.kind,
            file: stored.file,
            start_line: stored.start_line,
            end_line: stored.start_line.saturating_add(stored.lines),
            is_test: stored.flags & 1 != 0,
            exported: stored.flags & 2 != 0,
            is_file: stored.flags & 4 != 0,
        }
    }

    pub fn proven_callers(&self) -> u32 {
        self.stored.callers
    }

    pub fn proven_callees(&self) -> u32 {
        self.stored.callees
    }
}

#[derive(Serialize, Deserialize)]
pub struct StoredName {
    pub name: String,
    symbols: Vec<StoredNamed>,
    open: Vec<(FileId, UnresolvedSite)>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct StoredNamed {
    /// File of the symbol, and its place there.
    file: FileId,
    local: u32,
    qualified_name: String,
    /// Bytes of the name, the end of the qualified name.
    name_len: u32,
    /// The name where it is not.
    name: Option<String>,
    kind: DefinitionKind,
    start_line: u32,
    /// Lines on to the last.
    lines: u32,
    flags: u8,
    /// Proven calls of it, and in it.
    callers: u32,
    callees: u32,
}

impl StoredNamed {
    /// Where the name begins in the qualified name.
    fn name_start(&self) -> usize {
        self.qualified_name.len().saturating_sub(self.name_len as usize)
    }
}

/// Every name, in order, as it is stored. Lambdas have none.
pub fn rows(graph: &WholeGraph, layout: &GraphLayout) -> Vec<StoredName> {
    let mut rows: BTreeMap<String, StoredName> = BTreeMap::new();
    for (symbol, at) in graph.symbols().iter().zip(0..).filter(|(symbol, _)| !symbol.is_anonymous()) {
        let (id, lower) = (SymbolId(at), symbol.name.to_lowercase());
        let named = Named::of(id, symbol);
        let (file, local) = layout.place(id);
        let stored = StoredNamed {
            file,
            local,
            qualified_name: symbol.qualified_name.clone(),
            name_len: symbol.name.len() as u32,
            name: (!symbol.qualified_name.ends_with(&symbol.name)).then(|| symbol.name.clone()),
            kind: symbol.kind,
            start_line: symbol.span.start_line,
            lines: symbol.span.end_line.saturating_sub(symbol.span.start_line),
            flags: u8::from(named.is_test) | u8::from(named.exported) << 1 | u8::from(named.is_file) << 2,
            callers: proven(&graph.callers(id)),
            callees: proven(&graph.callees(id)),
        };
        let empty = || StoredName { name: lower.clone(), symbols: Vec::new(), open: Vec::new() };
        rows.entry(lower.clone()).or_insert_with(empty).symbols.push(stored);
    }
    for (symbol, at) in graph.symbols().iter().zip(0..) {
        for site in graph.unresolved(SymbolId(at)).iter().filter(|site| site.is_internal()) {
            if let Some(row) = rows.get_mut(&site.name.to_lowercase()) {
                row.open.push((symbol.file, site.clone()));
            }
        }
    }
    rows.into_values().collect()
}

/// Reads and checks a page.
pub fn read(bytes: &[u8], page: u32, layout: &GraphLayout) -> Result<Vec<NameRow>, PageError> {
    let (stored, _): (Vec<StoredName>, _) = decode(bytes, layout.names_of(page).len(), "names")?;
    let inconsistent = || PageError("a page of names is inconsistent".to_owned());
    let first = layout.first_names.get(page as usize);
    let next = layout.first_names.get(page as usize + 1);
    let in_place = stored.first().is_none_or(|row| Some(&row.name) == first)
        && stored.last().zip(next).is_none_or(|(row, next)| row.name < *next);
    if !in_place || !stored.is_sorted_by(|a, b| a.name < b.name) {
        return Err(inconsistent());
    }
    let files = layout.symbols.len();
    let named = |stored: StoredNamed| {
        let is_end = stored.qualified_name.is_char_boundary(stored.name_start());
        Some(NamedRow { id: layout.id(stored.file, stored.local).filter(|_| is_end)?, stored })
    };
    let row = |stored: StoredName| {
        let symbols = stored.symbols.into_iter().map(named).collect::<Option<Vec<_>>>()?;
        let known = stored.open.iter().all(|(file, _)| (file.0 as usize) < files);
        known.then_some(NameRow { name: stored.name, symbols, open: stored.open })
    };
    stored.into_iter().map(row).collect::<Option<Vec<_>>>().ok_or_else(inconsistent)
}
