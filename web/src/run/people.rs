//! What a run does, in words for people. The engine's own words are in the Run tab.

use super::{Finding, Row, RowKind, RunView};
use crate::strings;
use crate::text::duration;
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
        "planner" | "llm_plan" => strings::people_node_planning(),
        "textual_pre_plan" | "llm_pre_plan" | "guardrail" => strings::people_node_reading(),
        "setup_executor" | "advance" => strings::people_node_next_step(),
        "executor_llm" | "router" | "executor" => strings::people_node_choosing_tools(),
        "tool_node" | "tool" | "execute_tools" | "executor_tools" => strings::people_node_using_tools(),
        "aggregate" => strings::people_node_collecting(),
        "grade_documents" => strings::people_node_weighing(),
        "refinery" => strings::people_node_checking_enough(),
        "review" | "reviewer" => strings::people_node_reviewing(),
        "synthesizer" | "generate" | "report" | "finish" => strings::people_node_writing(),
        "verify" => strings::people_node_checking_changes(),
        "undo" => strings::people_node_taking_back(),
        "delegate" => strings::people_node_handing_on(),
        _ => strings::people_node_working(),
    }
}

/// Tools by name: what a call does, and the argument that says to what.
const TOOLS: [(&str, strings::Message, &str); 25] = [
    ("search_codebase", strings::people_act_searched, "query"),
    ("read_file", strings::people_act_read, "file_path"),
    ("get_callers", strings::people_act_callers, "function_name"),
    ("get_callees", strings::people_act_callees, "function_name"),
    ("references", strings::people_act_references, "symbol"),
    ("implementations", strings::people_act_implementations, "symbol"),
    ("supertypes", strings::people_act_supertypes, "symbol"),
    ("impact", strings::people_act_impact, "symbol"),
    ("path", strings::people_act_call_path, "to"),
    ("describe_symbol", strings::people_act_symbol, "symbol"),
    ("list_directory", strings::people_act_folder, "path"),
    ("survey", strings::people_act_survey, "list"),
    ("grep", strings::people_act_lines, "pattern"),
    ("find_files", strings::people_act_files, "query"),
    ("outline", strings::people_act_outline, "path"),
    ("read_value", strings::people_act_read_value, "path"),
    ("edit_file", strings::people_act_edited, "path"),
    ("write_file", strings::people_act_wrote, "path"),
    ("append_file", strings::people_act_added_to, "path"),
    ("delete_file", strings::people_act_deleted, "path"),
    ("set_value", strings::people_act_set_value, "path"),
    ("fetch_page", strings::people_act_page, "url"),
    ("web_search", strings::people_act_web, "query"),
    ("delegate", strings::people_act_handed_on, "task"),
    ("run_tests", strings::people_act_ran_tests, ""),
];

/// A row in words; `argument` reads an argument of a call, by its name, from JSON text. `None` for what only the Run tab
/// shows.
pub fn row_words(row: &Row, argument: impl Fn(&str, &str) -> String) -> Option<Words> {
    let words = |act: &str, object: String, result: String| Words { act: act.to_owned(), object, result };
    Some(match &row.kind {
        RowKind::Node { .. } => return None,
        RowKind::Tool { name, arguments, summary, .. } => match TOOLS.iter().find(|(known, ..)| known == name) {
            Some((_, act, "")) => words(act(), String::new(), summary.clone()),
            Some((_, act, of)) => words(act(), argument(arguments, of), summary.clone()),
            None => words(strings::people_act_used(), name.replace('_', " "), summary.clone()),
        },
        RowKind::Decision { decision: protocol::Decision::Finish, .. } => {
            words(strings::people_act_enough(), String::new(), String::new())
        }
        RowKind::Decision { reason, .. } => words(strings::people_act_looks_further(), reason.clone(), String::new()),
        RowKind::Approval { words: said, .. } => words(strings::people_act_approval(), said.clone(), String::new()),
        RowKind::Command(command) => words(strings::people_act_ran(), command.words(), command.ended.clone()),
        RowKind::Note { words: said, note } => {
            words(&capitalised(said), note.lines().next().unwrap_or_default().to_owned(), String::new())
        }
        RowKind::Cached { what, .. } => words(strings::people_act_cached(), what.replace('_', " "), String::new()),
        RowKind::Resumed => words(strings::people_act_resumed(), String::new(), String::new()),
        RowKind::Retry { why } => words(strings::people_act_tries_again(), why.clone(), String::new()),
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
        parts.extend((steps > 0).then(|| strings::common_count_steps(steps)));
        parts.extend((places > 0).then(|| strings::common_count_places(places)));
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
