//! The state of `plan-react`: the reference's ten fields with the reference's reducers.

use limits::model::TURNS;
use model::{Context, Finding, Message, PlanStep, Role};
use protocol::{AskOptions, Turn};
use serde::{Deserialize, Serialize};
use state_graph::State;
use std::borrow::Cow;

/// What the graph works on. Runs that were stored before a field was added have its default there.
#[derive(Debug, Clone, Default, Serialize, Deserialize, State)]
#[serde(default)]
#[state(event = protocol::UnnumberedEvent)]
pub struct AgentState {
    /// The question, as asked.
    pub input: String,
    /// Earlier questions and answers.
    #[channel(messages)]
    pub chat_history: Vec<ChatMessage>,
    /// Research steps from the planner.
    pub plan: Vec<PlanStep>,
    /// Index into `plan`.
    pub current_step: u32,
    /// Evidence by step; a node writes the finding it adds.
    #[channel(reduce = Findings::insert, write = Finding)]
    pub findings: Findings,
    /// The answer.
    pub response: String,
    /// What the refinery decided.
    pub loop_decision: LoopDecision,
    /// The buffer between the executor and its tools; cleared for each step.
    #[channel(messages)]
    pub messages: Vec<ChatMessage>,
    /// Model calls within the current step.
    pub executor_call_count: u32,
    /// Planning rounds.
    pub iteration_count: u32,
}

/// A message of a channel: [`model::Message`] with what an earlier turn was about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChatMessage {
    /// The message.
    #[serde(flatten)]
    pub message: Message,
    /// In `chat_history`: the symbols an answer's citations point at.
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

/// What the refinery decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum LoopDecision {
    /// Plan again.
    #[default]
    Continue,
    /// Answer.
    Finish,
}

/// Findings by key, in the order in which they came.
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

    /// In order.
    pub fn iter(&self) -> std::slice::Iter<'_, Finding> {
        self.0.iter()
    }

    /// True before the first step.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    pub fn as_slice(&self) -> &[Finding] {
        &self.0
    }

    /// The same with only the evidence for which `holding`, in the order of all evidence, is true: what the repository
    /// does not hold is not quoted.
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

/// The three safety layers. Defaults are the reference's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most planning rounds.
    pub max_iterations: u32,
    /// Most model calls within a step.
    pub max_executor_steps: u32,
    /// Most supersteps of the graph.
    pub recursion_limit: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_iterations: 10, max_executor_steps: 5, recursion_limit: 150 }
    }
}

impl Limits {
    /// Those of a question.
    pub fn of(options: &AskOptions) -> Self {
        Self {
            max_iterations: options.max_iterations,
            max_executor_steps: options.max_executor_steps,
            recursion_limit: options.recursion_limit,
        }
    }
}

impl AgentState {
    /// A state that asks `question` after the last [`TURNS`] of `history`.
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

    /// The step being worked on, if the plan has one left.
    pub fn step(&self) -> Option<&PlanStep> {
        self.plan.get(self.current_step as usize)
    }

    /// What a model's task is given, with these [`turns`](Self::turns).
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
