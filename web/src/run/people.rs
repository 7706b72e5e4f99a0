//! What a run does, in words for people. The engine's own words are in the Run tab.

use super::{Finding, Row, RowKind, RunView};
use crate::text::{duration, plural};
use protocol::Evidence;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A row of the timeline in words for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// What is done: `Searched for`.
    pub act: String,
    /// To what: `blueprints`. May be empty.
    pub object: String,
    /// What came of it: `20 results`. May be empty.
    pub result: String,
}

/// What a node of an agent does, by its path; `Working` for a node without words of its own.
pub fn node_words(path: &str) -> &'static str {
    match path.rsplit(" / ").next().unwrap_or(path) {
        "planner" | "llm_plan" => "Planning",
        "textual_pre_plan" | "llm_pre_plan" | "guardrail" => "Reading the question",
        "setup_executor" | "advance" => "Starting the next step",
        "executor_llm" | "router" | "executor" => "Choosing tools",
        "tool_node" | "tool" | "execute_tools" | "executor_tools" => "Using tools",
        "aggregate" => "Collecting what was found",
        "grade_documents" => "Weighing what was found",
        "refinery" => "Checking whether this is enough",
        "review" | "reviewer" => "Reviewing the work",
        "synthesizer" | "generate" | "report" | "finish" => "Writing the answer",
        "verify" => "Checking the changes",
        "undo" => "Taking back changes",
        "delegate" => "Handing the task on",
        _ => "Working",
    }
}

/// Tools by name: what a call does, and the argument that says to what.
const TOOLS: [(&str, &str, &str); 25] = [
    ("search_codebase", "Searched for", "query"),
    ("read_file", "Read", "file_path"),
    ("get_callers", "Looked up what calls", "function_name"),
    ("get_callees", "Looked up what is called by", "function_name"),
    ("references", "Looked up what refers to", "symbol"),
    ("implementations", "Looked up what implements", "symbol"),
    ("supertypes", "Looked up the types above", "symbol"),
    ("impact", "Looked up what reaches", "symbol"),
    ("path", "Looked for a chain of calls to", "to"),
    ("describe_symbol", "Looked up", "symbol"),
    ("list_directory", "Listed the folder", "path"),
    ("survey", "Listed", "list"),
    ("grep", "Searched lines for", "pattern"),
    ("find_files", "Looked for files named", "query"),
    ("outline", "Read the outline of", "path"),
    ("read_value", "Read a value of", "path"),
    ("edit_file", "Edited", "path"),
    ("write_file", "Wrote", "path"),
    ("append_file", "Added to", "path"),
    ("delete_file", "Deleted", "path"),
    ("set_value", "Set a value of", "path"),
    ("fetch_page", "Read the page", "url"),
    ("web_search", "Searched the Web for", "query"),
    ("delegate", "Handed on", "task"),
    ("run_tests", "Ran the tests", ""),
];

/// A row in words; `argument` reads an argument of a call, by its name, from JSON text. `None` for what only the Run tab
/// shows.
pub fn row_words(row: &Row, argument: impl Fn(&str, &str) -> String) -> Option<Words> {
    let words = |act: &str, object: String, result: String| Words { act: act.to_owned(), object, result };
    Some(match &row.kind {
        RowKind::Node { .. } => return None,
        RowKind::Tool { name, arguments, summary, .. } => match TOOLS.iter().find(|(known, ..)| known == name) {
            Some((_, act, "")) => words(act, String::new(), summary.clone()),
            Some((_, act, of)) => words(act, argument(arguments, of), summary.clone()),
            None => words("Used", name.replace('_', " "), summary.clone()),
        },
        RowKind::Decision { decision: protocol::Decision::Finish, .. } => {
            words("Found enough to answer", String::new(), String::new())
        }
        RowKind::Decision { reason, .. } => words("Looks further", reason.clone(), String::new()),
        RowKind::Approval { words: said, .. } => words("Approval", said.clone(), String::new()),
        RowKind::Command(command) => words("Ran", command.words(), command.ended.clone()),
        RowKind::Note { words: said, note } => {
            words(&capitalised(said), note.lines().next().unwrap_or_default().to_owned(), String::new())
        }
        RowKind::Cached { what, .. } => words("Used an earlier result of", what.replace('_', " "), String::new()),
        RowKind::Resumed => words("Went on from where it had stopped", String::new(), String::new()),
        RowKind::Retry { why } => words("Tries again", why.clone(), String::new()),
    })
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What identifies a place for people: the same lines, whoever found them.
fn place(it: &Evidence) -> (&str, u32, u32) {
    (&it.path, it.start_line, it.end_line)
}

/// A finding with those of its places that no earlier one has.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    pub finding: Arc<Finding>,
    /// Each place once.
    pub places: Vec<Arc<Evidence>>,
    /// How many of its places an earlier finding shows.
    pub repeated: u32,
}

impl RunView {
    /// How many steps are shown of it: what it did, without the nodes of its graph.
    pub fn step_count(&self) -> u32 {
        let steps = self.rows.iter().filter(|row| !matches!(row.kind, RowKind::Node { .. }));
        u32::try_from(steps.count()).unwrap_or(u32::MAX)
    }

    /// How many different places its tools returned.
    pub fn place_count(&self) -> u32 {
        let places: BTreeSet<_> = self.evidence.values().map(|it| place(it)).collect();
        u32::try_from(places.len()).unwrap_or(u32::MAX)
    }

    /// The one line about its work: what it does now while it works, then what it took.
    pub fn work_line(&self) -> String {
        let (steps, places) = (self.step_count(), self.place_count());
        let mut parts = Vec::new();
        if self.is_running() {
            let at = if self.answer.is_empty() { self.node.as_deref().unwrap_or("") } else { "synthesizer" };
            parts.push(node_words(at).to_owned());
        }
        parts.extend((steps > 0).then(|| plural(steps, "step")));
        parts.extend((places > 0).then(|| plural(places, "place")));
        if !self.is_running() {
            parts.push(duration(self.ms));
        }
        parts.join(", ")
    }

    /// The findings in order, each place once.
    pub fn found(&self) -> Vec<Found> {
        let mut seen = BTreeSet::new();
        self.findings.iter().map(|finding| found(finding, &mut seen)).collect()
    }
}

fn found<'f>(finding: &'f Arc<Finding>, seen: &mut BTreeSet<(&'f str, u32, u32)>) -> Found {
    let before = seen.clone();
    let all: BTreeSet<_> = finding.evidence.iter().map(|it| place(it)).collect();
    let places = finding.evidence.iter().filter(|it| seen.insert(place(it))).cloned().collect();
    let repeated = u32::try_from(all.intersection(&before).count()).unwrap_or(u32::MAX);
    Found { finding: Arc::clone(finding), places, repeated }
}

#[cfg(test)]
mod tests {
    use super::super::tests::run;
    use super::*;

    const CALL: &str = r#"
        {"type":"node_started","node":"tool_node","step":3}
        {"type":"tool_started","id":"c1","name":"get_callers","arguments":"run"}"#;

    fn found(key: &str, lines: &[(u32, u32)]) -> String {
        let span = |(start, end): &(u32, u32)| {
            format!(
                r#"{{"id":"{key}{start}","path":"a.py","start_line":{start},"end_line":{end},"hash":"00","relation":{{"type":"read"}},"symbol":null,"kind":"text","signature":null,"doc":null,"excerpt":"x","score":1}}"#
            )
        };
        let spans: Vec<_> = lines.iter().map(span).collect();
        format!(r#"{{"type":"finding_added","key":"step_0: {key}","text":"x","evidence":[{}]}}"#, spans.join(","))
    }

    #[test]
    fn a_call_is_told_in_words_and_nodes_are_left_to_the_run_tab() {
        let view = run(CALL);
        let words: Vec<_> = view.rows.iter().map(|row| row_words(row, |json, _| json.to_owned())).collect();
        let call = Words { act: "Looked up what calls".into(), object: "run".into(), result: String::new() };
        assert_eq!(words, [None, Some(call)]);
    }

    #[test]
    fn the_line_says_what_is_done_now_and_then_what_it_took() {
        let mut view = run(&format!("{CALL}\n{}", found("a", &[(1, 2), (5, 6)])));
        assert_eq!(view.work_line(), "Using tools, 1 step, 2 places");
        view.fail(protocol::Failure { kind: protocol::FailureKind::Cancelled, message: String::new(), advice: None });
        assert_eq!(view.work_line(), format!("1 step, 2 places, {}", duration(view.ms)));
    }

    #[test]
    fn a_place_is_shown_by_the_first_finding_that_has_it() {
        let (first, second) = (found("a", &[(1, 2), (1, 2), (5, 6)]), found("b", &[(5, 6), (8, 9)]));
        let shown = run(&format!("{first}\n{second}")).found();
        let lines = |it: &Found| it.places.iter().map(|place| place.start_line).collect::<Vec<_>>();
        assert_eq!((lines(&shown[0]), shown[0].repeated), (vec![1, 5], 0));
        assert_eq!((lines(&shown[1]), shown[1].repeated), (vec![8], 1));
    }
}
