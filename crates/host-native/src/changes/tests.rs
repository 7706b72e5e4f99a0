use super::*;
use change_set::{ChangeSet, Update};
use source::ContentHash;
use std::fs;
use std::path::PathBuf;

struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Self {
        let root = std::env::temp_dir().join(format!("quarry-changes-{}-{test}", std::process::id()));
        fs::create_dir_all(&root).unwrap();
        let scratch = Self(root);
        for (path, bytes) in FILES {
            scratch.write(path, bytes);
        }
        scratch
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Every file below, with its bytes.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let (mut folders, mut found) = (vec![self.0.clone()], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if entry.is_dir() {
                    folders.push(entry);
                } else {
                    let path = entry.strip_prefix(&self.0).unwrap().to_str().unwrap().replace('\\', "/");
                    found.push((path, fs::read(&entry).unwrap()));
                }
            }
        }
        found.sort();
        found
    }

    fn apply(&self, changes: &ChangeSet) -> Result<Vec<change_set::change::Accepted>, ChangesError> {
        write(&Base::read(&self.0, changes).unwrap(), changes)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder in the system's folder for such.
        let _ = fs::remove_dir_all(&self.0);
    }
}

const FILES: &[(&str, &[u8])] = &[
    ("bom.txt", b"\xef\xbb\xbfone\r\ntwo"),
    ("gone.py", b"x = 1\n"),
    ("latin.txt", b"caf\xe9\n"),
    ("run.sh", b"#!/bin/sh\necho one\n"),
    ("src/a.py", b"a = 1\n"),
];

fn path(raw: &str) -> RepoPath {
    RepoPath::parse(raw).unwrap()
}

fn base(raw: &str) -> Option<ContentHash> {
    let (_, bytes) = FILES.iter().find(|(path, _)| *path == raw)?;
    let text = match raw {
        "latin.txt" => "caf\u{e9}\n",
        _ => std::str::from_utf8(bytes).unwrap().trim_start_matches('\u{feff}'),
    };
    Some(ContentHash::of(text.as_bytes()))
}

/// An edit, a new file, a deleted one, moved ones.
fn changes() -> ChangeSet {
    let mut proposal = ChangeSet::default().propose("c1");
    proposal.write(&path("bom.txt"), base("bom.txt"), "one\r\n2").unwrap();
    proposal.write(&path("run.sh"), base("run.sh"), "#!/bin/sh\necho two\n").unwrap();
    proposal.create(&path("new/deep/b.py"), None, "b = 1\n").unwrap();
    proposal.delete(&path("gone.py"), base("gone.py")).unwrap();
    proposal.rename(&path("latin.txt"), base("latin.txt"), &path("docs/latin.txt"), None).unwrap();
    proposal.rename(&path("src/a.py"), base("src/a.py"), &path("gone.py"), base("gone.py")).unwrap();
    proposal.set().clone()
}

#[test]
fn bytes_that_were_not_changed_survive() {
    let scratch = Scratch::new("written");
    #[cfg(unix)]
    let mode = {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(scratch.0.join("run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        || fs::metadata(scratch.0.join("run.sh")).unwrap().permissions().mode() & 0o777
    };
    let mut set = changes();
    let accepted = scratch.apply(&set).unwrap();
    let expected: [(&str, &[u8]); 5] = [
        ("bom.txt", b"\xef\xbb\xbfone\r\n2"),
        ("docs/latin.txt", b"caf\xe9\n"),
        ("gone.py", b"a = 1\n"),
        ("new/deep/b.py", b"b = 1\n"),
        ("run.sh", b"#!/bin/sh\necho two\n"),
    ];
    assert_eq!(scratch.files(), expected.map(|(path, bytes)| (path.to_owned(), bytes.to_vec())));
    #[cfg(unix)]
    assert_eq!(mode(), 0o755);
    set.apply(&Update::Accepted(accepted)).unwrap();
    assert!(set.is_empty(), "{set:?}");
}

#[test]
fn a_file_that_changed_meanwhile_is_a_conflict_and_nothing_is_written() {
    let cases: [(&str, Option<&[u8]>, &str); 4] = [
        ("bom.txt", Some(b"other\n"), "`bom.txt` has changed since the run read it"),
        ("gone.py", None, "`gone.py` is gone, and the change is based on it"),
        ("new/deep/b.py", Some(b"mine\n"), "`new/deep/b.py` is there now, and the change makes it anew"),
        ("src/a.py", Some(b"a\0"), "`src/a.py` is no text that would be imported"),
    ];
    for (number, (changed, bytes, why)) in cases.into_iter().enumerate() {
        let scratch = Scratch::new(&format!("conflict-{number}"));
        match bytes {
            Some(bytes) => scratch.write(changed, bytes),
            None => fs::remove_file(scratch.0.join(changed)).unwrap(),
        }
        let before = scratch.files();
        let error = scratch.apply(&changes()).unwrap_err().to_string();
        assert_eq!(error, format!("nothing was written: {why}"));
        assert_eq!(scratch.files(), before);
    }
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let (scratch, outside) = (Scratch::new("links"), Scratch::new("outside"));
    std::os::unix::fs::symlink(&outside.0, scratch.0.join("new")).unwrap();
    let before = outside.files();
    let error = scratch.apply(&changes()).unwrap_err().to_string();
    assert_eq!(error, "nothing was written: `new/deep/b.py` is a link, or below one; links are not followed");
    assert_eq!(outside.files(), before);
}

#[test]
fn where_one_file_cannot_be_written_the_others_are_taken_back() {
    let scratch = Scratch::new("taken-back");
    // The last in order cannot be put in its place: its folder is a file.
    let mut proposal = ChangeSet::default().propose("c1");
    proposal.write(&path("bom.txt"), base("bom.txt"), "2").unwrap();
    proposal.delete(&path("gone.py"), base("gone.py")).unwrap();
    proposal.create(&path("new/b.py"), None, "b = 1\n").unwrap();
    proposal.create(&path("src/a.py/x"), None, "x\n").unwrap();
    let before = scratch.files();
    let error = scratch.apply(proposal.set()).unwrap_err().to_string();
    assert!(error.starts_with("nothing was written: `src/a.py/x` cannot be written"), "{error}");
    assert_eq!(scratch.files(), before);
    assert!(!scratch.0.join("new").exists());
}

#[test]
fn what_changes_between_the_comparison_and_the_writing_is_not_written_over() {
    let scratch = Scratch::new("meanwhile");
    let set = changes();
    let read = Base::read(&scratch.0, &set).unwrap();
    scratch.write("run.sh", b"mine\n");
    let before = scratch.files();
    let error = write(&read, &set).unwrap_err().to_string();
    assert!(error.starts_with("nothing was written: `run.sh` changed at this moment"), "{error}");
    assert_eq!(scratch.files(), before);
}
