//! The registry: one file and one line a language.

use crate::LanguageSupport;
use source::Language;

#[cfg(feature = "python")]
mod python;
#[cfg(test)]
mod render;

/// The support for a language in this build.
pub fn support(language: Language) -> Option<&'static dyn LanguageSupport> {
    match language {
        #[cfg(feature = "python")]
        Language::Python => Some(&python::Python),
        _ => None,
    }
}
