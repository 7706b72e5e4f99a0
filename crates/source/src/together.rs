//! Several repositories as one, each in a folder of its name.

use crate::builder::{BuildError, Progress, SnapshotBuilder, TopFolder};
use crate::filter::Limits;
use crate::{FileId, SkipReason, Snapshot};
use std::collections::BTreeSet;

/// A repository that is put together from the files of others.
#[derive(Debug)]
pub struct Together {
    builder: SnapshotBuilder,
    folders: BTreeSet<String>,
}

impl Together {
    /// An empty repository of this name.
    pub fn new(name: impl Into<String>, limits: Limits) -> Self {
        let builder = SnapshotBuilder::new(name, limits).with_top(TopFolder::Keep);
        Self { builder, folders: BTreeSet::new() }
    }

    /// Chooses the folder of the next repository: its name where that can be a folder's, with a number where another has it.
    /// What it left out is listed below it.
    pub fn enter(&mut self, snapshot: &Snapshot) -> String {
        let is_refused = |c: char| c.is_control() || c == '/' || c == '\\';
        let plain: String = snapshot.name.chars().map(|c| if is_refused(c) { '-' } else { c }).collect();
        let plain = match plain.trim_matches(['.', ' ']) {
            "" => "repository",
            plain => plain,
        };
        let numbered = |n: u32| if n == 1 { plain.to_owned() } else { format!("{plain}-{n}") };
        let folder = (1..).map(numbered).find(|name| !self.folders.contains(name)).unwrap_or_default();
        self.folders.insert(folder.clone());
        for skipped in snapshot.skipped.iter() {
            // What a parser made of a file is listed again when it is parsed.
            if !matches!(skipped.reason, SkipReason::SyntaxErrors { .. }) {
                self.builder.skip(&format!("{folder}/{}", skipped.path), skipped.reason.clone());
            }
        }
        folder
    }

    /// Takes a file of a repository into its folder. What is beyond a limit is listed as left out. Panics on an id of another
    /// snapshot.
    pub fn take(&mut self, folder: &str, snapshot: &Snapshot, file: FileId) {
        let text = snapshot.text(file);
        let path = format!("{folder}/{}", snapshot.file(file).path.as_str());
        if let Ok(path) = self.builder.wants(&path, text.len() as u64) {
            // A refusal is listed by the builder.
            drop(self.builder.add(path, text.as_bytes().to_vec()));
        }
    }

    /// What was taken so far.
    pub fn progress(&self) -> Progress {
        self.builder.progress()
    }

    /// The repository.
    ///
    /// # Errors
    /// Nothing was taken.
    pub fn finish(self) -> Result<Snapshot, BuildError> {
        self.builder.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Together;
    use crate::builder::{SnapshotBuilder, TopFolder};
    use crate::filter::Limits;
    use crate::{SkipReason, Snapshot};

    fn repository(name: &str, files: &[(&str, &str)]) -> Snapshot {
        let mut builder = SnapshotBuilder::new(name, Limits::default()).with_top(TopFolder::Keep);
        for (path, text) in files {
            let path = builder.wants(path, text.len() as u64).expect("the file counts as source");
            builder.add(path, text.as_bytes().to_vec()).expect("the file is text");
        }
        builder.skip("logo.png", SkipReason::Binary);
        builder.finish().expect("there are files")
    }

    #[test]
    fn each_repository_is_in_a_folder_of_its_own() {
        let shop = repository("shop", &[("src/cart.py", "def total(): ...\n"), ("README.md", "A shop.\n")]);
        let other = repository("shop", &[("src/cart.py", "def other(): ...\n")]);
        let odd = repository("a/b", &[("main.py", "")]);
        let mut together = Together::new("shop + shop + a/b", Limits::default());
        for snapshot in [&shop, &other, &odd] {
            let folder = together.enter(snapshot);
            snapshot.ids().for_each(|file| together.take(&folder, snapshot, file));
        }
        let whole = together.finish().expect("there are files");
        let paths: Vec<&str> = whole.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["a-b/main.py", "shop-2/src/cart.py", "shop/README.md", "shop/src/cart.py"]);
        assert_eq!(whole.text(whole.find("shop-2/src/cart.py").expect("it is there")), "def other(): ...\n");
        let skipped: Vec<&str> = whole.skipped.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(skipped, ["a-b/logo.png", "shop-2/logo.png", "shop/logo.png"]);
    }

    #[test]
    fn what_is_beyond_a_limit_is_listed() {
        let many = repository("many", &[("a.py", "a = 1\n"), ("b.py", "b = 2\n")]);
        let more = repository("more", &[("c.py", "c = 3\n")]);
        let mut together = Together::new("all", Limits { files: 2, ..Limits::default() });
        for snapshot in [&more, &many] {
            let folder = together.enter(snapshot);
            snapshot.ids().for_each(|file| together.take(&folder, snapshot, file));
        }
        let whole = together.finish().expect("there are files");
        assert_eq!(whole.files.len(), 2);
        let is_cut = |it: &crate::Skipped| it.path == "more/c.py" && it.reason == SkipReason::OverLimit { limit: 2 };
        assert!(whole.skipped.iter().any(is_cut), "{:?}", whole.skipped);
    }
}
