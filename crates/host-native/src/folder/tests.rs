use super::*;

/// A folder of its own for each test, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str, files: &[(&str, &str)]) -> Self {
        let root = std::env::temp_dir().join(format!("quarry-folder-{}-{test}", std::process::id()));
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Self(root)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("the test's own folder can be removed");
    }
}

fn show(snapshot: &Snapshot) -> Vec<String> {
    let files = snapshot.files.iter().map(|file| file.path.to_string());
    files.chain(snapshot.skipped.iter().map(|entry| format!("- {}: {}", entry.path, entry.reason))).collect()
}

#[test]
fn takes_sources_and_enters_no_folder_that_is_left_out() {
    let scratch = Scratch::new(
        "walk",
        &[
            (".gitignore", "*.log\n/out/\n"),
            ("Cargo.toml", "[package]\n"),
            ("src/main.rs", "fn main() {}\n"),
            ("src/.gitignore", "!kept.log\nlocal.rs\n"),
            ("src/kept.log", "kept\n"),
            ("src/local.rs", "x\n"),
            ("src/other.log", "x\n"),
            ("out/a.rs", "x\n"),
            ("target/debug/a.rs", "x\n"),
            ("env/pyvenv.cfg", "home = /usr\n"),
            ("env/lib/a.py", "x\n"),
            ("web/node_modules/a/b.js", "x\n"),
            (".git/HEAD", "ref\n"),
        ],
    );
    let mut calls = Vec::new();
    let snapshot = walk(&scratch.0, Wanted::default(), |progress| calls.push(progress.files)).unwrap();
    assert_eq!(
        show(&snapshot),
        [
            ".gitignore",
            "Cargo.toml",
            "src/.gitignore",
            "src/kept.log",
            "src/main.rs",
            "- .git: dependencies or build output",
            "- env: dependencies or build output",
            "- out: ignored by .gitignore",
            "- src/local.rs: ignored by src/.gitignore",
            "- src/other.log: ignored by .gitignore",
            "- target: dependencies or build output",
            "- web/node_modules: dependencies or build output",
        ]
    );
    // The root, env, src and web: nothing else was listed.
    assert_eq!(calls, [2, 2, 5, 5]);
    assert!(snapshot.name.ends_with("-walk"));
}

#[test]
fn a_lone_folder_keeps_its_name_in_paths() {
    let scratch = Scratch::new("lone", &[("src/a.py", "x\n")]);
    assert_eq!(show(&walk(&scratch.0, Wanted::default(), |_| ()).unwrap()), ["src/a.py"]);
}

#[test]
fn patterns_narrow_and_the_place_of_the_index_is_not_there() {
    let chunk = "out/0123456789abcdef0123456789abcdef.bin";
    let manifest = "{\"format\": \"quarry-index\"}";
    let scratch = Scratch::new(
        "select",
        &[
            ("src/a.py", "x\n"),
            ("src/gen/b.py", "x\n"),
            ("docs/deep/c.md", "x\n"),
            ("out/manifest.json", manifest),
            (chunk, "x"),
            ("app/manifest.json", "{}\n"),
        ],
    );
    let walk = |include: &[&str], without: Option<&str>| {
        let selection = Selection::new(include, ["gen/"]).unwrap();
        let without = without.map(|folder| fs::canonicalize(&scratch.0).unwrap().join(folder));
        show(&walk(&scratch.0, Wanted { selection, without, ..Default::default() }, |_| ()).unwrap())
    };
    assert_eq!(
        walk(&[], None),
        [
            "app/manifest.json",
            "docs/deep/c.md",
            "src/a.py",
            "- out: dependencies or build output",
            "- src/gen: excluded by gen/"
        ]
    );
    assert_eq!(
        walk(&["/src"], Some("out")),
        [
            "src/a.py",
            "- app: no include pattern matches it",
            "- docs: no include pattern matches it",
            "- src/gen: excluded by gen/"
        ]
    );
}

#[cfg(unix)]
#[test]
fn links_are_listed_and_not_followed() {
    let scratch = Scratch::new("links", &[("a.py", "x\n"), ("deep/b.py", "x\n")]);
    std::os::unix::fs::symlink(&scratch.0, scratch.0.join("deep/loop")).unwrap();
    std::os::unix::fs::symlink("a.py", scratch.0.join("c.py")).unwrap();
    assert_eq!(
        show(&walk(&scratch.0, Wanted::default(), |_| ()).unwrap()),
        ["a.py", "deep/b.py", "- c.py: link or device", "- deep/loop: link or device"]
    );
}

#[test]
fn says_what_is_wrong() {
    let scratch =
        Scratch::new("wrong", &[("pics/logo.png", "x"), ("notes.txt", "no archive"), ("half.zip", "PK\u{3}\u{4}")]);
    let error = |name: &str| {
        let error = open(&scratch.0.join(name), Wanted::default(), |_| ()).unwrap_err().to_string();
        error.replace(&scratch.0.display().to_string(), "")
    };
    assert!(error("pics").starts_with("no source file was found in `pics`: 1 entry was left out"));
    assert!(error("notes.txt").starts_with("cannot open `/notes.txt`: `notes.txt` is no .zip, .tar.gz or .tar file"));
    assert!(error("half.zip").contains("get it again"));
    assert!(error("nowhere").starts_with("cannot open `/nowhere`: "));
}

#[test]
fn opens_an_archive_as_the_folder_it_was_made_of() {
    let files = [("p/a.py", "x = 1\n"), ("p/b/c.py", "y = 2\n")];
    let scratch = Scratch::new("archive", &files);
    let archive = scratch.0.join("p.tar");
    fs::write(&archive, tar_of(&files)).unwrap();
    let from_archive = open(&archive, Wanted::default(), |_| ()).unwrap();
    let from_folder = open(&scratch.0.join("p"), Wanted::default(), |_| ()).unwrap();
    assert_eq!((from_archive.name.as_str(), from_archive.id()), ("p", from_folder.id()));
}

/// A tar by hand: a name, a size and a checksum are all that it needs.
fn tar_of(files: &[(&str, &str)]) -> Vec<u8> {
    let mut out = Vec::new();
    for (path, text) in files {
        let mut header = [0; 512];
        header[..path.len()].copy_from_slice(path.as_bytes());
        header[124..135].copy_from_slice(format!("{:011o}", text.len()).as_bytes());
        header[148..156].fill(b' ');
        header[156] = b'0';
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        out.extend(header);
        out.extend(text.as_bytes());
        out.resize(out.len().next_multiple_of(512), 0);
    }
    out.resize(out.len() + 1024, 0);
    out
}
