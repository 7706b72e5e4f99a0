//! Types by another name: `type Parsed<'a, T = ()> = Result<T, Error<'a>>` means what it is written as, with the arguments that it
//! is used with in place of its parameters.

use super::Solver;
use super::value::{Constraint, Node, Value};
use crate::program::Def;
use crate::rule::Rule;
use facts::{DefId, DefinitionKind, Expr, ExprId};

/// Names for names for types that are followed; such names may mean each other.
const MOST_NESTED: u32 = 4;

/// The arguments that a generic type is used with.
pub(crate) struct Use {
    file: u32,
    arguments: Vec<ExprId>,
    /// Where the use is written in the meaning of another name: what the parameters of that one are.
    within: Option<Meaning>,
}

/// The name of a type whose meaning is being read, and how it is used.
#[derive(Clone, Copy)]
pub(crate) struct Meaning {
    alias: Def,
    /// An index of the uses; `None` where it is used without arguments.
    of: Option<u32>,
}

impl Solver<'_> {
    /// Whether what a definition stands for depends on where it is used, or is the value of a wrapper.
    pub(crate) fn is_alias(&self, file: u32, def: DefId) -> bool {
        let definition = self.program.files[file as usize].facts().definition(def);
        let written = definition.returns.or(definition.bases.first().copied());
        let is_generic = |written| matches!(self.program.expr(file, written), Expr::Generic { .. });
        definition.kind == DefinitionKind::TypeAlias
            && written.is_some_and(|written| !definition.parameters.is_empty() || is_generic(written))
    }

    /// The node of such a definition: what its type is without arguments, and that it is one.
    pub(crate) fn alias_value(&mut self, file: u32, def: DefId, written: ExprId) -> Node {
        let (from, node) = (self.expr_node(file, written), self.node());
        self.constrain(from, Constraint::CopyPlain { to: node });
        self.add(node, Value::Alias(self.program.files[file as usize].def(def)), Rule::Scope);
        node
    }

    /// A value of a type that is used with arguments reaches `to`.
    pub(crate) fn instance_of_use(&mut self, file: u32, base: ExprId, arguments: &[ExprId], to: Node, rule: Rule) {
        let from = self.expr_node(file, base);
        let of = self.type_uses.len() as u32;
        self.type_uses.push(Use { file, arguments: arguments.to_vec(), within: self.meaning });
        self.constrain(from, Constraint::InstanceOfUse { of, to, rule });
    }

    /// A value of what an alias means reaches `to`.
    pub(crate) fn instance_of_alias(&mut self, alias: Def, of: Option<u32>, to: Node, rule: Rule) {
        let definition = self.program.definition(alias);
        let written = definition.returns.or(definition.bases.first().copied());
        let Some(written) = written.filter(|_| self.nested_meanings < MOST_NESTED) else { return };
        let file = self.program.file_of_def[alias.0 as usize];
        let outer = self.meaning.replace(Meaning { alias, of });
        self.nested_meanings += 1;
        self.instance_of(file, written, to, rule);
        self.nested_meanings -= 1;
        self.meaning = outer;
    }

    /// A value of what a parameter of the alias around is given reaches `to`; false of any other type.
    pub(crate) fn instance_of_parameter(&mut self, file: u32, written: ExprId, to: Node, rule: Rule) -> bool {
        let Some(meaning) = self.meaning else { return false };
        let Expr::Name { name, .. } = self.program.expr(file, written) else { return false };
        let parameters = &self.program.definition(meaning.alias).parameters;
        let Some(place) = parameters.iter().position(|parameter| parameter.name == *name) else { return false };
        let given = meaning.of.map(|of| &self.type_uses[of as usize]);
        let argument = given.and_then(|given| Some((given.file, *given.arguments.get(place)?, given.within)));
        let default = parameters[place].default.map(|default| (file, default, None));
        if let Some((file, argument, within)) = argument.or(default) {
            let outer = std::mem::replace(&mut self.meaning, within);
            self.instance_of(file, argument, to, rule);
            self.meaning = outer;
        }
        true
    }
}
