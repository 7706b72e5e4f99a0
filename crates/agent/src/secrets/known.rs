//! Secrets of whole files, masked in parts of them: a line from the middle of a private key says nothing of what it is.

use super::{MASK, Masked, secrets_in};
use compact_sort::CompactSort;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Shorter ones are masked where they stand alone: elsewhere the same letters may be a word.
const SHORTEST: usize = 8;

/// The secrets of some texts.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Each with its kind; long ones first, because a short one may be a part of them.
    secrets: Vec<(String, &'static str)>,
}

impl Known {
    /// Adds the secrets of a text.
    pub fn add(&mut self, text: &str) {
        for secret in secrets_in(text) {
            let written = &text[secret.range];
            if written.len() >= SHORTEST && !self.secrets.iter().any(|(known, _)| known == written) {
                self.secrets.push((written.to_owned(), secret.kind));
            }
        }
        self.secrets.compact_sort_by(|(a, _), (b, _)| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    }

    /// Masks them wherever they are in a text.
    pub fn mask<'t>(&self, text: &'t str) -> Masked<'t> {
        let mut out = Cow::Borrowed(text);
        let mut found = BTreeMap::new();
        for (secret, kind) in &self.secrets {
            let times = out.matches(secret.as_str()).count();
            if times > 0 {
                out = Cow::Owned(out.replace(secret.as_str(), &format!("{MASK}{kind}]")));
                // The rows of a private key are one secret.
                let count = found.entry(*kind).or_insert(0);
                *count = if *kind == "private key" { 1 } else { *count + times };
            }
        }
        Masked { text: out, found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> String {
        let row = |n: u8| format!("{}Qx{n}", "MIIEvQ1BADANBgkqhkiG9w0BAQEFAASCBKcw".repeat(2));
        format!("-----BEGIN PRIVATE KEY-----\n{}\n{}\n-----END PRIVATE KEY-----\n", row(1), row(2))
    }

    #[test]
    fn a_row_of_a_key_is_masked_without_the_rows_around_it() {
        let file = key();
        let mut known = Known::default();
        known.add(&file);
        let row = file.lines().nth(2).unwrap();
        let masked = known.mask(row);
        assert_eq!(masked.text, "[masked: private key]");
        assert_eq!(masked.summary().as_deref(), Some("Masked before the model saw it: 1 private key."));
    }

    #[test]
    fn a_password_is_masked_where_its_name_is_not_beside_it() {
        let mut known = Known::default();
        known.add("db:\n  password: \"tr0ub4dor&3x\"\n");
        assert_eq!(known.mask("[\"tr0ub4dor&3x\"]").text, "[\"[masked: password]\"]");
        assert!(matches!(known.mask("another text"), Masked { text: Cow::Borrowed(_), .. }));
    }
}
