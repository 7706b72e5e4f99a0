//! Rule 1: names through scopes, wildcard imports, packages and the language's own globals.

use crate::language_rules::OuterNames;
use crate::modules::NamespaceId;
use crate::program::{Def, GlobalScope, Name};
use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::value::{Constraint, Node, Value};
use facts::{DefinitionKind, ScopeId, ScopeKind};
use rustc_hash::FxHashSet;

/// Modules that one name is followed through by wildcard imports.
const MAX_WILDCARD_MODULES: usize = 64;
/// Wildcard imports looked at for one name.
const MAX_WILDCARD_STEPS: u32 = 4096;

impl<'a> Solver<'a> {
    /// What `name` means when read in a scope; the empty node where nothing binds it.
    pub(crate) fn look_up(&mut self, file: usize, scope: ScopeId, name: Name) -> Node {
        let from = self.program.files[file].scope(scope);
        if let Some(node) = self.resolved.get(&(from, name)) {
            return *node;
        }
        let node = self.look_up_new(file, scope, name);
        self.resolved.insert((from, name), node);
        node
    }

    /// What `name` means where a type is written: members of the classes around that are no types are passed over.
    pub(crate) fn look_up_type(&mut self, file: usize, scope: ScopeId, name: Name) -> Node {
        let facts = self.program.files[file].facts();
        let mut at = Some(scope);
        let mut from = scope;
        while let Some(local) = at {
            let here = facts.scope(local);
            let class = self.program.files[file].def(here.owner);
            match here.kind {
                ScopeKind::Class if self.members_beside_types.contains(&(class, name)) => {
                    from = here.parent.unwrap_or(local)
                }
                _ => {}
            }
            at = here.parent;
        }
        self.look_up(file, from, name)
    }

    #[inline(never)]
    fn look_up_new(&mut self, file: usize, scope: ScopeId, name: Name) -> Node {
        let facts = self.program.files[file].facts();
        let fields_are_names = self.program.files[file].rules.fields_are_names;
        let mut skips_classes = false;
        let mut at = Some(scope);
        let mut first = true;
        while let Some(local) = at {
            let here = facts.scope(local);
            let global = self.program.files[file].scope(local);
            if here.kind != ScopeKind::Class || (fields_are_names && (!skips_classes || first)) {
                if let Some(true) = self.outer_names.get(&(global, name)) {
                    let module = self.program.files[file].scope(ScopeId::FILE);
                    return self.find_variable(module, name).unwrap_or(self.empty);
                }
                if let Some(node) = self.find_variable(global, name) {
                    return node;
                }
                if let Some(node) = self.member_of_scope(file, local, name) {
                    return node;
                }
                if let Some(node) = self.through_wildcards(global, name) {
                    return node;
                }
            }
            skips_classes |= here.skips_class_scopes;
            first = false;
            at = here.parent;
        }
        self.outside_the_file(file, scope, name)
    }

    /// What a class has under this name, as a function of it sees it: where the scope is that of the class, or of a function
    /// that is written outside of it.
    #[inline(never)]
    fn member_of_scope(&mut self, file: usize, scope: ScopeId, name: Name) -> Option<Node> {
        let source = &self.program.files[file];
        let here = source.facts().scope(scope);
        let def = source.def(here.owner);
        if !source.rules.members_through_owner || self.program.definition(def).body != Some(scope) {
            return None;
        }
        let class = match here.kind {
            ScopeKind::Class => def,
            _ => self.layouts.owner(def)?,
        };
        // The name of a class means the class, and not its constructor.
        let text = self.program.names.text(name);
        let has = |base: &Def| {
            let is_declared = matches!(self.members.get(&(*base, name)), Some((_, true)));
            self.program.definition(*base).name != text && (is_declared || self.layouts.adds_member(*base, name))
        };
        if !self.layouts.with_bases(class).iter().any(has) {
            return None;
        }
        let (receiver, node) = (self.node(), self.node());
        self.add(receiver, Value::Instance(class), Rule::Member);
        self.constrain(receiver, Constraint::Load { name, to: node });
        self.read_names.insert(node);
        Some(node)
    }

    #[inline(never)]
    fn through_wildcards(&mut self, scope: GlobalScope, name: Name) -> Option<Node> {
        let passed_on = self.wildcards.get(&scope)?.iter().filter(|wildcard| wildcard.has(name));
        let spaces: Vec<NamespaceId> = passed_on.map(|wildcard| wildcard.space).collect();
        let mut left = MAX_WILDCARD_STEPS;
        let found: Vec<Node> =
            spaces.iter().filter_map(|space| self.namespace_member_within(*space, name, &mut left)).collect();
        (!found.is_empty()).then(|| self.join(found))
    }

    /// No scope of the file binds the name.
    #[inline(never)]
    fn outside_the_file(&mut self, file: usize, scope: ScopeId, name: Name) -> Node {
        let text = self.program.names.text(name);
        let space = self.spaces.of_file[file];
        let rules = self.program.files[file].rules;
        match rules.outer_names {
            OuterNames::Package => {
                if let Some(node) = self.find_variable(self.spaces.get(space).scope, name) {
                    return node;
                }
            }
            OuterNames::PackageOrModule => {
                if let Some(node) = self.find_variable(self.spaces.get(space).scope, name) {
                    return node;
                }
                if text.starts_with(|first: char| first.is_uppercase() || first == ':') {
                    let (value, node) = (self.external(text), self.node());
                    self.add(node, value, Rule::Import);
                    return node;
                }
            }
            OuterNames::Linked => {
                if let Some(node) = self.linked(file, name) {
                    return node;
                }
            }
            OuterNames::PackageOrUnnamed => {
                let space = self.spaces.declared_around(&self.program, file, scope);
                let spaces = [Some(space), self.layouts.unnamed()].into_iter().flatten();
                let scopes: Vec<GlobalScope> = spaces.map(|space| self.spaces.get(space).scope).collect();
                if let Some(node) = scopes.into_iter().find_map(|scope| self.find_variable(scope, name)) {
                    return node;
                }
                // The first segment of a name from here: a namespace below this one.
                if let Some(&child) = self.spaces.get(space).children.get(&name) {
                    let node = self.node();
                    self.add(node, Value::Namespace(child), Rule::Import);
                    return node;
                }
            }
            OuterNames::Constant => return self.constant(file, scope, name),
            OuterNames::InheritedOrPackage => return self.inherited_or_package(file, scope, name),
            OuterNames::PathSegment if text == "Self" => return self.type_around(file, scope),
            OuterNames::PathSegment if !rules.is_global(text) => {
                let around = self.spaces.around(&self.program, file, scope);
                if let Some(id) = self.layouts.segment(&self.program, &self.spaces, file, around, text) {
                    let node = self.node();
                    self.add(node, Value::Namespace(id), Rule::Import);
                    return node;
                }
            }
            _ => {}
        }
        self.global(file, scope, name)
    }

    /// What other files define under this name for the whole program.
    fn linked(&mut self, file: usize, name: Name) -> Option<Node> {
        let files = self.layouts.linked(&self.program, file, name);
        let scopes = files.into_iter().map(|at| self.program.files[at].scope(ScopeId::FILE));
        let found: Vec<Node> = scopes.filter_map(|scope| self.find_variable(scope, name)).collect();
        if found.is_empty() {
            return None;
        }
        let node = self.node();
        found.into_iter().for_each(|from| self.copy(from, node, Rule::Import));
        Some(node)
    }

    /// What another file imports for this one.
    fn imported_for_all(&mut self, file: usize, name: Name) -> Option<Node> {
        let family = self.program.files[file].rules.family;
        let spaces = self.layouts.imported_for_all(family).to_vec();
        let found: Vec<Node> = spaces.into_iter().filter_map(|space| self.namespace_member(space, name)).collect();
        (!found.is_empty()).then(|| self.join(found))
    }

    /// The language's own, or what a wildcard import from outside may have brought.
    pub(super) fn global(&mut self, file: usize, scope: ScopeId, name: Name) -> Node {
        let text = self.program.names.text(name);
        let value = if self.program.files[file].rules.is_global(text) {
            Value::Builtin(name)
        } else {
            match self.wildcard_from_outside(file, scope) {
                Some(id) => Value::External(id),
                None => return self.empty,
            }
        };
        let node = self.node();
        self.add(node, value, Rule::Scope);
        node
    }

    fn wildcard_from_outside(&self, file: usize, scope: ScopeId) -> Option<u32> {
        if self.external_wildcards.is_empty() {
            return None;
        }
        let source = &self.program.files[file];
        let mut at = Some(scope);
        while let Some(local) = at {
            if let Some(id) = self.external_wildcards.get(&source.scope(local)) {
                return Some(*id);
            }
            at = source.facts().scope(local).parent;
        }
        None
    }

    /// Members inherited by the classes around, then the package, then the language.
    fn inherited_or_package(&mut self, file: usize, scope: ScopeId, name: Name) -> Node {
        let source = &self.program.files[file];
        let mut class = Some(source.def(source.facts().scope(scope).owner));
        let package = self.package_member(self.spaces.of_file[file], name);
        let package = package.or_else(|| self.outer_package_member(file, scope, name));
        let node = self.node();
        while let Some(def) = class {
            let definition = self.program.definition(def);
            let inherits = !definition.bases.is_empty() || !self.layouts.other_parts(def).is_empty();
            if definition.kind.is_type() && inherits {
                let receiver = self.node();
                self.add(receiver, Value::Instance(def), Rule::Member);
                self.constrain(receiver, Constraint::Load { name, to: node });
            }
            class = self.program.parent(def);
        }
        let outer = match package.or_else(|| self.imported_for_all(file, name)) {
            Some(found) => found,
            None => self.global(file, scope, name),
        };
        self.copy(outer, node, Rule::Scope);
        if package.is_none() {
            for class in self.classes_imported_as_a_whole(file, scope) {
                self.constrain(class, Constraint::Load { name, to: node });
            }
        }
        node
    }

    /// What the packages around a file's have, in languages whose packages see it.
    fn outer_package_member(&self, file: usize, scope: ScopeId, name: Name) -> Option<Node> {
        // What is imported from outside as a whole may have it.
        if !self.program.files[file].rules.outer_packages || self.wildcard_from_outside(file, scope).is_some() {
            return None;
        }
        let around = self.layouts.packages_around(&self.program, file);
        around.into_iter().find_map(|package| self.package_member(package, name))
    }

    /// The classes whose members a scope sees by an import, the innermost first.
    fn classes_imported_as_a_whole(&self, file: usize, scope: ScopeId) -> Vec<Node> {
        if self.class_wildcards.is_empty() {
            return Vec::new();
        }
        let source = &self.program.files[file];
        let around = std::iter::successors(Some(scope), |at| source.facts().scope(*at).parent);
        around.filter_map(|at| self.class_wildcards.get(&source.scope(at))).flatten().copied().collect()
    }

    /// `Self`: the type of the impl or trait around.
    fn type_around(&mut self, file: usize, scope: ScopeId) -> Node {
        let source = &self.program.files[file];
        let mut at = Some(source.def(source.facts().scope(scope).owner));
        while let Some(def) = at {
            let definition = self.program.definition(def);
            if let Some(owner) = definition.owner {
                return self.late_expr(file as u32, owner);
            }
            if definition.kind.is_type() {
                let node = self.node();
                self.add(node, Value::Class(def), Rule::Member);
                return node;
            }
            at = self.program.parent(def);
        }
        self.empty
    }

    /// The node of an expression that may not have been reached yet.
    fn late_expr(&mut self, file: u32, expr: facts::ExprId) -> Node {
        match self.program.expr(file, expr) {
            facts::Expr::Name { name, scope, .. } => {
                let name = self.program.names.intern(name);
                self.look_up(file as usize, *scope, name)
            }
            facts::Expr::Generic { base, .. } => self.late_expr(file, *base),
            facts::Expr::Await(inner) => self.late_expr(file, *inner),
            _ => self.expr_node(file, expr),
        }
    }

    /// A member of a module: exported under this name, bound at its top level, a module below it, or passed on by a
    /// wildcard.
    pub(crate) fn namespace_member(&mut self, space: NamespaceId, name: Name) -> Option<Node> {
        self.namespace_member_within(space, name, &mut { MAX_WILDCARD_STEPS })
    }

    /// Modules may pass each other's names on in rings, so an answer is kept until a module gains a name.
    fn namespace_member_within(&mut self, space: NamespaceId, name: Name, left: &mut u32) -> Option<Node> {
        if let Some(known) = self.passed_on.get(&(space, name)) {
            return *known;
        }
        let mut seen = FxHashSet::default();
        let mut waiting = vec![(space, false)];
        let mut found = Vec::new();
        while let Some((space, is_one_of_several)) = waiting.pop() {
            // Where a condition chooses, what the others have may be meant as well.
            if !found.is_empty() && !is_one_of_several {
                continue;
            }
            if *left == 0 || seen.len() > MAX_WILDCARD_MODULES {
                break;
            }
            *left -= 1;
            if !seen.insert(space) {
                continue;
            }
            if let Some(own) = self.own_member(space, name) {
                found.push(own);
                if is_one_of_several {
                    continue;
                }
                break;
            }
            let passed_on = self.wildcards.get(&self.spaces.get(space).scope).into_iter().flatten();
            // The first is looked at next.
            let passed_on = passed_on.filter(|wildcard| wildcard.has(name)).rev();
            waiting.extend(passed_on.map(|wildcard| (wildcard.space, is_one_of_several || wildcard.is_one_of_several)));
        }
        let found = (!found.is_empty()).then(|| self.join(found));
        self.passed_on.insert((space, name), found);
        found
    }

    /// What the top level of a module binds, or the parts of it that other projects have.
    fn package_member(&self, space: NamespaceId, name: Name) -> Option<Node> {
        let here = self.spaces.get(space);
        let of = |space: &NamespaceId| self.find_variable(self.spaces.get(*space).scope, name);
        let seen = of(&space).or_else(|| here.goes_on.behind.iter().find_map(of));
        seen.or_else(|| {
            let mut found = here.goes_on.perhaps.iter().filter_map(of);
            found.next().filter(|_| found.next().is_none())
        })
    }

    /// What the module itself has.
    fn own_member(&mut self, space: NamespaceId, name: Name) -> Option<Node> {
        let here = self.spaces.get(space);
        let scope = here.scope;
        let local = here.exports.get(&name).copied();
        let child = here.children.get(&name).copied();
        let parent = here.parent;
        let exported = local.and_then(|local| self.find_variable(scope, local));
        let own = exported.or_else(|| {
            let seen = self.package_member(space, name);
            seen.filter(|_| !self.imported_only.contains(&(scope, name)))
        });
        // Where modules are kept apart from functions, `spawn` may be both.
        if let (Some(own), Some(child)) = (own, child)
            && self.spaces.get(space).modules_apart
        {
            return Some(self.member_and_module(space, name, own, child));
        }
        if own.is_some() {
            return own;
        }
        let module = match self.program.names.text(name) {
            "super" => parent,
            "self" => Some(space),
            _ => child,
        }?;
        let node = self.node();
        self.add(node, Value::Namespace(module), Rule::Import);
        Some(node)
    }

    fn member_and_module(&mut self, space: NamespaceId, name: Name, own: Node, child: NamespaceId) -> Node {
        if let Some(node) = self.both.get(&(space, name)) {
            return *node;
        }
        let node = self.node();
        self.both.insert((space, name), node);
        self.add(node, Value::Namespace(child), Rule::Import);
        self.copy(own, node, Rule::Scope);
        node
    }

    /// A function that may make values: a plain one, in a language where `new` calls it.
    pub(crate) fn is_constructor(&self, def: Def) -> bool {
        let definition = self.program.definition(def);
        self.program.file_of(def).rules.constructor_functions
            && definition.kind == DefinitionKind::Function
            && definition.owner.is_none()
    }

    /// The class or trait that a definition's written `owner` names, once names are solved.
    pub(crate) fn class_of_expr(&self, file: u32, expr: facts::ExprId) -> Option<Def> {
        let node = self.expr_node(file, expr);
        self.values(node).into_iter().find_map(|(value, rule)| match value {
            Value::Class(class) => Some(class),
            Value::Function(def) if rule <= Rule::Import && self.is_constructor(def) => Some(def),
            _ => None,
        })
    }
}
