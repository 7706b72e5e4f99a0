//! A measured run.

use futures::executor::block_on;
use serde_json::{Value, json};
use state_graph::{CheckpointStore, Durability, Graph, MemoryStore, State};
use std::rc::Rc;

/// Runs are repeated until they have taken so long, in ms.
const LONG_ENOUGH: f64 = 200.0;
const RUNS_AT_MOST: usize = 2000;

/// The name under which a run is recorded.
const RUN: &str = "run";

/// What the measured program runs on.
pub trait Host {
    /// Its name in the tables.
    fn engine(&self) -> &'static str;

    /// Milliseconds since some moment, with fractions.
    fn now_ms(&self) -> f64;

    /// A store of files that is empty, and waits for the disk at each append if `synced`; `None` where there are no
    /// files.
    fn file_store(&self, synced: bool) -> Option<Rc<dyn CheckpointStore>>;
}

/// What is kept of a run, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Nothing.
    None,
    /// What is there at the end, in memory.
    MemoryAtExit,
    /// Every superstep, in memory.
    MemoryEachStep,
    /// Every superstep, in a file: outlives the process.
    FileEachStep,
    /// Every superstep, in a file, and the disk has it: outlives a loss of power.
    SyncedFileEachStep,
}

impl Mode {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "none" => Self::None,
            "memory-at-exit" => Self::MemoryAtExit,
            "memory-each-step" => Self::MemoryEachStep,
            "file-each-step" => Self::FileEachStep,
            "synced-file-each-step" => Self::SyncedFileEachStep,
            _ => return None,
        })
    }

    /// Where runs are recorded.
    fn store(self, host: &dyn Host) -> Result<Option<Rc<dyn CheckpointStore>>, String> {
        let files = |synced| host.file_store(synced).map(Some).ok_or("there are no files here".to_owned());
        match self {
            Self::None => Ok(None),
            Self::MemoryAtExit | Self::MemoryEachStep => Ok(Some(Rc::new(MemoryStore::default()))),
            Self::FileEachStep => files(false),
            Self::SyncedFileEachStep => files(true),
        }
    }
}

pub struct Timed {
    pub ms: f64,
    /// How long its log is.
    pub bytes: Option<usize>,
    /// A number that every engine must reach.
    pub result: u64,
}

/// Something to measure.
pub trait Case {
    fn run(&self, host: &dyn Host, mode: Mode) -> Result<Timed, String>;
}

/// A graph with its input and what is looked at in the end.
pub struct GraphCase<S: State, F> {
    graph: Graph<'static, S>,
    input: S,
    result: F,
}

impl<S: State, F: Fn(&S) -> u64 + 'static> GraphCase<S, F> {
    pub fn boxed(graph: Graph<'static, S>, input: S, result: F) -> Box<dyn Case> {
        Box::new(Self { graph, input, result })
    }
}

impl<S: State, F: Fn(&S) -> u64> Case for GraphCase<S, F> {
    fn run(&self, host: &dyn Host, mode: Mode) -> Result<Timed, String> {
        let (store, input) = (mode.store(host)?, self.input.clone());
        let durability = if mode == Mode::MemoryAtExit { Durability::Exit } else { Durability::Step };
        let start = host.now_ms();
        let mut run = self.graph.invoke(input).limit(u32::MAX);
        if let Some(store) = &store {
            run = run.checkpoints(store.clone(), RUN, durability, Value::Null);
        }
        let end = block_on(run.into_future()).map_err(|stopped| stopped.to_string())?;
        let ms = host.now_ms() - start;
        let bytes = store.map(|store| take_log(&*store)).transpose()?;
        Ok(Timed { ms, bytes, result: (self.result)(&end) })
    }
}

/// Deletes the run's log and says how long it was.
fn take_log(store: &dyn CheckpointStore) -> Result<usize, String> {
    let log = block_on(store.read(RUN)).map_err(|error| error.to_string())?.ok_or("the run left no log")?;
    block_on(store.remove(RUN)).map_err(|error| error.to_string())?;
    Ok(log.len())
}

/// Runs `CASE MODE` for long enough and gives the median.
///
/// # Errors
/// Says what is wrong with the request, or why a run failed.
pub fn measure(host: &dyn Host, request: &str) -> Result<Value, String> {
    let (name, mode) = request.trim().split_once(' ').ok_or("a request is a case and a mode")?;
    let kept = Mode::named(mode).ok_or_else(|| format!("no mode is called {mode}"))?;
    let case = crate::graphs::case(name)?;
    let mut times = Vec::new();
    loop {
        let Timed { ms, bytes, result } = case.run(host, kept)?;
        times.push(ms);
        if times.iter().sum::<f64>() >= LONG_ENOUGH || times.len() >= RUNS_AT_MOST {
            times.sort_by(f64::total_cmp);
            let median = times[times.len() / 2];
            return Ok(
                json!({ "engine": host.engine(), "case": name, "mode": mode, "ms": median, "bytes": bytes, "result": result }),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Timeless;

    impl Host for Timeless {
        fn engine(&self) -> &'static str {
            "test"
        }

        fn now_ms(&self) -> f64 {
            0.0
        }

        fn file_store(&self, _: bool) -> Option<Rc<dyn CheckpointStore>> {
            None
        }
    }

    /// The results are those of `../../python/engine.py`.
    #[test]
    fn every_case_ends_as_the_peers_end() {
        let cases = [
            ("sequential:3", 3),
            ("fanout_to_subgraph:2", 2080),
            ("react_agent:2", 6),
            ("wide_state:25:5", 6),
            ("loop:4", 4),
            ("history:4", 4),
            ("add_messages:3:2", 5),
        ];
        for (name, result) in cases {
            let case = crate::graphs::case(name).unwrap_or_else(|error| panic!("{error}"));
            for mode in [Mode::None, Mode::MemoryAtExit, Mode::MemoryEachStep] {
                assert_eq!(case.run(&Timeless, mode).map(|timed| timed.result), Ok(result), "{name} {mode:?}");
            }
        }
        assert_eq!(crate::graphs::case("loop").err().as_deref(), Some("no case is called loop"));
    }
}
