//! Waiting, by tokio's timer.

use crate::port::Sleep;
use futures::future::LocalBoxFuture;
use std::time::Duration;

/// Waits by `tokio::time::sleep`, to the millisecond. A run that uses it is driven inside a tokio runtime whose timer is
/// enabled; tokio panics elsewhere.
#[derive(Debug, Clone, Copy, Default)]
pub struct TokioSleep;

impl Sleep for TokioSleep {
    fn sleep(&self, ms: f64) -> LocalBoxFuture<'_, ()> {
        // As an integer: negative numbers and NaN become 0, and what is too large becomes the longest wait.
        let duration = Duration::from_millis(ms.ceil() as u64);
        // Made when polled, because tokio looks for its runtime then.
        Box::pin(async move { tokio::time::sleep(duration).await })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::GraphBuilder;
    use crate::node::{END, NodeOptions, NodeResult, START};
    use futures::FutureExt;
    use serde::{Deserialize, Serialize};
    use std::rc::Rc;
    use std::time::Instant;

    #[derive(Clone, Default, Serialize, Deserialize, crate::State)]
    struct Nothing {}

    async fn forever(_: &Nothing, _: &NothingContext<'_>) -> NodeResult<Nothing> {
        std::future::pending().await
    }

    fn in_tokio<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future)
    }

    #[test]
    fn a_node_times_out_by_it() {
        let options = NodeOptions::new().timeout_ms(5.0);
        let builder = GraphBuilder::new().node_with("forever", forever, options);
        let graph = builder.edge(START, "forever").edge("forever", END).compile().unwrap();
        let run = graph.invoke(Nothing::default()).sleep(Rc::new(TokioSleep));
        let stopped = in_tokio(run.into_future()).err().unwrap();
        assert!(stopped.error.to_string().ends_with("no answer within 5 ms"), "{}", stopped.error);
    }

    #[test]
    #[allow(clippy::disallowed_methods, reason = "what is tested is how much time passes")]
    fn it_waits_as_long_as_it_was_asked_to() {
        in_tokio(async {
            let started = Instant::now();
            TokioSleep.sleep(20.0).await;
            assert!(started.elapsed() >= Duration::from_millis(20));
            for ms in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
                TokioSleep.sleep(ms).await;
            }
            for ms in [1e300, f64::INFINITY] {
                assert_eq!(TokioSleep.sleep(ms).now_or_never(), None, "{ms}");
            }
        });
    }
}
