//! 15 fields, six nodes in a loop with a fan-out and a join, until there are enough messages.

use crate::letters::letters;
use crate::run::{Case, GraphCase};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use state_graph::{CompileError, GraphBuilder, NodeContext, NodeResult, Route, START, State};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Shared, as the peers share what they put in several fields.
type Document = Rc<Entries>;
type Entries = BTreeMap<String, Rc<Value>>;

#[derive(Clone, Default, Serialize, Deserialize, State)]
struct Wide {
    #[channel(append)]
    messages: Vec<Document>,
    #[channel(append)]
    trigger_events: Vec<Document>,
    #[channel(append)]
    categorizations: Vec<Document>,
    #[channel(append)]
    responses: Vec<Document>,
    #[channel(merge)]
    slack_participants: Entries,
    #[channel(merge)]
    notified_assignees: Entries,
    primary_issue_medium: String,
    autoresponse: Option<Document>,
    issue: Option<Document>,
    relevant_rules: Vec<Document>,
    memory_docs: Vec<Document>,
    user_info: Option<Document>,
    crm_info: Option<Document>,
    email_thread_id: String,
    bot_id: String,
}

#[derive(Route)]
enum AfterSix {
    One,
    #[route(end)]
    Enough,
}

async fn two(state: &Wide, _: &NodeContext<'_, Wide>) -> NodeResult<Wide> {
    let last = state.trigger_events.last();
    Ok(WideUpdate::new().autoresponse(last.cloned()).issue(last.cloned()))
}

async fn three(state: &Wide, _: &NodeContext<'_, Wide>) -> NodeResult<Wide> {
    Ok(WideUpdate::new().relevant_rules(state.autoresponse.iter().cloned().collect()))
}

async fn four(state: &Wide, _: &NodeContext<'_, Wide>) -> NodeResult<Wide> {
    let events = &state.trigger_events;
    Ok(WideUpdate::new()
        .categorizations(events.iter().cloned())
        .responses(events.iter().cloned())
        .memory_docs(events.clone()))
}

async fn six(state: &Wide, _: &NodeContext<'_, Wide>) -> NodeResult<Wide> {
    Ok(WideUpdate::new().messages(state.responses.iter().cloned()))
}

/// A document of `keys` / 5 entries, each of five lists of 25 values.
fn document(keys: usize) -> Entries {
    let five = [json!("hi?".repeat(10)), json!(true), json!(1), json!(6_327_816_386_138_u64), Value::Null];
    let list = Value::Array(std::iter::repeat_n(five, 5).flatten().collect());
    let name = |index: usize| index.to_string().repeat(10);
    let entry: serde_json::Map<_, _> = (0..5).map(|index| (name(index), list.clone())).collect();
    (0..keys / 5).map(|index| (name(index), Rc::new(Value::Object(entry.clone())))).collect()
}

pub fn case(keys: usize, limit: usize) -> Result<Box<dyn Case>, CompileError> {
    let one = async move |state: &Wide, _: &NodeContext<'_, Wide>| {
        Ok(WideUpdate::new().trigger_events(state.messages.iter().cloned()).primary_issue_medium(letters(limit)))
    };
    let five = async move |state: &Wide, _: &NodeContext<'_, Wide>| {
        let last = state.categorizations.last();
        let entries = || last.map(|last| Entries::clone(last)).unwrap_or_default();
        Ok(WideUpdate::new()
            .user_info(last.cloned())
            .crm_info(last.cloned())
            .slack_participants(entries())
            .notified_assignees(entries())
            .email_thread_id(letters(limit))
            .bot_id(letters(limit)))
    };
    let more = move |state: &Wide| if state.messages.len() > limit { AfterSix::Enough } else { AfterSix::One };
    let graph = GraphBuilder::new()
        .node("one", one)
        .node("two", two)
        .node("three", three)
        .node("four", four)
        .node("five", five)
        .node("six", six)
        .edge(START, "one")
        .edge("one", "two")
        .edge("two", "three")
        .edge("two", "four")
        .join(["three", "four"], "five")
        .edge("five", "six")
        .route("six", more)
        .compile()?;
    let input = Wide { messages: vec![Rc::new(document(keys))], ..Wide::default() };
    Ok(GraphCase::boxed(graph, input, |end| end.messages.len() as u64))
}
