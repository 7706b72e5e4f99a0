//! Go: a type implements an interface by having its methods, and nothing says that it does.

use super::Sure;
use super::relatives::Relative;
use crate::Codebase;
use call_graph::{Symbol, SymbolId};
use facts::DefinitionKind;
use paging::Loaded;
use rustc_hash::{FxHashMap, FxHashSet};
use source::{FileId, Language};

/// Embedded types are followed so far.
const MOST_EMBEDDED: u32 = 4;

/// By name of a method, the types that have one of that name which takes as much.
type Owners<'c> = FxHashMap<&'c str, FxHashSet<SymbolId>>;

impl Codebase {
    /// The types that have all methods of an interface, their own or those of what they embed.
    pub(super) fn implemented_by(&self, interface: SymbolId, symbol: &Symbol) -> Loaded<Vec<Relative>> {
        if symbol.language != Language::Go || symbol.kind != DefinitionKind::Interface {
            return Ok(Vec::new());
        }
        let wanted = self.methods_with_embedded(interface)?;
        let owners = self.owners(&wanted)?;
        let mut candidates: Vec<SymbolId> = owners.values().flatten().copied().collect();
        candidates.sort_unstable();
        candidates.dedup();
        let mut out = Vec::new();
        for id in candidates {
            if let Some(of) = self.graph().symbol(id)?.filter(|of| is_concrete(of))
                && self.has_all(id, &owners)?
            {
                out.push(self.by_methods(id, of));
            }
        }
        Ok(out)
    }

    /// The interfaces whose methods a type has; of those that only embed others, none.
    pub(super) fn implements(&self, id: SymbolId) -> Loaded<Vec<Relative>> {
        let Some(symbol) = self.graph().symbol(id)?.filter(|symbol| is_concrete(symbol)) else { return Ok(Vec::new()) };
        let mut interfaces = FxHashSet::default();
        for (_, method) in self.methods_with_embedded(id)? {
            for named in self.graph().namesakes(&method.name)? {
                let owner = self.graph().symbol(named.id)?.and_then(|namesake| namesake.parent);
                interfaces.extend(owner.filter(|owner| *owner != id));
            }
        }
        let mut interfaces: Vec<SymbolId> = interfaces.into_iter().collect();
        interfaces.sort_unstable();
        let mut out = Vec::new();
        for interface in interfaces {
            let Some(of) = self.graph().symbol(interface)? else { continue };
            if of.language == symbol.language && of.kind == DefinitionKind::Interface {
                let wanted = self.methods_with_embedded(interface)?;
                let owners = self.owners(&wanted)?;
                if !wanted.is_empty() && self.has_all(id, &owners)? {
                    out.push(self.by_methods(interface, of));
                }
            }
        }
        Ok(out)
    }

    fn by_methods(&self, id: SymbolId, of: &Symbol) -> Relative {
        let line = of.name_span.start_line;
        Relative {
            name: of.qualified_name.clone(),
            symbol: Some(self.info(id, of)),
            sure: Sure::Resolved { rule: "same methods", confidence: 0.9, proven: false },
            span: self.lines_ref(of.file, line, line),
            distance: 1,
        }
    }

    /// The methods of a type and of the types of the repository that it embeds.
    fn methods_with_embedded(&self, id: SymbolId) -> Loaded<Vec<(SymbolId, &Symbol)>> {
        let (mut found, mut ring, mut seen) = (Vec::new(), vec![id], FxHashSet::from_iter([id]));
        for _ in 0..=MOST_EMBEDDED {
            for at in std::mem::take(&mut ring) {
                found.extend(self.methods_of(at)?);
                ring.extend(self.embedded(at)?.into_iter().filter(|embedded| seen.insert(*embedded)));
            }
        }
        Ok(found)
    }

    /// Methods may be written in any file of the package.
    fn methods_of(&self, id: SymbolId) -> Loaded<Vec<(SymbolId, &Symbol)>> {
        let Some(of) = self.graph().symbol(id)? else { return Ok(Vec::new()) };
        let folder = self.snapshot().file(of.file).path.parent();
        let mut found = Vec::new();
        for (file, entry) in (0..).map(FileId).zip(self.snapshot().files.iter()) {
            if entry.language == of.language && entry.path.parent() == folder {
                let methods = self.graph().symbols_in(file)?.into_iter();
                found.extend(methods.filter(|(_, symbol)| symbol.parent == Some(id) && symbol.kind.is_callable()));
            }
        }
        Ok(found)
    }

    fn embedded(&self, id: SymbolId) -> Loaded<Vec<SymbolId>> {
        let bases = self.bases_of(id)?.into_iter();
        Ok(bases.filter_map(|base| base.symbol.map(|symbol| symbol.id)).collect())
    }

    fn owners<'c>(&'c self, wanted: &[(SymbolId, &'c Symbol)]) -> Loaded<Owners<'c>> {
        let mut owners = Owners::default();
        for (_, method) in wanted {
            let folder = |symbol: &Symbol| self.snapshot().file(symbol.file).path.parent();
            let mut fitting = FxHashSet::default();
            for named in self.graph().namesakes(&method.name)? {
                let Some(symbol) = self.graph().symbol(named.id)? else { continue };
                // What a package keeps to itself no other can have.
                let is_seen = method.exported || folder(symbol) == folder(method);
                if symbol.language == method.language && is_seen && takes_alike(symbol, method) {
                    fitting.extend(symbol.parent);
                }
            }
            owners.insert(&method.name, fitting);
        }
        Ok(owners)
    }

    fn has_all(&self, id: SymbolId, owners: &Owners<'_>) -> Loaded<bool> {
        let mut missing: Vec<&FxHashSet<SymbolId>> = owners.values().collect();
        let (mut ring, mut seen) = (vec![id], FxHashSet::from_iter([id]));
        for _ in 0..=MOST_EMBEDDED {
            for at in std::mem::take(&mut ring) {
                missing.retain(|owners| !owners.contains(&at));
                if missing.is_empty() {
                    return Ok(true);
                }
                ring.extend(self.embedded(at)?.into_iter().filter(|embedded| seen.insert(*embedded)));
            }
        }
        Ok(false)
    }
}

/// A type that has values of its own.
fn is_concrete(symbol: &Symbol) -> bool {
    symbol.language == Language::Go && matches!(symbol.kind, DefinitionKind::Class | DefinitionKind::TypeAlias)
}

/// Whether two methods of one name take as many parameters, as far as their heads are known.
fn takes_alike(one: &Symbol, other: &Symbol) -> bool {
    match (parameters(one), parameters(other)) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    }
}

fn parameters(method: &Symbol) -> Option<usize> {
    let at = method.signature.find(&format!("{}(", method.name))? + method.name.len() + 1;
    let (mut depth, mut count, mut is_empty) = (0, 0, true);
    for c in method.signature[at..].chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return Some(count + usize::from(!is_empty)),
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                count += 1;
                is_empty = true;
                continue;
            }
            _ => {}
        }
        is_empty &= c.is_whitespace();
    }
    None
}
