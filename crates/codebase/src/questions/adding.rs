//! How is a new one of something added: by calling what, or like which others?

use super::{QuestionError, comment};
use crate::Codebase;
use call_graph::{Symbol, SymbolId};
use code_words::abbreviations::{is_short_for, other_forms};
use code_words::identifier::{lower_parts, normalise, words as identifiers};
use code_words::path::is_aside;
use compact_sort::CompactSort;
use facts::{DefId, DefinitionKind};
use rustc_hash::{FxHashMap, FxHashSet};
use source::FileId;
use std::cmp::Reverse;
use survey::{Entry, Family, METHODS_OF, REGISTERING, has_all, means, phrases};

/// Those by which a method may be called that says of what only in its documentation.
const BARE_VERBS: &[&str] = &["register", "add", "use", "Register", "Add", "Use"];
/// Words that end what a verb is about: "registers a route for a path with middleware" registers a route.
const BEHIND: &[&str] =
    &["for", "with", "to", "in", "into", "when", "that", "which", "under", "on", "from", "by", "if", "as"];
/// Functions named that take a new one.
const REGISTRARS: usize = 2;
/// Names looked up for them.
const NAMES: usize = 30;
/// Members whose callers are read.
const READ: usize = 80;
/// Callers named that use several members.
const USERS: usize = 2;
/// Lines shown around a call.
const AROUND: u32 = 3;

/// A function of the repository that takes a new one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registrar {
    /// Its definition; the detail is its signature, or what it says of itself.
    pub entry: Entry,
    /// A call of it, in a test or an example where there is one.
    pub example: Option<Entry>,
}

/// How a new one of something is added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Adding {
    /// Functions that are called to add one, the likeliest first.
    pub by: Vec<Registrar>,
    /// What it could be one of, the likeliest first.
    pub families: Vec<Family>,
}

impl Codebase {
    /// How a new one of something ("command", "content type parser") is added.
    ///
    /// # Errors
    /// [`QuestionError::NoLists`] for an index of an earlier version; a part of the index is not loaded.
    pub fn adding(&self, of: &str) -> Result<Adding, QuestionError> {
        let mut families = self.family(of)?;
        for family in &mut families {
            let users = self.users_of_several(family)?;
            family.registered.extend(users);
        }
        let by = self.registrars(of)?;
        // Beside a function that takes a new one, types whose names only end alike are none of its kind.
        if !by.is_empty() {
            families.retain(|family| family.rank >= survey::WEAK);
        }
        Ok(Adding { by, families })
    }

    /// Functions that are called as the words say (`addHook`, `register_hook`), or that bear the noun and say that they register
    /// one.
    fn registrars(&self, of: &str) -> Result<Vec<Registrar>, QuestionError> {
        let mut found: Vec<(u32, SymbolId, &Symbol)> = Vec::new();
        for (less, phrase) in phrases(of) {
            let words = lower_parts(&phrase);
            for name in names(&words).into_iter().chain(shortened(&words).iter().flat_map(|words| names(words))) {
                for named in self.graph().find_named(&name)?.into_iter().take(READ) {
                    let path = self.snapshot().file(named.file).path.as_str();
                    let is_new = !found.iter().any(|(_, id, _)| *id == named.id);
                    if named.is_test
                        || !self.takes(named.file)
                        || is_aside(path)
                        || !named.kind.is_callable()
                        || !is_new
                    {
                        continue;
                    }
                    let Some(symbol) = self.graph().symbol(named.id)? else { continue };
                    if self.is_closure(named.id, symbol)? {
                        continue;
                    }
                    let said = self.said_of(symbol)?;
                    let registers = is_registering(&said);
                    let has_verb =
                        lower_parts(&symbol.name).first().is_some_and(|first| REGISTERING.contains(&first.as_str()));
                    let all: Vec<String> = lower_parts(of).into_iter().filter(|word| word.len() > 3).collect();
                    // The bare noun needs a sentence that speaks of all that was asked.
                    if has_verb || (registers && has_all(&said, &all)) {
                        let rank = less + 10 * u32::from(!has_verb) + 5 * u32::from(!symbol.exported);
                        found.push((rank, named.id, symbol));
                    }
                }
            }
        }
        self.bare_registrars(of, &mut found)?;
        let mut built: Vec<SymbolId> = Vec::new();
        for (_, id, symbol) in &found {
            if self.is_built(symbol.file)? {
                built.push(*id);
            }
        }
        // A copy that a build made is meant only where its source is not there.
        let sources: FxHashSet<&str> =
            found.iter().filter(|(_, id, _)| !built.contains(id)).map(|(.., symbol)| symbol.name.as_str()).collect();
        found.retain(|(_, id, symbol)| !built.contains(id) || !sources.contains(symbol.name.as_str()));
        found.compact_sort_by_key(|(rank, id, symbol)| (*rank, Reverse(symbol.doc.is_some()), *id));
        let mut registrars: Vec<Registrar> = Vec::new();
        for (_, id, symbol) in found {
            if registrars.len() < REGISTRARS && !registrars.iter().any(|other| other.entry.name == symbol.name) {
                registrars.push(self.registrar(id, symbol)?);
            }
        }
        Ok(registrars)
    }

    /// Whether a function is inside of another one, which alone calls it: nobody else can.
    fn is_closure(&self, id: SymbolId, symbol: &Symbol) -> Result<bool, QuestionError> {
        let Some(parent) = symbol.parent else { return Ok(false) };
        let Some(outer) = self.graph().symbol(parent)?.filter(|outer| outer.kind.is_callable()) else {
            return Ok(false);
        };
        let callers = self.graph().callers(id)?;
        let is_inside = |line: u32| (outer.span.start_line..=outer.span.end_line).contains(&line);
        Ok(!callers.is_empty() && callers.iter().all(|edge| edge.file == outer.file && is_inside(edge.line)))
    }

    /// Functions that are called by the verb alone (`Serializer.register`), and say of what.
    fn bare_registrars<'c>(
        &'c self,
        of: &str,
        found: &mut Vec<(u32, SymbolId, &'c Symbol)>,
    ) -> Result<(), QuestionError> {
        let Some((_, phrase)) = phrases(of).into_iter().nth(1).or_else(|| phrases(of).into_iter().next()) else {
            return Ok(());
        };
        let words = lower_parts(&phrase);
        for verb in BARE_VERBS {
            for named in self.graph().find_named(verb)?.into_iter().take(READ) {
                let path = self.path(named.file);
                let is_new = !found.iter().any(|(_, id, _)| *id == named.id);
                if named.is_test
                    || !self.takes(named.file)
                    || is_aside(path)
                    || !named.kind.is_callable()
                    || named.name != *verb
                    || !is_new
                {
                    continue;
                }
                let Some(symbol) = self.graph().symbol(named.id)? else { continue };
                let said = self.said_of(symbol)?;
                // "Registers an `ErrorHandler`" is about one handler, and about no others.
                let speaks = identifiers(&said).take_while(|word| !BEHIND.contains(word)).any(|own| {
                    let parts = lower_parts(own);
                    !parts.is_empty() && parts.iter().all(|part| words.iter().any(|word| means(part, word)))
                });
                if is_registering(&said)
                    && speaks
                    && has_all(&format!("{said} {} {path}", symbol.qualified_name), &words)
                {
                    found.push((15, named.id, symbol));
                }
            }
        }
        Ok(())
    }

    fn registrar(&self, id: SymbolId, symbol: &Symbol) -> Result<Registrar, QuestionError> {
        let line = symbol.name_span.start_line;
        let said = self.said_of(symbol)?;
        let detail = if said.is_empty() { &symbol.signature } else { &said };
        let entry = Entry::new(symbol.file, (line, line), &symbol.name, detail);
        // A person's own call looks like one of a test or an example.
        let mut calls = self.graph().callers(id)?;
        calls.compact_sort_by_key(|edge| {
            (!is_aside(self.snapshot().file(edge.file).path.as_str()), edge.file, edge.line)
        });
        let call = calls.first().map(|edge| (edge.file, edge.line));
        let call = match call {
            Some(call) => Some(call),
            None => self.graph().open_sites(&symbol.name)?.first().map(|(file, site)| (*file, site.line)),
        };
        let example = call.map(|(file, line)| {
            let last = self.snapshot().file(file).lines.max(line);
            Entry::new(file, (line, last.min(line + AROUND)), self.path(file), "")
        });
        Ok(Registrar { entry, example })
    }

    /// The first paragraph of what is said of a function: its documentation, or the comment above it, a blank line between.
    fn said_of(&self, symbol: &Symbol) -> Result<String, QuestionError> {
        if let Some(doc) = &symbol.doc {
            return Ok(doc.split("\n\n").next().unwrap_or("").to_owned());
        }
        let comment = comment::above(symbol, self.text(symbol.file)?);
        let plain = comment.into_iter().map(|line| line.trim_matches(['/', '*', '#', ' ']));
        let paragraph: Vec<&str> =
            plain.skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect();
        Ok(paragraph.join(" "))
    }

    fn path(&self, file: FileId) -> &str {
        self.snapshot().file(file).path.as_str()
    }

    /// Functions outside of the members that call several of them: what chooses between them.
    fn users_of_several(&self, family: &Family) -> Result<Vec<Entry>, QuestionError> {
        let members = &family.members[..family.members.len().min(READ)];
        let are_methods = family.what.starts_with(METHODS_OF);
        let mut users: FxHashMap<SymbolId, (FxHashSet<usize>, u32)> = FxHashMap::default();
        for (at, member) in members.iter().enumerate() {
            let symbols = self.graph().symbols_in(member.file)?;
            let is_file = member.start_line == 1 && member.name.contains('.');
            let own = symbols
                .iter()
                .find(|(_, s)| s.name_span.start_line == member.end_line && !s.is_anonymous())
                .map(|(id, _)| *id);
            let is_member = |id: SymbolId, symbol: &Symbol| {
                is_file || Some(id) == own || (symbol.kind == DefinitionKind::Constructor && symbol.parent == own)
            };
            for (id, symbol) in symbols.into_iter().filter(|(id, symbol)| is_member(*id, symbol)) {
                for edge in self.graph().callers(id)? {
                    let is_own =
                        members.iter().any(|other| other.file == edge.file && (is_file || other.name == symbol.name));
                    if !is_own && !is_aside(self.path(edge.file)) {
                        let user = self.named_around(edge.from)?;
                        if are_methods && self.is_one_of(members, user)? {
                            continue;
                        }
                        let (seen, line) = users.entry(user).or_insert_with(|| (FxHashSet::default(), edge.line));
                        seen.insert(at);
                        *line = (*line).min(edge.line);
                    }
                }
            }
        }
        let mut ranked: Vec<(usize, SymbolId, u32)> =
            users.into_iter().map(|(id, (seen, line))| (seen.len(), id, line)).filter(|(seen, ..)| *seen > 1).collect();
        ranked.compact_sort_by_key(|(seen, id, _)| (Reverse(*seen), *id));
        let mut found = Vec::new();
        for (seen, id, _) in ranked.into_iter().take(USERS) {
            let Some(symbol) = self.graph().symbol(id)?.filter(|symbol| symbol.def != DefId::MODULE) else { continue };
            let line = symbol.name_span.start_line;
            found.push(Entry::new(symbol.file, (line, line), &symbol.name, &format!("calls {seen} of them")));
        }
        Ok(found)
    }

    /// Whether a symbol is itself a member.
    fn is_one_of(&self, members: &[Entry], id: SymbolId) -> Result<bool, QuestionError> {
        let is_it = |symbol: &Symbol, member: &Entry| {
            (member.file, member.end_line) == (symbol.file, symbol.name_span.start_line)
        };
        Ok(self.graph().symbol(id)?.is_some_and(|symbol| members.iter().any(|member| is_it(symbol, member))))
    }

    /// The innermost function around one without a name of its own, or itself.
    fn named_around(&self, mut id: SymbolId) -> Result<SymbolId, QuestionError> {
        while let Some(symbol) = self.graph().symbol(id)?.filter(|symbol| symbol.kind == DefinitionKind::Lambda) {
            let Some(parent) = symbol.parent else { break };
            if self.graph().symbol(parent)?.is_none_or(|parent| parent.def == DefId::MODULE) {
                break;
            }
            id = parent;
        }
        Ok(id)
    }
}

/// Whether a sentence begins with such a verb.
fn is_registering(said: &str) -> bool {
    said.split_whitespace().next().is_some_and(|first| {
        let first = normalise(first);
        REGISTERING.iter().any(|verb| first == *verb || first == format!("{verb}s") || first == format!("{verb}es"))
    })
}

/// The same words where the last one has short forms: "compression alg" of "compression algorithm".
fn shortened(words: &[String]) -> Vec<Vec<String>> {
    // Of one word alone a short form says too little: `setErr` adds no error.
    let Some((last, before @ [_, ..])) = words.split_last() else { return Vec::new() };
    let short = other_forms(last).filter(|form| is_short_for(form, last));
    short.map(|form| before.iter().cloned().chain([form.to_owned()]).collect()).collect()
}

/// What a function that adds one may be called, in the styles of languages; the bare noun last.
fn names(words: &[String]) -> Vec<String> {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    let joined: String = words.iter().map(|word| capital(word)).collect();
    let mut found = Vec::new();
    if words.is_empty() {
        return found;
    }
    for verb in REGISTERING {
        found.push(format!("{verb}{joined}"));
        found.push(format!("{verb}_{}", words.join("_")));
        found.push(format!("{}{joined}", capital(verb)));
    }
    found.truncate(NAMES - 2);
    found.push(words.join("_"));
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use crate::fixture::{built, snapshot_of};

    const APP: &str = r#"//- lib/app.js
class App {
  /**
   * Register the given template engine under `ext`.
   */

  engine(ext, run) {
    this.engines[ext] = run;
  }
  /** Add a plugin to the application. */
  add(plugin) {
    this.plugins.push(plugin);
  }
  addBodyParser(type, parse) {
    this.parsers[type] = parse;
  }
}
module.exports = App;
//- test/app.js
const App = require('../lib/app');
const app = new App();
app.engine('html', render);
app.addBodyParser('text/csv', parse);
"#;

    #[test]
    fn what_is_called_to_add_one_is_found_by_its_name_or_by_what_it_says() {
        let codebase = built(snapshot_of(APP));
        let by = |of: &str| -> Vec<(String, Option<u32>)> {
            let adding = codebase.adding(of).unwrap();
            adding.by.into_iter().map(|by| (by.entry.name, by.example.map(|call| call.start_line))).collect()
        };
        assert_eq!(by("template engine"), [("engine".to_owned(), Some(3))]);
        assert_eq!(by("body parser"), [("addBodyParser".to_owned(), Some(4))]);
        assert_eq!(by("plugin"), [("add".to_owned(), None)]);
        assert_eq!(by("session store"), []);
    }

    #[test]
    fn a_function_may_be_called_by_a_short_form_of_the_noun() {
        let codebase =
            built(snapshot_of("//- codecs.py\ndef register_packing_config(name, config):\n    all[name] = config\n"));
        let by = codebase.adding("packing configuration").unwrap().by;
        assert_eq!(by.into_iter().map(|by| by.entry.name).collect::<Vec<_>>(), ["register_packing_config"]);
    }

    #[test]
    fn a_method_of_a_family_that_calls_the_others_does_not_choose_between_them() {
        let shell = "//- shell.py\nclass Shell:\n    def do_start(self): pass\n    def help_start(self): pass\n    \
                     def do_stop(self): pass\n    def help_stop(self): pass\n    def help_restart(self): pass\n    \
                     def do_restart(self):\n        self.do_stop()\n        self.do_start()\n";
        let families = built(snapshot_of(shell)).adding("command").unwrap().families;
        assert_eq!((families[0].members.len(), families[0].registered.len()), (3, 0));
    }

    const HANDLERS: &str = r#"//- Logger.php
<?php
class Logger {
    /** Pushes a handler on to the stack. */
    public function pushHandler(HandlerInterface $handler) {
        $this->handlers[] = $handler;
    }
}
//- ErrorHandler.php
<?php
class ErrorHandler {
    /** Registers a new ErrorHandler for a given Logger. */
    public static function register(Logger $logger) {
        return new static($logger);
    }
}
"#;

    const ROUTER: &str = r#"//- echo.go
package echo

// Add registers a new route for an HTTP method and path with optional middleware.
func (e *Echo) Add(method, path string) {}

// Use adds middleware to the chain which is run after the router.
func (e *Echo) Use(middleware ...MiddlewareFunc) {}
"#;

    #[test]
    fn what_is_registered_is_what_the_sentence_is_about() {
        let by = built(snapshot_of(ROUTER)).adding("middleware").unwrap().by;
        assert_eq!(by.into_iter().map(|by| by.entry.name).collect::<Vec<_>>(), ["Use"]);
    }

    #[test]
    fn who_registers_one_of_another_kind_registers_none() {
        let codebase = built(snapshot_of(HANDLERS));
        let by = codebase.adding("handler").unwrap().by;
        let names: Vec<String> = by.into_iter().map(|by| by.entry.name).collect();
        assert_eq!(names, ["pushHandler"]);
    }
}
