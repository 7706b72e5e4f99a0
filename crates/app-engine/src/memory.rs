//! What agents remember: listed for the person, and changed by hand.

use crate::failure;
use agent::cache::Answers;
use agent_memory::{ConversationMemory, Entry, MemoryError, MemoryFile, MemoryStore, Origin, Scope, Source};
use host_web::PerformanceClock;
use protocol::{
    ConversationSize, Failure, FailureKind, MemoryChange, MemoryEntry, MemoryList, MemoryScope, MemorySource,
    MemoryValues, MemoryView,
};

/// Everything that is remembered for the open repository, and for this conversation if there is one.
pub async fn view(memory: &dyn MemoryStore, conversation: Option<&str>) -> MemoryView {
    let mut scopes = vec![MemoryScope::Person, MemoryScope::Repository];
    scopes.extend(conversation.map(|id| MemoryScope::Conversation { id: id.to_owned() }));
    let mut lists = Vec::new();
    for scope in scopes {
        let values = match memory.list(of(&scope)).await {
            Ok(entries) => MemoryValues::Entries { entries: entries.into_iter().map(entry).collect() },
            Err(error) => MemoryValues::Unreadable { why: error.to_string() },
        };
        lists.push(MemoryList { scope, values });
    }
    let conversation = match conversation {
        Some(id) => ConversationMemory::load(memory, id).await.ok().map(|kept| size(&kept)),
        None => None,
    };
    let kept_answers = Answers::of(memory).count().await.ok().map(|count| count as u32);
    MemoryView { lists, conversation, kept_answers }
}

/// Makes a change by hand.
pub async fn change(memory: &dyn MemoryStore, change: MemoryChange) -> Result<(), Failure> {
    match change {
        MemoryChange::Set { scope, key, value } => {
            let origin = Origin::person(PerformanceClock::wall_ms());
            memory.put(of(&scope), &key, &value, origin).await.map_err(refused)
        }
        // That it is gone already is no failure: the person wants it gone.
        MemoryChange::Delete { scope, key } => memory.delete(of(&scope), &key).await.map_err(refused).map(drop),
        MemoryChange::Clear { scope } => {
            // The file as a whole, so that a damaged one goes too.
            memory.files().remove(MemoryFile::Values(of(&scope))).await.map_err(refused)?;
            match &scope {
                MemoryScope::Conversation { id } => ConversationMemory::forget(memory, id).await.map_err(refused),
                MemoryScope::Person | MemoryScope::Repository => Ok(()),
            }
        }
        MemoryChange::ForgetAnswers => Answers::of(memory).clear().await.map_err(refused),
    }
}

/// Forgets a conversation of which no run is left.
pub async fn forget_conversation(memory: &dyn MemoryStore, id: &str) -> Result<(), Failure> {
    change(memory, MemoryChange::Clear { scope: MemoryScope::Conversation { id: id.to_owned() } }).await
}

/// Forgets what is remembered for a repository that is deleted.
pub async fn forget_repository(memory: &dyn MemoryStore) -> Result<(), Failure> {
    change(memory, MemoryChange::Clear { scope: MemoryScope::Repository }).await?;
    change(memory, MemoryChange::ForgetAnswers).await
}

fn of(scope: &MemoryScope) -> Scope<'_> {
    match scope {
        MemoryScope::Person => Scope::Person,
        MemoryScope::Repository => Scope::Repository,
        MemoryScope::Conversation { id } => Scope::Conversation(id),
    }
}

fn entry(entry: Entry) -> MemoryEntry {
    let Entry { key, value, origin } = entry;
    let (source, stored_at) = origin.map_or((None, None), |origin| (Some(origin.source), origin.stored_at));
    let source = source.map(|source| match source {
        Source::Person => MemorySource::Person,
        Source::Run { run, agent, by } => MemorySource::Run { run, agent, by },
    });
    MemoryEntry { key, value, source, stored_at }
}

fn size(kept: &ConversationMemory) -> ConversationSize {
    let (exchanges, outcomes) = (kept.qa.len() as u32, kept.feedback.len() as u32);
    ConversationSize { exchanges, outcomes, files: kept.read_files.len() as u32 }
}

fn refused(error: MemoryError) -> Failure {
    let kind = match error {
        MemoryError::Files(_) => FailureKind::Storage,
        MemoryError::Busy(_) => FailureKind::Busy,
        _ => FailureKind::BadInput,
    };
    failure::failure(kind, capitalised(&error.to_string()), None)
}

/// As a sentence.
fn capitalised(message: &str) -> String {
    let mut chars = message.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect::<String>() + ".")
}
