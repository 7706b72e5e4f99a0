//! Names as they are compared, and where files are.

use code_words::identifier::normalise;
use source::FileId;

/// The path of a file of the survey.
pub type Paths<'p> = &'p dyn Fn(FileId) -> &'p str;

/// Letters and digits in lower case.
pub fn plain(name: &str) -> String {
    normalise(name).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The last segment of a qualified name.
pub fn last(name: &str) -> &str {
    name.rsplit(['.', ':']).next().unwrap_or(name)
}
