//! Callers and their rights.
//!
//! Tokens come from the secret `QUARRY_TOKENS`, as hashes or in clear. A presented token is hashed and compared with
//! all of them in constant time, so that the response time reveals neither their number nor a near match.

use crate::failure::{Failure, FailureKind};
use constant_time_eq::constant_time_eq_32;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What a token allows; each scope includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Search and read code.
    Read,
    /// Start runs, and read those of the same token.
    Ask,
    /// Publish and delete indexes, and read everyone's runs.
    Admin,
}

impl Scope {
    /// Its name in the secret.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Ask => "ask",
            Self::Admin => "admin",
        }
    }
}

/// A token as the secret describes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    scope: Scope,
    #[serde(default)]
    sha256: Option<String>,
    #[serde(default)]
    token: Option<String>,
    #[serde(default)]
    repos: Option<Vec<String>>,
}

struct Token {
    hash: [u8; 32],
    bearer: Bearer,
}

/// The holder of a token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bearer {
    /// The token's name in the secret.
    pub name: String,
    /// What it allows.
    pub scope: Scope,
    /// The only repositories that it is valid for; `None` for all.
    pub repos: Option<Vec<String>>,
}

/// The sender of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// A caller without a token; with their address.
    Anonymous(String),
    /// The holder of a token.
    Bearer(Bearer),
}

/// All tokens of a deployment.
#[derive(Default)]
pub struct Tokens(Vec<Token>);

/// Shortest token that is taken: what can be guessed is none.
const SHORTEST: usize = 16;

impl Tokens {
    /// Reads the secret: `[{"name", "scope", "sha256" or "token", "repos"?}]`.
    ///
    /// # Errors
    /// What is wrong with it, in a message that quotes no token.
    pub fn parse(text: &str) -> Result<Self, String> {
        let entries: Vec<Entry> = serde_json::from_str(text).map_err(|error| {
            // Serde's own words could quote the secret.
            format!("QUARRY_TOKENS is not a list of tokens (line {}, column {})", error.line(), error.column())
        })?;
        entries.into_iter().map(Token::of).collect::<Result<_, _>>().map(Self)
    }

    /// The holder of a presented token.
    pub fn bearer(&self, presented: &str) -> Option<Bearer> {
        let hash: [u8; 32] = Sha256::digest(presented.as_bytes()).into();
        let mut found = None;
        for token in &self.0 {
            // All are compared, whichever fits.
            if constant_time_eq_32(&token.hash, &hash) {
                found = Some(&token.bearer);
            }
        }
        found.cloned()
    }
}

impl Tokens {
    /// The holder of the token of this name, with the rights that it has now; `None` if the token was removed.
    pub fn named(&self, name: &str) -> Option<Bearer> {
        self.0.iter().find(|token| token.bearer.name == name).map(|token| token.bearer.clone())
    }
}

impl Token {
    fn of(entry: Entry) -> Result<Self, String> {
        let wrong = |why: &str| format!("QUARRY_TOKENS: the token `{}` {why}", entry.name);
        let hash = match (&entry.sha256, &entry.token) {
            (Some(hex), None) => hash_of_hex(hex).ok_or_else(|| wrong("has a `sha256` that is not 64 hex digits"))?,
            (None, Some(token)) if token.len() < SHORTEST => return Err(wrong("is shorter than 16 characters")),
            (None, Some(token)) => Sha256::digest(token.as_bytes()).into(),
            _ => return Err(wrong("needs either `sha256` or `token`")),
        };
        Ok(Self { hash, bearer: Bearer { name: entry.name, scope: entry.scope, repos: entry.repos } })
    }
}

fn hash_of_hex(hex: &str) -> Option<[u8; 32]> {
    let mut hash = [0; 32];
    if hex.len() != 64 || !hex.is_ascii() {
        return None;
    }
    for (at, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(hash)
}

/// The token in an `Authorization` header.
pub fn presented(header: &str) -> Option<&str> {
    let (scheme, token) = header.trim().split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

/// The result of an access check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Access is granted.
    Allowed,
    /// A token is needed: 401.
    WhoAreYou,
    /// The token does not allow it: 403.
    Forbidden,
}

impl Caller {
    /// Checks access to what needs `scope`. `public` is whether everyone has access: because the repository was
    /// published as public, and for asking, because the deployment allows it too.
    pub fn may(&self, scope: Scope, repo: Option<&str>, public: bool) -> Verdict {
        match self {
            Self::Anonymous(_) if public && scope < Scope::Admin => Verdict::Allowed,
            Self::Anonymous(_) => Verdict::WhoAreYou,
            Self::Bearer(bearer) if bearer.may(scope, repo) => Verdict::Allowed,
            // What everyone may, the holder of a token for something else may too.
            Self::Bearer(_) if public && scope < Scope::Admin => Verdict::Allowed,
            Self::Bearer(_) => Verdict::Forbidden,
        }
    }

    /// Refuses callers without `scope`.
    ///
    /// # Errors
    /// 401 or 403.
    pub fn require(&self, scope: Scope, repo: Option<&str>, public: bool) -> Result<(), Failure> {
        let (kind, message) = match self.may(scope, repo, public) {
            Verdict::Allowed => return Ok(()),
            Verdict::WhoAreYou => (
                FailureKind::Unauthorized,
                format!("Send a token with the scope `{}` as `Authorization: Bearer ...`.", scope.name()),
            ),
            Verdict::Forbidden => {
                (FailureKind::Forbidden, format!("This token does not allow `{}` here.", scope.name()))
            }
        };
        Err(Failure::new(kind, message))
    }

    /// The token's name; `None` for a caller without a token.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Anonymous(_) => None,
            Self::Bearer(bearer) => Some(&bearer.name),
        }
    }

    /// The key by which calls are counted: the token, or the address of a caller without one.
    pub fn rate_key(&self) -> String {
        match self {
            Self::Anonymous(address) => format!("address:{address}"),
            Self::Bearer(bearer) => format!("token:{}", bearer.name),
        }
    }

    /// Whether the caller has an admin token that is not limited to some repositories.
    pub fn is_admin(&self) -> bool {
        matches!(self, Self::Bearer(bearer) if bearer.may(Scope::Admin, None))
    }
}

impl Bearer {
    fn may(&self, scope: Scope, repo: Option<&str>) -> bool {
        let listed = match (&self.repos, repo) {
            (None, _) => true,
            (Some(repos), Some(repo)) => repos.iter().any(|known| known == repo),
            (Some(_), None) => scope < Scope::Admin,
        };
        self.scope >= scope && listed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADMIN: &str = "an-admin-token-0001";
    const READER: &str = "a-reader-token-0002";

    fn tokens() -> Tokens {
        let hash: String = Sha256::digest(READER.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        let text = format!(
            r#"[{{"name":"ci","scope":"admin","token":"{ADMIN}"}},
                {{"name":"docs","scope":"read","sha256":"{hash}","repos":["shop"]}}]"#
        );
        Tokens::parse(&text).unwrap()
    }

    #[test]
    fn tokens_are_found_by_hash_or_as_they_are() {
        let tokens = tokens();
        assert_eq!(tokens.bearer(ADMIN).unwrap().name, "ci");
        assert_eq!(tokens.bearer(READER).unwrap().scope, Scope::Read);
        for wrong in ["", "an-admin-token-000", "an-admin-token-00011", "ci"] {
            assert_eq!(tokens.bearer(wrong), None, "{wrong}");
        }
        assert_eq!(Tokens::default().bearer(ADMIN), None);
    }

    #[test]
    fn what_is_wrong_with_the_secret_is_said_without_it() {
        let wrong = |text: &str| Tokens::parse(text).err().unwrap();
        assert!(wrong(r#"[{"name":"x","scope":"root","token":"very-secret-very-long"}]"#).contains("line 1"));
        assert!(wrong(r#"[{"name":"x","scope":"ask","token":"short"}]"#).contains("shorter than 16"));
        assert!(wrong(r#"[{"name":"x","scope":"ask"}]"#).contains("either"));
        assert!(wrong(r#"[{"name":"x","scope":"ask","sha256":"zz"}]"#).contains("64 hex digits"));
        assert!(!wrong(r#"{"token":"very-secret-very-long"}"#).contains("very-secret"));
    }

    #[test]
    fn a_scope_includes_those_before_it() {
        let tokens = tokens();
        let caller = |token: &str| Caller::Bearer(tokens.bearer(token).unwrap());
        assert_eq!(caller(ADMIN).may(Scope::Ask, Some("any"), false), Verdict::Allowed);
        assert_eq!(caller(READER).may(Scope::Read, Some("shop"), false), Verdict::Allowed);
        assert_eq!(caller(READER).may(Scope::Ask, Some("shop"), false), Verdict::Forbidden);
        assert_eq!(caller(READER).may(Scope::Read, Some("other"), false), Verdict::Forbidden);
        assert_eq!(caller(READER).may(Scope::Read, Some("other"), true), Verdict::Allowed);
        let nobody = Caller::Anonymous("192.0.2.1".into());
        assert_eq!(nobody.may(Scope::Read, Some("shop"), false), Verdict::WhoAreYou);
        assert_eq!(nobody.may(Scope::Ask, Some("shop"), true), Verdict::Allowed);
        assert_eq!(nobody.may(Scope::Admin, Some("shop"), true), Verdict::WhoAreYou);
    }

    #[test]
    fn an_admin_of_one_repository_is_no_admin_of_all() {
        let text = r#"[{"name":"one","scope":"admin","token":"an-admin-of-one-repo","repos":["shop"]}]"#;
        let caller = Caller::Bearer(Tokens::parse(text).unwrap().bearer("an-admin-of-one-repo").unwrap());
        assert_eq!(caller.may(Scope::Admin, Some("shop"), false), Verdict::Allowed);
        assert_eq!(caller.may(Scope::Admin, Some("other"), false), Verdict::Forbidden);
        assert!(!caller.is_admin());
    }

    #[test]
    fn the_header_holds_a_bearer_token() {
        assert_eq!(presented("Bearer abc"), Some("abc"));
        assert_eq!(presented(" bearer  abc "), Some("abc"));
        for wrong in ["", "abc", "Basic abc", "Bearer ", "Bearer"] {
            assert_eq!(presented(wrong), None, "{wrong}");
        }
    }
}
