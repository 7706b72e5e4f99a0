//! A repository's call graph, and its symbols by place.

use anyhow::Result;
use call_graph::{CallGraph, CallGraphBuilder, SourceFile, Symbol, SymbolId, WholeGraph};
use facts::{DefId, Manifest, ReturnKind};
use source::{FileId, Language, RepoPath, Snapshot};
use std::collections::{HashMap, HashSet};
use std::path::Path;

pub struct Repository {
    pub snapshot: Snapshot,
    graph: CallGraph,
    files: HashMap<String, FileId>,
    /// Functions that run later than they are called: generators and coroutines.
    later: HashSet<(FileId, DefId)>,
}

impl Repository {
    pub fn open(folder: &Path) -> Result<Self> {
        Ok(Self::of(host_native::open(folder, host_native::Wanted::default(), |_| ())?))
    }

    /// Of paths and texts, for tests.
    #[cfg(test)]
    pub fn of_files(files: &[(&str, &str)]) -> Self {
        let mut snapshot = source::SnapshotBuilder::new("test", source::Limits::default());
        for (path, text) in files {
            snapshot.add(RepoPath::parse(path).expect("a path"), text.as_bytes().to_vec()).expect("a small text");
        }
        Self::of(snapshot.finish().expect("a small repository"))
    }

    fn of(snapshot: Snapshot) -> Self {
        let files: Vec<_> = snapshot.ids().map(|id| (snapshot.file(id), snapshot.text(id))).collect();
        let later =
            snapshot.ids().flat_map(|id| run_later(id, snapshot.file(id).language, snapshot.text(id))).collect();
        let graph = link(files.iter().map(|(file, text)| (&file.path, file.language, *text)));
        let files = snapshot.ids().map(|id| (snapshot.file(id).path.as_str().to_owned(), id)).collect();
        Self { snapshot, graph, files, later }
    }

    pub fn graph(&self) -> &WholeGraph {
        self.graph.whole().expect("a graph that was built is in memory")
    }

    /// Whether a call of the symbol is seen where it is made, when a program runs.
    pub fn runs_at_once(&self, id: SymbolId) -> bool {
        let symbol = self.graph().symbol(id);
        symbol.kind.is_callable() && !self.later.contains(&(symbol.file, symbol.def))
    }

    pub fn file(&self, path: &str) -> Option<FileId> {
        self.files.get(path).copied()
    }

    pub fn path(&self, file: FileId) -> &str {
        self.snapshot.file(file).path.as_str()
    }

    /// A line of a file, from 1; empty beyond its end.
    pub fn line(&self, file: FileId, line: u32) -> &str {
        self.snapshot.text(file).lines().nth((line as usize).saturating_sub(1)).unwrap_or_default()
    }

    /// The symbol that another tool names by its own name and the line where it starts: of its first decorator or of its name.
    /// A file's own code is `<module>`, a function without a name begins with `<`, and an empty name stands for any. A function that has
    /// a name here but none for the other tool (`object[key] = function () {}`) is the only one that starts on its line.
    pub fn symbol_at(&self, path: &str, name: &str, line: u32) -> Option<SymbolId> {
        let file = self.file(path)?;
        if name == "<module>" {
            return self.graph().symbol_of(file, DefId::MODULE);
        }
        let fits = |symbol: &Symbol| match name {
            "" => symbol.span.start_line == line || symbol.name_span.start_line == line,
            name if name.starts_with('<') => symbol.is_anonymous() && symbol.span.start_line == line,
            name => symbol.name == name || (symbol.is_anonymous() && symbol.span.start_line == line),
        };
        let is_own =
            |symbol: &Symbol| symbol.def != DefId::MODULE && (symbol.kind.is_callable() || symbol.kind.is_type());
        let own: Vec<(SymbolId, &Symbol)> =
            self.graph().symbols_in(file).filter(|(_, symbol)| is_own(symbol)).collect();
        if name.starts_with('<') && !own.iter().any(|(_, symbol)| fits(symbol)) {
            let mut started = own.iter().filter(|(_, symbol)| symbol.span.start_line == line);
            let only = started.next().filter(|_| started.next().is_none())?;
            return Some(only.0);
        }
        let near = own.into_iter().filter(|(_, symbol)| fits(symbol) && symbol.name_span.start_line >= line);
        let nearest = near.min_by_key(|(_, symbol)| symbol.name_span.start_line - line)?;
        // As many lines as decorators and a head may take.
        (nearest.1.name_span.start_line - line < 40).then_some(nearest.0)
    }

    /// The symbols that a run names alike: functions without a name that begin on one line.
    pub fn alike(&self, id: SymbolId) -> Vec<SymbolId> {
        let symbol = self.graph().symbol(id);
        if !symbol.is_anonymous() {
            return vec![id];
        }
        let is_alike = |other: &Symbol| other.is_anonymous() && other.span.start_line == symbol.span.start_line;
        self.graph().symbols_in(symbol.file).filter(|(_, other)| is_alike(other)).map(|(id, _)| id).collect()
    }

    /// The innermost function, class or file around a line.
    pub fn around(&self, path: &str, line: u32) -> Option<SymbolId> {
        let file = self.file(path)?;
        let holds = |symbol: &Symbol| {
            symbol.def == DefId::MODULE || (symbol.span.start_line <= line && line <= symbol.span.end_line)
        };
        let held = self.graph().symbols_in(file).filter(|(_, symbol)| {
            (symbol.kind.is_callable() || symbol.kind.is_type() || symbol.def == DefId::MODULE) && holds(symbol)
        });
        held.max_by_key(|(_, symbol)| (symbol.def != DefId::MODULE, symbol.span.start)).map(|(id, _)| id)
    }
}

/// The graph of files, numbered in the order given.
pub fn link<'t>(files: impl Iterator<Item = (&'t RepoPath, Language, &'t str)>) -> CallGraph {
    // What is no code has no facts.
    let files: Vec<_> = files.collect();
    let parsed: Vec<_> = files
        .iter()
        .map(|(path, language, text)| {
            (*path, *language, syntax::parse(*language, &source::embedded::code_of(path, text)).unwrap_or_default())
        })
        .collect();
    let manifests: Vec<Manifest> = files
        .iter()
        .filter(|(path, ..)| project_manifests::is_manifest(path.file_name()))
        // Without one its project's modules are found by their folders, as in the product.
        .filter_map(|(path, _, text)| project_manifests::read(path, text).ok().flatten())
        .collect();
    let numbered = parsed.iter().zip(0..);
    let sources: Vec<SourceFile<'_>> = numbered
        .map(|((path, language, facts), at)| SourceFile { id: FileId(at), path, language: *language, facts })
        .collect();
    CallGraphBuilder::new(&sources).with_manifests(&manifests).finish().into()
}

fn run_later(file: FileId, language: Language, text: &str) -> impl Iterator<Item = (FileId, DefId)> {
    let facts = syntax::parse(language, text).unwrap_or_default();
    let is_async = facts.definitions.iter().zip(0..).filter(|(definition, _)| definition.is_async);
    let is_async: Vec<DefId> = is_async.map(|(_, at)| DefId(at)).collect();
    let yields = facts.returns.into_iter().filter(|it| it.kind == ReturnKind::Yield).map(|it| it.definition);
    is_async.into_iter().chain(yields).map(move |def| (file, def))
}
