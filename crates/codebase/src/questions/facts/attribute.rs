//! An attribute that a method sets: `self.name: T = value`, in its own class or one that it extends.

use super::Fact;
use super::body::Definition;
use crate::{Codebase, QuestionError};
use call_graph::SymbolId;
use rustc_hash::FxHashSet;

/// Most classes looked at: the one named, and those that it extends.
const CLASSES: usize = 12;

impl Codebase {
    /// The type and first value of an attribute, `Class.name`, that is set and has no definition of its own.
    ///
    /// # Errors
    /// [`QuestionError::NotLoaded`].
    pub fn attribute(&self, name: &str) -> Result<Vec<Fact>, QuestionError> {
        let Some((owner, attribute)) = name.rsplit_once(['.', '#', ':']) else { return Ok(Vec::new()) };
        let mut open: Vec<SymbolId> = self.types_named(owner.trim_end_matches(':'))?;
        let mut seen = FxHashSet::default();
        while let Some(id) = open.first().copied() {
            open.remove(0);
            if !seen.insert(id) || seen.len() > CLASSES {
                continue;
            }
            let Some(definition) = Definition::of(self, id)? else { continue };
            let found = definition.attribute(attribute);
            if !found.is_empty() {
                return Ok(found);
            }
            for base in definition.base_names() {
                open.extend(self.types_named(&base)?);
            }
        }
        Ok(Vec::new())
    }

    fn types_named(&self, name: &str) -> Result<Vec<SymbolId>, QuestionError> {
        let named = match self.named(name) {
            Ok(named) => named,
            // A class of another package, or of the language.
            Err(QuestionError::NoSuchSymbol { .. }) => Vec::new(),
            Err(error) => return Err(error),
        };
        Ok(named.iter().filter(|named| named.kind.is_type() && !named.is_test).map(|named| named.id).collect())
    }
}
