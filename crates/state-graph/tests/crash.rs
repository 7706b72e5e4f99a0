//! A run that is killed anywhere continues from its log and ends as if it had not been; what was persisted is not done
//! again.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use futures::executor::block_on;
use state_graph::{CancelToken, Graph, Halt, Invocation, MemoryStore, RunError};
use support::dying::{Death, DyingStore};
use support::effects::Effects;
use support::examples::{EXAMPLES, Example};
use support::work::Work;
use support::{Recorded, answer, history_of, log_of, poll_times, restored_or_new, to_end};

/// How an example ends if nothing goes wrong.
struct Unbroken {
    end: Work,
    done: BTreeMap<String, u32>,
    log: Vec<u8>,
    /// What nodes recorded, by checkpoint.
    recorded: Vec<Vec<String>>,
    /// The length of each append.
    appends: Vec<usize>,
}

/// One process of a run: from the store's log, or from the start, to the end.
fn process(graph: &Graph<'static, Work>, store: &Rc<DyingStore>) -> Option<Work> {
    let ended = store.process(async {
        let mut invocation = restored_or_new(graph, store.clone()).await?;
        to_end(&mut invocation).await?;
        Ok::<_, RunError>(invocation.run().state().clone())
    });
    ended.map(|end| end.expect("the run ends"))
}

fn unbroken((name, graph): Example) -> Unbroken {
    let (effects, memory) = (Effects::new(1), Rc::new(MemoryStore::default()));
    let store = Rc::new(DyingStore::new(&memory, None, 0));
    let end = process(&graph(&effects), &store).expect("the process is not killed");
    let appends = store.appends.take();
    let done = effects.done();
    assert!(done.values().all(|&times| times == 1), "{name}: {done:?}");
    assert!(done.len() >= 3 && appends.len() >= 3, "{name}: {done:?}");
    Unbroken { end, done, log: log_of(&memory), recorded: recorded(&memory), appends }
}

/// What nodes recorded on the way to the last checkpoint.
fn recorded(memory: &MemoryStore) -> Vec<Vec<String>> {
    let history = history_of(memory);
    let ran = |id| history.checkpoint(id).unwrap().ran.iter().flat_map(|task| task.events.to_vec()).collect();
    history.line_of(history.head()).into_iter().map(ran).collect()
}

/// What was done according to the whole lines of a log.
fn persisted(log: &[u8], done: &BTreeMap<String, u32>) -> BTreeSet<String> {
    let whole = log.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let text = String::from_utf8_lossy(&log[..whole]);
    done.keys().filter(|key| text.contains(&format!("{key:?}"))).cloned().collect()
}

/// The places at which an append of these bytes is cut: before it, in it, between its lines, after it.
fn cuts(bytes: &[u8]) -> Vec<usize> {
    let lines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').flat_map(|(end, _)| [end, end + 1]);
    let mut cuts: Vec<usize> = [0, 1, bytes.len() / 2].into_iter().chain(lines).collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

#[test]
fn a_run_killed_at_any_write_continues_and_repeats_only_what_was_not_persisted() {
    for &example in EXAMPLES {
        let (name, graph) = example;
        let unbroken = unbroken(example);
        let mut at = 0;
        for (append, length) in unbroken.appends.iter().enumerate() {
            for bytes in cuts(&unbroken.log[at..at + length]) {
                let case = format!("{name}: killed at append {append} after {bytes} of {length} bytes");
                let (effects, memory) = (Effects::new(1), Rc::new(MemoryStore::default()));
                let dying = Rc::new(DyingStore::new(&memory, Some(Death { append, bytes }), 0));
                assert!(process(&graph(&effects), &dying).is_none(), "{case}");
                let before = effects.done();
                let persisted = persisted(&log_of(&memory), &unbroken.done);

                let store = Rc::new(DyingStore::new(&memory, None, 0));
                let end = process(&graph(&effects), &store).expect("the process is not killed");
                assert_eq!(end, unbroken.end, "{case}");
                assert_eq!(recorded(&memory), unbroken.recorded, "{case}");
                for (key, times) in effects.done() {
                    let expected = before.get(&key).unwrap_or(&0) + u32::from(!persisted.contains(&key));
                    assert_eq!(times, expected, "{case}: {key}");
                }
                assert!(effects.done().keys().eq(unbroken.done.keys()), "{case}");
            }
            at += length;
        }
    }
}

#[test]
fn a_run_killed_again_and_again_ends_all_the_same() {
    for &example in EXAMPLES {
        let (name, graph) = example;
        let unbroken = unbroken(example);
        for append in 0..3 {
            for bytes in [0, 1, 100, usize::MAX] {
                let (effects, memory) = (Effects::new(1), Rc::new(MemoryStore::default()));
                // Where nothing gets stored, nothing is gained however often one tries.
                let death = (append > 0 || bytes == usize::MAX).then_some(Death { append, bytes });
                let mut processes = 0;
                let end = loop {
                    let store = Rc::new(DyingStore::new(&memory, death, 0));
                    processes += 1;
                    assert!(processes < 300, "{name}: it never ends");
                    if let Some(end) = process(&graph(&effects), &store) {
                        break end;
                    }
                };
                assert_eq!(
                    end, unbroken.end,
                    "{name}: killed at append {append} after {bytes} bytes, {processes} times"
                );
            }
        }
    }
}

/// Stops the run's driver after so many polls, and drives on in the same process, until it ends.
fn stopped_every(polls: usize, cancel: bool, (name, graph): Example, unbroken: &Unbroken, stored: bool) {
    let case = format!("{name}: {} every {polls} polls", if cancel { "cancelled" } else { "dropped" });
    let (effects, memory) = (Effects::new(2), Rc::new(MemoryStore::default()));
    let graph = graph(&effects);
    let mut invocation = graph.invoke(Work::default()).limit(200);
    if stored {
        invocation = invocation.recorded(&Rc::new(DyingStore::new(&memory, None, 1)));
    }
    let mut stops = 0;
    loop {
        let token = CancelToken::new();
        invocation = invocation.cancel(token.clone());
        let mut driver = Box::pin(to_end(&mut invocation));
        match poll_times(driver.as_mut(), polls) {
            Some(end) => {
                end.expect("it ends");
                break;
            }
            None if cancel => {
                token.cancel();
                match block_on(driver) {
                    Ok(()) => break,
                    Err(RunError::Cancelled { .. }) => {}
                    Err(error) => panic!("{case}: {error}"),
                }
            }
            None => drop(driver),
        }
        stops += 1;
        assert!(stops < 2000, "{case}: it never ends");
    }
    assert_eq!(invocation.run().state(), &unbroken.end, "{case}");
    assert_eq!(effects.done(), unbroken.done, "{case}: what had finished is not done again");
    if stored {
        // What was stored meanwhile is a run as well: at its end.
        let restored = block_on(restored_or_new(&graph, memory)).expect("the log can be read");
        assert_eq!(restored.run().state(), &unbroken.end, "{case}");
    }
}

#[test]
fn a_run_stopped_at_any_await_continues_in_the_same_process_and_repeats_nothing_that_finished() {
    for &example in EXAMPLES {
        let unbroken = unbroken(example);
        // Fewer polls than a node takes, and nothing would ever finish.
        for polls in 8..40 {
            for stored in [false, true] {
                stopped_every(polls, true, example, &unbroken, stored);
                stopped_every(polls, false, example, &unbroken, stored);
            }
        }
    }
}

#[test]
fn a_run_of_which_each_superstep_has_a_process_of_its_own_ends_all_the_same() {
    for &example in EXAMPLES {
        let (name, graph) = example;
        let unbroken = unbroken(example);
        let (effects, memory) = (Effects::new(1), Rc::new(MemoryStore::default()));
        let mut processes = 0;
        let end = loop {
            processes += 1;
            assert!(processes < 100, "{name}: it never ends");
            let pause = CancelToken::new();
            pause.cancel();
            let graph = graph(&effects);
            let restored = block_on(restored_or_new(&graph, memory.clone())).expect("the log can be read");
            let mut invocation = restored.pause(pause);
            match block_on(answered(&mut invocation)) {
                Ok(true) => break invocation.run().state().clone(),
                Ok(false) => {}
                // What failed is tried again by the next process.
                Err(RunError::Node { .. }) => {}
                Err(error) => panic!("{name}: {error}"),
            }
        };
        assert_eq!(end, unbroken.end, "{name}");
        assert_eq!(effects.done(), unbroken.done, "{name}");
        assert!(processes >= 2, "{name}: {processes}");
    }
}

/// Drives on a little: to the end of a superstep, or past an interrupt or a breakpoint. True at the end.
async fn answered(invocation: &mut Invocation<'_, Work>) -> Result<bool, RunError> {
    match invocation.drive().await? {
        Halt::Done => return Ok(true),
        Halt::Interrupted(asked) => answer(invocation, &asked),
        Halt::Paused(_) if invocation.proceed() => {}
        Halt::Paused(_) => return Ok(false),
    }
    Ok(matches!(invocation.drive().await?, Halt::Done))
}
