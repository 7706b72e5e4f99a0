use super::*;
use Kind::*;

fn asked(question: &str) -> (Kind, Vec<String>) {
    let question = understand(question, &[]);
    (question.kind, question.names)
}

#[test]
fn distinguishes_the_kinds() {
    for (question, kind, names) in [
        ("Where is `open_session` defined?", Where, vec!["open_session"]),
        ("where is dispatch", Where, vec!["dispatch"]),
        ("Which file defines the Blueprint class?", Where, vec!["Blueprint"]),
        ("what does the dispatch function do?", What, vec!["dispatch"]),
        ("What is a Blueprint?", What, vec!["Blueprint"]),
        ("explain `Scaffold.route`", What, vec!["Scaffold.route"]),
        ("dispatch", What, vec!["dispatch"]),
        ("How does full_dispatch_request work?", How, vec!["full_dispatch_request"]),
        ("who calls dispatch", Callers, vec!["dispatch"]),
        ("Which functions call `parse` and `lex`?", Callers, vec!["parse", "lex"]),
        ("Where is get_user used?", Callers, vec!["get_user"]),
        ("What are the callers of make_response?", Callers, vec!["make_response"]),
        ("What uses the Router class?", Callers, vec!["Router"]),
        ("what does dispatch call?", Callees, vec!["dispatch"]),
        ("Which functions does run_app call?", Callees, vec!["run_app"]),
        ("list the callees of main", Callees, vec!["main"]),
        ("How does wsgi_app reach open_session?", Reach, vec!["wsgi_app", "open_session"]),
        ("How does `main` get to `parse`?", Reach, vec!["main", "parse"]),
        ("how is render called from handle_request?", Reach, vec!["handle_request", "render"]),
        ("is there a path from main to exit", Reach, vec!["main", "exit"]),
        ("How does session expiry work?", Explain, vec![]),
        ("where is the session cookie signed?", Explain, vec![]),
        ("How are errors turned into responses?", Explain, vec![]),
        ("how does routing work", Explain, vec!["routing"]),
        ("How does `Flask` handle sessions?", How, vec!["Flask"]),
        ("What does this project do?", Overview, vec![]),
        ("give me an overview of the code", Overview, vec![]),
    ] {
        let names: Vec<String> = names.into_iter().map(String::from).collect();
        assert_eq!(asked(question), (kind, names), "{question}");
    }
}

#[test]
fn knows_what_people_ask_of_a_symbol() {
    for (question, kind, names) in [
        ("What's the difference between Flask and Blueprint?", Compare, vec!["Flask", "Blueprint"]),
        ("Session vs Request", Compare, vec!["Session", "Request"]),
        ("how does `get` differ from `fetch`", Compare, vec!["get", "fetch"]),
        ("what is the default timeout", Default, vec![]),
        ("default value of max_retries", Default, vec!["max_retries"]),
        ("where is the timeout configured?", Default, vec!["timeout"]),
        ("which tests cover dispatch?", TestsOf, vec!["dispatch"]),
        ("which tests cover OrderStore.save_order?", TestsOf, vec!["OrderStore.save_order"]),
        ("is open_session tested?", TestsOf, vec!["open_session"]),
        ("tests for `Router`", TestsOf, vec!["Router"]),
        ("is open_session still used?", Used, vec!["open_session"]),
        ("can I delete unsign?", Used, vec!["unsign"]),
        ("Is `load` dead code?", Used, vec!["load"]),
        ("What refers to unsign?", Used, vec!["unsign"]),
        ("references to `load`", Used, vec!["load"]),
        ("what does `load` return?", TypeOf, vec!["load"]),
        ("What type is `g`?", TypeOf, vec!["g"]),
        ("which arguments does run take?", TypeOf, vec!["run"]),
        ("what exceptions does load raise?", Fails, vec!["load"]),
        ("what can go wrong in `load`?", Fails, vec!["load"]),
        ("when does dispatch fail?", Fails, vec!["dispatch"]),
        ("what happens if the file does not exist?", When, vec![]),
        ("What happens when a route is not found", When, vec![]),
        ("write a test for `load`", Judgement, vec!["load"]),
        ("Are there any bugs in this code?", Judgement, vec![]),
        ("is `load` well designed?", Judgement, vec!["load"]),
        // What is asked is a place, not an opinion.
        ("where is it checked whether the session is still good?", Explain, vec![]),
    ] {
        let names: Vec<String> = names.into_iter().map(String::from).collect();
        assert_eq!(asked(question), (kind, names), "{question}");
    }
}

#[test]
fn knows_files_and_folders() {
    let of = |question: &str| {
        let question = understand(question, &[]);
        (question.kind, question.paths)
    };
    assert_eq!(of("What is in the src folder?"), (List, vec!["src/".into()]));
    assert_eq!(of("list src/flask/"), (List, vec!["src/flask/".into()]));
    assert_eq!(of("which files are there?"), (List, vec![".".into()]));
    assert_eq!(of("What is in src/app.py?"), (File, vec!["src/app.py".into()]));
}

#[test]
fn finds_the_words_of_a_topic() {
    assert_eq!(understand("How does session expiry work?", &[]).terms, ["session", "expiry"]);
    assert_eq!(understand("Jak działa sprawdzanie?", &[]).terms, ["Jak", "działa", "sprawdzanie"]);
}

fn turn(question: &str, symbols: &[&str]) -> Turn {
    Turn {
        question: question.into(),
        answer: String::new(),
        symbols: symbols.iter().map(|symbol| (*symbol).to_owned()).collect(),
    }
}

#[test]
fn follows_up() {
    let history = [turn("Where is open_session defined?", &["flask.app.Flask", "flask.app.Flask.open_session"])];
    let open = vec!["flask.app.Flask.open_session".to_owned()];
    for (question, kind) in [
        ("and who calls it?", Callers),
        ("what does that call?", Callees),
        ("where is it defined", Where),
        ("How does this function work?", How),
        ("and its callers?", Callers),
        ("callees?", Callees),
    ] {
        let understood = understand(question, &history);
        assert_eq!((understood.kind, understood.names), (kind, open.clone()), "{question}");
    }
    let chained = [history[0].clone(), turn("and who calls it?", &["flask.app.Flask.open_session", "x.y"])];
    assert_eq!(understand("what does it call?", &chained).names, open);
    let same = understand("and what about save_session?", &history);
    assert_eq!((same.kind, same.names), (Where, vec!["save_session".into()]));
    // Without an earlier turn there is nothing "it" could mean.
    assert!(understand("who calls it?", &[]).names.is_empty());
}

#[test]
fn a_pronoun_means_the_noun_of_its_own_question_first() {
    let history = [turn("Where is open_session defined?", &["flask.app.Flask.open_session"])];
    let open = "flask.app.Flask.open_session";
    for (question, kind, names) in [
        ("Does it support `Blueprint`, and how do I enable it?", How, vec![open, "Blueprint"]),
        ("How does `save_session` work, and who calls it?", Callers, vec!["save_session"]),
        ("What does save_session do? Who calls it?", Callers, vec!["save_session"]),
        ("Where is `Router` and what are its callers?", Callers, vec!["Router"]),
        ("What does `Config` do with its keys?", What, vec!["Config"]),
        ("how does caching work, and where are they cleared?", Explain, vec!["caching"]),
        ("Sessions: how do they expire?", Explain, vec![]),
        // What is no noun of this question leaves the turn before.
        ("Does `Router` call it?", Reach, vec!["Router", open]),
        ("Thanks, and who calls it?", Callers, vec![open]),
        ("I want to know who calls it", Callers, vec![open]),
        ("Summarize what it calls", Callees, vec![open]),
        ("How do I enable it?", How, vec![open]),
        ("who calls it, and what does it return?", TypeOf, vec![open]),
    ] {
        let understood = understand(question, &history);
        let last = understood.also.as_deref().unwrap_or(&understood).clone();
        assert_eq!((last.kind, last.names), (kind, names.iter().map(|n| (*n).to_owned()).collect()), "{question}");
    }
    let alone = understand("Where is `foo` defined and who calls it?", &[]);
    assert_eq!((alone.kind, &alone.names), (Where, &vec!["foo".to_owned()]));
    let also = alone.also.unwrap();
    assert_eq!((also.kind, also.names), (Callers, vec!["foo".to_owned()]));
    let possible = understand("Is it possible to disable sessions?", &history);
    assert!(!possible.terms.iter().any(|term| term == open), "{possible:?}");
    let topic = understand("Does it support streaming, and how do I enable it?", &history);
    assert_eq!(topic.terms, [open, "support", "streaming", "enable"]);
}

#[test]
fn a_long_conversation_is_read_turn_by_turn() {
    let mut history = vec![turn("Where is open_session defined?", &["flask.app.Flask.open_session"])];
    history.extend((0..500).map(|_| turn("and what about it?", &[])));
    assert_eq!(understand("who calls it?", &history).names, ["flask.app.Flask.open_session"]);
}

#[test]
fn what_an_answer_named_first_is_not_meant_by_it_beside_a_topic() {
    let history = [turn("Where are keywords checked?", &["sql.Lexer.is_keyword"])];
    let names = |question: &str| understand(question, &history).names;
    assert!(names("How does it decide where one statement ends and the next begins?").is_empty());
    assert_eq!(names("Who calls it?"), ["sql.Lexer.is_keyword"]);
    let named = [turn("What does is_keyword do?", &["sql.Lexer.is_keyword"])];
    assert!(!understand("How does it decide that a word begins a statement?", &named).names.is_empty());
}

#[test]
fn a_word_that_says_which_kind_is_meant_is_no_name() {
    for question in [
        "How does it choose the runner for a test class?",
        "How is the temporary folder removed?",
        "What happens when a watched directory is deleted?",
    ] {
        let question = understand(question, &[]);
        assert_eq!((question.names.len(), question.paths.len()), (0, 0), "{question:?}");
    }
    assert_eq!(asked("What does the dispatch function do?"), (What, vec!["dispatch".to_owned()]));
}

#[test]
fn an_example_is_not_what_is_asked_about() {
    assert_eq!(asked("Where are transport names such as 'redis' mapped to their classes?"), (Explain, vec![]));
}

#[test]
fn a_plain_word_among_others_is_a_topic() {
    assert_eq!(asked("where are the wildcards of topic exchanges turned into patterns?"), (Explain, vec![]));
    assert_eq!(asked("where is dispatch in the code"), (Where, vec!["dispatch".to_owned()]));
}

#[test]
fn anything_is_no_name() {
    assert_eq!(asked("Does anything call reserveArrayBuffer?"), (Used, vec!["reserveArrayBuffer".to_owned()]));
}

#[test]
fn what_fails_may_be_named_by_words_alone() {
    for (question, kind) in [
        ("Which errors can applying patches throw?", Kind::Fails),
        ("Which errors can be thrown when I close with a code?", Kind::Fails),
        ("When does setting the characters of a spinner panic?", Kind::Fails),
        ("What errors can it throw?", Kind::ListAll),
    ] {
        let asked = understand(question, &[]);
        assert_eq!((asked.kind, asked.names.len()), (kind, 0), "{question}");
    }
}

#[test]
fn what_it_does_is_a_word_of_the_topic() {
    let asked = understand("How does it find the handler for a URL?", &[]);
    assert_eq!((asked.kind, asked.terms), (Kind::Explain, vec!["find".into(), "handler".into(), "URL".to_owned()]));
    assert_eq!(understand("Where can I find the handler?", &[]).names, ["handler"]);
}

#[test]
fn a_noun_of_code_before_another_says_which_it_is() {
    let terms = |question: &str| understand(question, &[]).terms;
    assert_eq!(terms("How does the file system transport store messages?")[..3], ["file", "system", "transport"]);
    assert!(!terms("What does a class extend unless I choose one?").contains(&"class".to_owned()));
    assert_eq!(terms("Why is a really long line shown without colors?")[1..3], ["long", "line"]);
    assert!(!terms("How long does a line stay open?").contains(&"long".to_owned()));
    assert!(!terms("Which file parses headers?").contains(&"file".to_owned()));
}

#[test]
fn the_repository_may_be_what_is_named() {
    let read = |question: &str| understand_of(question, &[], &["monolog".to_owned()]);
    let whole = read("What is Monolog and what are its main parts?");
    assert_eq!((whole.kind, whole.also.is_some()), (Kind::Overview, false));
    let alone = read("What is Monolog?");
    assert_eq!((alone.kind, alone.names_repository), (Kind::What, true));
    assert!(!read("What is Logger?").names_repository);
}

#[test]
fn those_that_do_something_are_no_list_of_all() {
    for question in ["Which classes write to a socket?", "Which handlers send mail?"] {
        assert_eq!(understand(question, &[]).survey, None, "{question}");
    }
    for question in
        ["Which classes are there?", "Which classes extend `Handler`?", "Which handlers are registered in app.py?"]
    {
        assert!(understand(question, &[]).survey.is_some(), "{question}");
    }
}
