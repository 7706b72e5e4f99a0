//! The file `quarry.toml` in a repository: which files are indexed, where the index is written, and by which command changes
//! are checked.
//!
//! A flag replaces the value of the same name. No value refers to anything outside of the repository, because the
//! person may not have written the file.

use crate::output::one_line;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use source::Selection;
use std::path::{Component, Path, PathBuf};

pub const FILE: &str = "quarry.toml";
/// The largest length of the file in bytes.
const LONGEST: u64 = 1 << 20;
const KEYS: [&str; 4] = ["exclude", "include", "name", "out"];

/// The `[index]` table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Config {
    pub include: Vec<String>,
    pub exclude: Vec<String>,
    pub name: Option<String>,
    /// The directory of the index, within the repository.
    pub out: Option<PathBuf>,
    /// The program and arguments by which changes that agents propose are checked: `check`, beside the table.
    #[serde(skip)]
    pub check: Option<Vec<String>>,
}

impl Config {
    /// Reads the file of a repository; the default for an archive and for a folder without the file.
    pub fn of(repository: &Path) -> Result<Self> {
        let path = repository.join(FILE);
        if !path.is_file() {
            return Ok(Self::default());
        }
        let shown = || path.display().to_string();
        if std::fs::metadata(&path).with_context(shown)?.len() > LONGEST {
            bail!("{} is longer than {} MiB", path.display(), LONGEST >> 20);
        }
        let text = std::fs::read_to_string(&path).with_context(shown)?;
        let config = parse(&text).with_context(shown)?;
        // Also for a command that does not look at them: a mistake is reported where it is made.
        config.selection().with_context(shown)?;
        Ok(config)
    }

    pub fn selection(&self) -> Result<Selection> {
        Ok(Selection::new(&self.include, &self.exclude)?)
    }

    /// [`out`](Self::out) as a path from the working directory. After links are resolved it must be within the
    /// repository.
    pub fn out_within(&self, repository: &Path) -> Result<Option<PathBuf>> {
        let Some(out) = &self.out else { return Ok(None) };
        let inward = out.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let place = repository.join(out);
        let there = place.ancestors().find(|place| place.exists()).unwrap_or(repository);
        if !inward || !std::fs::canonicalize(there)?.starts_with(std::fs::canonicalize(repository)?) {
            let file = repository.join(FILE);
            bail!("{}: `out` must be a folder in the repository; give another with --out", file.display());
        }
        Ok(Some(place))
    }
}

fn parse(text: &str) -> Result<Config> {
    let mut top: toml::Table = text.parse().map_err(|error| mistake(&error, text))?;
    let index = top.remove("index");
    top.remove("check");
    // Of the file that --models names: never read for that of a repository.
    top.remove("models");
    top.remove("prices");
    top.remove("embeddings");
    // Of the file that --servers names: likewise.
    top.remove("mcp");
    top.remove("search");
    let inner = index.as_ref().and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::keys);
    let unknown: Vec<String> = inner
        .filter(|key| !KEYS.contains(&key.as_str()))
        .map(|key| format!("index.{key}"))
        .chain(top.keys().cloned())
        .map(|key| format!("`{}`", one_line(&key)))
        .collect();
    if !unknown.is_empty() {
        let known = KEYS.map(|key| format!("index.{key}")).join(", ") + ", check";
        let keys = if unknown.len() == 1 { "unknown key" } else { "unknown keys" };
        bail!("{keys} {}; known are {known}", unknown.join(", "));
    }
    #[derive(Deserialize, Default)]
    #[serde(default)]
    struct File {
        index: Config,
        check: Option<Vec<String>>,
    }
    // Once more from the text, which knows the lines.
    let File { index, check } = toml::from_str::<File>(text).map_err(|error| mistake(&error, text))?;
    if check.as_ref().is_some_and(|check| check.first().is_none_or(String::is_empty)) {
        bail!("`check` names no program; give it and its arguments, one word each: check = [\"pytest\", \"-q\"]");
    }
    Ok(Config { check, ..index })
}

/// The fault in one line, with the line it is in.
pub fn mistake(error: &toml::de::Error, text: &str) -> anyhow::Error {
    let line = error.span().and_then(|span| text.get(..span.start)).map(|before| before.matches('\n').count() + 1);
    let place = line.map_or_else(String::new, |line| format!("line {line}: "));
    anyhow::anyhow!("{place}{}", one_line(error.message()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn why(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn reads_the_table() {
        let config = parse("[index]\nexclude = ['docs/']\nout = \"site/quarry\"\nname = 'Shop'\n").unwrap();
        assert_eq!(config.exclude, ["docs/"]);
        assert_eq!((config.name.as_deref(), config.out.as_deref()), (Some("Shop"), Some(Path::new("site/quarry"))));
        assert_eq!(parse("").unwrap(), Config::default());
        // Models are for `--models` alone.
        assert_eq!(
            parse("[models.plan]\nmodel = 'm'\n[prices.m]\ninput = 1.0\noutput = 1.0\n[embeddings]\nmodel = 'e'\n")
                .unwrap(),
            Config::default()
        );
    }

    #[test]
    fn a_command_for_checks_is_a_list_of_words() {
        let check = parse("check = ['pytest', '-q']\n[index]\nname = 'Shop'\n").unwrap().check;
        assert_eq!(check, Some(vec!["pytest".to_owned(), "-q".to_owned()]));
        assert_eq!(parse("[index]\n").unwrap().check, None);
        assert!(why("check = []\n").starts_with("`check` names no program"));
        assert!(why("check = 'pytest -q'\n").starts_with("line 1: invalid type: string"));
    }

    #[test]
    fn unknown_keys_are_named() {
        let known = "known are index.exclude, index.include, index.name, index.out, check";
        assert_eq!(why("[index]\nexcludes = []\n"), format!("unknown key `index.excludes`; {known}"));
        assert_eq!(why("[index]\nincl = []\n[push]\n"), format!("unknown keys `index.incl`, `push`; {known}"));
    }

    #[test]
    fn faults_are_one_line_with_their_place() {
        assert_eq!(why("[index]\n\nname = 3\n"), "line 3: invalid type: integer `3`, expected a string");
        assert!(
            why("[index]\ninclude = 'src'\n").starts_with("line 2: invalid type: string \"src\", expected a sequence")
        );
        assert!(why("[index\n").starts_with("line 1: ") && !why("[index\n").contains('\n'));
        assert!(why("index = 1\n").starts_with("line 1: invalid type"));
    }

    #[test]
    fn out_stays_within_the_repository() {
        let scratch = Scratch::new("config");
        let root = &scratch.0;
        let out = |out: &str| Config { out: Some(out.into()), ..Config::default() }.out_within(root);
        assert_eq!(out("site/quarry").unwrap(), Some(root.join("site/quarry")));
        assert!(out("../elsewhere").is_err() && out("a/../../b").is_err() && out("/etc").is_err());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("/", root.join("link")).unwrap();
            assert!(out("link/tmp/x").is_err());
        }
    }
}
