//! What are the members of something? Of a type, a table, a file, a family: whatever a phrase means, the likeliest first.

mod described;

use super::QuestionError;
use crate::Codebase;
use call_graph::Symbol;
use code_words::identifier::{lower_parts, words};
use code_words::path::is_aside;
use code_words::stem::{same_noun, same_word};
use facts::{DefId, DefinitionKind};
use source::FileId;
use std::collections::BTreeSet;
use survey::{Answer, Entry, Family, Item, List, Narrowing};

/// From this rank on a family is types of one base, or files of one folder.
const SURE: u32 = 84;
/// With fewer members a group may be called so by accident.
const FEW: usize = 2;

/// In front of a name: the tables and lists that have an entry of it are meant.
const ENTRIES_NAMED: &str = "entries named ";

/// Public names of a file that are given where none is called as it is.
const OFFERED: usize = 4;

/// Functions of a name that are looked at for their options.
const FUNCTIONS: usize = 8;
/// Lines of a function's head that are read.
const HEAD_LINES: usize = 60;

impl Codebase {
    /// The options of a function that is named: of an object among its parameters the keys, of a parameter's type that is called
    /// so the members, or the functions that return such a type; else its parameters with defaults.
    fn options_of_callable(&self, of: &str) -> Result<Option<(String, Vec<Item>)>, QuestionError> {
        let Some((noun, name)) = Narrowing::read(of).name.split_once(" of ") else { return Ok(None) };
        let noun = noun.rsplit(' ').next().unwrap_or(noun);
        let is_option = ["option", "setting", "configuration"].iter().any(|word| same_word(word, noun));
        let name = name.rsplit(' ').next().unwrap_or(name);
        let own = name.rsplit(['.', ':', '#']).next().unwrap_or(name);
        if !is_option {
            return Ok(None);
        }
        for named in self.graph().find_named(own)?.into_iter().take(FUNCTIONS) {
            let Some(symbol) = self.graph().symbol(named.id)? else { continue };
            let is_meant = self.takes(named.file)
                && symbol.name == own
                && symbol.qualified_name.ends_with(&name.replace("::", "."));
            if !is_meant || !named.kind.is_callable() || named.is_test || is_aside(self.path_of(named.file)) {
                continue;
            }
            if let Some(found) = self.options_of(symbol)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn options_of(&self, symbol: &Symbol) -> Result<Option<(String, Vec<Item>)>, QuestionError> {
        let line = symbol.name_span.start_line;
        let item = |name: &str, detail: &str| {
            let line = self.line_with(symbol, name).unwrap_or(line);
            Item { entry: Entry::new(symbol.file, (line, line), name, detail), places: 1 }
        };
        let parameters = parameters(&symbol.signature);
        if let Some(inside) = parameters.iter().find_map(|one| one.strip_prefix('{')?.split_once('}')) {
            let keys: Vec<Item> = pieces(inside.0).map(|key| item(name_of(key), key)).collect();
            return Ok((!keys.is_empty()).then(|| (format!("`{}` takes {} options", symbol.name, keys.len()), keys)));
        }
        let paths = |file: FileId| self.path_of(file);
        let pages = [self.list_page(List::Api)?, self.list_page(List::Members)?];
        let types = parameters.iter().flat_map(|one| code_words::identifier::words(one)).filter(|word| {
            let end = lower_parts(word).pop().unwrap_or_default();
            word.starts_with(char::is_uppercase) && ["option", "setting", "config"].iter().any(|o| same_word(&end, o))
        });
        for name in types {
            let fields = survey::members(&format!("fields of {name}"), pages[1], &paths);
            let items = survey::returning(name, &pages, &paths);
            // An option that is a function or an interface is made by functions.
            if let Some(found) = fields.filter(|found| items.len() < FEW || found.items.len() > FEW) {
                return Ok(Some((found.said, found.items)));
            }
            if items.len() >= FEW {
                let said = format!("{} functions return a `{name}`, which `{}` takes", items.len(), symbol.name);
                return Ok(Some((said, items)));
            }
        }
        let given: Vec<&String> = parameters.iter().filter(|one| one.contains('=') && !one.contains("=>")).collect();
        let items: Vec<Item> = given.into_iter().map(|one| item(name_of(one), one)).collect();
        let said = format!("`{}` has {} parameters with a default", symbol.name, items.len());
        Ok((items.len() >= FEW).then_some((said, items)))
    }

    /// The line of a symbol's head that has the word.
    fn line_with(&self, symbol: &Symbol, word: &str) -> Option<u32> {
        let text = self.text(symbol.file).ok()?;
        let first = symbol.name_span.start_line;
        let lines = text.lines().skip(first as usize - 1).take(HEAD_LINES);
        (first..).zip(lines).find(|(_, text)| words(text).any(|own| own == word)).map(|(line, _)| line)
    }

    /// The declaration of a type, the repository's own code first.
    pub(super) fn declaration(&self, name: &str) -> Result<Option<Entry>, QuestionError> {
        let last = |name: &str| name.rsplit(['.', ':']).next().unwrap_or("").to_owned();
        let wanted = last(name.split('<').next().unwrap_or(name));
        let types = self.list_page(List::Types)?.iter().filter(|entry| last(&entry.name) == wanted);
        Ok(types.min_by_key(|entry| (is_aside(self.path_of(entry.file)), entry.file)).cloned())
    }

    /// The members of something: of a type, a literal, a group of calls or a file, or the types of a family.
    pub(super) fn members(&self, of: &str, limit: usize, offset: usize) -> Result<Answer, QuestionError> {
        let answer = |said, items| Answer::of_own(List::Members, of, said, items, limit, offset);
        let paths = |file: FileId| self.path_of(file);
        if let Some(name) = of.split_once(" returning ").map(|(_, name)| name) {
            let pages = [self.list_page(List::Api)?, self.list_page(List::Members)?];
            let items = survey::returning(name, &pages, &paths);
            let said = match items.len() {
                0 => None,
                1 => Some(format!("1 function returns `{name}`")),
                n => Some(format!("{n} functions return `{name}`")),
            };
            let mut found = answer(said, items);
            found.notes.push("Looked at what signatures of public functions and of methods declare.".to_owned());
            found.declared = self.declaration(name)?;
            return Ok(found);
        }
        if let Some(noun) = of.strip_prefix(survey::SORTS_ALONE) {
            let found = survey::sorts(noun, self.list_page(List::Members)?, &paths);
            return Ok(found.map_or_else(|| answer(None, Vec::new()), |found| answer(Some(found.said), found.items)));
        }
        if let Some(verb) = of.strip_prefix(survey::DOERS_OF) {
            let found = survey::doers(verb, self.list_page(List::Members)?, &paths);
            return Ok(found.map_or_else(
                || answer(None, Vec::new()),
                |found| Answer { declared: found.declared, ..answer(Some(found.said), found.items) },
            ));
        }
        if let Some(number) = of.strip_prefix(survey::VALUED) {
            let items = survey::valued(number, self.list_page(List::Members)?, &paths);
            return Ok(answer(None, items));
        }
        if let Some(name) = of.strip_prefix(ENTRIES_NAMED) {
            let found = survey::entries_named(name, self.list_page(List::Members)?, &paths);
            return Ok(found.map_or_else(|| answer(None, Vec::new()), |(said, items)| answer(Some(said), items)));
        }
        if let Some((noun, path)) = of.split_once(" of ").filter(|(_, name)| name.contains(['.', '/']))
            && let Ok(file) = self.find_file(path)
        {
            let (said, items) = self.defined_in(file, noun)?;
            if !items.is_empty() {
                return Ok(answer(Some(said), items));
            }
        }
        if let Some((said, items)) = self.errors_with(of)? {
            return Ok(answer(Some(said), items));
        }
        let entries = self.list_page(List::Members)?;
        let Some(found) = survey::members(of, entries, &paths) else {
            if let Some((said, items)) = self.options_of_callable(of)? {
                return Ok(answer(Some(said), items));
            }
            // "The choices for what a bar does when it is finished": more words than a family is called by.
            let is_described = survey::sorts_of(of).is_some_and(|of| of.contains(' '));
            if let Some((said, items, declared)) = if is_described { self.described_enum(of)? } else { None } {
                return Ok(Answer { declared: Some(declared), ..answer(Some(said), items) });
            }
            if let Some((said, items, declared)) = self.values_made(of)? {
                return Ok(Answer { declared: Some(declared), ..answer(Some(said), items) });
            }
            let family = self.members_of_family(of, &answer)?;
            if !family.items.is_empty() {
                return Ok(family);
            }
            if let Some((said, items)) = self.functions_of_module(of)? {
                return Ok(answer(Some(said), items));
            }
            let ending =
                survey::members_ending(of, entries, &paths).or_else(|| survey::members_of_noun(of, entries, &paths));
            if let Some(found) = ending {
                return Ok(answer(Some(found.said), found.items));
            }
            return Ok(match self.described_enum(of)? {
                Some((said, items, declared)) => Answer { declared: Some(declared), ..answer(Some(said), items) },
                None => family,
            });
        };
        // `createDebug.formatters.t` is one of a name; the folder `formatters` has more.
        if found.items.len() < FEW {
            if let Some((said, items, declared)) = self.values_made(of)? {
                return Ok(Answer { declared: Some(declared), ..answer(Some(said), items) });
            }
            let family = self.members_of_family(of, &answer)?;
            if family.header.own > found.items.len() {
                return Ok(family);
            }
        }
        let noun = Narrowing::read(of).name.split(" of ").next().unwrap_or(of);
        // `validation_attrs` are no validators, and what `maybe_json` may be in a file of formatters is none.
        let label =
            found.items.first().and_then(|item| item.entry.about.first()).map_or(Vec::new(), |it| lower_parts(it));
        let is_other_form = !lower_parts(noun).iter().any(|word| label.iter().any(|part| same_noun(part, word)));
        // Types of one base are rather what a noun means than a collection that is called so but for more words.
        if found.is_loose || is_other_form {
            let least = match (is_other_form, found.is_default) {
                (true, _) => survey::WEAK,
                (false, true) => survey::OF_MODULE,
                (false, false) => SURE,
            };
            let is_sure = |family: &Family| family.rank >= least && family.members.len() > found.items.len();
            if self.family(noun)?.iter().any(is_sure) {
                let mut family = self.members_of_family(of, &answer)?;
                family.notes.push(format!("It may also mean this: {}.", found.said));
                return Ok(family);
            }
        }
        let mut own = answer(Some(found.said), found.items);
        (own.declared, own.notes) = (found.declared, found.notes);
        Ok(own)
    }

    /// "Eviction policies": the functions that give an `EvictionPolicy`, where that is a type without variants.
    fn values_made(&self, of: &str) -> Result<Option<(String, Vec<Item>, Entry)>, QuestionError> {
        let words = lower_parts(Narrowing::read(of).name);
        let is_it = |entry: &&Entry| {
            let own = lower_parts(entry.name.rsplit(['.', ':']).next().unwrap_or(&entry.name));
            own.len() == words.len() && own.iter().zip(&words).all(|(part, word)| same_noun(part, word))
        };
        let is_plural = words.len() > 1 && words.last().is_some_and(|word| word.ends_with('s'));
        let types = self.list_page(List::Types)?.iter().filter(|entry| !is_aside(self.path_of(entry.file)));
        let Some(declared) = types.filter(is_it).find(|_| is_plural) else { return Ok(None) };
        // Types of one base are rather what is meant.
        let noun = Narrowing::read(of).name;
        if self.family(noun)?.iter().any(|family| family.rank >= SURE && family.members.len() >= FEW) {
            return Ok(None);
        }
        let paths = |file: FileId| self.path_of(file);
        let own = declared.name.rsplit(['.', ':']).next().unwrap_or(&declared.name);
        let members = self.list_page(List::Members)?;
        let of_type: Vec<Entry> =
            members.iter().filter(|entry| entry.about.first().is_some_and(|label| label == own)).cloned().collect();
        let mut items = survey::returning(own, &[&of_type], &paths);
        items.extend(survey::returning("Self", &[&of_type], &paths));
        items.retain(|item| !item.entry.detail.contains("self"));
        let said = format!("{} functions of `{own}` make one", items.len());
        Ok((items.len() >= FEW).then(|| (said, items, declared.clone())))
    }

    /// "HTTP errors": the errors that have the words in their names or where they are made.
    fn errors_with(&self, of: &str) -> Result<Option<(String, Vec<Item>)>, QuestionError> {
        let noun = Narrowing::read(of).name.split(" of ").next().unwrap_or(of);
        let words = lower_parts(noun);
        let Some((head, with @ [_, ..])) = words.split_last() else { return Ok(None) };
        if !["error", "exception"].iter().any(|own| same_noun(own, head)) {
            return Ok(None);
        }
        let inside = Narrowing::read(of);
        let fits = |entry: &&Entry| {
            let said = lower_parts(&format!("{} {}", entry.name, entry.detail));
            let path = self.path_of(entry.file);
            with.iter().all(|word| said.iter().any(|part| same_noun(part, word))) && inside.has(path) && !is_aside(path)
        };
        let mut items: Vec<Item> = Vec::new();
        for entry in self.list_page(List::Errors)?.iter().filter(fits) {
            if !items.iter().any(|other| other.entry.name == entry.name) {
                items.push(Item { entry: entry.clone(), places: 1 });
            }
        }
        let said = format!("{} error types with \"{}\" in their definition", items.len(), with.join(" "));
        Ok((items.len() > FEW).then_some((said, items)))
    }

    /// "Time functions": what the file `time.js` defines.
    fn functions_of_module(&self, of: &str) -> Result<Option<(String, Vec<Item>)>, QuestionError> {
        let name = Narrowing::read(of).name;
        let Some((module, noun)) = name.rsplit_once(' ') else { return Ok(None) };
        if !matches!(noun, "functions" | "helpers" | "utilities" | "utils") {
            return Ok(None);
        }
        let words = lower_parts(module);
        let is_it = |file: &FileId| {
            let path = self.path_of(*file);
            let stem = path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or("");
            !is_aside(path) && self.snapshot().file(*file).language.is_parsed() && lower_parts(stem) == words
        };
        let mut files: Vec<FileId> = self.files_in_scope().filter(is_it).collect();
        files.sort_by_key(|file| self.path_of(*file).matches('/').count());
        let Some(file) = files.first() else { return Ok(None) };
        let (said, items) = self.defined_in(*file, "functions")?;
        Ok((items.len() >= FEW).then_some((said, items)))
    }

    /// The types or files that belong together by a base, a folder or the end of their names.
    fn members_of_family(
        &self,
        of: &str,
        answer: &dyn Fn(Option<String>, Vec<Item>) -> Answer,
    ) -> Result<Answer, QuestionError> {
        let Narrowing { name, .. } = Narrowing::read(of);
        // "Kinds of scheduler" are schedulers.
        let name = survey::sorts_of(name).unwrap_or(name);
        let noun = name.split(" of ").next().unwrap_or(name);
        let families = self.family(noun)?;
        // Names that end alike are not enough where the question says of what: "options of the parser".
        let of_what: Vec<String> = name.split_once(" of ").map_or(Vec::new(), |(_, of)| lower_parts(of));
        let speaks = |entry: &Entry, word: &str| {
            let own = lower_parts(&format!("{} {}", self.path_of(entry.file), entry.name));
            own.iter().any(|part| same_word(part, word))
        };
        let fits = |family: &Family| {
            let is_said = |word: &String| family.members.iter().any(|entry| speaks(entry, word));
            let is_about = of_what.iter().all(is_said);
            family.members.len() > 1 && (family.rank >= survey::WEAK || is_about)
        };
        // A family of one is only a name that is alike.
        let Some(family) = families.into_iter().find(fits) else {
            return Ok(answer(None, Vec::new()));
        };
        let inside = Narrowing::read(of);
        let mut items: Vec<Item> = Vec::new();
        for entry in family.members.into_iter().filter(|entry| inside.has(self.path_of(entry.file))) {
            items.push(Item { entry: self.with_main_definition(entry, noun)?, places: 1 });
        }
        // Of a list of everything only what speaks of it: "settings of the retry middleware".
        if !of_what.is_empty() && List::of_words(&family.what).is_some() {
            let said = |item: &Item| of_what.iter().filter(|word| speaks(&item.entry, word)).count();
            items.retain(|item| 2 * said(item) >= of_what.len());
            let mut seen = BTreeSet::new();
            items.retain(|item| seen.insert(item.entry.name.clone()));
        }
        let said = format!("{} {}", items.len(), family.what);
        Ok(if items.is_empty() { answer(None, items) } else { answer(Some(said), items) })
    }

    /// A file as a member of the family of a noun, with the type or public function that bears its name: `stylish.js` –
    /// `class Stylish`.
    fn with_main_definition(&self, member: Entry, noun: &str) -> Result<Entry, QuestionError> {
        let path = self.path_of(member.file);
        let is_file = path.rsplit('/').next() == Some(member.name.as_str());
        let plain = |name: &str| -> String { lower_parts(name).concat() };
        let last = |name: &str| name.rsplit(['.', ':']).next().unwrap_or("").to_owned();
        let stem = plain(member.name.split('.').next().unwrap_or(""));
        if !is_file || stem.is_empty() {
            return Ok(member);
        }
        for list in [List::Types, List::Api] {
            let own = self
                .list_page(list)?
                .iter()
                .find(|entry| entry.file == member.file && plain(&last(&entry.name)) == stem);
            if let Some(own) = own {
                return Ok(Entry::new(member.file, (own.start_line, own.end_line), &member.name, &own.detail));
            }
        }
        // `compress.go` has none of its name: what it offers says what it is.
        let public = self.list_page(List::Api)?.iter().filter(|entry| entry.file == member.file);
        let mut offered: Vec<&Entry> = public.filter(|entry| !entry.name.contains('.')).collect();
        // `LintMiddleware` is what `lint.py` is for among middlewares.
        let head = lower_parts(noun).pop().unwrap_or_default();
        let is_one = |entry: &Entry| lower_parts(&entry.name).last().is_some_and(|end| same_noun(end, &head));
        offered.sort_by_key(|entry| (!is_one(entry), entry.start_line));
        let names: Vec<&str> = offered.iter().map(|entry| entry.name.as_str()).take(OFFERED).collect();
        Ok(match offered.first() {
            Some(first) => Entry::new(member.file, (first.start_line, first.end_line), &member.name, &names.join(", ")),
            None => member,
        })
    }

    /// What a file defines at its top, of the kind that a noun means.
    fn defined_in(&self, file: FileId, noun: &str) -> Result<(String, Vec<Item>), QuestionError> {
        use DefinitionKind::{Class, Enum, Function, Interface, Macro, TypeAlias, Variable};
        let noun = noun.rsplit(' ').next().unwrap_or(noun);
        let (kinds, word): (&[DefinitionKind], &str) = match noun {
            "functions" | "methods" => (&[Function], "function"),
            "classes" | "structs" => (&[Class], "class"),
            "messages" => (&[Class], "message"),
            "types" => (&[Class, Interface, Enum, TypeAlias], "type"),
            "interfaces" | "traits" => (&[Interface], "interface"),
            "services" => (&[Interface], "service"),
            "enums" => (&[Enum], "enum"),
            "constants" | "variables" | "values" => (&[Variable], "constant"),
            "macros" => (&[Macro], "macro"),
            "definitions" | "members" | "symbols" | "names" | "things" | "contents" => {
                (&[Function, Class, Interface, Enum, TypeAlias, Variable, Macro], "definition")
            }
            _ => return Ok((String::new(), Vec::new())),
        };
        let mut items = Vec::new();
        for (_, symbol) in self.graph().symbols_in(file)? {
            let is_top = match symbol.parent {
                None => true,
                Some(parent) => self.graph().symbol(parent)?.is_some_and(|parent| parent.def == DefId::MODULE),
            };
            if is_top && !symbol.is_anonymous() && kinds.contains(&symbol.kind) && symbol.def != DefId::MODULE {
                let line = symbol.name_span.start_line;
                let entry = Entry::new(file, (line, line), &symbol.name, &symbol.signature);
                items.push(Item { entry, places: 1 });
            }
        }
        let several = match (items.len(), word) {
            (1, _) => "",
            (_, "class") => "es",
            _ => "s",
        };
        Ok((format!("`{}` defines {} {word}{several} at its top", self.path_of(file), items.len()), items))
    }
}

/// The parameters of a signature, without what is between deeper brackets taken apart.
fn parameters(signature: &str) -> Vec<String> {
    let Some(open) = signature.find('(') else { return Vec::new() };
    let mut depth = 0usize;
    let close = signature[open..].char_indices().find(|(_, c)| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    let inside = close.map_or("", |(close, _)| &signature[open + 1..open + close]);
    pieces(inside).map(str::to_owned).collect()
}

/// What is between commas at the outermost level.
fn pieces(inside: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    let parts = inside.split(move |c: char| {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty())
}

/// `level` of `level = 'info'`, `pool: int = 3` and `level`.
fn name_of(parameter: &str) -> &str {
    let end = parameter.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
    end.map_or(parameter, |end| &parameter[..end])
}

#[cfg(test)]
mod tests;
