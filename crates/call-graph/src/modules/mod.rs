//! Namespaces: which file is which module. `languages` makes them and resolves imports.
//!
//! A [`Namespace`] is whatever an import can name and a dot can open: a file, an inline module, a package of several
//! files, a folder. Each has one scope whose variables are its members; a package of several files (Go, Java) has a
//! scope of its own, into which the files' top-level definitions go, while their imports stay with the file.

mod wildcard;

pub use wildcard::Wildcard;

use crate::program::{Def, GlobalScope, Name, Program};
use facts::{DefId, DefinitionKind, ScopeId};
use rustc_hash::FxHashMap;

/// Index into [`Namespaces::all`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NamespaceId(pub u32);

/// Something with members that an import can name.
pub struct Namespace {
    /// Dotted; empty for a root.
    pub name: String,
    pub scope: GlobalScope,
    pub children: FxHashMap<Name, NamespaceId>,
    pub parent: Option<NamespaceId>,
    /// Rust: the crate it belongs to.
    pub root: Option<NamespaceId>,
    /// See [`LanguageRules::modules_apart`](crate::language_rules::LanguageRules::modules_apart).
    pub modules_apart: bool,
    /// Names exported under another name: exported -> local.
    pub exports: FxHashMap<Name, Name>,
    /// Where names are that it does not have itself.
    pub goes_on: GoesOn,
}

/// The other parts of a package that several projects have, as one of them sees it.
#[derive(Default)]
pub struct GoesOn {
    /// What the project sees; the first that has a name has it.
    pub behind: Vec<NamespaceId>,
    /// What it may see: a name that exactly one has is that one's.
    pub perhaps: Vec<NamespaceId>,
}

/// What an import leads to: members `path` of `namespace`, or a module outside the repository.
#[derive(Debug, Clone)]
pub enum ImportTarget<'a> {
    /// `path` is walked by member access; empty names the namespace itself.
    Inside { namespace: NamespaceId, path: Vec<&'a str> },
    /// Starts at a name of the importing file (Rust: `use Enum::*`).
    Local { path: Vec<&'a str> },
    /// Not in the repository.
    Outside { module: String },
}

/// All namespaces and the tables that find them.
#[derive(Default)]
pub struct Namespaces {
    /// By id.
    pub all: Vec<Namespace>,
    /// The namespace of each file; for Go and Java that of its package.
    pub of_file: Vec<NamespaceId>,
    /// The namespace of inline modules.
    pub of_def: FxHashMap<Def, NamespaceId>,
    /// Scopes of inline modules that are parts of one namespace of several files: what others see is in that one's scope.
    pub joined: FxHashMap<GlobalScope, NamespaceId>,
    next_scope: u32,
}

/// Of a file that has no namespace yet.
pub const PLACEHOLDER: NamespaceId = NamespaceId(u32::MAX);

impl Namespaces {
    /// No file has a namespace yet.
    pub fn new(program: &Program<'_>) -> Self {
        let of_file = vec![PLACEHOLDER; program.files.len()];
        Self { next_scope: program.scope_count, of_file, ..Self::default() }
    }

    /// Once languages have laid out their files: those that are left, modules inside files, renamed exports.
    pub fn complete(&mut self, program: &mut Program<'_>) {
        for index in 0..program.files.len() {
            if self.of_file[index] == PLACEHOLDER {
                let name = dotted(program.files[index].source.path.as_str());
                self.of_file[index] = self.add_file(program, index, name);
            }
            self.add_inline(program, index);
            self.add_exports(program, index);
        }
    }

    pub fn get(&self, id: NamespaceId) -> &Namespace {
        &self.all[id.0 as usize]
    }

    /// Adds a namespace; without a scope it gets one of its own.
    pub fn add(&mut self, name: String, scope: Option<GlobalScope>) -> NamespaceId {
        let scope = scope.unwrap_or_else(|| {
            self.next_scope += 1;
            GlobalScope(self.next_scope - 1)
        });
        self.all.push(Namespace {
            name,
            scope,
            children: FxHashMap::default(),
            parent: None,
            root: None,
            modules_apart: false,
            exports: FxHashMap::default(),
            goes_on: GoesOn::default(),
        });
        NamespaceId(self.all.len() as u32 - 1)
    }

    pub fn add_file(&mut self, program: &Program<'_>, index: usize, name: String) -> NamespaceId {
        let file = &program.files[index];
        let id = self.add(name, Some(file.scope(ScopeId::FILE)));
        self.all[id.0 as usize].modules_apart = file.rules.modules_apart;
        id
    }

    /// Puts a namespace below another.
    pub fn set_child(&mut self, parent: NamespaceId, name: Name, child: NamespaceId) {
        self.all[parent.0 as usize].children.entry(name).or_insert(child);
        self.all[child.0 as usize].parent = Some(parent);
    }

    /// Modules and namespaces written inside a file.
    fn add_inline<'a>(&mut self, program: &mut Program<'a>, index: usize) {
        let facts = program.files[index].facts();
        for (at, definition) in facts.definitions.iter().enumerate().skip(1) {
            let (DefinitionKind::Module, Some(body)) = (definition.kind, definition.body) else { continue };
            let file = &program.files[index];
            let def = file.def(DefId(at as u32));
            if self.of_def.contains_key(&def) {
                continue;
            }
            let parent = definition
                .parent
                .and_then(|parent| self.of_def.get(&file.def(parent)).copied())
                .unwrap_or(self.of_file[index]);
            let name = join(&self.get(parent).name, &definition.name);
            let id = self.add(name, Some(file.scope(body)));
            let (root, modules_apart) = (self.get(parent).root, self.get(parent).modules_apart);
            let own = &mut self.all[id.0 as usize];
            (own.root, own.modules_apart) = (root, modules_apart);
            let key = program.names.intern(&definition.name);
            self.set_child(parent, key, id);
            self.of_def.insert(def, id);
        }
    }

    fn add_exports<'a>(&mut self, program: &mut Program<'a>, index: usize) {
        if !program.files[index].rules.renamed_exports {
            return;
        }
        let id = self.of_file[index];
        for (local, exported) in &program.files[index].facts().exports {
            let (local, exported) = (program.names.intern(local), program.names.intern(exported));
            self.all[id.0 as usize].exports.insert(exported, local);
        }
    }

    /// The namespace whose declarations a scope of a file sees unasked: that of the block around, where it is one of several in
    /// the file, else the file's.
    pub fn declared_around(&self, program: &Program<'_>, file: usize, scope: ScopeId) -> NamespaceId {
        let source = &program.files[file];
        let facts = source.facts();
        let mut scopes = std::iter::successors(Some(scope), |at| facts.scope(*at).parent);
        match facts.namespaces.is_empty() {
            true => self.of_file[file],
            false => scopes.find_map(|at| self.joined.get(&source.scope(at)).copied()).unwrap_or(self.of_file[file]),
        }
    }

    /// The namespace that a scope of a file belongs to: the innermost inline module around, else the file's.
    pub fn around(&self, program: &Program<'_>, file: usize, scope: ScopeId) -> NamespaceId {
        let source = &program.files[file];
        let mut at = Some(source.facts().scope(scope).owner);
        while let Some(def) = at {
            if let Some(id) = self.of_def.get(&source.def(def)) {
                return *id;
            }
            at = source.facts().definition(def).parent;
        }
        self.of_file[file]
    }
}

/// `a/b/c.ext` -> `a.b.c`.
pub fn dotted(path: &str) -> String {
    without_extension(path).replace('/', ".")
}

pub use facts::dotted as join;

/// `a/b/c.ext` -> `a/b/c`.
pub fn without_extension(path: &str) -> &str {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    match path[name..].rfind('.') {
        Some(dot) if dot > 0 => &path[..name + dot],
        _ => path,
    }
}

/// `dir/name`; the folder may be the root.
pub fn below(dir: &str, name: &str) -> String {
    if dir.is_empty() { name.to_owned() } else { format!("{dir}/{name}") }
}

/// A path that is relative to a folder, as one of the repository; `None` where it leaves the repository.
pub fn normalise(folder: &str, module: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in module.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The folders around a path, the innermost first.
pub fn folders_around(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(above(path), |folder| above(folder))
}

/// The folder above; `None` for the root.
pub fn above(dir: &str) -> Option<&str> {
    if dir.is_empty() { None } else { Some(dir.rfind('/').map_or("", |slash| &dir[..slash])) }
}
