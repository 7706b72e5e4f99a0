//! Refusals: why a request is refused, as status and JSON.

use crate::api::failure::{Refusal, Refused};
use worker::{Response, ResponseBuilder};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    BadRequest,
    Unauthorized,
    /// The token does not allow it.
    Forbidden,
    NotFound,
    /// The path exists, but not with this method.
    MethodNotAllowed,
    /// The state of the repository or run does not allow it.
    Conflict,
    TooLarge,
    RateLimited,
    /// A defect of Quarry.
    Internal,
    /// A service that Quarry needs does not respond.
    Unavailable,
}

impl FailureKind {
    pub const ALL: &[Self] = &[
        Self::BadRequest,
        Self::Unauthorized,
        Self::Forbidden,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::Conflict,
        Self::TooLarge,
        Self::RateLimited,
        Self::Internal,
        Self::Unavailable,
    ];

    /// The `kind` in the JSON.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    pub fn status(self) -> u16 {
        self.row().1
    }

    fn row(self) -> (&'static str, u16) {
        match self {
            Self::BadRequest => ("bad_request", 400),
            Self::Unauthorized => ("unauthorized", 401),
            Self::Forbidden => ("forbidden", 403),
            Self::NotFound => ("not_found", 404),
            Self::MethodNotAllowed => ("bad_request", 405),
            Self::Conflict => ("conflict", 409),
            Self::TooLarge => ("too_large", 413),
            Self::RateLimited => ("rate_limited", 429),
            Self::Internal => ("internal", 500),
            Self::Unavailable => ("unavailable", 503),
        }
    }
}

/// A refusal, with a sentence on what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    pub kind: FailureKind,
    pub message: String,
    /// Names of chunk files that are not stored.
    pub missing: Option<Vec<String>>,
    /// Seconds to wait before another attempt.
    pub retry_after: Option<u32>,
    /// The methods of the path.
    pub allow: Option<String>,
}

impl Failure {
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), missing: None, retry_after: None, allow: None }
    }

    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(FailureKind::BadRequest, message)
    }

    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(FailureKind::NotFound, message)
    }

    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Conflict, message)
    }

    pub fn too_large(what: &str, most: usize) -> Self {
        let most = if most >= 1 << 20 { format!("{} MiB", most >> 20) } else { format!("{} KiB", most >> 10) };
        Self::new(FailureKind::TooLarge, format!("The {what} is larger than {most}."))
    }

    /// The body of the response.
    fn document(&self) -> Refused {
        let (kind, message) = (self.kind.name().to_owned(), self.message.clone());
        Refused { error: Refusal { kind, message, missing: self.missing.clone() } }
    }

    /// The refusal as an HTTP response.
    ///
    /// # Errors
    /// If the platform refuses the response.
    pub fn response(&self) -> worker::Result<Response> {
        let response = ResponseBuilder::new().with_status(self.kind.status()).from_json(&self.document())?;
        let headers = response.headers();
        headers.set("cache-control", "no-store")?;
        if self.kind == FailureKind::Unauthorized {
            headers.set("www-authenticate", "Bearer")?;
        }
        if let Some(seconds) = self.retry_after {
            headers.set("retry-after", &seconds.to_string())?;
        }
        if let Some(allow) = &self.allow {
            headers.set("allow", allow)?;
        }
        Ok(response)
    }
}

impl From<worker::Error> for Failure {
    fn from(error: worker::Error) -> Self {
        // The platform's message is for the operator's log; the client can do nothing with it.
        worker::console_error!("{error}");
        Self::new(FailureKind::Internal, "Something failed inside the Worker; try again. Its log says what it was.")
    }
}

impl From<codebase::StorageError> for Failure {
    fn from(error: codebase::StorageError) -> Self {
        Self::new(FailureKind::Unavailable, format!("The index could not be read: {error}."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_its_kind_and_what_is_missing() {
        let mut failure = Failure::conflict("Push the missing files first.");
        failure.missing = Some(vec!["a.bin".to_owned()]);
        let expected = r#"{"error":{"kind":"conflict","message":"Push the missing files first.","missing":["a.bin"]}}"#;
        assert_eq!(serde_json::to_string(&failure.document()).unwrap(), expected);
        assert_eq!(Failure::too_large("body", 8 << 20).message, "The body is larger than 8 MiB.");
        assert_eq!(Failure::too_large("body", 256 << 10).message, "The body is larger than 256 KiB.");
    }
}
