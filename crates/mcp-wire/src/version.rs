//! Versions of the protocol, and what differs between them.

/// A version of the protocol that is supported. Later is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// The first.
    V2024_11_05,
    /// Streamable HTTP, batches, annotations of tools.
    V2025_03_26,
    /// No batches; structured content, titles, the version in an HTTP header.
    V2025_06_18,
    /// Wrong arguments are a tool's error, not the protocol's.
    V2025_11_25,
    /// No handshake and no sessions: each request has its version.
    V2026_07_28,
}

impl Version {
    /// Every version, the newest first.
    pub const ALL: [Self; 5] =
        [Self::V2026_07_28, Self::V2025_11_25, Self::V2025_06_18, Self::V2025_03_26, Self::V2024_11_05];

    /// The newest version that begins with `initialize`.
    pub const LAST_WITH_HANDSHAKE: Self = Self::V2025_11_25;

    /// What an HTTP request without a version header is taken for.
    pub const WITHOUT_HEADER: Self = Self::V2025_03_26;

    /// As it is written in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The version of this name, if it is supported.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.name() == name)
    }

    /// What `initialize` agrees on with a client that asks for `asked`: the same where that has a handshake, otherwise the
    /// newest that has one. A client that does not support it disconnects.
    pub fn negotiated(asked: &str) -> Self {
        Self::from_name(asked).filter(|version| !version.is_stateless()).unwrap_or(Self::LAST_WITH_HANDSHAKE)
    }

    /// True where a request needs no earlier one.
    pub fn is_stateless(self) -> bool {
        self >= Self::V2026_07_28
    }

    /// True where several messages may come as one array.
    pub fn has_batches(self) -> bool {
        self == Self::V2025_03_26
    }

    /// True where results of tools may be structured and tools have titles.
    pub fn has_structured_content(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// The names of every version, the newest first.
    pub fn names() -> Vec<&'static str> {
        Self::ALL.into_iter().map(Self::name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_order_agree() {
        for pair in Version::ALL.windows(2) {
            assert!(pair[0] > pair[1] && pair[0].name() > pair[1].name());
        }
        for version in Version::ALL {
            assert_eq!(Version::from_name(version.name()), Some(version));
        }
        assert_eq!(Version::from_name("2025-06-19"), None);
    }

    #[test]
    fn the_handshake_agrees_on_a_version_that_has_one() {
        assert_eq!(Version::negotiated("2025-03-26"), Version::V2025_03_26);
        assert_eq!(Version::negotiated("2026-07-28"), Version::V2025_11_25);
        assert_eq!(Version::negotiated("1999-01-01"), Version::V2025_11_25);
    }
}
