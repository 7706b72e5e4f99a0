//! Programs as processes: what they see, where they are ended, and that nothing is left of them.
#![cfg(unix)]

mod ended;
mod files;
mod repository;

use code_runner::{Command, End, Language, RunError, RunLimits, Runner, Stream};
use repository::{Repository, python};
use std::collections::BTreeSet;

#[test]
fn a_program_has_its_arguments_its_input_and_two_streams() {
    let at = Repository::new(&[("a.txt", "x")]);
    let code = "import sys; print(sys.argv[1:], sys.stdin.read()); sys.stderr.write('bad'); sys.exit(3)";
    let argv = ["python", "-c", code, "a b", "$HOME; ls", ""];
    let ran = at.run(&Command { stdin: "in".to_owned(), ..Command::new(argv) }).unwrap();
    assert_eq!(ran.end, End::Exit(3));
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("['a b', '$HOME; ls', ''] in\n", "bad"));
    assert!(ran.ms > 0.0 && !ran.succeeded());
    let ran = at.run(&python("print(input())")).unwrap();
    assert_eq!(ran.end, End::Exit(1), "without an input there is its end");
}

#[test]
fn javascript_runs_as_well() {
    let at = Repository::new(&[("main.js", "console.log(6 * 7)")]);
    let ran = at.run(&Command::new(["node", "main.js"])).unwrap();
    assert_eq!((ran.end, ran.stdout.as_str()), (End::Exit(0), "42\n"));
    assert_eq!(at.runner.languages(), [Language::JavaScript, Language::Python]);
    assert_eq!(at.runner.place(), "this machine");
}

#[test]
fn output_is_seen_while_the_program_runs() {
    let at = Repository::new(&[("a.txt", "x")]);
    // It ends only when its first line was seen.
    let code = "import os, time
os.write(1, os.getcwd().encode())
while not os.path.exists('seen'): time.sleep(0.01)
os.write(1, '€'.encode())";
    let mut pieces = Vec::new();
    let ran = at.run_with(&python(code), &[], &mut |stream, text| {
        if pieces.is_empty() {
            std::fs::write(std::path::Path::new(text).join("seen"), "").unwrap();
        }
        pieces.push((stream, text.to_owned()));
    });
    assert_eq!(ran.unwrap().end, End::Exit(0));
    assert_eq!((pieces.len(), pieces.last()), (2, Some(&(Stream::Out, "€".to_owned()))));
}

#[test]
fn a_program_gets_named_variables_alone() {
    let at = Repository::new(&[("a.txt", "x")]);
    let ran = at.run(&python("import os; print('\\n'.join(sorted(os.environ)))")).unwrap();
    let names: BTreeSet<&str> = ran.stdout.lines().collect();
    for name in ["PATH", "HOME"].into_iter().filter(|name| std::env::var_os(name).is_some()) {
        assert!(names.contains(name), "{names:?}");
    }
    let here: BTreeSet<String> = std::env::vars().map(|(name, _)| name).collect();
    assert!(here.contains("CARGO_MANIFEST_DIR"), "the tests have variables that programs do not get");
    let secret = |name: &&&str| {
        ["KEY", "TOKEN", "SECRET", "PROXY", "CARGO_MANIFEST", "QUARRY_"]
            .iter()
            .any(|word| name.to_uppercase().contains(word))
    };
    let secrets: Vec<_> = names.iter().filter(secret).collect();
    assert_eq!(secrets, [&"QUARRY_RUN"], "the mark of the run");
}

#[test]
fn what_cannot_run_is_refused_before_anything_is_read() {
    let at = Repository::new(&[("a.txt", "x")]);
    let refused = |command: &Command| {
        let why = at.runner.check(command).unwrap_err();
        assert_eq!(at.run(command).unwrap_err(), why);
        why.to_string()
    };
    assert!(refused(&Command::new(["bash", "-c", "true"])).contains("programs that run are git (version control); "));
    assert!(refused(&Command::new(["./run.sh"])).contains("not a path"));
    for folder in ["..", "/etc", "a/../.."] {
        let why = refused(&Command { folder: folder.to_owned(), ..python("1") });
        assert_eq!(why, format!("`{folder}` is no folder of the repository, so nothing ran"));
    }
    assert!(at.runner.check(&Command { folder: "new".to_owned(), ..python("1") }).is_ok(), "a proposal may make it");
    let gone = at.run(&Command { folder: "new".to_owned(), ..python("1") });
    assert_eq!(gone, Err(RunError::Folder("new".to_owned())));
}

#[test]
fn a_program_that_cannot_be_started_says_why() {
    use std::os::unix::fs::PermissionsExt;
    let at = Repository::new(&[("venv/bin/pytest", "#!/nowhere/python\n"), ("venv/bin/python", "#!/nowhere/python\n")]);
    for name in ["pytest", "python"] {
        let file = at.path(&format!("venv/bin/{name}"));
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let Err(RunError::Failed(why)) = at.run(&Command::new(["pytest"])) else { panic!("it started") };
    assert!(why.contains("venv/bin/pytest` could not be started: "), "{why}");
}

#[test]
fn time_is_counted_from_the_start_of_the_program() {
    let at = Repository::new(&[("a.txt", "x")]);
    let limits = RunLimits::default().within_ms(700);
    let ran = at.run(&Command { limits, ..python("while True: pass") }).unwrap();
    assert_eq!(ran.end, End::TimedOut(700));
    assert!(ran.ms >= 700.0, "{}", ran.ms);
}
