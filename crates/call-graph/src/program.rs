//! All files under one numbering.
//!
//! Every definition, scope, expression and call of every file gets one number across the repository (its file's base
//! plus its own index), and every name is interned. Files are taken in path order, so that the numbering, and with it
//! everything derived, depends on the content alone.

use crate::SourceFile;
use crate::language_rules::LanguageRules;
use compact_sort::CompactSort;
use facts::{
    Call, CallId, DefId, Definition, DefinitionKind, Expr, ExprId, FileFacts, Manifest, ParameterKind, ScopeId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Language;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Def(pub u32);

/// A scope, repository-wide. Numbers past the files' own are packages made up of several files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GlobalScope(pub u32);

/// What a definition that is read like a field runs for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accessor {
    Getter,
    Setter,
    Deleter,
}

/// Interned names; text borrowed from the facts.
#[derive(Default)]
pub struct Names<'a> {
    ids: FxHashMap<&'a str, Name>,
    texts: Vec<&'a str>,
}

impl<'a> Names<'a> {
    /// The number of a name, new or known.
    pub fn intern(&mut self, text: &'a str) -> Name {
        let texts = &mut self.texts;
        *self.ids.entry(text).or_insert_with(|| {
            texts.push(text);
            Name(texts.len() as u32 - 1)
        })
    }

    /// The number of a name, if any file has it.
    pub fn get(&self, text: &str) -> Option<Name> {
        self.ids.get(text).copied()
    }

    pub fn text(&self, name: Name) -> &'a str {
        self.texts[name.0 as usize]
    }
}

/// One file with its bases in the repository-wide numbering.
pub struct File<'a> {
    pub source: SourceFile<'a>,
    pub rules: &'static LanguageRules,
    pub def_base: u32,
    pub scope_base: u32,
    pub expr_base: u32,
    pub call_base: u32,
}

impl<'a> File<'a> {
    pub fn facts(&self) -> &'a FileFacts {
        self.source.facts
    }

    /// The repository-wide number of a definition of this file.
    pub fn def(&self, id: DefId) -> Def {
        Def(self.def_base + id.0)
    }

    /// The repository-wide number of a scope of this file.
    pub fn scope(&self, id: ScopeId) -> GlobalScope {
        GlobalScope(self.scope_base + id.0)
    }
}

/// The repository as the solver sees it.
#[derive(Default)]
pub struct Program<'a> {
    /// In path order.
    pub files: Vec<File<'a>>,
    /// In path order.
    pub manifests: Vec<&'a Manifest>,
    pub names: Names<'a>,
    /// The file (index) of each definition.
    pub file_of_def: Vec<u32>,
    /// The first part of each class that is written in several.
    parts: FxHashMap<Def, Def>,
    /// The first part of each type, by its path, in languages where types are opened again.
    types: FxHashMap<&'a str, Def>,
    /// Definitions that only declare types of another one of their name.
    signatures: FxHashSet<Def>,
    pub scope_count: u32,
    pub expr_count: u32,
    pub call_count: u32,
}

impl<'a> Program<'a> {
    /// Numbers everything. `rules_of`: the rules of each language.
    pub fn new(
        sources: &[SourceFile<'a>],
        manifests: &'a [Manifest],
        rules_of: fn(Language) -> &'static LanguageRules,
    ) -> Self {
        let mut ordered: Vec<SourceFile<'a>> =
            sources.iter().filter(|source| !source.facts.definitions.is_empty()).copied().collect();
        ordered.compact_sort_by(|a, b| a.path.cmp(b.path));
        let mut program = Self { files: Vec::with_capacity(ordered.len()), ..Self::default() };
        for (index, source) in ordered.into_iter().enumerate() {
            let facts = source.facts;
            program.files.push(File {
                source,
                rules: rules_of(source.language),
                def_base: program.file_of_def.len() as u32,
                scope_base: program.scope_count,
                expr_base: program.expr_count,
                call_base: program.call_count,
            });
            program.file_of_def.extend(std::iter::repeat_n(index as u32, facts.definitions.len()));
            program.scope_count += facts.scopes.len() as u32;
            program.expr_count += facts.exprs.len() as u32;
            program.call_count += facts.calls.len() as u32;
        }
        program.join_parts();
        program.find_signatures();
        program.manifests = manifests.iter().collect();
        program.manifests.compact_sort_by(|a, b| a.path.cmp(&b.path));
        program
    }

    /// What a decorator or a missing body marks as a signature, where a definition of the same name has the code.
    fn find_signatures(&mut self) {
        for file in &self.files {
            let rules = file.rules;
            if rules.signature_decorator.is_none() && !rules.signatures_without_body {
                continue;
            }
            let facts = file.facts();
            let marks = |decorator: &ExprId| match facts.expr(*decorator) {
                Expr::Name { name, .. } | Expr::Attribute { name, .. } => rules.signature_decorator == Some(name),
                _ => false,
            };
            let is_marked = |definition: &Definition| {
                let is_bare = rules.signatures_without_body && definition.body.is_none();
                definition.kind.is_callable() && (is_bare || definition.decorators.iter().any(marks))
            };
            if !facts.definitions.iter().any(is_marked) {
                continue;
            }
            let with_code: FxHashSet<&str> = facts
                .definitions
                .iter()
                .filter(|definition| definition.kind.is_callable() && !is_marked(definition))
                .map(|definition| definition.path.as_str())
                .collect();
            for (definition, at) in facts.definitions.iter().zip(0..) {
                if is_marked(definition) && with_code.contains(definition.path.as_str()) {
                    self.signatures.insert(file.def(DefId(at)));
                }
            }
        }
    }

    /// The definition only declares types of another one of its name, and never runs.
    pub fn is_signature(&self, def: Def) -> bool {
        self.signatures.contains(&def)
    }

    /// Classes of one name are one, in languages where they may be written in parts. What a test defines is not seen by
    /// other tests.
    fn join_parts(&mut self) {
        let is_test = |file: &File<'_>| code_words::path::is_test(file.source.path.as_str());
        for in_tests in [false, true] {
            for file in self.files.iter().filter(|file| file.rules.types_reopen && is_test(file) == in_tests) {
                let mut own: FxHashMap<&str, Def> = FxHashMap::default();
                for (definition, at) in file.facts().definitions.iter().zip(0..) {
                    if !definition.kind.is_type() {
                        continue;
                    }
                    let def = file.def(DefId(at));
                    let known = self.types.get(definition.path.as_str()).or_else(|| own.get(definition.path.as_str()));
                    match known {
                        Some(first) => {
                            self.parts.insert(def, *first);
                        }
                        None if in_tests => {
                            own.insert(&definition.path, def);
                        }
                        None => {
                            self.types.insert(&definition.path, def);
                        }
                    }
                }
            }
        }
    }

    /// The first part of a class that is written in several; itself else.
    pub fn class_of(&self, def: Def) -> Def {
        self.parts.get(&def).copied().unwrap_or(def)
    }

    /// The type of this path, in languages where types are opened again.
    pub fn type_at(&self, path: &str) -> Option<Def> {
        self.types.get(path).copied()
    }

    pub fn file_of(&self, def: Def) -> &File<'a> {
        &self.files[self.file_of_def[def.0 as usize] as usize]
    }

    pub fn definition(&self, def: Def) -> &'a Definition {
        let file = self.file_of(def);
        &file.facts().definitions[(def.0 - file.def_base) as usize]
    }

    /// A field that is read by calling a method of its name, which nobody writes: a component of a record.
    pub fn is_component(&self, def: Def) -> bool {
        let definition = self.definition(def);
        definition.is_property && definition.kind == DefinitionKind::Field && self.file_of(def).rules.fields_apart
    }

    /// Which accessor of a property a definition is; `None` where it is called like any other.
    pub fn accessor(&self, def: Def) -> Option<Accessor> {
        let definition = self.definition(def);
        if !definition.is_property || self.is_component(def) {
            return None;
        }
        let file = self.file_of(def);
        let is_named = |role: &str| {
            let by_name = |decorator: &ExprId| matches!(file.facts().expr(*decorator), Expr::Attribute { name, .. } if name == role);
            definition.decorators.iter().any(by_name)
        };
        let takes_value = || definition.parameters.iter().any(|parameter| parameter.kind != ParameterKind::Receiver);
        Some(if is_named("deleter") {
            Accessor::Deleter
        } else if is_named("setter") || (file.rules.set_accessors && takes_value()) {
            Accessor::Setter
        } else {
            Accessor::Getter
        })
    }

    pub fn expr(&self, file: u32, expr: ExprId) -> &'a Expr {
        &self.files[file as usize].facts().exprs[expr.0 as usize]
    }

    pub fn call(&self, file: u32, call: CallId) -> &'a Call {
        &self.files[file as usize].facts().calls[call.0 as usize]
    }

    /// The definition around, repository-wide.
    pub fn parent(&self, def: Def) -> Option<Def> {
        let file = self.file_of(def);
        self.definition(def).parent.map(|parent| file.def(parent))
    }

    /// True of what has members: types, and files in languages where these are types.
    pub fn is_type(&self, def: Def) -> bool {
        let definition = self.definition(def);
        definition.kind.is_type() || definition.parent.is_none() && self.file_of(def).rules.files_are_types
    }

    /// The innermost type around a definition, itself excluded.
    pub fn enclosing_type(&self, def: Def) -> Option<Def> {
        let mut at = self.parent(def);
        while let Some(outer) = at {
            if self.is_type(outer) {
                return Some(self.class_of(outer));
            }
            at = self.parent(outer);
        }
        None
    }
}
