//! What a Worker's refusal means for the person who pushes.

use super::Target;
use crate::output::shortened;
use serde::Deserialize;

/// Most letters shown of what a server says.
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
    /// Nothing where the body is no such document, as from a proxy.
    pub fn read(bytes: &[u8]) -> Self {
        serde_json::from_slice(bytes).unwrap_or_default()
    }

    /// Chunks that the Worker turned out not to have.
    pub fn missing(self) -> Vec<String> {
        self.error.missing
    }
}

/// One sentence: what happened, what the Worker said, what to do.
pub fn sentence(status: u16, body: &[u8], target: &Target) -> String {
    let (to, repository) = (target.base(), target.repository());
    let said = shortened(Body::read(body).error.message.trim_end_matches('.'), SHOWN);
    let said = if said.is_empty() { format!("status {status}") } else { format!("status {status}: {said}") };
    match status {
        300..=399 => format!("{to} sends elsewhere ({said}); give the Worker's own address with --to"),
        401 => format!("{to} does not accept the token ({said}); it needs one with the scope admin"),
        403 => format!("the token may not publish `{repository}` on {to} ({said}); it needs the scope admin"),
        404 | 405 => format!("there is no Quarry Worker at {to} that takes indexes ({said}); check --to"),
        409 => format!("{to} did not publish `{repository}` ({said}); push again"),
        413 => format!("{to} takes no files of this size ({said}); index again with this Quarry, or raise its limit"),
        429 => format!("{to} has had enough requests for now ({said}); push again later, what was sent stays there"),
        500..=599 => format!("{to} cannot take it now ({said}); push again later, what was sent stays there"),
        _ => format!("{to} refused ({said})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_happened_and_what_to_do() {
        let target = Target::parse("https://quarry.dev", "shop").unwrap();
        let say = |status, body: &str| sentence(status, body.as_bytes(), &target);
        assert_eq!(
            say(401, r#"{"error":{"kind":"unauthorized","message":"unknown\ntoken."}}"#),
            "https://quarry.dev does not accept the token (status 401: unknown token); it needs one with the scope admin"
        );
        assert_eq!(
            say(404, "<html>"),
            "there is no Quarry Worker at https://quarry.dev that takes indexes (status 404); check --to"
        );
        assert!(say(418, "").contains("refused (status 418)"));
        let missing = Body::read(br#"{"error":{"kind":"conflict","message":"m","missing":["a.bin"]}}"#).missing();
        assert_eq!(missing, ["a.bin"]);
    }
}
