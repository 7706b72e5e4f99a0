//! The runs of a conversation in one file.
//!
//! A line that names the format, a line of JSON with the conversation's name and the lengths of the logs, then the logs, oldest
//! first. The logs have checksums of their own; like any run from a file they are not trusted.

use limits::run::{CONVERSATION_FILE_NAME_CHARS, CONVERSATION_FILE_RUNS};
use serde::{Deserialize, Serialize};

const FIRST_LINE: &[u8] = b"quarry-conversation 1\n";
const KIND: &[u8] = b"quarry-conversation ";

/// Why a file of a conversation cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConversationFileError {
    /// Its first line names another version.
    #[error("the file of the conversation was written by a newer version of Quarry")]
    Newer,
    /// It is cut off, or is no such file.
    #[error("the file of the conversation is damaged: {0}")]
    Damaged(&'static str),
    /// It names more runs than are read.
    #[error("the file has {0} runs, and at most {CONVERSATION_FILE_RUNS} are read")]
    TooMany(usize),
}

/// A conversation, as it is in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConversationFile {
    /// Its name; empty for none.
    pub name: String,
    /// The logs of its runs, oldest first.
    pub logs: Vec<Vec<u8>>,
}

#[derive(Serialize, Deserialize)]
struct Head {
    name: String,
    lengths: Vec<usize>,
}

impl ConversationFile {
    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = Head { name: self.name.clone(), lengths: self.logs.iter().map(Vec::len).collect() };
        let mut bytes = FIRST_LINE.to_vec();
        bytes.extend(serde_json::to_vec(&head).expect("plain data is always JSON"));
        bytes.push(b'\n');
        self.logs.iter().for_each(|log| bytes.extend_from_slice(log));
        bytes
    }

    /// Reads a file; `None` where it is something else, such as the file of one run.
    ///
    /// # Errors
    /// [`ConversationFileError`].
    pub fn read(bytes: &[u8]) -> Result<Option<Self>, ConversationFileError> {
        use ConversationFileError::{Damaged, Newer, TooMany};
        if !bytes.starts_with(KIND) {
            return Ok(None);
        }
        let rest = bytes.strip_prefix(FIRST_LINE).ok_or(Newer)?;
        let end = rest.iter().position(|byte| *byte == b'\n').ok_or(Damaged("its second line has no end"))?;
        let head: Head =
            serde_json::from_slice(&rest[..end]).map_err(|_| Damaged("its second line is no list of runs"))?;
        if head.lengths.len() > CONVERSATION_FILE_RUNS {
            return Err(TooMany(head.lengths.len()));
        }
        let (mut logs, mut rest) = (Vec::new(), &rest[end + 1..]);
        for length in head.lengths {
            let (log, after) = rest.split_at_checked(length).ok_or(Damaged("it ends within a run"))?;
            logs.push(log.to_vec());
            rest = after;
        }
        if !rest.is_empty() || logs.is_empty() {
            return Err(Damaged("it does not hold the runs that it lists"));
        }
        let name = head.name.chars().filter(|c| !c.is_control()).take(CONVERSATION_FILE_NAME_CHARS).collect();
        Ok(Some(Self { name, logs }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> ConversationFile {
        ConversationFile { name: "Taxes".to_owned(), logs: vec![b"one\n".to_vec(), b"two\nlines\n".to_vec()] }
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        assert_eq!(ConversationFile::read(&file().to_bytes()), Ok(Some(file())));
        assert_eq!(ConversationFile::read(b"00000000 {}\n"), Ok(None), "the log of a run");
    }

    #[test]
    fn hostile_files_are_refused() {
        let whole = file().to_bytes();
        for end in FIRST_LINE.len()..whole.len() {
            assert!(matches!(ConversationFile::read(&whole[..end]), Err(ConversationFileError::Damaged(_))), "{end}");
        }
        let longer = [&whole[..], b"x"].concat();
        assert!(matches!(ConversationFile::read(&longer), Err(ConversationFileError::Damaged(_))));
        assert_eq!(ConversationFile::read(b"quarry-conversation 2\n{}"), Err(ConversationFileError::Newer));
        let huge = [FIRST_LINE, br#"{"name":"","lengths":[18446744073709551615,2]}"#, b"\n".as_slice()].concat();
        assert!(matches!(ConversationFile::read(&huge), Err(ConversationFileError::Damaged(_))));
        let lengths = vec!["0"; CONVERSATION_FILE_RUNS + 1].join(",");
        let many = format!("quarry-conversation 1\n{{\"name\":\"\",\"lengths\":[{lengths}]}}\n");
        let refused = ConversationFileError::TooMany(CONVERSATION_FILE_RUNS + 1);
        assert_eq!(ConversationFile::read(many.as_bytes()), Err(refused));
    }

    #[test]
    fn a_name_is_cut_and_holds_no_control_characters() {
        let named = ConversationFile { name: format!("a\u{7}{}", "b".repeat(500)), ..file() };
        let read = ConversationFile::read(&named.to_bytes()).unwrap().unwrap();
        assert_eq!(read.name, format!("a{}", "b".repeat(CONVERSATION_FILE_NAME_CHARS - 1)));
    }
}
