//! The tools that run something, with a runner that answers by a script.

use crate::outputs::ToolOutputs;
use crate::policy::Effect;
use crate::{ActingServices, CallContext, CallingRun, RunContext, ToolError, ToolOutput, Toolbox};
use agent_memory::{MemoryStore, Scope};
use change_set::ChangeSet;
use code_runner::scripted::{Asked, ScriptedRunner, exit};
use code_runner::{Ran, Runner};
use codebase::Reader;
use futures::executor::block_on;
use protocol::{Event, UnnumberedEvent};
use serde_json::{Value, json};
use state_graph::{RunEvent, RunEventKind};
use std::cell::RefCell;
use std::rc::Rc;

const PROJECT: &str = "
//- sums.py
def add(a, b):
    return a - b
//- tests/test_sums.py
import unittest
from sums import add

class Sums(unittest.TestCase):
    def test_add(self):
        self.assertEqual(add(1, 2), 3)
";

struct World {
    reader: Reader,
    runner: Rc<ScriptedRunner>,
    memory: Rc<dyn MemoryStore>,
    events: RefCell<Vec<Event>>,
}

impl World {
    fn new(script: Vec<Ran>) -> Self {
        let reader = Reader::whole(fixtures::codebase(PROJECT));
        let memory = Rc::new(agent_memory::StoredMemory::in_memory());
        Self { reader, runner: Rc::new(ScriptedRunner::new(script)), memory, events: RefCell::default() }
    }

    fn with<R>(&self, act: impl AsyncFnOnce(Toolbox<'_>, CallContext<'_>) -> R) -> R {
        let services = ActingServices {
            runner: Some(Rc::clone(&self.runner) as Rc<dyn Runner>),
            memory: Some(Rc::clone(&self.memory)),
            ..ActingServices::default()
        };
        let report = |event: RunEvent<'_, UnnumberedEvent>| {
            if let RunEventKind::Custom { payload, .. } = event.kind {
                self.events.borrow_mut().push(payload.event);
            }
        };
        let node = RunContext::new("executor", 1, &report);
        let run = CallingRun { id: "r1".to_owned(), agent: "three-phase".to_owned(), ..CallingRun::default() };
        let (changes, outputs) = (ChangeSet::default(), ToolOutputs::default());
        let cx = CallContext { id: "c1", changes: &changes, outputs: &outputs, run: Some(&run), node: Some(&node) };
        block_on(act(Toolbox::acting(&self.reader, &services), cx))
    }

    fn prepare(&self, tool: &str, arguments: Value) -> Result<Option<Value>, String> {
        let prepared = self.with(async |tools, cx| tools.get(tool).unwrap().prepare(&arguments, cx).await);
        prepared.map_err(|error| error.to_string())
    }

    fn call(&self, tool: &str, arguments: Value) -> Result<ToolOutput, ToolError> {
        self.with(async |tools, cx| tools.get(tool).unwrap().call(&arguments, cx).await)
    }

    fn ran(&self) -> Vec<Asked> {
        self.runner.asked()
    }

    fn effect(&self, tool: &str, arguments: Value) -> (Vec<String>, String) {
        self.with(async |tools, _| match tools.get(tool).unwrap().effect(&arguments) {
            Effect::Run { argv, folder } => (argv.into_owned(), folder.into_owned()),
            other => panic!("{other:?}"),
        })
    }

    fn remembered(&self) -> Option<String> {
        block_on(self.memory.get(Scope::Repository, "failing_tests")).unwrap().map(|entry| entry.value)
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn they_are_offered_only_where_something_can_run() {
    let names = |services: &ActingServices| {
        let reader = Reader::whole(fixtures::codebase(PROJECT));
        let specs = Toolbox::acting(&reader, services).specs();
        specs.into_iter().filter(|spec| spec.name.starts_with("run_")).map(|spec| spec.name).collect::<Vec<_>>()
    };
    assert!(names(&ActingServices::default()).is_empty());
    let runner: Rc<dyn Runner> = Rc::new(ScriptedRunner::new([]));
    let services = ActingServices { runner: Some(runner), ..ActingServices::default() };
    assert_eq!(names(&services), ["run_code", "run_tests", "run_command"]);
}

#[test]
fn what_is_decided_about_is_what_runs() {
    let world = World::new(vec![exit(0, "3\n", "")]);
    let arguments = json!({"argv": ["python", "-c", "print(1 + 2)"], "cwd": "./tests/", "timeout_s": 400});
    let argv = words(&["python", "-c", "print(1 + 2)"]);
    assert_eq!(world.effect("run_command", arguments.clone()), (argv.clone(), "tests".to_owned()));
    assert_eq!(world.prepare("run_command", arguments.clone()), Ok(None));
    let output = world.call("run_command", arguments).unwrap();
    assert_eq!(
        (output.text.as_str(), output.summary.as_str()),
        ("exit code 0 (0.0 s)\n\nstandard output:\n3", "exit code 0")
    );
    let [ran] = &world.ran()[..] else { panic!("it ran once") };
    assert_eq!((&ran.command.argv, ran.command.folder.as_str(), ran.command.limits.time_ms), (&argv, "tests", 300_000));
    let events = world.events.take();
    let kinds: Vec<&str> = events
        .iter()
        .map(|event| match event {
            Event::CommandStarted { .. } => "started",
            Event::CommandOutput { .. } => "output",
            Event::CommandFinished { .. } => "finished",
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(kinds, ["started", "output", "finished"]);
}

#[test]
fn what_cannot_run_is_refused_before_anybody_is_asked() {
    let world = World::new(Vec::new());
    let why = |tool: &str, arguments: Value| world.prepare(tool, arguments).unwrap_err();
    let unknown = why("run_command", json!({"argv": ["rm", "-r", "."]}));
    assert_eq!(unknown, "`rm` does not run here: the test has python and node");
    assert!(why("run_command", json!({"argv": []})).contains("`argv` names no program"));
    assert!(why("run_command", json!({"argv": "ls -l"})).contains("invalid type: string"));
    assert!(why("run_command", json!({"argv": ["node"], "timeout_s": 0})).contains("at least 1"));
    assert!(why("run_command", json!({"argv": vec!["node"; 201]})).contains("at most 200"));
    assert!(why("run_command", json!({"argv": ["node", "a\0b"]})).contains("a zero byte"));
    assert!(why("run_code", json!({"language": "js"})).contains("either `path` or `code`"));
    assert!(why("run_code", json!({"language": "js", "path": "../x.js"})).contains("leaves the repository"));
    assert!(why("run_code", json!({"language": "js", "path": "-e"})).contains("read as an option"));
    assert!(
        why("run_code", json!({"language": "js", "code": "1", "stdin": "x".repeat(70_000)})).contains("at most 65536")
    );
    assert!(world.ran().is_empty() && world.events.take().is_empty());
}

#[test]
fn code_is_an_argument_and_not_a_file() {
    let world = World::new(Vec::new());
    let effect = |arguments: Value| world.effect("run_code", arguments).0;
    assert_eq!(effect(json!({"language": "python", "code": "1", "args": ["-x"]})), words(&["python", "-c", "1", "-x"]));
    assert_eq!(effect(json!({"language": "js", "code": "1", "args": ["-x"]})), words(&["node", "-e", "1", "--", "-x"]));
    assert_eq!(effect(json!({"language": "js", "path": "./a/b.js", "args": ["-x"]})), words(&["node", "a/b.js", "-x"]));
}

#[test]
fn code_reads_its_input_and_is_ended_at_its_time() {
    let world = World::new(vec![exit(1, "", "")]);
    let arguments = json!({"language": "python", "code": "input()", "stdin": "in", "timeout_s": 100});
    let output = world.call("run_code", arguments).unwrap();
    assert_eq!(output.text, "exit code 1 (0.0 s)\nIt wrote nothing.");
    let [ran] = &world.ran()[..] else { panic!("it ran once") };
    assert_eq!((ran.command.stdin.as_str(), ran.command.limits.time_ms), ("in", 60_000));
}

const FAILED: &str = "F\n======\nFAIL: test_add (test_sums.Sums.test_add)\n------\nTraceback (most recent call last):\nAssertionError: -1 != 3 with token ghp_0123456789abcdefghijABCDEFGHIJ012345\n\n------\nRan 1 test in 0.000s\n\nFAILED (failures=1)\n";

#[test]
fn tests_are_counted_and_those_that_fail_are_remembered_until_they_pass() {
    let world = World::new(vec![
        exit(1, "", FAILED),
        exit(0, "", ".\n----\nRan 1 test in 0.000s\n\nOK\n"),
        exit(2, "", ""),
        exit(1, "", FAILED),
    ]);
    let definite = world.prepare("run_tests", json!({})).unwrap().expect("the command of the project");
    let argv = words(&["python", "-m", "unittest", "discover", "-s", "tests"]);
    assert_eq!(definite, json!({"argv": argv, "cwd": "", "args": []}));
    assert_eq!(world.effect("run_tests", definite.clone()), (argv, String::new()));

    let output = world.call("run_tests", definite.clone()).unwrap();
    assert_eq!(output.summary, "exit code 1: 1 of 1 tests failed: test_add (test_sums.Sums.test_add)");
    assert!(output.text.contains("\n- test_add (test_sums.Sums.test_add): AssertionError: -1 != 3"), "{}", output.text);
    assert_eq!(output.remembered.as_deref(), Some("failing_tests"));
    let kept = world.remembered().unwrap();
    assert!(kept.contains("\"name\":\"test_add (test_sums.Sums.test_add)\"") && kept.contains("-1 != 3"), "{kept}");
    assert!(!kept.contains("ghp_0123456789"), "{kept}");

    let output = world.call("run_tests", definite.clone()).unwrap();
    assert_eq!(output.summary, "exit code 0: 1 test passed");
    assert_eq!(world.remembered().as_deref(), Some("[]"));
    // What says nothing of tests changes nothing that is known, and neither does a run of some.
    let output = world.call("run_tests", definite.clone()).unwrap();
    assert_eq!(output.summary, "exit code 2; the output does not say which tests ran");
    assert_eq!(output.remembered, None);
    let some = json!({"argv": definite["argv"], "args": ["-k", "add"]});
    assert_eq!(world.call("run_tests", some).unwrap().remembered, None);
    assert_eq!(world.remembered().as_deref(), Some("[]"));
}

#[test]
fn a_command_for_tests_can_be_named() {
    let world = World::new(Vec::new());
    let arguments = json!({"argv": ["python", "-m", "pytest"], "cwd": "tests", "args": ["-k", "add"]});
    assert_eq!(world.prepare("run_tests", arguments.clone()), Ok(None));
    let effect = world.effect("run_tests", arguments);
    assert_eq!(effect, (words(&["python", "-m", "pytest", "-k", "add"]), "tests".to_owned()));
    assert!(
        world.prepare("run_tests", json!({"argv": ["make", "test"]})).unwrap_err().contains("`make` does not run here")
    );
}
