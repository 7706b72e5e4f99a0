//! What is done when a node fails: try again, give up in time, put something in place of its update.

use super::error::NodeError;
use super::outcome::Outcome;
use super::output::NodeOutput;
use super::route::RouteTarget;
use crate::state::State;

/// When and how often a failed node is run again. Defaults are LangGraph's: three attempts, 0.5 s, then twice as long
/// each time up to 128 s, with jitter.
#[derive(Clone, Copy)]
pub struct RetryPolicy {
    /// Attempts in all, the first one included.
    pub attempts: u32,
    /// Milliseconds before the second attempt.
    pub delay_ms: f64,
    /// What the delay is multiplied by for each further attempt.
    pub factor: f64,
    /// The longest delay in milliseconds.
    pub max_delay_ms: f64,
    /// Adds up to a second at random, so that many runs don't all come back at once.
    pub jitter: bool,
    /// Which errors it is for. Without a predicate: all but those made by [`NodeError::permanent`].
    pub when: fn(&NodeError) -> bool,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            attempts: 3,
            delay_ms: 500.0,
            factor: 2.0,
            max_delay_ms: 128_000.0,
            jitter: true,
            when: |error| !error.is_permanent(),
        }
    }
}

impl RetryPolicy {
    /// How long to wait after this many failed attempts; `random` is in `0.0..1.0`.
    pub fn delay(&self, failed: u32, random: f64) -> f64 {
        let exponent = i32::try_from(failed.saturating_sub(1)).unwrap_or(i32::MAX);
        let delay = (self.delay_ms * self.factor.powi(exponent)).min(self.max_delay_ms);
        delay + if self.jitter { random * 1000.0 } else { 0.0 }
    }
}

/// The failure that a node's [error handler](NodeOptions::on_error) handles.
#[derive(Debug)]
pub struct NodeFailure<'f> {
    /// The node.
    pub node: &'f str,
    /// The errors of all attempts, oldest first.
    pub attempts: &'f [NodeError],
}

impl NodeFailure<'_> {
    /// The error of the last attempt, in words.
    pub fn message(&self) -> String {
        // A node fails by an attempt, so there is one.
        self.attempts.last().map_or_else(String::new, ToString::to_string)
    }
}

pub(crate) type Handler<'a, S> = Box<dyn Fn(&S, &NodeFailure<'_>) -> Result<Outcome<S>, NodeError> + 'a>;

/// How a node is run. Made with [`NodeOptions::new`].
pub struct NodeOptions<'a, S: State> {
    pub(crate) retry: Vec<RetryPolicy>,
    pub(crate) timeout_ms: Option<f64>,
    pub(crate) handler: Option<Handler<'a, S>>,
    /// What the handler can choose, and how many targets of the node itself come before them.
    pub(crate) targets: Option<&'static [RouteTarget]>,
    pub(crate) targets_before: usize,
}

impl<'a, S: State> NodeOptions<'a, S> {
    /// One attempt, no timeout, errors end the run.
    pub fn new() -> Self {
        Self { retry: Vec::new(), timeout_ms: None, handler: None, targets: None, targets_before: 0 }
    }

    /// Tries again under this policy. Of several policies the first whose predicate takes the error counts.
    #[must_use]
    pub fn retry(mut self, policy: RetryPolicy) -> Self {
        self.retry.push(policy);
        self
    }

    /// Fails an attempt that takes longer than this.
    #[must_use]
    pub fn timeout_ms(mut self, ms: f64) -> Self {
        self.timeout_ms = Some(ms);
        self
    }

    /// Puts an update in the place of that of a node that failed for good, so that the run continues: a graceful message,
    /// a note in a feedback history. A handler that returns a [`Command`](crate::Command) also chooses where to go.
    #[must_use]
    pub fn on_error<O: NodeOutput<S>>(
        mut self,
        handler: impl Fn(&S, &NodeFailure<'_>) -> Result<O, NodeError> + 'a,
    ) -> Self {
        self.targets = O::TARGETS;
        self.handler = Some(Box::new(move |state, failure| handler(state, failure).map(O::into_outcome)));
        self
    }

    /// What the error handler puts in the place of the outcome of a node that failed; None without a handler.
    pub(crate) fn handle(&self, state: &S, failure: &NodeFailure<'_>) -> Option<Result<Outcome<S>, NodeError>> {
        let mut handled = self.handler.as_ref()?(state, failure);
        if let Ok(outcome) = &mut handled {
            outcome.goto.iter_mut().for_each(|(index, _)| *index += self.targets_before);
        }
        Some(handled)
    }

    /// Whether it needs the port for waiting.
    pub(crate) fn waits(&self) -> bool {
        self.timeout_ms.is_some() || self.retry.iter().any(|policy| policy.delay_ms > 0.0 || policy.jitter)
    }
}

impl<S: State> Default for NodeOptions<'_, S> {
    fn default() -> Self {
        Self::new()
    }
}

/// A node took longer than it may.
#[derive(Clone, Copy, thiserror::Error)]
#[error("no answer within {} ms", .ms.round() as u64)]
pub struct TimedOut {
    /// The limit.
    pub ms: f64,
}

impl std::fmt::Debug for TimedOut {
    // In whole numbers: every error carries its `Debug`, and that of a float is a large piece of a small binary.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
