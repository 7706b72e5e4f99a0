//! The forms of paths on the sites of git hosts.

use super::names::{clean, is_owner, is_path, is_reference};
use super::{Address, AddressError, At};
use crate::Kind;
use crate::encode::decoded;

/// Without a scheme: `git@host:owner/name`, `host/owner/name`, or `owner/name` on GitHub. The answer begins with a host.
pub fn without_scheme(text: &str) -> Option<String> {
    if let Some((host, path)) = text.strip_prefix("git@").and_then(|rest| rest.split_once(':')) {
        return Some(format!("{host}/{path}"));
    }
    let first = text.split('/').next()?;
    let is_host = text.matches('/').count() >= 2 && (first.contains(['.', ':']) || first == "localhost");
    Some(if is_host { text.to_owned() } else { format!("github.com/{text}") })
}

/// Reads the path of an address. `Err(None)`: it is none.
pub fn read(origin: String, path: &str) -> Result<Address, Option<AddressError>> {
    let (path, named) = split_reference(path);
    let path = path.trim_matches('/');
    let parts = path.split('/').map(decoded).collect::<Option<Vec<String>>>().ok_or(None)?;
    let kind = kind_of(&origin, &parts);
    let split = split(kind, &parts);
    let (repository, rest) = parts.split_at(split);
    let mut repository = repository.to_vec();
    if let Some(last) = repository.last_mut()
        && let Some(name) = last.strip_suffix(".git")
    {
        *last = name.to_owned();
    }
    if repository.len() < 2 || !repository.iter().all(|name| is_owner(name)) {
        return Err(None);
    }
    let at = match named {
        Some(named) => At::Named(named, String::new()),
        None => at(rest)?,
    };
    check(&at)?;
    Ok(Address { origin, kind, path: repository.join("/"), at })
}

/// A reference after an @ in the name of the repository: no host allows that letter there.
fn split_reference(path: &str) -> (&str, Option<String>) {
    let Some((before, after)) = path.split_once('@') else { return (path, None) };
    // Further in it is part of the name of a branch or a folder.
    let is_in_name = before.split('/').count() <= 3 && !before.contains("/-/") && !before.ends_with('/');
    if is_in_name && before.contains('/') { (before, decoded(after)) } else { (path, None) }
}

/// Which host it is, by its name or by words that only its addresses have.
fn kind_of(origin: &str, parts: &[String]) -> Option<Kind> {
    let is_at = |at: usize, words: &[&str]| parts.get(at).is_some_and(|part| words.contains(&part.as_str()));
    match origin {
        "https://github.com" => Some(Kind::GitHub),
        "https://gitlab.com" => Some(Kind::GitLab),
        "https://codeberg.org" => Some(Kind::Gitea),
        _ if parts.iter().any(|part| part == "-") => Some(Kind::GitLab),
        _ if is_at(2, &["src", "pulls"]) => Some(Kind::Gitea),
        _ => None,
    }
}

/// How many parts name the repository.
fn split(kind: Option<Kind>, parts: &[String]) -> usize {
    let is_word = |part: &String| matches!(part.as_str(), "tree" | "blob" | "commit" | "commits" | "merge_requests");
    match kind {
        Some(Kind::GitHub | Kind::Gitea) => parts.len().min(2),
        Some(Kind::GitLab) | None => {
            let dash = parts.iter().position(|part| part == "-");
            // Addresses of old versions have no dash.
            let word = || parts.iter().skip(2).position(is_word).map(|at| at + 2);
            dash.or_else(word).unwrap_or(parts.len())
        }
    }
}

fn at(rest: &[String]) -> Result<At, Option<AddressError>> {
    let rest = rest.strip_prefix(&["-".to_owned()]).unwrap_or(rest);
    let words: Vec<&str> = rest.iter().map(String::as_str).collect();
    let joined = |parts: &[&str]| parts.join("/");
    Ok(match words.as_slice() {
        ["src", "commit", commit, folder @ ..] => At::Named((*commit).to_owned(), joined(folder)),
        ["src", "branch" | "tag", more @ ..] if !more.is_empty() => At::NamedThenPath(joined(more), false),
        ["tree", more @ ..] if !more.is_empty() => At::NamedThenPath(joined(more), false),
        ["blob" | "blame" | "raw" | "edit", more @ ..] if !more.is_empty() => At::NamedThenPath(joined(more), true),
        ["commit", commit, ..] => At::Named((*commit).to_owned(), String::new()),
        ["commits", "branch" | "tag", named @ ..] if !named.is_empty() => At::Named(joined(named), String::new()),
        ["commits" | "tags", named @ ..] if !named.is_empty() => At::Named(joined(named), String::new()),
        ["releases", "tag", named @ ..] if !named.is_empty() => At::Named(joined(named), String::new()),
        ["pull" | "pulls" | "merge_requests", number, ..] if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            At::Request(number.parse().map_err(|_| Some(AddressError::Name(clean(number))))?)
        }
        // Its issues, its settings, its front page: the repository itself is meant.
        _ => At::Default,
    })
}

fn check(at: &At) -> Result<(), Option<AddressError>> {
    let (named, folder) = match at {
        At::Named(named, folder) => (named, folder.as_str()),
        At::NamedThenPath(named, _) => (named, ""),
        At::Default | At::Request(_) => return Ok(()),
    };
    let is_good = match at {
        // What follows a branch is a path, which may hold more.
        At::NamedThenPath(..) => is_path(named) && named.split('/').next().is_some_and(is_reference),
        _ => is_reference(named) && (folder.is_empty() || is_path(folder)),
    };
    if is_good { Ok(()) } else { Err(Some(AddressError::Name(clean(named)))) }
}
