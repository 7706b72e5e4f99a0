//! What value something has by default, and where it is set: the value itself comes first.

use super::asked_value::{Asked, WHICH};
use super::claims::{self, Stated};
use super::markdown::MarkdownBuilder;
use super::sentence::{absent, count, defined, documented, fact, fixed};
use super::{definition, documented_default, named_by_value, text_default, topic};
use crate::asked::Question;
use crate::excerpt::{Excerpt, head};
use crate::known::Known;
use crate::question::unset;
use crate::symbol::likeness;
use crate::vocabulary::{ABOUT_ALL, TAIL};
use crate::words::{self, Word};
use code_words::identifier::lower_parts;
use code_words::setting::taken_instead;
use code_words::stem::same_word;
use compact_sort::CompactSort;
use protocol::ClaimKind;

/// Most other places listed.
const MOST: usize = 6;
/// Most constants that a value goes through.
const HOPS: usize = 3;
/// Most lines shown of what documents its default.
const SHORT: usize = 8;
/// Words of the question that are not of the setting's name.
#[rustfmt::skip]
const ASKING: &[&str] = &[
    "default", "defaults", "value", "values", "configured", "configure", "configurable", "set", "setting", "settings",
    "specified", "controlled", "option", "options", "parameter", "parameters", "flag", "change", "controls", "control",
    "sets", "configures", "variable", "environment", "long", "many", "much", "large", "big", "have", "get", "by", "made",
    "number", "often", "argument", "field", "used", "what's", "whats", "named", "called", "variables", "constant", "attribute",
    "use", "uses", "on", "off", "enabled", "disabled", "active", "allowed", "assumed", "assume", "assumes",
];
/// Words between a setting and what has it.
const BETWEEN: &[&str] = &["of", "in", "for", "on", "from", "at", "inside", "within", "between"];
/// The setting and its owner: "pool size", "HTTPAdapter".
pub fn asked(question: &Question) -> Asked {
    let words = words::split(&question.asked);
    let words = unset::main_clause(&words);
    // "With which permissions are files written"
    let words = match words {
        [before, which, ..] if unset::PREPOSITIONS.contains(&before.lower.as_str()) && unset::is_which(which) => {
            &words[1..]
        }
        _ => words,
    };
    if let Some((measure, of)) = unset::largest(words) {
        let of: Vec<&str> = of.iter().filter(|word| !word.is_stop()).map(|word| word.text.as_str()).collect();
        return Asked { setting: measure.to_owned(), owner: of.join(" ") };
    }
    if let Some(of) = unset::filled(words) {
        let of = of.iter().filter(|word| !word.is_stop()).map(|word| word.text.as_str());
        return Asked { setting: "maximum size".to_owned(), owner: of.collect::<Vec<_>>().join(" ") };
    }
    if let Some((setting, owner)) = unset::measured(words) {
        return Asked { setting: setting.to_owned(), owner: owner.join(" ") };
    }
    let content = |words: &[Word]| -> String {
        let kept = words.iter().filter(|word| !word.is_stop() && !ASKING.contains(&word.lower.as_str()));
        kept.map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    // "Which port does the server listen on": the verb is no part of the setting.
    if let Some((noun, rest)) = unset::chosen(words)
        && noun.iter().chain(rest).all(|word| !BETWEEN.contains(&word.lower.as_str()) || word.lower == "on")
    {
        let setting = content(noun);
        if !setting.is_empty() {
            return Asked { setting, owner: content(rest) };
        }
    }
    if let Some((verb, of)) = unset::repeated(words) {
        return Asked { setting: verb.text.clone(), owner: content(of) };
    }
    if let Some((noun, rest)) = unset::counted(words) {
        // What is counted is meant, be it a word of any question: "how many files".
        let counted: Vec<&str> = noun.iter().filter(|word| !is_article(word)).map(|word| word.text.as_str()).collect();
        let setting = match content(noun) {
            setting if setting.is_empty() => counted.join(" "),
            setting => setting,
        };
        // How many connections a pool holds is its size.
        if let Some(verb) = rest.iter().position(unset::holds).filter(|verb| *verb > 0) {
            // What is named has a setting of its own for them: `maxFiles` of `RotatingFileHandler`.
            if rest[verb - 1].is_name() {
                return Asked { setting, owner: content(&rest[..verb]) };
            }
            let owner = [setting, content(&rest[..verb])];
            return Asked { setting: "size".to_owned(), owner: owner.join(" ").trim().to_owned() };
        }
        if !setting.is_empty() {
            return Asked { setting, owner: content(without_participle(rest)) };
        }
    }
    let is_asking = |word: &Word| !word.marked && ASKING.contains(&word.lower.as_str());
    // In other languages the words between are not known.
    let is_read = words.iter().any(is_asking);
    let terms: Vec<Word> = question.terms.iter().map(|term| word(term)).collect();
    let mut parts: Vec<Vec<&str>> = vec![Vec::new()];
    let is_between = |word: &Word| BETWEEN.contains(&word.lower.as_str());
    let read = if is_read { words } else { terms.as_slice() };
    // "Signing method": of what sort it is belongs to a name that has begun.
    let is_noun = |part: &[&str], word: &Word| !part.is_empty() && word.lower == "method";
    for (at, word) in read.iter().enumerate() {
        let last = parts.len() - 1;
        // The last word behind "in" is a name, if it is one: "default of repr in define".
        let is_last = at > 0 && at + 1 == read.len() && is_between(&read[at - 1]);
        let is_name = is_last && !TAIL.contains(&word.lower.as_str()) && !ABOUT_ALL.contains(&word.lower.as_str());
        if is_between(word) && !parts[last].is_empty() {
            parts.push(Vec::new());
        } else if !is_asking(word) && !is_between(word) && (is_name || !word.is_stop() || is_noun(&parts[last], word)) {
            parts[last].push(word.text.as_str());
        }
    }
    parts.retain(|part| !part.is_empty());
    if parts.len() > 1 && parts[0].iter().all(|word| WHICH.contains(&word.to_lowercase().as_str())) {
        let next = parts.remove(1);
        parts[0].extend(next);
    }
    // "The number of redirects followed": what is done with them is no part of the setting.
    if unset::is_number(words)
        && let Some(setting) = parts.first_mut().filter(|setting| setting.len() > 1)
    {
        setting.pop_if(|last| last.ends_with("ed") && !last.contains(char::is_uppercase));
    }
    let mut parts = parts.into_iter();
    let mut setting = parts.next().unwrap_or_default();
    let mut owner: Vec<&str> = parts.flatten().collect();
    // "HTTPAdapter timeout", "timeout HTTPAdapter": a type is what has it.
    let is_type = |word: &str| {
        word.starts_with(char::is_uppercase) && word.chars().any(char::is_lowercase) || word.contains("::")
    };
    if owner.is_empty()
        && setting.len() > 1
        && let Some(at) = setting.iter().position(|word| is_type(word))
    {
        owner.push(setting.remove(at));
    }
    // `Client.timeout`
    if owner.is_empty()
        && let [only] = setting.as_slice()
        && let Some((of, name)) = only.rsplit_once(['.', ':'])
    {
        return Asked { setting: name.to_owned(), owner: of.trim_end_matches(':').to_owned() };
    }
    Asked { setting: setting.join(" "), owner: owner.join(" ") }
}

/// "Are started": what is done says nothing of what has the setting.
fn without_participle(rest: &[Word]) -> &[Word] {
    match rest {
        [only] if only.lower.ends_with("ed") && !only.marked => &[],
        _ => rest,
    }
}

fn is_article(word: &Word) -> bool {
    matches!(word.lower.as_str(), "the" | "a" | "an" | "of" | "its" | "all" | "more" | "other")
}

fn word(text: &str) -> Word {
    Word { text: text.to_owned(), lower: text.to_lowercase(), marked: false, ends_clause: false }
}

/// Whether a value is known of what is asked, and not by tests or of something else alone.
pub fn is_found(question: &Question, known: &Known<'_>) -> bool {
    let fitting = fitting(question, known);
    let setting = lower_parts(&asked(question).setting);
    let is_it = |first: &Fitting<'_>| first.is_owned || lower_parts(first.stated.name()) == setting;
    fitting.first().is_some_and(is_it) && !is_of_tests(question, &fitting)
}

/// The path of the definition that the value names which is the answer.
pub fn named(question: &Question, known: &Known<'_>) -> Option<String> {
    named_by_value::path(fitting(question, known).first()?.stated.value())
}

/// Whether only tests give a value, and the question is not about them.
fn is_of_tests(question: &Question, fitting: &[Fitting<'_>]) -> bool {
    const TESTS: &[&str] = &["test", "tests", "testing", "fixture", "fixtures", "mock", "mocks", "spec"];
    let is_asked = lower_parts(&question.asked).iter().any(|part| TESTS.contains(&part.as_str()));
    let is_test = |fitting: &Fitting<'_>| code_words::path::is_test(&fitting.stated.evidence.path);
    !is_asked && fitting.iter().all(|fitting| is_test(fitting) && !fitting.is_asked_of)
}

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let fitting = fitting(question, known);
    let is_of_tests = !fitting.is_empty() && is_of_tests(question, &fitting);
    let setting = asked(question).setting;
    let is_exact = |fitting: &Fitting<'_>| lower_parts(fitting.stated.name()) == lower_parts(&setting);
    // A value of a longer name says nothing of what documents its own default.
    if (is_of_tests || !fitting.first().is_some_and(is_exact))
        && let Some((documented, sentence)) = documented_default::of(&setting, known)
    {
        out.say(defined::states_default(known, documented, &sentence));
        out.code(&head(documented, SHORT));
        if !fitting.is_empty() {
            let entries = fitting.iter().map(|other| fact::item(known, other.stated));
            let shown = out.list(Some(fixed::NAMES_WITH_IT), entries, MOST);
            out.left_out(fitting.len(), shown);
        }
        claims::partial(out, known, ClaimKind::Default);
        return true;
    }
    // A value of something else says less than a text that speaks of what is asked.
    if fitting.first().is_some_and(|first| !first.is_owned && !is_exact(first))
        && let Some(stated) = text_default::find(question, &asked(question), known)
    {
        out.say(documented::default(stated.evidence, stated.lines.start, &stated.statement));
        out.text(&Excerpt::of_lines(stated.evidence, stated.lines));
        return true;
    }
    let Some((first, others)) = fitting.split_first().filter(|_| !is_of_tests) else {
        let known_names = question.names.iter().any(|name| !known.definitions(name).is_empty());
        let is_amount = unset::is_amount(&words::split(&question.asked));
        let has_number = |text: &str| text.contains(|c: char| c.is_ascii_digit());
        let about = documented_default::about(&asked(question), known)
            .filter(|(_, sentence)| !is_amount || has_number(sentence));
        let in_text = text_default::find(question, &asked(question), known);
        // What the program itself has by default comes before what a part of it has for others.
        if let Some(stated) = in_text.filter(|stated| stated.is_of_option || about.is_none()) {
            out.say(documented::default(stated.evidence, stated.lines.start, &stated.statement));
            out.text(&Excerpt::of_lines(stated.evidence, stated.lines));
            if let Some((documented, sentence)) = about {
                out.say(defined::states_default(known, documented, &sentence));
            }
            return true;
        }
        if let Some((documented, sentence)) = about {
            out.say(defined::states_default(known, documented, &sentence));
            out.code(&head(documented, SHORT));
            return true;
        }
        // What tests take need not be the default, so it is no answer; but it is all that there is.
        if is_of_tests {
            let is_all = !claims::is_partial(known, ClaimKind::Default);
            let entries = fitting.iter().map(|other| fact::item(known, other.stated));
            let shown = out.list(Some(count::values_of_tests(fitting.len(), is_all)), entries, MOST);
            out.left_out(fitting.len(), shown);
            claims::partial(out, known, ClaimKind::Default);
            topic::explain(out, question, known);
            return true;
        }
        if known_names {
            out.say(absent::default(known));
            return definition::explain(out, question, known);
        }
        if lower_parts(&question.asked).iter().any(|word| matches!(word.as_str(), "default" | "defaults")) {
            // What was not found is no answer: it comes last.
            topic::explain(out, question, known);
            out.say(absent::default_of_words(known));
            return true;
        }
        return topic::explain(out, question, known);
    };
    let owner = asked(question).owner;
    if !first.is_owned && Owner::of(&owner, known).is_symbol {
        out.say(absent::value_in(known, &owner));
    }
    let first = first.stated;
    out.say(fact::value(known, first, &constants(known, first.value())));
    out.code(&Excerpt::whole(first.evidence));
    if let Some(named) = named_by_value::definition(known, first.value()) {
        out.say(defined::named_by_value(known, named));
    }
    if first.claim.kind == ClaimKind::Value {
        defined::documentation(first.evidence).into_iter().for_each(|sentence| out.say(sentence));
    }
    if !others.is_empty() {
        let entries = others.iter().map(|other| fact::item(known, other.stated));
        let shown = out.list(
            Some(count::other_values(others.len(), !claims::is_partial(known, ClaimKind::Default))),
            entries,
            MOST,
        );
        out.left_out(others.len(), shown);
    }
    let wanted = asked(question).wanted();
    let reads: Vec<_> = claims::all(known)
        .into_iter()
        .filter(|stated| stated.claim.kind == ClaimKind::Reads && wanted.may_fit(&stated.claim.object))
        .collect();
    claims::partial(out, known, ClaimKind::Default);
    if !reads.is_empty() {
        let shown = out.list(Some(fixed::READ_AT), reads.iter().map(|stated| fact::item(known, *stated)), MOST);
        out.left_out(reads.len(), shown);
    }
    true
}

/// The constants that a value goes through, where it is a name alone.
fn constants<'a>(known: &Known<'a>, value: &str) -> Vec<Stated<'a>> {
    let mut found: Vec<Stated<'a>> = Vec::new();
    let mut value = taken_instead(value);
    while found.len() < HOPS {
        let is_name = value.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '$'));
        let wanted = value.rsplit(['.', ':']).next().unwrap_or(value);
        let next = claims::all(known).into_iter().find(|stated| {
            stated.claim.kind == ClaimKind::Value
                && stated.name() == wanted
                && stated.value() != value
                && found.iter().all(|other| other.claim != stated.claim)
        });
        let Some(next) = next.filter(|_| is_name && !wanted.is_empty()) else { break };
        found.push(next);
        value = next.value();
    }
    found
}

/// A value of the name that is asked for.
#[derive(Clone, Copy)]
struct Fitting<'a> {
    stated: Stated<'a>,
    /// Whether it is of the owner that is asked for; true where none is.
    is_owned: bool,
    /// Whether an owner is asked for by its name, and it is of that.
    is_asked_of: bool,
}

/// Values whose names have the words: those of the owner first, then as they were found.
fn fitting<'a>(question: &Question, known: &Known<'a>) -> Vec<Fitting<'a>> {
    let asked = asked(question);
    let wanted = asked.wanted();
    let owner = Owner::of(&asked.owner, known);
    let mut fitting: Vec<Fitting<'a>> = Vec::new();
    for stated in claims::all(known) {
        if !matches!(stated.claim.kind, ClaimKind::Default | ClaimKind::Value) {
            continue;
        }
        let of = stated.claim.of.as_str();
        let path = stated.evidence.path.as_str();
        let doc = stated.evidence.doc.as_deref().unwrap_or("").lines().next().unwrap_or("");
        let around = lower_parts(&format!("{of} {doc} {path}"));
        let name = stated.name();
        let is_other = |other: &Fitting<'_>| {
            (other.stated.name(), &other.stated.evidence.path, other.stated.evidence.end_line)
                != (name, &stated.evidence.path, stated.evidence.end_line)
        };
        if wanted.fit(name, || around.clone()).is_some() && fitting.iter().all(is_other) {
            let is_owned = owner.has(of, path);
            fitting.push(Fitting { stated, is_owned, is_asked_of: is_owned && owner.is_symbol });
        }
    }
    // "How many redirects": `max_redirects = 5`, and not `follow_redirects = True`.
    let is_number = |fitting: &Fitting<'_>| fitting.stated.value().contains(|c: char| c.is_ascii_digit());
    let words = words::split(&question.asked);
    let is_amount = unset::is_amount(&words) && fitting.iter().any(is_number);
    fitting.retain(|fitting| !is_amount || is_number(fitting));
    // "Number of workers": `max_workers`, and not `worker_age`.
    // Of a key with a path the last part is the name: `pool.threadCount`.
    let last = |name: &'a str| name.rsplit('.').next().unwrap_or(name);
    let counts = |fitting: &Fitting<'a>| wanted.is_amount(last(fitting.stated.name()));
    let is_counted = (is_amount || unset::is_number(&words)) && fitting.iter().any(counts);
    fitting.retain(|fitting| !is_counted || counts(fitting));
    // Of the owner that is asked for, or else of anything.
    let is_any_owned = fitting.iter().any(|fitting| fitting.is_owned);
    fitting.retain(|fitting| fitting.is_owned || !is_any_owned || !owner.is_symbol);
    // `maxConns` is asked for by its name, and `maxWebConns` is another.
    let setting = question.names.contains(&asked.setting).then(|| lower_parts(&asked.setting));
    fitting.compact_sort_by_key(|fitting| {
        let is_exact = Some(lower_parts(fitting.stated.name())) == setting;
        (!fitting.is_owned, code_words::path::is_test(&fitting.stated.evidence.path), !is_exact)
    });
    fitting
}

/// What a value is asked of.
struct Owner<'q> {
    name: &'q str,
    /// Whether something is called so, letter for letter; else it is words that may be anywhere around.
    is_symbol: bool,
}

impl<'q> Owner<'q> {
    fn of(name: &'q str, known: &Known<'_>) -> Self {
        let found = known.definitions(name);
        // `observer = Observer()` of an example is not what is asked about.
        let own = found.iter().find(|e| !code_words::path::is_aside(&e.path));
        let symbol = own.and_then(|e| e.symbol.as_deref());
        Self { name, is_symbol: symbol.is_some_and(|symbol| likeness(symbol, name) == Some(4)) }
    }

    fn has(&self, of: &str, path: &str) -> bool {
        if !self.is_symbol {
            let around = lower_parts(&format!("{of} {path}"));
            return lower_parts(self.name).iter().all(|word| around.iter().any(|part| same_word(part, word)));
        }
        let outer = of.rsplit_once(['.', ':']).map_or("", |(outer, _)| outer.trim_end_matches(':'));
        likeness(of, self.name).is_some_and(|likeness| likeness >= 2) || likeness(outer, self.name).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;

    #[test]
    fn a_setting_and_its_owner_are_read_from_the_words_between() {
        let read = |question: &str| {
            let Asked { setting, owner } = asked(&understand(question, &[]));
            format!("{setting} | {owner}")
        };
        assert_eq!(read("What is the default pool size of HTTPAdapter?"), "pool size | HTTPAdapter");
        assert_eq!(read("What is the default cache capacity of the lazy DFA?"), "cache capacity | lazy DFA");
        assert_eq!(read("default of repr in define"), "repr | define");
        assert_eq!(read("How many retries are made by default?"), "retries | ");
        assert_eq!(read("What is the default maximum number of redirects?"), "maximum redirects | ");
        assert_eq!(read("What is the default of Client.timeout?"), "timeout | Client");
        assert_eq!(read("How many files may a form have by default?"), "files | form");
        assert_eq!(read("How many connections may the pool hold by default?"), "size | connections pool");
        assert_eq!(read("How many files does RotatingFileHandler keep by default?"), "files | RotatingFileHandler");
        assert_eq!(read("What is the default number of redirects followed?"), "redirects | ");
        assert_eq!(read("How long does the CSRF cookie live by default?"), "live | CSRF cookie");
        assert_eq!(read("How long does it wait for a connection by default?"), "wait | connection");
        assert_eq!(read("How many times is a job retried by default?"), "retried | job");
        assert_eq!(read("How long is the misfire threshold?"), "misfire threshold | ");
        assert_eq!(read("What port does the admin API listen on?"), "port | admin API listen");
        assert_eq!(read("How large may a key be?"), "maximum size | key");
        assert_eq!(read("Which port does the server listen on if none is given?"), "port | server listen");
        assert_eq!(read("Which signal is sent to the child process by default?"), "signal | sent child process");
        assert_eq!(read("What seed does MurmurHash3 use if none is given?"), "seed | MurmurHash3");
        assert_eq!(read("What is the default number of max_blocking_threads?"), "max_blocking_threads | ");
    }
}
