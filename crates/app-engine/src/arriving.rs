//! A repository that is being imported while none is open, as far as it can be used already.

use crate::browse;
use crate::failure;
use codebase::Codebase;
use protocol::{ArrivingRepository, Command, Failure, Reach, Reply};

pub struct Arriving {
    /// The id of the command that imports it.
    pub request: u32,
    /// Without calls; with [`Reach::Text`] also without symbols and search.
    codebase: Codebase,
    reach: Reach,
}

impl Arriving {
    pub fn new(request: u32, codebase: Codebase, reach: Reach) -> Self {
        Self { request, codebase, reach }
    }

    /// Its files and texts, which are those that it will have once it is open.
    pub fn texts(&self) -> &Codebase {
        &self.codebase
    }

    /// Whether its files are parsed.
    pub fn is_parsed(&self) -> bool {
        self.reach >= Reach::Symbols
    }

    /// What the page shows of it.
    pub fn summary(&self) -> ArrivingRepository {
        let snapshot = self.codebase.snapshot();
        ArrivingRepository {
            name: snapshot.name.clone(),
            files: snapshot.files.len() as u32,
            bytes: snapshot.files.iter().map(|file| u64::from(file.len)).sum(),
            skipped: snapshot.skipped.len() as u32,
            reach: self.reach,
        }
    }

    /// Answers a command about what is there. One that needs more is refused, because "nothing" would be a wrong answer.
    pub fn answer(&self, command: Command) -> Result<Reply, Failure> {
        match &command {
            Command::Skipped
            | Command::ListDirectory { .. }
            | Command::Find { .. }
            | Command::FindLines { .. }
            | Command::FindInFile { .. } => {}
            Command::Search { .. } if self.is_parsed() => {}
            _ => return Err(failure::still_arriving()),
        }
        Ok(match browse::answer(&self.codebase, command)? {
            // Their numbers are not those of the linked graph.
            Reply::Found { items } => Reply::Found {
                items: items.into_iter().map(|item| protocol::FoundItem { symbol: None, ..item }).collect(),
            },
            reply => reply,
        })
    }
}
