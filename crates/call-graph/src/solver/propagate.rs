//! The work list, and what each constraint does with a value.

use super::Solver;
use super::value::{Constraint, Key, Node, PropertyRead, Value};
use crate::program::{Accessor, Def, Name};
use crate::rule::Rule;
use facts::{DefId, Definition, DefinitionKind};

impl Solver<'_> {
    /// Until nothing moves or `budget` values did; the most believed values first. True once nothing moves.
    #[inline(never)]
    pub(super) fn run(&mut self, budget: u32) -> bool {
        for _ in 0..budget {
            let Some((node, slot)) = self.queues.iter_mut().find_map(|queue| queue.pop_front()) else { return true };
            let (value, rule) = {
                let slot = &mut self.slots[slot as usize];
                // It was in two queues.
                if slot.processed {
                    continue;
                }
                slot.processed = true;
                (slot.value, slot.rule)
            };
            let mut at = self.heads[node.0 as usize].constraint;
            while at != super::NONE {
                let (constraint, next) = self.constraints[at as usize];
                self.apply(node, value, rule, constraint);
                at = next;
            }
        }
        false
    }

    pub(super) fn apply(&mut self, node: Node, value: Value, rule: Rule, constraint: Constraint) {
        match constraint {
            Constraint::Copy { to, rule: least } => self.add(to, value, rule.max(least)),
            Constraint::CopyUntyped { to, rule: least } => {
                let is_other = match value {
                    Value::Instance(_) => self.has_declared_type(to),
                    Value::Function(_) => self.is_of_class(to),
                    value => matches!(value, Value::Builtin(_)),
                };
                if !is_other {
                    self.add(to, value, rule.max(least));
                }
            }
            Constraint::CopyDecorated { to, rule: least, decorator, own } => {
                let is_other = match value {
                    Value::Class(def) | Value::Function(def) => {
                        def != own && self.decorated.contains(&(decorator, def))
                    }
                    _ => false,
                };
                if !is_other {
                    self.add(to, value, rule.max(least));
                }
            }
            Constraint::CopyMember { to, rule: least } => self.copy_member(to, value, rule.max(least)),
            Constraint::CopyPlain { to } => {
                if !matches!(value, Value::Alias(_)) {
                    self.add(to, value, rule);
                }
            }
            Constraint::InstanceOfUse { of, to, rule: least } => match value {
                Value::Alias(alias) => self.instance_of_alias(alias, Some(of), to, rule.max(least)),
                _ => self.apply(node, value, rule, Constraint::Instance { to, rule: least }),
            },
            Constraint::Instance { to, rule: least } => {
                let made = match value {
                    Value::Class(class) => Value::Instance(class),
                    // What is assigned to a function's prototype belongs to the values that it makes.
                    Value::Function(def) if rule <= Rule::Import && self.is_constructor(def) => Value::Instance(def),
                    Value::External(_) | Value::Builtin(_) | Value::Container(_) => value,
                    Value::Alias(alias) => return self.instance_of_alias(alias, None, to, rule.max(least)),
                    Value::Namespace(space) => match self.layouts.type_of_file(space) {
                        Some(file) => Value::Instance(file),
                        None => return,
                    },
                    _ => return,
                };
                self.add(to, made, rule.max(least));
            }
            Constraint::OwnInstance { to, rule: least } => {
                if let Value::Class(class) = value {
                    self.add(to, Value::Instance(class), rule.max(least));
                }
            }
            Constraint::CopyField { to, rule: least } => {
                let is_called =
                    |def| self.program.definition(def).kind == DefinitionKind::Method || self.program.is_component(def);
                if !matches!(value, Value::Function(def) if is_called(def)) {
                    self.add(to, value, rule.max(least));
                }
            }
            Constraint::Load { name, to } => self.load(node, value, rule, name, to),
            Constraint::LoadField { name, to } => match value {
                Value::Instance(class) => self.load_field(node, class, rule, name, to),
                _ => self.load(node, value, rule, name, to),
            },
            Constraint::LoadPrefix { prefix, to } => self.load_prefix(node, value, rule, prefix, to),
            Constraint::Store { name, from } => self.store_member(value, name, from),
            Constraint::StoreAt { index, from } => {
                if let Value::Instance(class) = value
                    && let Some(name) = self.field_at(class, index)
                {
                    self.store_member(value, name, from);
                }
            }
            Constraint::LoadKey { key, to } => self.load_key(value, rule, key, to),
            Constraint::Spread { to } => match value {
                Value::Container(container) => drop(self.copy_by(to, container)),
                _ => {
                    let made = self.made_by(to);
                    let elements = self.stored(made, None);
                    self.load_key(value, rule, None, elements);
                }
            },
            Constraint::StoreKey { key, from } => self.store_key(value, key, from),
            Constraint::Call { file, call } => self.call_value(file, call, value, rule),
            Constraint::Feed { element, result } => self.feed(value, element, result),
            Constraint::FeedAt { place, argument } => self.feed_at(value, place as usize, argument),
            Constraint::ClassBody { class, own } => self.class_body(value, class, own),
        }
    }

    /// A type that is declared for the node is known, so that it says more than what is passed there.
    fn has_declared_type(&self, node: Node) -> bool {
        let declared = |(value, rule)| matches!(value, Value::Instance(_)) && rule <= Rule::Annotation;
        self.values(node).into_iter().any(declared)
    }

    /// A class is declared for the node, in a language where functions are values of interfaces alone.
    fn is_of_class(&self, node: Node) -> bool {
        let is_class = |class| {
            self.program.file_of(class).rules.functional_interfaces
                && self.program.definition(class).kind == DefinitionKind::Class
        };
        let declared =
            |(value, rule)| matches!(value, Value::Instance(class) if rule <= Rule::Annotation && is_class(class));
        self.values(node).into_iter().any(declared)
    }

    /// The name of a class's field by its place in the class.
    fn field_at(&mut self, class: Def, index: i64) -> Option<Name> {
        let file = self.program.file_of(class);
        let fields = self.fields_in_order.entry(class).or_insert_with(|| {
            let own = DefId(class.0 - file.def_base);
            let is_field = |d: &&Definition| d.parent == Some(own) && d.kind == DefinitionKind::Field;
            file.facts().definitions.iter().filter(is_field).filter_map(|d| self.program.names.get(&d.name)).collect()
        });
        usize::try_from(index).ok().and_then(|index| fields.get(index).copied())
    }

    fn copy_member(&mut self, to: Node, value: Value, rule: Rule) {
        let accessor = match value {
            Value::Function(def) => self.program.accessor(def).map(|accessor| (def, accessor)),
            _ => None,
        };
        match accessor {
            Some((def, Accessor::Getter)) => {
                let result = self.return_node(def);
                self.copy(result, to, Rule::Returned);
                self.property_reads.push(PropertyRead { node: to, getter: def, rule });
            }
            // Assigning and deleting run these, reading does not.
            Some((_, Accessor::Setter | Accessor::Deleter)) => {}
            None => self.add(to, value, rule),
        }
    }

    fn load_key(&mut self, value: Value, rule: Rule, key: Option<Key>, to: Node) {
        match value {
            Value::Container(container) if key.is_none() => self.copy(self.elements(container), to, Rule::Scope),
            Value::Container(container) => {
                // Reading a known key also reads what was stored under unknown ones.
                for key in [key, None] {
                    let stored = self.stored(container, key);
                    self.copy(stored, to, Rule::Scope);
                }
            }
            Value::Instance(class) => self.load_key_of_instance(class, rule, key, to),
            Value::External(_) | Value::Builtin(_) => self.add(to, value, rule.max(Rule::Returned)),
            // A struct without fields is its own value.
            Value::Class(class) if self.program.file_of(class).rules.callable_variants => {
                self.load_key_of_instance(class, rule, key, to);
            }
            Value::Class(_) => self.add(to, value, rule),
            _ => {}
        }
    }

    fn store_key(&mut self, value: Value, key: Option<Key>, from: Node) {
        if let Value::Container(container) = value {
            let to = self.stored(container, key);
            self.copy(from, to, Rule::Container);
        }
    }
}
