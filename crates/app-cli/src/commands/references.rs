//! `quarry references`

use crate::arguments::CallsOptions;
use crate::{load, output};
use anyhow::Result;
use code_view::references_as_json;
use codebase::{Bounded, Codebase, Loaded, QuestionError, ReferenceKind, References, Sure, SymbolId};
use futures::executor::block_on;

/// Most symbols of one name that are answered for.
pub(super) const NAMESAKES: usize = 5;

/// Prints the references to each symbol that the name may mean.
pub fn run(options: &CallsOptions) -> Result<()> {
    let reader = load::reader(&options.repository.path, options.repository.index)?;
    let question = |codebase: &Codebase| ask(codebase, &options.symbol, Codebase::references);
    let Bounded { answer, cut } = block_on(reader.ask_bounded(question))?;
    let (of, more) = load::all_or_some(answer, cut)?;
    if options.json {
        return output::json(&of.iter().map(|of| references_as_json(of, cut)).collect::<Vec<_>>());
    }
    of.iter().try_for_each(print)?;
    print_more(more)
}

/// Says that there are more symbols of the name.
pub(super) fn print_more(more: usize) -> Result<()> {
    if more > 0 {
        output::line(format!("{more} more symbols have this name; give a qualified one"))?;
    }
    Ok(())
}

/// The answer for each symbol that a name may mean, and how many more there are.
pub(super) fn ask<T>(
    codebase: &Codebase,
    name: &str,
    question: impl Fn(&Codebase, SymbolId) -> Loaded<Option<T>>,
) -> Result<(Vec<T>, usize), QuestionError> {
    let symbols = codebase.symbols_named(name)?;
    let mut of = Vec::new();
    for symbol in symbols.iter().take(NAMESAKES) {
        of.extend(question(codebase, symbol.id)?);
    }
    let more = symbols.len() - of.len();
    Ok((of, more))
}

fn print(of: &References) -> Result<()> {
    let symbol = &of.symbol;
    output::line(format!("{}  ({} at {})", symbol.qualified_name, symbol.kind.word(), symbol.span.place()))?;
    let (proven, possible, same_name) = of.counts();
    output::line(format!("  {proven} proven, {possible} possible, {same_name} with the same name only"))?;
    for reference in &of.references {
        let sure = sureness(reference.sure);
        output::line(format!("  {}  {}  {sure}  {}", reference.span.place(), word(reference.kind), reference.text))?;
    }
    if of.elsewhere > 0 {
        output::line(format!("  not listed: {} with the name that mean something else", lines(of.elsewhere)))?;
    }
    if !of.is_all {
        output::line("  not all files of the index were read, so this list may not be complete")?;
    }
    Ok(())
}

/// "proven (scope)"
pub(super) fn sureness(sure: Sure) -> String {
    match sure {
        Sure::Resolved { rule, proven: true, .. } => format!("proven ({rule})"),
        Sure::Resolved { rule, .. } => format!("possible ({rule})"),
        Sure::SameName => "same name only".to_owned(),
    }
}

fn lines(count: u32) -> String {
    format!("{count} line{}", if count == 1 { "" } else { "s" })
}

fn word(kind: ReferenceKind) -> &'static str {
    match kind {
        ReferenceKind::Definition => "definition",
        ReferenceKind::Call => "call",
        ReferenceKind::Import => "import",
        ReferenceKind::Type => "type",
        ReferenceKind::Write => "write",
        ReferenceKind::Read => "read",
    }
}
