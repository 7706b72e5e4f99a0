//! The assignment graph: which function, class, module or container may be where.
//!
//! Nodes hold small sets of abstract [`Value`]s; constraints say where each value goes next. Values arrive in order of
//! belief: the queue of the most trusted rule is emptied first, so that the first arrival of a value at a node is
//! (but for edges found late) its best. A node takes at most [`MAX_VALUES`] values, and more functions and containers as long as few nodes
//! do: handlers that were registered in one place are called from there, but what a thousand views, tests or properties were
//! decorated by hands each of them on to all that calls any. What has more is dispatch that no reader could follow either, and is
//! reported as such. One run over the repository, no iteration to a fixpoint of
//! passes; insensitive to flow and context, but for functions that return a parameter (`passes`) and variables of
//! which the last binding is known (`FileFacts::last_values`).
//!
//! What may be noted is bounded by the size of the repository: beyond that nothing flows any more, and call sites that it
//! would have reached are unresolved for that reason ([`Solver::is_exhausted`]).
//!
//! Two stages: first names, imports and modules alone, which is enough to know every class's bases; then everything.

mod aliases;
mod crowds;
mod declare;
mod expressions;
mod flows;
pub mod hierarchy;
mod places;
mod propagate;
mod steps;
pub mod value;

use crate::languages::Layouts;
use crate::modules::{NamespaceId, Namespaces, Wildcard};
use crate::program::{Def, GlobalScope, Name, Program};
use crate::rule::Rule;
use crate::test_fixtures::Fixtures;
use crowds::{Crowds, MAX_VALUES};
use hierarchy::Hierarchy;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use steps::Stage;
use value::{Constraint, Container, Key, Node, PropertyRead, Value};

/// From this many parameters on, their places are looked up in a table.
const MANY_PARAMETERS: usize = 16;

/// Longest name of a module outside the repository, in bytes.
const MAX_EXTERNAL: usize = 256;

const NONE: u32 = u32::MAX;
/// Rules by which a value may flow: `Scope` to `Override`.
const LEVELS: usize = 10;

#[derive(Clone, Copy)]
pub(crate) struct Head {
    value: u32,
    constraint: u32,
    count: u16,
}

#[derive(Clone, Copy)]
struct Slot {
    value: Value,
    rule: Rule,
    processed: bool,
    next: u32,
}

/// What a container is a copy of, and which of its keys were asked for.
#[derive(Default)]
struct Copied {
    originals: Vec<Container>,
    keys: Vec<Key>,
}

/// The assignment graph, growing while it is solved.
#[derive(Default)]
pub struct Solver<'a> {
    pub program: Program<'a>,
    pub spaces: Namespaces,
    pub(crate) layouts: Layouts<'a>,
    /// Bases and overrides; empty in the first stage.
    pub hierarchy: Hierarchy,
    pub(crate) complete: bool,
    pub(crate) heads: Vec<Head>,
    slots: Vec<Slot>,
    crowds: Crowds,
    constraints: Vec<(Constraint, u32)>,
    queues: Vec<VecDeque<(Node, u32)>>,
    /// From and to, in one word.
    copies: FxHashSet<u64>,
    /// (scope, name) -> variable.
    variables: FxHashMap<(GlobalScope, Name), Node>,
    /// (scope, name) -> what a lookup from there finds.
    pub(crate) resolved: FxHashMap<(GlobalScope, Name), Node>,
    pub(crate) wildcards: FxHashMap<GlobalScope, Vec<Wildcard>>,
    /// Names that a module imports and does not export.
    pub(crate) imported_only: FxHashSet<(GlobalScope, Name)>,
    /// What modules have or pass on, as far as it was asked for; forgotten when a module gains a name.
    pub(crate) passed_on: FxHashMap<(NamespaceId, Name), Option<Node>>,
    /// See [`constrain_once`](Self::constrain_once).
    once: FxHashSet<(Node, Constraint)>,
    /// (scope, name) that `global` (true) or `nonlocal` sends outwards.
    pub(crate) outer_names: FxHashMap<(GlobalScope, Name), bool>,
    /// Parameters by name, of functions that have many.
    parameter_places: FxHashMap<(Def, &'a str), u32>,
    /// What may still be noted: see [`limits::parsing::LINK_NOTES`].
    notes_left: u64,
    exhausted: bool,
    /// Scopes with a wildcard import from outside the repository.
    pub(crate) external_wildcards: FxHashMap<GlobalScope, u32>,
    /// Classes whose members are imported as a whole, by the scope of the import: `import static a.B.*`.
    pub(crate) class_wildcards: FxHashMap<GlobalScope, Vec<Node>>,
    /// (class or function, name) -> member, and whether the source declares it.
    pub(crate) members: FxHashMap<(Def, Name), (Node, bool)>,
    /// (class, name) -> method of the class itself, where its values may have another of that name.
    pub(crate) class_members: FxHashMap<(Def, Name), Node>,
    /// Methods of traits that a method of the type itself hides.
    pub(crate) shadowed: FxHashSet<Def>,
    /// What values of a type were converted from, by the type.
    pub(crate) converted: FxHashMap<Def, Node>,
    /// The modules whose methods a class has itself.
    pub(crate) extended: FxHashMap<Def, Vec<Def>>,
    /// Names of the methods of each class, in order of their text; made when a prefix of names is first asked for.
    pub(crate) method_names: Option<FxHashMap<Def, Vec<Name>>>,
    pub(crate) constructors: FxHashMap<Def, Vec<Def>>,
    /// (type, name) of fields, in languages where a method may have the same name.
    pub(crate) fields_beside_methods: FxHashSet<(Def, Name)>,
    /// The names of these fields.
    pub(crate) names_of_fields: FxHashSet<Name>,
    /// What names of such fields give where they are read, by what they mean.
    pub(crate) read_fields: FxHashMap<Node, Node>,
    /// (class, name) of members that are no types, in languages where a type may have the same name.
    pub(crate) members_beside_types: FxHashSet<(Def, Name)>,
    /// The fields of classes whose values are written as lists, as far as they were asked for.
    pub(crate) fields_in_order: FxHashMap<Def, Vec<Name>>,
    /// Names that some class has a setter for.
    pub(crate) setter_names: FxHashSet<Name>,
    pub(crate) expr_nodes: Vec<u32>,
    pub(crate) call_nodes: Vec<Node>,
    return_nodes: Vec<u32>,
    receiver_nodes: FxHashMap<Def, Node>,
    pub(crate) parameter_nodes: FxHashMap<(Def, u32), Node>,
    /// Parameters that their function returns as they are: what comes out of a call is what that call puts in, not
    /// what any other does.
    pub(crate) passes: FxHashSet<(Def, u32)>,
    /// (decorator, what it is applied to), as far as calls of decorators are known.
    pub(crate) decorated: FxHashSet<(Def, Def)>,
    /// Functions of object literals, in languages where `this` is then the object.
    object_methods: FxHashSet<Def>,
    /// Variants of functions that dispatch on the type of an argument.
    pub(crate) variants: FxHashMap<Def, Vec<Def>>,
    /// Containers of the members of classes that calls make, which are those classes and their values.
    pub(crate) class_bodies: FxHashSet<Container>,
    /// Objects that are written with their keys, in languages where these have no methods of lists and maps.
    pub(crate) plain_objects: FxHashSet<Container>,
    /// Containers that are queues of functions outside the repository.
    pub(crate) work_queues: FxHashSet<Container>,
    containers: u32,
    fields: FxHashMap<(Container, Key), Node>,
    elements: Vec<Node>,
    rest_containers: FxHashMap<(Def, u32), Container>,
    /// What a call of a container's method makes, by the call's result.
    pub(crate) made: FxHashMap<Node, Container>,
    copied: FxHashMap<Container, Copied>,
    pub(crate) iterations: FxHashMap<Def, Node>,
    /// (type, name) -> the member of what a value of the type stands for.
    pub(crate) dereferenced: FxHashMap<(Def, Name), Node>,
    /// Rust: names that are both a module and something else.
    pub(crate) both: FxHashMap<(NamespaceId, Name), Node>,
    pub(crate) generators: FxHashMap<Def, Container>,
    pub(crate) fixtures: Fixtures<'a>,
    /// Generic types with their arguments, as far as they may be aliases; what a type is being read in the meaning of.
    type_uses: Vec<aliases::Use>,
    meaning: Option<aliases::Meaning>,
    nested_meanings: u32,
    externals: Vec<String>,
    external_ids: FxHashMap<String, u32>,
    pub(crate) external_bases: FxHashMap<Def, u32>,
    pub(crate) deferred: Vec<(Node, Value, Rule, Constraint)>,
    pub property_reads: Vec<PropertyRead>,
    /// Names that mean a member of the class around, read off a value of it.
    pub(crate) read_names: FxHashSet<Node>,
    /// Reads of a member that a class does not have, as far as its source says, and the method that answers for it.
    pub(crate) missing_reads: Vec<(Name, PropertyRead)>,
    /// What a function of a module is called that answers for the names which the module does not have.
    pub(crate) answers_for_module: Option<Name>,
    pub(crate) empty: Node,
    stage: Stage,
}

impl<'a> Solver<'a> {
    /// Nothing flows yet: [`step`](Self::step) does it.
    pub fn new(mut program: Program<'a>) -> Self {
        let (layouts, spaces) = Layouts::new(&mut program);
        let count = program.expr_count as usize;
        let size = u64::from(program.expr_count + program.call_count);
        let notes = size * limits::parsing::LINK_NOTES_PER_VALUE;
        let rules = program.files.iter().map(|file| &file.rules.implicit);
        let missing = rules.filter_map(|rules| rules.on_missing_member).next();
        let mut solver = Self {
            fixtures: Fixtures::of(&program),
            answers_for_module: missing.map(|name| program.names.intern(name)),
            heads: Vec::with_capacity(count / 2),
            slots: Vec::with_capacity(count),
            constraints: Vec::with_capacity(count),
            queues: (0..LEVELS).map(|_| VecDeque::new()).collect(),
            copies: FxHashSet::with_capacity_and_hasher(count, Default::default()),
            notes_left: limits::parsing::LINK_NOTES + notes,
            crowds: Crowds::new(size),
            expr_nodes: vec![NONE; count],
            call_nodes: vec![Node(0); program.call_count as usize],
            return_nodes: vec![NONE; program.file_of_def.len()],
            program,
            spaces,
            layouts,
            ..Self::default()
        };
        solver.empty = solver.node();
        solver
    }

    /// Notes at most so many values and flows, instead of what the limits allow. Before the first step.
    pub fn set_most_notes(&mut self, most: u64) {
        self.notes_left = most;
    }

    /// True once a value or flow was not noted: what is known of any node may not be all.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    fn may_note(&mut self) -> bool {
        match self.notes_left.checked_sub(1) {
            Some(left) => self.notes_left = left,
            None => self.exhausted = true,
        }
        !self.exhausted
    }

    pub fn node(&mut self) -> Node {
        new_node(&mut self.heads)
    }

    /// The values of a node with their numbers, the last first.
    fn slots(&self, node: Node) -> impl Iterator<Item = (u32, &Slot)> {
        let slot = |at: u32| (at != NONE).then(|| (at, &self.slots[at as usize]));
        std::iter::successors(slot(self.heads[node.0 as usize].value), move |(_, before)| slot(before.next))
    }

    /// A value reaches a node. The empty node stays empty.
    pub fn add(&mut self, node: Node, value: Value, rule: Rule) {
        let head = self.heads[node.0 as usize];
        if node == self.empty || self.exhausted {
            return;
        }
        if let Some(id) = self.slot_of(node, value) {
            return self.believe_more(node, id, rule);
        }
        if value != Value::Others && !self.crowds.admit(head.count, value, rule) {
            if crowds::is_handler(value, rule) {
                self.add(node, Value::Others, rule);
            }
            return;
        }
        if !self.may_note() {
            return;
        }
        let id = self.slots.len() as u32;
        self.slots.push(Slot { value, rule, processed: false, next: head.value });
        self.heads[node.0 as usize].value = id;
        self.heads[node.0 as usize].count += 1;
        if head.count >= MAX_VALUES {
            self.note_crowd(node, id, value);
        }
        self.queues[(rule as usize).min(LEVELS - 1)].push_back((node, id));
    }

    fn slot_of(&self, node: Node, value: Value) -> Option<u32> {
        match self.heads[node.0 as usize].count > MAX_VALUES {
            true => self.crowds.slots.get(&(node, value)).copied(),
            false => self.slots(node).find(|(_, slot)| slot.value == value).map(|(id, _)| id),
        }
    }

    /// Of nodes with many values each value is looked up in a table.
    fn note_crowd(&mut self, node: Node, id: u32, value: Value) {
        if self.heads[node.0 as usize].count == MAX_VALUES + 1 {
            let all: Vec<(u32, Value)> = self.slots(node).map(|(id, slot)| (id, slot.value)).collect();
            self.crowds.slots.extend(all.into_iter().map(|(id, value)| ((node, value), id)));
        } else {
            self.crowds.slots.insert((node, value), id);
        }
    }

    /// A value that is known already arrives by a better rule: it goes on by that one unless it went on before.
    fn believe_more(&mut self, node: Node, id: u32, rule: Rule) {
        let slot = &mut self.slots[id as usize];
        if rule >= slot.rule {
            return;
        }
        slot.rule = rule;
        if !slot.processed {
            self.queues[(rule as usize).min(LEVELS - 1)].push_back((node, id));
        }
    }

    /// From now on, `constraint` sees every value of `node`, those before included.
    pub fn constrain(&mut self, node: Node, constraint: Constraint) {
        if node == self.empty || !self.may_note() {
            return;
        }
        let id = self.constraints.len() as u32;
        let head = &mut self.heads[node.0 as usize];
        self.constraints.push((constraint, head.constraint));
        head.constraint = id;
        let mut seen = Vec::new();
        seen.extend(self.slots(node).filter(|(_, slot)| slot.processed).map(|(at, _)| at));
        for at in seen.into_iter().rev() {
            let Slot { value, rule, .. } = self.slots[at as usize];
            self.apply(node, value, rule, constraint);
        }
    }

    /// As [`constrain`](Self::constrain), where applying the constraint may ask for the same again: modules that export each
    /// other as a whole are members of themselves.
    pub(crate) fn constrain_once(&mut self, node: Node, constraint: Constraint) {
        if self.once.insert((node, constraint)) {
            self.constrain(node, constraint);
        }
    }

    /// Values of `from` reach `to`, once however often it is asked for.
    pub fn copy(&mut self, from: Node, to: Node, rule: Rule) {
        if from != to && from != self.empty && self.copies.insert(u64::from(from.0) << 32 | u64::from(to.0)) {
            self.constrain(from, Constraint::Copy { to, rule });
        }
    }

    /// True the first time; for constraints other than plain copies.
    pub(crate) fn first_copy(&mut self, from: Node, to: Node) -> bool {
        from != to && from != self.empty && self.copies.insert(u64::from(from.0) << 32 | u64::from(to.0))
    }

    /// The values of a node, in order of arrival; that a type is an alias is none of them.
    pub fn values(&self, node: Node) -> Vec<(Value, Rule)> {
        let mut found = Vec::with_capacity(self.heads[node.0 as usize].count.into());
        let slots = self.slots(node).filter(|(_, slot)| !matches!(slot.value, Value::Alias(_)));
        found.extend(slots.map(|(_, slot)| (slot.value, slot.rule)));
        found.reverse();
        found
    }

    /// True where the node has values, and all of them pass.
    pub(crate) fn has_only(&self, node: Node, test: impl Fn(Value) -> bool) -> bool {
        let values = self.slots(node).map(|(_, slot)| slot.value);
        let mut values = values.filter(|value| !matches!(value, Value::Alias(_))).peekable();
        values.peek().is_some() && values.all(test)
    }

    /// True where a node took more values than are worth following.
    pub fn is_saturated(&self, node: Node) -> bool {
        self.heads[node.0 as usize].count >= MAX_VALUES
    }

    /// True where functions or classes may reach the node that it has not taken.
    pub fn has_others(&self, node: Node) -> bool {
        self.slot_of(node, Value::Others).is_some()
    }

    /// The node of an expression; the empty node where it has none.
    pub fn expr_node(&self, file: u32, expr: facts::ExprId) -> Node {
        let at = self.program.files[file as usize].expr_base + expr.0;
        match self.expr_nodes[at as usize] {
            NONE => self.empty,
            node => Node(node),
        }
    }

    /// The variable of a name in a scope, made where there is none.
    pub fn variable(&mut self, scope: GlobalScope, name: Name) -> Node {
        *self.variables.entry((scope, name)).or_insert_with(|| new_node(&mut self.heads))
    }

    pub fn find_variable(&self, scope: GlobalScope, name: Name) -> Option<Node> {
        self.variables.get(&(scope, name)).copied()
    }

    pub(crate) fn place_of_parameter(&self, def: Def, name: &'a str) -> Option<usize> {
        let parameters = &self.program.definition(def).parameters;
        match parameters.len() > MANY_PARAMETERS {
            true => self.parameter_places.get(&(def, name)).map(|place| *place as usize),
            false => parameters.iter().position(|parameter| parameter.name == name),
        }
    }

    pub fn return_node(&mut self, def: Def) -> Node {
        let known = &mut self.return_nodes[def.0 as usize];
        if *known == NONE {
            *known = new_node(&mut self.heads).0;
        }
        Node(*known)
    }

    /// The node of what a function returns, where anything is known of it.
    pub(crate) fn known_return(&self, def: Def) -> Option<Node> {
        let known = self.return_nodes[def.0 as usize];
        (known != NONE).then_some(Node(known))
    }

    pub fn container(&mut self) -> Container {
        let elements = self.node();
        self.elements.push(elements);
        self.containers += 1;
        Container(self.containers - 1)
    }

    /// The one container that a call makes.
    pub(crate) fn made_by(&mut self, result: Node) -> Container {
        if let Some(container) = self.made.get(&result) {
            return *container;
        }
        let container = self.container();
        self.made.insert(result, container);
        container
    }

    /// The one container that a call makes as a copy, of this original among others. What is under a key of an original
    /// is under it in the copy.
    pub(crate) fn copy_by(&mut self, result: Node, original: Container) -> Container {
        let copy = self.made_by(result);
        let known = self.copied.entry(copy).or_default();
        if copy != original && !known.originals.contains(&original) {
            known.originals.push(original);
            for key in known.keys.clone() {
                self.copy_field(original, copy, key);
            }
            let (from, to) = (self.elements(original), self.elements(copy));
            self.copy(from, to, Rule::Scope);
        }
        copy
    }

    fn copy_field(&mut self, original: Container, copy: Container, key: Key) {
        let (from, to) = (self.field(original, key), self.field(copy, key));
        self.copy(from, to, Rule::Scope);
    }

    pub fn elements(&self, container: Container) -> Node {
        self.elements[container.0 as usize]
    }

    /// One field of a container; all its values are elements too.
    pub fn field(&mut self, container: Container, key: Key) -> Node {
        if let Some(node) = self.fields.get(&(container, key)) {
            return *node;
        }
        let node = self.node();
        self.fields.insert((container, key), node);
        let elements = self.elements(container);
        self.copy(node, elements, Rule::Scope);
        if let Some(copied) = self.copied.get_mut(&container) {
            copied.keys.push(key);
            for original in copied.originals.clone() {
                self.copy_field(original, container, key);
            }
        }
        node
    }

    /// What is stored under a key; without one, what was stored under unknown keys.
    pub(crate) fn stored(&mut self, container: Container, key: Option<Key>) -> Node {
        self.field(container, key.unwrap_or(Key::Index(i64::MIN)))
    }

    /// A field that something stored or read before.
    pub fn find_field(&self, container: Container, key: Key) -> Option<Node> {
        self.fields.get(&(container, key)).copied()
    }

    /// A module outside the repository.
    pub fn external(&mut self, module: &str) -> Value {
        // It is named again at every call that leads there.
        let module = &module[..module.floor_char_boundary(MAX_EXTERNAL)];
        if let Some(id) = self.external_ids.get(module) {
            return Value::External(*id);
        }
        let id = self.externals.len() as u32;
        self.externals.push(module.to_owned());
        self.external_ids.insert(module.to_owned(), id);
        Value::External(id)
    }

    /// The name of a module outside the repository.
    pub fn external_name(&self, id: u32) -> &str {
        &self.externals[id as usize]
    }
}

pub(crate) fn new_node(heads: &mut Vec<Head>) -> Node {
    heads.push(Head { value: NONE, constraint: NONE, count: 0 });
    Node(heads.len() as u32 - 1)
}
