//! A page of symbols and their calls.

use super::{GraphLayout, PageError, decode};
use crate::{Edge, LocalName, Rule, Symbol, SymbolId, UnresolvedSite, WholeGraph};
use compact_sort::CompactSort;
use facts::{DefId, DefinitionKind};
use serde::{Deserialize, Serialize};
use source::{FileId, Language, Span};
use std::borrow::Cow;

#[derive(Debug, Clone)]
pub struct Row {
    pub symbol: Symbol,
    /// As in the source.
    pub own: Vec<Edge>,
    /// With those of the lambdas in it.
    pub outgoing: Vec<Edge>,
    pub incoming: Vec<Edge>,
    pub unresolved: Vec<UnresolvedSite>,
    /// Of a file's first symbol: those of the file.
    pub local_names: Vec<LocalName>,
}

/// Another symbol: how many files on, and its place in that file.
#[derive(Serialize, Deserialize)]
struct Place(i32, u32);

#[derive(Serialize, Deserialize)]
struct StoredEdge {
    other: Place,
    rule: Rule,
    confidence: f32,
    /// The caller's file, counted from the row's own.
    file: i32,
    line: u32,
    sites: u32,
}

#[derive(Serialize, Deserialize)]
struct StoredRow<'a> {
    /// Counted from the page's first.
    file: u32,
    def: DefId,
    kind: DefinitionKind,
    language: Language,
    name: Cow<'a, str>,
    qualified_name: Cow<'a, str>,
    parent: Option<Place>,
    span: Span,
    name_span: Span,
    signature: Cow<'a, str>,
    doc: Option<Cow<'a, str>>,
    is_test: bool,
    exported: bool,
    own: Vec<StoredEdge>,
    incoming: Vec<StoredEdge>,
    unresolved: Cow<'a, [UnresolvedSite]>,
}

pub fn write(graph: &WholeGraph, page: u32, layout: &GraphLayout) -> Vec<u8> {
    let ids = layout.rows_of(page);
    let first = layout.file_of(ids.start);
    let writer = Writer { graph, layout, first };
    let rows: Vec<StoredRow<'_>> = ids.clone().map(|id| writer.row(SymbolId(id))).collect();
    let bytes = postcard::to_stdvec(&rows).expect("plain data of known length is written to memory");
    let last = ids.end.checked_sub(1).map_or(first, |last| layout.file_of(last));
    let local_names = (first.0..=last.0).map(|file| (file - first.0, graph.local_names(FileId(file))));
    let local_names: Vec<LocalNamesOf<'_>> =
        local_names.filter(|(_, names)| !names.is_empty()).map(|(file, names)| (file, Cow::Borrowed(names))).collect();
    // Behind the rows, where earlier readers leave them out: a page without any has the bytes that it had before.
    match local_names.is_empty() {
        true => bytes,
        false => postcard::to_extend(&local_names, bytes).expect("plain data of known length is written to memory"),
    }
}

/// The local names of a file, which is counted from the page's first.
type LocalNamesOf<'a> = (u32, Cow<'a, [LocalName]>);

struct Writer<'g> {
    graph: &'g WholeGraph,
    layout: &'g GraphLayout,
    first: FileId,
}

impl<'g> Writer<'g> {
    fn row(&self, id: SymbolId) -> StoredRow<'g> {
        let symbol = self.graph.symbol(id);
        // Of equal edges the order in memory depends on how the graph was put together.
        let mut incoming: Vec<Edge> = self.graph.incoming(id).collect();
        incoming.compact_sort_by_key(|edge| (edge.from, edge.file, edge.line, edge.rule));
        StoredRow {
            file: symbol.file.0 - self.first.0,
            def: symbol.def,
            kind: symbol.kind,
            language: symbol.language,
            name: Cow::Borrowed(&symbol.name),
            qualified_name: Cow::Borrowed(&symbol.qualified_name),
            parent: symbol.parent.map(|parent| self.place(parent, symbol.file)),
            span: symbol.span,
            name_span: symbol.name_span,
            signature: Cow::Borrowed(&symbol.signature),
            doc: symbol.doc.as_deref().map(Cow::Borrowed),
            is_test: symbol.is_test,
            exported: symbol.exported,
            own: self.graph.own_edges(id).iter().map(|edge| self.edge(edge, edge.to, symbol.file)).collect(),
            incoming: incoming.iter().map(|edge| self.edge(edge, edge.from, symbol.file)).collect(),
            unresolved: Cow::Borrowed(self.graph.unresolved(id)),
        }
    }

    fn place(&self, id: SymbolId, own: FileId) -> Place {
        let (file, local) = self.layout.place(id);
        Place(file.0 as i32 - own.0 as i32, local)
    }

    fn edge(&self, edge: &Edge, other: SymbolId, own: FileId) -> StoredEdge {
        StoredEdge {
            other: self.place(other, own),
            rule: edge.rule,
            confidence: edge.confidence,
            file: edge.file.0 as i32 - own.0 as i32,
            line: edge.line,
            sites: edge.sites,
        }
    }
}

/// Reads and checks a page. `fits`: whether a file has such a stretch.
pub fn read(
    bytes: &[u8],
    page: u32,
    layout: &GraphLayout,
    fits: &dyn Fn(FileId, &Span) -> bool,
) -> Result<Vec<Row>, PageError> {
    let ids = layout.rows_of(page);
    let (stored, behind): (Vec<StoredRow<'_>>, &[u8]) = decode(bytes, ids.len(), "symbols")?;
    let reader = Reader { layout, first: layout.file_of(ids.start), fits };
    let rows = stored.into_iter().zip(ids.clone()).map(|(row, id)| reader.row(row, SymbolId(id)));
    let mut rows =
        rows.collect::<Option<Vec<Row>>>().ok_or_else(|| PageError("a page of symbols is inconsistent".to_owned()))?;
    lift(&mut rows, ids.start);
    if !behind.is_empty() {
        let local_names: Vec<LocalNamesOf<'_>> = postcard::from_bytes(behind)
            .map_err(|error| PageError(format!("a page of local names cannot be read: {error}")))?;
        for (file, names) in local_names {
            let file = reader.first.0.checked_add(file).map(FileId);
            let at = file.and_then(|file| layout.symbols_of(file).next()?.checked_sub(ids.start));
            let row = at.and_then(|at| rows.get_mut(at as usize));
            let row = row.ok_or_else(|| PageError("a page has local names of other files".to_owned()))?;
            row.local_names = names.into_owned();
        }
    }
    Ok(rows)
}

struct Reader<'g> {
    layout: &'g GraphLayout,
    first: FileId,
    fits: &'g dyn Fn(FileId, &Span) -> bool,
}

impl Reader<'_> {
    fn row(&self, row: StoredRow<'_>, id: SymbolId) -> Option<Row> {
        let file = FileId(self.first.0.checked_add(row.file)?);
        let fits = self.layout.symbols_of(file).contains(&id.0)
            && (self.fits)(file, &row.span)
            && (self.fits)(file, &row.name_span);
        let parent = match row.parent {
            Some(place) => Some(self.id(&place, file)?),
            None => None,
        };
        // Lambdas are walked up from: that must end, and inside the file, so inside the page.
        let lambda = row.name.starts_with('<');
        let grounded = parent
            .is_none_or(|parent| parent != id && (!lambda || (parent < id && self.layout.file_of(parent.0) == file)));
        if !fits || !grounded {
            return None;
        }
        let own = row.own.iter().map(|edge| self.edge(edge, file, |other| (id, other))).collect::<Option<Vec<_>>>()?;
        let incoming = row.incoming.iter().map(|edge| self.edge(edge, file, |other| (other, id)));
        Some(Row {
            outgoing: own.clone(),
            own,
            incoming: incoming.collect::<Option<Vec<_>>>()?,
            unresolved: row.unresolved.into_owned(),
            local_names: Vec::new(),
            symbol: Symbol {
                file,
                def: row.def,
                kind: row.kind,
                name: row.name.into_owned(),
                qualified_name: row.qualified_name.into_owned(),
                parent,
                span: row.span,
                name_span: row.name_span,
                signature: row.signature.into_owned(),
                doc: row.doc.map(Cow::into_owned),
                is_test: row.is_test,
                exported: row.exported,
                language: row.language,
            },
        })
    }

    fn id(&self, place: &Place, own: FileId) -> Option<SymbolId> {
        self.layout.id(FileId(own.0.checked_add_signed(place.0)?), place.1)
    }

    fn edge(&self, edge: &StoredEdge, own: FileId, ends: impl Fn(SymbolId) -> (SymbolId, SymbolId)) -> Option<Edge> {
        let (from, to) = ends(self.id(&edge.other, own)?);
        let file = FileId(own.0.checked_add_signed(edge.file)?);
        let (rule, confidence, line, sites) = (edge.rule, edge.confidence, edge.line, edge.sites);
        let sound = (file.0 as usize) < self.layout.symbols.len() && (0.0..=1.0).contains(&confidence);
        sound.then_some(Edge { from, to, rule, confidence, file, line, sites })
    }
}

/// Calls inside lambdas are also those of the named definition around, which [`Reader::row`] has seen to be in the page,
/// before the lambda.
fn lift(rows: &mut [Row], first: u32) {
    let mut named: Vec<usize> = Vec::with_capacity(rows.len());
    for at in 0..rows.len() {
        let around = rows[at].symbol.parent.filter(|_| rows[at].symbol.is_anonymous());
        let place = around.map_or(at, |parent| named[(parent.0 - first) as usize]);
        named.push(place);
        if place != at {
            let from = SymbolId(first + place as u32);
            let lifted: Vec<Edge> = rows[at].own.iter().map(|edge| Edge { from, ..*edge }).collect();
            rows[place].outgoing.extend(lifted);
        }
    }
}
