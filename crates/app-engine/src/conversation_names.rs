//! The names that the person gives to conversations, in a file a repository beside the repositories.

use crate::failure;
use host_web::FileStore;
use limits::run::CONVERSATION_FILE_NAME_CHARS;
use protocol::Failure;
use source::ContentHash;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Its name begins with a dot, so that it is not among the repositories.
const FOLDER: &str = ".conversations";
/// Most conversations of a repository that have names.
const MOST: usize = 10_000;

/// The names of the conversations of a repository.
pub struct ConversationNames {
    files: Rc<dyn FileStore>,
    name: String,
}

impl ConversationNames {
    /// Those of the repository whose runs are in this folder.
    pub fn of(files: Rc<dyn FileStore>, runs: &str) -> Self {
        // Its hash: two writings of a name must not be one file.
        Self { files, name: ContentHash::of(runs.as_bytes()).to_string() }
    }

    /// The names by conversation. A file that cannot be read is an error: writing would lose what it holds.
    pub async fn read(&self) -> Result<BTreeMap<String, String>, Failure> {
        match self.files.read(FOLDER, &self.name).await.map_err(failure::storage)? {
            None => Ok(BTreeMap::new()),
            Some(bytes) => serde_json::from_slice(&bytes)
                .map_err(|_| failure::internal("The names of conversations are damaged. The runs are kept.")),
        }
    }

    /// Names a conversation; an empty name takes its name away.
    pub async fn set(&self, conversation: &str, name: &str) -> Result<BTreeMap<String, String>, Failure> {
        let name: String = name.trim().chars().take(CONVERSATION_FILE_NAME_CHARS).collect();
        let mut names = match self.read().await {
            // What is damaged begins anew with what the person names now.
            Err(error) if name.is_empty() => return Err(error),
            names => names.unwrap_or_else(|_| BTreeMap::new()),
        };
        match name.is_empty() {
            true => names.remove(conversation),
            false if names.len() >= MOST && !names.contains_key(conversation) => {
                return Err(failure::bad_input(format!("At most {MOST} conversations can have names.")));
            }
            false => names.insert(conversation.to_owned(), name),
        };
        self.write(&names).await?;
        Ok(names)
    }

    async fn write(&self, names: &BTreeMap<String, String>) -> Result<(), Failure> {
        let bytes = serde_json::to_vec(names).map_err(|error| failure::internal(error.to_string()))?;
        self.files.write(FOLDER, &self.name, &bytes).await.map_err(failure::storage)
    }

    /// Moves all names to another repository, whose own stay.
    pub async fn hand_over(&self, to: &Self) -> Result<(), Failure> {
        let mut names = self.read().await?;
        if names.is_empty() || self.name == to.name {
            return Ok(());
        }
        names.extend(to.read().await?);
        to.write(&names).await?;
        self.forget().await
    }

    /// Deletes all names.
    pub async fn forget(&self) -> Result<(), Failure> {
        self.files.remove_file(FOLDER, &self.name).await.map_err(failure::storage)
    }
}
