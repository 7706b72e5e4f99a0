//! One file of a renaming: what each place of the name in it is.

use super::modules::is_module;
use super::scopes::Scopes;
use super::tokens::{Family, Token, find, is_word};
use compact_sort::CompactSort;
use facts::{BindingKind, DefId, Definition, FileFacts, Import, ScopeId, Target};
use source::RepoPath;
use std::collections::{BTreeMap, BTreeSet};

/// A file that holds the name, with its facts.
pub(super) struct File {
    pub path: RepoPath,
    pub text: String,
    pub facts: FileFacts,
    /// By line: how many proven calls of the symbol are there. Empty where the file changed since the index was made.
    pub calls: BTreeMap<u32, u32>,
}

/// What is renamed.
pub(super) struct Wanted<'a> {
    pub name: &'a str,
    pub new: &'a str,
    /// The file of the definition, as an index into the files.
    pub home: usize,
    /// The definition and its namesakes of the same place: overloads, a second definition under a condition.
    pub definitions: Vec<DefId>,
    pub family: Family,
}

/// What to do with one file.
#[derive(Default)]
pub(super) struct FilePlan {
    /// First bytes of the places that are the symbol, in order, each with what is written there.
    pub sites: Vec<(usize, String)>,
    /// Lines of places that may be the symbol.
    pub possible: Vec<u32>,
    /// Places in strings and comments.
    pub mentions: u32,
    /// A line where the new name means something already.
    pub clash: Option<u32>,
}

/// What one place is.
enum Verdict {
    Symbol,
    /// A field of an object that is named after the variable.
    Shorthand,
    Possible,
    Other,
}

/// One file with all that decides about it.
pub(super) struct View<'a> {
    pub number: usize,
    pub file: &'a File,
    pub files: &'a [File],
    pub wanted: &'a Wanted<'a>,
    pub exporting: &'a BTreeSet<usize>,
    pub scopes: Scopes<'a>,
}

impl View<'_> {
    pub fn plan(&self) -> FilePlan {
        let mut plan = FilePlan::default();
        let (mut open, mut affected) = (BTreeMap::<u32, Vec<usize>>::new(), BTreeSet::new());
        let name = self.wanted.name;
        for token in find(&self.file.text, name, self.wanted.family) {
            if !token.is_code {
                plan.mentions += 1;
                continue;
            }
            match self.verdict(&token, &mut affected) {
                Verdict::Symbol => plan.sites.push((token.start, self.wanted.new.to_owned())),
                Verdict::Shorthand => plan.sites.push((token.start, format!("{name}: {}", self.wanted.new))),
                Verdict::Possible => open.entry(token.line).or_default().push(token.start),
                Verdict::Other => {}
            }
        }
        for (line, starts) in open {
            // The graph knows lines: it decides where every open place of a line is a call that it proves.
            if self.file.calls.get(&line).is_some_and(|calls| starts.len() <= *calls as usize) {
                plan.sites.extend(starts.into_iter().map(|start| (start, self.wanted.new.to_owned())));
            } else {
                plan.possible.push(line);
            }
        }
        plan.sites.compact_sort();
        plan.clash = self.clash(&affected);
        plan
    }

    fn verdict(&self, token: &Token, affected: &mut BTreeSet<ScopeId>) -> Verdict {
        let Wanted { name, family, .. } = *self.wanted;
        let before = self.file.text[..token.start].trim_end();
        let after = self.file.text[token.start + name.len()..].trim_start();
        if let Some((number, definition)) = self.defined_at(token.start) {
            if !self.is_home() || !self.wanted.definitions.contains(&number) {
                return Verdict::Other;
            }
            affected.insert(definition.scope);
            return Verdict::Symbol;
        }
        let holds = |import: &&Import| (import.span.start as usize..import.span.end as usize).contains(&token.start);
        let imports: Vec<&Import> = self.file.facts.imports.iter().filter(holds).collect();
        if !imports.is_empty() {
            return self.imported(&imports, after, affected);
        }
        if before.ends_with('.') || before.ends_with("::") {
            return self.attribute(token, before);
        }
        let begins_item = |open: char| token.bracket == open && before.ends_with([open, ',']);
        let is_key = family != Family::Python && begins_item('{') && after.starts_with(':') && !after.starts_with("::");
        let is_argument =
            family == Family::Python && begins_item('(') && after.starts_with('=') && !after.starts_with("==");
        if is_key || is_argument {
            return Verdict::Other;
        }
        let Some(passed) = self.scopes.lookup(self.scopes.at(token.start), name) else { return self.unbound(affected) };
        if !passed.last().is_some_and(|scope| self.binds_ours(*scope)) {
            return Verdict::Other;
        }
        affected.extend(passed);
        let is_short = family == Family::Script && begins_item('{') && after.starts_with([',', '}']);
        if is_short && !self.is_export(token.start) { Verdict::Shorthand } else { Verdict::Symbol }
    }

    fn is_home(&self) -> bool {
        self.number == self.wanted.home
    }

    fn home(&self) -> (&FileFacts, &Definition) {
        let facts = &self.files[self.wanted.home].facts;
        (facts, facts.definition(self.wanted.definitions[0]))
    }

    fn is_top_level(&self) -> bool {
        self.home().1.scope == ScopeId::FILE
    }

    fn defined_at(&self, byte: usize) -> Option<(DefId, &Definition)> {
        // The first definition is the file as a module, which no name in it means.
        let mut definitions = (0u32..).map(DefId).zip(&self.file.facts.definitions).skip(1);
        definitions.find(|(_, it)| it.name_span.start as usize == byte && it.name == self.wanted.name)
    }

    /// Whether the name is, in this scope, the symbol: defined here, or imported.
    fn binds_ours(&self, scope: ScopeId) -> bool {
        self.scopes.bindings(scope, self.wanted.name).any(|binding| match binding.kind {
            BindingKind::Definition(number) => self.is_home() && self.wanted.definitions.contains(&number),
            BindingKind::Import(number) => self.is_ours(&self.file.facts.imports[number.0 as usize]),
            BindingKind::Parameter(..) | BindingKind::Assignment => false,
        })
    }

    fn is_ours(&self, import: &Import) -> bool {
        import.item.as_deref() == Some(self.wanted.name) && self.is_from_exporting(import, &[])
    }

    fn is_from_exporting(&self, import: &Import, more: &[&str]) -> bool {
        let (path, family) = (&self.file.path, self.wanted.family);
        let is_one = |it: &usize| is_module(import, more, path, &self.files[*it].path, family);
        self.is_top_level() && self.exporting.iter().any(is_one)
    }

    /// A place in an import statement.
    fn imported(&self, imports: &[&Import], after: &str, affected: &mut BTreeSet<ScopeId>) -> Verdict {
        // A statement may import it twice, once under another name.
        let mut ours = imports.iter().filter(|import| self.is_ours(import));
        let is_aliased = after.strip_prefix("as").is_some_and(|rest| !rest.bytes().next().is_some_and(is_word));
        match ours.find(|import| import.alias.is_some() == is_aliased) {
            Some(import) => {
                if !is_aliased {
                    affected.insert(import.scope);
                }
                Verdict::Symbol
            }
            // The name that an import gives to something.
            None => Verdict::Other,
        }
    }

    /// `base.name`, `base::name`.
    fn attribute(&self, token: &Token, before: &str) -> Verdict {
        let (facts, definition) = self.home();
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | ':' | '.');
        let base = &before[before.trim_end_matches(is_part).len()..];
        let parts: Vec<&str> = base.split(['.', ':']).filter(|part| !part.is_empty()).collect();
        let Some((&first, rest)) = parts.split_first() else { return Verdict::Possible };
        let is_receiver = matches!(first, "self" | "this" | "cls" | "Self");
        if !self.is_top_level() {
            let holder = definition.parent.map(|parent| facts.definition(parent).span);
            let range = holder.map(|span| span.start as usize..span.end as usize);
            let is_inside = self.is_home() && range.is_some_and(|range| range.contains(&token.start));
            return if is_receiver && rest.is_empty() && is_inside { Verdict::Symbol } else { Verdict::Possible };
        }
        let at = self.scopes.at(token.start);
        let is_ours = match self.scopes.import_of(at, first) {
            Some(import) => {
                // `import a.b` binds `a` alone, so what comes after it repeats the module.
                let binds_first =
                    self.wanted.family == Family::Python && import.item.is_none() && import.alias.is_none();
                let repeated = if binds_first { import.module.split('.').count() - 1 } else { 0 };
                let item = import.item.as_deref().into_iter();
                let more: Vec<&str> = item.chain(rest.iter().copied().skip(repeated)).collect();
                rest.len() >= repeated && self.is_from_exporting(import, &more)
            }
            None if self.wanted.family == Family::Rust && !is_receiver && self.scopes.lookup(at, first).is_none() => {
                let (module, span) = (parts.join("::"), definition.span);
                let (level, item, alias, reexport, scope) = (0, None, None, false, ScopeId::FILE);
                self.is_from_exporting(&Import { module, level, item, alias, reexport, scope, span }, &[])
            }
            None => false,
        };
        if is_ours { Verdict::Symbol } else { Verdict::Possible }
    }

    /// A name that nothing in the file binds: in Go, of another file of the package.
    fn unbound(&self, affected: &mut BTreeSet<ScopeId>) -> Verdict {
        let home = &self.files[self.wanted.home];
        let is_beside = home.path.parent() == self.file.path.parent() && home.facts.package == self.file.facts.package;
        if self.wanted.family == Family::Go && is_beside && self.is_top_level() {
            affected.insert(ScopeId::FILE);
            return Verdict::Symbol;
        }
        Verdict::Possible
    }

    /// Whether a place is in `export { a, b }`.
    fn is_export(&self, byte: usize) -> bool {
        let open = self.file.text[..byte].rfind('{').unwrap_or(0);
        self.file.text[..open].trim_end().ends_with("export")
    }

    /// The first line where the new name is bound in a scope that the renaming affects.
    fn clash(&self, affected: &BTreeSet<ScopeId>) -> Option<u32> {
        let is_new = |target: &Target| matches!(target, Target::Name(name) if name == self.wanted.new);
        let bindings = self.file.facts.bindings.iter();
        let bound =
            bindings.filter(|it| affected.contains(&it.scope) && is_new(&it.target)).map(|it| it.span.start_line);
        let definitions = self.file.facts.definitions.iter().skip(1);
        let defined = definitions.filter(|it| affected.contains(&it.scope) && it.name == self.wanted.new);
        bound.chain(defined.map(|it| it.name_span.start_line)).min()
    }
}
