//! `intent-router` with the offline model over the fixture `shop`: what a request is for is read by rules, questions are answered
//! with citations, exact edits are made and taken back, preferences are remembered; the rest is declined in words.

mod support;

use agent::memory::{InMemoryFiles, MemoryStore as _, Scope, StoredMemory};
use agent::{ActingServices, Agent, Controls, Question, RunEnd, StoredRun};
use change_set::{ChangeSet, Overlay};
use codebase::Reader;
use expect_test::expect;
use fixtures::{SHOP, codebase};
use futures::executor::block_on;
use model::scripted::NoWait;
use offline_model::OfflineModel;
use protocol::{Approval, AskOptions, Event, Turn};
use source::RepoPath;
use state_graph::{CheckpointStore, MemoryStore};
use std::rc::Rc;
use support::{answered, question, ticks};

struct Conversation {
    reader: Reader,
    store: Rc<MemoryStore>,
    memory: Rc<StoredMemory<InMemoryFiles>>,
    turns: Vec<Turn>,
}

struct Said {
    markdown: String,
    kinds: Vec<String>,
    changes: ChangeSet,
}

impl Conversation {
    fn new() -> Self {
        let (store, memory) = (Rc::default(), Rc::new(StoredMemory::in_memory()));
        Self { reader: Reader::whole(codebase(SHOP)), store, memory, turns: Vec::new() }
    }

    /// The next request; every call that is asked about is allowed.
    fn ask(&mut self, text: &str) -> Said {
        let (model, store) = (OfflineModel::new(), Rc::clone(&self.store) as Rc<dyn CheckpointStore>);
        let services =
            ActingServices { memory: Some(self.memory.clone()), attended: true, ..ActingServices::default() };
        let agent = Agent::over(&self.reader, &model, ticks(), Rc::new(NoWait), Rc::clone(&store));
        let agent = agent.acting_with(&self.reader, services);
        let run = format!("run-{}", self.turns.len());
        let after = self.turns.len().checked_sub(1).map(|last| format!("run-{last}"));
        let options = AskOptions { agent: "intent-router".to_owned(), ..AskOptions::default() };
        let conversation = after.as_ref().map(|_| "run-0".to_owned());
        let asked =
            Question { run: run.clone(), after, conversation, history: self.turns.clone(), ..question(text, options) };
        let mut kinds = Vec::new();
        let mut on = |event: protocol::TimedEvent| {
            if let Event::Classified { kind, .. } = event.event {
                kinds.push(kind);
            }
        };
        let mut end = block_on(agent.ask(asked, &Controls::default(), &mut on));
        let log = || block_on(store.read(&run)).unwrap().unwrap();
        while let Ok(RunEnd::Awaiting(_)) = end {
            let allowed = StoredRun::read(&log()).unwrap().proposed_calls().into_iter().map(|call| call.id).collect();
            let approval = Approval { allowed, ..Approval::default() };
            end = block_on(agent.resume(&run, Some(approval.into()), &Controls::default(), &mut on));
        }
        let markdown = answered(end).markdown;
        let turn = Turn { question: text.to_owned(), answer: markdown.clone(), symbols: Vec::new() };
        self.turns.push(turn);
        Said { markdown, kinds, changes: StoredRun::read(&log()).unwrap().proposed_changes().unwrap() }
    }
}

fn text(changes: &ChangeSet, path: &str) -> Option<String> {
    match changes.read(&RepoPath::parse(path).unwrap()) {
        Overlay::Changed { text, .. } => Some(text.to_string()),
        _ => None,
    }
}

#[test]
fn a_question_is_answered_with_citations() {
    let said = Conversation::new().ask("What does total_price do?");
    assert_eq!(said.kinds, ["read"]);
    expect![[r#"
        `total_price` is a function at `shop/pricing.py:4`. Sum of all lines after discounts. [[1]]

        Signature: `def total_price(lines)` [[1]]

        `shop/pricing.py:4` [[1]]:

        ```python
        def total_price(lines):
            return sum(line.price for line in lines) - discount(lines)
        ```

        `total_price` calls:

        - `discount` at `shop/pricing.py:6` [[2]]

        1 place calls `total_price`:

        - `Order.submit` at `shop/orders.py:15` (proven, by import): `return gateway.charge(self.customer, total_price(self.lines))` [[3]]

        _Extractive answer: put together from the code by rules, without a language model._
    "#]].assert_eq(&said.markdown);
}

#[test]
fn an_exact_edit_is_made_and_taken_back() {
    let mut conversation = Conversation::new();
    let pricing = |said: &Said| text(&said.changes, "shop/pricing.py").unwrap_or_default();
    let said = conversation.ask(r#"replace "discount" with "rebate" in shop/pricing.py"#);
    assert_eq!(said.kinds, ["edit"]);
    assert!(pricing(&said).contains("def rebate(lines)"), "{}", said.markdown);
    assert!(said.markdown.contains("Not verified: nothing runs programs here."), "{}", said.markdown);
    let said = conversation.ask("append \"# end\" to shop/pricing.py");
    assert!(pricing(&said).ends_with("# end\n"), "{}", said.markdown);
    let said = conversation.ask("undo that");
    assert!(pricing(&said).contains("rebate") && !pricing(&said).ends_with("# end\n"), "{}", said.markdown);
    assert!(conversation.ask("undo").changes.is_empty());
    assert!(conversation.ask("undo").markdown.starts_with("Nothing was taken back"));
}

#[test]
fn lines_and_documentation_are_edited_where_they_are() {
    let mut conversation = Conversation::new();
    let said = conversation.ask("insert \"import os\" at line 1 of shop/pricing.py");
    assert!(
        text(&said.changes, "shop/pricing.py").is_some_and(|text| text.starts_with("import os\n")),
        "{}",
        said.markdown
    );
    let said = conversation.ask("add a docstring to discount");
    assert_eq!(said.kinds, ["edit"]);
    assert!(said.changes.iter().any(|(_, overlay)| matches!(overlay, Overlay::Changed { text, .. } if text.contains("TODO: document `discount`"))), "{}", said.markdown);
}

#[test]
fn preferences_are_remembered_beside_what_the_request_is_for() {
    let mut conversation = Conversation::new();
    let said = conversation.ask("Always add docstrings");
    assert_eq!(said.kinds, ["profile"]);
    assert!(said.markdown.contains("add_docstrings: yes"), "{}", said.markdown);
    let said = conversation.ask("Never write comments. move web/money.ts to web/amount.ts");
    assert_eq!((said.kinds.as_slice(), said.changes.len()), (["edit".to_owned()].as_slice(), 2));
    let stored = block_on(conversation.memory.list(Scope::Person)).unwrap();
    let keys: Vec<&str> = stored.iter().map(|entry| entry.key.as_str()).collect();
    assert_eq!(keys, ["preference.add_docstrings", "preference.write_comments"]);
}

#[test]
fn what_needs_a_language_model_is_said() {
    let said = Conversation::new().ask("fix the rounding of prices");
    assert_eq!(said.kinds, ["edit"]);
    assert!(said.markdown.starts_with("This needs a language model") && said.changes.is_empty(), "{}", said.markdown);
    let said = Conversation::new().ask("run the tests");
    assert_eq!(said.kinds, ["run_command"]);
    assert!(said.markdown.starts_with("Nothing ran: nothing runs programs here."), "{}", said.markdown);
}
