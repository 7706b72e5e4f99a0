//! Which language the page is in: what the person chose, or what the browser prefers.

/// The name of the choice among the preferences; absent where the browser decides.
pub const PREFERENCE: &str = "language";

/// The language of the page among `known`, whose first parts are tags. `preferred` holds the browser's languages, the most
/// wanted first, with spaces between: `de-AT en`. Without one that is known, English.
pub fn chosen(choice: Option<&str>, preferred: &str, known: &[(&'static str, &'static str)]) -> &'static str {
    let find = |tag: &str| known.iter().map(|(known, _)| *known).find(|known| known.eq_ignore_ascii_case(tag));
    // Of `de-AT` the language alone: no file is for a region.
    let main_part = |tag: &str| find(tag.split('-').next().unwrap_or(tag));
    choice.and_then(find).or_else(|| preferred.split(' ').find_map(main_part)).unwrap_or("en")
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[(&str, &str)] = &[("de", "Deutsch"), ("en", "English")];

    #[test]
    fn the_persons_choice_is_before_the_browsers() {
        assert_eq!(chosen(Some("en"), "de", KNOWN), "en");
        assert_eq!(chosen(Some("de"), "en-US en", KNOWN), "de");
        assert_eq!(chosen(Some("tlh"), "de", KNOWN), "de", "a language that this version does not know");
    }

    #[test]
    fn the_first_language_of_the_browser_that_is_known_is_taken() {
        assert_eq!(chosen(None, "fr-CH de-CH en", KNOWN), "de");
        assert_eq!(chosen(None, "en-GB de", KNOWN), "en");
        assert_eq!([chosen(None, "fr", KNOWN), chosen(None, "", KNOWN)], ["en", "en"]);
    }
}
