//! `quarry ask`

use crate::arguments::{AskOptions, Words};
use crate::config::Config;
use crate::runs::{self, Runs};
use crate::session::Session;
use crate::{load, model_choice, output, programs, servers};
use agent::{AgentKind, Models, Question, StoredRun, Work};
use anyhow::{Context, Result};
use code_runner::Command;
use futures::executor::block_on;
use protocol::{Event, SpanCheck, Turn};

/// Starts a run, and prints its answer or all of its events.
pub fn run(options: &AskOptions, runs: &Runs) -> Result<()> {
    let agent = AgentKind::from_name(&options.agent).with_context(|| super::graph::unknown(&options.agent))?;
    let answering = model_choice::options(&options.answering, &options.agent)?;
    let models = model_choice::open(&answering);
    let reader = load::reader(&options.repository.path, options.repository.index)?;
    let reader = load::within(reader, options.folder.as_deref())?;
    let before = options.after.as_deref().map(|before| runs.read(before)).transpose()?;
    let (run, _lock) = block_on(runs.begin())?;
    let question = Question {
        run: run.clone(),
        text: options.question.clone(),
        history: before.as_ref().map(|before| turns(runs, before)).transpose()?.unwrap_or_default(),
        after: options.after.clone(),
        conversation: before.as_ref().map(|before| before.about.conversation().to_owned()),
        instead_of: None,
        options: protocol::AskOptions {
            approve_tools: options.approve,
            mode: options.mode(),
            gate: !options.no_gate,
            allow_run: options.allow_run,
            check: check(options)?,
            folder: reader.scope().map(str::to_owned),
            ..answering
        },
        repository: runs::absolute(&options.repository.path),
        asked_at: runs::wall_ms(),
    };
    let repository = question.repository.clone();
    let folder = load::folder(&options.repository.path, options.repository.index)?;
    let outside = servers::open(options.outside.servers.as_deref(), runs)?;
    let runner = programs::runner(&options.repository.path, options.repository.index)?;
    programs::check(&question, &runner)?;
    let session = Session {
        outside,
        runs,
        repository,
        reader: &reader,
        folder,
        runner,
        models: Models::of(&models),
        agent,
        json: options.json,
    };
    session.run(&run, Work::Ask(question))
}

/// Earlier turns that a question goes on from, as in the docs embed.
const TURNS: usize = 4;

/// The run before and those before it in its conversation, oldest first.
fn turns(runs: &Runs, before: &StoredRun) -> Result<Vec<Turn>> {
    let mut turns = Vec::from_iter(turn(before));
    let about = &before.about;
    for listed in runs.list()? {
        let is_earlier = listed.run.as_ref().is_ok_and(|(_, other)| {
            other.conversation() == about.conversation()
                && other.run != about.run
                && other.started_at <= about.started_at
        });
        if is_earlier && turns.len() < TURNS {
            turns.extend(turn(&runs.read(&listed.id)?));
        }
    }
    turns.reverse();
    Ok(turns)
}

/// A run as a turn of the conversation, which "it" in the question may refer to; `None` unless it has an answer.
fn turn(run: &StoredRun) -> Option<Turn> {
    let (answer, citations) = run.events().into_iter().rev().find_map(|timed| match timed.event {
        Event::Answer { markdown, citations, .. } => Some((markdown, citations)),
        _ => None,
    })?;
    let mut symbols: Vec<String> = Vec::new();
    // What a stored run cites is not checked yet. It only says which name a pronoun means, and names are looked up anew.
    for citation in citations.into_iter().filter(|citation| citation.check != SpanCheck::Stale) {
        symbols.extend(citation.symbol.filter(|symbol| !symbols.contains(symbol)));
    }
    Some(Turn { question: run.about.question.clone(), answer, symbols })
}

/// The command by which changes are checked: that of the command line, else that of the repository's `quarry.toml`.
fn check(options: &AskOptions) -> Result<Option<Vec<String>>> {
    if let Some(Words(argv)) = &options.check {
        return Ok(Some(argv.clone()));
    }
    let check = Config::of(&options.repository.path)?.check;
    if let Some(argv) = &check {
        // The person may not have written the file.
        output::note(format!("changes are checked by `{}`, which quarry.toml names", Command::new(argv)));
    }
    Ok(check)
}
