//! Archives and folders that were made to harm end in a clear sentence or a listed skip, within 512 MB.
//!
//! Each is made by a generator and indexed by the command itself, in a process that may have no more address space than
//! that (on Linux, where the system enforces it; elsewhere the same without the bound).

mod archives;
mod bytes;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Most address space of the command, in KiB.
const MOST_MEMORY: u32 = 512 << 10;

/// What a hostile input must end in.
enum End {
    /// Refused, with this in its one line.
    Refused(&'static str),
    /// Taken, with this among what was left out.
    Listed(&'static str),
}

/// Removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("quarry-hostile-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            panic!("{}: {error}", self.0.display());
        }
    }
}

/// One thread and one arena: the bound is on address space, of which both reserve far more than they use.
fn index(repository: &Path) -> Output {
    let quarry = env!("CARGO_BIN_EXE_quarry");
    let mut command = if cfg!(target_os = "linux") {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {MOST_MEMORY} && exec \"$0\" \"$@\""), quarry]);
        command
    } else {
        Command::new(quarry)
    };
    command.arg("index").arg(repository).arg("--skipped");
    command.env("RAYON_NUM_THREADS", "1").env("MALLOC_ARENA_MAX", "1").env_remove("RUST_BACKTRACE");
    command.output().unwrap()
}

fn check(name: &str, content: Vec<u8>, end: &End) {
    let scratch = Scratch::new(&name.replace('.', "-"));
    let path = scratch.0.join(name);
    fs::write(&path, content).unwrap();
    ends(&path, end);
}

fn ends(path: &Path, end: &End) {
    let output = index(path);
    let (out, errors) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let start = |text: &str| text.chars().take(2000).collect::<String>();
    let output_shown = format!("{}: {}\n{}\n{}", path.display(), output.status, start(&errors), start(&out));
    match end {
        End::Refused(why) => {
            assert!(output.status.code() == Some(1) && errors.contains(why), "{output_shown}");
            assert_eq!(errors.lines().filter(|line| line.starts_with("quarry: ")).count(), 1, "{output_shown}");
        }
        End::Listed(what) => assert!(output.status.success() && out.contains(what), "{output_shown}"),
    }
}

#[test]
fn what_an_archive_unpacks_to_is_bounded_before_it_is_unpacked() {
    let bomb = End::Refused("times its size, as a zip bomb does");
    let names = End::Refused("the names in the archive take more");
    check("zeros.zip", archives::zip_that_declares(1, 1 << 30), &bomb);
    check("overlapping.zip", archives::zip_that_declares(20_000, 1 << 20), &bomb);
    check("zeros.tar.gz", archives::repeated_gz(&archives::tar_file("zeros.txt", &vec![0; 1 << 20]), 800), &bomb);
    check("ignore.zip", archives::zip_of_ignore_files(2000, 1 << 20), &bomb);
    check("long-names.tar.gz", archives::repeated_gz(&archives::tar_long_name(1 << 20), 800), &names);
}

#[test]
fn entries_names_and_members_are_counted_first() {
    let entries = End::Refused("the archive has more than 500000 entries");
    check("many.zip", archives::zip_directory(600_000, |i| format!("{i}"), true), &entries);
    check("many-and-says-few.zip", archives::zip_directory(600_000, |i| format!("{i}"), false), &entries);
    check("many.tar.gz", archives::repeated_gz(&archives::tar_of_empty_files(5000), 120), &entries);
    let long = |i: usize| format!("{i}{}", "n".repeat(60_000));
    check("names.zip", archives::zip_directory(1200, long, true), &End::Refused("the names in the archive take more"));
    check("members.tar.gz", bytes::gz(b"").repeat(110_000), &End::Refused("more than 100000 gzip members"));
}

#[test]
fn what_is_left_out_is_listed_however_much_it_is() {
    let png = |i: usize| format!("some/folder/with/a/longer/name/than/most/{i}.png");
    check("pictures.zip", archives::zip_directory(300_000, png, true), &End::Refused("300000 entries were left out"));
    let deep = |i: usize| format!("{}{i}.py", format!("{i}/").repeat(2000 / (i.to_string().len() + 1)));
    let refused = End::Refused("unsafe path");
    check("deep.zip", archives::zip_directory(4000, deep, true), &refused);
    let marker = |i: usize| format!("{i}/{}/mix.exs", "x".repeat(200));
    check("markers.zip", archives::zip_directory(20_000, marker, true), &End::Listed("markers: 20000 files"));
}

#[test]
fn ignore_rules_are_bounded_and_what_is_not_applied_is_listed() {
    let mut files: Vec<(String, Vec<u8>)> =
        (0..20_000).map(|i| (format!("d{}/f{i}.txt", i % 100), vec![b'x'])).collect();
    files.push((".gitignore".to_owned(), archives::ignore_rules(0..60_000).into_bytes()));
    files.push(("d0/.gitignore".to_owned(), archives::ignore_rules(60_000..87_000).into_bytes()));
    check("patterns.zip", bytes::zip(&files), &End::Listed("d0/f0.txt: ignored by d0/.gitignore"));

    let mut files: Vec<_> = (0..21_000).map(|i| (format!("{i}/.gitignore"), b"a\n".to_vec())).collect();
    files.push(("a.py".to_owned(), b"a = 1\n".to_vec()));
    check(
        "ignore-files.zip",
        bytes::zip(&files),
        &End::Listed("a .gitignore is not applied: files that it names may be"),
    );

    let stars: String = (0..400).map(|i| format!("{}[!a-z]*{}\n", "*[a]".repeat(100), "?".repeat(i))).collect();
    let mut files: Vec<_> = (0..200).map(|i| (format!("{i}/{}.py", "a".repeat(200)), b"a = 1\n".to_vec())).collect();
    files.push((".gitignore".to_owned(), stars.into_bytes()));
    check("stars.zip", bytes::zip(&files), &End::Refused("200 too many ignore rules to compare with"));
}

#[test]
fn patterns_of_a_folder_are_bounded_as_well() {
    let scratch = Scratch::new("folder");
    fs::write(scratch.0.join("a.py"), "a = 1\n").unwrap();
    let patterns: String = (0..60_000).map(|i| format!("'*{i}*',")).collect();
    fs::write(scratch.0.join("quarry.toml"), format!("[index]\nexclude = [{patterns}]\n")).unwrap();
    ends(&scratch.0, &End::Refused("more than 1000 include or exclude patterns"));
    fs::remove_file(scratch.0.join("quarry.toml")).unwrap();
    fs::write(scratch.0.join(".gitignore"), "a\n".repeat(600_000)).unwrap();
    ends(&scratch.0, &End::Listed(".gitignore: ignore rules not applied, as it is too long"));
}
