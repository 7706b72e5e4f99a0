//! About how many bytes facts take in memory: what [`Effort`](crate::effort::Effort) counts in lowering.

use facts::{Definition, Expr, ExprId, Key, Parameter};
use std::mem::size_of;

/// About how many bytes a definition takes.
pub(crate) fn of_definition(definition: &Definition) -> usize {
    let texts = definition.name.len() + definition.path.len() + definition.signature.len();
    let lists = definition.bases.len() + definition.decorators.len();
    let parameters = definition.parameters.len() * size_of::<Parameter>();
    size_of::<Definition>()
        + texts
        + definition.doc.as_ref().map_or(0, String::len)
        + lists * size_of::<ExprId>()
        + parameters
}

/// About how many bytes an expression holds besides itself.
pub(crate) fn held_by(expr: &Expr) -> usize {
    match expr {
        Expr::Name { name, .. } | Expr::Attribute { name, .. } | Expr::Members { prefix: name, .. } => name.len(),
        Expr::Collection(items) => items.len() * size_of::<(Key, ExprId)>(),
        Expr::Either(items) | Expr::Generic { arguments: items, .. } => items.len() * size_of::<ExprId>(),
        _ => 0,
    }
}
