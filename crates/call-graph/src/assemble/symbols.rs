//! Qualified names and the numbering of symbols.

use super::Builder;
use crate::program::Def;
use crate::solver::Solver;
use crate::{Symbol, SymbolId};
use compact_sort::CompactSort;
use facts::{DefId, DefinitionKind, Expr};
use rustc_hash::FxHashMap;

/// Symbols in order of (file, span), and the symbol of each definition. Functions without a name that neither call
/// nor are called get none, nor do declarations of what has its body elsewhere.
pub(super) fn symbols(builder: &Builder<'_>) -> (Vec<Symbol>, Vec<Option<SymbolId>>) {
    let program = &builder.solver.program;
    let mut used = vec![false; program.file_of_def.len()];
    for edge in &builder.edges {
        used[edge.from.0 as usize] = true;
        used[edge.to.0 as usize] = true;
    }
    for (def, _) in &builder.unresolved {
        used[def.0 as usize] = true;
    }
    let mut ordered: Vec<Def> = (0..program.file_of_def.len() as u32)
        .map(Def)
        .filter(|def| builder.solver.layouts.bodies(*def).is_empty())
        .filter(|def| used[def.0 as usize] || !program.definition(*def).name.starts_with('<'))
        .collect();
    ordered.compact_sort_by_key(|def| {
        let definition = program.definition(*def);
        (program.file_of(*def).source.id, definition.span.start, std::cmp::Reverse(definition.span.end), *def)
    });
    let mut of_def = vec![None; program.file_of_def.len()];
    for (at, def) in ordered.iter().enumerate() {
        of_def[def.0 as usize] = Some(SymbolId(at as u32));
    }
    let names = qualified_names(&builder.solver);
    let symbols = ordered.iter().map(|def| symbol(&builder.solver, *def, &names, &of_def)).collect();
    (symbols, of_def)
}

fn symbol(solver: &Solver<'_>, def: Def, names: &[String], of_def: &[Option<SymbolId>]) -> Symbol {
    let program = &solver.program;
    let file = program.file_of(def);
    let definition = program.definition(def);
    let qualified_name = names[def.0 as usize].clone();
    let name = match definition.parent {
        None => qualified_name.rsplit('.').next().unwrap_or("").to_owned(),
        Some(_) if definition.name.starts_with('<') => qualified_name.rsplit('.').next().unwrap_or("").to_owned(),
        Some(_) => definition.name.clone(),
    };
    let mut parent = owner(solver, def).or_else(|| program.parent(def));
    while let Some(outer) = parent {
        if of_def[outer.0 as usize].is_some() {
            break;
        }
        parent = program.parent(outer);
    }
    Symbol {
        file: file.source.id,
        def: DefId(def.0 - file.def_base),
        kind: definition.kind,
        name,
        qualified_name,
        parent: parent.and_then(|outer| of_def[outer.0 as usize]),
        span: definition.span,
        name_span: definition.name_span,
        signature: definition.signature.clone(),
        doc: definition.doc.clone(),
        is_test: definition.is_test || code_words::path::is_test(file.source.path.as_str()),
        exported: definition.exported,
        language: file.source.language,
    }
}

/// The type that a method written outside it belongs to.
fn owner(solver: &Solver<'_>, def: Def) -> Option<Def> {
    let written = solver.program.definition(def).owner?;
    let file = solver.program.file_of_def[def.0 as usize];
    let class = solver.class_of_expr(file, written)?;
    // A function is named in the same pass, unless it lies outside its own type.
    (solver.program.definition(class).kind.is_type() || !has_late_parent(solver, class)).then_some(class)
}

/// One name per definition; parents come before children.
fn qualified_names(solver: &Solver<'_>) -> Vec<String> {
    let program = &solver.program;
    let mut names: Vec<String> = vec![String::new(); program.file_of_def.len()];
    let mut lambdas: FxHashMap<Def, u32> = FxHashMap::default();
    // Types first, so that methods outside their type find its name whatever the order of files.
    for late in [false, true] {
        for at in 0..names.len() as u32 {
            let def = Def(at);
            let is_late = has_late_parent(solver, def);
            if is_late == late {
                names[at as usize] = qualified_name(solver, def, &names, &mut lambdas);
            }
        }
    }
    names
}

/// True for a method outside its type, and for what lies inside one.
fn has_late_parent(solver: &Solver<'_>, def: Def) -> bool {
    let mut at = Some(def);
    while let Some(here) = at {
        if solver.program.definition(here).owner.is_some() {
            return true;
        }
        at = solver.program.parent(here);
    }
    false
}

fn qualified_name(solver: &Solver<'_>, def: Def, names: &[String], lambdas: &mut FxHashMap<Def, u32>) -> String {
    let program = &solver.program;
    let definition = program.definition(def);
    let file_index = program.file_of_def[def.0 as usize];
    let file = program.file_of(def);
    let Some(parent) = program.parent(def) else {
        let space = solver.spaces.get(solver.spaces.of_file[file_index as usize]);
        return if space.name.is_empty() { file.source.path.stem().to_owned() } else { space.name.clone() };
    };
    let outer = program.definition(parent);
    let own = definition.path.strip_prefix(outer.path.as_str()).unwrap_or(&definition.name).trim_start_matches('.');
    if let Some(written) = definition.owner {
        if let Some(class) = owner(solver, def) {
            return crate::modules::join(&names[class.0 as usize], &definition.name);
        }
        let last = last_name(program.expr(file_index, written), program, file_index);
        let own = if own.contains('.') { own.to_owned() } else { crate::modules::join(last, own) };
        return crate::modules::join(&names[parent.0 as usize], &own);
    }
    // A package without a name (Java) leaves its classes bare.
    let prefix = match outer.kind {
        DefinitionKind::Module if outer.parent.is_none() => {
            &solver.spaces.get(solver.spaces.declared_around(program, file_index as usize, definition.scope)).name
        }
        _ => &names[parent.0 as usize],
    };
    if definition.name.starts_with('<') {
        let count = lambdas.entry(parent).or_default();
        *count += 1;
        return crate::modules::join(prefix, &format!("<lambda{count}>"));
    }
    crate::modules::join(prefix, own)
}

fn last_name<'a>(expr: &'a Expr, program: &crate::program::Program<'a>, file: u32) -> &'a str {
    match expr {
        Expr::Name { name, .. } | Expr::Attribute { name, .. } => name,
        Expr::Generic { base, .. } | Expr::Await(base) => last_name(program.expr(file, *base), program, file),
        _ => "",
    }
}
