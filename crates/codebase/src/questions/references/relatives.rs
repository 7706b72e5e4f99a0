//! What a type extends, and what extends or implements it; for a method, the same methods of those types.

use super::super::facts::body::Definition;
use super::super::symbol::SymbolInfo;
use super::Sure;
use super::visible::are_alike;
use crate::{Codebase, SpanRef};
use call_graph::{Named, Symbol, SymbolId};
use compact_sort::CompactSort;
use paging::Loaded;
use rustc_hash::FxHashSet;

/// Most types that are followed from one.
const MOST: usize = 400;

/// A type above or below another, or the method of such a type.
#[derive(Debug, Clone, PartialEq)]
pub struct Relative {
    /// As written in the code, or the name of the symbol.
    pub name: String,
    /// `None` where it is not in the repository.
    pub symbol: Option<SymbolInfo>,
    pub sure: Sure,
    /// Where it is stated; for a method its name's line.
    pub span: SpanRef,
    /// Types between, from 1.
    pub distance: u32,
}

/// The types, or methods, above and below a symbol, nearest first.
#[derive(Debug, Clone, PartialEq)]
pub struct Relatives {
    pub symbol: SymbolInfo,
    /// What it extends, implements or embeds; for a method, what it overrides.
    pub supertypes: Vec<Relative>,
    /// What extends or implements it; for a method, what overrides it.
    pub implementations: Vec<Relative>,
    /// False where not all files were read, or the types are too many to follow them all.
    pub is_all: bool,
}

impl Codebase {
    /// Supertypes and implementations of a type, or of the type of a method, there the methods of the name. `Ok(None)` for a
    /// number of another graph. The bases are read from the text of each type's head: a base is resolved where it is in the
    /// same file, or the only type of its name; else the name alone is known.
    ///
    /// # Errors
    /// A page that it needs is not loaded; all that are missing are noted at once.
    pub fn relatives(&self, id: SymbolId) -> Loaded<Option<Relatives>> {
        let Some(target) = self.target(id)? else { return Ok(None) };
        let (of, method) = match (target.owner, target.symbol.parent) {
            (Some(_), Some(owner)) if target.symbol.kind.is_callable() => (owner, Some(target.symbol.name.as_str())),
            _ => (id, None),
        };
        let is_type = self.graph().symbol(of)?.is_some_and(|symbol| symbol.kind.is_type());
        let (mut supertypes, mut implementations, mut is_all) = (Vec::new(), Vec::new(), true);
        if is_type {
            let above = self.walk(of, |codebase, at| {
                let stated = codebase.bases_of(at)?;
                Ok((stated.into_iter().chain(codebase.implements(at)?).collect(), true))
            })?;
            let below = self.walk(of, Codebase::extended_by)?;
            is_all = above.1 && below.1;
            (supertypes, implementations) = (above.0, below.0);
        }
        if let Some(name) = method {
            supertypes = self.methods(supertypes, name)?;
            implementations = self.methods(implementations, name)?;
        }
        let symbol = self.info(id, target.symbol);
        Ok(Some(Relatives { symbol, supertypes, implementations, is_all }))
    }

    /// Relatives of relatives, each type once.
    fn walk(
        &self,
        from: SymbolId,
        step: impl Fn(&Self, SymbolId) -> Loaded<(Vec<Relative>, bool)>,
    ) -> Loaded<(Vec<Relative>, bool)> {
        let mut seen = FxHashSet::from_iter([from]);
        let (mut out, mut ring, mut is_all, mut fault) = (Vec::<Relative>::new(), vec![from], true, None);
        for distance in 1.. {
            let mut next = Vec::new();
            for at in std::mem::take(&mut ring) {
                let (found, whole) = match step(self, at) {
                    Ok(found) => found,
                    Err(missing) => {
                        fault = Some(missing);
                        continue;
                    }
                };
                is_all &= whole;
                for relative in found {
                    let id = relative.symbol.as_ref().map(|symbol| symbol.id);
                    if id.is_none_or(|id| seen.insert(id)) {
                        next.extend(id);
                        out.push(Relative { distance, ..relative });
                    }
                }
            }
            if next.is_empty() || out.len() > MOST {
                is_all &= next.is_empty();
                break;
            }
            ring = next;
        }
        fault.map_or(Ok((out, is_all)), Err)
    }

    pub(super) fn bases_of(&self, id: SymbolId) -> Loaded<Vec<Relative>> {
        let Some(definition) = Definition::of(self, id)? else { return Ok(Vec::new()) };
        let mut out = Vec::new();
        for name in definition.base_names() {
            let (found, sure) = self.type_named(&name, definition.symbol)?;
            let line = definition.symbol.name_span.start_line;
            let span = self.lines_ref(definition.symbol.file, line, line);
            let symbol = match found {
                Some(found) => self.symbol(found)?,
                None => None,
            };
            out.push(Relative { name, symbol, sure, span, distance: 1 });
        }
        Ok(out)
    }

    /// The type that a name in the head of another means.
    fn type_named(&self, name: &str, at: &Symbol) -> Loaded<(Option<SymbolId>, Sure)> {
        let language = |named: &Named<'_>| self.snapshot().file(named.file).language;
        let mut types: Vec<Named<'_>> = self.graph().namesakes(name)?;
        types.retain(|named| named.kind.is_type() && are_alike(language(named), at.language));
        let resolved = |rule| Sure::Resolved { rule, confidence: 0.9, proven: false };
        if let Some(own) = types.iter().find(|named| named.file == at.file) {
            return Ok((Some(own.id), resolved("own file")));
        }
        Ok(match &types[..] {
            [] => (None, Sure::SameName),
            [only] => (Some(only.id), resolved("only type of the name")),
            [first, ..] => (Some(first.id), Sure::SameName),
        })
    }

    fn extended_by(&self, id: SymbolId) -> Loaded<(Vec<Relative>, bool)> {
        let Some(base) = self.graph().symbol(id)? else { return Ok((Vec::new(), true)) };
        let (files, is_all) = self.files_with(&base.name);
        let (mut facts, mut fault) = (Vec::new(), None);
        for file in files.into_iter().filter(|file| are_alike(self.snapshot().file(*file).language, base.language)) {
            fault = self.subtypes_in(file, id, base, &mut facts).err().or(fault);
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
        let mut out = Vec::new();
        for fact in facts {
            let file = self.snapshot().find(&fact.span.path);
            let of_rust = fact.within.as_ref().is_none_or(|within| !within.kind.is_type());
            let named = fact.object.split(['<', ' ']).next().unwrap_or("").rsplit("::").next().unwrap_or("");
            let at = file.map(|file| self.graph().symbols_in(file)).transpose()?.and_then(|all| all.first().copied());
            let symbol = match (of_rust, at) {
                (false, _) => fact.within.clone(),
                (true, Some((_, module))) => {
                    let (found, _) = self.type_named(named, module)?;
                    found.map(|found| self.symbol(found)).transpose()?.flatten()
                }
                (true, None) => None,
            };
            let (meant, sure) = match file.and_then(|file| at.filter(|(_, module)| module.file == file)) {
                Some((_, module)) => self.type_named(&base.name, module)?,
                None => (Some(id), Sure::SameName),
            };
            // A namesake in its own file, or the only one, is what it extends.
            if meant == Some(id) || sure == Sure::SameName {
                let name = symbol.as_ref().map_or(fact.object, |symbol| symbol.qualified_name.clone());
                out.push(Relative { name, symbol, sure, span: fact.span, distance: 1 });
            }
        }
        out.extend(self.implemented_by(id, base)?);
        out.compact_sort_by(|a, b| a.span.cmp(&b.span));
        Ok((out, is_all))
    }

    /// In place of types their methods of this name.
    fn methods(&self, types: Vec<Relative>, name: &str) -> Loaded<Vec<Relative>> {
        let mut out = Vec::new();
        for relative in types {
            let Some(owner) = relative.symbol.as_ref() else { continue };
            for (id, member) in self.members_named(owner.id, name)? {
                let info = self.info(id, member);
                let span = self.lines_ref(member.file, info.name_line, info.name_line);
                let name = info.qualified_name.clone();
                out.push(Relative { name, symbol: Some(info), span, ..relative.clone() });
            }
        }
        Ok(out)
    }

    fn members_named(&self, owner: SymbolId, name: &str) -> Loaded<Vec<(SymbolId, &Symbol)>> {
        let mut out = Vec::new();
        for named in self.graph().namesakes(name)? {
            if let Some(symbol) = self.graph().symbol(named.id)?.filter(|symbol| symbol.parent == Some(owner)) {
                out.push((named.id, symbol));
            }
        }
        Ok(out)
    }
}
