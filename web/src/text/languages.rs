//! Names of the languages of files.

use crate::strings;

/// A file's language as the engine names it, in the words of the page where it is no proper name.
pub fn language_name(name: &str) -> &str {
    match name {
        "Prose" => strings::language_prose(),
        "Configuration" => strings::language_configuration(),
        "Other text" => strings::language_other(),
        proper => proper,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_english_the_page_has_the_engines_names() {
        for name in ["Prose", "Configuration", "Other text", "C++"] {
            assert_eq!(language_name(name), name);
        }
    }
}
