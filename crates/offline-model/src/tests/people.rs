//! Questions in the words of people, who do not know what the code calls things.

use super::*;
use model::Step;
use protocol::{Claim, ClaimKind, EvidenceKind};

fn finding(step: Step, evidence: Vec<Evidence>) -> Finding {
    Finding { key: format!("step_0: {step}"), text: String::new(), evidence, step: Some(step) }
}

fn documented(symbol: &str, path: &str, line: u32, doc: &str) -> Evidence {
    let name = symbol.rsplit('.').next().unwrap_or(symbol);
    Evidence { doc: Some(doc.into()), ..found(symbol, path, line, &format!("def {name}(): pass")) }
}

fn calls(from: &str, to: &str, path: &str, line: u32) -> Evidence {
    let basis = Basis::Call { rule: "import".into(), confidence: 1.0 };
    let relation = Relation::Callee { of: from.into() };
    Evidence { relation, basis, ..found(to, path, line, &format!("{}()", to.rsplit('.').next().unwrap_or(to))) }
}

fn raises(of: &str, object: &str, path: &str, line: u32, text: &str) -> Evidence {
    let claim = Claim { of: of.into(), kind: ClaimKind::Raises, object: object.into() };
    Evidence { relation: Relation::Fact { claim }, ..found(of, path, line, text) }
}

fn searched(question: &str, evidence: Vec<Evidence>) -> Finding {
    let asked = crate::question::understand(question, &[]);
    finding(Step::Search(crate::query::search_words(&asked)), evidence)
}

fn answer_of(question: &str, findings: &[Finding]) -> String {
    crate::answer::write(question, &crate::question::understand(question, &[]), findings, false)
}

fn missing(question: &str, findings: &[Finding]) -> Vec<Step> {
    crate::plan::missing(&crate::question::understand(question, &[]), findings)
}

#[test]
fn an_everyday_word_that_nothing_holds_is_no_doubt() {
    let question = "How does it keep the sessions of somebody apart unless I say so?";
    let hit = documented("net.sessions.session_of", "net/sessions.py", 3, "The session of one user.");
    let answer = answer_of(question, &[searched(question, vec![hit])]);
    assert!(answer.contains("`session_of`") && !answer.contains("Nothing that was found"), "{answer}");
    assert_eq!(crate::query::search_words(&crate::question::understand(question, &[])), "sessions");
}

#[test]
fn where_a_word_is_missing_six_different_places_are_named() {
    let question = "How does a client scramble its frames?";
    let hit =
        |n: u32| documented(&format!("net.part_{n}"), &format!("net/part_{n}.py"), 1, &format!("Frames, part {n}."));
    let with_score = |n: u32| Evidence { basis: Basis::Search { score: 9.0 - n as f32 }, ..hit(n) };
    let answer = answer_of(question, &[searched(question, (1..=8).map(with_score).collect())]);
    assert!(answer.starts_with("Nothing that was found has \"client\" or \"scramble\"."), "{answer}");
    for n in 1..=6 {
        assert!(answer.contains(&format!("Frames, part {n}.")), "{n}: {answer}");
    }
    assert!(!answer.contains("Frames, part 7."), "{answer}");
}

#[test]
fn an_uncertain_best_find_has_its_file_searched() {
    let question = "How does a server restart itself after a source file has changed?";
    let hit = documented(
        "web.reload.wait",
        "web/reload.py",
        30,
        "Waits until a source has changed, then restarts the server.",
    );
    let first = searched(question, vec![hit]);
    let steps = missing(question, std::slice::from_ref(&first));
    let step = Step::Search("server restart source changed path:web/reload.py".into());
    assert_eq!(steps, std::slice::from_ref(&step));
    let beside = documented("web.reload.exec_again", "web/reload.py", 60, "Replaces the process.");
    let findings = [first, finding(step, vec![beside])];
    assert!(!missing(question, &findings).iter().any(|step| matches!(step, Step::Search(_))), "it is searched once");
    let answer = answer_of(question, &findings);
    assert!(answer.contains("Other places that the search finds") && answer.contains("`exec_again`"), "{answer}");
}

#[test]
fn what_the_best_find_calls_beside_itself_is_followed() {
    let question = "How are changed sources watched?";
    let hit = documented("web.reload.watch", "web/reload.py", 30, "Watches changed sources.");
    let around = finding(
        Step::Around(vec!["watch".into()]),
        vec![
            calls("web.reload.watch", "web.reload.start", "web/reload.py", 33),
            calls("web.reload.watch", "web.loop.run", "web/reload.py", 34),
        ],
    );
    let in_file = finding(Step::Search("sources watched path:web/reload.py".into()), Vec::new());
    let first = [searched(question, vec![hit]), in_file, around];
    assert_eq!(missing(question, &first), [Step::Callees(vec!["start".into()])]);
    let next = calls("web.reload.start", "web.reload.check", "web/reload.py", 50);
    let [hit, in_file, around] = first;
    let answer = answer_of(question, &[hit, in_file, around, finding(Step::Callees(vec!["start".into()]), vec![next])]);
    assert!(answer.contains("`watch` calls `start`") && answer.contains("`start` calls `check`"), "{answer}");
}

#[test]
fn errors_of_a_topic_are_those_of_the_functions_that_its_words_find() {
    let question = "Which errors can be thrown when I close with a payload?";
    assert_eq!(missing(question, &[]), [Step::Search("close payload".into())]);
    let hit = documented("net.Sender.close", "net/sender.js", 3, "Sends a close message with a payload.");
    let first = finding(Step::Search("close payload".into()), vec![hit]);
    assert_eq!(missing(question, std::slice::from_ref(&first)), [Step::Describe(vec!["Sender.close".into()])]);
    let error = raises("net.Sender.close", "TypeError", "net/sender.js", 5, "throw new TypeError('no valid payload')");
    let described = finding(Step::Describe(vec!["Sender.close".into()]), vec![error]);
    let answer = answer_of(question, &[first, described]);
    assert!(answer.contains("can fail at 1 place of its own code: `TypeError`"), "{answer}");
}

#[test]
fn a_message_of_a_table_is_no_answer_unless_it_has_all_words() {
    let message = "a map can only be observed once";
    let line = raises("store.errors", message, "store/errors.py", 4, &format!("\"{message}\","));
    let line = Evidence { kind: EvidenceKind::Variable, ..line };
    let answer = |question: &str| {
        let asked = crate::question::understand(question, &[]);
        answer_of(question, &[finding(crate::answer::when::errors_step(&asked), vec![line.clone()])])
    };
    let all = answer("What happens when a map is observed twice?");
    assert!(all.starts_with("`errors` has the message `a map can only be observed once`"), "{all}");
    let some = answer("What happens when the last map of an observed store vanishes?");
    assert!(!some.starts_with("`errors` has the message"), "{some}");
}

#[test]
fn a_check_fails_by_its_message_and_a_status_is_answered() {
    let object = "check(.., \"one name at least is required\")";
    let check = raises("a.build", object, "a/build.py", 4, "check(names, \"one name at least is required\")");
    let status = raises("a.serve", "abort(.., 400)", "a/serve.py", 9, "abort(socket, 400)");
    let stated = |e: &Evidence| {
        let known = [finding(Step::Describe(vec!["x".into()]), vec![e.clone()])];
        let known = Known::of(&known);
        let stated = crate::answer::claims::all(&known)[0];
        crate::answer::sentence::fact::at(&known, stated).text().to_owned()
    };
    assert!(stated(&check).starts_with("`build` fails by `check(.., \"one name"), "{}", stated(&check));
    let by_number = raises("a.serve", "die(16)", "a/serve.py", 9, "die(16)");
    assert!(stated(&by_number).starts_with("`serve` fails by `die(16)`"), "{}", stated(&by_number));
    assert!(stated(&status).starts_with("`serve` answers by `abort(.., 400)`"), "{}", stated(&status));
}

#[test]
fn the_line_that_raises_is_quoted_and_not_its_condition() {
    let lines = "if (response) {\n    throw response;";
    let error = raises("web.Request.begin", "response", "web/request.js", 4, lines);
    let known = [finding(Step::Describe(vec!["x".into()]), vec![error])];
    let known = Known::of(&known);
    let stated = crate::answer::claims::all(&known)[0];
    let item = crate::answer::sentence::fact::item(&known, stated);
    assert!(item.text().contains("raises `response` at `web/request.js:5`: `throw response;`"), "{}", item.text());
}

#[test]
fn an_error_that_is_only_passed_on_says_nothing_of_its_condition() {
    let question = "What happens when the terminal is closed?";
    let asked = crate::question::understand(question, &[]);
    let text = "terminal.closed(line)?;";
    let error = raises("ui.Terminal.draw", "terminal.closed(..)?", "src/ui.rs", 9, text);
    let answer = answer_of(question, &[finding(crate::answer::when::errors_step(&asked), vec![error])]);
    assert!(!answer.starts_with("`Terminal.draw` passes on"), "{answer}");
}

#[test]
fn what_happens_out_of_scope_is_what_drop_does() {
    let question = "What happens when a bar goes out of scope?";
    let asked = crate::question::understand(question, &[]);
    assert!(crate::query::search_words(&asked).ends_with("drop"));
    let drop = documented("bars.Bar.drop", "src/bar.rs", 9, "");
    let findings = [finding(crate::answer::when::errors_step(&asked), Vec::new()), searched(question, vec![drop])];
    let answer = answer_of(question, &findings);
    assert!(answer.contains("Bar.drop`") && !answer.contains("Nothing of this speaks of"), "{answer}");
}

#[test]
fn what_code_may_call_a_situation_is_not_missed() {
    let question = "How does the daemon give up the rights of root?";
    assert!(crate::query::search_words(&crate::question::understand(question, &[])).contains("abort"));
    let hit = documented("a.Daemon.drop_rights", "a/daemon.py", 9, "The daemon is no longer root.");
    let answer = answer_of(question, &[searched(question, vec![hit])]);
    assert!(answer.contains("Daemon.drop_rights`") && !answer.contains("abort"), "{answer}");
}

#[test]
fn where_nothing_of_a_kind_is_there_the_options_for_it_are_named() {
    let question = "How do I add my own way of choosing the subprotocol?";
    let doc = "Makes a server.\n@param {Object} options\n@param {Function} [options.handleProtocols] A hook to handle protocols.\n@param {Number} [options.port] The port.";
    let hit = documented("ws.Server.constructor", "lib/server.js", 20, doc);
    let hit = Evidence { kind: EvidenceKind::Constructor, ..hit };
    let answer = answer_of(question, &[searched(question, vec![hit])]);
    assert!(!answer.contains("No family of"), "nobody asked for a family: {answer}");
    assert!(answer.contains("`options.handleProtocols` of `ws.Server.constructor` at `lib/server.js:20`"), "{answer}");
    assert!(!answer.contains("`options.port` of"), "{answer}");
}

fn surveyed(question: &str, rows: &[&str]) -> String {
    let asked = crate::question::understand(question, &[]);
    let step = asked.survey.as_ref().map(|asked| Step::Survey { list: asked.list.into(), of: asked.of.clone() });
    let finding = Finding { key: "step_0: survey".into(), text: rows.join("\n"), evidence: Vec::new(), step };
    answer_of(question, &[finding])
}

#[test]
fn methods_that_are_found_by_their_names_are_not_said_to_be_listed_nowhere() {
    let question = "How do I add a new command?";
    let asked = crate::question::understand(question, &[]);
    let step = asked.survey.as_ref().map(|asked| Step::Survey { list: asked.list.into(), of: asked.of.clone() });
    let answered = |what: &str| {
        let claim = |kind| Claim { of: what.to_owned(), kind, object: "do_stop \u{2013} def do_stop(self)".to_owned() };
        let row = |kind| Evidence {
            relation: Relation::Fact { claim: claim(kind) },
            ..found("a.Shell.do_stop", "a.py", 9, "x")
        };
        let evidence = vec![row(ClaimKind::Member), row(ClaimKind::Sibling)];
        let text = format!("family: {what}; 3 members");
        answer_of(question, &[Finding { key: "step_0: survey".into(), text, evidence, step: step.clone() }])
    };
    let methods = answered("methods of `Shell` that begin with `do_`");
    assert!(methods.starts_with("A new command is added like the others of its kind: methods of"), "{methods}");
    assert!(!methods.contains("No place was found that names several"), "{methods}");
    let types = answered("types that extend or implement `Shell`");
    assert!(
        types.contains("No place was found that names several of them: whether one must be registered is not known."),
        "{types}"
    );
}

#[test]
fn an_empty_list_says_in_which_languages_it_was_not_looked_up() {
    let question = "List all routes";
    let none = "routes: 0, in examples 0, in tests 0; listed 1 to 0";
    let unknown = surveyed(question, &[none, "not looked up in: Ruby (2 files)"]);
    assert!(
        unknown.starts_with("Whether there are routes is not known: they are not looked up in Ruby (2 files)"),
        "{unknown}"
    );
    let partly = surveyed(question, &[none, "not looked up in: Ruby (2 files)", "looked up in: Python (1 file)"]);
    assert!(
        partly.starts_with("No routes were found in this repository; in Ruby (2 files) they are not looked up."),
        "{partly}"
    );
    assert!(surveyed(question, &[none]).starts_with("No routes were found in this repository."));
}

#[test]
fn of_two_that_are_called_alike_the_word_before_one_says_which_it_is() {
    let question = "What is the difference between Client and blocking Client?";
    let client = |module: &str| {
        found(&format!("web.{module}.Client"), &format!("web/{module}.py"), 3, "class Client:\n    def get(self): pass")
    };
    let names = crate::question::understand(question, &[]).names;
    let answer = answer_of(question, &[finding(Step::Find(names), vec![client("blocking"), client("waiting")])]);
    let first = answer.lines().next().unwrap_or_default();
    assert!(first.starts_with("`web.waiting.Client` and `web.blocking.Client` are both"), "{answer}");
}

#[test]
fn a_constant_that_is_no_definition_is_looked_for_in_tables() {
    let question = "What status code does NOT_FOUND map to?";
    let names = crate::question::understand(question, &[]).names;
    assert_eq!(names, ["NOT_FOUND"]);
    let nearest = found("web.pages.not_found", "web/pages.py", 3, "def not_found(): pass");
    let looked = [finding(Step::Find(names), vec![nearest])];
    let wanted = Step::Survey { list: "members".into(), of: Some("entries named NOT_FOUND".into()) };
    assert_eq!(missing(question, &looked), [wanted]);
}

#[test]
fn where_the_best_find_lacks_words_the_function_that_the_search_has_first_is_cited_second() {
    let question = "How are several concurrent writes combined into one transaction?";
    let ranked = |score: f32, e: Evidence| Evidence { basis: Basis::Search { score }, ..e };
    let write = |n: u32| {
        let doc = "Writes what a transaction has combined.";
        ranked(3.0, documented(&format!("db.writes.write_{n}"), "db/writes.py", 20 * n, doc))
    };
    let first = |kind: EvidenceKind| {
        let batch = documented("db.batch.batch", "db/batch.py", 7, "Calls of concurrent callers are one.");
        let test = ranked(9.0, found("tests.test_batch.test_concurrent", "tests/test_batch.py", 3, "def f(): pass"));
        let hits = [test, ranked(8.0, Evidence { kind, ..batch })].into_iter().chain((1..=5).map(write));
        let answer = answer_of(question, &[searched(question, hits.collect())]);
        assert!(!answer.contains("test_concurrent"), "{answer}");
        ["`write_1`", "`batch`", "`write_2`"].map(|name| answer.find(name).unwrap_or(usize::MAX))
    };
    let [best, batch, next] = first(EvidenceKind::Function);
    assert!(best < batch && batch < next, "{best} {batch} {next}");
    let [best, batch, next] = first(EvidenceKind::Class);
    assert!(best < next && next < batch, "a type does nothing: {best} {next} {batch}");
}

#[test]
fn a_language_is_no_name_unless_it_is_written_as_one() {
    let question = "How does the compiler turn a component into JavaScript?";
    let hit = documented("svelte.compile", "src/compiler/index.js", 16, "Compiles a component to a JavaScript module.");
    let answer = answer_of(question, &[searched(question, vec![hit])]);
    assert!(answer.contains("`svelte.compile`") && !answer.contains("Nothing in this repository"), "{answer}");
    let other = documented("svelte.compile", "src/compiler/index.js", 16, "Compiles a component to a module.");
    let answer = answer_of(question, &[searched(question, vec![other])]);
    assert!(answer.starts_with("Nothing that was found has"), "what is found does not say it: {answer}");
    let quoted = "How does the compiler turn a component into `JavaScript`?";
    let answer = answer_of(quoted, &[]);
    assert!(answer.contains("Nothing in this repository"), "{answer}");
}

#[test]
fn a_word_with_an_inner_capital_is_no_name_where_nothing_is_called_so() {
    let question = "How does the compiler turn a component into FlatCode?";
    let hit = documented("svelte.compile", "src/compiler/index.js", 16, "Compiles a component to a FlatCode module.");
    let answer = answer_of(question, &[searched(question, vec![hit])]);
    assert!(answer.contains("`svelte.compile`") && !answer.contains("Nothing in this repository"), "{answer}");
    let other = documented("svelte.compile", "src/compiler/index.js", 16, "Compiles a component to a module.");
    let answer = answer_of(question, &[searched(question, vec![other])]);
    assert!(answer.contains("Nothing in this repository"), "what is found does not say it: {answer}");
}

#[test]
fn that_nothing_is_called_so_is_no_claim_that_nothing_has_it_in_its_name() {
    let question = "Where is `FastCGI` defined?";
    let find = |evidence| [finding(Step::Find(vec!["FastCGI".into()]), evidence)];
    let process = documented("app.process.FastCGIProcess", "app/process.py", 7, "One process.");
    let answer = answer_of(question, &find(vec![process]));
    let said = "No definition that is called exactly `FastCGI` was found in this repository.\n\nDefinitions with it in their names:\n\n- `FastCGIProcess`";
    assert!(answer.starts_with(said), "{answer}");
    let speaks = documented("app.process.spawn", "app/process.py", 9, "Spawns a FastCGI process.");
    let answer = answer_of(question, &find(vec![speaks]));
    assert!(
        answer
            .starts_with("No definition that is called exactly `FastCGI` was found in this repository.\n\nThe closest"),
        "{answer}"
    );
}

#[test]
fn how_an_error_comes_about_is_no_word_of_its_topic() {
    let words = |question: &str| crate::query::search_words(&crate::question::understand(question, &[]));
    let plain = words("Where is the error for a duplicate attribute?");
    assert_eq!(words("Where is the error for a duplicate attribute raised?"), plain);
    assert!(words("Where is the flag raised?").contains("raised"));
}

#[test]
fn where_only_the_word_for_what_is_done_is_missing_the_thing_is_shown() {
    let question = "Where are keywords enlarged?";
    let hit = documented("sql.Lexer.is_keyword", "sql/lexer.py", 93, "Checks for a keyword.");
    let answer = answer_of(question, &[searched(question, vec![hit])]);
    assert!(answer.starts_with("Nothing that was found has \"enlarged\"."), "{answer}");
    assert!(answer.contains("best is `Lexer.is_keyword`"), "{answer}");
}

#[test]
fn files_of_code_in_a_folder_are_listed_with_what_they_are() {
    let question = "What is in the src folder?";
    let listed = |path: &str, says: &str| {
        let claim = Claim { of: "modules".into(), kind: ClaimKind::Listed, object: format!("{path} \u{2013} {says}") };
        Evidence { relation: Relation::Fact { claim }, symbol: None, ..found(path, path, 1, "x") }
    };
    let listing = Finding {
        text: "src/app.py  (10 bytes)\nsrc/data.json  (2 bytes)\nsrc/web/  (3 files)\n---\nmodules".into(),
        ..finding(
            Step::List("src/".into()),
            vec![listed("src/app.py", "The application"), listed("src/web/view.py", "Views")],
        )
    };
    let answer = answer_of(question, &[listing]);
    assert!(answer.contains("- `src/app.py` \u{2013} `The application` [[app.py-1]]"), "{answer}");
    assert!(answer.contains("Besides these:\n\n```text\nsrc/data.json  (2 bytes)\nsrc/web/  (3 files)"), "{answer}");
    assert!(!answer.contains("view.py"), "{answer}");
}

#[test]
fn a_folder_that_cannot_be_listed_holds_no_error() {
    let text = "Error: there is no folder `src`\n---\nListed `src/`.".to_owned();
    let answer =
        answer_of("What is in the src folder?", &[Finding { text, ..finding(Step::List("src/".into()), vec![]) }]);
    assert!(answer.starts_with("`src/` cannot be listed: there is no folder `src`.\n"), "{answer}");
}

#[test]
fn a_default_that_only_documentation_states_is_quoted() {
    let question = "How long does an idle blocking thread stay alive by default?";
    let doc = "Sets how long threads of the blocking pool wait. By default a thread is kept for 10 seconds.";
    let hit = documented("runtime.Builder.thread_keep_alive", "runtime/builder.py", 3, doc);
    let answer = answer_of(question, &[searched(question, vec![hit])]);
    assert!(answer.contains("states the default: ") && answer.contains("for 10 seconds"), "{answer}");
    let other = documented("runtime.Builder.name", "runtime/builder.py", 9, "The name. Defaults to \"main\".");
    let answer = answer_of(question, &[searched(question, vec![other])]);
    assert!(!answer.contains("states the default"), "{answer}");
    assert!(answer.contains("No default of these words was found"), "{answer}");
}

#[test]
fn what_only_tests_take_is_not_said_to_be_the_default() {
    let question = "What is the default number of retries?";
    let retries = |path: &str, value: u32| {
        let claim = Claim { of: "Dummy.run".into(), kind: ClaimKind::Default, object: format!("retries = {value}") };
        let lines = found("Dummy.run", path, 3, &format!("def run(retries={value})"));
        finding(
            Step::Describe(vec!["default of retries".into(), "retries".into()]),
            vec![Evidence { relation: Relation::Fact { claim }, ..lines }],
        )
    };
    let test = retries("tests/base.py", 999);
    let answer = answer_of(question, std::slice::from_ref(&test));
    let first = answer.lines().next().unwrap_or_default();
    assert!(first.starts_with("Only tests were found") && !first.contains("999"), "{answer}");
    assert!(answer.contains("`retries = 999` at `tests/base.py:3`"), "{answer}");
    // Then more is looked for; and what ships, or what documentation states, comes first.
    assert!(matches!(missing(question, std::slice::from_ref(&test)).as_slice(), [Step::Search(_), ..]));
    let answer = answer_of(question, &[test.clone(), retries("app/base.py", 3)]);
    assert!(answer.starts_with("The default of `retries` in `Dummy.run` is `3`"), "{answer}");
    let stated = documented("app.retries", "app/base.py", 9, "How often it is tried again. Defaults to 3.");
    let answer = answer_of(question, &[test.clone(), searched(question, vec![stated])]);
    assert!(answer.contains("states the default: \"Defaults to 3.\""), "{answer}");
    // A question about tests is answered by them.
    let answer = answer_of("What is the default number of retries in the tests?", &[test]);
    assert!(answer.starts_with("The default of `retries`"), "{answer}");
}

#[test]
fn what_documentation_says_of_a_condition_is_quoted() {
    let doc = "Runs a function in a transaction. If no error is returned then the transaction is committed. \
               If an error is returned then the transaction is rolled back.";
    let hit = documented("store.Store.update", "store/store.py", 3, doc);
    let answer = answer_of(
        "What happens if the function given to update returns an error?",
        &[searched("What happens if the function given to update returns an error?", vec![hit])],
    );
    assert!(answer.contains("says: \"If an error is returned then the transaction is rolled back.\""), "{answer}");
    let other = documented("store.Store.open", "store/store.py", 9, "Opens it. If it is locked, waits.");
    let question = "What happens when the disk is full?";
    let answer = answer_of(question, &[searched(question, vec![other])]);
    assert!(!answer.contains("says:"), "{answer}");
}

#[test]
fn what_only_a_declaration_is_called_so_is_not_the_first_place_where_there_is_code() {
    let question = "How do interceptors work?";
    let mut declared = found("index.Axios.interceptors", "index.d.ts", 9, "interceptors: { request: Manager }");
    declared.kind = EvidenceKind::Field;
    let work =
        "  forEach(fn) {\n    this.interceptors.forEach(function (interceptor) {\n      fn(interceptor);\n    });\n  }";
    let code = found("lib.Interceptors.forEach", "lib/interceptors.js", 30, work);
    let findings = [
        finding(Step::Find(vec!["interceptors".into()]), vec![declared.clone()]),
        searched(question, vec![declared, code]),
    ];
    let answer = answer_of(question, &findings);
    assert!(answer.contains("best is `Interceptors.forEach`") || answer.contains("lib/interceptors.js:30"), "{answer}");
    assert!(!answer.contains("best is `index.Axios"), "{answer}");
}
