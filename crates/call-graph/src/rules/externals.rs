//! Rule 4: functions of well-known modules outside the repository that hand on a function: `functools.partial`,
//! `singledispatch`.

use crate::program::Def;
use crate::solver::Solver;
use crate::solver::value::Value;
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

    /// `@f.register` above a function, where `f` is one of the repository: a call of `f` may run it.
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
