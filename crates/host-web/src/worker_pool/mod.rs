//! A pool of module workers that turn bytes into bytes.
//!
//! A worker script posts `"ready"` once it can take messages, and answers each message `{id, ...job}` with
//! `{id, result}` or `{id, error}`, one after the other. Jobs go to the worker with the fewest under way, two at most
//! each, so that one is always waiting where another finishes. Dropping the pool stops its workers.
//!
//! A worker that fails to load, fails later, or does not answer in time is stopped and replaced. The job that was being
//! done then is made again and given to another worker, a few times at most; one that took too long is not. A place
//! whose worker fails to load again and again is given up, and where every place is, jobs fail with the reason.

mod member;
mod patience;
mod shared;

pub use patience::Patience;

use crate::JsFailure;
use futures::channel::oneshot;
use js_sys::{Array, Object};
use shared::Shared;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// How often a job is given to a worker before its failure is that of the job.
const TRIES: u32 = 3;

/// Why a job has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// Its worker was stopped because it did not answer in time. Trying again would take as long.
    #[error("it took too long")]
    TookTooLong,
    /// No worker could do it: they fail to load, or fail each time.
    #[error("the workers fail ({0})")]
    NoWorker(JsFailure),
    /// A worker answered that it cannot do it, or the job could not be sent.
    #[error("{0}")]
    Refused(JsFailure),
}

/// What became of one attempt at a job.
enum Attempt {
    Answered(Result<JsValue, JsFailure>),
    /// The worker did not answer in time.
    TookTooLong,
    /// The worker failed while it had the job.
    Lost(JsFailure),
    /// The worker was stopped because of another job.
    Displaced,
    /// There is no worker, and there will be none.
    NoWorker(JsFailure),
}

type Answer = oneshot::Sender<Attempt>;

struct Job {
    message: Object,
    transfer: Array,
    answer: Answer,
}

/// The pool.
pub struct WorkerPool {
    shared: Rc<Shared>,
}

impl WorkerPool {
    /// Starts `size` workers of the script at `url`.
    pub fn start(url: &str, size: usize, patience: Patience) -> Self {
        Self { shared: Shared::start(url, size, patience) }
    }

    /// Runs a job. `make` makes its message and lists the buffers that move rather than copy; it is called again for
    /// each attempt, because what has moved to a worker that failed is gone.
    pub async fn run(&self, make: impl Fn() -> Result<(Object, Array), JsFailure>) -> Result<JsValue, JobError> {
        let mut tries = 0;
        loop {
            let (message, transfer) = make().map_err(JobError::Refused)?;
            match self.attempt(message, transfer).await {
                Attempt::Answered(answer) => return answer.map_err(JobError::Refused),
                Attempt::TookTooLong => return Err(JobError::TookTooLong),
                Attempt::NoWorker(why) => return Err(JobError::NoWorker(why)),
                Attempt::Displaced => {}
                Attempt::Lost(why) => {
                    tries += 1;
                    if tries == TRIES {
                        return Err(JobError::NoWorker(why));
                    }
                }
            }
        }
    }

    async fn attempt(&self, message: Object, transfer: Array) -> Attempt {
        let (answer, attempt) = oneshot::channel();
        self.shared.add(Job { message, transfer, answer });
        attempt.await.unwrap_or_else(|_| Attempt::NoWorker(stopped()))
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.shared.stop();
    }
}

fn stopped() -> JsFailure {
    JsFailure { name: "AbortError".to_owned(), message: "the workers were stopped".to_owned() }
}
