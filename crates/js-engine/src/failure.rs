//! Failures: what happened and what to do, for the visitor or the site's owner.

use codebase::{QuestionError, StorageError};
use host_web::sentence;
use serde::Serialize;

/// Why a request failed.
#[derive(Debug, Clone, Serialize)]
pub struct Failure {
    /// `missing`, `unreachable`, `newer`, `older`, `damaged`, `not_an_index`, `too_much`, `not_found`, `cancelled`,
    /// `bad_input`, `internal`.
    pub kind: &'static str,
    /// What happened.
    pub message: String,
    /// What to do.
    pub advice: Option<String>,
}

impl Failure {
    /// A failure in full.
    pub fn new(kind: &'static str, message: impl Into<String>, advice: &str) -> Self {
        Self { kind, message: message.into(), advice: Some(advice.to_owned()).filter(|advice| !advice.is_empty()) }
    }

    /// What happened and what to do.
    pub fn sentences(&self) -> String {
        match &self.advice {
            Some(advice) => format!("{} {advice}", self.message),
            None => self.message.clone(),
        }
    }

    /// A request that makes no sense.
    pub fn bad_input(message: impl Into<String>) -> Self {
        Self::new("bad_input", message, "")
    }

    /// The person stopped it.
    pub fn cancelled() -> Self {
        Self::new("cancelled", "Stopped.", "")
    }

    /// No such symbol.
    pub fn no_symbol() -> Self {
        Self::new("not_found", "There is no such symbol in this index.", "")
    }

    /// What is wrong with the index. `fetching` is what the source met, where it failed.
    pub fn of_index(error: &StorageError, fetching: Option<Self>) -> Self {
        let again = "The site's owner can make it anew with `quarry index`.";
        let kind = match error {
            StorageError::Files(_) => {
                return fetching.unwrap_or_else(|| Self::new("unreachable", sentence(error), again));
            }
            StorageError::NotAnIndex => "not_an_index",
            StorageError::Newer(_) => {
                let advice =
                    "The site's owner can update the embed's script, or make the index with the Quarry it came with.";
                return Self::new("newer", sentence(error), advice);
            }
            StorageError::Older(_) => "older",
            StorageError::Damaged(_)
            | StorageError::OtherSnapshot
            | StorageError::Vectors(_)
            | StorageError::TooLarge { .. }
            // An error of writing, which the embed does not do.
            | StorageError::InPages => "damaged",
            StorageError::TooMuch(_) => return Self::new("too_much", sentence(error), ""),
        };
        Self::new(kind, sentence(error), again)
    }
}

impl From<QuestionError> for Failure {
    fn from(error: QuestionError) -> Self {
        Self::new("not_found", sentence(&error), "")
    }
}
