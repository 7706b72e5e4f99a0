//! What the tests of whole runs share: a question, one made-up tool, a verifier, a clock, forged logs.
#![allow(dead_code)] // Each test file uses a part of it.

pub mod world;

use agent::{
    Answer, AskError, CallContext, Fork, IndexFailure, Question, RunEnd, Tool, ToolError, ToolOutput, Verifier,
};
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use model::scripted::ScriptedModelClient;
use model::{ChatDelta, ChatRequest, ChatResponse, ModelClient, ModelError, ToolSpec};
use protocol::{AskOptions, Evidence, ModelChoice, ModelInfo, RunOrigin};
use serde_json::Value;
use state_graph::Clock;
use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

/// A model's decision that there is enough evidence.
pub const FINISH: &str = r#"{"decision": "FINISH", "reason": "enough"}"#;

/// Works until the end, or until the process is killed after `polls` polls: then there is no result.
pub fn killed_after<R>(polls: Option<usize>, work: impl Future<Output = R>) -> Option<R> {
    let (mut left, mut work) = (polls, pin!(work));
    block_on(poll_fn(|cx| {
        if let Some(left) = &mut left {
            if *left == 0 {
                return Poll::Ready(None);
            }
            *left -= 1;
        }
        work.as_mut().poll(cx).map(Some)
    }))
}

/// A clock that is one millisecond later at each look.
pub fn ticks() -> Rc<dyn Clock> {
    let now = Cell::new(0.0);
    Rc::new(move || {
        now.set(now.get() + 1.0);
        now.get()
    })
}

/// Not ready at the first poll, so that a run can be killed here.
pub async fn yield_once() {
    let mut yielded = false;
    poll_fn(|cx| {
        if std::mem::replace(&mut yielded, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// The scripted model, but each call can be interrupted before it is answered; counts finished calls.
pub struct Slow<'a> {
    pub inner: &'a ScriptedModelClient,
    pub finished: &'a Cell<u32>,
}

impl ModelClient for Slow<'_> {
    fn info(&self) -> ModelInfo {
        self.inner.info()
    }

    fn chat<'c>(
        &'c self,
        request: &'c ChatRequest<'c>,
        on_delta: &'c mut dyn FnMut(ChatDelta),
    ) -> LocalBoxFuture<'c, Result<ChatResponse, ModelError>> {
        Box::pin(async move {
            yield_once().await;
            let answer = self.inner.chat(request, on_delta).await;
            self.finished.set(self.finished.get() + 1);
            answer
        })
    }
}

/// The tool `lookup`; the function makes its result of the arguments.
pub struct Lookup<F>(pub F);

impl<F: Fn(&Value) -> Result<ToolOutput, ToolError>> Tool for Lookup<F> {
    fn spec(&self) -> ToolSpec {
        agent::tools::spec::<Value>("lookup", "Looks a word up.")
    }

    fn call<'t>(
        &'t self,
        arguments: &'t Value,
        _cx: CallContext<'t>,
    ) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            yield_once().await;
            (self.0)(arguments)
        })
    }
}

/// One place in the result of `lookup`.
pub fn one_place(text: impl Into<String>, evidence: Vec<Evidence>) -> Result<ToolOutput, ToolError> {
    Ok(ToolOutput { text: text.into(), summary: "1 place".to_owned(), evidence, ..ToolOutput::default() })
}

/// Confirms the evidence for which the function returns true.
pub struct Confirms(pub fn(&Evidence) -> bool);

impl Verifier for Confirms {
    fn check<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        Box::pin(async move { Ok(evidence.iter().map(|evidence| (self.0)(evidence)).collect()) })
    }
}

/// A question as the run `r1`.
pub fn question(text: &str, options: AskOptions) -> Question {
    Question {
        run: "r1".to_owned(),
        text: text.to_owned(),
        history: Vec::new(),
        after: None,
        conversation: None,
        instead_of: None,
        options,
        repository: "a".to_owned(),
        asked_at: 1000.0,
    }
}

/// A fork of `r1` as the run `r2`, without changes.
pub fn fork_at(checkpoint: u64) -> Fork {
    Fork {
        origin: RunOrigin { run: "r1".to_owned(), checkpoint },
        run: "r2".to_owned(),
        question: None,
        plan: None,
        model: ModelChoice::Offline,
        asked_at: 2000.0,
    }
}

#[track_caller]
pub fn answered(end: Result<RunEnd, AskError>) -> Answer {
    match end.unwrap() {
        RunEnd::Answered(answer) => answer,
        other => panic!("no answer, but {other:?}"),
    }
}

/// The same log with `from` written as `to` in every line, with valid checksums.
pub fn edited(log: &[u8], from: &str, to: &str) -> Vec<u8> {
    let text = std::str::from_utf8(log).unwrap();
    assert!(text.contains(from), "the log has `{from}`");
    let line = |line: &str| {
        let json = line[9..].replace(from, to);
        format!("{:08x} {json}\n", crc32(json.as_bytes()))
    };
    text.lines().map(line).collect::<String>().into_bytes()
}

fn crc32(bytes: &[u8]) -> u32 {
    let bit = |sum: u32| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), |sum, _| bit(sum)))
}
