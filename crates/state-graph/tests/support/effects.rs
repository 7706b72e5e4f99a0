//! Nodes whose effects on the outside are counted.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use state_graph::{Command, Node, NodeContext, NodeError, Route};

use super::work::{Note, Work, WorkUpdate};
use super::yields;

/// The outside, which outlives a killed process: which work was done how often.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effects {
    done: Rc<RefCell<BTreeMap<String, u32>>>,
    failed: Rc<RefCell<BTreeMap<String, u32>>>,
    /// How often each node gives way before it does its work.
    pub yields: u32,
}

impl Effects {
    pub fn new(yields: u32) -> Self {
        Self { yields, ..Self::default() }
    }

    /// A copy of how often what was done.
    pub fn done(&self) -> BTreeMap<String, u32> {
        self.done.borrow().clone()
    }

    fn note(&self, key: &str) {
        *self.done.borrow_mut().entry(key.to_owned()).or_default() += 1;
    }

    /// True the first time.
    fn fails_now(&self, key: &str) -> bool {
        let mut failed = self.failed.borrow_mut();
        let times = failed.entry(key.to_owned()).or_default();
        *times += 1;
        *times == 1
    }
}

/// Names a piece of work: the graph, the node, the superstep, how far the log had got, the argument.
fn key(state: &Work, cx: &NodeContext<'_, Work>) -> String {
    format!("{}{}@{}.{}#{}", state.tag, cx.node(), cx.step(), state.log.len(), state.value)
}

/// Does the work, and writes to most fields.
fn work(key: String, effects: &Effects, cx: &NodeContext<'_, Work>) -> WorkUpdate {
    effects.note(&key);
    cx.record(format!("did {key}"));
    WorkUpdate::new()
        .notes(Note::new(&key))
        .seen([(cx.node().to_owned(), cx.step())])
        .topic([key.clone()])
        .total(i64::from(cx.step()))
        .log([key])
}

pub fn worker(effects: &Effects) -> impl Node<Work> + use<> {
    let effects = effects.clone();
    async move |state: &Work, cx: &NodeContext<'_, Work>| {
        let key = key(state, cx);
        yields(effects.yields).await;
        Ok(work(key, &effects, cx))
    }
}

/// Asks so many questions one after the other, then works.
pub fn asker(effects: &Effects, questions: u32) -> impl Node<Work> + use<> {
    let effects = effects.clone();
    async move |state: &Work, cx: &NodeContext<'_, Work>| {
        let key = key(state, cx);
        yields(effects.yields).await;
        let mut answers = Vec::new();
        for question in 0..questions {
            answers.push(cx.interrupt::<String>(format!("{key}?{question}")).await?);
        }
        yields(effects.yields).await;
        Ok(work(key, &effects, cx).log(answers))
    }
}

/// Fails each piece of work once, then does it.
pub fn failing_once(effects: &Effects) -> impl Node<Work> + use<> {
    let effects = effects.clone();
    async move |state: &Work, cx: &NodeContext<'_, Work>| {
        let key = key(state, cx);
        yields(effects.yields).await;
        if effects.fails_now(&key) {
            return Err(NodeError::msg("the first time fails"));
        }
        Ok(work(key, &effects, cx))
    }
}

/// Fails at its first attempt in a process, then does its work.
pub fn flaky(effects: &Effects) -> impl Node<Work> + use<> {
    let effects = effects.clone();
    async move |state: &Work, cx: &NodeContext<'_, Work>| {
        let key = key(state, cx);
        yields(effects.yields).await;
        if cx.attempt() == 1 {
            return Err(NodeError::msg("the first attempt fails"));
        }
        Ok(work(key, &effects, cx))
    }
}

/// Works, then goes where `choose` leads.
pub fn commander<R: Route, F: Fn(&Work, Command<Work, R>) -> Command<Work, R>>(
    effects: &Effects,
    choose: F,
) -> impl Node<Work> + use<R, F> {
    let effects = effects.clone();
    async move |state: &Work, cx: &NodeContext<'_, Work>| {
        let key = key(state, cx);
        yields(effects.yields).await;
        Ok(choose(state, Command::update(work(key, &effects, cx))))
    }
}
