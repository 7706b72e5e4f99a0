//! What does a name at a place in a file mean?

use super::QuestionError;
use super::calls::Unresolved;
use super::symbol::SymbolSummary;
use crate::Codebase;
use call_graph::{Edge, Named, Symbol, SymbolId};
use compact_sort::CompactSort;
use paging::Loaded;
use source::FileId;
use std::cmp::Reverse;

/// Most symbols that are listed because they have the name.
const NAMESAKES: usize = 50;

/// What a name at a place may mean, most certain first.
#[derive(Debug, Clone, PartialEq)]
pub struct Meaning {
    /// As written there.
    pub name: String,
    pub candidates: Vec<Candidate>,
    /// Symbols of the name that are not listed.
    pub more: u32,
    /// Why a call of the name on this line leads nowhere known, where there is one.
    pub unresolved: Option<String>,
}

/// A symbol that a name may mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    pub symbol: SymbolSummary,
    pub why: Why,
}

/// Why a name may mean a symbol.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Why {
    /// The name is that of its definition, right there.
    Defined,
    /// A call on this line goes to it.
    Called {
        /// Short name of the rule that made the edge.
        rule: &'static str,
        /// From 0 to 1.
        confidence: f32,
        /// True where the rule proves it.
        proven: bool,
        /// Its own name is another: an alias, an operator, a type whose constructor it is.
        renamed: bool,
    },
    /// It has the name, and nothing else speaks for it.
    Named,
}

impl Codebase {
    /// What `name`, which begins `column` bytes into the line, may mean: the definition whose name it is; else what the
    /// calls on the line go to; else every symbol of the name. No candidates where the repository has none.
    ///
    /// # Errors
    /// There is no such file, or a page of it is not loaded.
    pub fn meaning(&self, path: &str, line: u32, column: u32, name: &str) -> Result<Meaning, QuestionError> {
        let file = self.find_file(path)?;
        let mut meaning = Meaning { name: name.to_owned(), candidates: Vec::new(), more: 0, unresolved: None };
        if let Some((id, symbol)) = self.defined_at(file, line, column)? {
            meaning.candidates.push(self.candidate(id, symbol, Why::Defined));
            return Ok(meaning);
        }
        let symbols = self.graph().symbols_in(file)?.into_iter();
        let around: Vec<SymbolId> = symbols.filter(|(_, it)| holds(it, line)).map(|(id, _)| id).collect();
        meaning.candidates = self.called(&around, file, line, name)?;
        let mut open = None;
        for id in around {
            let is_here = |found: &Unresolved| found.site.start_line == line && found.name == name;
            open = open.or(self.unresolved_in(id)?.into_iter().find(is_here));
        }
        meaning.unresolved = open.as_ref().map(|site| site.why.clone());
        // What is known to be elsewhere is not looked for here.
        if meaning.candidates.is_empty() && open.is_none_or(|site| site.internal) {
            let named: Vec<Named<'_>> =
                self.graph().find_named(name)?.into_iter().filter(|it| it.name == name).collect();
            meaning.more = u32::try_from(named.len().saturating_sub(NAMESAKES)).unwrap_or(u32::MAX);
            let listed = named.iter().take(NAMESAKES);
            meaning.candidates = listed.map(|it| Candidate { symbol: self.summary(it), why: Why::Named }).collect();
        }
        Ok(meaning)
    }

    fn candidate(&self, id: SymbolId, symbol: &Symbol, why: Why) -> Candidate {
        Candidate { symbol: self.summary(&Named::of(id, symbol)), why }
    }

    /// The symbol whose name is at this place.
    fn defined_at(&self, file: FileId, line: u32, column: u32) -> Loaded<Option<(SymbolId, &Symbol)>> {
        let line = self.line_range(file, self.text(file)?, line, line);
        let place = line.and_then(|line| u32::try_from(line.start).ok()?.checked_add(column));
        let Some(at) = place else { return Ok(None) };
        let is_there = |symbol: &Symbol| symbol.name_span.start <= at && at < symbol.name_span.end;
        let mut symbols = self.graph().symbols_in(file)?.into_iter();
        Ok(symbols.find(|(_, symbol)| !symbol.is_anonymous() && is_there(symbol)))
    }

    /// What calls on this line go to: those of the name, and otherwise those whose callee is not named on the line at all.
    fn called(&self, around: &[SymbolId], file: FileId, line: u32, name: &str) -> Loaded<Vec<Candidate>> {
        let mut edges: Vec<Edge> = Vec::new();
        for id in around {
            edges.extend(self.graph().callees(*id)?);
        }
        edges.retain(|edge| edge.file == file && edge.line == line);
        edges.compact_sort_by_key(|edge| (edge.to, Reverse((edge.confidence * 1_000.0) as u32)));
        edges.dedup_by_key(|edge| edge.to);
        let text = self.lines(file, line, line)?.unwrap_or("");
        let (named, other): (Vec<&Edge>, Vec<&Edge>) = edges.iter().partition(|edge| self.goes_by(edge.to, name));
        let is_hidden = |edge: &&&Edge| !words(text).any(|word| self.goes_by(edge.to, word));
        let hidden: Vec<&Edge> = other.iter().filter(is_hidden).copied().collect();
        let (mut chosen, renamed) = if named.is_empty() { (hidden, true) } else { (named, false) };
        chosen.compact_sort_by_key(|edge| Reverse((edge.confidence * 1_000.0) as u32));
        let why = |edge: &Edge| {
            let (rule, confidence, proven) = (edge.rule.id(), edge.confidence, edge.is_proven());
            Why::Called { rule, confidence, proven, renamed }
        };
        // All pages that are missing are noted at once.
        let candidate = |edge: &Edge| Some(self.candidate(edge.to, self.graph().symbol(edge.to).ok()??, why(edge)));
        Ok(chosen.into_iter().filter_map(candidate).collect())
    }

    /// Whether a symbol is called by this name: its own, or that of the type that it makes. One that is not loaded is not.
    fn goes_by(&self, id: SymbolId, name: &str) -> bool {
        let symbol = |id: SymbolId| self.graph().symbol(id).ok().flatten();
        symbol(id).is_some_and(|callee| {
            let of_type = || callee.parent.and_then(symbol).is_some_and(|parent| parent.name == name);
            callee.name == name || (is_constructor(&callee.name) && of_type())
        })
    }
}

/// Names of functions that are called by the name of their type.
fn is_constructor(name: &str) -> bool {
    matches!(name, "__init__" | "__new__" | "constructor" | "<init>" | "new")
}

fn holds(symbol: &Symbol, line: u32) -> bool {
    (symbol.span.start_line..=symbol.span.end_line).contains(&line)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '$'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    /// What the first `name` on the line with `text` may mean.
    fn meaning(codebase: &Codebase, path: &str, text: &str, name: &str) -> String {
        let file = codebase.text(codebase.find_file(path).unwrap()).unwrap();
        let (index, line) = file.lines().enumerate().find(|(_, line)| line.contains(text)).expect("such a line");
        let at = line.find(name).expect("such a name") as u32;
        let meaning = codebase.meaning(path, index as u32 + 1, at, name).unwrap();
        let mut out: Vec<String> = meaning
            .candidates
            .iter()
            .map(|it| match it.why {
                Why::Defined => format!("{} defined", it.symbol.qualified_name),
                Why::Called { rule, proven, renamed, .. } => format!(
                    "{} {} {rule}{}",
                    it.symbol.qualified_name,
                    if proven { "proven" } else { "possible" },
                    if renamed { " renamed" } else { "" }
                ),
                Why::Named => format!("{} named", it.symbol.qualified_name),
            })
            .collect();
        out.extend(meaning.unresolved.map(|why| format!("? {why}")));
        out.join("\n")
    }

    #[test]
    fn a_call_goes_by_its_site_and_not_by_its_name() {
        let shop = fixture::built(fixture::snapshot_of(
            "//- a.py\nclass File:\n    def close(self):\n        pass\n\nclass Door:\n    def close(self):\n        pass\n\ndef leave(door: Door, file: File):\n    door.close()\n    file.close(); door.close()\n//- b.py\nfrom a import leave as go\n\ndef run(thing):\n    go(1, 2)\n    thing.close()\n",
        ));
        assert_eq!(meaning(&shop, "a.py", "    door.close()", "close"), "a.Door.close proven annotation");
        assert_eq!(
            meaning(&shop, "a.py", "file.close(); door", "close"),
            "a.File.close proven annotation\na.Door.close proven annotation"
        );
        assert_eq!(meaning(&shop, "b.py", "    go(1, 2)", "go"), "a.leave proven import renamed");
        // The receiver is of unknown type: both, by their name alone.
        assert_eq!(
            meaning(&shop, "b.py", "thing.close()", "close"),
            "a.File.close named\na.Door.close named\n? depends on a value that is not known"
        );
    }

    #[test]
    fn a_definition_means_itself_whatever_namesakes_it_has() {
        let shop = fixture::shop();
        assert_eq!(meaning(&shop, "shop/orders.py", "def cancel", "cancel"), "shop.orders.Order.cancel defined");
        assert_eq!(meaning(&shop, "shop/payments.py", "def cancel", "cancel"), "shop.payments.Gateway.cancel defined");
    }

    #[test]
    fn what_is_not_called_is_offered_by_name_and_what_is_elsewhere_is_not() {
        let shop = fixture::shop();
        assert_eq!(meaning(&shop, "shop/orders.py", "import Gateway", "Gateway"), "shop.payments.Gateway named");
        assert_eq!(
            meaning(&shop, "shop/payments.py", "time.sleep", "sleep"),
            "? belongs to `time`, which is not in the repository"
        );
        assert_eq!(meaning(&shop, "shop/orders.py", "def submit", "def"), "");
        assert_eq!(
            meaning(&shop, "tests/test_orders.py", "Order(", "Order"),
            "shop.orders.Order.__init__ proven constructor"
        );
    }
}
