//! The git history on the command line: asked about, cited, verified again when the run is shown, and missing where it must be.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Place(PathBuf);

impl Drop for Place {
    fn drop(&mut self) {
        // A folder in the system's folder for such.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Place {
    /// A repository of one file and two commits.
    fn new(test: &str) -> Self {
        let place = Self(std::env::temp_dir().join(format!("quarry-history-{}-{test}", std::process::id())));
        std::fs::create_dir_all(place.repository()).unwrap();
        place.git(&["init", "-q", "-b", "main"]);
        place.commit("def total(prices):\n    return sum(prices)\n", "Add total");
        place.commit(
            "def total(prices):\n    return round(sum(prices), 2)\n",
            "Round the total\n\nThe till rounds too.",
        );
        place
    }

    fn repository(&self) -> PathBuf {
        self.0.join("shop")
    }

    fn commit(&self, text: &str, message: &str) {
        std::fs::write(self.repository().join("total.py"), text).unwrap();
        self.git(&["add", "-A"]);
        self.git(&["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-m", message]);
    }

    #[track_caller]
    fn git(&self, arguments: &[&str]) {
        let date = "2024-05-01T12:00:00 +0200";
        let variables = [("GIT_AUTHOR_DATE", date), ("GIT_COMMITTER_DATE", date), ("GIT_CONFIG_GLOBAL", "/dev/null")];
        let output =
            Command::new("git").args(arguments).envs(variables).current_dir(self.repository()).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn quarry(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
        command.args(arguments).env("QUARRY_RUNS", self.0.join("runs")).env("XDG_STATE_HOME", self.0.join("state"));
        command.output().unwrap()
    }

    #[track_caller]
    fn ask(&self, repository: &Path, question: &str) -> String {
        let output = self.quarry(&["ask", repository.to_str().unwrap(), question]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

const QUESTION: &str = "Why was total.py changed?";

#[test]
fn a_commit_is_cited_and_verified_again_when_the_run_is_shown() {
    let place = Place::new("cited");
    let answer = place.ask(&place.repository(), QUESTION);
    assert!(answer.starts_with("`total.py` was last changed by Ada on 2024-05-01 12:00 +0200"), "{answer}");
    assert!(answer.contains("The till rounds too."), "{answer}");
    let citations: Vec<&str> = answer.lines().filter(|line| line.starts_with('[')).collect();
    assert!(citations[0].starts_with("[1] commit ") && citations[0].contains("Round the total"), "{answer}");
    assert!(citations.len() == 2 && !answer.contains("stale"), "{answer}");
    let mut stored = std::fs::read_dir(place.0.join("runs")).unwrap().map(|entry| entry.unwrap().path());
    let log = stored.find(|path| path.extension().is_some_and(|it| it == "run")).unwrap();
    let run = log.file_stem().unwrap().to_str().unwrap().to_owned();
    let replayed = String::from_utf8(place.quarry(&["replay", &run]).stdout).unwrap();
    assert!(replayed.contains("[1] commit ") && !replayed.contains("stale"), "{replayed}");
    // Without the history nothing is known of its commits.
    std::fs::remove_dir_all(place.repository().join(".git")).unwrap();
    let replayed = String::from_utf8(place.quarry(&["replay", &run]).stdout).unwrap();
    assert!(replayed.contains("stale"), "{replayed}");
}

#[test]
fn without_git_data_the_answer_says_so() {
    let place = Place::new("absent");
    let index = place.0.join("index");
    let made = place.quarry(&["index", place.repository().to_str().unwrap(), "--out", index.to_str().unwrap()]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let answer = place.ask(&index, QUESTION);
    assert!(answer.starts_with("The history of this repository cannot be read here"), "{answer}");
}

#[test]
fn a_file_is_found_by_the_subjects_of_its_commits_also_in_an_index() {
    let place = Place::new("subjects");
    std::fs::write(place.repository().join("README.md"), "Customers stand at the till.\n").unwrap();
    place.git(&["add", "-A"]);
    place.git(&["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-m", "A first page"]);
    place.commit("def total(prices):\n    return round(sum(prices))\n", "Customers at the till pay whole amounts");
    let index = place.0.join("index");
    let made = |path: &Path| {
        let output = place.quarry(&["index", path.to_str().unwrap(), "--out", index.to_str().unwrap()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stderr).unwrap()
    };
    let finds = |path: &Path| {
        let output = place.quarry(&["search", path.to_str().unwrap(), "customers at the till"]);
        String::from_utf8(output.stdout).unwrap().contains("total.py")
    };
    assert!(!made(&place.repository()).contains("history ends early"));
    assert!(finds(&place.repository()) && finds(&index));
    let shallow = place.0.join("shallow");
    let url = format!("file://{}", place.repository().display());
    place.git(&["clone", "-q", "--depth", "2", &url, shallow.to_str().unwrap()]);
    assert!(made(&shallow).contains("quarry: the git history ends early; 2 commits are searched"));
    assert!(finds(&index), "what is there is searched");
    std::fs::remove_dir_all(place.repository().join(".git")).unwrap();
    made(&place.repository());
    assert!(!finds(&place.repository()) && !finds(&index));
    std::fs::create_dir(place.repository().join(".git")).unwrap();
    std::fs::write(place.repository().join(".git/HEAD"), "nonsense").unwrap();
    assert!(made(&place.repository()).contains("quarry: the git history is not searched: "), "an import goes on");
}
