//! Classes by their paths, before anything flows, in languages where a class's members are names in its functions: which
//! class a function belongs to that is written outside of it, and which classes a class has above it.

use super::c_family::linkage::nearest;
use super::java;
use crate::language_rules::Family;
use crate::program::{Def, Name, Program};
use facts::{DefId, Expr, ExprId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most classes above one that are looked through for a member.
const MAX_ABOVE: usize = 64;
/// From so many classes of one name on that a file may see, none is meant by that name alone.
const MAX_SAME_NAME: usize = 64;

/// Who is whose member, and who inherits from whom, by what is written.
#[derive(Default)]
pub struct Classes {
    /// Of functions written outside of their class, the class.
    owners: FxHashMap<Def, Def>,
    bases: FxHashMap<Def, Vec<Def>>,
    /// The names of the members that are written outside of a class.
    added: FxHashSet<(Def, Name)>,
}

/// Where a name is looked for.
struct Known<'k, 'a> {
    program: &'k Program<'a>,
    /// Classes by their last names, each family's apart.
    by_name: FxHashMap<(Family, &'a str), Vec<Def>>,
    java: &'k java::Layout,
}

impl Classes {
    pub fn new(program: &mut Program<'_>, java: &java::Layout) -> Self {
        let mut by_name: FxHashMap<(Family, &str), Vec<Def>> = FxHashMap::default();
        each(program, |def, definition| {
            if definition.kind.is_type() {
                by_name.entry((program.file_of(def).rules.family, &definition.name)).or_default().push(def);
            }
        });
        let known = Known { program, by_name, java };
        let mut found = Self::default();
        let mut added: Vec<(Def, &str)> = Vec::new();
        each(program, |def, definition| {
            let file = program.file_of_def[def.0 as usize] as usize;
            if definition.owner.is_some()
                && let Some((path, _)) = definition.path.rsplit_once('.')
                && let Some(class) = known.class_at(file, "", path)
            {
                found.owners.insert(def, class);
                added.push((class, &definition.name));
            }
            if definition.kind.is_type() && !definition.bases.is_empty() {
                let around = definition.path.rsplit_once('.').map_or("", |(around, _)| around);
                let bases = definition.bases.iter().filter_map(|base| written(program, file as u32, *base));
                let bases = bases.filter_map(|base| known.class_at(file, around, &base));
                let bases: Vec<Def> = bases.filter(|base| *base != def).collect();
                found.bases.insert(def, bases);
            }
        });
        found.added.extend(added.into_iter().map(|(class, name)| (class, program.names.intern(name))));
        found
    }

    /// True where a member of this name is written outside of the class.
    pub fn adds(&self, class: Def, name: Name) -> bool {
        self.added.contains(&(class, name))
    }

    /// The class of a function that is written outside of it.
    pub fn owner(&self, function: Def) -> Option<Def> {
        self.owners.get(&function).copied()
    }

    /// A class and those above it, nearest first.
    pub fn with_bases(&self, class: Def) -> Vec<Def> {
        let mut found = vec![class];
        let mut at = 0;
        while let Some(class) = found.get(at).copied().filter(|_| found.len() < MAX_ABOVE) {
            for base in self.bases.get(&class).into_iter().flatten() {
                if !found.contains(base) {
                    found.push(*base);
                }
            }
            at += 1;
        }
        found
    }
}

fn each<'a>(program: &Program<'a>, mut seen: impl FnMut(Def, &'a facts::Definition)) {
    for file in program.files.iter().filter(|file| file.rules.members_through_owner) {
        for (definition, id) in file.facts().definitions.iter().zip(0..).skip(1) {
            seen(file.def(DefId(id)), definition);
        }
    }
}

impl Known<'_, '_> {
    /// The class that a path means in a namespace: the one with the longest part of the namespace in front, else the only one,
    /// or the nearest, whose path ends so (`using namespace`).
    fn class_at(&self, file: usize, around: &str, path: &str) -> Option<Def> {
        let name = path.rsplit('.').next().unwrap_or(path);
        let family = self.program.files[file].rules.family;
        let seen = self.by_name.get(&(family, name))?.iter().filter_map(|def| Some((self.distance(file, *def)?, *def)));
        let candidates: Vec<(usize, Def)> = seen.take(MAX_SAME_NAME + 1).collect();
        if candidates.len() > MAX_SAME_NAME {
            return None;
        }
        let path_of = |def: Def| self.program.definition(def).path.as_str();
        let mut at = Some(around);
        while let Some(front) = at {
            let whole = facts::dotted(front, path);
            let exact: Vec<(usize, Def)> =
                candidates.iter().filter(|(_, def)| path_of(*def) == whole).copied().collect();
            if !exact.is_empty() {
                return self.only_nearest(file, &exact);
            }
            at = (!front.is_empty()).then(|| front.rsplit_once('.').map_or("", |(outer, _)| outer));
        }
        let ends_so = |(_, def): &&(usize, Def)| {
            path_of(*def).strip_suffix(path).is_some_and(|front| front.is_empty() || front.ends_with('.'))
        };
        let fitting: Vec<(usize, Def)> = candidates.iter().filter(ends_so).copied().collect();
        self.only_nearest(file, &fitting)
    }

    /// How near a class is by its project; `None` of one that the file's project does not see.
    fn distance(&self, file: usize, class: Def) -> Option<usize> {
        match self.program.files[file].rules.family {
            Family::Java => self.java.distance(file, self.file_of(class)),
            _ => Some(0),
        }
    }

    fn file_of(&self, def: Def) -> usize {
        self.program.file_of_def[def.0 as usize] as usize
    }

    /// The nearest by project, then by folder.
    fn only_nearest(&self, file: usize, candidates: &[(usize, Def)]) -> Option<Def> {
        let least = candidates.iter().map(|(distance, _)| *distance).min()?;
        let near: Vec<Def> =
            candidates.iter().filter(|(distance, _)| *distance == least).map(|(_, def)| *def).collect();
        if let [only] = near[..] {
            return Some(only);
        }
        let files = nearest(self.program, file, near.iter().map(|def| self.file_of(*def)).collect());
        near.into_iter().find(|def| files.first() == Some(&self.file_of(*def)))
    }
}

/// `a.b` of what is written as a type.
fn written(program: &Program<'_>, file: u32, expr: ExprId) -> Option<String> {
    let mut names = Vec::new();
    let mut at = expr;
    loop {
        match program.expr(file, at) {
            Expr::Name { name, .. } => {
                names.push(name.as_str());
                names.reverse();
                return Some(names.join("."));
            }
            Expr::Attribute { base, name, .. } => {
                names.push(name);
                at = *base;
            }
            Expr::Generic { base, .. } => at = *base,
            _ => return None,
        }
    }
}
