//! `settings.gradle` and `build.gradle`, in Groovy or in Kotlin: what is written in them as literals. They are programs, which
//! are not run: what a loop, a plugin or a variable says is not here.

mod tokens;

use crate::folder::inside;
use facts::{GradleBuild, GradleDependency, GradleScope, GradleSettings, GradleSources};
use tokens::{Token, tokens};

/// Blocks inside each other that are looked at.
const MAX_BLOCKS: usize = 64;

pub fn settings(folder: &str, text: &str) -> GradleSettings {
    let mut read = GradleSettings::default();
    each_statement(text, |_, statement| match statement {
        [Token::Word("include"), rest @ ..] => {
            for path in literals(rest).filter(|path| !path.contains('$')) {
                let below = path.trim_matches(':').replace(':', "/");
                read.projects.extend(inside(folder, &below).map(|at| (GradleSettings::name_of(path), at)));
            }
        }
        [Token::Word("includeFlat"), rest @ ..] => {
            for path in literals(rest).filter(|path| !path.contains('$')) {
                read.projects
                    .extend(inside(folder, &format!("../{path}")).map(|at| (GradleSettings::name_of(path), at)));
            }
        }
        [
            Token::Word("project"),
            Token::Mark('('),
            Token::Text(path),
            Token::Mark(')'),
            Token::Word(".projectDir"),
            rest @ ..,
        ] => {
            let place = literals(rest).last().and_then(|written| inside(folder, without_root(written)?));
            read.projects.extend(place.map(|at| (GradleSettings::name_of(path), at)));
        }
        _ => {}
    });
    read
}

pub fn build(text: &str) -> GradleBuild {
    let mut read = GradleBuild::default();
    each_statement(text, |blocks, statement| {
        let of = scope(blocks);
        let words = || blocks.iter().map(String::as_str).chain(statement.iter().filter_map(|token| token_text(*token)));
        let is_of_sets = words().any(|word| word.split('.').any(|part| part == "sourceSets"));
        if is_of_sets && let Some(at) = statement.iter().position(adds_folder) {
            let heads =
                blocks.iter().map(String::as_str).chain(statement[..=at].iter().filter_map(|of| token_text(*of)));
            if !heads.clone().any(|word| word.split('.').any(|part| part == "resources")) {
                let is_tests = heads.clone().any(names_tests);
                let folders = literals(&statement[at + 1..]).filter_map(|written| without_root(written));
                read.sources.extend(folders.map(|folder| GradleSources {
                    of: of.clone(),
                    folder: folder.trim_end_matches('/').to_owned(),
                    is_tests,
                }));
            }
        }
        if blocks.iter().any(|block| block == "dependencies") {
            let by_tests = blocks.iter().map(String::as_str).chain(statement.first().and_then(|of| token_text(*of)));
            let by_tests = by_tests.into_iter().any(names_tests);
            let found = projects(statement).into_iter();
            read.dependencies.extend(found.map(|(project, of_tests)| GradleDependency {
                of: of.clone(),
                project,
                by_tests,
                of_tests,
            }));
        }
    });
    read
}

/// The projects that a dependency names, and whether their tests are meant.
fn projects(statement: &[Token<'_>]) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for (at, token) in statement.iter().enumerate() {
        let is_fixture = at >= 2 && statement[at - 2] == Token::Word("testFixtures");
        match *token {
            Token::Word("project") if statement.get(at + 1) == Some(&Token::Mark('(')) => {
                let end = statement[at..]
                    .iter()
                    .position(|token| *token == Token::Mark(')'))
                    .map_or(statement.len(), |end| at + end);
                let mut texts = literals(&statement[at..end]);
                let Some(path) = texts.next().filter(|path| !path.contains('$')) else { continue };
                let after = statement.get(end + 1).and_then(|token| token_text(*token));
                let of_tests = is_fixture
                    || texts.any(names_tests)
                    || after.is_some_and(|after| after.starts_with(".sourceSets") && names_tests(after));
                found.push((GradleSettings::name_of(path), of_tests));
            }
            // The one that all others are in.
            Token::Word("rootProject" | "project.rootProject") if at > 0 => found.push((String::new(), is_fixture)),
            Token::Word(word) => {
                if let Some(accessor) = word.strip_prefix("projects.").filter(|_| at > 0) {
                    found.push((accessor.to_owned(), is_fixture));
                }
            }
            _ => {}
        }
    }
    found
}

/// Whom the blocks around are about.
fn scope(blocks: &[String]) -> GradleScope {
    for block in blocks {
        match block.as_str() {
            "allprojects" | "subprojects" => return GradleScope::Below,
            other => {
                if let Some(path) = other.strip_prefix("project ") {
                    return GradleScope::Project(GradleSettings::name_of(path));
                }
            }
        }
    }
    GradleScope::Own
}

fn adds_folder(token: &Token<'_>) -> bool {
    let last = token_text(*token).map(|word| word.rsplit('.').next().unwrap_or(word));
    matches!((token, last), (Token::Word(_), Some("srcDir" | "srcDirs" | "setSrcDirs")))
}

/// A configuration or source set that is one of tests: `testImplementation`, `commonTest`, `integrationTest`.
fn names_tests(word: &str) -> bool {
    word.split('.').any(|part| part.starts_with("test") || part.contains("Test") || part == "jmh")
}

/// A path that is relative to the project; `None` where a variable says where it is.
fn without_root(written: &str) -> Option<&str> {
    const ROOTS: [&str; 8] = [
        "$projectDir/",
        "${projectDir}/",
        "$rootDir/",
        "${rootDir}/",
        "$settingsDir/",
        "${settingsDir}/",
        "$rootProject.projectDir/",
        "${rootProject.projectDir}/",
    ];
    let path = ROOTS.iter().find_map(|root| written.strip_prefix(root)).unwrap_or(written);
    (!path.contains('$') && !path.starts_with('/') && !path.is_empty()).then(|| path.trim_start_matches("./"))
}

fn literals<'t>(tokens: &[Token<'t>]) -> impl Iterator<Item = &'t str> {
    tokens.iter().filter_map(|token| match token {
        Token::Text(text) => Some(*text),
        _ => None,
    })
}

fn token_text<'t>(token: Token<'t>) -> Option<&'t str> {
    match token {
        Token::Word(text) | Token::Text(text) => Some(text),
        _ => None,
    }
}

/// Gives each statement with the heads of the blocks around it, outermost first. A statement ends with its line, unless
/// brackets are open or a comma comes last; what is in front of `{` is a block's head.
fn each_statement<'t>(text: &'t str, mut inner: impl FnMut(&[String], &[Token<'t>])) {
    let mut seen = |blocks: &[String], statement: &[Token<'t>]| {
        if blocks.len() < MAX_BLOCKS {
            inner(blocks, statement);
        }
    };
    let mut blocks: Vec<String> = Vec::new();
    let mut statement: Vec<Token<'t>> = Vec::new();
    // Brackets that are open, in each block.
    let mut open = vec![0_usize];
    for token in tokens(text) {
        match token {
            Token::Mark('{') => {
                seen(&blocks, &statement);
                blocks.push(head(&statement));
                open.push(0);
                statement.clear();
            }
            Token::Mark('}') => {
                seen(&blocks, &statement);
                blocks.pop();
                open.truncate(blocks.len().max(1));
                open.resize(blocks.len() + 1, 0);
                statement.clear();
            }
            Token::Line | Token::Mark(';') => {
                let is_open = open.last().is_some_and(|open| *open > 0);
                let goes_on = token == Token::Line && (is_open || statement.last() == Some(&Token::Mark(',')));
                if !goes_on {
                    seen(&blocks, &statement);
                    statement.clear();
                }
            }
            token => {
                if let (Token::Mark(mark), Some(open)) = (token, open.last_mut()) {
                    match mark {
                        '(' | '[' => *open += 1,
                        ')' | ']' => *open = open.saturating_sub(1),
                        _ => {}
                    }
                }
                statement.push(token);
            }
        }
    }
    seen(&blocks, &statement);
}

/// What a block is called by what is in front of it: `main`, `getByName("main")`, `val commonMain by getting`,
/// `project(':x')`.
fn head(statement: &[Token<'_>]) -> String {
    match statement {
        [Token::Word("project"), Token::Mark('('), Token::Text(path), ..] => format!("project {path}"),
        [Token::Word("val"), Token::Word(name), ..] => (*name).to_owned(),
        [Token::Word(name), rest @ ..] => {
            let last = name.rsplit('.').next().unwrap_or(name);
            let is_named = matches!(last, "create" | "getByName" | "named" | "register" | "maybeCreate");
            match literals(rest).next().filter(|_| is_named) {
                // `sourceSets.getByName("main")`
                Some(text) => format!("{}.{text}", name.strip_suffix(last).unwrap_or("")),
                None => (*name).to_owned(),
            }
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests;
