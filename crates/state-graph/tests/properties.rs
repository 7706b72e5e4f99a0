//! Over random runs: the order in which nodes finish does not matter, a checkpoint is the state that was, and a run
//! continues from any checkpoint as it did.

mod support;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use futures::executor::block_on;
use proptest::prelude::*;
use state_graph::{
    CancelToken, CheckpointStore, Graph, Halt, History, Invocation, LogEnd, MemoryStore, RunError, RunEvent,
    RunEventKind,
};
use support::dying::{Death, DyingStore};
use support::program::{NODES, Op, delays, edit, graph, program, update};
use support::work::{Note, Work};
use support::{RUN, Recorded, history_of, log_of};

fn start() -> Work {
    Work { notes: [Note::new("first"), Note::with_id("id-0", "second")].into_iter().collect(), ..Work::default() }
}

/// How a run ended: its state, and the error if there was one.
type End = (Work, Option<String>);

fn end(run: &mut Invocation<'_, Work>) -> End {
    let error = block_on(run.drive()).err().map(|error| error.to_string());
    (run.run().state().clone(), error)
}

fn stored<'a>(graph: &Graph<'a, Work>, store: &Rc<MemoryStore>) -> Invocation<'a, Work> {
    graph.invoke(start()).recorded(store)
}

/// The tracked state at every checkpoint, and what ran in its superstep.
fn states(history: &History<Work>) -> BTreeMap<u64, (Work, Vec<String>)> {
    let ran = |checkpoint: &state_graph::Checkpoint<'_, Work>| {
        checkpoint.ran.iter().map(|task| format!("{} {:?}", task.node, task.events)).collect()
    };
    history.checkpoints().map(|c| (c.id, (history.state(c.id).expect("a state"), ran(&c)))).collect()
}

#[derive(Clone, Debug)]
enum Change {
    Nothing,
    Edit(Vec<Op>),
    EditAs(Vec<Op>, usize),
    Input(Vec<Op>),
    Restore,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => Just(Change::Nothing),
        1 => edit().prop_map(Change::Edit),
        1 => (edit(), 0..NODES.len()).prop_map(|(ops, node)| Change::EditAs(ops, node)),
        1 => edit().prop_map(Change::Input),
        1 => Just(Change::Restore),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nodes_may_finish_in_any_order(program in program(), one in delays(), two in delays()) {
        let plain = end(&mut graph(&program, &one).invoke(start()));
        let run = |delays| {
            let (graph, store) = (graph(&program, delays), Rc::new(MemoryStore::default()));
            let ended = end(&mut stored(&graph, &store));
            let restored = block_on(graph.restore(store.clone(), RUN)).unwrap().unwrap();
            (ended, restored.run().state().clone(), states(&history_of(&store)))
        };
        let (first, second) = (run(&one), run(&two));
        prop_assert_eq!(&plain, &first.0);
        prop_assert_eq!(&first, &second);
        prop_assert_eq!(&first.1, &first.0.0.tracked());
    }

    #[test]
    fn every_checkpoint_is_the_state_that_was(
        program in program(),
        delays in delays(),
        changes in prop::collection::vec(change(), 8),
    ) {
        let (graph, store) = (graph(&program, &delays), Rc::new(MemoryStore::default()));
        let seen: Rc<RefCell<BTreeMap<u64, Work>>> = Rc::default();
        let ready = |run: Invocation<'static, Work>| {
            let (seen, pause) = (seen.clone(), CancelToken::new());
            pause.cancel();
            run.pause(pause).on_event(move |event: RunEvent<'_, String>| {
                if let RunEventKind::StepFinished { state, checkpoint: Some(id), .. } = event.kind && event.path.is_empty() {
                    seen.borrow_mut().insert(id, state.get::<Work>().expect("the state").tracked());
                }
            })
        };
        let mut run = ready(stored(&graph, &store));
        for change in changes {
            let stop = match block_on(run.drive()) {
                Ok(Halt::Paused(_)) => false,
                Ok(_) | Err(_) => true,
            };
            let (state, edited) = (run.run().state().clone(), run.run_mut());
            let alone = |ops: &[Op]| update(&state, ops, "outside", true);
            let changed = match &change {
                Change::Nothing => Ok(()),
                Change::Edit(ops) => edited.update_state(alone(ops), None),
                Change::EditAs(ops, node) => edited.update_state(alone(ops), Some(NODES[*node])),
                Change::Input(ops) => edited.input(alone(ops)),
                Change::Restore => {
                    run = ready(block_on(graph.restore(store.clone(), RUN)).unwrap().unwrap());
                    prop_assert_eq!(run.run().state(), &state.tracked());
                    Ok(())
                }
            };
            let refused = matches!(changed, Err(RunError::Channel { .. }));
            prop_assert!(changed.is_ok() || refused, "{:?}", changed);
            if stop && matches!(change, Change::Nothing) {
                break;
            }
        }
        let _ = block_on(run.drive());
        let live = run.run().state().tracked();
        let history = history_of(&store);
        prop_assert_eq!(history.state(history.head()).unwrap(), live);
        for (id, state) in &*seen.borrow() {
            prop_assert_eq!(&history.state(*id).unwrap(), state, "checkpoint {}", id);
        }
        let restored = block_on(graph.restore(store.clone(), RUN)).unwrap().unwrap();
        prop_assert_eq!(restored.run().state(), &run.run().state().tracked());
    }

    #[test]
    fn a_run_continues_from_each_of_its_checkpoints_as_it_did(program in program(), one in delays(), two in delays()) {
        let (first, second) = (graph(&program, &one), graph(&program, &two));
        let store = Rc::new(MemoryStore::default());
        let (state, error) = end(&mut stored(&first, &store));
        let (log, expected) = (log_of(&store), states(&history_of(&store)));
        for &id in expected.keys() {
            let store = Rc::new(MemoryStore::default());
            block_on(store.append(RUN, LogEnd::NEW, &log)).unwrap();
            let mut run = block_on(second.restore_at(store.clone(), RUN, id)).unwrap().unwrap();
            let again = end(&mut run);
            prop_assert_eq!(&(again.0.tracked(), again.1), &(state.tracked(), error.clone()), "from checkpoint {}", id);
            // The same states on the way, after the fork, which is the first new checkpoint.
            let history = history_of(&store);
            let line = history.line_of(history.head());
            let new = line.into_iter().filter(|new| !expected.contains_key(new)).skip(1);
            let new: Vec<Work> = new.map(|new| history.state(new).unwrap()).collect();
            let old: Vec<Work> = expected.range(id + 1..).map(|(_, (state, _))| state.clone()).collect();
            prop_assert_eq!(new, old);
        }
    }

    #[test]
    fn a_run_killed_anywhere_ends_as_it_would_have(
        program in program(),
        delays in delays(),
        append in 0_usize..12,
        bytes in 0_usize..3000,
    ) {
        let graph = graph(&program, &delays);
        let expected = end(&mut graph.invoke(start()));
        let memory = Rc::new(MemoryStore::default());
        let dying = Rc::new(DyingStore::new(&memory, Some(Death { append, bytes }), 1));
        let mut run = graph.invoke(start()).recorded(&dying);
        let _ = dying.process(run.drive());
        drop(run);
        let restored = block_on(graph.restore(memory.clone(), RUN)).unwrap();
        let mut run = restored.unwrap_or_else(|| stored(&graph, &memory));
        let ended = end(&mut run);
        prop_assert_eq!((ended.0.tracked(), ended.1), (expected.0.tracked(), expected.1));
    }

    /// A shorter way through `update_state`, `input` and the rest: what `Update::then` makes of all steps of a subgraph is
    /// what the steps did.
    #[test]
    fn a_shared_subgraph_is_as_if_its_nodes_were_here(program in program(), delays in delays()) {
        let inner = graph(&program, &delays);
        let builder = state_graph::GraphBuilder::new().node("sub", inner.clone());
        let outer = builder.edge(state_graph::START, "sub").edge("sub", state_graph::END).compile().unwrap();
        // The ids of messages depend on the graph in which they were written, and nothing depends on them.
        let nameless = |mut work: Work| {
            work.notes = work.notes.iter().map(|note| Note::new(&note.text)).collect();
            work
        };
        let named = Work { notes: [Note::with_id("id-7", "x")].into_iter().collect(), ..Work::default() };
        let flat = block_on(inner.invoke(named.clone()).into_future());
        let nested = block_on(outer.invoke(named).into_future());
        match (flat, nested) {
            (Ok(flat), Ok(nested)) => prop_assert_eq!(nameless(flat), nameless(nested)),
            (Err(_), Err(_)) => {}
            (flat, nested) => prop_assert!(false, "{:?} {:?}", flat, nested),
        }
    }
}
