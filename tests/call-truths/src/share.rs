//! Shares: of what was found, how much is right; of what is true, how much was found.

use std::fmt;

/// Right ones among all.
#[derive(Debug, Default, Clone, Copy)]
pub struct Share {
    pub right: usize,
    pub all: usize,
}

impl Share {
    pub fn add(&mut self, right: bool) {
        self.right += usize::from(right);
        self.all += 1;
    }
}

impl fmt::Display for Share {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.all {
            0 => out.pad("-"),
            all => out.pad(&format!("{:.3} of {all}", self.right as f64 / all as f64)),
        }
    }
}

/// Precision and recall, of proven edges and of all.
#[derive(Debug, Default, Clone, Copy)]
pub struct Score {
    pub proven_precision: Share,
    pub proven_recall: Share,
    pub precision: Share,
    pub recall: Share,
}

impl Score {
    pub const HEAD: &str = "proven: precision  recall             all: precision     recall";

    /// An edge that was found.
    pub fn found(&mut self, right: bool, proven: bool) {
        self.precision.add(right);
        if proven {
            self.proven_precision.add(right);
        }
    }

    /// A call that happens.
    pub fn happens(&mut self, found: bool, proven: bool) {
        self.recall.add(found);
        self.proven_recall.add(proven);
    }
}

impl fmt::Display for Score {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { proven_precision, proven_recall, precision, recall } = self;
        write!(out, "{proven_precision:<18} {proven_recall:<18} {precision:<18} {recall}")
    }
}
