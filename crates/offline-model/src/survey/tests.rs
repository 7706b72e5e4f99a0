use super::super::question::understand;
use super::*;

fn read(question: &str) -> String {
    let question = understand(question, &[]);
    match question.survey {
        Some(Asked { list, of, .. }) => {
            format!("{:?} {list} {}", question.kind, of.unwrap_or_default()).trim().to_owned()
        }
        None => "-".to_owned(),
    }
}

#[test]
fn knows_which_list_is_asked_for() {
    for (question, expected) in [
        ("list all routes", "ListAll routes"),
        ("what endpoints are there?", "ListAll routes"),
        ("Which environment variables does it read?", "ListAll environment"),
        ("what env vars does this project use", "ListAll environment"),
        ("show every subclass of `Base`", "ListAll subtypes Base"),
        ("show me all the subclasses of HTTPException", "ListAll subtypes HTTPException"),
        ("which classes implement Serializer?", "ListAll subtypes Serializer"),
        ("what errors can this library raise?", "ListAll errors"),
        ("how many tests are there?", "ListAll tests"),
        ("list the tests in tests/cart", "ListAll tests tests/cart"),
        ("Which types can a token have?", "ListAll members types of token"),
        ("are there any TODOs?", "ListAll todos"),
        ("what CLI commands does it have", "ListAll commands"),
        ("what are the command-line options?", "ListAll options"),
        ("What does --dry-run do?", "ListAll options --dry-run"),
        ("what is the `--jobs` flag for", "ListAll options --jobs"),
        ("How does --exec run commands?", "-"),
        ("list all routes in src/api", "ListAll routes src/api"),
        ("what is the public API?", "ListAll public_api"),
        ("where are the entry points?", "ListAll entry_points"),
        ("what does this project depend on?", "ListAll dependencies"),
        ("which npm packages does it need?", "ListAll dependencies"),
        ("what libraries does this project require?", "ListAll dependencies"),
        ("how do I run the tests?", "ListAll scripts"),
        ("how do I build this project", "ListAll scripts"),
        ("List all events that are emitted", "ListAll events"),
        ("What events are emitted?", "ListAll events"),
        ("Which events does Watcher emit?", "ListAll events Watcher"),
        ("Which events does a watcher emit?", "ListAll events watcher"),
    ] {
        assert_eq!(read(question), expected, "{question}");
    }
}

#[test]
fn knows_what_is_asked_of_the_whole() {
    for question in [
        "what is this project?",
        "explain the architecture",
        "give me an overview",
        "how is this organised?",
        "How is the code structured?",
        "what does this repository do?",
        "what are the main parts of this codebase?",
        "what is this?",
        "give me a high-level overview of the project",
        "describe the architecture of this codebase",
        "explain this codebase",
        "Explain how this database is put together.",
        "What is the overall design of this parser?",
    ] {
        assert_eq!(read(question), "Overview overview", "{question}");
    }
}

#[test]
fn knows_additions_and_users_of_packages() {
    for (question, expected) in [
        ("how do I add a new command?", "Add family command"),
        ("how do I write a middleware?", "Add family middleware"),
        ("how do I implement a storage backend?", "Add family storage backend"),
        ("How would I add another session interface to this?", "Add family session interface"),
        ("how to create a custom converter", "Add family converter"),
        ("what imports requests?", "Package dependencies requests"),
        ("which files import `click`?", "Package dependencies click"),
        ("where is click imported?", "Package dependencies click"),
        ("what depends on the package itsdangerous?", "Package dependencies itsdangerous"),
        ("what depends on click", "Package dependencies click"),
        ("what uses the blinker library?", "Package dependencies blinker"),
    ] {
        assert_eq!(read(question), expected, "{question}");
    }
}

#[test]
fn leaves_other_questions_alone() {
    for question in [
        "what does route do?",
        "how do hooks work?",
        "how are routes matched?",
        "who calls add_url_rule?",
        "where is `routes` defined?",
        "where are migrations run?",
        "Where are commands parsed before they start?",
        "what does `open_session` depend on?",
        "what uses dispatch?",
        "how does the architecture handle errors?",
        "what is in src/",
        "How is this option parsed?",
        "Which tests check reloading?",
        "what happens when a test fails",
        "how do I create a session?",
        "what is Flask?",
        "which function handles errors",
        "what happens when a value depends on itself?",
        "What happens if I add a schema with an id that already exists?",
        "Which specs cover deep_fetch?",
    ] {
        assert_eq!(read(question), "-", "{question}");
    }
}

#[test]
fn knows_what_has_the_members_that_are_asked_for() {
    for (question, expected) in [
        ("Which strings are accepted as true?", "ListAll members strings of true"),
        ("What strings does ParseLevel understand?", "ListAll members strings of ParseLevel"),
        ("Which units can the precision of a TimeDelta have?", "ListAll members units of precision TimeDelta"),
        ("Which types does the schema map by TYPE_MAPPING?", "ListAll types TYPE_MAPPING"),
        ("Which settings can an Arg have (ArgSettings)?", "ListAll members settings of ArgSettings"),
        ("What are the states of the parser's ParseState?", "ListAll members states of ParseState"),
        ("Which style methods does Help have?", "ListAll members style methods of Help"),
        ("Show me all styles one can set in Styles", "ListAll members styles of Styles"),
        ("What are the sources a value can have?", "ListAll members sources of value"),
        ("What does Config contain?", "ListAll members members of Config"),
        ("What is in a Session?", "ListAll members members of Session"),
        ("List all kinds of error", "ListAll members kinds of error"),
        ("What kinds of errors can it return?", "ListAll members sorts alone of errors"),
        ("What kinds of values can a setting have?", "ListAll members sorts alone of values"),
        ("Which file formats are supported?", "ListAll members file formats"),
        ("Which cargo features are on by default?", "ListAll members features of default"),
        ("Which Cargo features can be switched on?", "ListAll features"),
        ("What feature flags does it have?", "ListAll features"),
        ("Which features does the crate have?", "ListAll features"),
        ("Which optional features does tower-http have?", "ListAll features tower-http"),
        ("Which extras can I install?", "ListAll features"),
        ("What are the choices for what a bar does when it is finished?", "ListAll members choices of bar finished"),
        ("What are the reasons an entry can be removed for?", "ListAll members choices of reasons entry removed"),
        ("List the options of the file transport.", "ListAll members options of file transport"),
        ("List the config file names that are looked for", "ListAll members config file names"),
        ("Which predefined formats are there?", "ListAll members predefined formats"),
        ("What callsite parameters can be added?", "ListAll members callsite parameters"),
        ("Which options can be given to NewWithOptions?", "ListAll members options of NewWithOptions"),
        ("List all exported error variables", "ListAll errors"),
        ("Which types of value can come out of the database?", "ListAll members kinds of value"),
        ("In which ways can a transaction be begun?", "ListAll members ways of transaction"),
        ("What are my options for storing jobs?", "ListAll members jobs storing"),
        ("Which log levels are there, and what number does each have?", "ListAll members log levels"),
        ("Which options can go in class Meta of a schema?", "ListAll members options of Meta"),
        ("What ready-made time functions does it have?", "ListAll members time functions"),
        ("What other packages get installed along with it?", "ListAll dependencies"),
        ("How do I write a middleware of my own?", "Add family middleware"),
        ("How do I plug in a metrics system of my own?", "Add family metrics system"),
        ("List every cargo feature", "ListAll features"),
        ("What dev dependencies does it have?", "ListAll members dev dependencies"),
        ("Which interfaces does the package define?", "ListAll types interface"),
        ("Which modules does go.mod require?", "ListAll dependencies"),
        ("What uses golang.org/x/sys/unix?", "Package dependencies golang.org/x/sys/unix"),
        ("Which files use simplejson?", "Package dependencies simplejson"),
    ] {
        assert_eq!(read(question), expected, "{question}");
    }
}

#[test]
fn knows_lists_behind_any_verb_and_preposition() {
    for (question, expected) in [
        ("Which functions can I import from the package?", "ListAll public_api"),
        ("In which states can a connection be?", "ListAll members states of connection"),
        ("Which loggers does it write to?", "ListAll members loggers"),
        ("What options can I give the server?", "ListAll members options of server"),
        ("Which HTTP methods can a request handler answer?", "ListAll members HTTP methods of request handler"),
        ("Which error codes are there for malformed messages?", "ListAll members error codes"),
        ("Which formatters are included?", "ListAll members formatters"),
        ("Which descriptors like @daily are supported?", "ListAll members descriptors"),
        ("What can I set on a `Parameter`?", "ListAll members options of Parameter"),
        ("Which options control strict mode?", "ListAll members strict mode options"),
        ("What exceptions does tenacity define?", "ListAll errors tenacity"),
        ("List all extensions.", "ListAll members extensions"),
        ("Which tests cover the rate limit?", "ListAll tests rate limit"),
        ("Which tests cover the system clock going backwards?", "ListAll tests system clock going backwards"),
        ("which tests cover the match blocks of the config file?", "ListAll tests match blocks of config"),
    ] {
        assert_eq!(read(question), expected, "{question}");
    }
    let open = understand("Which loggers does it write to?", &[]);
    assert!(open.survey.is_some_and(|asked| asked.may_be_other));
}

#[test]
fn what_is_added_is_the_thing_and_not_the_way_or_a_piece_of_it() {
    for (question, expected) in [
        ("How do I add my own way of choosing the protocol?", "Add family protocol"),
        ("How do I add a reusable piece of a page, a UI module?", "Add family UI module"),
        ("How do I add a new kind of wire message between nodes?", "Add family wire message"),
    ] {
        assert_eq!(read(question), expected, "{question}");
    }
}

#[test]
fn how_something_is_found_out_asks_for_no_list() {
    for question in [
        "How does it find out which imports a generated file needs?",
        "Where are the flags that exclude each other checked?",
    ] {
        assert_eq!(read(question), "-", "{question}");
    }
}

#[test]
fn forms_in_which_something_is_done_may_be_in_the_table_of_what_does_it() {
    let instead = |question: &str| understand(question, &[]).survey.and_then(|asked| asked.instead?.1);
    let exported = "Which formats can scraped data be exported to?";
    assert_eq!(instead(exported).as_deref(), Some("doers of exported"));
    assert_eq!(instead("Which formats can it decode?").as_deref(), Some("doers of decode"));
    assert_eq!(instead("Which users can be exported?"), None);
    assert_eq!(instead("Which formats does it support?"), None);
}
