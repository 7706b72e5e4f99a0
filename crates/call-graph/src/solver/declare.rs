//! Variables, members, parameters: everything that has a name gets its node before anything flows.

use super::value::{Constraint, Node, Value};
use super::{MANY_PARAMETERS, MAX_VALUES, Solver};
use crate::language_rules::OuterNames;
use crate::modules::{ImportTarget, NamespaceId, Wildcard};
use crate::program::{Accessor, Def, GlobalScope, Name};
use crate::rule::Rule;
use facts::{BindingKind, DefId, DefinitionKind, Expr, ScopeId, ScopeKind, Target};

impl<'a> Solver<'a> {
    pub(super) fn declare(&mut self, file: usize) {
        self.declare_outer_names(file);
        self.declare_bindings(file);
        self.declare_definitions(file);
    }

    #[inline(never)]
    fn declare_outer_names(&mut self, file: usize) {
        for (scope, at) in self.program.files[file].facts().scopes.iter().zip(0..) {
            for (name, to_module) in &scope.outer_names {
                let name = self.program.names.intern(name);
                let scope = self.program.files[file].scope(ScopeId(at));
                self.outer_names.entry((scope, name)).or_insert(*to_module);
            }
        }
    }

    #[inline(never)]
    fn declare_bindings(&mut self, file: usize) {
        let facts = self.program.files[file].facts();
        for binding in &facts.bindings {
            match &binding.target {
                Target::Name(name) => {
                    let name = self.program.names.intern(name);
                    let scope = self.binding_scope(file, binding.scope, name, binding.kind);
                    let node = self.variable(scope, name);
                    if let BindingKind::Parameter(def, index) = binding.kind {
                        let def = self.program.files[file].def(def);
                        self.parameter_nodes.insert((def, index), node);
                    }
                    let local = facts.scope(binding.scope);
                    let is_file = binding.scope == ScopeId::FILE && self.program.files[file].rules.files_are_types;
                    if local.kind == ScopeKind::Class || is_file {
                        let class = self.program.class_of(self.program.files[file].def(local.owner));
                        if let Some((other, _)) = self.members.insert((class, name), (node, true)) {
                            // Another part of the class has the name too.
                            self.copy(other, node, Rule::Scope);
                        }
                    }
                }
                Target::Attribute { base, name } => {
                    if let Expr::Receiver { definition } = facts.expr(*base) {
                        let method = self.program.files[file].def(*definition);
                        if let Some(class) = self.program.enclosing_type(method) {
                            let name = self.program.names.intern(name);
                            self.member(class, name, true);
                        }
                    }
                }
                Target::Subscript { .. } => {}
            }
        }
    }

    /// Where a binding's name lives: sent outwards by `global` and `nonlocal`; top-level definitions of a package of
    /// several files live with the package.
    pub(crate) fn binding_scope(&self, file: usize, scope: ScopeId, name: Name, kind: BindingKind) -> GlobalScope {
        let source = &self.program.files[file];
        let facts = source.facts();
        if scope == ScopeId::FILE {
            if source.rules.outer_names == OuterNames::Linked && kind == BindingKind::Assignment {
                return self.scope_of_global(file, name);
            }
            let own = matches!(kind, BindingKind::Import(_))
                || source.rules.kept_by_file.keeps(self.program.names.text(name));
            let shared = source.rules.package_scope && !own;
            return if shared { self.spaces.get(self.spaces.of_file[file]).scope } else { source.scope(scope) };
        }
        if let Some(joined) = self.spaces.joined.get(&source.scope(scope)) {
            let is_own = match kind {
                BindingKind::Definition(id) => !facts.definition(id).exported,
                BindingKind::Import(_) => true,
                _ => false,
            };
            return if is_own { source.scope(scope) } else { self.spaces.get(*joined).scope };
        }
        match self.outer_names.get(&(source.scope(scope), name)) {
            None => source.scope(scope),
            Some(true) => source.scope(ScopeId::FILE),
            Some(false) => {
                let mut at = facts.scope(scope).parent;
                while let Some(outer) = at {
                    let here = facts.scope(outer);
                    if here.kind == ScopeKind::Function && self.find_variable(source.scope(outer), name).is_some() {
                        return source.scope(outer);
                    }
                    at = here.parent;
                }
                source.scope(scope)
            }
        }
    }

    /// Where a variable is that a function assigns to and the file does not declare: in another file, or in its own after
    /// all.
    fn scope_of_global(&self, file: usize, name: Name) -> GlobalScope {
        let own = self.program.files[file].scope(ScopeId::FILE);
        if self.find_variable(own, name).is_some() {
            return own;
        }
        match self.layouts.linked(&self.program, file, name)[..] {
            [other] => self.program.files[other].scope(ScopeId::FILE),
            _ => own,
        }
    }

    #[inline(never)]
    fn declare_definitions(&mut self, file: usize) {
        let facts = self.program.files[file].facts();
        for (at, definition) in facts.definitions.iter().enumerate().skip(1) {
            let def = self.program.files[file].def(DefId(at as u32));
            if definition.parameters.len() > MANY_PARAMETERS {
                for (parameter, place) in definition.parameters.iter().zip(0..) {
                    self.parameter_places.entry((def, &parameter.name)).or_insert(place);
                }
            }
            let Some(parent) = definition.parent else { continue };
            self.declare_type(file, def);
            let outer = facts.definition(parent);
            let class = self.program.class_of(self.program.files[file].def(parent));
            if !self.program.is_type(class) || definition.owner.is_some() {
                continue;
            }
            if self.program.is_signature(def) {
                continue;
            }
            // A declaration stands for the bodies that are written elsewhere.
            let bodies = self.layouts.bodies(def).to_vec();
            let is_named = self.program.files[file].rules.named_constructors && definition.name != outer.name;
            if definition.kind == DefinitionKind::Constructor && !is_named {
                let constructors = self.constructors.entry(class).or_default();
                let own = if bodies.is_empty() { vec![def] } else { bodies.clone() };
                for constructor in own {
                    if constructors.len() < MAX_VALUES.into() && !constructors.contains(&constructor) {
                        constructors.push(constructor);
                    }
                }
            }
            let name = self.program.names.intern(&definition.name);
            if definition.is_static && self.program.files[file].rules.class_members_apart {
                let node = self.class_member(class, name);
                self.add(node, Value::Function(def), Rule::Scope);
                continue;
            }
            if self.program.accessor(def) == Some(Accessor::Setter) {
                self.setter_names.insert(name);
            }
            if definition.kind == DefinitionKind::Field && self.program.files[file].rules.fields_apart {
                self.fields_beside_methods.insert((class, name));
                self.names_of_fields.insert(name);
            }
            if !definition.kind.is_type() && self.program.files[file].rules.types_apart {
                self.members_beside_types.insert((class, name));
            }
            let node = self.member(class, name, true);
            match definition.kind {
                DefinitionKind::Method | DefinitionKind::Constructor | DefinitionKind::Function
                    if bodies.is_empty() =>
                {
                    self.add(node, Value::Function(def), Rule::Scope);
                }
                DefinitionKind::Method | DefinitionKind::Constructor | DefinitionKind::Function => {
                    bodies.iter().for_each(|body| self.add(node, Value::Function(*body), Rule::Scope));
                }
                DefinitionKind::Field if self.program.is_component(def) => self.declare_component(file, def, node),
                DefinitionKind::Variable if self.program.files[file].rules.files_are_types => {}
                DefinitionKind::Field | DefinitionKind::Variable if outer.kind == DefinitionKind::Enum => {
                    self.add(node, Value::Instance(class), Rule::Member);
                }
                kind if kind.is_type() => self.add(node, Value::Class(self.program.class_of(def)), Rule::Scope),
                _ => {}
            }
        }
    }

    /// A component is the function that returns its value, unless the record has a method of that name.
    fn declare_component(&mut self, file: usize, def: Def, member: Node) {
        let definition = self.program.definition(def);
        let is_accessor = |other: &facts::Definition| {
            other.kind == DefinitionKind::Method
                && (other.parent, &other.name) == (definition.parent, &definition.name)
                && other.parameters.is_empty()
        };
        if !self.program.files[file].facts().definitions.iter().any(is_accessor) {
            let returned = self.return_node(def);
            self.constrain(member, Constraint::CopyField { to: returned, rule: Rule::Returned });
            self.add(member, Value::Function(def), Rule::Scope);
        }
    }

    /// A type is a member of the one that its path names, wherever that is written.
    fn declare_type(&mut self, file: usize, def: Def) {
        let definition = self.program.definition(def);
        if !self.program.files[file].rules.types_reopen || !definition.kind.is_type() {
            return;
        }
        let outer = definition.path.rsplit_once('.').and_then(|(outer, _)| self.program.type_at(outer));
        if let Some(outer) = outer {
            let name = self.program.names.intern(&definition.name);
            let node = self.member(outer, name, true);
            self.add(node, Value::Class(self.program.class_of(def)), Rule::Scope);
        }
    }

    /// The node of a member, made where there is none; `declared` where the source declares it in the class.
    pub(crate) fn member(&mut self, class: Def, name: Name, declared: bool) -> Node {
        let (node, known) =
            self.members.entry((class, name)).or_insert_with(|| (super::new_node(&mut self.heads), declared));
        *known |= declared;
        *node
    }

    /// Binds imported names to what they lead to.
    #[inline(never)]
    pub(super) fn import(&mut self) {
        // A part of a namespace sees what the others have.
        for (scope, joined) in &self.spaces.joined {
            self.wildcards.entry(*scope).or_default().push(Wildcard::of(*joined));
        }
        for file in 0..self.program.files.len() {
            let facts = self.program.files[file].facts();
            for (import, id) in facts.imports.iter().zip(0..) {
                if import.item.as_deref() != Some("*") || import.alias.is_some() {
                    continue;
                }
                let scope = self.program.files[file].scope(import.scope);
                match self.layouts.resolve(&self.program, &self.spaces, file, import) {
                    ImportTarget::Inside { namespace, path } => {
                        let mut at = Some(namespace);
                        for segment in &path {
                            let name = self.program.names.get(segment);
                            let child = |id| self.spaces.get(id).children.get(&name?).copied();
                            at = at.and_then(child);
                        }
                        let Some(space) = at else {
                            self.import_members(file, scope, namespace, &path);
                            continue;
                        };
                        let own = facts.hidden.iter().filter(|(of, _)| of.0 == id);
                        let hidden = own.map(|(_, name)| self.program.names.intern(name)).collect();
                        let is_one_of_several = self.layouts.is_conditional(&self.program, file, import);
                        let wildcard = Wildcard { space, hidden, is_one_of_several };
                        self.wildcards.entry(scope).or_default().push(wildcard);
                    }
                    ImportTarget::Outside { module } => {
                        if let Value::External(id) = self.external(&module) {
                            self.external_wildcards.entry(scope).or_insert(id);
                        }
                    }
                    ImportTarget::Local { .. } => {}
                }
            }
        }
        for file in 0..self.program.files.len() {
            self.import_names(file);
        }
    }

    /// `import static a.B.*`: the members of a class are names of the scope.
    fn import_members(&mut self, file: usize, scope: GlobalScope, namespace: NamespaceId, path: &[&'a str]) {
        if self.program.files[file].rules.outer_names != OuterNames::InheritedOrPackage {
            return;
        }
        let (start, class) = (self.node(), self.node());
        self.add(start, Value::Namespace(namespace), Rule::Import);
        self.walk(start, path, class);
        self.class_wildcards.entry(scope).or_default().push(class);
    }

    fn import_names(&mut self, file: usize) {
        let facts = self.program.files[file].facts();
        let mut bound = vec![None; facts.imports.len()];
        for binding in &facts.bindings {
            if let (BindingKind::Import(id), Target::Name(name)) = (binding.kind, &binding.target) {
                let name = self.program.names.intern(name);
                let scope = self.binding_scope(file, binding.scope, name, binding.kind);
                bound[id.0 as usize] = Some(self.variable(scope, name));
                if self.program.files[file].rules.renamed_exports && !facts.imports[id.0 as usize].reexport {
                    self.imported_only.insert((scope, name));
                }
            }
        }
        self.keep_exported(file);
        for (import, bound) in facts.imports.iter().zip(bound) {
            let exported = import.alias.as_deref().or(import.item.as_deref()).filter(|name| *name != "*");
            let node = match (bound, exported) {
                (Some(node), _) => node,
                // `export { x } from "./y"` binds nothing here but can be imported from here.
                (None, Some(name)) if import.reexport && !name.is_empty() => {
                    let name = self.program.names.intern(name);
                    let scope = self.spaces.get(self.spaces.of_file[file]).scope;
                    self.variable(scope, name)
                }
                _ => continue,
            };
            match self.layouts.resolve(&self.program, &self.spaces, file, import) {
                ImportTarget::Outside { module } => {
                    let value = self.external(&module);
                    self.add(node, value, Rule::Import);
                }
                ImportTarget::Inside { namespace, path } => {
                    let start = self.node();
                    self.add(start, Value::Namespace(namespace), Rule::Import);
                    self.walk(start, &path, node);
                    self.own_submodule(namespace, &path, node);
                }
                ImportTarget::Local { path } => {
                    let Some((first, rest)) = path.split_first() else { continue };
                    let first = self.program.names.intern(first);
                    let scope = self.program.files[file].scope(ScopeId::FILE);
                    if let Some(start) = self.find_variable(scope, first).filter(|start| *start != node) {
                        self.walk(start, rest, node);
                    }
                }
            }
        }
    }

    /// What a file imports and also defines or exports by a statement of its own is not imported alone.
    fn keep_exported(&mut self, file: usize) {
        if !self.program.files[file].rules.renamed_exports {
            return;
        }
        let facts = self.program.files[file].facts();
        let scope = self.program.files[file].scope(ScopeId::FILE);
        let defined = facts.bindings.iter().filter_map(|binding| match (&binding.target, binding.kind) {
            (_, BindingKind::Import(_)) => None,
            (Target::Name(name), _) if binding.scope == ScopeId::FILE => Some(name),
            _ => None,
        });
        let reexported = facts.imports.iter().filter(|import| import.reexport);
        let reexported = reexported.filter_map(|import| import.alias.as_ref().or(import.item.as_ref()));
        for name in defined.chain(reexported) {
            if let Some(name) = self.program.names.get(name) {
                self.imported_only.remove(&(scope, name));
            }
        }
    }

    /// `from . import util` in the package itself: the name that the import binds is the one that it reads, so that the
    /// module below is what it means.
    fn own_submodule(&mut self, namespace: NamespaceId, path: &[&'a str], node: Node) {
        let Some((first, rest)) = path.split_first() else { return };
        let first = self.program.names.intern(first);
        let space = self.spaces.get(namespace);
        let Some(&child) = space.children.get(&first) else { return };
        if self.find_variable(space.scope, first) == Some(node) {
            let start = self.node();
            self.add(start, Value::Namespace(child), Rule::Import);
            self.walk(start, rest, node);
        }
    }

    /// Member after member from `start` to `end`.
    fn walk(&mut self, start: Node, path: &[&'a str], end: Node) {
        let mut at = start;
        for (step, segment) in path.iter().enumerate() {
            let name = self.program.names.intern(segment);
            let to = if step + 1 == path.len() { end } else { self.node() };
            self.constrain(at, Constraint::Load { name, to });
            at = to;
        }
        if path.is_empty() {
            self.copy(at, end, Rule::Import);
        }
    }
}
