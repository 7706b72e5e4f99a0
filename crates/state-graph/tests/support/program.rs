//! Random runs: what each node writes and where it goes is drawn beforehand, so that a run depends on nothing but its
//! state, and can be run again with its nodes finishing in another order.

use std::rc::Rc;

use proptest::prelude::*;
use state_graph::{Command, END, Graph, GraphBuilder, MessageWrite, NodeContext, NodeError, Route, START};

use super::work::{Note, Work, WorkUpdate};
use super::{Edges, named, yields};

pub const NODES: [&str; 6] = ["n0", "n1", "n2", "n3", "n4", "n5"];

/// In how many supersteps nodes do what was drawn; then the run ends.
pub const STEPS: usize = 6;

#[derive(Clone, Debug)]
pub enum Op {
    Log(u8),
    /// A message without an id.
    Note(u8),
    /// A message with one of a few ids.
    Put(u8),
    /// Removes the message at this place, if there is one.
    Remove(u8),
    Seen(u8, u32),
    Topic(u8),
    Total(i64),
    Arrive(bool),
    Value(i64),
    Scratch(u32),
    OverwriteLog(u8),
    OverwriteNotes(u8),
    OverwriteTotal(i64),
    Record(u8),
}

#[derive(Clone, Debug)]
pub struct Action {
    pub ops: Vec<Op>,
    /// Where to go, and with what argument, if with any.
    pub goto: Vec<(u8, Option<i64>)>,
}

/// By node and superstep.
#[derive(Clone, Debug)]
pub struct Program(pub Vec<Action>);

/// How often each node gives way, by node and superstep.
pub type Delays = Vec<u32>;

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        any::<u8>().prop_map(Op::Log),
        any::<u8>().prop_map(Op::Note),
        (0_u8..4).prop_map(Op::Put),
        (0_u8..6).prop_map(Op::Remove),
        (0_u8..5, any::<u32>()).prop_map(|(key, value)| Op::Seen(key, value)),
        any::<u8>().prop_map(Op::Topic),
        (-9_i64..9).prop_map(Op::Total),
        any::<bool>().prop_map(Op::Arrive),
        any::<i64>().prop_map(Op::Value),
        any::<u32>().prop_map(Op::Scratch),
        any::<u8>().prop_map(Op::OverwriteLog),
        any::<u8>().prop_map(Op::OverwriteNotes),
        (-9_i64..9).prop_map(Op::OverwriteTotal),
        any::<u8>().prop_map(Op::Record),
    ]
}

pub fn program() -> impl Strategy<Value = Program> {
    let goto = prop::collection::vec((0_u8..6, prop::option::weighted(0.3, 1_i64..4)), 0..3);
    let action = (prop::collection::vec(op(), 0..5), goto).prop_map(|(ops, goto)| Action { ops, goto });
    prop::collection::vec(action, NODES.len() * STEPS).prop_map(Program)
}

pub fn delays() -> impl Strategy<Value = Delays> {
    prop::collection::vec(0_u32..6, NODES.len() * STEPS)
}

/// One update after another, as an outside change.
pub fn edit() -> impl Strategy<Value = Vec<Op>> {
    prop::collection::vec(op(), 1..4)
}

/// The update of these operations. `alone`: no other task of this superstep writes the fields that only one may write.
pub fn update(state: &Work, ops: &[Op], who: &str, alone: bool) -> WorkUpdate {
    let (mut update, mut once) = (WorkUpdate::new(), std::collections::BTreeSet::new());
    let mut only = |what: &'static str| alone && once.insert(what);
    for op in ops {
        update = match *op {
            Op::Log(n) => update.log([format!("{who} {n}")]),
            Op::Note(n) => update.notes(Note::new(format!("{who} writes {n}"))),
            Op::Put(n) => update.notes(Note::with_id(&format!("id-{n}"), who)),
            Op::Remove(n) if only("notes") => match state.notes.get(usize::from(n)).and_then(|note| note.id.clone()) {
                Some(id) => update.notes(MessageWrite::remove(id)),
                None => update,
            },
            Op::Seen(key, value) => update.seen([(key.to_string(), value)]),
            Op::Topic(n) => update.topic([format!("{who} {n}")]),
            Op::Total(n) => update.total(n),
            Op::Arrive(left) => update.ready([if left { "left" } else { "right" }]),
            Op::Value(n) if only("value") => update.value(n),
            Op::Scratch(n) if only("scratch") => update.scratch(n),
            Op::OverwriteLog(n) if only("log") => update.overwrite_log(vec![format!("{who} {n}")]),
            Op::OverwriteNotes(n) if only("notes") => {
                update.overwrite_notes(vec![Note::new(format!("kept {n}")), Note::with_id("id-1", "kept")])
            }
            Op::OverwriteTotal(n) if only("total") => update.overwrite_total(n),
            _ => update,
        };
    }
    update
}

#[derive(Route)]
pub enum To {
    N0,
    N1,
    N2,
    N3,
    N4,
    N5,
    #[route(end)]
    Done,
}

impl To {
    fn node(place: u8) -> Self {
        [Self::N0, Self::N1, Self::N2, Self::N3, Self::N4, Self::N5].into_iter().nth(place.into()).unwrap_or(Self::Done)
    }
}

/// The graph of a program: its nodes, a join, a deferred node and a subgraph of the same state.
pub fn graph(program: &Program, delays: &Delays) -> Graph<'static, Work> {
    let (program, delays) = (Rc::new(program.clone()), Rc::new(delays.clone()));
    let mut builder = GraphBuilder::new();
    for (place, name) in NODES.into_iter().enumerate() {
        let (program, delays) = (program.clone(), delays.clone());
        let node = async move |state: &Work, cx: &NodeContext<'_, Work>| -> Result<Command<Work, To>, NodeError> {
            let step = cx.step() as usize - 1;
            if step >= STEPS {
                return Ok(Command::update(WorkUpdate::new()).goto(To::Done));
            }
            let index = place * STEPS + step;
            yields(delays[index]).await;
            let action = &program.0[index];
            let dispatched = state.tag.starts_with("argument");
            let who = format!("{}{} in {}", state.tag, cx.node(), cx.step());
            for op in &action.ops {
                if let Op::Record(n) = op {
                    cx.record(format!("{who}: {n}"));
                }
            }
            // Only the first node writes what one may write, and the only one of it.
            let command = Command::update(update(state, &action.ops, &who, place == 0 && !dispatched));
            Ok(action.goto.iter().fold(command, |command, &(to, argument)| match argument {
                Some(n) => {
                    let notes = [Note::new("an argument's own")].into_iter().collect();
                    let tag = format!("argument {n} ");
                    command.dispatch(To::node(to), Work { tag, notes, value: state.value, ..Work::default() })
                }
                None => command.goto(To::node(to)),
            }))
        };
        builder = builder.node(name, node);
    }
    let inner = super::chain(["x", "y"]).compile().expect("a chain");
    let builder = builder.node("meet", named).node("late", named).node("sub", inner);
    let builder = builder.edges(&[(START, "n0"), (START, "n1"), (START, "n3"), ("meet", END)]);
    let builder = builder.path(["n5", "late", END]).path(["n2", "sub", "n1"]);
    builder.join(["n3", "n4"], "meet").defer("late").compile().expect("the program has a graph")
}
