//! A definition with its text, and the facts in it.

use super::errors::{self, Said};
use super::head::{Head, Slot, assignment};
use super::masked::{Family, masked, on_one_line, statement_end};
use super::{Fact, FactKind, is_value, settings};
use crate::Codebase;
use call_graph::{Symbol, SymbolId};
use facts::DefinitionKind;
use paging::Loaded;

/// Longest type or value that is quoted, in characters.
const WIDTH: usize = 160;

/// A definition whose text is read.
pub struct Definition<'c> {
    codebase: &'c Codebase,
    pub id: SymbolId,
    pub symbol: &'c Symbol,
    text: &'c str,
    masked: String,
    family: Family,
    /// The byte behind its name.
    name_end: usize,
}

impl<'c> Definition<'c> {
    /// `None` where its language is not read.
    ///
    /// # Errors
    /// Its page, or that of its text, is not loaded.
    pub fn of(codebase: &'c Codebase, id: SymbolId) -> Loaded<Option<Self>> {
        let Some(symbol) = codebase.graph().symbol(id)?.filter(|symbol| codebase.takes(symbol.file)) else {
            return Ok(None);
        };
        let Some(family) = Family::of(symbol.language) else { return Ok(None) };
        let (start, end) = (symbol.span.start as usize, symbol.span.end as usize);
        let Some(text) = codebase.text(symbol.file)?.get(start..end) else { return Ok(None) };
        let name_end = (symbol.name_span.end as usize).saturating_sub(start).min(text.len());
        if !text.is_char_boundary(name_end) {
            return Ok(None);
        }
        Ok(Some(Self { codebase, id, symbol, text, masked: masked(text, family), family, name_end }))
    }

    fn head_of(&self) -> Head<'_> {
        Head { text: self.text, masked: &self.masked, name_end: self.name_end, family: self.family }
    }

    fn fact(&self, kind: FactKind, of: &str, object: String, from: usize, to: usize) -> Fact {
        let line = |at: usize| {
            let before = &self.text.as_bytes()[..at.min(self.text.len())];
            self.symbol.span.start_line + before.iter().filter(|byte| **byte == b'\n').count() as u32
        };
        let first = from + self.text[from..to.max(from)].len() - self.text[from..to.max(from)].trim_start().len();
        let span = self.codebase.lines_ref(self.symbol.file, line(first), line(to).max(line(first)));
        let within = Some(self.codebase.info(self.id, self.symbol));
        Fact { kind, of: of.to_owned(), object, span, within, distance: 0 }
    }

    /// Bases, defaults, type and value.
    pub fn head(&self, facts: &mut Vec<Fact>) {
        let (head, own) = (self.head_of(), self.symbol.qualified_name.as_str());
        let name = self.name_end.saturating_sub(1);
        if self.symbol.kind.is_type() {
            let until = self.masked[self.name_end..].find(['{', '\n']).map_or(self.name_end, |at| self.name_end + at);
            facts.extend(head.bases().into_iter().map(|base| self.fact(FactKind::Extends, own, base, name, until)));
        }
        // The constructor of a class of Kotlin is in its head.
        if self.family == Family::Kotlin && self.symbol.kind.is_type() {
            self.defaults(own, head.parameters(), facts);
        }
        if self.symbol.kind.is_callable() {
            let slots = head.parameters();
            self.defaults(own, slots, facts);
            let end = self.masked[self.name_end..].find('\n').map_or(self.name_end, |at| self.name_end + at);
            facts.extend(head.returned().map(|written| self.fact(FactKind::Type, own, written, name, end)));
        }
        if is_value(self.symbol.kind) {
            facts.extend(head.declared().map(|written| self.fact(FactKind::Type, own, written, name, self.name_end)));
            facts.extend(
                head.value().map(|(value, range)| self.fact(FactKind::Value, own, value, range.start, range.end)),
            );
        }
    }

    /// What it states of the type that it is a member of: the default of a field, or of a parameter of the constructor.
    pub fn as_member(&self, of: &str, facts: &mut Vec<Fact>) {
        let head = self.head_of();
        if is_value(self.symbol.kind)
            && let Some((value, range)) = head.value()
        {
            let object = format!("{} = {value}", self.symbol.name);
            facts.push(self.fact(FactKind::Default, of, object, range.start, range.end));
        }
        if self.symbol.kind == DefinitionKind::Constructor
            || matches!(self.symbol.name.as_str(), "__init__" | "__construct")
        {
            self.defaults(of, head.parameters(), facts);
        }
        if self.family == Family::Rust && self.symbol.name == "default" {
            self.defaults(of, head.set_in_body(), facts);
        }
    }

    fn defaults(&self, of: &str, slots: Vec<Slot>, facts: &mut Vec<Fact>) {
        for slot in slots {
            if let Some(default) = slot.default {
                let object = format!("{} = {default}", slot.name);
                facts.push(self.fact(FactKind::Default, of, object, slot.range.start, slot.range.end));
            }
        }
    }

    /// The parameters with a default, by name; of an element of an annotation its own.
    pub fn parameters(&self) -> Vec<(String, Fact)> {
        let head = self.head_of();
        let slots = head.parameters().into_iter().filter(|slot| slot.default.is_some());
        let own = head.element_default().map(|(default, range)| {
            let name = self.symbol.name.clone();
            Slot { name, default: Some(default), range }
        });
        slots
            .chain(own)
            .map(|slot| {
                let name = slot.name.clone();
                let mut facts = Vec::new();
                self.defaults(&self.symbol.qualified_name, vec![slot], &mut facts);
                (name, facts)
            })
            .filter_map(|(name, facts)| Some((name, facts.into_iter().next()?)))
            .collect()
    }

    /// The value of a constant, variable or field.
    pub fn value(&self) -> Option<Fact> {
        let (value, range) = self.head_of().value()?;
        Some(self.fact(FactKind::Value, &self.symbol.qualified_name, value, range.start, range.end))
    }

    /// What the first assignment to an attribute in its methods states.
    pub fn attribute(&self, name: &str) -> Vec<Fact> {
        let set = ["self.", "this."].into_iter().flat_map(|receiver| {
            let written = format!("{receiver}{name}");
            let all: Vec<usize> = self.masked.match_indices(&written).map(|(at, _)| at).collect();
            all.into_iter().map(move |at| (at, at + written.len()))
        });
        let of = format!("{}.{name}", self.symbol.qualified_name);
        for (from, name_end) in set {
            let after = self.masked[name_end..].trim_start();
            if !(after.starts_with(':') || after.starts_with('=') && !after.starts_with("==")) {
                continue;
            }
            let end = statement_end(&self.masked, name_end);
            let equals = assignment(&self.masked, name_end, end);
            let written = self.text[name_end..equals.unwrap_or(end)].trim();
            let written = written.strip_prefix(':').unwrap_or("");
            let value = equals.map_or("", |at| &self.text[at + 1..end]);
            let stated = [(FactKind::Type, written), (FactKind::Value, value)];
            let stated = stated.into_iter().filter(|(_, object)| !object.trim().is_empty());
            return stated
                .map(|(kind, object)| self.fact(kind, &of, on_one_line(object.trim(), WIDTH), from, end))
                .collect();
        }
        Vec::new()
    }

    /// Bases by their last names, without type arguments.
    pub fn base_names(&self) -> Vec<String> {
        let last = |base: String| {
            let bare = base.split(['<', '[', '(']).next().unwrap_or("").trim_start_matches(['*', '&']).to_owned();
            bare.rsplit(['.', ':', ' ', '\\']).next().unwrap_or("").to_owned()
        };
        self.head_of().bases().into_iter().map(last).collect()
    }

    /// A fact about another symbol that its head states.
    pub fn stated(&self, kind: FactKind, of: &str, object: String) -> Fact {
        let until = self.masked[self.name_end..].find(['{', '\n']).map_or(self.name_end, |at| self.name_end + at);
        self.fact(kind, of, object, self.name_end.saturating_sub(1), until)
    }

    /// What its body raises, catches and reads.
    pub fn body(&self, facts: &mut Vec<Fact>) {
        let said = errors::of(self.text, &self.masked, self.family);
        let read = settings::read(self.text, &self.masked);
        let own = &self.symbol.qualified_name;
        facts.extend(
            said.into_iter().chain(read).map(|Said { kind, object, from, to }| self.fact(kind, own, object, from, to)),
        );
    }

    /// The messages that a table of them has, each as something that is raised.
    pub fn messages(&self, facts: &mut Vec<Fact>) {
        let said = errors::messages(self.text, &self.masked);
        let own = &self.symbol.qualified_name;
        facts.extend(said.into_iter().map(|Said { kind, object, from, to }| self.fact(kind, own, object, from, to)));
    }
}
