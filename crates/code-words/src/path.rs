//! What kind of file a path names, by the conventions of many languages.
//!
//! All functions take a path with `/` between its parts and ignore case, but for Java's `UserTest.java`.

const TEST_FOLDERS: &[&str] =
    &["test", "tests", "__tests__", "testing", "testdata", "spec", "specs", "e2e", "fixtures", "__mocks__"];
/// Folders of commands, where `test.rs` is the command `test`.
const COMMAND_FOLDERS: &[&str] = &["cmd", "cmds", "command", "commands", "subcommand", "subcommands"];
const TEST_STEMS: &[&str] = &["tests", "test", "conftest", "testutil", "testutils", "testhelper", "testhelpers"];
const TEST_ENDINGS: &[&str] = &["_test", ".test", "_tests", ".spec", "-test", "_spec"];
const JAVA_TEST_ENDINGS: &[&str] = &["Test", "Tests", "IT"];
const EXAMPLE_FOLDERS: &[&str] = &["example", "examples", "sample", "samples", "demo", "demos", "docs_src", "tutorial"];
const BENCHMARK_FOLDERS: &[&str] = &["bench", "benches", "benchmark", "benchmarks"];
/// Kept for old users.
const KEPT_FOLDERS: &[&str] = &["compat", "_compat", "legacy", "deprecated"];
/// Copied from other projects.
const VENDORED_FOLDERS: &[&str] =
    &["vendor", "vendored", "_vendor", "_vendored", "third_party", "third-party", "extern"];
const KEPT_STEMS: &[&str] = &["compat", "_compat"];
/// Endings of scripts of a shell.
const SHELL_ENDINGS: &[&str] = &[".sh", ".bash", ".zsh", ".fish", ".ps1", ".nu", ".elv"];
/// Output of a build, where it was imported all the same; `_static` is what Sphinx puts beside its pages, `_build` where it builds them.
const GENERATED_FOLDERS: &[&str] = &["dist", "out", "esm", "cjs", "umd", "_build", "_static"];
/// What generators of code end the names of files with.
const GENERATED_ENDINGS: &[&str] = &[
    "-lock.json",
    "-min.css",
    "-min.js",
    ".designer.cs",
    ".freezed.dart",
    ".g.cs",
    ".g.dart",
    ".pb.cc",
    ".pb.go",
    ".pb.h",
    "_generated.go",
    "_generated.rs",
    "_pb.js",
    "_pb2.py",
    "_pb2.pyi",
    "_pb2_grpc.py",
];
const GENERATED_PARTS: &[&str] = &[".bundle.", ".chunk.", ".generated.", ".min."];
const DECLARATION_ENDINGS: &[&str] = &[".d.ts", ".d.mts", ".d.cts"];
const HISTORY_STEMS: &[&str] = &[
    "changes",
    "changelog",
    "history",
    "news",
    "license",
    "licence",
    "notice",
    "authors",
    "contributors",
    "copying",
    "code_of_conduct",
    "code-of-conduct",
    "release-notes",
    "release_notes",
    "releasenotes",
    "upgrading",
    "whatsnew",
];
/// Files that say what a service of builds and tests runs.
const CI_FILES: &[&str] =
    &[".travis.yml", ".gitlab-ci.yml", "appveyor.yml", ".appveyor.yml", "azure-pipelines.yml", ".cirrus.yml"];
const CI_FOLDERS: &[&str] = &[".github", ".circleci", ".gitlab", ".buildkite"];
/// Folders of a text for each release, or for each change until the next.
const HISTORY_FOLDERS: &[&str] = &[
    "changelog",
    "changelogs",
    "changelog.d",
    "changes",
    ".changeset",
    "news",
    "newsfragments",
    "release-notes",
    "releasenotes",
    "releases",
    "whatsnew",
];
const TEXT_ENDINGS: &[&str] = &[".adoc", ".md", ".rst", ".txt"];

/// A test, or what tests work with.
pub fn is_test(path: &str) -> bool {
    let stem = stem(path);
    let lower = stem.to_lowercase();
    is_below(path, TEST_FOLDERS)
        || lower.starts_with("test_")
        || TEST_ENDINGS.iter().any(|end| lower.ends_with(end))
        || TEST_STEMS.contains(&lower.as_str()) && !is_command(path, &lower)
        // Go's name for what other packages test with.
        || path == "testing.go" || path.ends_with("/testing.go")
        || (path.ends_with(".java") && JAVA_TEST_ENDINGS.iter().any(|end| stem.ends_with(end)))
}

fn is_command(path: &str, stem: &str) -> bool {
    let folder = path.rsplit('/').nth(1).unwrap_or("");
    matches!(stem, "test" | "tests") && COMMAND_FOLDERS.contains(&folder.to_lowercase().as_str())
}

/// What a shell reads to complete a command's arguments: it repeats their names and does nothing with them.
fn is_completion(path: &str) -> bool {
    let lower = path.to_lowercase();
    let is_script = SHELL_ENDINGS.iter().any(|end| lower.ends_with(end));
    is_script && lower.rsplit('/').take(2).any(|part| part.contains("completion"))
}

/// Seldom what is asked for: tests, examples, benchmarks, what is kept for old users, completions of a shell, and copies of other
/// projects.
pub fn is_aside(path: &str) -> bool {
    is_test(path)
        || [EXAMPLE_FOLDERS, BENCHMARK_FOLDERS, KEPT_FOLDERS, VENDORED_FOLDERS]
            .iter()
            .any(|folders| is_below(path, folders))
        || KEPT_STEMS.contains(&stem(path).to_lowercase().as_str())
        || is_completion(path)
}

/// A copy of another project.
pub fn is_vendored(path: &str) -> bool {
    is_below(path, VENDORED_FOLDERS)
}

/// Written by a build or a generator, or made small by one.
pub fn is_generated(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    is_below(path, GENERATED_FOLDERS)
        || GENERATED_ENDINGS.iter().any(|end| name.ends_with(end))
        || GENERATED_PARTS.iter().any(|part| name.contains(part))
}

/// TypeScript's types without code.
pub fn is_declarations(path: &str) -> bool {
    let lower = path.to_lowercase();
    DECLARATION_ENDINGS.iter().any(|end| lower.ends_with(end))
}

/// What a service of builds and tests runs.
pub fn is_of_ci(path: &str) -> bool {
    is_below(path, CI_FOLDERS) || CI_FILES.contains(&path.rsplit('/').next().unwrap_or(path))
}

/// A change log or a part of one, a licence, a code of conduct, or who wrote it.
pub fn is_history(path: &str) -> bool {
    let stem = stem(path).to_lowercase();
    // `2014-news.rst`
    let stem = stem.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_' | '.'));
    HISTORY_STEMS.iter().any(|name| stem.starts_with(name))
        || is_below(path, HISTORY_FOLDERS) && TEXT_ENDINGS.iter().any(|end| path.ends_with(end))
}

fn is_below(path: &str, folders: &[&str]) -> bool {
    path.rsplit('/').skip(1).any(|part| folders.iter().any(|folder| folder.eq_ignore_ascii_case(part)))
}

/// The file's name without its last extension; a leading dot starts no extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_tests_and_examples_by_their_paths() {
        let tests = ["tests/a.py", "src/test_x.py", "pkg/x_test.go", "a/b.spec.ts", "x/UserTest.java", "A/Tests/b.rs"];
        assert!(tests.iter().all(|path| is_test(path) && is_aside(path)));
        for path in ["examples/a.rs", "benches/a.rs", "vendor/x.go", "src/_compat.py"] {
            assert!(is_aside(path) && !is_test(path), "{path}");
        }
        assert!(is_test("src/test.rs") && !is_test("src/cmd/test.rs") && is_test("src/cmd/tests/run.rs"));
        assert!(
            is_aside("doc/bash-completion.sh") && is_aside("completions/tool.fish") && !is_aside("src/completion.rs")
        );
        assert!(is_test("net/testing.go") && is_test("testing.go") && !is_test("net/attesting.go"));
        assert!(is_vendored("pip/_vendor/rich/a.py") && !is_vendored("src/vendor.py"));
        assert!(!["src/testament.py", "src/contest.rs", "latest/a.py", "src/exampled.rs"].into_iter().any(is_aside));
    }

    #[test]
    fn recognises_build_output_and_records_of_the_past() {
        assert!(
            is_generated("Dist/a.js")
                && is_generated("pkg/esm/a.js")
                && is_generated("docs/_static/jquery.js")
                && !is_generated("src/out.rs")
        );
        for path in ["js/app.min.js", "a/User_pb2.py", "web/main.bundle.js", "x.pb.go", "schema.generated.ts"] {
            assert!(is_generated(path), "{path}");
        }
        assert!(!["src/minimum.js", "admin.js", "src/generated_names.rs"].into_iter().any(is_generated));
        assert!(is_declarations("a/b.d.ts") && !is_declarations("a/d.ts"));
        assert!(is_history("CHANGELOG.md") && is_history("docs/license") && !is_history("src/renew.rs"));
        assert!(is_history("docs/releases/v4.5.0.rst") && is_history("docs/release-notes.md"));
        assert!(is_history("docs/source/2014-news.rst") && is_history("UPGRADING.md"));
        assert!(!is_history("src/releases/list.ts") && !is_history("docs/releasing.md"));
        assert!(is_of_ci(".github/workflows/test.yml") && is_of_ci(".travis.yml") && !is_of_ci("src/github.py"));
    }
}
