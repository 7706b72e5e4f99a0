//! What a question asks, once it is understood.

use crate::history::Asked;
use crate::kind::Kind;
use crate::survey;

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub kind: Kind,
    /// Names of symbols it is about, as written.
    pub names: Vec<String>,
    /// Files and folders it names.
    pub paths: Vec<String>,
    /// The words of its topic, names included, as written.
    pub terms: Vec<String>,
    /// What it asks of the history, for [`Kind::History`].
    pub history: Option<Asked>,
    /// The second of two questions in one.
    pub also: Option<Box<Question>>,
    /// What it asks of the lists of what there is.
    pub survey: Option<survey::Asked>,
    /// The words as they were asked.
    pub asked: String,
    /// Which page of the answer is asked for, from 0: that after "more" begins where the one before it was cut.
    pub page: usize,
    /// Whether what it names is called as the repository is.
    pub names_repository: bool,
    /// Whether text is fetched where it is read: then no scan of all of it is planned that nobody asked for.
    pub is_fetched: bool,
}

impl Question {
    /// Of the code, with nothing asked of its history or of lists.
    pub fn new(kind: Kind, names: Vec<String>, paths: Vec<String>, terms: Vec<String>) -> Self {
        Self {
            kind,
            names,
            paths,
            terms,
            history: None,
            also: None,
            survey: None,
            asked: String::new(),
            page: 0,
            names_repository: false,
            is_fetched: false,
        }
    }

    /// Of a repository whose text may be fetched where it is read.
    pub fn fetched(self, is_fetched: bool) -> Self {
        let also = self.also.map(|also| Box::new(also.fetched(is_fetched)));
        Self { also, is_fetched, ..self }
    }
}
