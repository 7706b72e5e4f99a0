//! Rule 2: reads bases off the solved names.

use crate::program::{Def, Name};
use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::hierarchy::Hierarchy;
use crate::solver::value::Value;
use facts::{DefId, DefinitionKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most types that are compared with an interface.
const MAX_IMPLEMENTERS: usize = 1024;
impl Solver<'_> {
    /// Reads bases, and the types that methods outside their type belong to, off the solved names.
    #[inline(never)]
    pub(crate) fn build_hierarchy(&mut self) {
        let mut hierarchy = Hierarchy::default();
        let (mut own, mut of_traits) = (FxHashSet::default(), Vec::new());
        for file in 0..self.program.files.len() as u32 {
            self.read_inheritance(file, &mut hierarchy);
            let facts = self.program.files[file as usize].facts();
            for (at, definition) in facts.definitions.iter().enumerate() {
                let def = self.program.class_of(self.program.files[file as usize].def(DefId(at as u32)));
                // Parts of one class have each other's members.
                self.layouts.other_parts(def).iter().for_each(|part| hierarchy.add(def, *part));
                for base in &definition.bases {
                    let node = self.expr_node(file, *base);
                    for (value, _) in self.values(node) {
                        match value {
                            Value::Class(base) => hierarchy.add(def, base),
                            // A module that is a class as a whole.
                            Value::Namespace(space) => {
                                let own = self.module_value(space).map_or_else(Vec::new, |own| self.values(own));
                                for (value, _) in own {
                                    if let Value::Class(base) = value {
                                        hierarchy.add(def, base);
                                    }
                                }
                            }
                            Value::External(id) => {
                                self.external_bases.entry(def).or_insert(id);
                            }
                            _ => {}
                        }
                    }
                }
                let Some(owner) = definition.owner else { continue };
                let interface = definition.implements.and_then(|written| self.class_of_expr(file, written));
                if let Some(class) = self.class_of_expr(file, owner) {
                    let name = self.program.names.intern(&definition.name);
                    let node = self.member(class, name, true);
                    if definition.kind.is_type() {
                        let value = self.definition_value(file, DefId(at as u32));
                        self.copy(value, node, Rule::Scope);
                    } else {
                        self.add(node, Value::Function(def), Rule::Scope);
                        match definition.implements {
                            None => drop(own.insert((class, name))),
                            Some(_) => of_traits.push(((class, name), def)),
                        }
                    }
                    if let Some(interface) = interface {
                        hierarchy.add(class, interface);
                    }
                }
            }
        }
        // A method of the type itself comes before one of a trait that has its name.
        let is_shadowed =
            |(member, def): &((Def, Name), Def)| own.contains(member) && !self.program.file_of(*def).rules.overloads;
        self.shadowed = of_traits.into_iter().filter(is_shadowed).map(|(_, def)| def).collect();
        self.structural_interfaces(&mut hierarchy);
        self.hierarchy = hierarchy;
        self.read_extensions();
    }

    /// A type with all methods of an interface implements it, in languages that do not declare it.
    fn structural_interfaces(&self, hierarchy: &mut Hierarchy) {
        let mut owners: FxHashMap<Name, Vec<Def>> = FxHashMap::default();
        let mut wanted: FxHashMap<Def, Vec<Name>> = FxHashMap::default();
        let mut methods: Vec<(Def, Name)> = Vec::new();
        for (&(class, name), &(node, _)) in &self.members {
            if self.program.file_of(class).rules.structural_interfaces
                && self.values(node).iter().any(|(value, _)| matches!(value, Value::Function(_)))
            {
                methods.push((class, name));
            }
        }
        methods.sort_unstable();
        let owned: FxHashSet<(Def, Name)> = methods.iter().copied().collect();
        for (class, name) in methods {
            match self.program.definition(class).kind {
                DefinitionKind::Interface => wanted.entry(class).or_default().push(name),
                DefinitionKind::Class | DefinitionKind::TypeAlias => owners.entry(name).or_default().push(class),
                _ => {}
            }
        }
        let mut interfaces: Vec<_> = wanted.into_iter().collect();
        interfaces.sort_unstable();
        for (interface, names) in interfaces {
            let rarest = names.iter().min_by_key(|name| owners.get(name).map_or(0, Vec::len));
            let candidates = rarest.and_then(|name| owners.get(name)).map_or(&[][..], Vec::as_slice);
            for class in candidates.iter().take(MAX_IMPLEMENTERS) {
                if names.iter().all(|name| owned.contains(&(*class, *name))) {
                    hierarchy.add(*class, interface);
                }
            }
        }
    }
}
