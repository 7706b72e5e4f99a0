//! "What imports `x`?", "what depends on the package `x`?"

use super::{Asked, is_about_all, of_list};
use crate::kind::Kind;
use crate::vocabulary::ABOUT_ALL;
use crate::words::Word;
use survey::List;

/// What depends on itself depends on no package.
const REFLEXIVE: &[&str] = &["itself", "themselves", "each", "another", "one"];

/// "What imports `x`?", "what depends on the package `x`?"
pub fn imported(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    let asks = matches!(
        lower[0],
        "what" | "which" | "who" | "where" | "list" | "show" | "find" | "how" | "is" | "does" | "all" | "everything"
    );
    // "How does it find out which imports a file needs?" asks what the code does.
    let is_how = matches!(
        lower,
        ["how", "do" | "does" | "did" | "can" | "is" | "are", "it" | "they" | "this" | "that" | "the" | "a", ..]
    );
    if !asks || is_how {
        return None;
    }
    let named = |at: usize| {
        let skipped = lower[at.min(lower.len())..].iter().take_while(|word| {
            matches!(
                **word,
                "the"
                    | "package"
                    | "module"
                    | "library"
                    | "crate"
                    | "dependency"
                    | "on"
                    | "of"
                    | "file"
                    | "upon"
                    | "from"
                    | "a"
            )
        });
        let is_package = skipped
            .clone()
            .any(|word| matches!(*word, "package" | "module" | "library" | "crate" | "dependency" | "file"));
        let at = at + skipped.count();
        let word = words.get(at).filter(|word| !is_about_all(word) && !REFLEXIVE.contains(&word.lower.as_str()))?;
        let is_package = is_package
            || lower.get(at + 1).is_some_and(|next| matches!(*next, "package" | "module" | "library" | "crate"));
        Some((word.text.clone(), is_package))
    };
    let package = |of: String| Some((Kind::Package, Asked::of(List::Dependencies.row().name, Some(of))));
    for (at, word) in lower.iter().enumerate() {
        match *word {
            "imports" | "import" | "importing" if at > 0 && named(at + 1).is_some() => {
                return named(at + 1).and_then(|(of, _)| package(of));
            }
            "imported" if at > 0 => {
                let between = lower[1..at].iter().position(|word| matches!(*word, "is" | "are" | "gets"));
                let start = if matches!(lower[0], "is" | "are") { Some(1) } else { between.map(|is| is + 2) };
                return start.and_then(named).and_then(|(of, _)| package(of));
            }
            "depends" | "depend" | "relies" | "rely" | "dependent"
                if lower.get(at + 1).is_some_and(|next| matches!(*next, "on" | "upon")) =>
            {
                // "What does this project depend on?"
                let of_all = lower[1..at].iter().any(|word| ABOUT_ALL.contains(word) || *word == "it");
                if of_all && at + 2 >= lower.len() {
                    return of_list(List::Dependencies, None);
                }
                if lower[1..at].iter().any(|word| matches!(*word, "does" | "do")) {
                    return None;
                }
                let (of, is_package) = named(at + 2)?;
                let marked = words.iter().any(|word| word.text == of && word.marked && !is_package);
                return if marked || of.contains("::") { None } else { package(of) };
            }
            // "Which packages does it need?"
            "need" | "require" if at > 0 && at + 1 >= lower.len() => {
                let of_packages = lower[..at]
                    .iter()
                    .any(|word| matches!(*word, "packages" | "libraries" | "crates" | "gems" | "dependencies"));
                let of_all = lower[1..at].iter().any(|word| ABOUT_ALL.contains(word) || *word == "it");
                return if of_packages && of_all { of_list(List::Dependencies, None) } else { None };
            }
            "uses" | "use" | "using" if at > 0 => {
                let (of, is_package) = named(at + 1)?;
                let of_files = lower[..at].iter().any(|word| matches!(*word, "files" | "modules"));
                return if is_package || of_files || is_module(&of) { package(of) } else { None };
            }
            _ => {}
        }
    }
    None
}

/// Written as modules of other packages are: `golang.org/x/sys`, `@scope/name`, `node:fs`.
fn is_module(name: &str) -> bool {
    let of_host = name.split_once('/').is_some_and(|(host, _)| host.contains('.') && !host.starts_with('.'));
    of_host || name.starts_with('@') || name.starts_with("node:")
}
