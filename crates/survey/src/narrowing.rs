//! What a list is narrowed to, as one text: `Base`, `Base in src/net`, `directly Base`.

/// What a list is narrowed to: a name, a place in which it is looked for, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Narrowing<'t> {
    /// A base, a package, a part of a name; a folder or a file where there is no place beside it.
    pub name: &'t str,
    /// The folder or file behind `in`.
    pub place: Option<&'t str>,
    /// Only what names the base itself.
    pub is_direct: bool,
}

impl<'t> Narrowing<'t> {
    /// Reads the text. An `in` before what is no path belongs to the name.
    pub fn read(text: &'t str) -> Self {
        let text = text.trim();
        let (is_direct, text) = match text.strip_prefix("directly ") {
            Some(rest) => (true, rest.trim_start()),
            None => (false, text),
        };
        match text.rsplit_once(" in ") {
            Some((name, place)) if !place.contains(' ') && !place.is_empty() => {
                Self { name: name.trim(), place: Some(place), is_direct }
            }
            _ => Self { name: text, place: None, is_direct },
        }
    }

    /// Whether the file of this path lies in the place.
    pub fn has(&self, path: &str) -> bool {
        self.place.is_none_or(|place| is_in(path, place))
    }
}

/// Whether a path is the file or lies in the folder, which may be the end of a longer one: `net` of `src/net`.
pub fn is_in(path: &str, place: &str) -> bool {
    let place = place.trim_start_matches("./").trim_matches('/');
    path == place
        || path.starts_with(&format!("{place}/"))
        || path.contains(&format!("/{place}/"))
        || path.ends_with(&format!("/{place}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_names_places_and_directly() {
        let read = |text| {
            let Narrowing { name, place, is_direct } = Narrowing::read(text);
            (name, place, is_direct)
        };
        assert_eq!(read("Base"), ("Base", None, false));
        assert_eq!(read("directly Base in src/net"), ("Base", Some("src/net"), true));
        assert_eq!(read("src/net"), ("src/net", None, false));
        assert!(is_in("a/src/net/tcp.rs", "src/net") && is_in("src/errors.js", "errors.js"));
        assert!(!is_in("src/network/tcp.rs", "src/net"));
    }
}
