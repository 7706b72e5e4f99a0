//! Rule 4: functions of well-known modules outside the repository that hand on a function: `functools.partial`,
//! `singledispatch`, queues with a worker.

use crate::program::{Def, Name};
use crate::rule::Rule;
use crate::solver::Solver;
use crate::solver::value::{Constraint, Container, Node, Value};
use facts::{Call, CallKind, Expr};

/// Most variants of one dispatching function.
const MAX_VARIANTS: usize = 64;

impl Solver<'_> {
    /// The call makes a function that runs its first argument: `partial(f, 1)`.
    pub(crate) fn hands_on_function(&self, file: u32, call: &Call, module: u32) -> bool {
        let handing = self.program.files[file as usize].rules.handing_externals;
        let name = match self.program.expr(file, call.callee) {
            Expr::Name { name, .. } | Expr::Attribute { name, .. } => name.as_str(),
            _ => return false,
        };
        let module = self.external_name(module);
        call.kind == CallKind::Call && handing.contains(&(module, name))
    }

    /// The call makes a queue that runs a function that it is given on each thing that is put into it: `fastq(this, worker, 1)`.
    #[inline(never)]
    pub(crate) fn make_queue(&mut self, file: u32, call: &Call, module: u32, result: Node) {
        let name = match self.program.expr(file, call.callee) {
            Expr::Attribute { name, .. } => name.as_str(),
            Expr::Name { .. } => "",
            _ => return,
        };
        let makers = self.program.files[file as usize].rules.queue_makers;
        if call.kind == CallKind::Implicit || !makers.contains(&(self.external_name(module), name)) {
            return;
        }
        let queue = self.made_by(result);
        self.work_queues.insert(queue);
        let element = self.stored(queue, None);
        for argument in &call.arguments {
            let from = self.expr_node(file, argument.value);
            self.constrain_once(from, Constraint::Feed { element, result: None });
        }
        self.add(result, Value::Container(queue), Rule::Returned);
    }

    /// What is put into a queue reaches the functions that it runs.
    #[inline(never)]
    pub(crate) fn put_into_queue(&mut self, queue: Container, name: Name, arguments: &[Node]) {
        let puts = matches!(self.program.names.text(name), "push" | "unshift");
        if let Some(item) = arguments.first().filter(|_| puts) {
            let element = self.stored(queue, None);
            self.copy(*item, element, Rule::Flow);
        }
    }

    /// `@f.register` above a function, where `f` is one of the repository: a call of `f` may run it.
    #[inline(never)]
    pub(crate) fn register_variant(&mut self, file: u32, call: &Call) {
        let Some(method) = self.program.files[file as usize].rules.variant_registrar else { return };
        let Some(variant) = self.decorated_by(file, call) else { return };
        // `@f.register(int)` calls what `f.register(int)` returns.
        let mut callee = call.callee;
        if let Expr::Call(made) = self.program.expr(file, callee) {
            callee = self.program.call(file, *made).callee;
        }
        let Expr::Attribute { base, name, .. } = self.program.expr(file, callee) else { return };
        if name != method {
            return;
        }
        for of in self.functions_in(self.expr_node(file, *base)) {
            let variants = self.variants.entry(of).or_default();
            if of != variant && variants.len() < MAX_VARIANTS && !variants.contains(&variant) {
                variants.push(variant);
            }
        }
    }

    /// What a call of a dispatching function may run.
    pub(crate) fn variants_of(&self, def: Def) -> &[Def] {
        self.variants.get(&def).map_or(&[], Vec::as_slice)
    }

    /// True for a call whose result runs its first argument.
    pub(crate) fn makes_partial(&self, file: u32, call: &Call) -> bool {
        let callee = self.values(self.expr_node(file, call.callee));
        callee.iter().any(|(value, _)| matches!(value, Value::External(id) if self.hands_on_function(file, call, *id)))
    }
}
