//! Explains a Worker's refusal to the person.

use super::Target;
use crate::output::shortened;
use serde::Deserialize;

/// Most letters shown of a server's message.
const SHOWN: usize = 300;

/// `{"error":{"kind","message","missing"?}}`
#[derive(Debug, Default, Deserialize)]
pub struct Body {
    error: Inner,
}

#[derive(Debug, Default, Deserialize)]
struct Inner {
    #[serde(default)]
    message: String,
    #[serde(default)]
    missing: Vec<String>,
}

impl Body {
    /// Empty if the body is not such a document, for example from a proxy.
    pub fn read(bytes: &[u8]) -> Self {
        serde_json::from_slice(bytes).unwrap_or_default()
    }

    /// Chunks that the Worker does not have.
    pub fn missing(self) -> Vec<String> {
        self.error.missing
    }
}

/// One sentence: what failed, the Worker's message, and what to do.
pub fn sentence(status: u16, body: &[u8], target: &Target) -> String {
    let (to, repository) = (target.base(), target.repository());
    let reply = shortened(Body::read(body).error.message.trim_end_matches('.'), SHOWN);
    let reply = if reply.is_empty() { format!("status {status}") } else { format!("status {status}: {reply}") };
    match status {
        300..=399 => format!("{to} sends elsewhere ({reply}); give the Worker's own address with --to"),
        401 => format!("{to} does not accept the token ({reply}); it needs one with the scope admin"),
        403 => format!("the token may not publish `{repository}` on {to} ({reply}); it needs the scope admin"),
        404 | 405 => format!("there is no Quarry Worker at {to} that takes indexes ({reply}); check --to"),
        409 => format!("{to} did not publish `{repository}` ({reply}); push again"),
        413 => format!("{to} takes no files of this size ({reply}); index again with this Quarry, or raise its limit"),
        429 => format!("{to} has had enough requests for now ({reply}); push again later, what was sent stays there"),
        500..=599 => format!("{to} cannot take it now ({reply}); push again later, what was sent stays there"),
        _ => format!("{to} refused ({reply})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_happened_and_what_to_do() {
        let target = Target::parse("https://quarry.dev", "shop").unwrap();
        let refusal = |status, body: &str| sentence(status, body.as_bytes(), &target);
        assert_eq!(
            refusal(401, r#"{"error":{"kind":"unauthorized","message":"unknown\ntoken."}}"#),
            "https://quarry.dev does not accept the token (status 401: unknown token); it needs one with the scope admin"
        );
        assert_eq!(
            refusal(404, "<html>"),
            "there is no Quarry Worker at https://quarry.dev that takes indexes (status 404); check --to"
        );
        assert!(refusal(418, "").contains("refused (status 418)"));
        let missing = Body::read(br#"{"error":{"kind":"conflict","message":"m","missing":["a.bin"]}}"#).missing();
        assert_eq!(missing, ["a.bin"]);
    }
}
