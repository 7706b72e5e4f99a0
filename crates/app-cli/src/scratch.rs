//! Folders for tests.

use std::fs;
use std::path::PathBuf;

/// An empty folder of its own for a test, deleted at its end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(test: &str) -> Self {
        let root = std::env::temp_dir().join(format!("quarry-{}-{test}", std::process::id()));
        fs::create_dir_all(&root).unwrap();
        Self(root)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("the test's own folder can be removed");
    }
}
