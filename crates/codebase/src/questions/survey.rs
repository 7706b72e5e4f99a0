//! What is there of something? Complete lists, and the families that a new one of something belongs to.

use super::QuestionError;
use crate::Codebase;
use code_words::identifier::lower_parts;
use code_words::path::is_generated;
use source::bundle::{is_bundle, names_source_map};
use source::{FileId, Language, RepoPath, SkipReason, Skipped};
use survey::{Answer, Entry, Family, FileRow, List, Narrowing, Whole};

impl Codebase {
    /// The entries of a list, of all or of something: `limit` of them behind the first `offset`, and how many there are.
    ///
    /// # Errors
    /// [`QuestionError::NoLists`] and [`QuestionError::NoSuchList`] for an index of an earlier version.
    pub fn survey(&self, list: List, of: Option<&str>, limit: usize, offset: usize) -> Result<Answer, QuestionError> {
        if let (List::Members, Some(of)) = (list, of) {
            let mut answer = self.members(of, limit, offset)?;
            answer.notes.extend(self.unread_code());
            return Ok(answer);
        }
        let of = match of {
            Some(name) if self.is_own_name(list, name)? => None,
            of => of,
        };
        if self.lists().ok_or(QuestionError::NoLists)?.len() <= list as usize {
            return Err(QuestionError::NoSuchList { entries: list.row().nouns[1] });
        }
        let entries = self.list_page(list)?;
        let needs_imports = of.is_some() && matches!(list, List::Dependencies | List::Imports);
        let imports = if needs_imports { self.list_page(List::Imports)? } else { &[] };
        let mut answer = survey::ask(list, entries, imports, &|file| self.path_of(file), of, limit, offset);
        if let (List::Subtypes, Some(of)) = (list, of) {
            answer.declared = self.declaration(Narrowing::read(of).name)?;
        }
        answer.notes.extend(self.unread_code());
        Ok(answer)
    }

    /// That there is code which no list can have, as it was not read. Of an index that is read in parts the names are not known, and
    /// nothing is said.
    fn unread_code(&self) -> Option<String> {
        let is_code = |path: &str| RepoPath::parse(path).is_ok_and(|path| Language::detect(&path).is_parsed());
        let is_unread = |skipped: &&Skipped| {
            matches!(
                skipped.reason,
                SkipReason::TooLarge { .. } | SkipReason::Unreadable { .. } | SkipReason::OverLimit { .. }
            )
        };
        let mut unread = self.snapshot().skipped.iter().filter(is_unread).filter(|skipped| is_code(&skipped.path));
        let first = unread.next()?;
        Some(match unread.count() {
            0 => format!("`{}` was not read ({}).", first.path, first.reason.label()),
            more => format!("`{}` ({}) and {more} more files of code were not read.", first.path, first.reason.label()),
        })
    }

    /// Whether a list of something is one of the whole repository, called by its own name.
    fn is_own_name(&self, list: List, of: &str) -> Result<bool, QuestionError> {
        if matches!(list, List::Subtypes | List::Dependencies | List::Imports | List::Overview) {
            return Ok(false);
        }
        let plain = |name: &str| lower_parts(name.rsplit('/').next().unwrap_or(name)).concat();
        let declared = self.declared_name()?;
        Ok(self.own_names()?.iter().chain(&declared).any(|own| plain(own) == plain(of)))
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
        let files: Vec<FileRow> = self.files_in_scope().map(|id| self.survey_row(id)).collect();
        Ok(survey::part(of, &|list| pages[list as usize], &files))
    }

    pub(super) fn survey_row(&self, id: FileId) -> FileRow {
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
        let files: Vec<FileId> = self.files_in_scope().collect();
        let families = survey::family(of, &|list| pages[list as usize], &files, &|file| self.path_of(file));
        let copies = self.copies(&families)?;
        if copies.is_empty() {
            return Ok(families);
        }
        let is_kept = |file: FileId| !copies.contains(&file);
        let kept = |page: &&[Entry]| page.iter().filter(|entry| is_kept(entry.file)).cloned().collect::<Vec<_>>();
        let pages: Vec<Vec<Entry>> = pages.iter().map(kept).collect();
        let files: Vec<FileId> = files.into_iter().filter(|file| is_kept(*file)).collect();
        Ok(survey::family(of, &|list| pages[list as usize].as_slice(), &files, &|file| self.path_of(file)))
    }

    /// Files that a build put together out of others, where members of a family are in both.
    fn copies(&self, families: &[Family]) -> Result<Vec<FileId>, QuestionError> {
        let mut copies = Vec::new();
        for family in families {
            let is_named_as = |a: &Entry, b: &Entry| a.name == b.name && a.file != b.file;
            for member in &family.members {
                let is_double = family.members.iter().any(|other| is_named_as(member, other));
                if is_double && !copies.contains(&member.file) && self.is_built(member.file)? {
                    copies.push(member.file);
                }
            }
        }
        Ok(copies)
    }

    /// Whether a build wrote the file: by its path, by how it begins, or because it ends by naming the map to its sources.
    pub(super) fn is_built(&self, file: FileId) -> Result<bool, QuestionError> {
        let entry = self.snapshot().file(file);
        let is_output = |text: &str| is_bundle(entry.language, text) || names_source_map(text);
        Ok(is_generated(entry.path.as_str()) || is_output(self.text(file)?))
    }

    pub(super) fn path_of(&self, file: FileId) -> &str {
        self.snapshot().file(file).path.as_str()
    }

    /// A list that a later version added is empty in an index that has lists without it.
    pub(super) fn list_page(&self, list: List) -> Result<&[Entry], QuestionError> {
        let lists = self.lists().ok_or(QuestionError::NoLists)?;
        Ok(lists.get(list as usize)?.map_or(&[], Vec::as_slice))
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{self, built, snapshot_of};
    use survey::List;

    #[test]
    fn copies_that_a_build_made_are_no_members_beside_their_sources() {
        let class = "class Loader {}\nclass FileLoader extends Loader {}\nclass WebLoader extends Loader {}\n\
                     class Env {\n  addFilter(name) {}\n}\n";
        let files = format!("//- browser/all.js\n{class}//# sourceMappingURL=all.js.map\n//- src/loaders.js\n{class}");
        let adding = built(snapshot_of(&files)).adding("loader").unwrap();
        assert_eq!(adding.families[0].members.len(), 2);
        let codebase = built(snapshot_of(&files));
        let by = codebase.adding("filter").unwrap().by;
        let paths: Vec<&str> = by.iter().map(|by| codebase.path_of(by.entry.file)).collect();
        assert_eq!(paths, ["src/loaders.js"]);
    }

    #[test]
    fn lists_are_those_of_the_repository() {
        let shop = fixture::shop();
        let tests = shop.survey(List::Tests, Some("submit"), 9, 0).unwrap();
        assert_eq!((tests.header.own, tests.header.listed()), (tests.items.len(), tests.items.len()));
        assert!(!tests.items.is_empty());
    }
}
