//! Callers and their rights.

use crate::failure::{Failure, FailureKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

impl Caller {
    /// Whether the caller may do what needs `scope`. `public` is whether everyone may: because the repository was
    /// published as public, and for asking, because the deployment allows it too.
    pub fn may(&self, scope: Scope, repo: Option<&str>, public: bool) -> bool {
        let by_token = matches!(self, Self::Bearer(bearer) if bearer.may(scope, repo));
        by_token || (public && scope < Scope::Admin)
    }

    /// Refuses callers without `scope`.
    ///
    /// # Errors
    /// 401 without a token, 403 with one that does not allow it.
    pub fn require(&self, scope: Scope, repo: Option<&str>, public: bool) -> Result<(), Failure> {
        if self.may(scope, repo, public) {
            return Ok(());
        }
        let name = scope.name();
        Err(match self {
            Self::Anonymous(_) => Failure::new(
                FailureKind::Unauthorized,
                format!("Send a token with the scope `{name}` as `Authorization: Bearer ...`."),
            ),
            Self::Bearer(_) => {
                Failure::new(FailureKind::Forbidden, format!("This token does not allow `{name}` here."))
            }
        })
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
    use crate::tokens::Tokens;
    use crate::tokens::tests::{ADMIN, READER, tokens};

    #[test]
    fn a_scope_includes_those_before_it() {
        let refused =
            |caller: &Caller, scope, repo, public| caller.require(scope, Some(repo), public).err().map(|it| it.kind);
        let (admin, reader) = [ADMIN, READER].map(|token| Caller::Bearer(tokens().bearer(token).unwrap())).into();
        assert_eq!(refused(&admin, Scope::Ask, "any", false), None);
        assert_eq!(refused(&reader, Scope::Read, "shop", false), None);
        assert_eq!(refused(&reader, Scope::Ask, "shop", false), Some(FailureKind::Forbidden));
        assert_eq!(refused(&reader, Scope::Read, "other", false), Some(FailureKind::Forbidden));
        assert_eq!(refused(&reader, Scope::Read, "other", true), None);
        let anonymous = Caller::Anonymous("192.0.2.1".into());
        assert_eq!(refused(&anonymous, Scope::Read, "shop", false), Some(FailureKind::Unauthorized));
        assert_eq!(refused(&anonymous, Scope::Ask, "shop", true), None);
        assert_eq!(refused(&anonymous, Scope::Admin, "shop", true), Some(FailureKind::Unauthorized));
    }

    #[test]
    fn an_admin_of_one_repository_is_no_admin_of_all() {
        let text = r#"[{"name":"one","scope":"admin","token":"an-admin-of-one-repo","repos":["shop"]}]"#;
        let caller = Caller::Bearer(Tokens::parse(text).unwrap().bearer("an-admin-of-one-repo").unwrap());
        assert!(caller.may(Scope::Admin, Some("shop"), false));
        assert!(!caller.may(Scope::Admin, Some("other"), false));
        assert!(!caller.is_admin());
    }
}
