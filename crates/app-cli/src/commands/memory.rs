//! `quarry memory`: what agents remember, listed and changed by hand.

use crate::arguments::{MemoryCommand, MemoryOf, MemoryOptions, ScopeName};
use crate::calendar::ago;
use crate::output;
use crate::runs::{self, Runs};
use agent::cache::Answers;
use agent_memory::{ConversationMemory, Entry, MemoryFile, MemoryStore, Origin, Scope, Source};
use anyhow::{Context, Result, bail};
use futures::executor::block_on;
use serde::Serialize;
use std::rc::Rc;

/// Most letters of a value in the list.
const VALUE: usize = 80;

/// Runs the sub-command.
pub fn run(options: &MemoryOptions, runs: &Runs) -> Result<()> {
    match &options.command {
        MemoryCommand::List { of, json } => Memory::open(of, runs)?.list(of, *json),
        MemoryCommand::Show { of, key, json } => Memory::open(of, runs)?.show(of, key, *json),
        MemoryCommand::Set { of, key, value } => {
            let memory = Memory::open(of, runs)?;
            let origin = Origin::person(runs::wall_ms());
            Ok(block_on(memory.store.put(memory.scope(of)?, key, value, origin))?)
        }
        MemoryCommand::Delete { of, key } => {
            let memory = Memory::open(of, runs)?;
            let scope = memory.scope(of)?;
            if !block_on(memory.store.delete(scope, key))? {
                bail!("nothing is stored under `{key}` for the {scope}; `quarry memory list` lists the keys");
            }
            Ok(())
        }
        MemoryCommand::Clear { of } => Memory::open(of, runs)?.clear(of),
        MemoryCommand::ForgetAnswers { repository } => {
            let memory = runs.memory(&runs::absolute(repository));
            Ok(block_on(Answers::of(&*memory).clear())?)
        }
    }
}

/// The memory for a repository, and the conversation that was named.
struct Memory {
    store: Rc<dyn MemoryStore>,
    conversation: Option<String>,
}

impl Memory {
    fn open(of: &MemoryOf, runs: &Runs) -> Result<Self> {
        let repository = runs::absolute(&of.repository);
        let conversation = of.run.as_deref().map(|run| conversation(run, &repository, runs)).transpose()?;
        Ok(Self { store: runs.memory(&repository), conversation })
    }

    /// The scope that was named; that of the repository by default.
    fn scope(&self, of: &MemoryOf) -> Result<Scope<'_>> {
        Ok(match of.scope {
            Some(ScopeName::Person) => Scope::Person,
            None if self.conversation.is_none() => Scope::Repository,
            Some(ScopeName::Repository) => Scope::Repository,
            None | Some(ScopeName::Conversation) => {
                let id = self.conversation.as_deref();
                Scope::Conversation(id.context("name a run of the conversation: --run RUN; `quarry runs` lists them")?)
            }
        })
    }

    fn list(&self, of: &MemoryOf, as_json: bool) -> Result<()> {
        let scopes = match of.scope {
            Some(_) => vec![self.scope(of)?],
            None => {
                let conversation = self.conversation.as_deref().map(Scope::Conversation);
                [Scope::Person, Scope::Repository].into_iter().chain(conversation).collect()
            }
        };
        let mut listed = Vec::new();
        for scope in scopes {
            listed.extend(block_on(self.store.list(scope))?.into_iter().map(|entry| (scope, entry)));
        }
        if as_json {
            return output::json(&listed.iter().map(|(scope, entry)| row(*scope, entry)).collect::<Vec<_>>());
        }
        if listed.is_empty() {
            return output::line("Nothing is remembered.");
        }
        listed.iter().try_for_each(|(scope, entry)| {
            let (key, value) = (output::one_line(&entry.key), output::shortened(&entry.value, VALUE));
            output::line(format!("{:12}  {key}  {value}  ({})", scope.name(), came_from(entry.origin.as_ref())))
        })
    }

    fn show(&self, of: &MemoryOf, key: &str, as_json: bool) -> Result<()> {
        let scope = self.scope(of)?;
        let entry = block_on(self.store.get(scope, key))?;
        let entry = entry.with_context(|| format!("nothing is stored under `{key}` for the {scope}"))?;
        if as_json {
            return output::json(&row(scope, &entry));
        }
        output::note(came_from(entry.origin.as_ref()));
        output::text(&entry.value)
    }

    fn clear(&self, of: &MemoryOf) -> Result<()> {
        if of.scope.is_none() {
            bail!("name what is to be deleted: --scope person, repository or conversation");
        }
        let scope = self.scope(of)?;
        block_on(self.store.files().remove(MemoryFile::Values(scope)))?;
        if let Scope::Conversation(id) = scope {
            block_on(ConversationMemory::forget(&*self.store, id))?;
        }
        Ok(())
    }
}

/// The conversation that a run about the repository belongs to.
fn conversation(run: &str, repository: &str, runs: &Runs) -> Result<String> {
    let about = runs.read(run)?.about;
    if about.repository != repository {
        bail!("the run {run} is about {}, not about {repository}", about.repository);
    }
    Ok(about.conversation().to_owned())
}

fn came_from(origin: Option<&Origin>) -> String {
    let Some(origin) = origin else { return "stored by an earlier version".to_owned() };
    let age = origin.stored_at.map_or_else(String::new, |at| format!(", {}", ago(runs::wall_ms() - at)));
    match &origin.source {
        Source::Person => format!("written by you{age}"),
        Source::Run { run, agent, by } => output::one_line(&format!("{by} of {agent}, run {run}{age}")),
    }
}

/// A value as JSON.
#[derive(Serialize)]
struct Row<'e> {
    scope: &'static str,
    key: &'e str,
    value: &'e str,
    /// `null` for a value that an earlier version stored.
    source: Option<&'e Source>,
    /// Milliseconds since 1970.
    stored_at: Option<f64>,
}

fn row<'e>(scope: Scope<'_>, entry: &'e Entry) -> Row<'e> {
    let origin = entry.origin.as_ref();
    Row {
        scope: scope.name(),
        key: &entry.key,
        value: &entry.value,
        source: origin.map(|origin| &origin.source),
        stored_at: origin.and_then(|origin| origin.stored_at),
    }
}
