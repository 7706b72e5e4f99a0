//! A host without a repository: one tool that echoes, and an agent that follows a script.
#![allow(dead_code)] // Each test file uses a part of it.

use agent::{CancelToken, IndexFailure, ToolError, ToolOutput};
use futures::future::{LocalBoxFuture, ready};
use mcp::{About, AskFuture, AskRequest, Host};
use model::ToolSpec;
use protocol::{Citation, Decision, Event, Evidence, ModelInfo, Relation, RunOutcome, SpanCheck, TimedEvent};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What the agent does.
#[derive(Default)]
pub enum Behaviour {
    #[default]
    Answers,
    Fails,
    BreaksOff,
    Refuses,
    WaitsForCancel,
}

#[derive(Default)]
pub struct Fake {
    pub behaviour: Behaviour,
    pub asks_nobody: bool,
    pub asked: RefCell<Vec<AskRequest>>,
    /// How many further requests of a batch it lets pass; all if not given.
    pub admits: Option<Cell<u32>>,
}

impl Fake {
    pub fn with(behaviour: Behaviour) -> Rc<Self> {
        Rc::new(Self { behaviour, ..Self::default() })
    }
}

impl Host for Fake {
    fn about(&self) -> About {
        let agents = if self.asks_nobody { vec![] } else { vec!["plan-react".to_owned()] };
        About { repository: "shop".to_owned(), note: Some("As of today.".to_owned()), agents }
    }

    fn admit(&self) -> LocalBoxFuture<'_, Result<(), String>> {
        let left = self.admits.as_ref().map_or(1, |left| left.replace(left.get().saturating_sub(1)));
        Box::pin(ready(if left > 0 { Ok(()) } else { Err("too many calls".to_owned()) }))
    }

    fn tools(&self) -> LocalBoxFuture<'_, Result<Vec<ToolSpec>, String>> {
        let parameters = json!({ "type": "object", "properties": { "text": { "type": "string" } } });
        let spec = ToolSpec { name: "echo_text".to_owned(), description: "Says it again.".to_owned(), parameters };
        Box::pin(ready(Ok(vec![spec])))
    }

    fn call<'a>(&'a self, tool: &'a str, arguments: &'a Value) -> LocalBoxFuture<'a, Result<ToolOutput, ToolError>> {
        Box::pin(ready(match (tool, arguments["text"].as_str()) {
            ("echo_text", Some("")) => Err(ToolError::Failed("there is nothing to say".to_owned())),
            ("echo_text", Some("unreadable")) => Err(IndexFailure::new("the index could not be read").into()),
            ("echo_text", Some(text)) => Ok(ToolOutput {
                text: format!("[[s1]] a.py:1-2 `{text}` [[s1]]\n[[other]]"),
                summary: "said".to_owned(),
                evidence: vec![evidence("s1")],
                ..ToolOutput::default()
            }),
            ("echo_text", None) => Err(ToolError::Arguments { tool: "echo_text", why: "`text` is missing".to_owned() }),
            (name, _) => Err(ToolError::Unknown { name: name.to_owned(), known: "echo_text".to_owned() }),
        }))
    }

    fn ask<'a>(&'a self, ask: AskRequest, cancel: &'a CancelToken, on: &'a dyn Fn(TimedEvent)) -> AskFuture<'a> {
        Box::pin(async move {
            self.asked.borrow_mut().push(ask.clone());
            let mut seq = 0;
            let mut report = |event| {
                on(TimedEvent { seq, at_ms: 0.0, event });
                seq += 1;
            };
            let model = ModelInfo { provider: "offline".to_owned(), model: "offline".to_owned() };
            let finished = |outcome| Event::RunFinished { outcome, ms: 1.0 };
            if matches!(self.behaviour, Behaviour::Refuses) {
                return Err("asking needs a token with the scope `ask`".to_owned());
            }
            report(Event::RunStarted { run: "r1".to_owned(), question: ask.question, agent: ask.agent, model });
            report(Event::PlanMade { steps: vec!["look".to_owned(), "tell".to_owned()], iteration: 1, fallback: None });
            match self.behaviour {
                Behaviour::Fails => {
                    let (message, advice) = ("the key is wrong".to_owned(), Some("Check the key.".to_owned()));
                    report(finished(RunOutcome::Failed { message, advice }));
                }
                Behaviour::BreaksOff => {}
                Behaviour::WaitsForCancel => {
                    cancel.cancelled().await;
                    report(Event::AnswerText { text: "late".to_owned() });
                    report(finished(RunOutcome::Cancelled));
                }
                _ => {
                    let (id, name) = (|| "c1".to_owned(), || "echo_text".to_owned());
                    let arguments = json!({ "n": 1, "text": "it" }).to_string();
                    report(Event::ToolStarted { id: id(), name: name(), arguments });
                    let (summary, output, evidence) = ("said".to_owned(), String::new(), vec![]);
                    report(Event::ToolFinished {
                        id: id(),
                        name: name(),
                        ok: true,
                        summary,
                        output,
                        evidence,
                        ms: 1.0,
                    });
                    report(Event::Decided { decision: Decision::Finish, reason: "all is\nthere".to_owned() });
                    report(Event::AnswerText { text: "It ".to_owned() });
                    report(Event::AnswerText { text: "does [[1]].".to_owned() });
                    let markdown = "It does [[1]], as `grid[[2]]`.\n".to_owned();
                    report(Event::Answer { markdown, citations: vec![citation()], dropped: 1 });
                    report(finished(RunOutcome::Answered));
                }
            }
            Ok(())
        })
    }
}

fn citation() -> Citation {
    let (id, path, symbol) = ("s1".to_owned(), "a.py".to_owned(), Some("a.does".to_owned()));
    Citation { number: 1, id, path, start_line: 3, end_line: 4, symbol, check: SpanCheck::Verified, commit: None }
}

fn evidence(id: &str) -> Evidence {
    Evidence { relation: Relation::Hit, ..Evidence::of_lines(id, "a.py", 1, 2) }
}

/// A request of 2026-07-28.
pub fn modern(id: u32, method: &str, mut params: Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2026-07-28".into();
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// A request of the versions before.
pub fn request(id: u32, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}
