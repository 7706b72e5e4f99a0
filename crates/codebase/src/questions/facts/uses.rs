//! Where is a symbol named, other than in calls? And what extends it?

use super::body::Definition;
use super::masked::{Family, masked, places, places_by_line};
use super::{Fact, FactCount, FactKind};
use crate::Codebase;
use crate::questions::references::local::Locals;
use crate::questions::references::visible::are_alike;
use crate::questions::references::{Reference, ReferenceKind, References, Target, in_text};
use call_graph::{Named, Symbol, SymbolId};
use code_words::path;
use compact_sort::CompactSort;
use facts::DefinitionKind;
use paging::Loaded;
use rustc_hash::FxHashSet;
use source::{FileId, Language};

/// Most mentions listed.
const LISTED: usize = 12;
/// Most types that extend a type, listed.
const SUBTYPES: usize = 24;
/// Most files that are read for mentions where an index is read in pages: those that a search for the name finds.
const FILES: usize = 12;
/// Bytes of source up to which all files are read for them: less than other questions read.
const SMALL: u64 = 256 * 1024;
/// Results of that search.
const RESULTS: usize = 60;

impl Codebase {
    /// The files that hold a text, and whether all files were looked at.
    pub(in crate::questions) fn files_with(&self, text: &str) -> (Vec<FileId>, bool) {
        if self.reads_all_files() {
            let holds = |file: &FileId| self.text(*file).is_ok_and(|whole| whole.contains(text));
            return (self.files_in_scope().filter(holds).collect(), true);
        }
        let mut files = self.index().search_files(&self.query(text, RESULTS));
        files.truncate(FILES);
        files.retain(|file| self.text(*file).is_ok_and(|whole| whole.contains(text)));
        (files, false)
    }

    /// Whether a question may read all files: those of an index that is read in pages are fetched for it.
    pub fn reads_all_files(&self) -> bool {
        let bytes = || self.snapshot().files.iter().map(|file| u64::from(file.len)).sum::<u64>();
        self.paged().is_none() || bytes() <= SMALL
    }

    /// The files that a search for one of these finds outside of tests, best first: where not all files can be read.
    pub(super) fn files_about(&self, queries: &[String]) -> Vec<FileId> {
        let mut files: Vec<FileId> = Vec::new();
        let all: Vec<Vec<FileId>> = queries
            .iter()
            .map(|query| self.index().search_files(&self.query(format!("{query} -test"), RESULTS)))
            .collect();
        // In turns, so that each has its best.
        for place in 0..all.iter().map(Vec::len).max().unwrap_or(0) {
            for file in all.iter().filter_map(|found| found.get(place)) {
                if !files.contains(file) {
                    files.push(*file);
                }
            }
        }
        files.truncate(FILES);
        files
    }

    /// Mentions that are no calls, and subtypes.
    pub(super) fn uses_of(&self, id: SymbolId, facts: &mut Vec<Fact>, counts: &mut Vec<FactCount>) -> Loaded<()> {
        let Some(symbol) = self.graph().symbol(id)? else { return Ok(()) };
        if symbol.is_anonymous() || symbol.name.len() < 2 {
            return Ok(());
        }
        if symbol.language == Language::Sql {
            return self.uses_in_queries(id, symbol, facts, counts);
        }
        let calls: FxHashSet<(FileId, u32)> =
            self.graph().callers(id)?.into_iter().map(|edge| (edge.file, edge.line)).collect();
        let (mut files, is_all) = self.files_with(&symbol.name);
        // The same name in another language means something else.
        files.retain(|file| {
            let language = self.snapshot().file(*file).language;
            !language.is_parsed() || are_alike(language, symbol.language)
        });
        let is_alike =
            |named: &Named<'_>| !named.is_test && are_alike(self.snapshot().file(named.file).language, symbol.language);
        let namesakes = self.graph().find_named(&symbol.name)?.iter().filter(|named| is_alike(named)).count();
        // Code first, then what describes it, tests last.
        let key = |file: &FileId| {
            let entry = self.snapshot().file(*file);
            (
                path::is_test(entry.path.as_str()),
                !entry.language.is_parsed(),
                path::is_aside(entry.path.as_str()),
                *file,
            )
        };
        files.compact_sort_by_key(key);
        let (mut mentions, mut subtypes) = (Vec::new(), Vec::new());
        let target = self.target(id)?;
        let mut fault = None;
        for file in files {
            // The loop goes on, so that all that is missing is noted at once; then the question runs again.
            fault = self.uses_in(file, id, symbol, &calls, namesakes, (&mut mentions, &mut subtypes)).err().or(fault);
            if let Some(target) = &target {
                fault = self.texts_in(file, target, &mut mentions).err().or(fault);
            }
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
        // What extends it names it, too.
        mentions.retain(|mention: &Fact| !subtypes.iter().any(|subtype: &Fact| subtype.span == mention.span));
        for (found, kind, most) in [(subtypes, FactKind::ExtendedBy, SUBTYPES), (mentions, FactKind::UsedBy, LISTED)] {
            if found.len() > most || !is_all {
                counts.push(FactCount { kind, total: found.len() as u32, is_all });
            }
            facts.extend(found.into_iter().take(most));
        }
        Ok(())
    }

    /// Where statements of SQL name what SQL makes: writes apart from all else.
    fn uses_in_queries(
        &self,
        id: SymbolId,
        symbol: &Symbol,
        facts: &mut Vec<Fact>,
        counts: &mut Vec<FactCount>,
    ) -> Loaded<()> {
        let Some(References { references, is_all, .. }) = self.references(id)? else { return Ok(()) };
        for kind in [FactKind::WrittenBy, FactKind::UsedBy] {
            let of_kind = |found: &&Reference| match found.kind {
                ReferenceKind::Definition => false,
                ReferenceKind::Write => kind == FactKind::WrittenBy,
                _ => kind == FactKind::UsedBy,
            };
            let total = references.iter().filter(of_kind).count();
            if total > LISTED || !is_all {
                counts.push(FactCount { kind, total: total as u32, is_all });
            }
            for found in references.iter().filter(of_kind).take(LISTED) {
                let within = match self.snapshot().find(&found.span.path) {
                    Some(file) => self.symbol_on(file, found.span.start_line)?,
                    None => None,
                };
                let object = found.within.clone().unwrap_or_else(|| found.span.path.clone());
                let of = symbol.qualified_name.clone();
                facts.push(Fact { kind, of, object, span: found.span.clone(), within, distance: 0 });
            }
        }
        Ok(())
    }

    /// Mentions and subtypes in a file.
    fn uses_in(
        &self,
        file: FileId,
        id: SymbolId,
        symbol: &Symbol,
        calls: &FxHashSet<(FileId, u32)>,
        namesakes: usize,
        (mentions, subtypes): (&mut Vec<Fact>, &mut Vec<Fact>),
    ) -> Loaded<()> {
        let family = Family::of(self.snapshot().file(file).language);
        let code = self.code(file)?;
        let code = family.map_or_else(|| code.to_string(), |family| masked(&code, family));
        // Most files only call it: of them no symbol is needed.
        let mut at: Vec<(usize, u32)> = places_by_line(&code, &symbol.name).collect();
        at.retain(|(_, line)| !calls.contains(&(file, *line)));
        if at.is_empty() {
            return Ok(());
        }
        if symbol.kind.is_type() {
            self.subtypes_in(file, id, symbol, subtypes)?;
        }
        // Of a name that several have nobody knows which is meant, but where its class hands it on.
        if namesakes > 1 {
            let owner = match symbol.parent.filter(|_| file == symbol.file) {
                Some(parent) => self.graph().symbol(parent)?.filter(|parent| parent.kind.is_type()),
                None => None,
            };
            let is_inside =
                |at: usize| owner.is_some_and(|it| (it.span.start as usize..it.span.end as usize).contains(&at));
            let is_handed_on = |at: usize| {
                code[..at].ends_with('.') && code[at + symbol.name.len()..].trim_start().starts_with([',', ')'])
            };
            at.retain(|(at, _)| is_inside(*at) && is_handed_on(*at));
        }
        self.mentions_in(file, symbol, &code, &at, mentions)
    }

    /// Where a text names it: its dotted path, or a constant's name that is looked up.
    fn texts_in(&self, file: FileId, target: &Target<'_>, found: &mut Vec<Fact>) -> Loaded<()> {
        let Some(family) = Family::of(self.snapshot().file(file).language) else { return Ok(()) };
        let text = self.code(file)?;
        let mut places = Vec::new();
        in_text::add(self, target, file, (&text, &masked(&text, family)), &mut places)?;
        places.dedup_by_key(|place| place.line);
        let path = self.path_of(file);
        let here = found.iter().rev().take_while(|fact| fact.span.path == path);
        let known: Vec<u32> = here.map(|fact| fact.span.start_line).collect();
        for place in places.into_iter().filter(|place| !known.contains(&place.line)) {
            let within = self.symbol_on(file, place.line)?;
            let object = within.as_ref().map_or_else(|| path.to_owned(), |it| it.qualified_name.clone());
            let (of, span) = (target.symbol.qualified_name.clone(), self.lines_ref(file, place.line, place.line));
            found.push(Fact { kind: FactKind::UsedBy, of, object, span, within, distance: 0 });
        }
        Ok(())
    }

    /// `at`: where its name is other than in calls, and on which lines.
    fn mentions_in(
        &self,
        file: FileId,
        symbol: &Symbol,
        code: &str,
        at: &[(usize, u32)],
        found: &mut Vec<Fact>,
    ) -> Loaded<()> {
        let entry = self.snapshot().file(file);
        if path::is_history(entry.path.as_str()) {
            return Ok(());
        }
        let family = Family::of(entry.language);
        let symbols = self.graph().symbols_in(file)?;
        let locals = Locals::hiding(self, symbol, file, code)?;
        let is_member = matches!(symbol.kind, DefinitionKind::Method | DefinitionKind::Field);
        let mut lines: Vec<u32> = Vec::new();
        for &(at, line) in at {
            let before = code[..at].trim_end();
            if family.is_some() && is_member && !before.ends_with(['.', ':', '>']) {
                continue;
            }
            let is_name = |other: &Symbol| other.name_span.start as usize == at && other.name == symbol.name;
            let is_own = file == symbol.file && (symbol.span.start as usize..symbol.span.end as usize).contains(&at);
            let is_hidden = !before.ends_with(['.', ':', '>']) && locals.has(at);
            if is_own || is_hidden || symbols.iter().any(|(_, other)| is_name(other)) {
                continue;
            }
            if lines.last() != Some(&line) {
                lines.push(line);
            }
        }
        for line in lines {
            let around = symbols.iter().filter(|(_, other)| {
                !other.is_anonymous() && (other.span.start_line..=other.span.end_line).contains(&line)
            });
            let within = around.max_by_key(|(_, other)| other.span.start).map(|(id, other)| self.info(*id, other));
            let object = within.as_ref().map_or_else(|| entry.path.to_string(), |it| it.qualified_name.clone());
            let (of, span) = (symbol.qualified_name.clone(), self.lines_ref(file, line, line));
            found.push(Fact { kind: FactKind::UsedBy, of, object, span, within, distance: 0 });
        }
        Ok(())
    }

    pub(in crate::questions) fn subtypes_in(
        &self,
        file: FileId,
        id: SymbolId,
        base: &Symbol,
        found: &mut Vec<Fact>,
    ) -> Loaded<()> {
        let of = &base.qualified_name;
        let family = Family::of(self.snapshot().file(file).language);
        for (at, symbol) in self.graph().symbols_in(file)? {
            if at == id || !symbol.kind.is_type() {
                continue;
            }
            if let Some(definition) = Definition::of(self, at)?
                && definition.base_names().contains(&base.name)
            {
                found.push(definition.stated(FactKind::ExtendedBy, of, symbol.qualified_name.clone()));
            }
        }
        if family == Some(Family::Rust) {
            self.implementations_in(file, base, found)?;
        }
        Ok(())
    }

    /// `impl Base for Type`.
    fn implementations_in(&self, file: FileId, base: &Symbol, found: &mut Vec<Fact>) -> Loaded<()> {
        let text = self.text(file)?;
        let code = masked(text, Family::Rust);
        let symbols = self.graph().symbols_in(file)?;
        for at in places(&code, &base.name) {
            let line_start = code[..at].rfind('\n').map_or(0, |newline| newline + 1);
            let after = code[at + base.name.len()..].split(['{', ';']).next().unwrap_or("");
            let head = code[line_start..at].trim_start();
            let Some((_, named)) = after.split_once(" for ").filter(|_| head.starts_with("impl")) else { continue };
            let object = named.split(" where ").next().unwrap_or(named).trim().to_owned();
            let line = 1 + text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() as u32;
            let module = symbols.first().map(|(id, module)| self.info(*id, module));
            let span = self.lines_ref(file, line, line);
            let of = base.qualified_name.clone();
            found.push(Fact { kind: FactKind::ExtendedBy, of, object, span, within: module, distance: 0 });
        }
        Ok(())
    }
}
