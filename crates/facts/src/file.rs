//! All facts of one file.

use crate::{
    Binding, Call, Chunk, DefId, Definition, DefinitionKind, Expr, ExprId, Import, ImportId, Return, Scope, ScopeId,
    Target,
};
use serde::{Deserialize, Serialize};

/// Version of the serialised form; part of every pack's hand-shake and every stored index.
pub const FACTS_VERSION: u32 = 11;

/// What a parser reports of one file. See the crate's documentation for the invariants.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FileFacts {
    /// Definition 0 is the file's module.
    pub definitions: Vec<Definition>,
    /// Scope 0 is the file's.
    pub scopes: Vec<Scope>,
    /// In source order.
    pub bindings: Vec<Binding>,
    /// In source order.
    pub calls: Vec<Call>,
    /// In source order.
    pub returns: Vec<Return>,
    /// In source order.
    pub imports: Vec<Import>,
    /// The arena.
    pub exprs: Vec<Expr>,
    /// In source order.
    pub chunks: Vec<Chunk>,
    /// A package or namespace that the file declares itself (Go, Java): `main`, `org.acme.util`.
    pub package: Option<String>,
    /// Names the file exports by an explicit list: Python's `__all__`, `export { a as b }` as (local, exported).
    pub exports: Vec<(String, String)>,
    /// How many syntax errors the parser met; facts around them may be missing.
    pub syntax_errors: u32,
    /// Set where the file was given up: then it has its module and nothing else, and is to be read as text.
    pub stopped: Option<Stopped>,
    /// Where the first syntax errors are: at most [`FileFacts::ERROR_PLACES`].
    pub error_places: Vec<ErrorPlace>,
    /// What imports of everything (`*`) leave out: Dart's `hide`.
    pub hidden: Vec<(ImportId, String)>,
    /// The namespaces of a file that declares several, each with the scope of its block (PHP); `package` is the first.
    pub namespaces: Vec<(ScopeId, String)>,
    /// What reads a variable that has several values, and the one that it has there: of statements one after the other, the
    /// last binding's. By the reading expression, which comes after the value. What is not listed may have any of them.
    pub last_values: Vec<(ExprId, ExprId)>,
}

/// Where a syntax error begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorPlace {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

/// In which step a file needed more than its share of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stopped {
    /// While its grammar read it.
    Parsing,
    /// While facts were made of its tree.
    Lowering,
}

/// Facts that cannot be trusted: damaged bytes or a broken invariant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FactsError {
    /// Not a serialised `FileFacts` of this version.
    #[error("the facts could not be read: {0}")]
    Decode(String),
    /// The parser stopped without a result.
    #[error("no facts were returned")]
    NoResult,
    /// An index out of range or a missing module.
    #[error("the facts are inconsistent: {0}")]
    Inconsistent(String),
}

impl FileFacts {
    /// Most syntax errors whose place is reported.
    pub const ERROR_PLACES: usize = 8;

    /// Serialises with postcard.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("plain data of known length is written to memory")
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote and checks it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FactsError> {
        let facts: Self = postcard::from_bytes(bytes).map_err(|error| FactsError::Decode(error.to_string()))?;
        facts.validate()?;
        Ok(facts)
    }

    /// Adds the component that the whole file is: a definition of this name, the last one, of which the file has one at most.
    /// What the file calls outside of functions, the component calls.
    pub fn define_component(&mut self, name: &str) {
        let Some(module) = self.definitions.first().filter(|_| self.component().is_none()) else { return };
        let mut component = Definition::new(DefinitionKind::Component, name.to_owned(), module.span, module.name_span);
        component.path = name.to_owned();
        component.parent = Some(DefId::MODULE);
        component.doc = module.doc.clone();
        let id = DefId(self.definitions.len() as u32);
        self.definitions.push(component);
        self.calls.iter_mut().filter(|call| call.caller == DefId::MODULE).for_each(|call| call.caller = id);
    }

    /// The component that the file is, where it was [defined](Self::define_component).
    pub fn component(&self) -> Option<DefId> {
        let (last, others) = self.definitions.split_last()?;
        (last.kind == DefinitionKind::Component).then_some(DefId(others.len() as u32))
    }

    /// The definition with this id. Panics on an id of another file.
    pub fn definition(&self, id: DefId) -> &Definition {
        &self.definitions[id.0 as usize]
    }

    /// The scope with this id. Panics on an id of another file.
    pub fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0 as usize]
    }

    /// The expression with this id. Panics on an id of another file.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// The line on which a reader finds the call: that of the callee's name; where the callee has none, the call's
    /// first.
    pub fn line_of_call(&self, call: &Call) -> u32 {
        // A class that is meant without its name (`self.class.new`, `new static`) is written elsewhere.
        let is_elsewhere = |id: DefId| self.definition(id).kind.is_type() && !self.definition(id).name.starts_with('<');
        match self.expr(call.callee) {
            Expr::Function(definition) if is_elsewhere(*definition) => call.span.start_line,
            _ => self.line_of_name(call.callee).unwrap_or(call.span.start_line),
        }
    }

    /// The line of the last name of an expression, as far as it has one: `f` of `a.f`, of `a.f[0]` and of `a.f(x)`, the
    /// place of a function without a name.
    pub fn line_of_name(&self, mut id: ExprId) -> Option<u32> {
        loop {
            let inner = match self.expr(id) {
                Expr::Name { line, .. } | Expr::Attribute { line, .. } => return Some(*line),
                Expr::Function(definition) => return Some(self.definition(*definition).name_span.start_line),
                Expr::Subscript { base: inner, .. }
                | Expr::Generic { base: inner, .. }
                | Expr::Cast { value: inner, .. }
                | Expr::Element(inner)
                | Expr::Await(inner) => *inner,
                Expr::Call(call) => self.calls.get(call.0 as usize)?.callee,
                _ => return None,
            };
            // Children come first, but for facts that were made up.
            id = Some(inner).filter(|inner| *inner < id)?;
        }
    }

    /// Checks that every index is in range and that parents come before children.
    pub fn validate(&self) -> Result<(), FactsError> {
        let fail = |what: &str| Err(FactsError::Inconsistent(what.to_owned()));
        let (defs, scopes, exprs) = (self.definitions.len(), self.scopes.len(), self.exprs.len());
        let def = |id: DefId| (id.0 as usize) < defs;
        let scope = |id: ScopeId| (id.0 as usize) < scopes;
        let expr = |id: ExprId| (id.0 as usize) < exprs;
        let some = |id: Option<ExprId>| id.is_none_or(expr);
        if defs == 0 || scopes == 0 {
            return fail("no module");
        }
        for (i, d) in self.definitions.iter().enumerate() {
            let parent_ok = match d.parent {
                None => i == 0,
                Some(parent) => (parent.0 as usize) < i,
            };
            let types = d.bases.iter().chain(&d.decorators).copied().all(expr);
            let params = d.parameters.iter().all(|p| some(p.annotation) && some(p.default));
            let refs = some(d.returns) && some(d.owner) && some(d.implements);
            if !(parent_ok && types && params && refs && scope(d.scope) && d.body.is_none_or(scope)) {
                return fail("definitions");
            }
        }
        for (i, s) in self.scopes.iter().enumerate() {
            if !def(s.owner) || s.parent.map_or(i != 0, |parent| parent.0 as usize >= i) {
                return fail("scopes");
            }
        }
        let target = |t: &Target| match t {
            Target::Name(_) => true,
            Target::Attribute { base, .. } | Target::Subscript { base, .. } => expr(*base),
        };
        if !self.bindings.iter().all(|b| scope(b.scope) && some(b.value) && some(b.annotation) && target(&b.target)) {
            return fail("bindings");
        }
        let call =
            |c: &Call| expr(c.callee) && scope(c.scope) && def(c.caller) && c.arguments.iter().all(|a| expr(a.value));
        if !self.calls.iter().all(call) {
            return fail("calls");
        }
        if !self.returns.iter().all(|r| def(r.definition) && expr(r.value)) {
            return fail("returns");
        }
        if !self.hidden.iter().all(|(import, _)| (import.0 as usize) < self.imports.len()) {
            return fail("hidden names");
        }
        if !self.namespaces.iter().all(|(inside, _)| scope(*inside)) {
            return fail("namespaces");
        }
        if !self.imports.iter().all(|i| scope(i.scope)) || !self.chunks.iter().all(|c| def(c.definition)) {
            return fail("imports or chunks");
        }
        let arena = self.exprs.iter().all(|e| match e {
            Expr::Name { scope: s, .. } => scope(*s),
            Expr::Receiver { definition } | Expr::Super { definition } | Expr::Function(definition) => def(*definition),
            Expr::Attribute { base, .. } | Expr::Subscript { base, .. } | Expr::Members { base, .. } => expr(*base),
            Expr::Call(id) => (id.0 as usize) < self.calls.len(),
            Expr::Collection(items) => items.iter().all(|(_, e)| expr(*e)),
            Expr::Either(items) => items.iter().copied().all(expr),
            Expr::Element(e) | Expr::Await(e) => expr(*e),
            Expr::Cast { value, to } => expr(*value) && expr(*to),
            Expr::Generic { base, arguments } => expr(*base) && arguments.iter().copied().all(expr),
            Expr::Literal(_) | Expr::Unknown => true,
        });
        if !arena {
            return fail("expressions");
        }
        let ordered = self.last_values.is_sorted_by(|a, b| a.0 < b.0);
        let last_values = ordered && self.last_values.iter().all(|(read, value)| value < read && expr(*read));
        if last_values { Ok(()) } else { fail("last values") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_damaged_bytes() {
        assert!(matches!(FileFacts::from_bytes(&[7, 7, 7]), Err(FactsError::Decode(_) | FactsError::Inconsistent(_))));
        assert_eq!(FileFacts::default().validate(), Err(FactsError::Inconsistent("no module".into())));
    }
}
