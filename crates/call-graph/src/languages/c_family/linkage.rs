//! What a linker does: names of the whole program, and the bodies of what is declared elsewhere.

use crate::language_rules::Family;
use crate::program::{Def, Name, Program};
use code_words::path::is_test;
use facts::{DefId, Definition, DefinitionKind};
use rustc_hash::FxHashMap;

/// From so many definitions of one name on, none is meant by a file that defines it not itself: `main`, mocks.
const MAX_SAME_NAME: usize = 64;

/// Who defines what for others.
#[derive(Default)]
pub struct Linkage {
    /// The files with a top-level definition of a name that others see.
    files: FxHashMap<Name, Vec<usize>>,
    /// Of declarations without a body, the definitions that have it.
    bodies: FxHashMap<Def, Vec<Def>>,
}

impl Linkage {
    pub fn new(program: &mut Program<'_>) -> Self {
        let mut found = Self::default();
        let mut bodies: FxHashMap<Name, Vec<Def>> = FxHashMap::default();
        let mut declarations: Vec<(Name, Def)> = Vec::new();
        for at in 0..program.files.len() {
            if program.files[at].rules.family != Family::C {
                continue;
            }
            for (definition, id) in program.files[at].facts().definitions.iter().zip(0..).skip(1) {
                let name = program.names.intern(&definition.name);
                let def = program.files[at].def(DefId(id));
                match (is_function(definition), definition.body) {
                    (true, Some(_)) => bodies.entry(name).or_default().push(def),
                    (true, None) => {
                        declarations.push((name, def));
                        continue;
                    }
                    _ => {}
                }
                if definition.parent == Some(DefId::MODULE) && definition.exported && definition.owner.is_none() {
                    let files = found.files.entry(name).or_default();
                    if files.last() != Some(&at) {
                        files.push(at);
                    }
                }
            }
        }
        for (name, declaration) in declarations {
            if let Some(candidates) = bodies.get(&name) {
                let meant = bodies_of(program, declaration, candidates);
                if !meant.is_empty() {
                    found.bodies.insert(declaration, meant);
                }
            }
        }
        found
    }

    /// The files that define `name` for the whole program, as `file` means it.
    pub fn files(&self, program: &Program<'_>, file: usize, name: Name) -> Vec<usize> {
        // `struct name` is bound beside `name`, where the type is defined.
        let plain = program.names.text(name).strip_prefix("struct ").and_then(|name| program.names.get(name));
        match self.files.get(&plain.unwrap_or(name)) {
            Some(files) if files.len() <= MAX_SAME_NAME => nearest(program, file, files.clone()),
            _ => Vec::new(),
        }
    }

    /// The definitions with a body that a declaration stands for.
    pub fn bodies(&self, declaration: Def) -> &[Def] {
        self.bodies.get(&declaration).map_or(&[], Vec::as_slice)
    }
}

fn is_function(definition: &Definition) -> bool {
    matches!(definition.kind, DefinitionKind::Function | DefinitionKind::Method | DefinitionKind::Constructor)
}

/// Of the definitions of a declaration's name those that it stands for: of the same path, in the same file if it has one,
/// else the nearest.
fn bodies_of(program: &Program<'_>, declaration: Def, candidates: &[Def]) -> Vec<Def> {
    let declared = program.definition(declaration);
    let file = program.file_of_def[declaration.0 as usize] as usize;
    let file_of = |def: &Def| program.file_of_def[def.0 as usize] as usize;
    let fits = |def: &&Def| {
        let body = program.definition(**def);
        let is_outside = body.owner.is_some() && declared.kind != DefinitionKind::Function;
        // A class may be named without the namespaces that are used.
        let same = body.path == declared.path
            || is_outside && declared.path.strip_suffix(&body.path).is_some_and(|front| front.ends_with('.'));
        same && (file_of(def) == file || (body.exported && declared.exported))
    };
    let fitting: Vec<Def> = candidates.iter().filter(fits).copied().collect();
    if fitting.is_empty() || fitting.len() > MAX_SAME_NAME {
        return Vec::new();
    }
    let near = nearest(program, file, fitting.iter().map(file_of).collect());
    fitting.into_iter().filter(|def| near.contains(&file_of(def))).collect()
}

/// Of several files those nearest to `file`: itself, else outside of tests unless it is one, then below the deepest folder
/// in common, then the one with the same stem.
pub fn nearest(program: &Program<'_>, file: usize, mut files: Vec<usize>) -> Vec<usize> {
    files.dedup();
    if files.len() < 2 {
        return files;
    }
    if files.contains(&file) {
        return vec![file];
    }
    let path = |at: usize| program.files[at].source.path;
    if !is_test(path(file).as_str()) && files.iter().any(|at| !is_test(path(*at).as_str())) {
        files.retain(|at| !is_test(path(*at).as_str()));
    }
    let shared = |at: usize| {
        let (own, other) = (path(file).parent().split('/'), path(at).parent().split('/'));
        own.zip(other).take_while(|(own, other)| own == other && !own.is_empty()).count()
    };
    let deepest = files.iter().map(|at| shared(*at)).max();
    files.retain(|at| Some(shared(*at)) == deepest);
    if let Some(same) = files.iter().copied().find(|at| path(*at).stem() == path(file).stem()) {
        return vec![same];
    }
    files
}
