//! The offline model through whole runs of the graph's loop, over a small made-up repository.

mod answers;
mod passages;
mod people;
mod repository;

pub use repository::found;

use super::*;
use expect_test::{Expect, expect};
use futures::executor::block_on;
use model::{Finding, PlanStep, ToolCall};
use protocol::{Basis, CallCount, Direction, Evidence, Relation, Turn};
use repository::{definition, run_tool};

#[test]
fn a_listing_that_was_cut_is_not_taken_for_all_there_is() {
    let symbol = "web.app.App.dispatch";
    let count = |direction| Some(CallCount { direction, places: 135, proven: 120, symbols: 48 });
    let caller = |n: u32| {
        let place = found(&format!("web.views.view_{n}"), "src/web/views.py", n, "app.dispatch(request)");
        let basis = Basis::Call { rule: "self".into(), confidence: 1.0 };
        Evidence { relation: Relation::Caller { of: symbol.into() }, basis, ..place }
    };
    let own = Evidence { calls: count(Direction::Callers), ..definition(symbol).unwrap() };
    let evidence: Vec<Evidence> = [own].into_iter().chain((1..=60).map(caller)).collect();
    let finding =
        Finding { key: "step_0: List the callers of `dispatch`".into(), text: String::new(), evidence, step: None };
    let context = Context { question: "who calls dispatch?", history: &[], findings: &[finding] };
    let answer = ask_model(Task::Answer(context), Vec::new()).message.content;
    assert!(answer.starts_with("120 places call, and 15 others may call (in 48 callers), `App.dispatch`"), "{answer}");
    assert!(
        answer.contains("... and 90 more.") && answer.contains("... and 15 more that are only possible."),
        "{answer}"
    );
}

fn ask_model(task: Task<'_>, messages: Vec<Message>) -> ChatResponse {
    let request = ChatRequest::new(messages, task);
    let mut streamed = String::new();
    let answer = block_on(OfflineModel::new().chat(&request, &mut |delta| {
        if let ChatDelta::Text(piece) = delta {
            streamed += &piece;
        }
    }));
    let response = answer.unwrap();
    assert_eq!(streamed, response.message.content);
    response
}

/// Plans, acts, judges and answers as the graph does; the trace and the answer.
fn run(question: &str, history: &[Turn]) -> (String, String) {
    run_with(question, history, true)
}

/// The same with `typed` steps in plan and findings, or with their sentences alone, as runs of the first version of the
/// log hold them.
fn run_with(question: &str, history: &[Turn], typed: bool) -> (String, String) {
    let (trace, findings) = looked_up(question, history, typed);
    let known: Vec<String> = findings.iter().flat_map(|f| &f.evidence).map(|e| e.id.clone()).collect();
    let context = Context { question, history, findings: &findings };
    let answer = ask_model(Task::Answer(context), Vec::new()).message.content;
    for id in answer.split("[[").skip(1).filter_map(|rest| rest.split("]]").next()) {
        assert!(known.iter().any(|known| known == id), "cites what no tool returned: {id}");
    }
    (trace, answer)
}

/// What the loop finds before it answers, and its trace.
fn looked_up(question: &str, history: &[Turn], typed: bool) -> (String, Vec<Finding>) {
    let mut findings: Vec<Finding> = Vec::new();
    let mut trace = String::new();
    for iteration in 1..=10 {
        let context = Context { question, history, findings: &findings };
        let planned = ask_model(Task::Plan(context), Vec::new());
        let sentences: Vec<String> = serde_json::from_str(&planned.message.content).unwrap();
        let steps: Vec<PlanStep> = planned.plan.unwrap().into_iter().map(PlanStep::from).collect();
        assert!(steps.iter().map(|step| &step.text).eq(&sentences));
        trace += &format!("plan {}\n", sentences.join(" | "));
        let step = if typed { steps[0].clone() } else { PlanStep::from(sentences[0].clone()) };
        let mut messages: Vec<Message> = Vec::new();
        for call in 1..=5 {
            let message = ask_model(Task::Act { context, step: &step, call }, messages.clone()).message;
            let calls: Vec<ToolCall> = message.tool_calls.clone();
            messages.push(message);
            for call in &calls {
                trace += &format!("  {} {}\n", call.name, call.arguments);
                let mut result = Message::new(Role::Tool, "");
                match run_tool(&call.name, &call.arguments) {
                    Ok((text, evidence)) => (result.content, result.evidence) = (text, evidence),
                    Err(error) => (result.content, result.is_error) = (error, true),
                }
                messages.push(result);
            }
            if calls.is_empty() {
                break;
            }
        }
        let text = messages.iter().filter(|m| m.tool_calls.is_empty()).map(|m| m.content.clone()).collect::<Vec<_>>();
        let evidence = messages.iter().flat_map(|message| message.evidence.clone()).collect();
        let (key, text) = (format!("step_0: {}", step.text), text.join("\n---\n"));
        findings.push(Finding { key, text, evidence, step: step.step });
        let context = Context { question, history, findings: &findings };
        let judged = ask_model(Task::Judge { context, iteration }, Vec::new()).message.content;
        let decision: serde_json::Value = serde_json::from_str(&judged).unwrap();
        trace += &format!("{} {}\n", decision["decision"].as_str().unwrap(), decision["reason"].as_str().unwrap());
        if decision["decision"] == "FINISH" {
            break;
        }
    }
    (trace, findings)
}

fn check(question: &str, expected: Expect) {
    let (trace, answer) = run(question, &[]);
    expected.assert_eq(&format!("{trace}\n{answer}"));
    assert_eq!(run_with(question, &[], false), (trace, answer), "with and without typed steps, time and again");
}

#[test]
fn where_is_it() {
    check(
        "Where is `open_session` defined?",
        expect![[r#"
        plan Find where `open_session` is defined
          search_codebase {"n_results":10,"query":"open_session"}
        FINISH All that the question asks for has been looked up: 4 spans found.

        `App.open_session` is a function defined at `src/web/app.py:30` [[app.py-30]].

        `src/web/app.py:30` [[app.py-30]]:

        ```python
        def open_session(self, request):
            return sessions.load(request.cookies)
        ```

        _Extractive answer: put together from the code by rules, without a language model._
    "#]],
    );
}

#[test]
fn what_does_it_do() {
    check(
        "what does dispatch do?",
        expect![[r#"
            plan Find where `dispatch` is defined | List what calls and what is called by `dispatch`
              search_codebase {"n_results":10,"query":"dispatch"}
            CONTINUE Still missing: list what calls and what is called by `App.dispatch`.
            plan List what calls and what is called by `App.dispatch`
              get_callees {"function_name":"web.app.App.dispatch"}
              get_callers {"function_name":"web.app.App.dispatch"}
            FINISH All that the question asks for has been looked up: 6 spans found.

            `App.dispatch` is a function at `src/web/app.py:20`. Finds the view of a request and runs it. [[app.py-20]]

            Signature: `def dispatch(self, request)` [[app.py-20]]

            > Errors become responses. [[app.py-20]]

            `src/web/app.py:20` [[app.py-20]]:

            ```python
            def dispatch(self, request):
                session = self.open_session(request)
                if session.expired:
                    session.clear()
                return self.views[request.path](request)
            ```

            `App.dispatch` calls:

            - `App.open_session` at `src/web/app.py:21` [[app.py-21]]

            1 place calls, and 1 other may call, `App.dispatch`:

            - `App.wsgi_app` at `src/web/app.py:13` (proven, by self): `return self.dispatch(request)` [[app.py-13]]
            - `test_dispatch` at `tests/test_app.py:4` (possible, by unique name): `app.dispatch(Request({}))` [[test_app.py-4]]

            _Extractive answer: put together from the code by rules, without a language model._
        "#]],
    );
}

#[test]
fn who_calls_it() {
    check(
        "Who calls dispatch?",
        expect![[r#"
            plan Find where `dispatch` is defined | List the callers of `dispatch`
              search_codebase {"n_results":10,"query":"dispatch"}
            CONTINUE Still missing: list the callers of `App.dispatch`.
            plan List the callers of `App.dispatch`
              get_callers {"function_name":"web.app.App.dispatch"}
            FINISH All that the question asks for has been looked up: 5 spans found.

            1 place calls, and 1 other may call, `App.dispatch` (a function at `src/web/app.py:20` [[app.py-20]]):

            - `App.wsgi_app` at `src/web/app.py:13` (proven, by self): `return self.dispatch(request)` [[app.py-13]]
            - `test_dispatch` at `tests/test_app.py:4` (possible, by unique name): `app.dispatch(Request({}))` [[test_app.py-4]]

            _Extractive answer: put together from the code by rules, without a language model._
        "#]],
    );
}

#[test]
fn what_does_it_call() {
    check(
        "What does `load` call?",
        expect![[r#"
        plan Find where `load` is defined | List the callees of `load`
          search_codebase {"n_results":10,"query":"load"}
        CONTINUE Still missing: list the callees of `load`.
        plan List the callees of `load`
          get_callees {"function_name":"web.sessions.load"}
        FINISH All that the question asks for has been looked up: 3 spans found.

        `load` (a function at `src/web/sessions.py:5` [[sessions.py-5]]) calls 1 symbol:

        - `unsign` at `src/web/sessions.py:6`: Checks the signature of a value. [[sessions.py-6]]

        _Extractive answer: put together from the code by rules, without a language model._
    "#]],
    );
}

#[test]
fn how_does_one_reach_the_other() {
    check(
        "How does wsgi_app reach unsign?",
        expect![[r#"
        plan Find where `wsgi_app` and `unsign` are defined | Trace the calls from `wsgi_app` to `unsign`
          search_codebase {"n_results":10,"query":"wsgi_app"}
          search_codebase {"n_results":10,"query":"unsign"}
        CONTINUE Still missing: trace the calls from `App.wsgi_app` to `unsign`.
        plan Trace the calls from `App.wsgi_app` to `unsign`
          get_callees {"function_name":"web.app.App.wsgi_app"}
          get_callers {"function_name":"web.sessions.unsign"}
          get_callees {"function_name":"web.app.App.dispatch"}
          get_callers {"function_name":"web.sessions.load"}
        FINISH All that the question asks for has been looked up: 10 spans found.

        `wsgi_app` reaches `unsign` in 4 calls: `App.wsgi_app` → `App.dispatch` → `App.open_session` → `load` → `unsign` [[app.py-13]] [[app.py-21]] [[app.py-31]] [[sessions.py-6]]

        - `App.wsgi_app` calls `App.dispatch` at `src/web/app.py:13` (proven, by self): `return self.dispatch(request)` [[app.py-13]]
        - `App.dispatch` calls `App.open_session` at `src/web/app.py:21` (proven, by self): `session = self.open_session(request)` [[app.py-21]]
        - `App.open_session` calls `load` at `src/web/app.py:31` (proven, by self): `return sessions.load(request.cookies)` [[app.py-31]]
        - `load` calls `unsign` at `src/web/sessions.py:6` (proven, by self): `data = unsign(cookies['session'])` [[sessions.py-6]]

        `App.wsgi_app` is a function at `src/web/app.py:10`. Answers one request. [[app.py-10]]

        `unsign` is a function at `src/web/sessions.py:15`. Checks the signature of a value. [[sessions.py-15]]

        _Extractive answer: put together from the code by rules, without a language model._
    "#]],
    );
}

#[test]
fn there_is_no_way() {
    check(
        "How does unsign reach wsgi_app?",
        expect![[r#"
        plan Find where `unsign` and `wsgi_app` are defined | Trace the calls from `unsign` to `wsgi_app`
          search_codebase {"n_results":10,"query":"unsign"}
          search_codebase {"n_results":10,"query":"wsgi_app"}
        CONTINUE Still missing: trace the calls from `unsign` to `App.wsgi_app`.
        plan Trace the calls from `unsign` to `App.wsgi_app`
          get_callees {"function_name":"web.sessions.unsign"}
          get_callers {"function_name":"web.app.App.wsgi_app"}
        FINISH All that the question asks for has been looked up: 6 spans found.

        No chain of calls from `unsign` to `wsgi_app` was found in this repository.

        `unsign` is a function at `src/web/sessions.py:15`. Checks the signature of a value. [[sessions.py-15]]

        `App.wsgi_app` is a function at `src/web/app.py:10`. Answers one request. [[app.py-10]]

        _Extractive answer: put together from the code by rules, without a language model._
    "#]],
    );
}

#[test]
fn two_nouns_without_a_chain_of_calls_are_a_topic() {
    check(
        "How does the session reach a cookie?",
        expect![[r#"
            plan Find where `session` and `cookie` are defined | Trace the calls from `session` to `cookie`
              search_codebase {"n_results":10,"query":"session"}
              search_codebase {"n_results":10,"query":"cookie"}
            CONTINUE Still missing: search for code about session reach cookie.
            plan Search for code about session reach cookie
              search_codebase {"n_results":20,"query":"session reach cookie"}
            FINISH All that the question asks for has been looked up: 10 spans found.

            What fits "session reach cookie" best is `load`, a function at `src/web/sessions.py:5`. Reads the session from its signed cookie. An expired session comes back empty. [[sessions.py-5]]

            `src/web/sessions.py:5` [[sessions.py-5]]:

            ```python
            def load(cookies):
                data = unsign(cookies['session'])
                if data.expires < now():
                    return Session()
                return Session(data)
            ```

            **`App.open_session`** is a function at `src/web/app.py:30`. [[app.py-30]]

            `src/web/app.py:30` [[app.py-30]]:

            ```python
            def open_session(self, request):
                return sessions.load(request.cookies)
            ```

            Other places that the search finds for these words:

            - `unsign` at `src/web/sessions.py:15`: Checks the signature of a value. [[sessions.py-15]]
            - `App.dispatch` at `src/web/app.py:20`: Finds the view of a request and runs it. [[app.py-20]]

            _Extractive answer: put together from the code by rules, without a language model._
        "#]],
    );
}

#[test]
fn how_does_a_topic_work() {
    check(
        "How does session expiry work?",
        expect![[r#"
            plan Search for code about session expiry
              search_codebase {"n_results":20,"query":"session expiry"}
            CONTINUE Still missing: search for code about session expiry path:src/web/sessions.py.
            plan Search for code about session expiry path:src/web/sessions.py
              search_codebase {"n_results":20,"query":"session expiry path:src/web/sessions.py"}
            CONTINUE Still missing: list what calls and what is called by `load` and `App.dispatch`.
            plan List what calls and what is called by `load` and `App.dispatch`
              get_callees {"function_name":"web.sessions.load"}
              get_callers {"function_name":"web.sessions.load"}
              get_callees {"function_name":"web.app.App.dispatch"}
              get_callers {"function_name":"web.app.App.dispatch"}
            CONTINUE Still missing: list the callees of `unsign`.
            plan List the callees of `unsign`
              get_callees {"function_name":"web.sessions.unsign"}
            FINISH All that the question asks for has been looked up: 14 spans found.

            What fits "session expiry" best is `load`, a function at `src/web/sessions.py:5`. Reads the session from its signed cookie. An expired session comes back empty. [[sessions.py-5]]

            `src/web/sessions.py:5` [[sessions.py-5]]:

            ```python
            def load(cookies):
                data = unsign(cookies['session'])
                if data.expires < now():
                    return Session()
                return Session(data)
            ```

            **`App.dispatch`** is a function at `src/web/app.py:20`. Finds the view of a request and runs it. Errors become responses. [[app.py-20]]

            `src/web/app.py:20` [[app.py-20]]:

            ```python
            def dispatch(self, request):
                session = self.open_session(request)
                if session.expired:
                    session.clear()
                return self.views[request.path](request)
            ```

            How it hangs together:

            - `App.open_session` calls `load` at `src/web/app.py:31` [[app.py-31]]
            - `App.dispatch` calls `App.open_session` at `src/web/app.py:21` [[app.py-21]]
            - `App.wsgi_app` calls `App.dispatch` at `src/web/app.py:13` [[app.py-13]]
            - `load` calls `unsign` at `src/web/sessions.py:6` [[sessions.py-6]]

            Other places that the search finds for these words:

            - `unsign` at `src/web/sessions.py:15`: Checks the signature of a value. [[sessions.py-15]]
            - `App.open_session` at `src/web/app.py:30` [[app.py-30]]
            - `App.wsgi_app` at `src/web/app.py:10`: Answers one request. [[app.py-10]]

            _Extractive answer: put together from the code by rules, without a language model._
        "#]],
    );
}

#[test]
fn what_is_this() {
    check(
        "What is this repository?",
        expect![[r#"
            plan List all `overview`
              survey {"list":"overview"}
            CONTINUE Still missing: list the folder `.`.
            plan List the folder `.`
              list_directory {"path":"."}
            CONTINUE Still missing: read the file `README.md`.
            plan Read the file `README.md`
              read_file {"file_path":"README.md"}
            FINISH All that the question asks for has been looked up: 1 span found.

            The repository says of itself, in `README.md` [[README.md-1]]:

            ```text
            A small framework.
            ```

            It holds:

            ```text
            README.md
            src/
            tests/
            ```

            _Extractive answer: put together from the code by rules, without a language model._
        "#]],
    );
}

#[test]
fn what_is_in_a_folder() {
    check(
        "What is in the src folder?",
        expect![[r#"
            plan List the folder `src/`
              list_directory {"path":"src/"}
              survey {"list":"modules","of":"src"}
            FINISH The folder has been listed.

            The folder `src/` holds:

            ```text
            README.md
            src/
            tests/
            ```

            _Extractive answer: put together from the code by rules, without a language model._
        "#]],
    );
}

#[test]
fn nothing_found() {
    check(
        "Where is `frobnicate` defined?",
        expect![[r#"
            plan Find where `frobnicate` is defined
              search_codebase {"n_results":10,"query":"frobnicate"}
            FINISH No step found anything, and none that is left could.

            Nothing in this repository matches `frobnicate`.

            Try the exact name of a function or class (`name` in backticks), a file's path, or other words for the same thing.

            _Extractive answer: put together from the code by rules, without a language model._
        "#]],
    );
}

#[test]
fn a_follow_up() {
    let turn = Turn {
        question: "Where is load defined?".into(),
        answer: "[[1]]".into(),
        symbols: vec!["web.sessions.load".into()],
    };
    let (trace, answer) = run("and who calls it?", &[turn]);
    expect![[r#"
        plan Find where `web.sessions.load` is defined | List the callers of `web.sessions.load`
          search_codebase {"n_results":10,"query":"web.sessions.load"}
        CONTINUE Still missing: list the callers of `load`.
        plan List the callers of `load`
          get_callers {"function_name":"web.sessions.load"}
        FINISH All that the question asks for has been looked up: 6 spans found.

        1 place calls `load` (a function at `src/web/sessions.py:5` [[sessions.py-5]]):

        - `App.open_session` at `src/web/app.py:31` (proven, by self): `return sessions.load(request.cookies)` [[app.py-31]]

        _Extractive answer: put together from the code by rules, without a language model._
    "#]].assert_eq(&format!("{trace}\n{answer}"));
}

#[test]
fn strange_questions_have_an_answer() {
    for question in ["", "?", "it", "and?", "`", "who calls", "``()", "где определена `load`?", "👍", "a/../b", "[[x]]"]
    {
        let (trace, answer) = run(question, &[]);
        assert!(trace.lines().filter(|line| line.starts_with("plan")).count() <= 3, "{question}: {trace}");
        assert!(!answer.is_empty());
    }
    assert!(run("где определена `load`?", &[]).1.contains("`src/web/sessions.py:5`"));
}

#[test]
fn free_requests_are_declined() {
    let request = ChatRequest::new(Vec::new(), Task::Free);
    let refusal = block_on(OfflineModel::new().chat(&request, &mut |_| {})).unwrap_err();
    assert_eq!(refusal.kind, ModelErrorKind::Refused);
}
