//! Names of symbols: comparing them, and showing them.

use code_words::identifier::{lower_parts, normalise};
use code_words::misspelt::{distance, sounding_alike, tolerance};
use code_words::path::{is_declarations, is_generated};
use code_words::stem::same_word;

/// The parts of a qualified name, whatever its language writes between them; without functions that have no name, and what is around
/// a name of an instance of something generic.
pub fn segments(name: &str) -> Vec<&str> {
    let named = name.rfind(UNNAMED).and_then(|at| Some(at + name[at..].find('>')? + 1)).unwrap_or(0);
    let end = name[named..].find('<').map_or(name.len(), |at| named + at);
    let name = &name[..end];
    let mut at_start = true;
    let separates = |c: char| {
        // Behind another sign, `#` begins the name of a private member: `Class.#name`.
        let is_sign = matches!(c, '.' | ':' | '/' | '>') || c == '#' && !at_start;
        at_start = is_sign;
        is_sign
    };
    name.split(separates)
        .map(|part| part.trim_matches(['-', '(', ')', '@']))
        // A method of JavaScript is that of its class, however it was put there.
        .filter(|part| !part.is_empty() && *part != "prototype" && !part.starts_with(UNNAMED))
        .collect()
}

/// How the name of a function begins that has none in the code: `<lambda1>`.
const UNNAMED: &str = "<lambda";

pub fn last(name: &str) -> &str {
    segments(name).last().copied().unwrap_or(name)
}

/// How well a qualified symbol fits a name that a person wrote: 4 the same letters, 3 but for case, 2 but for case and
/// underscores, or with an owner that is perhaps a variable, 1 but for its ending (plural). None where it does not.
pub fn likeness(symbol: &str, name: &str) -> Option<u8> {
    let (symbol, name) = (segments(symbol), segments(name));
    let own = *symbol.last()?;
    let wanted = *name.last()?;
    let ends = |same: fn(&str, &str) -> bool| {
        name.len() <= symbol.len() && name.iter().rev().zip(symbol.iter().rev()).all(|(a, b)| same(a, b))
    };
    if ends(|a, b| a == b) {
        Some(4)
    } else if ends(|a, b| a.to_lowercase() == b.to_lowercase()) {
        Some(3)
    } else if own == wanted
        && name.len() > 1
        && symbol.len() > name.len()
        && symbol.starts_with(&name[..name.len() - 1])
    {
        // What a package exports is defined in one of its modules.
        Some(3)
    } else if own == wanted || lower_parts(own) == lower_parts(wanted) {
        Some(2)
    } else if name.len() == 1 && wanted.chars().count() > 3 && !wanted.contains('_') {
        let is_form =
            own.to_lowercase() != wanted.to_lowercase() && same_word(&own.to_lowercase(), &wanted.to_lowercase());
        (is_form && own.to_lowercase().chars().count().abs_diff(wanted.chars().count()) < 2).then_some(1)
    } else {
        None
    }
}

/// How many letters a symbol's own name is away from a name that a person wrote, where that can be a slip; the same name is
/// none away, whatever its owner.
pub fn slip(symbol: &str, name: &str) -> Option<u32> {
    let (own, wanted) = (normalise(last(symbol)), normalise(last(name)));
    let sounds_alike = || sounding_alike(&wanted).any(|other| other == own).then_some(2);
    let limit = tolerance(&wanted);
    if limit == 0 { None } else { distance(&own, &wanted, limit).or_else(sounds_alike) }
}

/// A symbol without the module that its file's path already names: `flask.app.Flask.run` of `src/flask/app.py` is
/// `Flask.run`, and `fd_find.walk.scan` of the package's `src/walk.rs` is `scan`. Each part of the path is a module once: the
/// class of `Cart.js` stays in `src.Cart.Cart.add`.
pub fn short(symbol: &str, path: &str) -> String {
    let separator = if symbol.contains("::") { "::" } else { "." };
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let mut of_path = stem.split('/');
    let all: Vec<&str> = symbol.split(separator).collect();
    let modules = &all[..all.len().saturating_sub(1)];
    // In Rust the first part is the crate, whatever its folder is called.
    let crates = usize::from(path.ends_with(".rs") && !modules.is_empty());
    let is_module = |part: &&&str| of_path.any(|of_path| of_path.replace('-', "_") == part.replace('-', "_"));
    let own = crates + modules[crates..].iter().take_while(is_module).count();
    all[own..].join(separator)
}

/// As people are shown it: without the functions around it that have no name.
pub fn without_unnamed(symbol: &str) -> String {
    let named: Vec<&str> = symbol.split('.').filter(|part| !part.starts_with(UNNAMED)).collect();
    // What has no name itself is shown by that.
    if named.is_empty() || symbol.ends_with('>') { symbol.to_owned() } else { named.join(".") }
}

/// What a build made: a declaration file, or the same path below another file's `src`.
pub fn is_copy<'a>(path: &str, mut others: impl Iterator<Item = &'a str>) -> bool {
    let stem = |path: &str| path.split_once('.').map_or(path, |(stem, _)| stem).to_owned();
    let own = stem(path);
    is_declarations(path)
        || is_generated(path)
        || [".cjs", ".min.js"].iter().any(|end| path.ends_with(end))
        || others.any(|other| {
            stem(other).strip_suffix(own.as_str()).is_some_and(|before| before == "src/" || before.ends_with("/src/"))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_what_a_build_made() {
        let paths = ["src/v3/types.ts", "v3/types.js", "v3/types.d.cts", "dist/a.js", "src/b.ts"];
        let copies: Vec<bool> = paths.iter().map(|path| is_copy(path, paths.into_iter())).collect();
        assert_eq!(copies, [false, true, true, true, false]);
    }

    #[test]
    fn compares_names() {
        assert_eq!(likeness("flask.app.Flask.open_session", "open_session"), Some(4));
        assert_eq!(likeness("flask.app.Flask.open_session", "Flask.open_session"), Some(4));
        assert_eq!(likeness("flask.blueprints.Blueprint", "blueprint"), Some(3));
        assert_eq!(likeness("app::Session::open", "session.open"), Some(3));
        assert_eq!(likeness("a.openSession", "open_session"), Some(2));
        assert_eq!(likeness("flask.blueprints.Blueprint", "flask.Blueprint"), Some(3));
        assert_eq!(likeness("flask.blueprints.Blueprint", "blueprints"), Some(1));
        assert_eq!(likeness("flask.app.Flask.open_session", "session"), None);
        assert_eq!(likeness("lib.view.View.render", "View.prototype.render"), Some(4));
        // What a module keeps in a function that has no name and is called on the spot.
        assert_eq!(likeness("shop.<lambda1>.applyDiscount", "applyDiscount"), Some(4));
        assert_eq!(likeness("shop.<lambda1>.<lambda2>.Cart.add", "Cart.add"), Some(4));
        assert_eq!(segments("Vec<T>"), ["Vec"]);
        // A private member of JavaScript, and Ruby's sign between a class and a method.
        assert_eq!(segments("map.Map.#load"), ["map", "Map", "#load"]);
        assert_eq!(segments("Map#load"), ["Map", "load"]);
        assert_eq!((likeness("map.Map.#load", "#load"), likeness("map.Map.load", "#load")), (Some(4), Some(2)));
        assert_eq!(segments("shop.cart.<lambda1>"), ["shop", "cart"]);
        assert_eq!(without_unnamed("shop.<lambda1>.Cart.add"), "shop.Cart.add");
        assert_eq!(without_unnamed("shop.<lambda1>"), "shop.<lambda1>");
    }

    #[test]
    fn measures_slips() {
        assert_eq!(slip("attr._make._make_hash", "_make_hsah"), Some(1));
        assert_eq!(slip("tokio.Semaphore", "semafore"), Some(2));
        assert_eq!(slip("rxjs.AsyncScheduler", "asynscheduler"), Some(1));
        assert_eq!((slip("a.get", "got"), slip("a.pool", "pole")), (None, None));
    }

    #[test]
    fn shortens() {
        assert_eq!(short("flask.app.Flask.run", "src/flask/app.py"), "Flask.run");
        assert_eq!(short("state_graph::run::Run::next", "crates/state-graph/src/run.rs"), "Run::next");
        assert_eq!(short("main", "main.go"), "main");
        assert_eq!(short("fd_find.walk.WorkerState.scan", "src/walk.rs"), "WorkerState.scan");
        assert_eq!(short("src.Cart.Cart.add", "src/Cart.js"), "Cart.add");
    }
}
