use super::super::{ActingServices, Toolbox};
use super::*;
use crate::outputs::ToolOutputs;
use agent_memory::{InMemoryFiles, MemoryFile, MemoryFiles, MemoryFuture, StoredMemory};
use change_set::ChangeSet;
use codebase::Reader;
use futures::FutureExt;
use futures::executor::block_on;
use serde_json::json;

/// The memory tools over a store.
fn over<'a>(reader: &'a Reader, memory: impl MemoryStore + 'static) -> Toolbox<'a> {
    let services = ActingServices { memory: Some(Rc::new(memory)), ..ActingServices::default() };
    Toolbox::acting(reader, &services)
}

fn shop() -> Reader {
    Reader::whole(fixtures::codebase(fixtures::SHOP))
}

/// A call of a run.
fn output(tools: &Toolbox<'_>, name: &str, arguments: Value) -> Result<ToolOutput, ToolError> {
    let (id, agent, conversation) = ("r1".to_owned(), "plan-review".to_owned(), "c1".to_owned());
    let run = CallingRun { id, agent, conversation, wall_clock: Some(Rc::new(|| 1_700_000_000_000.0)), folder: None };
    let (changes, outputs) = (ChangeSet::default(), ToolOutputs::default());
    let cx = CallContext { id: "call", changes: &changes, outputs: &outputs, run: Some(&run), node: None };
    block_on(tools.get(name)?.call(&arguments, cx))
}

fn call(tools: &Toolbox<'_>, name: &str, arguments: Value) -> String {
    output(tools, name, arguments).map_or_else(|error| format!("Error: {error}"), |output| output.text)
}

#[test]
fn values_are_stored_read_listed_and_deleted() {
    let reader = shop();
    let tools = over(&reader, StoredMemory::in_memory());
    let call = |name: &str, arguments| call(&tools, name, arguments);
    assert_eq!(call("memory_list", json!({})), "Nothing is stored for the repository.");
    let output = output(&tools, "memory_set", json!({"key": "tests", "value": "make check"})).unwrap();
    assert_eq!(output.text, "Stored under `tests` for the repository: 10 bytes.");
    assert_eq!((output.summary.as_str(), output.remembered.as_deref()), ("stored `tests`", Some("tests")));
    call("memory_append", json!({"key": "tests", "value": " -k"}));
    call("memory_append", json!({"key": "log", "value": "a", "scope": "person"}));
    assert_eq!(
        call("memory_get", json!({"key": "tests"})),
        "`tests` of the repository (stored by memory_append of plan-review, run r1):\nmake check -k"
    );
    assert_eq!(
        call("memory_list", json!({"scope": "repository"})),
        "tests  (13 bytes, stored by memory_append of plan-review, run r1)"
    );
    assert_eq!(
        call("memory_list", json!({"scope": "person"})),
        "log  (1 bytes, stored by memory_append of plan-review, run r1)"
    );
    let absent = "Not found: nothing is stored under `log` for the repository.";
    assert_eq!(call("memory_get", json!({"key": "log"})), absent);
    assert_eq!(call("memory_delete", json!({"key": "log"})), absent);
    assert_eq!(call("memory_delete", json!({"key": "tests"})), "Deleted `tests` of the repository.");
    assert_eq!(call("memory_clear", json!({"scope": "person"})), "Deleted 1 value of the person.");
    assert_eq!(call("memory_clear", json!({"scope": "person"})), "Deleted 0 values of the person.");
}

#[test]
fn a_value_names_the_run_that_stored_it_and_when() {
    let (reader, memory) = (shop(), Rc::new(StoredMemory::in_memory()));
    let services = ActingServices { memory: Some(memory.clone()), ..ActingServices::default() };
    let tools = Toolbox::acting(&reader, &services);
    let set = json!({"key": "tests", "value": "make check", "scope": "conversation"});
    call(&tools, "memory_set", set.clone());
    let stored = block_on(memory.get(Scope::Conversation("c1"), "tests")).unwrap().unwrap();
    let (run, agent, by) = ("r1".to_owned(), "plan-review".to_owned(), "memory_set".to_owned());
    let origin = Origin { source: Source::Run { run, agent, by }, stored_at: Some(1_700_000_000_000.0) };
    assert_eq!((stored.value.as_str(), stored.origin), ("make check", Some(origin)));
    assert_eq!(block_on(memory.get(Scope::Conversation("c2"), "tests")), Ok(None), "another conversation");
    let outside = block_on(tools.call("memory_set", &set)).unwrap_err().to_string();
    assert_eq!(outside, "memory belongs to runs, and this call is of none");
}

#[test]
fn bounds_are_errors_and_nothing_is_cut() {
    let reader = shop();
    let tools = over(&reader, StoredMemory::in_memory());
    let call = |name: &str, arguments| call(&tools, name, arguments);
    call("memory_set", json!({"key": "a", "value": "x".repeat(20 << 10)}));
    let too_large = "Error: the value of `a` would have 20481 bytes, and at most 20480 are stored";
    assert_eq!(call("memory_append", json!({"key": "a", "value": "y"})), too_large);
    assert_eq!(call("memory_set", json!({"key": "a", "value": "z".repeat((20 << 10) + 1)})), too_large);
    assert!(call("memory_get", json!({"key": "a"})).ends_with('x'), "the value before is kept");
    (1..200).for_each(|n| drop(call("memory_set", json!({"key": format!("k{n}"), "value": ""}))));
    for name in ["memory_set", "memory_append"] {
        assert_eq!(
            call(name, json!({"key": "one more", "value": ""})),
            "Error: the repository has 200 keys already, as many as are stored; delete one first"
        );
        let error = call(name, json!({"key": " ", "value": ""}));
        assert_eq!(error, "Error: a key has 1 to 200 bytes and no control characters");
    }
    assert_eq!(call("memory_list", json!({})).lines().count(), 200);
}

#[test]
fn wrong_arguments_are_errors() {
    let reader = shop();
    let tools = over(&reader, StoredMemory::in_memory());
    for (name, arguments) in [
        ("memory_get", json!({})),
        ("memory_list", json!({"scope": "everybody"})),
        ("memory_set", json!({"key": "a"})),
        ("memory_append", json!({"key": "a", "value": 1})),
        ("memory_delete", json!({"name": "a"})),
        ("memory_clear", json!({})),
    ] {
        let error = call(&tools, name, arguments);
        assert!(error.starts_with(&format!("Error: wrong arguments for `{name}`: ")), "{error}");
    }
}

/// Files that cannot be read or written.
struct Broken;

impl MemoryFiles for Broken {
    fn place(&self, file: MemoryFile<'_>) -> String {
        file.to_string()
    }

    fn read<'a>(&'a self, _: MemoryFile<'a>) -> MemoryFuture<'a, Option<Vec<u8>>> {
        async { Err(MemoryError::Files("the disk is away".to_owned())) }.boxed_local()
    }

    fn replace<'a>(&'a self, _: MemoryFile<'a>, _: Option<&'a [u8]>, _: &'a [u8]) -> MemoryFuture<'a, bool> {
        unreachable!("nothing could be read")
    }

    fn remove<'a>(&'a self, _: MemoryFile<'a>) -> MemoryFuture<'a, ()> {
        unreachable!("no tool removes a file")
    }
}

#[test]
fn what_cannot_be_read_is_an_error_and_never_empty() {
    let reader = shop();
    let damaged = InMemoryFiles::default();
    block_on(damaged.replace(MemoryFile::Values(Scope::Repository), None, b"{")).unwrap();
    for (tools, why) in [
        (
            over(&reader, StoredMemory::new(Broken)),
            "Error: what is remembered could not be read or stored: the disk is away",
        ),
        (
            over(&reader, StoredMemory::new(damaged)),
            "Error: what is remembered for the repository can't be read: the file in memory of what is remembered for the repository is damaged",
        ),
    ] {
        for (name, arguments) in [
            ("memory_get", json!({"key": "a"})),
            ("memory_list", json!({})),
            ("memory_set", json!({"key": "a", "value": "b"})),
            ("memory_append", json!({"key": "a", "value": "b"})),
            ("memory_delete", json!({"key": "a"})),
            ("memory_clear", json!({"scope": "repository"})),
        ] {
            let error = call(&tools, name, arguments);
            assert!(error.starts_with(why), "{error}");
        }
    }
}

#[test]
fn a_host_without_memory_offers_none() {
    let reader = shop();
    let tools = Toolbox::acting(&reader, &ActingServices::default());
    assert!(tools.specs().iter().all(|spec| !spec.name.starts_with("memory_")));
}

#[test]
fn only_what_changes_the_memory_has_that_effect() {
    let reader = shop();
    let tools = over(&reader, StoredMemory::in_memory());
    for (name, lasts) in [
        ("memory_get", false),
        ("memory_list", false),
        ("memory_set", true),
        ("memory_append", true),
        ("memory_delete", true),
        ("memory_clear", true),
    ] {
        let tool = tools.get(name).unwrap();
        assert_eq!(tool.effect(&json!({})) == Effect::Memory, lasts, "{name}");
        assert_eq!(tool.effect(&json!({})).lasts(), lasts, "{name}");
    }
}
