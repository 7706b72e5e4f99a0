//! What one could ask next: about what an answer cites, by the form of the question.

use super::{RunState, RunView};
use code_words::path::is_test;
use protocol::{Evidence, EvidenceKind};

/// Most questions.
const MOST: usize = 3;

/// What a question asks for, as far as that decides what is asked after its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// How one more of something is added: the answer cites those that there are.
    HowToAdd,
    /// The default of an option: the answer cites values, and code that sets them.
    Default,
    /// Two of something beside each other.
    Comparison,
    Calls,
    List,
    Other,
}

/// What can be asked of something cited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Callable,
    Type,
    Value,
}

/// Questions that the answer of a finished run leads to, best first; none where it cites nothing that one can ask about.
pub fn next_questions(view: &RunView) -> Vec<String> {
    if view.state != RunState::Done {
        return Vec::new();
    }
    let asked = view.question.to_lowercase();
    let form = form(&asked);
    let subjects = subjects(view);
    let (values, named): (Vec<_>, Vec<_>) = subjects.into_iter().partition(|(_, kind)| *kind == Kind::Value);
    let mut next = match form {
        Form::HowToAdd => after_how_to_add(&named),
        Form::Default => after_default(&named, &values),
        Form::Comparison => after_comparison(&asked, &named),
        // What a list names is often called by no code at all, such as a route's handler.
        Form::List => {
            named.iter().take(2).map(|(name, kind)| explain(name, *kind)).chain(tests(&asked, &named)).collect()
        }
        Form::Calls | Form::Other => after_other(&asked, form, &named),
    };
    if next.is_empty() && matches!(form, Form::List | Form::Default) {
        next = files(view).into_iter().map(|path| format!("What is in {path}?")).collect();
    }
    next.retain(|question| question.to_lowercase() != asked);
    next.truncate(MOST);
    next
}

fn form(asked: &str) -> Form {
    let words: Vec<&str> = asked.split(|letter: char| !letter.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
    let has = |any: &[&str]| words.iter().any(|word| any.contains(word));
    let asks_how = matches!(
        words.as_slice(),
        ["how", "do" | "can" | "could" | "would" | "should", "i" | "we" | "you" | "one", ..] | ["how", "to", ..]
    );
    if asks_how && has(&["add", "create", "define", "extend", "implement", "make", "new", "register", "write"]) {
        Form::HowToAdd
    } else if has(&["default", "defaults"]) {
        Form::Default
    } else if has(&["compare", "compared", "differ", "difference", "differences", "versus", "vs"]) {
        Form::Comparison
    // Of "callback" nothing is asked about calls.
    } else if has(&["call", "calls", "called", "caller", "callers", "callees"]) {
        Form::Calls
    } else if matches!(words.first(), Some(&("which" | "list"))) || asked.starts_with("where does it start") {
        Form::List
    } else {
        Form::Other
    }
}

type Subject = (String, Kind);

fn explain(name: &str, kind: Kind) -> String {
    match kind {
        Kind::Callable => format!("How does {name} work?"),
        Kind::Type => format!("What does {name} do?"),
        Kind::Value => format!("What is {name}?"),
    }
}

/// The tests of what is cited first, unless tests were asked for.
fn tests(asked: &str, named: &[Subject]) -> Option<String> {
    let (name, _) = named.first().filter(|_| !asked.contains("test"))?;
    Some(format!("Which tests cover {name}?"))
}

/// Those that there are: how one works, where others are, how they are tested.
fn after_how_to_add(named: &[Subject]) -> Vec<String> {
    let Some((name, kind)) = named.first() else { return Vec::new() };
    let others = match kind {
        Kind::Type => format!("What implements {name}?"),
        Kind::Callable | Kind::Value => format!("Who calls {name}?"),
    };
    vec![format!("How does {name} work?"), others, format!("Which tests cover {name}?")]
}

/// Who passes the option on, and the other values of its name.
fn after_default(named: &[Subject], values: &[Subject]) -> Vec<String> {
    let callers =
        named.iter().filter(|(_, kind)| *kind == Kind::Callable).map(|(name, _)| format!("Who calls {name}?"));
    let values = values.iter().map(|(name, kind)| explain(name, *kind));
    let types = named.iter().filter(|(_, kind)| *kind == Kind::Type).map(|(name, kind)| explain(name, *kind));
    callers.take(2).chain(values).chain(types).collect()
}

/// The same question of both.
fn after_comparison(asked: &str, named: &[Subject]) -> Vec<String> {
    let is_compared = |(name, _): &&Subject| {
        let name = name.to_lowercase();
        asked.contains(&name) || name.rsplit('.').next().is_some_and(|last| asked.contains(last))
    };
    let both: Vec<Subject> = named.iter().filter(is_compared).take(2).cloned().collect();
    let of = |(name, kind): &Subject| match kind {
        Kind::Callable => format!("Who calls {name}?"),
        Kind::Type | Kind::Value => format!("How does {name} work?"),
    };
    both.iter().map(of).chain(tests(asked, &both)).collect()
}

fn after_other(asked: &str, form: Form, named: &[Subject]) -> Vec<String> {
    let mut next = Vec::new();
    if let Some((name, kind)) = named.first() {
        if *kind == Kind::Callable && form != Form::Calls {
            next.push(format!("Who calls {name}?"));
        } else if !asked.contains("work") && !asked.contains("what does") {
            next.push(format!("What does {name} do?"));
        }
    }
    next.extend(tests(asked, named));
    next.extend(named.iter().skip(1).map(|(name, _)| format!("What does {name} do?")));
    next
}

/// What the answer cites, by the names that people use; each once, in the order of the answer.
fn subjects(view: &RunView) -> Vec<Subject> {
    let mut subjects: Vec<Subject> = Vec::new();
    let cited = view.citations.iter().filter_map(|citation| view.evidence.get(&citation.id));
    for evidence in cited.filter(|evidence| !is_test(&evidence.path)) {
        let Some(subject) = subject(evidence) else { continue };
        if !subjects.contains(&subject) {
            subjects.push(subject);
        }
    }
    subjects
}

/// The files that the answer cites, each once.
fn files(view: &RunView) -> Vec<&str> {
    let mut files: Vec<&str> = Vec::new();
    for citation in view.citations.iter().filter(|citation| !is_test(&citation.path)) {
        if !files.contains(&citation.path.as_str()) {
            files.push(&citation.path);
        }
    }
    files
}

fn subject(evidence: &Evidence) -> Option<Subject> {
    use EvidenceKind::{Class, Constructor, Enum, Field, Function, Interface, Method, Variable};
    let mut parts = evidence.symbol.as_deref()?.rsplit('.');
    let name = parts.next().filter(|name| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_'))?;
    match evidence.kind {
        Function => Some((name.to_owned(), Kind::Callable)),
        Method | Constructor => Some((format!("{}.{name}", parts.next()?), Kind::Callable)),
        Class | Interface | Enum => Some((name.to_owned(), Kind::Type)),
        Variable | Field => Some((name.to_owned(), Kind::Value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{Citation, SpanCheck};
    use std::sync::Arc;

    fn view(question: &str, cited: &[(&str, &str, EvidenceKind)]) -> RunView {
        let mut view = RunView { question: question.to_owned(), state: RunState::Done, ..RunView::default() };
        for (number, (path, symbol, kind)) in (1..).zip(cited) {
            let id = format!("e{number}");
            let (symbol, kind) = (Some((*symbol).to_owned()), *kind);
            let evidence = Evidence { symbol: symbol.clone(), kind, ..Evidence::of_lines(id.clone(), *path, 1, 2) };
            view.evidence.insert(id.clone(), Arc::new(evidence));
            let (path, check) = ((*path).to_owned(), SpanCheck::Verified);
            view.citations.push(Citation { number, id, path, start_line: 1, end_line: 2, symbol, check, commit: None });
        }
        view
    }

    #[test]
    fn what_an_answer_cites_is_asked_about_next() {
        use EvidenceKind::{Class, Method, Text};
        let cited = [
            ("shop/orders.py", "shop.orders.Order.submit", Method),
            ("tests/test_orders.py", "tests.test_orders.Fake.submit", Method),
            ("README.md", "readme", Text),
            ("shop/payments.py", "shop.payments.Gateway", Class),
        ];
        let about = |question| next_questions(&view(question, &cited));
        assert_eq!(
            about("Where is submit defined?"),
            ["Who calls Order.submit?", "Which tests cover Order.submit?", "What does Gateway do?"]
        );
        assert_eq!(
            about("Who calls submit?"),
            ["What does Order.submit do?", "Which tests cover Order.submit?", "What does Gateway do?"]
        );
        assert_eq!(next_questions(&view("What is this?", &[("README.md", "readme", Text)])), [""; 0]);
    }

    #[test]
    fn what_a_list_names_is_explained() {
        use EvidenceKind::Function;
        let cited = [("api.py", "api.list_orders", Function), ("api.py", "api.pay", Function)];
        let after = |question| next_questions(&view(question, &cited)).swap_remove(0);
        assert_eq!(after("Which routes are there?"), "How does list_orders work?");
        assert_eq!(after("Which functions call pay?"), "What does list_orders do?");
        assert_eq!(after("How is the callback registered?"), "Who calls list_orders?");
    }

    #[test]
    fn a_list_of_what_has_no_name_leads_to_its_files() {
        use EvidenceKind::Text;
        let cited = [("server.js", "", Text), ("server.js", "", Text), ("admin.js", "", Text)];
        assert_eq!(
            next_questions(&view("Which routes are there?", &cited)),
            ["What is in server.js?", "What is in admin.js?"]
        );
    }

    #[test]
    fn after_how_something_is_added_those_that_there_are_come_next() {
        use EvidenceKind::{Class, Function};
        let types = [("plugins.py", "plugins.AuthPlugin", Class), ("plugins.py", "plugins.Basic", Class)];
        assert_eq!(
            next_questions(&view("How do I add a plugin?", &types)),
            ["How does AuthPlugin work?", "What implements AuthPlugin?", "Which tests cover AuthPlugin?"]
        );
        let call = [("hooks.js", "hooks.addHook", Function)];
        assert_eq!(
            next_questions(&view("How to register a new hook?", &call)),
            ["How does addHook work?", "Who calls addHook?", "Which tests cover addHook?"]
        );
        // Nothing is added here.
        assert_eq!(next_questions(&view("How do I run it?", &call))[0], "Who calls addHook?");
    }

    #[test]
    fn after_a_default_come_its_users_and_the_other_values() {
        use EvidenceKind::{Field, Function, Module};
        let cited = [
            ("cli.py", "cli", Module),
            ("status.py", "status.Exit.ERROR_TIMEOUT", Field),
            ("client.py", "client.send", Function),
        ];
        assert_eq!(
            next_questions(&view("What is the default timeout?", &cited)),
            ["Who calls send?", "What is ERROR_TIMEOUT?"]
        );
        assert_eq!(next_questions(&view("What is the default timeout?", &cited[..1])), ["What is in cli.py?"]);
    }

    #[test]
    fn after_a_comparison_both_are_asked_about() {
        use EvidenceKind::{Class, Function};
        let cited = [("a.py", "a.Json", Class), ("a.py", "a.Base", Class), ("a.py", "a.Xml", Class)];
        assert_eq!(
            next_questions(&view("What is the difference between Json and Xml?", &cited)),
            ["How does Json work?", "How does Xml work?", "Which tests cover Json?"]
        );
        let cited = [("a.py", "a.load", Function), ("a.py", "a.loads", Function)];
        assert_eq!(
            next_questions(&view("load vs loads", &cited)),
            ["Who calls load?", "Who calls loads?", "Which tests cover load?"]
        );
    }

    #[test]
    fn the_question_itself_is_none() {
        let cited = [("a.py", "a.Lamp", EvidenceKind::Class), ("a.py", "a.Shade", EvidenceKind::Class)];
        assert_eq!(next_questions(&view("What does shade do?", &cited)), ["Which tests cover Lamp?"]);
    }
}
