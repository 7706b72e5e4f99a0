//! What is the default of something that is known by its words alone: a parameter, a constant, a field, a key of a
//! configuration file.

use super::body::Definition;
use super::given::{self, Way};
use super::masked::{Family, masked, on_one_line};
use super::plain_value;
use super::{Fact, FactKind, is_value};
use crate::Codebase;
use crate::questions::comment;
use call_graph::{Symbol, SymbolId};
use code_words::identifier::lower_parts;
use code_words::path;
use code_words::setting::Wanted;
use compact_sort::CompactSort;
use facts::DefinitionKind;
use paging::Loaded;
use rustc_hash::FxHashSet;
use source::bundle::is_bundle;
use source::{FileId, Language};
use std::cmp::Reverse;

/// Most places listed.
const LISTED: usize = 12;
/// A signature of so many bytes may be cut before its last parameters.
const CUT: usize = 280;
/// Longest value that is quoted, in characters.
pub const WIDTH: usize = 160;
/// Most further lines of one value.
const MOST_LINES: u32 = 5;
/// How many brackets around a value are looked at for the name of a table.
const TABLES: usize = 3;

/// A place that gives something of these words a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefaultOf {
    /// `timeout = 5`: [`FactKind::Default`] of a parameter, else [`FactKind::Value`].
    pub fact: Fact,
    /// How well it fits; comparable within one question.
    pub score: i32,
    pub(super) file: FileId,
}

/// The places that give something of these words a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defaults {
    /// Best first.
    pub places: Vec<DefaultOf>,
    /// The values of constants that the places name.
    pub constants: Vec<Fact>,
    pub total: u32,
    /// False where not all files were looked at.
    pub is_all: bool,
}

impl Codebase {
    /// Parameters, constants, fields, keys of configuration files and what is taken where nothing is given, whose names hold
    /// the words of a setting: `read timeout`, `pool size of HTTPAdapter`.
    ///
    /// # Errors
    /// A part of the index is not loaded.
    pub fn defaults(&self, words: &str) -> Loaded<Defaults> {
        let wanted = Wanted::of(words);
        if wanted.setting.is_empty() {
            return Ok(Defaults { places: Vec::new(), constants: Vec::new(), total: 0, is_all: true });
        }
        let (files, is_all) = self.files_with_setting(words, &wanted);
        let mut places: Vec<DefaultOf> = Vec::new();
        for file in files.iter().copied() {
            match self.snapshot().file(file).language {
                Language::Config => self.keys_in(file, &wanted, Keys::Set, &mut places)?,
                language if language.is_parsed() => self.defaults_in(file, &wanted, &mut places)?,
                _ => {}
            }
        }
        // What tests take need not be the default; a sample has it in a comment.
        if !places.is_empty() && places.iter().all(|place| path::is_test(&place.fact.span.path)) {
            for file in files.into_iter().filter(|file| self.snapshot().file(*file).language == Language::Config) {
                self.keys_in(file, &wanted, Keys::InComments, &mut places)?;
            }
        }
        places.compact_sort_by_key(|place| Reverse(place.score));
        let mut seen = FxHashSet::default();
        places.retain(|place| {
            // Of a stub.
            if place.fact.object.ends_with(" = ...") {
                return false;
            }
            let name = place.fact.object.split(" = ").next().unwrap_or("").to_owned();
            seen.insert((name, place.fact.span.path.clone(), place.fact.span.end_line))
        });
        let total = places.len() as u32;
        places.truncate(LISTED);
        let mut constants = Vec::new();
        for place in &places {
            let mut facts = vec![place.fact.clone()];
            self.constants_of(place.file, &mut facts)?;
            constants.extend(facts.into_iter().skip(1).filter(|fact| !constants.contains(fact)).collect::<Vec<_>>());
        }
        Ok(Defaults { places, constants, total, is_all })
    }

    fn files_with_setting(&self, words: &str, wanted: &Wanted) -> (Vec<FileId>, bool) {
        if !self.reads_all_files() {
            let mut queries = vec![words.to_owned()];
            queries.extend(wanted.variants());
            return (self.files_about(&queries), false);
        }
        let beginnings = wanted.beginnings();
        let holds = |file: &FileId| {
            let entry = self.snapshot().file(*file);
            !path::is_history(entry.path.as_str())
                && self.text(*file).is_ok_and(|text| {
                    let text = text.to_lowercase();
                    beginnings.iter().any(|beginning| text.contains(beginning))
                })
        };
        (self.files_in_scope().filter(holds).collect(), true)
    }

    fn defaults_in(&self, file: FileId, wanted: &Wanted, places: &mut Vec<DefaultOf>) -> Loaded<()> {
        let aside = self.distance_of(file);
        self.given_in(file, wanted, places)?;
        let text = self.text(file)?;
        for (id, symbol) in self.graph().symbols_in(file)? {
            let around = || self.around(symbol, text);
            let fits_value = is_value(symbol.kind).then(|| wanted.fit(&symbol.name, around)).flatten();
            if let Some(score) = fits_value
                && let Some(fact) = Definition::of(self, id)?.and_then(|definition| definition.value())
                && !fact.object.starts_with("iota")
                && !is_function(&fact.object)
                && !is_own_name(&symbol.name, &fact.object)
                && !is_list_of(&symbol.name, &fact.object, wanted)
            {
                let score = score + literal(&fact.object) - aside + i32::from(symbol.exported);
                let object = format!("{} = {}", symbol.name, fact.object);
                places.push(DefaultOf { fact: Fact { object, ..fact }, score, file });
            }
            if symbol.kind == DefinitionKind::Enum && symbol.language == Language::Rust && wanted.is_whole(&symbol.name)
            {
                self.default_variant(file, symbol, id, places)?;
            }
            let made = match symbol.kind {
                kind if kind.is_type() => self.default_of_class(file, (id, symbol), wanted)?,
                kind if kind.is_callable() => self.made_by_default(file, (id, symbol), wanted)?,
                _ => None,
            };
            places.extend(made);
            let is_cut = symbol.signature.len() >= CUT;
            let may_have = is_cut || wanted.may_be_in(&symbol.signature);
            let has_head = symbol.kind.is_callable() || symbol.kind.is_type() && symbol.language == Language::Kotlin;
            if has_head && !symbol.is_anonymous() && may_have {
                for (name, fact) in Definition::of(self, id)?.into_iter().flat_map(|definition| definition.parameters())
                {
                    if let Some(score) = wanted.fit(&name, || self.around(symbol, text)) {
                        let value = fact.object.split_once(" = ").map_or("", |(_, value)| value);
                        let score = score + literal(value) - aside + i32::from(symbol.exported);
                        places.push(DefaultOf { fact, score, file });
                    }
                }
            }
        }
        Ok(())
    }

    /// The variant of an enum of Rust that has the attribute `#[default]`.
    fn default_variant(&self, file: FileId, symbol: &Symbol, id: SymbolId, places: &mut Vec<DefaultOf>) -> Loaded<()> {
        let text = self.text(file)?.get(symbol.span.start as usize..symbol.span.end as usize).unwrap_or("");
        let lines = (symbol.span.start_line..).zip(text.lines());
        let mut behind = lines.skip_while(|(_, line)| !line.contains("#[default]"));
        let is_variant = |line: &str| line.starts_with(char::is_uppercase);
        let variant = behind.find_map(|(number, line)| {
            let own = line.trim().trim_start_matches("#[default]").trim();
            let name: String = own.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            is_variant(own).then_some((number, name))
        });
        if let Some((line, name)) = variant {
            let (span, of) = (self.lines_ref(file, line, line), symbol.qualified_name.clone());
            let object = format!("{} = {}::{name}", symbol.name, symbol.name);
            let within = Some(self.info(id, symbol));
            let fact = Fact { kind: FactKind::Value, of, object, span, within, distance: 0 };
            places.push(DefaultOf { fact, score: 12 - self.distance_of(file), file });
        }
        Ok(())
    }

    /// The words of a symbol's qualified name, its documentation and its file's path; of a value, of the comment above as well.
    pub(super) fn around(&self, symbol: &Symbol, text: &str) -> Vec<String> {
        let path = self.snapshot().file(symbol.file).path.as_str();
        let doc = symbol.doc.as_deref().unwrap_or("").lines().next().unwrap_or("");
        let above = if is_value(symbol.kind) { comment::above(symbol, text).join(" ") } else { String::new() };
        lower_parts(&format!("{} {doc} {above} {path}", symbol.qualified_name))
    }

    /// Values given elsewhere than where a name is declared.
    fn given_in(&self, file: FileId, wanted: &Wanted, places: &mut Vec<DefaultOf>) -> Loaded<()> {
        let (text, entry) = (self.text(file)?, self.snapshot().file(file));
        let Some(family) = Family::of(entry.language) else { return Ok(()) };
        let masked = masked(text, family);
        for given in given::values(text, &masked, family, |name| wanted.may_fit(name)) {
            let within = self.innermost(file, given.from)?;
            let symbol = within.map(|(_, symbol)| symbol);
            // Where it is declared it is read as a definition.
            if symbol.is_some_and(|own| is_value(own.kind) && own.name == given.name) {
                continue;
            }
            let is_table = given.way == Way::Listed
                && symbol.is_some_and(|within| is_table_of_defaults(text, &masked, given.from, within));
            let made_by = symbol.filter(|within| is_constructor(within));
            // `valid = (a and b) or (c and d)` decides, and gives nothing.
            if is_function(&given.value) || given.way == Way::Listed && is_own_name(&given.name, &given.value) {
                continue;
            }
            let decides = given.way == Way::Fallback && given.value.starts_with('(') && given.value.contains(" and ");
            let is_default = given.way == Way::Fallback && !decides || is_table || made_by.is_some();
            // What is named by names alone says little.
            // `setTimeout(f, 0)`
            let is_path = |called: &str| {
                called.ends_with(char::is_alphanumeric)
                    && called.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
            };
            let is_call = given.value.split_once('(').is_some_and(|(called, _)| is_path(called))
                && !plain_value::is_plain(&given.value);
            let has_text = given.value.contains(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '`'));
            let is_read_off = has_text && !is_call
                || ["true", "false", "True", "False"].iter().any(|word| given.value.contains(word));
            let sure = 4 * i32::from(is_table) + 3 * i32::from(given.way == Way::Fallback && is_read_off);
            // Outside of every definition, as options of a command line often are, the path alone says what has it.
            let around = || symbol.map_or_else(|| lower_parts(entry.path.as_str()), |within| self.around(within, text));
            let Some(score) = wanted.fit(&given.name, around).filter(|_| is_default) else { continue };
            let of = match made_by.and_then(|within| within.parent) {
                Some(parent) => {
                    let parent = self.graph().symbol(parent)?.filter(|parent| parent.kind.is_type());
                    parent.map(|parent| parent.qualified_name.clone())
                }
                None => None,
            };
            let of = of.or_else(|| symbol.map(|within| within.qualified_name.clone()));
            let of = of.unwrap_or_else(|| entry.path.to_string());
            let line = |at: usize| 1 + text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() as u32;
            let (first, last) = (line(given.from), line(given.to.saturating_sub(1).max(given.from)));
            let span = self.lines_ref(file, first, last.min(first + MOST_LINES));
            let score = score + literal(&given.value) - self.distance_of(file) + sure;
            let object = format!("{} = {}", given.name, given.value);
            let within = within.map(|(id, symbol)| self.info(id, symbol));
            let fact = Fact { kind: FactKind::Default, of, object, span, within, distance: 0 };
            places.push(DefaultOf { fact, score, file });
        }
        Ok(())
    }

    /// The innermost symbol with a name around a byte.
    fn innermost(&self, file: FileId, at: usize) -> Loaded<Option<(SymbolId, &Symbol)>> {
        let around = self.graph().symbols_in(file)?.into_iter().filter(|(_, symbol)| {
            !symbol.is_anonymous() && (symbol.span.start as usize..symbol.span.end as usize).contains(&at)
        });
        Ok(around.max_by_key(|(_, symbol)| symbol.span.start))
    }

    /// `key = value` and `key: value` of a configuration file, or `;key=value` of one that is a sample.
    fn keys_in(&self, file: FileId, wanted: &Wanted, keys: Keys, places: &mut Vec<DefaultOf>) -> Loaded<()> {
        let (text, entry) = (self.text(file)?, self.snapshot().file(file));
        let path = entry.path.as_str();
        if path::is_generated(path) || path::is_of_ci(path) || entry.path.file_name().contains("lock") {
            return Ok(());
        }
        let is_manifest = project_manifests::is_manifest(entry.path.file_name());
        for (line, number) in text.lines().zip(1..) {
            let Some((key, value)) = keys.split(line) else { continue };
            let (key, value) = (key.trim().trim_matches(['"', '\'', '-', ' ']), value.trim().trim_end_matches(','));
            if value.is_empty() || key.starts_with(['#', '/', ';']) || key.contains(' ') {
                continue;
            }
            // A dependency's version is no default of what is called as it is.
            if is_manifest && is_version(value) && !wanted.setting.iter().any(|word| word == "version") {
                continue;
            }
            if let Some(score) =
                wanted.fit(key.rsplit('.').next().unwrap_or(key), || lower_parts(&format!("{} {key}", entry.path)))
            {
                let object = format!("{key} = {}", on_one_line(value, WIDTH));
                let (of, span) = (entry.path.to_string(), self.lines_ref(file, number, number));
                let fact = Fact { kind: FactKind::Value, of, object, span, within: None, distance: 0 };
                places.push(DefaultOf { fact, score: score + literal(value) - self.distance_of(file), file });
            }
        }
        Ok(())
    }

    /// How far a file is from what ships.
    pub(super) fn distance_of(&self, file: FileId) -> i32 {
        let entry = self.snapshot().file(file);
        let path = entry.path.as_str();
        if path::is_test(path) {
            8
        } else if path::is_aside(path)
            || path::is_generated(path)
            || path::is_declarations(path)
            || self.text(file).is_ok_and(|text| is_bundle(entry.language, text))
        {
            5
        } else {
            0
        }
    }
}

/// Which keys of a configuration file are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keys {
    Set,
    /// Set in a comment: what holds while the line is not taken out of it.
    InComments,
}

impl Keys {
    fn split(self, line: &str) -> Option<(&str, &str)> {
        if self == Self::Set {
            return line.split_once(['=', ':']);
        }
        let line = line.trim_start().strip_prefix(['#', ';'])?;
        let (key, value) = line.strip_prefix(' ').unwrap_or(line).split_once('=')?;
        let value =
            [" ;", " #"].iter().filter_map(|comment| value.find(comment)).min().map_or(value, |at| &value[..at]);
        Some((key, value))
    }
}

/// Whether a symbol makes the first values of a type.
fn is_constructor(symbol: &Symbol) -> bool {
    let name = symbol.name.as_str();
    let parts = lower_parts(name);
    let begins = parts.first().is_some_and(|part| matches!(part.as_str(), "new" | "init" | "default" | "defaults"));
    symbol.kind == DefinitionKind::Constructor
        || (symbol.kind.is_callable() && (begins || parts.iter().any(|part| part.starts_with("default"))))
        || symbol.signature.contains("-> Self")
}

/// Whether a value is one of a table that is called so, or of module-level settings.
fn is_table_of_defaults(text: &str, masked: &str, at: usize, within: &Symbol) -> bool {
    let called =
        |name: &str, words: &[&str]| lower_parts(name).iter().any(|part| words.iter().any(|w| part.starts_with(w)));
    if is_value(within.kind) && called(&within.name, &["default", "config", "settings", "options", "initial"]) {
        return true;
    }
    let mut depth = 0;
    let opens = masked.as_bytes()[..at].iter().enumerate().rev().filter(|(_, byte)| {
        match byte {
            b'}' | b')' | b']' => depth += 1,
            b'{' | b'(' | b'[' => depth -= 1,
            _ => return false,
        }
        let is_open = depth < 0;
        depth = depth.max(0);
        is_open
    });
    let line = |open: usize| text[..open].rsplit('\n').next().unwrap_or("");
    opens.take(TABLES).any(|(open, _)| {
        let head = line(open);
        let named = head.split(['=', ':', '(']).next().unwrap_or("");
        called(named, &["default"]) && !head.contains(" case ")
    })
}

/// A member of a prototype that is a function is no setting: `Server.prototype.timeout = function (ms) {`.
fn is_function(value: &str) -> bool {
    let value = value.trim_start().trim_start_matches("async ");
    let head = value.split_once("=>").map(|(head, _)| head.trim_end());
    let is_arrow = head.is_some_and(|head| {
        head.starts_with('(') && head.ends_with(')')
            || !head.is_empty() && head.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
    });
    is_arrow
        || ["function ", "function(", "function*", "lambda ", "lambda:", "func("]
            .iter()
            .any(|start| value.starts_with(start))
}

/// `TIMESTAMP_FORMAT = "TIMESTAMP-FORMAT"`: the id of something, and no value that it has.
fn is_own_name(name: &str, value: &str) -> bool {
    let value = value.trim().trim_end_matches([';', ',']);
    let inner = ['"', '\'', '`'].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
    inner.is_some_and(|inner| {
        inner.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' '))
            && lower_parts(inner) == lower_parts(name)
    })
}

/// A list of several is no default of one: `removedFormatters` of "formatter".
fn is_list_of(name: &str, value: &str, wanted: &Wanted) -> bool {
    let parts = lower_parts(name);
    let is_plural = |word: Option<&String>| word.is_some_and(|word| word.ends_with('s') && !word.ends_with("ss"));
    let is_list = ["[", "{", "new Set(", "new Map(", "Set([", "frozenset("].iter().any(|open| value.starts_with(open));
    is_list && is_plural(parts.last()) && !is_plural(wanted.setting.last()) && !wanted.is_whole(name)
}

/// `^4.1.2`, `"1.0"`, `>=2,<3`
fn is_version(value: &str) -> bool {
    let value = value.trim_matches(['"', '\'', ' ']).trim_start_matches(['^', '~', '>', '<', '=', 'v', ' ']);
    value.starts_with(|c: char| c.is_ascii_digit()) && value.contains('.')
}

/// A value that can be read off is an answer.
pub fn literal(value: &str) -> i32 {
    let value = value.trim();
    let is_word = matches!(value, "true" | "false" | "True" | "False");
    let is_empty = matches!(value, "None" | "null" | "undefined" | "nil" | "''" | "\"\"" | "[]" | "{}");
    if is_empty {
        1
    } else if is_word || value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '-' | '`')) {
        4
    } else if value.contains(|c: char| c.is_ascii_digit()) {
        // `Duration::from_secs(30)`.
        3
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{built, snapshot_of};

    #[test]
    fn a_function_or_a_decision_is_no_default() {
        let codebase = built(snapshot_of(
            "//- package.json\n{\n  \"lodash.memoize\": \"^4.1.2\"\n}\n//- lib/format.js\nconst removedFormatters = new Set(['a', 'b']);\n\
             //- lib/send.js\nfunction Send(opts) {\n  this._index = opts.index !== undefined\n    ? list(opts.index)\n    : ['index.html'];\n}\n\
             //- src/color.rs\n#[derive(Default)]\npub enum ColorChoice {\n    /// Asks the terminal.\n    #[default]\n    Auto,\n    Never,\n}\n\
             //- settings.py\nclass Settings:\n    # number of threads for tasks\n    threads = 4\n\
             //- lib/server.js\nServer.prototype.timeout = function (ms) {\n  this._timeout = ms;\n};\n\
             const defaults = { timeout: 2000 };\n\
             //- lib/check.py\ndef check(self, value):\n    valid = (self.a and value) or (self.b and not value)\n    return valid\n\
             //- lib/limit.py\nclass Limit(Base):\n    def __init__(self, *args, log=None, run_id=3, after=None, **rest):\n        pass\n\
             //- lib/program.py\ndef core():\n    return [Argument(names=('pty',), default=False, help='Use a pty for shell commands')]\n",
        ));
        let values = |words: &str| -> Vec<String> {
            codebase.defaults(words).unwrap().places.into_iter().map(|place| place.fact.object).collect()
        };
        assert_eq!(values("timeout"), ["timeout = 2000"]);
        // A list of formatters, and the version of a package, are no default of one.
        assert!(values("formatter").is_empty() && values("memoize").is_empty());
        assert_eq!(values("index"), ["index = ['index.html']"]);
        assert_eq!(values("color choice"), ["ColorChoice = ColorChoice::Auto"]);
        assert_eq!(values("worker threads"), ["threads = 4"]);
        assert!(values("valid").is_empty());
        assert_eq!(values("run id"), ["run_id = 3"], "what follows it is of other parameters");
        assert!(values("shell commands").is_empty(), "a sentence is no name");
    }

    fn places(fixture: &str, words: &str) -> Vec<String> {
        let found = built(snapshot_of(fixture)).defaults(words).unwrap();
        found.places.iter().map(|place| format!("{} {}", place.fact.span.place(), place.fact.object)).collect()
    }

    #[test]
    fn a_constant_that_repeats_its_own_name_has_no_default() {
        let fixture = "//- src/config.rs\npub const TIME_FORMAT: &str = \"TIME-FORMAT\";\npub const LOG_FORMAT: &str = \"json\";\n\
             pub fn app() -> Command {\n    Command::new(\"app\").arg(\n        Arg::new(TIME_FORMAT)\n            .long(\"time-format\")\n\
             \x20           .default_value(\"%H:%M\"),\n    )\n}\n";
        assert_eq!(places(fixture, "time format"), ["src/config.rs:5-7 TIME_FORMAT = \"%H:%M\""]);
        assert_eq!(places(fixture, "log format"), ["src/config.rs:2 LOG_FORMAT = \"json\""]);
    }

    #[test]
    fn an_object_in_a_table_of_defaults_is_a_value() {
        let fixture = "//- lib/defaults.js\nconst defaults = {\n  proxy: make(),\n  headers: {\n    common: {\n      'Accept': 'text/plain'\n    }\n  },\n};\n\
             //- lib/schema.js\nconst schema = {\n  headers: { type: 'object' },\n};\n";
        assert_eq!(
            places(fixture, "headers"),
            ["lib/defaults.js:3-7 headers = { common: { 'Accept': 'text/plain' } }"]
        );
    }

    #[test]
    fn a_sample_is_read_where_only_tests_give_a_value() {
        let fixture = "//- tests/base.py\nclass Dummy:\n    def __init__(self, retries=999):\n        pass\n\
             //- etc/sample.conf\n[program]\n;retries=3   ; tries after a failure\n; a sentence = no key\n";
        assert_eq!(places(fixture, "retries"), ["etc/sample.conf:2 retries = 3", "tests/base.py:2 retries = 999"]);
        let shipped = format!("{fixture}//- app/base.py\nRETRIES = 5\n");
        assert_eq!(places(&shipped, "retries"), ["app/base.py:1 RETRIES = 5", "tests/base.py:2 retries = 999"]);
    }

    #[test]
    fn a_source_is_before_the_bundle_made_of_it() {
        let line = "this.escapes = opts.escapes != null ? opts.escapes : true;";
        let fixture = format!(
            "//- browser/all.js\n(function webpackUniversalModuleDefinition(root, factory) {{\n}})(this, function () {{\n  {line}\n}});\n\
             //- src/environment.js\nfunction init(opts) {{\n  {line}\n}}\n",
        );
        assert_eq!(
            places(&fixture, "escapes"),
            ["src/environment.js:2 escapes = true", "browser/all.js:3 escapes = true"]
        );
    }
}
