//! The tool `ask`: an agent of ours answers, with citations that were checked against the repository.

use crate::answer::ToolAnswer;
use crate::host::AskRequest;
use markdown::with_citations;
use protocol::{Citation, Event, Grounds, ModelInfo, RunOutcome, caveat};
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) const NAME: &str = "ask";
pub(crate) const DESCRIPTION: &str = "Ask an agent a question about this repository in plain words, such as how something \
    works, where something happens, or how one function reaches another. It plans, searches, reads, follows the call \
    graph and answers with citations of files and lines, each checked against the repository. Use the other tools for \
    a single look-up: they are faster.";

/// Most planning rounds that may be asked for.
const MOST_ITERATIONS: u32 = 10;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    question: String,
    #[serde(default)]
    agent: Option<String>,
    #[serde(default)]
    max_iterations: Option<u32>,
    #[serde(default, rename = "in")]
    folder: Option<String>,
}

pub(crate) fn input_schema(agents: &[String]) -> Value {
    let default = agents.first();
    json!({
        "type": "object",
        "properties": {
            "question": { "type": "string", "description": "One question, in plain words; name symbols and files where you know them." },
            "agent": { "type": "string", "enum": agents, "default": default, "description": "Which agent answers." },
            "max_iterations": {
                "type": "integer", "minimum": 1, "maximum": MOST_ITERATIONS,
                "description": "Most planning rounds; fewer is faster.",
            },
            "in": {
                "type": "string",
                "description": "A folder of the repository, such as `src/server`: only what is in it is searched and read. \
                    The whole repository if left out.",
            },
        },
        "required": ["question"],
        "additionalProperties": false,
    })
}

pub(crate) fn output_schema() -> Value {
    let text = |about: &str| json!({ "type": "string", "description": about });
    let line = |about: &str| json!({ "type": "integer", "minimum": 1, "description": about });
    json!({
        "type": "object",
        "properties": {
            "answer": text("Markdown; [1] is the citation of that number."),
            "citations": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "number": line("As in the answer."),
                        "path": text("The file, from the repository's root."),
                        "start_line": line("First line."),
                        "end_line": line("Last line."),
                        "symbol": text("The symbol at that place."),
                    },
                    "required": ["number", "path", "start_line", "end_line"],
                },
            },
            "dropped_citations": { "type": "integer", "description": "Citations that could not be verified and were taken out." },
            "caveat": text("Said where the answer cites nothing: what it rests on then."),
            "model": text("Who answered; `offline` works without a language model, by extracting."),
            "run": text("Names the stored run."),
        },
        "required": ["answer", "citations", "dropped_citations"],
    })
}

/// Reads the arguments. The client's model reads the error, so it names what to do.
pub(crate) fn request(arguments: &Value, agents: &[String]) -> Result<AskRequest, String> {
    let given = Arguments::deserialize(arguments).map_err(|error| format!("wrong arguments for `{NAME}`: {error}"))?;
    let wrong = |why: String| Err(format!("wrong arguments for `{NAME}`: {why}"));
    let question = given.question.trim().to_owned();
    if question.is_empty() {
        return wrong("`question` is empty".to_owned());
    }
    let agent = given.agent.as_ref().or(agents.first());
    let Some(agent) = agent.filter(|agent| agents.contains(agent)).cloned() else {
        let unknown = given.agent.as_deref().unwrap_or("none");
        return wrong(format!("there is no agent `{unknown}`; the agents are {}", agents.join(", ")));
    };
    if given.max_iterations.is_some_and(|most| !(1..=MOST_ITERATIONS).contains(&most)) {
        return wrong(format!("`max_iterations` is a number from 1 to {MOST_ITERATIONS}"));
    }
    let folder = given.folder.filter(|folder| !folder.trim().is_empty());
    Ok(AskRequest { question, agent, max_iterations: given.max_iterations, folder })
}

/// How a run ended, collected from its events.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    run: Option<String>,
    model: Option<ModelInfo>,
    answer: Option<(String, Vec<Citation>, u32)>,
    end: Option<RunOutcome>,
    grounds: Grounds,
}

impl Outcome {
    pub fn on_event(&mut self, event: &Event) {
        self.grounds.add(event);
        match event {
            Event::RunStarted { run, model, .. } => {
                self.run = Some(run.clone());
                self.model = Some(model.clone());
            }
            Event::Answer { markdown, citations, dropped } => {
                self.answer = Some((markdown.clone(), citations.clone(), *dropped));
            }
            Event::RunFinished { outcome, .. } => self.end = Some(outcome.clone()),
            _ => {}
        }
    }

    pub fn into_answer(self) -> ToolAnswer {
        let why = match &self.end {
            Some(RunOutcome::Answered) => None,
            Some(RunOutcome::Failed { message, advice }) => {
                Some(advice.as_ref().map_or_else(|| message.clone(), |advice| format!("{message}. {advice}")))
            }
            Some(RunOutcome::Cancelled) => Some("the run was stopped".to_owned()),
            Some(RunOutcome::Paused { why }) => {
                Some(why.as_ref().map_or("the run was paused".to_owned(), |why| format!("the run was paused. {why}")))
            }
            Some(RunOutcome::AwaitingApproval) => Some("the run waits for a person's approval".to_owned()),
            None => Some("the run broke off".to_owned()),
        };
        match (why, self.answer) {
            (None, Some((markdown, citations, dropped))) => {
                let caveat = caveat(&markdown, &citations, self.grounds);
                answered(&markdown, &citations, dropped, caveat, self.model.as_ref(), self.run)
            }
            (None, None) => ToolAnswer::error("the run ended without an answer"),
            (Some(why), _) => {
                let run = self.run.map_or_else(String::new, |run| format!(" (run {run})"));
                ToolAnswer::error(format!("{why}{run}"))
            }
        }
    }
}

fn answered(
    markdown: &str,
    citations: &[Citation],
    dropped: u32,
    caveat: Option<&'static str>,
    model: Option<&ModelInfo>,
    run: Option<String>,
) -> ToolAnswer {
    let cited = |number| citations.iter().any(|citation| citation.number == number).then(|| format!("[{number}]"));
    let markdown = with_citations(markdown.trim_end(), cited);
    let mut text = markdown.clone();
    if let Some(caveat) = caveat {
        text += &format!("\n\n{caveat}");
    }
    if !citations.is_empty() {
        text += "\n\nCitations, checked against the repository:";
    }
    for citation in citations {
        let Citation { number, path, start_line, end_line, symbol, commit, .. } = citation;
        if let Some(commit) = commit {
            text += &format!("\n[{number}] {commit}");
            continue;
        }
        let symbol = symbol.as_ref().map_or_else(String::new, |symbol| format!("  {symbol}"));
        let lines = if start_line == end_line { start_line.to_string() } else { format!("{start_line}-{end_line}") };
        text += &format!("\n[{number}] {path}:{lines}{symbol}");
    }
    if dropped > 0 {
        text += &format!("\n{dropped} citations could not be verified and were taken out.");
    }
    let model = model.map(|model| match model.provider.as_str() {
        "offline" => "offline".to_owned(),
        provider => format!("{} at {provider}", model.model),
    });
    let mut structured = json!({
        "answer": markdown,
        "citations": citations.iter().map(as_json).collect::<Vec<_>>(),
        "dropped_citations": dropped,
    });
    for (key, value) in [("caveat", caveat.map(str::to_owned)), ("model", model), ("run", run)] {
        if let Some(value) = value {
            structured[key] = value.into();
        }
    }
    ToolAnswer { text, structured: Some(structured), is_error: false }
}

fn as_json(citation: &Citation) -> Value {
    let Citation { number, path, start_line, end_line, symbol, .. } = citation;
    let mut cited = json!({ "number": number, "path": path, "start_line": start_line, "end_line": end_line });
    if let Some(symbol) = symbol {
        cited["symbol"] = symbol.as_str().into();
    }
    if let Some(commit) = &citation.commit {
        cited["commit"] = json!(commit);
    }
    cited
}
