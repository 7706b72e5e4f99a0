//! Which of the things found are about the question's words.
//!
//! A find is weighed twice: by the search engine, which knows how rare each word is in the whole repository, and here,
//! by where its words occur (name, documentation, body) and how rare they are among the finds. What holds much less of
//! the question than the best find is left out: one everyday word in common is an accident.

use super::amount;
use super::asked::Question;
use super::direction::Way;
use super::first_place::{asks_how, put_work_first};
pub use super::fit::{Fit, is_callable};
use super::kind::Kind;
use super::known::Known;
use super::likeness;
use super::misspelt::{self, Meant};
use super::offered::is_offered;
use super::query::search_words;
use super::subject;
use super::symbol::is_copy;
use super::test_code::is_test_code;
use super::turned_names::is_turned;
use super::usage;
use super::weights::{
    CODE_FOR_TESTS, CODE_FOR_TESTS_OF_CONDITION, COVERED, DOCUMENT_COVERS_MORE, ENGINE, LEAST_COVERAGE, MOST_LINES,
    SHARE_OF_BEST, SHARE_OF_COVERAGE, UNCOVERED, kind,
};
pub use super::word_places::mentions;
use super::word_places::{Wanted, Words, is_held, word_weights};
use code_words::condition::{of_situation, situations};
use code_words::identifier::lower_parts;
use code_words::path::{is_aside, is_history, is_test};
use code_words::stem::same_word;
use compact_sort::CompactSort;
use model::Step;
use protocol::{Basis, Evidence, EvidenceKind, Relation};
use std::cmp::Reverse;

/// Lower-case parts of the words that the question has itself.
fn own(question: &Question) -> impl Iterator<Item = String> {
    question.terms.iter().chain(&question.names).flat_map(|term| lower_parts(term))
}

/// Lower-case parts of the question's words, each once, then what code calls the situation that it speaks of.
pub fn wanted(question: &Question) -> Vec<String> {
    let mut wanted: Vec<String> = Vec::new();
    for part in own(question).chain(of_situation(&question.asked).map(str::to_owned)) {
        if !wanted.contains(&part) {
            wanted.push(part);
        }
    }
    wanted
}

/// The definitions of a name, those first that have the question's other words: "`Receiver` in mpsc".
pub fn meant<'a>(known: &Known<'a>, question: &Question, name: &str) -> Vec<&'a Evidence> {
    let mut found = known.definitions(name);
    let others: Vec<&String> = question.terms.iter().filter(|term| !question.names.contains(term)).collect();
    let held = |e: &Evidence| {
        let around = lower_parts(&format!("{} {}", e.symbol.as_deref().unwrap_or(""), e.path));
        others.iter().filter(|term| around.contains(&term.to_lowercase())).count()
    };
    found.compact_sort_by_key(|e| (is_test(&e.path), Reverse(held(e))));
    found
}

/// The words that are wanted, those that nothing found holds as what they may be misspellings of.
pub fn spelt(known: &Known<'_>, question: &Question) -> Vec<Meant> {
    let pool = pool(known, question);
    let texts: Vec<Words> = pool.iter().map(|e| Words::of(e)).collect();
    misspelt::meant(wanted(question), &pool, |word| is_held(&texts, word))
}

/// True for what is no definition of code.
pub fn is_prose(e: &Evidence) -> bool {
    matches!(e.kind, EvidenceKind::Text | EvidenceKind::Module) || e.symbol.is_none()
}

/// The search results worth describing, best first. Documents are compared with documents alone: a manual holds more
/// words than any definition, and less about where the code is.
pub fn best<'a>(known: &Known<'a>, question: &Question) -> Vec<&'a Evidence> {
    let (prose, code): (Vec<Fit<'a>>, Vec<Fit<'a>>) =
        fits(known, question).into_iter().partition(|fit| is_prose(fit.evidence));
    let most = |fits: &[Fit<'a>]| fits.iter().map(|fit| fit.coverage).fold(0.0, f64::max);
    let is_accident = most(&code) < LEAST_COVERAGE && most(&code) < DOCUMENT_COVERS_MORE * most(&prose);
    let mut code = if is_accident { Vec::new() } else { worth_describing(without_tests(code, question)) };
    put_work_first(&mut code, question);
    code.into_iter().chain(worth_describing(prose)).map(|fit| fit.evidence).collect()
}

/// The first definition of code that the search for the question's words found, as it is best known: none of a test, unless
/// the question is about tests.
pub fn first_searched<'a>(known: &Known<'a>, question: &Question) -> Option<&'a Evidence> {
    let words = search_words(question);
    let found = known.found_by(|step| matches!(step, Step::Search(searched) if *searched == words));
    let has_tests = asks_for_tests(question);
    let first = found.iter().find(|e| !is_prose(e) && (has_tests || !is_test_code(e)))?;
    pool(known, question).into_iter().find(|e| e.symbol == first.symbol && e.path == first.path)
}

/// Definitions of code in the order of the search engine, which may have found what has none of the question's words: those of
/// tests left out, unless the question is about tests.
pub fn searched<'a>(known: &Known<'a>, question: &Question) -> Vec<&'a Evidence> {
    let has_tests = asks_for_tests(question);
    let is_code = |e: &&Evidence| !is_prose(e) && (has_tests || !is_test_code(e));
    let found = pool(known, question).into_iter().filter(is_code);
    let mut found: Vec<(f64, &Evidence)> =
        found.map(|e| (engine(known, e), e)).filter(|(score, _)| *score > 0.0).collect();
    found.compact_sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().map(|(_, e)| e).collect()
}

/// Tests show how code is used and not how it works: they are left out where code has about as many of the words.
fn without_tests<'a>(code: Vec<Fit<'a>>, question: &Question) -> Vec<Fit<'a>> {
    let (tests, other): (Vec<Fit<'a>>, Vec<Fit<'a>>) = code.iter().partition(|fit| is_test_code(fit.evidence));
    let most = |fits: &[Fit<'a>]| fits.iter().map(|fit| fit.coverage).fold(0.0, f64::max);
    let least = if question.kind == Kind::When { CODE_FOR_TESTS_OF_CONDITION } else { CODE_FOR_TESTS };
    if question.kind == Kind::TestsOf || tests.is_empty() || most(&other) < least * most(&tests) { code } else { other }
}

/// "Which tests cover parsers?", of a topic that is no symbol.
pub fn asks_for_tests(question: &Question) -> bool {
    let first = question.asked.split_whitespace().take(2).any(|word| same_word("test", &word.to_lowercase()));
    question.kind == Kind::TestsOf || first
}

fn worth_describing(fits: Vec<Fit<'_>>) -> Vec<Fit<'_>> {
    let coverage = fits.iter().map(|fit| fit.coverage).fold(0.0, f64::max);
    let score = fits.first().map_or(0.0, |fit| fit.score);
    let reaches = |fit: &Fit<'_>| fit.score >= SHARE_OF_BEST * score && fit.coverage >= SHARE_OF_COVERAGE * coverage;
    // What has most of the words may have them by chance, in a long body: then the best by its score is described.
    let count = fits.iter().filter(|fit| reaches(fit)).count();
    fits.into_iter()
        .enumerate()
        .filter(|(at, fit)| reaches(fit) || count == 0 && *at == 0)
        .map(|(_, fit)| fit)
        .collect()
}

/// What was found: definitions, and other hits. What a licence or a list of changes says answers only who asks for it.
fn pool<'a>(known: &Known<'a>, question: &Question) -> Vec<&'a Evidence> {
    let definitions = known.all_definitions();
    let is_other = |e: &&Evidence| e.relation == Relation::Hit && !definitions.iter().any(|d| d.symbol == e.symbol);
    let mut pool: Vec<&'a Evidence> = definitions.clone();
    // How rare a word is among the finds must not depend on a second search, of documents alone.
    let documents = known.found_by(usage::is_of_documents);
    let is_of_documents = |e: &Evidence| documents.iter().any(|document| std::ptr::eq(*document, e));
    for e in known.evidence().filter(|e| is_other(e) && !is_of_documents(e)) {
        if !pool.iter().any(|other| other.id == e.id) {
            pool.push(e);
        }
    }
    if !question.terms.iter().any(|term| is_history(term)) {
        pool.retain(|e| !(is_prose(e) && is_history(&e.path)));
    }
    pool
}

/// All that share a word with the question, best first.
fn fits<'a>(known: &Known<'a>, question: &Question) -> Vec<Fit<'a>> {
    let pool = pool(known, question);
    let texts: Vec<Words> = pool.iter().map(|e| Words::of(e)).collect();
    let spelt = misspelt::meant(wanted(question), &pool, |word| is_held(&texts, word));
    let wanted: Vec<String> = spelt.into_iter().map(|meant| meant.word).collect();
    let mut weights = word_weights(&wanted, &texts);
    weigh_situations(&mut weights, question);
    let engine: Vec<f64> = pool.iter().map(|e| engine(known, e)).collect();
    let likeness = likeness::to(&question.asked, &pool);
    let (way, wants_value) = (Way::asked(question), amount::is_asked(&question.asked));
    let (asks_how_to, is_how) = (usage::is_asked(question), asks_how(question));
    let thing = subject::asked(&question.asked);
    let asked = lower_parts(&question.asked);
    let is_of_subject = |words: &Words| thing.iter().any(|word| is_held(std::slice::from_ref(words), word));
    // Where nothing found holds it the code has another word for it.
    let is_off_subject = |words: &Words| !thing.is_empty() && !is_of_subject(words);
    let top = engine.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut fits: Vec<Fit<'a>> = Vec::new();
    for (((e, words), engine), likeness) in pool.iter().copied().zip(&texts).zip(engine).zip(likeness) {
        let own = of_place(e, question);
        let is_named = || e.symbol.as_deref().is_some_and(|symbol| misspelt::is_joined(symbol, &question.terms));
        let is_copy = is_copy(&e.path, pool.iter().map(|other| other.path.as_str()));
        let is_phrase = !asks_how_to && e.symbol.as_deref().is_some_and(|symbol| subject::is_called(symbol, question));
        let is_whole = (own == kind::OWN || is_test(&e.path)) && !is_copy && is_named();
        let (local, held) = if is_whole { (1.0, 1.0) } else { words.fit(&weights) };
        let on_subject = if is_off_subject(words) { kind::OFF_SUBJECT } else { 1.0 };
        let coverage = held * on_subject;
        if coverage > 0.0 {
            let worth = of_kind(e, wants_value)
                * own
                * on_subject
                * if is_prose(e) { kind::DOCUMENT } else { 1.0 }
                * if asks_how_to && is_offered(e) { kind::OFFERED } else { 1.0 }
                * if way.as_ref().is_some_and(|way| way.is_opposite_to(e)) { kind::OPPOSITE } else { 1.0 }
                * if way.as_ref().is_some_and(|way| way.is_way_of(e)) { kind::ALONG } else { 1.0 }
                * if is_how && !wants_value && e.kind == EvidenceKind::Field { kind::FIELD_FOR_HOW } else { 1.0 }
                * if is_phrase { kind::PHRASE } else { 1.0 }
                * if is_turned(e, &asked) { kind::TURNED } else { 1.0 }
                * if is_copy { kind::COPY } else { 1.0 };
            let score = (ENGINE * engine / top + (1.0 - ENGINE) * local) * (UNCOVERED + COVERED * coverage) * worth;
            // What bears the words as its name is meant, whatever else holds them.
            let score = if is_whole { score + worth } else { score };
            let score = score * of_likeness(likeness) * if wants_value { 1.0 } else { of_length(e) };
            fits.push(Fit { evidence: e, score, coverage });
        }
    }
    // A stable sort: the search engine's order breaks ties.
    fits.compact_sort_by(|a, b| b.score.total_cmp(&a.score));
    fits
}

/// What code may call a situation counts as one word together, however many words that are.
fn weigh_situations(weights: &mut [Wanted], question: &Question) {
    let asked: Vec<String> = own(question).collect();
    for situation in situations(&question.asked) {
        for word in situation.words.iter().filter(|word| !asked.iter().any(|own| own == *word)) {
            for wanted in weights.iter_mut().filter(|wanted| wanted.is(word)) {
                wanted.weigh(1.0 / situation.words.len() as f64);
            }
        }
    }
}

/// What a place counts by what it is for.
fn of_place(e: &Evidence, question: &Question) -> f64 {
    let is_asked_for = |term: &String| is_aside(&format!("{}/", term.to_lowercase()));
    match (is_test_code(e), is_aside(&e.path)) {
        (true, _) => kind::TEST,
        (false, true) if !question.terms.iter().any(is_asked_for) => kind::ASIDE,
        (false, _) => kind::OWN,
    }
}

/// What does much is asked about more than what passes it on: the fourth root of the lines that are known.
fn of_length(e: &Evidence) -> f64 {
    ((1 + e.excerpt.lines().count().min(MOST_LINES)) as f64).sqrt().sqrt()
}

/// 1 and the likeness to the power of 2.5. By roots and products alone, which are exact everywhere.
fn of_likeness(likeness: f64) -> f64 {
    let base = 1.0 + likeness;
    base * base * base.sqrt()
}

fn of_kind(e: &Evidence, wants_value: bool) -> f64 {
    use EvidenceKind::{
        Class, Commit, Component, Constructor, Enum, Field, Function, Interface, Lambda, Macro, Method, Module, Text,
        TypeAlias, Variable,
    };
    match e.kind {
        Function | Method | Constructor | Macro => kind::CALLABLE,
        Variable | Field if wants_value => kind::CALLABLE,
        Variable | Field | TypeAlias => kind::MINOR,
        Text | Module | Class | Component | Interface | Enum | Lambda | Commit => kind::OTHER,
    }
}

/// The search engine's score. What was looked up or read later has the score of the hit that led there.
pub fn engine(known: &Known<'_>, e: &Evidence) -> f64 {
    let is_same = |other: &&Evidence| {
        other.id == e.id || (e.symbol.is_some() && other.symbol == e.symbol && other.path == e.path)
    };
    let score =
        |other: &Evidence| if let Basis::Search { score } = other.basis { f64::from(score).max(0.0) } else { 0.0 };
    known.evidence().filter(is_same).map(score).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::question::understand;
    use super::super::tests::found;
    use super::*;
    use model::Finding;

    fn best_of(question: &str, evidence: Vec<Evidence>) -> Vec<String> {
        let notes = [Finding { key: "step_0: x".into(), text: String::new(), evidence, step: None }];
        let known = Known::of(&notes);
        best(&known, &understand(question, &[])).iter().filter_map(|e| e.symbol.clone()).collect()
    }

    fn documented(symbol: &str, path: &str, line: u32, doc: &str, text: &str) -> Evidence {
        Evidence { doc: Some(doc.into()), ..found(symbol, path, line, text) }
    }

    #[test]
    fn leaves_out_what_shares_one_everyday_word() {
        let finds = vec![
            documented("a.MethodView", "a/views.py", 1, "Dispatches methods.", "class MethodView:\n    session = 1"),
            documented(
                "a.Session.get_expiration_time",
                "a/sessions.py",
                9,
                "When the session expires.",
                "def f(): pass",
            ),
            documented("a.Client.session_transaction", "a/testing.py", 3, "Opens a session.", "def g(): pass"),
        ];
        assert_eq!(best_of("How does session expiry work?", finds), ["a.Session.get_expiration_time"]);
    }

    #[test]
    fn short_forms_and_initials_are_words_of_a_name() {
        let finds = vec![
            documented("a.Server.setIds", "a/types.py", 1, "How request ids are generated.", "def f(): pass"),
            documented("a.genReqId", "a/ids.py", 1, "", "def g(): pass"),
        ];
        assert_eq!(best_of("How are request ids generated?", finds)[0], "a.genReqId");
        let finds = vec![
            documented("a.Query.unused", "a/query.py", 1, "", "def f(): pass"),
            documented("a.Query.scheduleGc", "a/query.py", 9, "", "def g(): pass"),
        ];
        assert_eq!(best_of("How are queries garbage collected?", finds)[0], "a.Query.scheduleGc");
        let finds = vec![
            documented("a.View.render", "a/view.js", 1, "Renders templates.", "def f(): pass"),
            documented("a.View.lookup", "a/view.js", 9, "The path of a template.", "def g(): pass"),
        ];
        assert_eq!(best_of("Where are templates looked up on disk?", finds)[0], "a.View.lookup");
    }

    #[test]
    fn plain_words_are_found_as_code_has_them() {
        let finds = || {
            vec![
                documented("a.Pool.save_worker", "a/pool.py", 1, "", "def f(): pass"),
                documented("a.Pool.persist_worker", "a/pool.py", 9, "", "def g(): pass"),
            ]
        };
        assert_eq!(best_of("Where is a worker saved?", finds())[0], "a.Pool.save_worker", "its own word says more");
        let others = vec![
            documented("a.Pool.grow", "a/pool.py", 1, "", "def f(): state()"),
            documented("a.Pool.persist_state", "a/pool.py", 9, "", "def g(): pass"),
        ];
        assert_eq!(best_of("Where is the state saved?", others)[0], "a.Pool.persist_state");
    }

    #[test]
    fn verbs_are_found_in_every_form() {
        let finds = vec![
            documented("a.Response.length", "a/response.py", 1, "The length of a response.", "def length(): pass"),
            documented("a.Response.write", "a/response.py", 9, "", "def write(): pass"),
        ];
        assert_eq!(best_of("Where is the response written?", finds)[0], "a.Response.write");
        let finds = vec![
            documented("a.Command.flags", "a/command.go", 1, "Checks the flags.", "func flags() {}"),
            documented("a.checkExclusiveFlags", "a/flags.go", 9, "", "func checkExclusiveFlags() {}"),
        ];
        assert_eq!(best_of("Where are flags checked that exclude each other?", finds)[0], "a.checkExclusiveFlags");
    }

    const EVICT: &str = "def evict():\n    for connection in all:\n        if connection.idle():\n            close()";

    #[test]
    fn two_words_may_be_one_in_a_path_and_a_verb_with_its_particle_another() {
        let finds = vec![
            documented("a.consul.Channel.put", "a/consul.py", 1, "Stores a message.", "def put(message): pass"),
            documented("a.filesystem.Channel.put", "a/filesystem.py", 9, "Stores a message.", "def put(message): pass"),
        ];
        assert_eq!(best_of("How does the file system store messages?", finds)[0], "a.filesystem.Channel.put");
        let finds = vec![
            documented("a.Pool.idle", "a/pool.py", 1, "The idle connections.", "def idle(): pass"),
            documented("a.Pool.evict", "a/pool.py", 9, "Removes connections that are idle.", EVICT),
        ];
        assert_eq!(best_of("How are idle connections thrown out?", finds)[0], "a.Pool.evict");
    }

    #[test]
    fn something_is_described_where_chance_has_most_of_the_words() {
        let long = format!("def f():\n{}    text = token\n", "    step()\n".repeat(60));
        let finds = vec![
            documented("a.Lexer.token", "a/lexer.py", 1, "The next token.", "def token(): pass"),
            found("a.Printer.flush", "a/printer.py", 9, &long),
        ];
        assert_eq!(best_of("Explain texts cut to tokens", finds)[0], "a.Lexer.token");
    }

    #[test]
    fn initials_stand_for_no_words_that_names_spell_out() {
        let finds = vec![
            documented("a.sts_session", "a/sqs.py", 1, "", "def f(): pass"),
            documented("a.SystemTransport.put", "a/system.py", 9, "Puts a message.", "def g(): store()"),
        ];
        assert_eq!(best_of("How does the system transport store messages?", finds), ["a.SystemTransport.put"]);
    }

    #[test]
    fn tests_are_left_out_where_code_has_the_words() {
        let finds = || {
            vec![
                documented(
                    "a.test_runs_in_parallel",
                    "tests/test_computer.py",
                    1,
                    "Runs in parallel.",
                    "def f(): pass",
                ),
                documented("a.Computer.parallel", "a/computer.py", 9, "Runs classes at once.", "def g(): pass"),
            ]
        };
        assert_eq!(best_of("How is it run in parallel?", finds()), ["a.Computer.parallel"]);
        let mut only_a_test = finds();
        only_a_test.truncate(1);
        assert_eq!(best_of("How is it run in parallel?", only_a_test), ["a.test_runs_in_parallel"]);
    }

    #[test]
    fn what_holds_the_thing_asked_about_comes_before_what_only_does_alike() {
        let finds = vec![
            documented("a.State", "a/structures.py", 1, "Stores what is stored.", "class State: pass"),
            documented("a.Session.commit", "a/sessions.py", 9, "Signs the cookie.", "def commit(): cookie()"),
            documented("a.Session.read", "a/sessions.py", 19, "Reads the cookie.", "def read(): cookie()"),
        ];
        let others =
            (0..12).map(|n| documented(&format!("a.Session.m{n}"), "a/sessions.py", 30 + n, "", "def m(): pass"));
        let finds = finds.into_iter().chain(others).collect();
        assert!(best_of("Where are sessions stored?", finds)[0].starts_with("a.Session."));
    }

    #[test]
    fn benchmarks_come_after_what_they_measure() {
        let finds = || {
            vec![
                documented("b.endpoint", "benchmarks/routing.py", 1, "", "def endpoint(): pass"),
                documented("a.Route.call_endpoint", "a/routing.py", 9, "", "def call_endpoint(): endpoint()"),
            ]
        };
        assert_eq!(best_of("How does it reach an endpoint?", finds())[0], "a.Route.call_endpoint");
        assert_eq!(best_of("How does the benchmark reach an endpoint?", finds())[0], "b.endpoint");
        let named = vec![
            documented("b.nested_lists", "benchmarks/lists.py", 1, "", "def nested_lists(): pass"),
            documented("a.group_lists", "a/lists.py", 9, "", "def group_lists(): nested()"),
        ];
        assert_eq!(best_of("How are nested lists grouped?", named)[0], "a.group_lists");
    }

    #[test]
    fn who_wants_to_do_something_is_shown_what_is_offered_for_it() {
        let finds = || {
            let doc = "Copies images to the output.";
            vec![
                documented("a.Config.mapImages", "a/config.js", 1, doc, "mapImages(path) {"),
                documented("a.Config.addImages", "a/config.js", 9, doc, "addImages(path) {"),
            ]
        };
        assert_eq!(best_of("How are images copied to the output?", finds())[0], "a.Config.mapImages");
        assert_eq!(best_of("How do I copy images to the output?", finds())[0], "a.Config.addImages");
    }

    #[test]
    fn prefers_the_thing_itself_to_what_mentions_it() {
        let finds = vec![
            documented("a.FormDataRoutingRedirect", "a/debug.py", 1, "A routing redirect.", "class X: pass"),
            documented("a.Scaffold.route", "a/scaffold.py", 1, "Adds a rule.", "def route(): pass"),
        ];
        assert_eq!(best_of("how does routing work", finds)[0], "a.Scaffold.route");
    }
}
