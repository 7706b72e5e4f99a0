//! A find, and how well it fits a question.

use protocol::{Evidence, EvidenceKind};

/// A find and how well it fits.
#[derive(Debug, Clone, Copy)]
pub struct Fit<'a> {
    pub evidence: &'a Evidence,
    /// Higher is better; comparable within one question.
    pub score: f64,
    /// How much of the question's words it holds, weighed by how rare they are, from 0 to 1.
    pub coverage: f64,
}

/// True for what does something by its name.
pub fn is_callable(e: &Evidence) -> bool {
    use EvidenceKind::{Constructor, Function, Macro, Method};
    matches!(e.kind, Function | Method | Constructor | Macro)
}
