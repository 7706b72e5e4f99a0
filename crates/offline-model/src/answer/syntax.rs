//! What the grammars say of files.

use super::markdown::MarkdownBuilder;
use crate::known::Known;
use model::{Finding, Step};

/// The result of the check. False where none was made: then that is said.
pub fn checked(out: &mut MarkdownBuilder, findings: &[Finding]) -> bool {
    let Some(text) = Known::text_of(findings, |step| matches!(step, Step::Lint(_))) else {
        out.line("Syntax was not checked: this agent has no tool for that here.");
        return false;
    };
    match text.trim().strip_prefix("Error: ") {
        Some(why) => out.line(&format!("Syntax was not checked: {why}")),
        None => out.block(text.trim()),
    }
    true
}
