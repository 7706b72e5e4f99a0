//! The state of `plan-react`: the reference's ten fields with the reference's reducers.

use crate::graphs::{Parts, plan_react};
use crate::nodes::planner::sentences;
use crate::{Planning, RunState, Start};
use limits::model::TURNS;
use model::{Context, Finding, Message, PlanStep, Role};
use protocol::{AskOptions, Decision, Event, Evidence, Turn};
use serde::{Deserialize, Serialize};
use state_graph::{CompileError, Graph, State};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The state of the graph. A field that was added after a run was stored has its default when that run is read.
#[derive(Debug, Clone, Default, Serialize, Deserialize, State)]
#[serde(default)]
#[state(event = protocol::UnnumberedEvent)]
pub struct AgentState {
    /// The question, unchanged.
    pub input: String,
    /// Earlier questions and answers.
    #[channel(messages)]
    pub chat_history: Vec<ChatMessage>,
    /// The steps of the plan.
    pub plan: Vec<PlanStep>,
    /// Index into `plan`.
    pub current_step: u32,
    /// What the steps found; a node writes the finding that it adds.
    #[channel(reduce = Findings::insert, write = Finding)]
    pub findings: Findings,
    /// The answer.
    pub response: String,
    /// What the refinery decided.
    pub loop_decision: Decision,
    /// The messages between the executor and its tools; removed after each step.
    #[channel(messages)]
    pub messages: Vec<ChatMessage>,
    /// Number of model calls within the current step.
    pub executor_call_count: u32,
    /// Number of planning rounds.
    pub iteration_count: u32,
}

/// A message in the state: [`model::Message`], and the symbols of an earlier answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChatMessage {
    /// The message.
    #[serde(flatten)]
    pub message: Message,
    /// In `chat_history`: the symbols that an answer cites.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub symbols: Vec<String>,
}

impl From<Message> for ChatMessage {
    fn from(message: Message) -> Self {
        Self { message, symbols: Vec::new() }
    }
}

impl state_graph::Message for ChatMessage {
    fn id(&self) -> Option<&str> {
        (!self.message.id.is_empty()).then_some(self.message.id.as_str())
    }

    fn set_id(&mut self, id: String) {
        self.message.id = id;
    }
}

/// Findings by key, in the order in which they were added.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Findings(Vec<Finding>);

impl Findings {
    /// Adds a finding; one of the same key is replaced at its position.
    pub fn insert(&mut self, finding: Finding) {
        match self.0.iter_mut().find(|known| known.key == finding.key) {
            Some(known) => *known = finding,
            None => self.0.push(finding),
        }
    }

    /// The findings, oldest first.
    pub fn iter(&self) -> std::slice::Iter<'_, Finding> {
        self.0.iter()
    }

    /// True before the first step.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The findings, oldest first.
    pub fn as_slice(&self) -> &[Finding] {
        &self.0
    }

    /// The findings with only the evidence for which `holding` is true, which has an entry for each piece of evidence
    /// in order: evidence that the repository does not hold is not quoted.
    pub fn holding(&self, holding: &[bool]) -> Cow<'_, [Finding]> {
        let all: usize = self.0.iter().map(|finding| finding.evidence.len()).sum();
        if holding.iter().filter(|holds| **holds).count() == all {
            return Cow::Borrowed(&self.0);
        }
        let mut holding = holding.iter();
        let mut kept = self.0.clone();
        kept.iter_mut().for_each(|finding| finding.evidence.retain(|_| holding.next() == Some(&true)));
        Cow::Owned(kept)
    }
}

/// The limits of a run; by default those of `plan-react`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of planning rounds.
    pub max_iterations: u32,
    /// The largest number of model calls within a step.
    pub max_executor_steps: u32,
    /// The largest number of supersteps of the graph.
    pub recursion_limit: u32,
}

impl Default for Limits {
    fn default() -> Self {
        AgentState::LIMITS
    }
}

impl Limits {
    /// The limits in the options of a run, where they are left out the `own` ones of the agent.
    pub fn of(options: &AskOptions, own: Self) -> Self {
        Self {
            max_iterations: options.max_iterations.unwrap_or(own.max_iterations),
            max_executor_steps: options.max_executor_steps.unwrap_or(own.max_executor_steps),
            recursion_limit: options.recursion_limit.unwrap_or(own.recursion_limit),
        }
    }
}

impl RunState for AgentState {
    const LIMITS: Limits = Limits { max_iterations: 10, max_executor_steps: 5, recursion_limit: 150 };

    fn starting(start: Start<'_>) -> Self {
        Self::asking(start.question, &start.history)
    }

    fn response(&self) -> &str {
        &self.response
    }

    fn evidence(&self) -> Vec<Evidence> {
        let mut ids = BTreeSet::new();
        let all = self.findings.iter().flat_map(|finding| &finding.evidence);
        all.filter(|found| ids.insert(&found.id)).cloned().collect()
    }

    fn with_question(update: AgentStateUpdate, question: &str) -> AgentStateUpdate {
        update.input(question)
    }

    fn graph<'a>(parts: &Parts<'a>) -> Result<Graph<'a, Self>, CompileError> {
        plan_react::graph(parts)
    }

    fn planning() -> Option<Planning<Self>> {
        Some(Planning {
            node: "planner",
            write: |update, steps| {
                let plan: Vec<PlanStep> = steps.into_iter().map(PlanStep::from).collect();
                update.plan(plan).current_step(0u32)
            },
            made: |state| Event::PlanMade {
                steps: sentences(&state.plan),
                iteration: state.iteration_count.max(1),
                fallback: None,
            },
        })
    }
}

impl AgentState {
    /// The initial state for `question`, with the last [`TURNS`] of `history`.
    pub fn asking(question: &str, history: &[Turn]) -> Self {
        let chat_history = history[history.len().saturating_sub(TURNS)..]
            .iter()
            .flat_map(|turn| {
                let answer = Message::new(Role::Assistant, turn.answer.clone());
                let answer = ChatMessage { message: answer, symbols: turn.symbols.clone() };
                [Message::new(Role::User, turn.question.clone()).into(), answer]
            })
            .collect();
        Self { input: question.to_owned(), chat_history, ..Self::default() }
    }

    /// The earlier turns in `chat_history`.
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        for entry in &self.chat_history {
            match (entry.message.role, turns.last_mut()) {
                (Role::User, _) => turns.push(Turn {
                    question: entry.message.content.clone(),
                    answer: String::new(),
                    symbols: Vec::new(),
                }),
                (Role::Assistant, Some(turn)) => {
                    turn.answer.clone_from(&entry.message.content);
                    turn.symbols.clone_from(&entry.symbols);
                }
                _ => {}
            }
        }
        turns
    }

    /// The current step, if the plan has one left.
    pub fn step(&self) -> Option<&PlanStep> {
        self.plan.get(self.current_step as usize)
    }

    /// The context of a model's task, with these [`turns`](Self::turns).
    pub fn context<'a>(&'a self, history: &'a [Turn]) -> Context<'a> {
        Context { question: &self.input, history, findings: self.findings.as_slice() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_survive_the_state() {
        let turn = |n: u32| Turn {
            question: format!("question {n}"),
            answer: format!("answer {n}"),
            symbols: vec![format!("symbol {n}")],
        };
        let history = [turn(1), turn(2)];
        assert_eq!(AgentState::asking("next", &history).turns(), history);
    }

    #[test]
    fn the_oldest_turns_of_a_long_conversation_are_left_out() {
        let turn = |n: usize| Turn { question: format!("question {n}"), answer: String::new(), symbols: Vec::new() };
        let history: Vec<Turn> = (0..TURNS + 5).map(turn).collect();
        assert_eq!(AgentState::asking("next", &history).turns(), history[5..]);
    }
}
