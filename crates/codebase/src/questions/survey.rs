//! What is there of something? Complete lists, and the families that a new one of something belongs to.

use super::QuestionError;
use crate::Codebase;
use source::FileId;
use survey::{Answer, Entry, Family, FileRow, List, Whole};

impl Codebase {
    /// The entries of a list, of all or of something: `limit` of them behind the first `offset`, and how many there are.
    ///
    /// # Errors
    /// [`QuestionError::NoLists`] for an index of an earlier version.
    pub fn survey(&self, list: List, of: Option<&str>, limit: usize, offset: usize) -> Result<Answer, QuestionError> {
        let entries = self.list_page(list)?;
        let needs_imports = of.is_some() && matches!(list, List::Dependencies | List::Imports);
        let imports = if needs_imports { self.list_page(List::Imports)? } else { &[] };
        Ok(survey::ask(list, entries, imports, &|file| self.path_of(file), of, limit, offset))
    }

    /// What a folder, a file or the whole repository of this name is and is made of; `None` where nothing of code is called so.
    ///
    /// # Errors
    /// As [`survey`](Self::survey).
    pub fn part(&self, of: &str) -> Result<Option<Whole>, QuestionError> {
        let pages = List::ALL.iter().map(|list| match list {
            List::Overview | List::Imports | List::Modules | List::Types | List::Api => self.list_page(*list),
            _ => Ok([].as_slice()),
        });
        let pages = pages.collect::<Vec<_>>().into_iter().collect::<Result<Vec<&[Entry]>, QuestionError>>()?;
        let files: Vec<FileRow> = self.snapshot().ids().map(|id| self.survey_row(id)).collect();
        Ok(survey::part(of, &|list| pages[list as usize], &files))
    }

    fn survey_row(&self, id: FileId) -> FileRow {
        let file = self.snapshot().file(id);
        FileRow { id, path: file.path.as_str().to_owned(), language: file.language, package: None, lines: file.lines }
    }

    /// The families that a new one of something could belong to, the likeliest first.
    ///
    /// # Errors
    /// As [`survey`](Self::survey).
    pub fn family(&self, of: &str) -> Result<Vec<Family>, QuestionError> {
        let pages = List::ALL.iter().map(|list| self.list_page(*list)).collect::<Vec<_>>();
        let pages = pages.into_iter().collect::<Result<Vec<&[Entry]>, QuestionError>>()?;
        let files: Vec<FileId> = self.snapshot().ids().collect();
        Ok(survey::family(of, &|list| pages[list as usize], &files, &|file| self.path_of(file)))
    }

    fn path_of(&self, file: FileId) -> &str {
        self.snapshot().file(file).path.as_str()
    }

    /// A list that a later version added is empty in an index that has lists without it.
    fn list_page(&self, list: List) -> Result<&[Entry], QuestionError> {
        let lists = self.lists().ok_or(QuestionError::NoLists)?;
        Ok(lists.get(list as usize)?.map_or(&[], Vec::as_slice))
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture;
    use survey::List;

    #[test]
    fn lists_are_those_of_the_repository() {
        let shop = fixture::shop();
        let tests = shop.survey(List::Tests, Some("submit"), 9, 0).unwrap();
        assert_eq!((tests.header.own, tests.header.listed()), (tests.items.len(), tests.items.len()));
        assert!(!tests.items.is_empty());
    }
}
