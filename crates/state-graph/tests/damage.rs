//! Logs that are not as they were written: damage is reported, and never read as a state.

mod support;

use std::rc::Rc;

use futures::executor::block_on;
use proptest::prelude::*;
use serde_json::Value;
use state_graph::log::{Header, Outline, excerpt};
use state_graph::{CheckpointStore, Graph, History, LogEnd, LogError, MemoryStore, Run};
use support::effects::Effects;
use support::examples::EXAMPLES;
use support::work::Work;
use support::{RUN, Recorded, log_of, to_end, yields};

/// An example's graph, and the log of a run of it.
fn example(name: &str) -> (Graph<'static, Work>, Vec<u8>) {
    let graph = EXAMPLES.iter().find(|example| example.0 == name).unwrap().1(&Effects::default());
    let store = Rc::new(MemoryStore::default());
    let mut run = graph.invoke(Work::default()).limit(200).recorded(&store);
    block_on(to_end(&mut run)).unwrap();
    (graph, log_of(&store))
}

/// Of a log that can be read, every checkpoint that is left is as it was.
fn is_a_part_of(read: &History<Work>, whole: &History<Work>) {
    assert!(read.checkpoints().count() <= whole.checkpoints().count());
    for (left, was) in read.checkpoints().zip(whole.checkpoints()) {
        assert_eq!((left.id, left.step, &left.next, left.ran.len()), (was.id, was.step, &was.next, was.ran.len()));
        assert_eq!(read.state(left.id).unwrap(), whole.state(was.id).unwrap());
    }
}

#[test]
fn a_flipped_byte_is_reported_or_was_in_the_last_line() {
    for name in ["own subgraphs side by side", "interrupts", "wide"] {
        let (_, log) = example(name);
        let whole = History::<Work>::read(&log).unwrap();
        let last = log[..log.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
        for place in 0..log.len() {
            for flip in [1 << (place % 8), 0xff, log[place] ^ b'\n', log[place] ^ b'0'] {
                if flip == 0 {
                    continue;
                }
                let mut damaged = log.clone();
                damaged[place] ^= flip;
                match History::<Work>::read(&damaged) {
                    Err(LogError::Damaged { .. }) => assert!(place < last, "{name}: byte {place}"),
                    Err(error) => panic!("{name}: byte {place}: {error}"),
                    Ok(read) => {
                        assert!(read.torn().1 > 0, "{name}: byte {place} went unnoticed");
                        assert!(place >= last, "{name}: byte {place} is taken for a torn end");
                        // A changed byte is not cut short silently: what is left is what was there.
                        if place % 16 == 0 {
                            is_a_part_of(&read, &whole);
                        }
                    }
                }
                let _ = (Outline::read(&damaged), Header::peek(&damaged));
            }
        }
    }
}

#[test]
fn a_log_cut_off_anywhere_is_a_part_of_it() {
    let (_, log) = example("fan-out and join");
    let whole = History::<Work>::read(&log).unwrap();
    for length in 0..=log.len() {
        match History::<Work>::read(&log[..length]) {
            Ok(read) => {
                assert_eq!(read.torn().0 + read.torn().1, length as u64);
                is_a_part_of(&read, &whole);
            }
            Err(error) => assert!(matches!(error, LogError::Empty), "{length} bytes: {error}"),
        }
    }
}

#[test]
fn damage_leaves_the_log_as_it_is_and_a_torn_end_is_cut() {
    let (graph, log) = example("chain");
    let store = Rc::new(MemoryStore::default());
    let mut damaged = log.clone();
    damaged[log.len() / 2] ^= 4;
    block_on(store.append(RUN, LogEnd::NEW, &damaged)).unwrap();
    let error = block_on(graph.restore(store.clone(), RUN)).err().unwrap();
    assert!(error.to_string().starts_with("the log is damaged at line"), "{error}");
    assert_eq!(log_of(&store), damaged);

    let store = Rc::new(MemoryStore::default());
    block_on(store.append(RUN, LogEnd::NEW, &log[..log.len() - 7])).unwrap();
    let mut run = block_on(graph.restore(store.clone(), RUN)).unwrap().unwrap();
    block_on(to_end(&mut run)).unwrap();
    assert_eq!(block_on(graph.history(&*store, RUN)).unwrap().unwrap().torn().1, 0);
    assert!(History::<Work>::read(&log_of(&store)).unwrap().is_done());
}

#[test]
fn something_else_than_a_log_is_no_log() {
    for other in ["", "x", "\n", "hello\nworld\n", "{}\n", "00000000 {}\n"] {
        assert!(matches!(History::<Work>::read(other.as_bytes()), Err(LogError::Empty)), "{other:?}");
    }
    let mut line = format!("{:08x} ", crc32fast::hash(b"{\"a\":1}"));
    line.push_str("{\"a\":1}\n");
    assert!(matches!(History::<Work>::read(line.as_bytes()), Err(LogError::NotALog(_))));
    assert!(matches!(Header::peek(b"hello\nworld\n"), Err(LogError::Damaged { line: 1, offset: 0 })));
    assert!(matches!(Header::peek(b"hel"), Err(LogError::Empty)));
}

/// A log whose lines have right checksums, whatever they hold.
fn framed(lines: impl Iterator<Item = String>) -> Vec<u8> {
    lines.map(|json| format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes()))).collect::<String>().into_bytes()
}

fn lines(log: &[u8]) -> Vec<String> {
    std::str::from_utf8(log).unwrap().lines().map(|line| line[9..].to_owned()).collect()
}

/// Reads, restores and drives a log in every way. It may be refused, and must not panic.
fn use_it(graph: &Graph<'static, Work>, log: &[u8]) {
    let _ = (Outline::read(log), Header::peek(log));
    let Ok(history) = History::<Work>::read(log) else { return };
    let ids: Vec<u64> = history.checkpoints().map(|checkpoint| checkpoint.id).collect();
    for &id in &ids {
        let _ = (history.state(id), history.line_of(id), history.diff(ids[0], id), excerpt(log, id, Value::Null));
        let _ = Run::restore_at(graph, &history, id);
    }
    let Ok(run) = Run::restore(graph, &history) else { return };
    // A run that is made up may well never end.
    let mut run = state_graph::Invocation::new(run).limit(20);
    block_on(async {
        let _ = futures::future::select(Box::pin(to_end_or_refused(&mut run)), Box::pin(yields(2000))).await;
    });
}

async fn to_end_or_refused(run: &mut state_graph::Invocation<'_, Work>) {
    for _ in 0..20 {
        match run.drive().await {
            Ok(state_graph::Halt::Interrupted(asked)) => support::answer(run, &asked),
            Ok(state_graph::Halt::Paused(_)) if run.proceed() => {}
            _ => return,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    /// The checksums are right, so the line was written on purpose.
    #[test]
    fn made_up_logs_are_refused_or_used_without_a_panic(
        name in 0..EXAMPLES.len(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>()), 1..4),
        moves in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8), 0..3),
    ) {
        let (graph, log) = example(EXAMPLES[name].0);
        let mut lines = lines(&log);
        for (line, place, to) in edits {
            // Numbers are what indexes and ids are made of.
            let line = line.get_mut(&mut lines);
            let digits: Vec<usize> = line.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()).map(|(at, _)| at).collect();
            if !digits.is_empty() {
                let at = *place.get(&digits);
                let number = ["0", "1", "2", "7", "99", "4294967295", "18446744073709551615", "-1"][usize::from(to) % 8];
                line.replace_range(at..=at, number);
            }
        }
        for (line, how) in moves {
            let at = line.index(lines.len());
            match how {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, lines[at].clone()),
                2 => lines.push(lines[at].clone()),
                _ => lines.swap(at.saturating_sub(1), at),
            }
            if lines.is_empty() {
                return Ok(());
            }
        }
        use_it(&graph, &framed(lines.into_iter()));
    }

    #[test]
    fn any_bytes_are_refused_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let (graph, log) = example("chain");
        use_it(&graph, &bytes);
        use_it(&graph, &[&log[..], &bytes].concat());
        use_it(&graph, &[&bytes, &log[..]].concat());
    }
}
