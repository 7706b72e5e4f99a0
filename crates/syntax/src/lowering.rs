//! The builder that every language writes through.

use crate::effort::Effort;
use crate::weight::{held_by, of_definition};
use facts::{
    Argument, Binding, BindingKind, Call, CallId, CallKind, DefId, Definition, DefinitionKind, Expr, ExprId, FileFacts,
    Import, ImportId, Key, Return, ReturnKind, Scope, ScopeId, ScopeKind, Stopped, Target,
};
use source::Span;
use std::collections::{HashMap, HashSet};
use std::mem::size_of;
use tree_sitter::Node;

/// Deepest nesting lowered. The stack of a wasm module is small; what lies deeper becomes [`Expr::Unknown`].
const MAX_DEPTH: u32 = 150;
const MAX_SIGNATURE: usize = 300;
const MAX_DOC: usize = 2000;
const MAX_TABLE: usize = 16;
const MAX_PARTS: u32 = 6;

/// Facts in the making: a cursor (current scope, definition and depth) over growing tables.
pub struct Lowering<'t> {
    text: &'t str,
    facts: FileFacts,
    scope: ScopeId,
    definition: DefId,
    receiver: Option<DefId>,
    /// Bindings that assign without declaring, by index.
    assignments: Vec<usize>,
    depth: u32,
    /// Byte and row of the text at which the tree being read starts; a part may be parsed on its own.
    origin: (usize, usize),
    /// How many such parts are open.
    parts: u32,
    declared: HashSet<(ScopeId, String)>,
    constants: [Option<ExprId>; 5],
    /// What the facts may still hold.
    effort: Effort,
    /// What parsing parts on their own may still cost.
    effort_of_parts: Effort,
    /// Parameters of the bodies around, by name: the functions that have one, innermost last.
    parameters: HashMap<String, Vec<DefId>>,
    /// The last type of each name.
    types: HashMap<String, DefId>,
}

/// What a language says of a definition; the rest is bookkeeping. Start from [`Draft::new`].
#[derive(Debug, Clone)]
pub struct Draft {
    /// See [`Definition`]; `path`, `parent`, `scope` and `body` are filled in by the builder.
    pub definition: Definition,
}

impl Draft {
    /// A definition of `kind` called `name`, spanning `node`, named by `name_node`.
    pub fn new(cx: &Lowering<'_>, kind: DefinitionKind, name: &str, node: Node<'_>, name_node: Node<'_>) -> Self {
        Self {
            definition: Definition {
                kind,
                name: name.to_owned(),
                path: String::new(),
                parent: None,
                scope: cx.scope,
                body: None,
                span: cx.span(node),
                name_span: cx.span(name_node),
                signature: String::new(),
                doc: None,
                parameters: Vec::new(),
                returns: None,
                bases: Vec::new(),
                owner: None,
                implements: None,
                decorators: Vec::new(),
                exported: true,
                is_static: false,
                is_async: false,
                is_property: false,
                is_test: false,
            },
        }
    }
}

impl<'t> Lowering<'t> {
    /// Facts with the file's module and scope in place.
    pub fn new(text: &'t str) -> Self {
        let lines = text.lines().count().max(1) as u32;
        let span = Span { start: 0, end: text.len() as u32, start_line: 1, end_line: lines };
        let mut cx = Self {
            text,
            facts: FileFacts::default(),
            scope: ScopeId::FILE,
            definition: DefId::MODULE,
            receiver: None,
            assignments: Vec::new(),
            depth: 0,
            origin: (0, 0),
            parts: 0,
            declared: HashSet::new(),
            constants: [None; 5],
            effort: Effort::of_lowering(text.len()),
            effort_of_parts: Effort::of_parser(text.len() * MAX_PARTS as usize),
            parameters: HashMap::new(),
            types: HashMap::new(),
        };
        cx.facts.scopes.push(Scope {
            kind: ScopeKind::Module,
            parent: None,
            owner: DefId::MODULE,
            span,
            skips_class_scopes: false,
            outer_names: Vec::new(),
        });
        cx.facts.definitions.push(Definition {
            kind: DefinitionKind::Module,
            name: String::new(),
            path: String::new(),
            parent: None,
            scope: ScopeId::FILE,
            body: Some(ScopeId::FILE),
            span,
            name_span: Span { end: 0, end_line: 1, ..span },
            signature: String::new(),
            doc: None,
            parameters: Vec::new(),
            returns: None,
            bases: Vec::new(),
            owner: None,
            implements: None,
            decorators: Vec::new(),
            exported: true,
            is_static: false,
            is_async: false,
            is_property: false,
            is_test: false,
        });
        cx
    }

    /// The finished facts, unless the file needed more than its share: then they are not whole.
    pub(crate) fn finish(self) -> Result<FileFacts, Stopped> {
        match (self.effort_of_parts.is_used_up(), self.effort.is_used_up()) {
            (true, _) => Err(Stopped::Parsing),
            (_, true) => Err(Stopped::Lowering),
            _ => Ok(self.facts),
        }
    }

    /// The facts of a file that was given up: its module, whatever was lowered.
    pub(crate) fn give_up(mut self, stopped: Stopped) -> FileFacts {
        self.facts.definitions.truncate(1);
        self.facts.scopes.truncate(1);
        let module = FileFacts { stopped: Some(stopped), ..FileFacts::default() };
        FileFacts { definitions: self.facts.definitions, scopes: self.facts.scopes, ..module }
    }

    /// The whole file.
    pub fn source(&self) -> &'t str {
        self.text
    }

    /// A node's text.
    pub fn text(&self, node: Node<'_>) -> &'t str {
        &self.text[self.origin.0 + node.start_byte()..self.origin.0 + node.end_byte()]
    }

    /// A node's span.
    pub fn span(&self, node: Node<'_>) -> Span {
        let (start, end) = (node.start_position(), node.end_position());
        // A node that ends at column 0 ended with the newline of the line before.
        let last = if end.column == 0 && end.row > start.row { end.row - 1 } else { end.row };
        let (byte, row) = self.origin;
        Span {
            start: (byte + node.start_byte()) as u32,
            end: (byte + node.end_byte()) as u32,
            start_line: (row + start.row) as u32 + 1,
            end_line: (row + last) as u32 + 1,
        }
    }

    /// What is left for parsing parts of the file on their own.
    pub(crate) fn effort_of_parts(&self) -> &Effort {
        &self.effort_of_parts
    }

    /// True while a part may be parsed on its own inside the parts that are open: their trees are all held, and each
    /// is parsed again inside the one around it.
    pub fn may_open_part(&self) -> bool {
        self.parts < MAX_PARTS
    }

    /// Runs `inner` over a tree that was parsed from the text of `node` alone (a macro's arguments), with whatever
    /// followed that text.
    pub fn inside(&mut self, node: Node<'_>, inner: impl FnOnce(&mut Self)) {
        let outer = self.origin;
        self.origin = (outer.0 + node.start_byte(), outer.1 + node.start_position().row);
        self.parts += 1;
        inner(self);
        self.parts -= 1;
        self.origin = outer;
    }

    /// The scope names are bound in now.
    pub fn scope(&self) -> ScopeId {
        self.scope
    }

    /// The definition whose body is being lowered.
    pub fn definition(&self) -> DefId {
        self.definition
    }

    /// The definition whose receiver `this` and `super` mean here, as last set.
    pub fn receiver(&self) -> Option<DefId> {
        self.receiver
    }

    /// Runs `inner` with another receiver.
    pub fn with_receiver<T>(&mut self, receiver: Option<DefId>, inner: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.receiver, receiver);
        let out = inner(self);
        self.receiver = outer;
        out
    }

    /// Read access to what there is so far.
    pub fn facts(&self) -> &FileFacts {
        &self.facts
    }

    /// Write access, for what the builder has no word for (`package`, `exports`, a definition's doc).
    pub fn facts_mut(&mut self) -> &mut FileFacts {
        &mut self.facts
    }

    /// The innermost definition around (the current one included) for which `test` holds.
    pub fn enclosing(&self, test: impl Fn(&Definition) -> bool) -> Option<DefId> {
        let mut at = Some(self.definition);
        while let Some(id) = at {
            let definition = self.facts.definition(id);
            if test(definition) {
                return Some(id);
            }
            at = definition.parent;
        }
        None
    }

    /// The innermost function around that has a parameter of this name.
    pub fn innermost_with_parameter(&self, name: &str) -> Option<DefId> {
        self.parameters.get(name)?.last().copied()
    }

    /// The last type of this name so far.
    pub fn last_type(&self, name: &str) -> Option<DefId> {
        self.types.get(name).copied()
    }

    /// Takes so many bytes off what the file may still cost: for work that leaves no trace in the facts.
    pub fn spend(&self, bytes: usize) {
        self.effort.take(bytes as u64);
    }

    /// True once the file is given up: loops over what may be very many can end.
    pub fn is_exhausted(&self) -> bool {
        self.effort.is_used_up()
    }

    /// Runs `inner` one level deeper; `None` where the file nests too deep to follow.
    pub fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH || !self.effort.take(1) {
            return None;
        }
        self.depth += 1;
        let out = inner(self);
        self.depth -= 1;
        Some(out)
    }

    /// Adds a definition as a child of the current one and binds its name in the current scope (not for lambdas and
    /// members reached through a type only: pass `bind: false`). `expr` of the binding is [`Expr::Function`].
    pub fn define(&mut self, draft: Draft, bind: bool) -> DefId {
        let id = DefId(self.facts.definitions.len() as u32);
        if self.is_exhausted() {
            return DefId(id.0 - 1);
        }
        let mut definition = draft.definition;
        if definition.name.is_empty() {
            definition.name = "<lambda>".to_owned();
        }
        definition.path = facts::dotted(&self.facts.definitions[self.definition.0 as usize].path, &definition.name);
        definition.parent = Some(self.definition);
        definition.scope = self.scope;
        definition.signature = fold(&definition.signature, MAX_SIGNATURE);
        definition.doc = definition.doc.map(|doc| cut(doc.trim(), MAX_DOC).to_owned()).filter(|doc| !doc.is_empty());
        if definition.kind.is_type() {
            self.types.insert(definition.name.clone(), id);
        }
        self.spend(of_definition(&definition));
        self.facts.definitions.push(definition);
        if bind {
            let value = self.expr(Expr::Function(id));
            self.bind_definition(id, value);
        }
        id
    }

    /// Binds the name of `id` in the current scope to `value`: [`Expr::Function`], or what decorators make of it.
    pub fn bind_definition(&mut self, id: DefId, value: ExprId) {
        let definition = &self.facts.definitions[id.0 as usize];
        let (target, span) = (Target::Name(definition.name.clone()), definition.name_span);
        let (scope, kind) = (self.scope, BindingKind::Definition(id));
        self.push_binding(Binding { scope, target, kind, value: Some(value), annotation: None, span });
    }

    /// Lowers the body of `id` in a scope of its own.
    pub fn in_body(&mut self, id: DefId, kind: ScopeKind, body: Node<'_>, inner: impl FnOnce(&mut Self)) -> ScopeId {
        let outer = self.definition;
        self.definition = id;
        let names: Vec<String> =
            self.facts.definitions[id.0 as usize].parameters.iter().map(|parameter| parameter.name.clone()).collect();
        for name in &names {
            self.parameters.entry(name.clone()).or_default().push(id);
        }
        let scope = self.in_scope(kind, body, |cx| {
            cx.facts.definitions[id.0 as usize].body = Some(cx.scope);
            inner(cx);
        });
        for name in &names {
            self.parameters.get_mut(name).and_then(Vec::pop);
        }
        self.definition = outer;
        scope
    }

    /// Lowers `inner` in a new scope of the current definition.
    pub fn in_scope(&mut self, kind: ScopeKind, node: Node<'_>, inner: impl FnOnce(&mut Self)) -> ScopeId {
        let id = ScopeId(self.facts.scopes.len() as u32);
        let scope = Scope {
            kind,
            parent: Some(self.scope),
            owner: self.definition,
            span: self.span(node),
            skips_class_scopes: false,
            outer_names: Vec::new(),
        };
        self.spend(size_of::<Scope>());
        self.facts.scopes.push(scope);
        let outer = std::mem::replace(&mut self.scope, id);
        self.deeper(inner);
        self.scope = outer;
        id
    }

    /// True the first time it is asked about `name` in the current scope: a variable is defined where it is first
    /// assigned.
    pub fn first_here(&mut self, name: &str) -> bool {
        self.declared.insert((self.scope, name.to_owned()))
    }

    /// The source between two bytes of the tree, cut to what a signature can use.
    pub fn head(&self, start: usize, end: usize) -> &'t str {
        let (start, end) = (self.origin.0 + start, self.origin.0 + end);
        cut(self.text.get(start..end).unwrap_or_default(), 4 * MAX_SIGNATURE)
    }

    /// Adds a value. Literals and unknowns are kept once, and of a long table of literals only what its elements are.
    pub fn expr(&mut self, expr: Expr) -> ExprId {
        let constant = match &expr {
            Expr::Unknown => Some(0),
            Expr::Literal(kind) => Some(1 + *kind as usize),
            _ => None,
        };
        if let Some(id) = constant.and_then(|at| self.constants[at]) {
            return id;
        }
        let expr = match expr {
            Expr::Collection(items) if items.len() > MAX_TABLE && self.all_literals(&items) => {
                Expr::Collection(vec![(Key::Unknown, items[0].1)])
            }
            other => other,
        };
        let id = ExprId(self.facts.exprs.len() as u32);
        // Of a file that is given up nothing is kept: any value does.
        if self.is_exhausted() && id.0 > 0 {
            return ExprId(id.0 - 1);
        }
        if let Some(at) = constant {
            self.constants[at] = Some(id);
        }
        self.spend(size_of::<Expr>() + held_by(&expr));
        self.facts.exprs.push(expr);
        id
    }

    fn all_literals(&self, items: &[(Key, ExprId)]) -> bool {
        items.iter().all(|(_, item)| matches!(self.facts.expr(*item), Expr::Literal(_)))
    }

    /// A name read in the current scope; `at` is where it is written, or what implies it.
    pub fn name(&mut self, name: &str, at: Node<'_>) -> ExprId {
        let (scope, line) = (self.scope, self.line(at));
        self.expr(Expr::Name { name: name.to_owned(), scope, line })
    }

    /// `base.name`; `at` is where the name is written, or what implies it.
    pub fn attribute(&mut self, base: ExprId, name: &str, at: Node<'_>) -> ExprId {
        let line = self.line(at);
        self.expr(Expr::Attribute { base, name: name.to_owned(), line })
    }

    /// The line on which a node begins, from 1.
    fn line(&self, node: Node<'_>) -> u32 {
        (self.origin.1 + node.start_position().row) as u32 + 1
    }

    /// A value nothing is known of.
    pub fn unknown(&mut self) -> ExprId {
        self.expr(Expr::Unknown)
    }

    /// Adds a call made by the current definition and returns its result as a value.
    pub fn call(&mut self, callee: ExprId, arguments: Vec<Argument>, kind: CallKind, node: Node<'_>) -> ExprId {
        if self.is_exhausted() {
            return self.unknown();
        }
        let id = CallId(self.facts.calls.len() as u32);
        let call = Call { callee, arguments, scope: self.scope, caller: self.definition, kind, span: self.span(node) };
        self.spend(size_of::<Call>() + call.arguments.len() * size_of::<Argument>());
        self.facts.calls.push(call);
        self.expr(Expr::Call(id))
    }

    /// `target := value` in the current scope.
    pub fn bind(&mut self, target: Target, value: Option<ExprId>, annotation: Option<ExprId>, node: Node<'_>) {
        self.bind_in(self.scope, target, value, annotation, node);
    }

    /// `target := value` in a scope around the current one.
    pub fn bind_in(
        &mut self,
        scope: ScopeId,
        target: Target,
        value: Option<ExprId>,
        annotation: Option<ExprId>,
        node: Node<'_>,
    ) {
        let span = self.span(node);
        let kind = BindingKind::Assignment;
        self.push_binding(Binding { scope, target, kind, value, annotation, span });
    }

    fn push_binding(&mut self, binding: Binding) {
        if self.is_exhausted() {
            return;
        }
        let name = match &binding.target {
            Target::Name(name) | Target::Attribute { name, .. } => name.len(),
            Target::Subscript { .. } => 0,
        };
        self.spend(size_of::<Binding>() + name);
        self.facts.bindings.push(binding);
    }

    /// `name = value` in a language that declares its names: binds in the scope that declares `name`, also where the
    /// declaration comes later, and in the file's scope where none does. Needs
    /// [`settle_assignments`](Self::settle_assignments).
    pub fn assign(&mut self, name: &str, value: Option<ExprId>, node: Node<'_>) {
        if !self.is_exhausted() {
            self.assignments.push(self.facts.bindings.len());
        }
        self.bind(Target::Name(name.to_owned()), value, None, node);
    }

    /// Moves what [`assign`](Self::assign) bound to the scopes that declare the names. Call it once all is lowered.
    pub fn settle_assignments(&mut self) {
        let FileFacts { bindings, scopes, .. } = &mut self.facts;
        let pending: HashSet<usize> = self.assignments.iter().copied().collect();
        let declared: HashSet<(ScopeId, String)> = (bindings.iter().enumerate())
            .filter(|(i, _)| !pending.contains(i))
            .filter_map(|(_, b)| match &b.target {
                Target::Name(name) => Some((b.scope, name.clone())),
                _ => None,
            })
            .collect();
        for index in self.assignments.drain(..) {
            let Target::Name(name) = &bindings[index].target else { continue };
            let mut key = (bindings[index].scope, name.clone());
            while !declared.contains(&key) {
                match scopes[key.0.0 as usize].parent {
                    Some(parent) => key.0 = parent,
                    None => break,
                }
            }
            bindings[index].scope = key.0;
        }
    }

    /// Binds parameter `index` of `definition` in the current scope, which is its body.
    pub fn bind_parameter(&mut self, definition: DefId, index: u32, node: Node<'_>) {
        let parameter = &self.facts.definitions[definition.0 as usize].parameters[index as usize];
        let (name, value, annotation) = (parameter.name.clone(), parameter.default, parameter.annotation);
        let kind = BindingKind::Parameter(definition, index);
        let span = self.span(node);
        let scope = self.scope;
        self.push_binding(Binding { scope, target: Target::Name(name), kind, value, annotation, span });
    }

    /// Adds an import and binds its name (see [`Import::alias`]). `bound` is the name it binds here, if any.
    pub fn import(&mut self, import: Import, bound: Option<&str>) -> ImportId {
        let id = ImportId(self.facts.imports.len() as u32);
        if self.is_exhausted() {
            return id;
        }
        let span = import.span;
        self.spend(size_of::<Import>() + import.module.len());
        self.facts.imports.push(import);
        if let Some(name) = bound.filter(|name| !name.is_empty() && *name != "*") {
            self.push_binding(Binding {
                scope: self.scope,
                target: Target::Name(name.to_owned()),
                kind: BindingKind::Import(id),
                value: None,
                annotation: None,
                span,
            });
        }
        id
    }

    /// A value leaves the innermost callable around.
    pub fn returns(&mut self, value: ExprId, kind: ReturnKind) {
        if let Some(definition) = self.enclosing(|d| d.kind.is_callable()) {
            self.facts.returns.push(Return { definition, value, kind });
        }
    }

    /// Counts error and missing nodes.
    pub fn count_errors(&mut self, root: Node<'_>) {
        self.facts.syntax_errors += errors(root);
    }
}

/// The error and missing nodes of a tree; what an error node holds is not looked at.
pub(crate) fn errors(root: Node<'_>) -> u32 {
    let mut count = 0;
    if !root.has_error() {
        return count;
    }
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            count += 1;
        }
        if node.has_error() && !node.is_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return count;
            }
        }
    }
}

/// The named children of a node in order, comments left out.
pub fn children<'n>(node: Node<'n>) -> Vec<Node<'n>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

/// White space folded to single blanks, cut at a character boundary.
fn fold(text: &str, max: usize) -> String {
    let mut folded = String::with_capacity(text.len().min(max));
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
        if folded.len() > max {
            break;
        }
    }
    cut(&folded, max).to_owned()
}

/// At most `max` bytes of `text`, cut at a character boundary.
fn cut(text: &str, max: usize) -> &str {
    let mut end = text.len().min(max);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
