//! The memory of one token in one repository, as runs and the API see it.

use super::call::MemoryCall;
use crate::run::RunSpec;
use agent_memory::{MemoryError, MemoryFile, MemoryFiles, MemoryFuture, MemoryStore, Scope, StoredMemory};
use futures::FutureExt;
use host_edge::{Group, TextName};
use serde::de::DeserializeOwned;
use source::ContentHash;
use std::rc::Rc;
use worker::{Env, Method, ObjectNamespace, Request, RequestInit};

/// The binding of the Durable Objects with what is remembered.
const MEMORY: &str = "MEMORY";

/// What a run remembers; `None` for a run without a token, and where the deployment has no such objects.
pub fn of_run(env: &Env, spec: &RunSpec, owner: Option<&str>) -> Option<Rc<dyn MemoryStore>> {
    of_token(env, owner?, &spec.repo, spec.conversation.as_deref())
}

/// What is remembered for the token of this name, for a repository and, if one is named, for a conversation; `None` where the
/// deployment has no such objects.
pub fn of_token(env: &Env, token: &str, repo: &str, conversation: Option<&str>) -> Option<Rc<dyn MemoryStore>> {
    let objects = env.durable_object(MEMORY).ok()?;
    let (token, repo, conversation) = (token.to_owned(), repo.to_owned(), conversation.map(str::to_owned));
    Some(Rc::new(StoredMemory::new(Files { objects, token, repo, conversation })))
}

/// Forgets what is remembered for a repository that is deleted, with its conversations.
///
/// # Errors
/// The platform's message.
pub async fn forget(env: &Env, repo: &str) -> worker::Result<()> {
    // A deployment without such objects has nothing to forget.
    let Ok(objects) = env.durable_object(MEMORY) else { return Ok(()) };
    send(&objects, &object_of_repository(repo), &MemoryCall::Forget).await
}

/// The files of the memory, in two objects: that of the token and that of the repository.
struct Files {
    objects: ObjectNamespace,
    token: String,
    repo: String,
    /// The conversation that was named.
    conversation: Option<String>,
}

impl Files {
    /// The object that holds a file, and its name there.
    fn place_of(&self, file: MemoryFile<'_>) -> Result<(String, TextName), MemoryError> {
        let repository = || object_of_repository(&self.repo);
        let lasting = |name: &str| TextName { name: name.to_owned(), group: None };
        Ok(match file {
            MemoryFile::Values(Scope::Person) => (format!("token:{}", self.token), lasting("values")),
            MemoryFile::Values(Scope::Repository) => (repository(), lasting("values")),
            MemoryFile::Answers => (repository(), lasting("answers")),
            MemoryFile::Values(Scope::Conversation(id)) => (repository(), self.of_conversation(id, "values")?),
            MemoryFile::Turns(id) => (repository(), self.of_conversation(id, "turns")?),
        })
    }

    /// Only what a request names is a conversation: a run that names none begins none.
    fn of_conversation(&self, id: &str, name: &str) -> Result<TextName, MemoryError> {
        if self.conversation.as_deref() != Some(id) {
            return Err(MemoryError::NoScope(Scope::Conversation(id).name()));
        }
        let group = Some(Group { owner: self.token.clone(), name: id.to_owned() });
        Ok(TextName { name: name.to_owned(), group })
    }

    async fn call<T: DeserializeOwned>(&self, object: &str, call: MemoryCall) -> Result<T, MemoryError> {
        send(&self.objects, object, &call).await.map_err(|error| MemoryError::Files(error.to_string()))
    }
}

fn object_of_repository(repo: &str) -> String {
    format!("repository:{repo}")
}

async fn send<T: DeserializeOwned>(objects: &ObjectNamespace, object: &str, call: &MemoryCall) -> worker::Result<T> {
    let stub = objects.id_from_name(object)?.get_stub()?;
    let mut init = RequestInit::new();
    init.with_method(Method::Post).with_body(Some(serde_json::to_string(call)?.into()));
    let mut response = stub.fetch_with_request(Request::new_with_init("https://memory.invalid/", &init)?).await?;
    match response.status_code() {
        200 => response.json().await,
        _ => Err(worker::Error::RustError("the object of memory failed; the Worker's log says why".to_owned())),
    }
}

impl MemoryFiles for Files {
    fn place(&self, file: MemoryFile<'_>) -> String {
        format!("the Durable Object's record of {file}")
    }

    fn read<'a>(&'a self, file: MemoryFile<'a>) -> MemoryFuture<'a, Option<Vec<u8>>> {
        async move {
            let (object, file) = self.place_of(file)?;
            let text: Option<String> = self.call(&object, MemoryCall::Read { file }).await?;
            Ok(text.map(String::into_bytes))
        }
        .boxed_local()
    }

    fn replace<'a>(
        &'a self,
        file: MemoryFile<'a>,
        before: Option<&'a [u8]>,
        after: &'a [u8],
    ) -> MemoryFuture<'a, bool> {
        async move {
            let (object, file) = self.place_of(file)?;
            let text = String::from_utf8(after.to_vec()).map_err(|error| MemoryError::Files(error.to_string()))?;
            let call = MemoryCall::Replace { file, before: before.map(ContentHash::of), text };
            self.call(&object, call).await
        }
        .boxed_local()
    }

    fn remove<'a>(&'a self, file: MemoryFile<'a>) -> MemoryFuture<'a, ()> {
        async move {
            let (object, file) = self.place_of(file)?;
            self.call(&object, MemoryCall::Remove { file }).await
        }
        .boxed_local()
    }
}
