//! What the repository itself is called: people say "exit codes of fzf" of the project that they ask about.

use super::QuestionError;
use crate::Codebase;
use survey::List;

/// What packagers write around the name of a project.
const AROUND: &[&str] = &["php", "python", "ruby", "node", "parent", "root", "workspace", "monorepo"];

impl Codebase {
    /// The names of the repository: of its folder, and of the package that its manifest declares, each also without scope, host,
    /// version and what a packager adds.
    ///
    /// # Errors
    /// [`QuestionError::NoLists`] for an index of an earlier version.
    pub fn own_names(&self) -> Result<Vec<String>, QuestionError> {
        let declared = match self.lists() {
            Some(_) => self.declared_name()?,
            None => None,
        };
        let mut names: Vec<String> = Vec::new();
        for written in declared.into_iter().chain([self.snapshot().name.clone()]) {
            let whole = without_version(last_part(&written));
            for name in [whole, without_packager(whole)] {
                if name.chars().count() > 1 && !names.iter().any(|other| other.eq_ignore_ascii_case(name)) {
                    names.push(name.to_owned());
                }
            }
        }
        Ok(names)
    }

    /// The name that the manifest of the whole repository declares.
    pub(super) fn declared_name(&self) -> Result<Option<String>, QuestionError> {
        let is_description =
            |about: &[String]| about.first().is_some_and(|of| of == survey::Section::Description.name());
        let own = self.list_page(List::Overview)?.iter().find(|entry| is_description(&entry.about));
        Ok(own.map(|own| own.name.clone()).filter(|name| !name.is_empty()))
    }
}

/// `eleventy` of `@11ty/eleventy`, `viper` of `github.com/spf13/viper/v2`.
fn last_part(name: &str) -> &str {
    let is_version = |part: &&str| {
        part.strip_prefix('v').is_some_and(|digits| !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()))
    };
    name.trim_end_matches('/').rsplit('/').find(|part| !is_version(part)).unwrap_or(name)
}

/// `bat` of `bat-0.25.0`.
fn without_version(name: &str) -> &str {
    let is_version = |at: usize| {
        let rest = &name[at + 1..];
        rest.strip_prefix('v').unwrap_or(rest).starts_with(|c: char| c.is_ascii_digit())
    };
    let at = name.match_indices(['-', '_', '@']).map(|(at, _)| at).find(|at| is_version(*at));
    &name[..at.unwrap_or(name.len())]
}

/// `twig` of `php-twig`, `okhttp` of `okhttp-parent`.
fn without_packager(name: &str) -> &str {
    let is_added = |part: &str| AROUND.contains(&part.to_lowercase().as_str());
    match name.split_once('-') {
        Some((first, rest)) if is_added(first) => rest,
        _ => name.rsplit_once('-').filter(|(_, last)| is_added(last)).map_or(name, |(rest, _)| rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_out_of_what_manifests_and_folders_are_called() {
        let read = |name: &'static str| without_packager(without_version(last_part(name)));
        assert_eq!(read("@11ty/eleventy"), "eleventy");
        assert_eq!(read("github.com/spf13/viper/v2"), "viper");
        assert_eq!(read("bat-0.25.0"), "bat");
        assert_eq!(read("php-twig-3.5.1"), "twig");
        assert_eq!(read("okhttp-parent-3.13.1"), "okhttp");
        assert_eq!(read("commons-csv"), "commons-csv", "what it is about is a word of its name");
    }
}
