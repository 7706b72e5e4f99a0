//! Reads of a variable that has several values, of which one is known to be the last: `x = A(); x = B(); x.run()`.
//!
//! One walk over the finished facts and the tree, for all languages: grammars name their loops, blocks and assignments alike
//! ([`kinds`]). A binding gives the value of a read where it is a plain assignment, its statement comes before the read in a
//! block around the read, and nothing in between, nor in a loop around the read alone, nor any function inside binds the
//! variable. A variable with a written type is what a class makes that is bound to it, and no other value for sure. Whatever else
//! is read may have every value.

mod elements;
mod kinds;
mod names;
mod statements;
#[cfg(all(
    test,
    feature = "cpp",
    feature = "javascript",
    feature = "php",
    feature = "python",
    feature = "ruby",
    feature = "rust"
))]
mod tests;

use crate::Lowering;
use facts::{CallKind, Expr, ExprId, FileFacts, LiteralKind};
use statements::{Place, Range, Statements};
use std::collections::HashSet;
use tree_sitter::Node;

/// What reads a variable, and its first byte.
pub(crate) type Read = (ExprId, u32);

/// Most writes of one variable that are looked at: every read is compared with each.
const MOST_WRITES: usize = 200;

/// Most expressions looked at in one value.
const MOST_PARTS: usize = 64;

/// Whether a call of this kind makes a value of the class that it names so.
pub(crate) type Constructs<'c> = &'c dyn Fn(CallKind, &str) -> bool;

/// Something that values are bound to one after the other, and where it is read.
struct Variable {
    writes: Vec<Write>,
    reads: Vec<Read>,
    /// The bytes in which it can be written to.
    within: Range,
}

struct Write {
    /// Of the name that is written to.
    range: Range,
    value: Option<ExprId>,
    /// It is a parameter, which has its value before the first statement.
    is_parameter: bool,
    /// Its written type, which holds for what is bound later as well.
    annotation: Option<ExprId>,
}

/// Notes the last value of each read that has one. Call it once all is lowered. A text with errors has none, as its statements
/// are not known for sure.
pub(crate) fn note(cx: &mut Lowering<'_>, root: Node<'_>, constructs: Constructs<'_>) {
    let reads = cx.take_reads();
    if cx.is_exhausted() || cx.facts().syntax_errors > 0 {
        return;
    }
    let facts = cx.facts();
    let names = names::Names::of(facts);
    let mut variables = names::variables(facts, &names, cx.source(), &reads);
    variables.extend(elements::variables(facts, &names, &reads));
    variables.retain(Variable::is_rebound);
    if variables.is_empty() {
        return;
    }
    let writes = variables.iter().flat_map(|variable| variable.writes.iter().map(|write| write.range));
    let reads = variables.iter().flat_map(|variable| variable.reads.iter().map(|read| of_read(*read)));
    let statements = Statements::of(root, writes.chain(reads).collect());
    let jumps = jumps(cx.source());
    let mut found = Vec::new();
    for variable in &variables {
        let first = jumps.partition_point(|at| *at < variable.within.0);
        if jumps.get(first).is_none_or(|at| *at >= variable.within.1) {
            variable.last_values((facts, constructs), &statements, &mut found);
        }
    }
    found.sort_unstable();
    cx.facts_mut().last_values = found;
}

fn of_read((_, at): Read) -> Range {
    (at, at + 1)
}

/// Where control may come from elsewhere than from the statement before.
fn jumps(text: &str) -> Vec<u32> {
    let mut found: Vec<u32> =
        ["goto", "retry"].iter().flat_map(|word| text.match_indices(word).map(|(at, _)| at as u32)).collect();
    found.sort_unstable();
    found
}

impl Variable {
    /// It has several values, and is read.
    fn is_rebound(&self) -> bool {
        let values = self.writes.iter().filter(|write| write.value.is_some() || write.is_parameter);
        !self.reads.is_empty() && self.writes.len() <= MOST_WRITES && values.count() > 1
    }

    fn last_values(
        &self,
        (facts, constructs): (&FileFacts, Constructs<'_>),
        statements: &Statements,
        found: &mut Vec<(ExprId, ExprId)>,
    ) {
        let own: HashSet<ExprId> = self.reads.iter().map(|(read, _)| *read).collect();
        let is_known = |value| is_constructed(facts, value, constructs) || is_concrete(facts, value, &own);
        let concrete = |write: &Write| write.value.filter(|value| is_known(*value));
        let writes: Vec<(&Write, Place, Option<ExprId>)> =
            self.writes.iter().map(|write| (write, statements.place(write.range), concrete(write))).collect();
        let mut annotations = self.writes.iter().filter_map(|write| write.annotation).peekable();
        let typed = annotations.peek().is_some();
        // What a container has in it is known by its written type alone.
        let named = annotations.all(|written| names_types(facts, written));
        for &read in &self.reads {
            let last = last(statements, &writes, read.1, statements.place(of_read(read)));
            let Some((write, place, Some(value))) = last.map(|at| writes[at]) else { continue };
            let is_any_type = !typed
                || place.declares_anew && write.annotation.is_none()
                || named && is_constructed(facts, value, constructs);
            // What is made later than the read is not its value.
            if is_any_type && value < read.0 {
                found.push((read.0, value));
            }
        }
    }
}

/// The write that a read at this byte sees, where it is one.
fn last(statements: &Statements, writes: &[(&Write, Place, Option<ExprId>)], at: u32, place: Place) -> Option<usize> {
    let reading = place.statement.filter(|_| !place.is_late)?;
    let mut last: Option<usize> = None;
    for (index, (write, place, _)) in writes.iter().enumerate().filter(|(_, (write, ..))| !write.is_parameter) {
        let statement = place.statement?;
        let range = statements.range(statement);
        if range.1 <= at {
            if last.is_none_or(|known| writes[known].0.range < write.range) {
                last = Some(index);
            }
        } else if range.0 <= at && !(statement == reading && place.is_plain && write.range.0 < at) {
            // It may run before the read or after it.
            return None;
        }
    }
    let found = last.filter(|index| writes[*index].1.is_plain)?;
    let statement = writes[found].1.statement?;
    if writes.iter().filter(|(_, other, _)| other.statement == Some(statement)).count() > 1 {
        return None;
    }
    let repeated = statements.follows(reading, statement)?;
    let is_repeated = |(start, end): Range| writes.iter().any(|(other, ..)| (start..end).contains(&other.range.0));
    (!repeated.is_some_and(is_repeated)).then_some(found)
}

/// The value is known without the variable's earlier ones: `x = wrap(x)` may be what was given to it.
fn is_concrete(facts: &FileFacts, value: ExprId, own: &HashSet<ExprId>) -> bool {
    if matches!(facts.expr(value), Expr::Unknown | Expr::Literal(LiteralKind::Null)) {
        return false;
    }
    let mut open = vec![value];
    for _ in 0..MOST_PARTS {
        let Some(at) = open.pop() else { return true };
        if own.contains(&at) {
            return false;
        }
        parts(facts, at, &mut open);
    }
    open.is_empty()
}

/// Nothing but names of types, one or one of several.
fn names_types(facts: &FileFacts, written: ExprId) -> bool {
    let one =
        |option: &ExprId| matches!(facts.expr(*option), Expr::Name { .. } | Expr::Attribute { .. } | Expr::Literal(_));
    match facts.expr(written) {
        Expr::Either(options) => options.iter().all(one),
        _ => one(&written),
    }
}

/// A value of the class that is named in it.
fn is_constructed(facts: &FileFacts, value: ExprId, constructs: Constructs<'_>) -> bool {
    let Expr::Call(call) = facts.expr(value) else { return false };
    let call = &facts.calls[call.0 as usize];
    match facts.expr(call.callee) {
        Expr::Name { name, .. } | Expr::Attribute { name, .. } => constructs(call.kind, name),
        _ => false,
    }
}

/// The expressions that one is made of, functions apart; of very many no more than count.
fn parts(facts: &FileFacts, expr: ExprId, open: &mut Vec<ExprId>) {
    match facts.expr(expr) {
        Expr::Attribute { base, .. } | Expr::Members { base, .. } | Expr::Subscript { base, .. } => open.push(*base),
        Expr::Element(inner) | Expr::Await(inner) => open.push(*inner),
        Expr::Cast { value, to } => open.extend([*value, *to]),
        Expr::Generic { base, arguments } => open.extend(arguments.iter().chain([base]).take(MOST_PARTS)),
        Expr::Either(options) => open.extend(options.iter().take(MOST_PARTS)),
        Expr::Collection(items) => open.extend(items.iter().take(MOST_PARTS).map(|(_, item)| *item)),
        Expr::Call(call) => {
            let call = &facts.calls[call.0 as usize];
            open.push(call.callee);
            open.extend(call.arguments.iter().take(MOST_PARTS).map(|argument| argument.value));
        }
        Expr::Name { .. }
        | Expr::Receiver { .. }
        | Expr::Super { .. }
        | Expr::Function(_)
        | Expr::Literal(_)
        | Expr::Unknown => {}
    }
}
