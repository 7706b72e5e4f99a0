//! What is done when a node fails: try again, give up in time, put something in place of its update.

use super::error::NodeError;
use super::outcome::NodeResult;
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

/// What a node's error handler is told.
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
        self.attempts.last().map(ToString::to_string).unwrap_or_default()
    }
}

pub(crate) type Handler<'a, S> = Box<dyn Fn(&S, &NodeFailure<'_>) -> NodeResult<S> + 'a>;

/// How a node is run. Made with [`NodeOptions::new`].
pub struct NodeOptions<'a, S: State> {
    pub(crate) retry: Vec<RetryPolicy>,
    pub(crate) timeout_ms: Option<f64>,
    pub(crate) handler: Option<Handler<'a, S>>,
}

impl<'a, S: State> NodeOptions<'a, S> {
    /// One attempt, no timeout, errors end the run.
    pub fn new() -> Self {
        Self { retry: Vec::new(), timeout_ms: None, handler: None }
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

    /// Puts an update in the place of a node that failed for good, so that the run goes on: a graceful message, a note
    /// in a feedback history.
    #[must_use]
    pub fn on_error(mut self, handler: impl Fn(&S, &NodeFailure<'_>) -> NodeResult<S> + 'a) -> Self {
        self.handler = Some(Box::new(handler));
        self
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
