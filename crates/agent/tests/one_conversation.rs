//! Every agent in one conversation, one after the other, each with what the ones before it left: proposed changes, questions and
//! answers, files, and what the person prefers. Without a language model, over the fixture `shop`.

mod support;

use agent::memory::{ConversationMemory, InMemoryFiles, MemoryStore as _, Scope, StoredMemory};
use agent::{ActingServices, Agent, AgentKind, Answer, Controls, IntentRouterState, Question, RunEnd, StoredRun};
use change_set::{ChangeSet, Overlay};
use codebase::Reader;
use fixtures::{SHOP, codebase};
use futures::executor::block_on;
use model::scripted::NoWait;
use offline_model::OfflineModel;
use protocol::{Approval, AskOptions, Turn};
use source::RepoPath;
use state_graph::{CheckpointStore, History, MemoryStore};
use std::rc::Rc;
use support::{answered, question, ticks};

struct Conversation {
    reader: Reader,
    store: Rc<MemoryStore>,
    memory: Rc<StoredMemory<InMemoryFiles>>,
    turns: Vec<Turn>,
}

impl Conversation {
    /// The next request, by a process of its own; every call that is asked about is allowed.
    fn ask(&mut self, agent: &str, text: &str) -> (Answer, ChangeSet) {
        let (model, store) = (OfflineModel::new(), Rc::clone(&self.store) as Rc<dyn CheckpointStore>);
        let services =
            ActingServices { memory: Some(self.memory.clone()), attended: true, ..ActingServices::default() };
        let working = Agent::over(&self.reader, &model, ticks(), Rc::new(NoWait), Rc::clone(&store));
        let working = working.acting_with(&self.reader, services);
        let run = format!("run-{}", self.turns.len());
        let after = self.turns.len().checked_sub(1).map(|last| format!("run-{last}"));
        let conversation = after.as_ref().map(|_| "run-0".to_owned());
        let options = AskOptions { agent: agent.to_owned(), ..AskOptions::default() };
        let asked =
            Question { run: run.clone(), after, conversation, history: self.turns.clone(), ..question(text, options) };
        let mut end = block_on(working.ask(asked, &Controls::default(), |_| {}));
        while let Ok(RunEnd::Awaiting(_)) = end {
            let stored = StoredRun::read(&self.log(&run)).unwrap();
            let allowed = stored.proposed_calls().into_iter().map(|call| call.id).collect();
            let approval = Approval { allowed, ..Approval::default() };
            end = block_on(working.resume(&run, Some(approval.into()), &Controls::default(), |_| {}));
        }
        let answer = answered(end);
        let turn = Turn { question: text.to_owned(), answer: answer.markdown.clone(), symbols: Vec::new() };
        self.turns.push(turn);
        (answer, StoredRun::read(&self.log(&run)).unwrap().proposed_changes().unwrap())
    }

    fn log(&self, run: &str) -> Vec<u8> {
        block_on(self.store.read(run)).unwrap().unwrap()
    }
}

/// What each agent is asked, and how many paths are touched afterwards.
fn request(kind: AgentKind) -> (&'static str, Option<usize>) {
    match kind {
        AgentKind::PlanReact => ("Who calls total_price?", None),
        AgentKind::ThreePhase => ("copy README.md to docs/README.md", Some(1)),
        AgentKind::IntentRouter => ("Always add docstrings. append \"# end\" to shop/pricing.py", Some(2)),
        AgentKind::PlanReview => (r#"replace "EUR" with "USD" in web/money.ts"#, Some(3)),
        AgentKind::ToolRouter => ("What does add_tax do?", Some(3)),
    }
}

#[test]
fn every_agent_goes_on_where_the_one_before_it_stopped() {
    let memory = Rc::new(StoredMemory::in_memory());
    let reader = Reader::whole(codebase(SHOP));
    let mut conversation = Conversation { reader, store: Rc::default(), memory, turns: Vec::new() };
    for kind in AgentKind::ALL {
        let (text, touched) = request(*kind);
        let (answer, changes) = conversation.ask(kind.name(), text);
        if let Some(touched) = touched {
            assert_eq!(changes.len(), touched, "{}: {}", kind.name(), answer.markdown);
        } else {
            assert!(!answer.citations.is_empty(), "{}: {}", kind.name(), answer.markdown);
        }
    }
    // The chat comes back, and knows what was said and done meanwhile.
    let (answer, changes) = conversation.ask("intent-router", "undo that");
    assert!(answer.markdown.contains("web/money.ts"), "{}", answer.markdown);
    let pricing = changes.read(&RepoPath::parse("shop/pricing.py").unwrap());
    assert!(matches!(pricing, Overlay::Changed { text, .. } if text.ends_with("# end\n")) && changes.len() == 2);
    let run = format!("run-{}", conversation.turns.len() - 1);
    let history = History::<IntentRouterState>::read(&conversation.log(&run)).unwrap();
    let state = history.state(history.head()).unwrap();
    assert_eq!(state.memory.preferences.get("add_docstrings"), Some(&true));
    assert!(state.read_files.iter().any(|path| path == "shop/pricing.py"));
    let kept = block_on(ConversationMemory::load(&*conversation.memory, "run-0")).unwrap();
    let asked: Vec<&str> = kept.qa.iter().map(|exchange| exchange.q.as_str()).collect();
    for kind in AgentKind::ALL {
        let (text, touched) = request(*kind);
        // What only reads keeps nothing; its turn is in the history of the others.
        assert_eq!(asked.contains(&text), touched.is_some(), "{}: {asked:?}", kind.name());
    }
    assert_eq!(block_on(conversation.memory.list(Scope::Person)).unwrap().len(), 1);
}
