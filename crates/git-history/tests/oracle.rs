//! Histories, differences and blames as git itself gives them, over repositories that git made.

mod support;

use git_history::{Content, End, GitError, Present, Query, Repository};
use support::{Repo, id, numbered, wait};

fn history(repository: &Repository, path: Option<&str>, first_parent: bool) -> (Vec<String>, End) {
    let from = wait(repository.resolve("HEAD")).unwrap();
    let history = wait(repository.history(&Query { from, first_parent, path, most: 1000 })).unwrap();
    (history.commits.iter().map(|logged| logged.commit.id.to_string()).collect(), history.end)
}

/// As `git blame -s -l`: a line's commit, in order.
fn blamed(repository: &Repository, path: &str, lines: (u32, u32)) -> Vec<String> {
    let from = wait(repository.resolve("HEAD")).unwrap();
    let blame = wait(repository.blame(from, path, lines, None)).unwrap();
    let of = |piece: &git_history::Piece| {
        let commit = piece.commit.as_ref().unwrap().id.to_string();
        (piece.lines.0..=piece.lines.1).map(move |_| commit.clone()).collect::<Vec<_>>()
    };
    blame.pieces.iter().flat_map(of).collect()
}

fn blamed_by_git(repo: &Repo, path: &str, lines: (u32, u32)) -> Vec<String> {
    let range = format!("{},{}", lines.0, lines.1);
    let rows = repo.lines(&["blame", "--porcelain", "-L", &range, "HEAD", "--", path]);
    let is_head = |row: &&String| row.split(' ').next().is_some_and(|word| word.len() == 40) && !row.starts_with('\t');
    rows.iter().filter(is_head).map(|row| row[..40].to_owned()).collect()
}

/// Paths with their kinds, as `git diff --name-status -M` writes them.
fn differences(repository: &Repository, old: &str, new: &str) -> Vec<String> {
    let commit = |name| wait(repository.commit(wait(repository.resolve(name)).unwrap())).unwrap();
    let found = wait(repository.changes_between(&commit(old), &commit(new), None)).unwrap();
    let row = |file: &git_history::Change| match &file.from {
        Some(from) => format!("R\t{from}\t{}", file.path),
        None => format!("{}\t{}", file.kind.word()[..1].to_uppercase(), file.path),
    };
    found.files.iter().map(row).collect()
}

fn differences_by_git(repo: &Repo, old: &str, new: &str) -> Vec<String> {
    let rows = repo.lines(&["diff", "--name-status", "-M50%", old, new]);
    let plain = |row: &String| {
        let (kind, rest) = row.split_once('\t').unwrap();
        format!("{}\t{rest}", &kind[..1])
    };
    let mut rows: Vec<String> = rows.iter().map(plain).collect();
    rows.sort_by_key(|row| row.rsplit('\t').next().map(str::to_owned));
    rows
}

/// A repository with branches, a merge, a rename, CRLF, a deletion, a binary file and an empty commit.
fn busy(name: &str) -> Repo {
    let repo = Repo::new(name);
    let seven = numbered(0, 40).replace("number 7 ", "number seven ");
    repo.write("src/a.txt", numbered(0, 40)).write("README.md", "# One\n");
    repo.commit("First\nsubject goes on\n\nBody of it.");
    repo.write("src/a.txt", &seven);
    repo.commit("Line seven");
    repo.git(&["checkout", "-q", "-b", "side"]);
    repo.write("src/a.txt", format!("{seven}a last line, from the side\n"));
    repo.commit("Side: a last line");
    repo.write("side.txt", "only here\r\nwith CRLF\r\n");
    repo.commit("Side: a file with CRLF");
    repo.git(&["checkout", "-q", "main"]);
    repo.write("src/a.txt", format!("a first line, from main\n{seven}"));
    repo.commit("Main: a first line");
    repo.git(&["merge", "-q", "--no-ff", "-m", "Merge side", "side"]);
    let merged = format!("a first line, from main\n{seven}a last line, from the side\n");
    repo.write("src/deep/renamed.txt", merged.replace("number 20 ", "number twenty "));
    repo.git(&["rm", "-q", "src/a.txt"]);
    repo.commit("Rename, and line twenty");
    repo.write("image.bin", [0, 159, 146, 150, 0]).write("side.txt", "only here\r\nwith CRLF\r\nand a third\r\n");
    repo.commit("A binary file, and a line");
    repo.commit("Nothing at all");
    repo.git(&["rm", "-q", "README.md"]);
    repo.commit("No README");
    repo
}

/// All that git says of `repo`, compared.
fn compare(repo: &Repo) {
    let repository = repo.open();
    assert_eq!(history(&repository, None, false), (repo.lines(&["log", "--format=%H"]), End::Beginning));
    assert_eq!(history(&repository, None, true).0, repo.lines(&["log", "--first-parent", "--format=%H"]));
    for path in ["side.txt", "README.md", "src", "image.bin"] {
        assert_eq!(
            history(&repository, Some(path), false).0,
            repo.lines(&["log", "--format=%H", "--", path]),
            "{path}"
        );
    }
    let renamed = "src/deep/renamed.txt";
    // Git follows a file on one line of parents alone, so the commits of the side are not in its list; it lists the merge.
    let followed = repo.lines(&["log", "--follow", "--first-parent", "-m", "--format=%H", "--", renamed]);
    assert_eq!(history(&repository, Some(renamed), true).0, followed);
    let lines = repo.lines(&["show", &format!("HEAD:{renamed}")]).len() as u32;
    for range in [(1, lines), (1, 1), (8, 12), (lines, lines)] {
        assert_eq!(blamed(&repository, renamed, range), blamed_by_git(repo, renamed, range), "{range:?}");
    }
    assert_eq!(blamed(&repository, "side.txt", (1, 3)), blamed_by_git(repo, "side.txt", (1, 3)));
    for (old, new) in [("HEAD~3", "HEAD"), ("HEAD~4", "HEAD~3"), ("HEAD~4^1", "HEAD~4"), ("HEAD", "HEAD~5")] {
        assert_eq!(differences(&repository, old, new), differences_by_git(repo, old, new), "{old} {new}");
    }
}

#[test]
fn loose_objects() {
    compare(&busy("loose"));
}

#[test]
fn packs_with_packed_names() {
    let repo = busy("packed");
    repo.git(&["gc", "-q", "--aggressive", "--prune=now"]);
    repo.git(&["pack-refs", "--all"]);
    assert!(!repo.git_files().iter().any(|(path, _)| path.starts_with("refs/heads/main")));
    compare(&repo);
}

#[test]
fn a_pack_and_newer_loose_objects() {
    let repo = busy("both");
    repo.git(&["repack", "-q", "-a", "-d"]);
    repo.write("side.txt", "only here\r\nwith CRLF\r\nand a third\r\nand a fourth\r\n");
    repo.commit("A fourth line");
    repo.git(&["repack", "-q"]);
    repo.write("late.txt", "late\n");
    repo.commit("Late");
    let repository = repo.open();
    assert_eq!(history(&repository, None, false).0, repo.lines(&["log", "--format=%H"]));
    assert_eq!(blamed(&repository, "side.txt", (1, 4)), blamed_by_git(&repo, "side.txt", (1, 4)));
}

#[test]
fn deep_chains_of_deltas() {
    let repo = Repo::new("deep");
    let mut text = numbered(0, 200);
    for n in 0..120 {
        text = text.replace(&format!("number {n} "), &format!("number {n}, CHANGED "));
        repo.write("long.txt", &text);
        repo.commit(&format!("Change {n}"));
    }
    repo.git(&["repack", "-q", "-a", "-d", "-f", "--depth=100", "--window=50"]);
    let chains = repo.git(&["verify-pack", "-v", &index_of(&repo)]);
    let deepest = chains.lines().filter_map(|line| line.strip_prefix("chain length = ")).count();
    assert!(deepest > 20, "the pack has chains of {deepest} lengths");
    let repository = repo.open();
    let (commits, end) = history(&repository, Some("long.txt"), false);
    assert_eq!((commits.len(), end), (120, End::Beginning));
    assert_eq!(blamed(&repository, "long.txt", (1, 200)), blamed_by_git(&repo, "long.txt", (1, 200)));
}

fn index_of(repo: &Repo) -> String {
    let files = repo.git_files();
    let (path, _) = files.iter().find(|(path, _)| path.ends_with(".idx")).expect("there is a pack");
    format!(".git/{path}")
}

#[test]
fn lines_of_a_diff_are_those_of_git() {
    let repo = busy("lines");
    let repository = repo.open();
    let commit = wait(repository.commit(wait(repository.resolve("HEAD~3")).unwrap())).unwrap();
    let found = wait(repository.changes_of(&commit, Some("src"))).unwrap();
    let Content::Text(diff) = wait(repository.content(&found.files[0])).unwrap() else { panic!("{found:?}") };
    let ours = change_set::diff::unified(&[diff]);
    let theirs = repo.git(&["diff", "-M", "--no-color", "HEAD~4", "HEAD~3", "--", "src"]);
    let plain = |text: &str| {
        let is_kept = |line: &&str| !line.starts_with("index ") && !line.starts_with("similarity ");
        // Behind the place of a hunk git writes the line of a function.
        let row = |line: &str| {
            if line.starts_with("@@") { line.rsplit_once("@@").unwrap().0.to_owned() } else { line.to_owned() }
        };
        text.lines().filter(is_kept).map(row).collect::<Vec<_>>()
    };
    assert_eq!(plain(&ours), plain(&theirs));
    let binary = wait(repository.commit(wait(repository.resolve("HEAD~2")).unwrap())).unwrap();
    let found = wait(repository.changes_of(&binary, Some("image.bin"))).unwrap();
    assert_eq!(wait(repository.content(&found.files[0])).unwrap(), Content::Other("is binary"));
}

#[test]
fn names_mean_what_git_says() {
    let repo = busy("names");
    repo.git(&["tag", "v1", "HEAD~2"]);
    repo.git(&["tag", "-a", "-m", "Two", "v2", "HEAD~1"]);
    repo.git(&["pack-refs", "--all"]);
    let repository = repo.open();
    let short = &repo.git(&["rev-parse", "HEAD~3"])[..9];
    let long = repo.git(&["rev-parse", "HEAD~3"]);
    for name in
        ["HEAD", "@~1", "main", "side", "v1", "v2", "HEAD~4^2", "main~2", "side^", "refs/heads/side", short, &long]
    {
        let git = repo.git(&["rev-parse", &format!("{name}^{{commit}}")]);
        assert_eq!(wait(repository.resolve(name)).unwrap().to_string(), git, "{name}");
    }
    for name in ["nothing", "main~99", "HEAD^3", "", "abc", "main@{1}", "main~x", "../HEAD"] {
        assert!(matches!(wait(repository.resolve(name)), Err(GitError::NoSuchName(_))), "{name}");
    }
    let head = wait(repository.head()).unwrap();
    assert_eq!(head.branch.as_deref(), Some("main"));
    repo.git(&["checkout", "-q", "--detach", "v1"]);
    let head = wait(repo.open().head()).unwrap();
    assert_eq!((head.branch, head.commit), (None, Some(id(&repo.git(&["rev-parse", "v1"])))));
}

#[test]
fn lines_of_the_present_text_may_be_in_no_commit() {
    let repo = busy("present");
    let repository = repo.open();
    let text = "only here\nNEW\nwith CRLF\nand a third\n";
    let from = wait(repository.resolve("HEAD")).unwrap();
    let blame = wait(repository.blame(from, "side.txt", (1, 4), Some(Present { text }))).unwrap();
    let found: Vec<_> =
        blame.pieces.iter().map(|piece| (piece.lines, piece.commit.as_ref().map(|commit| commit.subject()))).collect();
    let side = Some("Side: a file with CRLF".to_owned());
    let third = Some("A binary file, and a line".to_owned());
    assert_eq!(found, [((1, 1), side.clone()), ((2, 2), None), ((3, 3), side), ((4, 4), third)]);
    for (lines, path) in [((0, 1), "side.txt"), ((9, 9), "side.txt"), ((1, 1), "gone.txt"), ((1, 1), "image.bin")] {
        wait(repository.blame(from, path, lines, None)).unwrap_err();
    }
}

#[test]
fn an_empty_repository_has_no_commit() {
    let repo = Repo::new("empty");
    let repository = repo.open();
    assert_eq!(wait(repository.head()).unwrap().commit, None);
    assert_eq!(wait(repository.resolve("HEAD")), Err(GitError::NoCommit));
}

#[test]
fn a_shallow_clone_ends_where_it_says() {
    let repo = busy("shallow");
    let url = format!("file://{}", repo.folder.display());
    let clone = repo.folder.join("clone");
    repo.git(&["clone", "-q", "--depth", "2", &url, clone.to_str().unwrap()]);
    let repository = support::open(&clone.join(".git")).unwrap();
    let (commits, end) = history(&repository, None, false);
    assert_eq!((commits.len(), end), (2, End::NotHere));
    let from = wait(repository.resolve("HEAD")).unwrap();
    let last = wait(repository.history(&Query { from, first_parent: false, path: Some("src"), most: 9 })).unwrap();
    assert!(last.commits[0].is_boundary && last.end == End::NotHere, "{last:?}");
    let blame = wait(repository.blame(from, "side.txt", (1, 3), None)).unwrap();
    assert!(blame.pieces.iter().all(|piece| piece.is_boundary), "{blame:?}");
    let first = wait(repository.commit(last.commits[0].commit.id)).unwrap();
    assert!(matches!(wait(repository.changes_of(&first, None)), Err(GitError::NotHere(_))));
}

#[test]
fn other_formats_are_refused_and_other_folders_are_no_git() {
    let repo = Repo::new("formats");
    let made = repo.folder.join("new");
    repo.git(&["init", "-q", "--object-format=sha256", made.to_str().unwrap()]);
    let files = support::files_of(&made.join(".git"));
    let opened = wait(Repository::open(std::rc::Rc::new(git_history::MemoryGitFiles::new(files))));
    let error = opened.err().expect("refused").to_string();
    assert_eq!(error, "this git data cannot be read: its objects are named by sha256, and only SHA-1 is read");
    assert!(support::open(&repo.folder).is_none());
}

#[test]
fn damage_is_an_error_and_never_an_answer() {
    let repo = busy("damage");
    repo.git(&["gc", "-q", "--prune=now"]);
    let files = repo.git_files();
    let pack = files.iter().position(|(path, _)| path.ends_with(".pack")).unwrap();
    let length = files[pack].1.len();
    let (mut errors, mut same) = (0, 0);
    let healthy = history(&repo.open(), Some("src"), false).0;
    for at in (12..length - 20).step_by(7) {
        let mut files = files.clone();
        files[pack].1[at] ^= 0x55;
        let repository =
            wait(Repository::open(std::rc::Rc::new(git_history::MemoryGitFiles::new(files)))).unwrap().unwrap();
        let from = wait(repository.resolve("HEAD"));
        let read = from.and_then(|from| {
            wait(repository.history(&Query { from, first_parent: false, path: Some("src"), most: 1000 }))
        });
        match read {
            Err(_) => errors += 1,
            Ok(read) => {
                let ids: Vec<_> = read.commits.iter().map(|logged| logged.commit.id.to_string()).collect();
                assert_eq!(ids, healthy, "a changed byte at {at} gave another history");
                same += 1;
            }
        }
    }
    assert!(errors > 20 && same > 0, "{errors} errors, {same} untouched");
}

#[test]
fn changes_of_files_are_counted_over_commits() {
    let repo = Repo::new("counts");
    repo.write("cart.py", "a = 1\n").write("pay.py", "b = 1\n");
    repo.commit("A cart and payments");
    repo.write("pay.py", "b = 2\n");
    repo.commit("Retry payments");
    repo.git(&["mv", "pay.py", "payments.py"]);
    repo.commit("Payments have a better name");
    repo.write("payments.py", "b = 3\n");
    repo.commit("Retry later");
    let counts = wait(repo.open().change_counts()).unwrap().unwrap();
    let files: Vec<(&str, u32)> = counts.files.iter().map(|(path, commits)| (path.as_str(), *commits)).collect();
    assert_eq!(files, [("payments.py", 4), ("cart.py", 1)]);
    assert_eq!((counts.commits, counts.end), (4, End::Beginning));
    assert!(wait(Repo::new("empty-counts").open().change_counts()).unwrap().is_none());
}

#[test]
fn subjects_speak_for_the_files_that_their_commits_changed() {
    let repo = Repo::new("subjects");
    repo.write("cart.py", "a = 1\n").write("pay.py", "b = 1\n");
    repo.commit("A cart and payments");
    repo.write("pay.py", "b = 2\n");
    repo.commit("Retry payments\n\nWhen the provider is away.");
    repo.git(&["mv", "pay.py", "payments.py"]);
    repo.commit("Payments have a better name");
    repo.write("payments.py", "b = 3\n");
    repo.commit("Revert \"Retry payments\"");
    for at in 0..30 {
        repo.write(&format!("many/{at}.py"), format!("x = {at}\n"));
    }
    repo.commit("Many modules at once");
    repo.git(&["rm", "-q", "cart.py"]);
    repo.commit("No cart any more");
    let subjects = wait(repo.open().subjects_of_head()).unwrap().unwrap();
    let shown: Vec<String> = subjects.commits.iter().map(|it| format!("{}: {}", it.text, it.paths.join(" "))).collect();
    let wanted = [
        "Payments have a better name: payments.py",
        "Retry payments: payments.py",
        "A cart and payments: cart.py payments.py",
    ];
    assert_eq!(shown, wanted);
    assert_eq!((subjects.read, subjects.end), (6, End::Beginning));
    let clone = repo.folder.with_extension("shallow");
    drop(std::fs::remove_dir_all(&clone));
    let url = format!("file://{}", repo.folder.display());
    repo.git(&["clone", "-q", "--depth", "3", &url, clone.to_str().unwrap()]);
    let shallow = wait(support::open(&clone.join(".git")).unwrap().subjects_of_head()).unwrap().unwrap();
    assert_eq!((shallow.commits.len(), shallow.end), (0, End::NotHere), "what is there is a mass change and a removal");
    std::fs::remove_dir_all(&clone).unwrap();
    assert!(wait(Repo::new("empty").open().subjects_of_head()).unwrap().is_none());
}
