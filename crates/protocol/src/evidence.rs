//! Evidence, the spans that tools return, and citations, the references of an answer to them.

use crate::Direction;
use crate::tagged_in_json::tagged_in_json;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

tagged_in_json!(
    /// How a piece of evidence relates to the arguments of the tool call that returned it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Relation {
        /// A search result.
        Hit,
        /// Lines that were read.
        Read,
        /// The definition of a requested symbol.
        Definition,
        /// A call site that calls `of`.
        Caller {
            /// Qualified name of the symbol called.
            of: String,
        },
        /// A symbol that `of` calls.
        Callee {
            /// Qualified name of the caller.
            of: String,
        },
        /// A commit. Its message is the excerpt; the path is that of the file or folder it changed, or empty.
        Commit {
            /// The commit.
            commit: CommitInfo,
        },
        /// Lines that state a fact about a symbol or the repository.
        Fact {
            /// What they state.
            claim: Claim,
        },
    }
);

/// A statement that lines of the repository prove: what an answer may say with these lines as its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Qualified name of the symbol that it is about; for a list over the repository, the list's name.
    pub of: String,
    /// What is stated.
    pub kind: ClaimKind,
    /// The other side of the statement: a base, a value, an error type, an entry of the list. In the words of the code.
    pub object: String,
}

/// What a [`Claim`] states of its symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// It extends or implements the object.
    Extends,
    /// The object extends or implements it.
    ExtendedBy,
    /// The object is defined in it.
    Member,
    /// The object is a parameter or field with its default value: `port = 5000`.
    Default,
    /// The object is its value.
    Value,
    /// The object is its type, as written.
    Type,
    /// It raises or returns the object as an error.
    Raises,
    /// It catches the object.
    Catches,
    /// It reads the object: a setting, an environment variable.
    Reads,
    /// The object is a test that reaches it by calls.
    TestedBy,
    /// The object is another of its family.
    Sibling,
    /// It is registered, imported or named at these lines; the object is what does it.
    UsedBy,
    /// The object is an entry of the list.
    Listed,
    /// The object changes its rows: a table of a database.
    WrittenBy,
}

/// How many statements of a kind there are of a symbol, where not all of them are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimCount {
    /// The kind.
    pub kind: ClaimKind,
    /// How many were found.
    pub total: u32,
    /// False where not all of the repository was looked at, so that there may be more.
    pub is_all: bool,
}

tagged_in_json!(
    /// Why a tool returned a piece of evidence.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Basis {
        /// It matched a search.
        Search {
            /// Higher is better; comparable within one search only.
            score: f32,
        },
        /// It is one end of a call edge.
        Call {
            /// The resolution rule that made the edge.
            rule: String,
            /// How sure the rule is, from 0 to 1.
            confidence: f32,
        },
        /// These lines, or the definition at these lines, were requested.
        Read,
    }
);

/// A commit of the repository's history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitInfo {
    /// Its hash, 40 hexadecimal digits.
    pub hash: String,
    /// The first paragraph of its message.
    pub subject: String,
    /// Who wrote the change.
    pub author: String,
    /// When, in the author's time zone: `2024-05-01 14:03 +0200`.
    pub date: String,
}

impl CommitInfo {
    /// The first ten digits of the hash.
    pub fn short(&self) -> &str {
        self.hash.get(..10).unwrap_or(&self.hash)
    }
}

impl fmt::Display for CommitInfo {
    /// On one line, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "commit {} \u{201c}{}\u{201d} ({}, {})", self.short(), self.subject, self.author, self.date)
    }
}

/// The kind of definition that a piece of evidence is or lies in; [`Text`](Self::Text) outside of any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the kinds of definitions, by their names")]
pub enum EvidenceKind {
    Text,
    Module,
    Class,
    Interface,
    Enum,
    #[serde(rename = "type alias")]
    TypeAlias,
    Function,
    Method,
    Constructor,
    Lambda,
    Variable,
    Field,
    Macro,
    Component,
    Commit,
}

impl EvidenceKind {
    /// The name of the kind, in JSON and for display: `function`, `type alias`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Module => "module",
            Self::Class => "class",
            Self::Interface => "interface",
            Self::Enum => "enum",
            Self::TypeAlias => "type alias",
            Self::Function => "function",
            Self::Method => "method",
            Self::Constructor => "constructor",
            Self::Lambda => "lambda",
            Self::Variable => "variable",
            Self::Field => "field",
            Self::Macro => "macro",
            Self::Component => "component",
            Self::Commit => "commit",
        }
    }
}

impl fmt::Display for EvidenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Whether the open repository holds lines that a run refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpanCheck {
    /// Not known: no repository was open to compare with.
    #[default]
    Unchecked,
    /// The repository held exactly this when it was checked.
    Verified,
    /// The repository does not hold this: the file is gone, or its lines have changed.
    Stale,
}

/// A span of the repository that a tool returned.
///
/// In JSON a search's `score` and a call's `rule` are also written beside the basis, where scripts have always read
/// them; runs stored before there was a basis have only those.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Evidence {
    /// The span's id: names path, lines and the hash of their text. What an answer cites as `[[id]]`.
    pub id: String,
    /// The file.
    pub path: String,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// Hash of the lines' text, 32 hex digits.
    pub hash: String,
    /// How it relates to what the tool was asked.
    pub relation: Relation,
    /// Qualified name of the symbol it belongs to, if any.
    pub symbol: Option<String>,
    /// The kind of definition that it is or lies in.
    pub kind: EvidenceKind,
    /// The first line of the symbol's definition, where the lines begin further down in it.
    #[serde(default)]
    pub defined_at: Option<u32>,
    /// The symbol's signature.
    pub signature: Option<String>,
    /// The symbol's documentation, its first paragraph.
    pub doc: Option<String>,
    /// The lines themselves, at most 60 of them.
    pub excerpt: String,
    /// Why the tool returned it.
    #[serde(default = "unrecorded")]
    pub basis: Basis,
    /// Whether the repository holds it. Checked again whenever a stored run is read; a log's value is not trusted.
    #[serde(default)]
    pub check: SpanCheck,
    /// Of a definition whose calls were asked for: how many there are, those that were not listed included.
    #[serde(default)]
    pub calls: Option<CallCount>,
    /// Of a definition that was described: the kinds of statements of which not all are listed.
    #[serde(default)]
    pub counts: Vec<ClaimCount>,
}

impl Evidence {
    /// Lines that were read, as a tool returns them: without a symbol, hash or excerpt until those are filled in.
    pub fn of_lines(id: impl Into<String>, path: impl Into<String>, start_line: u32, end_line: u32) -> Self {
        Self {
            id: id.into(),
            path: path.into(),
            start_line,
            end_line,
            hash: String::new(),
            relation: Relation::Read,
            symbol: None,
            kind: EvidenceKind::Text,
            defined_at: None,
            signature: None,
            doc: None,
            excerpt: String::new(),
            basis: Basis::Read,
            check: SpanCheck::Verified,
            calls: None,
            counts: Vec::new(),
        }
    }
}

/// The basis of evidence whose JSON has none, until it is derived from what is beside it.
fn unrecorded() -> Basis {
    Basis::Read
}

impl Serialize for Evidence {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Json<'a> {
            #[serde(flatten, serialize_with = "Evidence::serialize")]
            evidence: &'a Evidence,
            #[serde(skip_serializing_if = "Option::is_none")]
            score: Option<f32>,
            rule: Option<&'a str>,
        }
        if !to.is_human_readable() {
            return Self::serialize(self, to);
        }
        let (score, rule) = match &self.basis {
            Basis::Search { score } => (Some(*score), None),
            Basis::Call { rule, .. } => (None, Some(rule.as_str())),
            Basis::Read => (None, None),
        };
        Json { evidence: self, score, rule }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Evidence {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Json {
            #[serde(flatten, deserialize_with = "Evidence::deserialize")]
            evidence: Evidence,
            /// Until there was a basis: a search's score, a call's confidence, 1 for anything else.
            score: Option<f32>,
            rule: Option<String>,
        }
        if !from.is_human_readable() {
            return Self::deserialize(from);
        }
        let Json { mut evidence, score, rule } = Json::deserialize(from)?;
        if let (Basis::Read, Some(number)) = (&evidence.basis, score) {
            evidence.basis = match (&evidence.relation, rule) {
                (_, Some(rule)) => Basis::Call { rule, confidence: number },
                (Relation::Hit, None) => Basis::Search { score: number },
                _ => Basis::Read,
            };
        }
        Ok(evidence)
    }
}

impl Evidence {
    /// The commit that it is; `None` for lines.
    pub fn commit(&self) -> Option<&CommitInfo> {
        if let Relation::Commit { commit } = &self.relation { Some(commit) } else { None }
    }

    /// `path:start-end`, or the commit, for display.
    pub fn place(&self) -> String {
        if let Some(commit) = self.commit() {
            return format!("commit {}", commit.short());
        }
        format!("{}:{}-{}", self.path, self.start_line, self.end_line)
    }
}

/// How many calls a symbol has in one direction, all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallCount {
    /// [`Direction::Callers`] or [`Direction::Callees`].
    pub direction: Direction,
    /// Call sites: lines, each counted once for each pair of caller and callee.
    pub places: u32,
    /// How many of them are proven.
    pub proven: u32,
    /// How many different symbols are at the other end.
    pub symbols: u32,
}

/// A reference of an answer to evidence. It is verified when the answer is written, and checked again when a stored run
/// is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// Its number in the answer, from 1; the text holds `[[number]]`.
    pub number: u32,
    /// The span's id.
    pub id: String,
    /// The file.
    pub path: String,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// The symbol, if any.
    pub symbol: Option<String>,
    /// Whether the repository holds it, as in [`Evidence::check`].
    #[serde(default)]
    pub check: SpanCheck,
    /// The commit that is cited; `None` for lines. Then the lines are 0, and the path is that of [`Relation::Commit`].
    #[serde(default)]
    pub commit: Option<CommitInfo>,
}
