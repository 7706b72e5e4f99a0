//! What the grammars say of files.

use super::markdown::MarkdownBuilder;
use super::sentence::{fixed, place};
use crate::known::Known;
use model::{Finding, Step};

/// The result of the check. False where none was made: then that is said.
pub fn checked(out: &mut MarkdownBuilder, findings: &[Finding]) -> bool {
    let Some(text) = Known::text_of(findings, |step| matches!(step, Step::Lint(_))) else {
        out.say(fixed::SYNTAX_NOT_CHECKED);
        return false;
    };
    match text.trimmed().after("Error: ") {
        Some(why) => out.say(place::not_checked(why)),
        None => out.output(text.trimmed()),
    }
    true
}
