//! A value that is a constant's name is followed to the constant.

use super::body::Definition;
use super::{Fact, FactKind, is_value};
use crate::Codebase;
use code_words::setting::taken_instead;
use paging::Loaded;
use source::FileId;

/// Most constants of constants that are followed.
const HOPS: usize = 3;
/// Most definitions of a name that are looked at.
const NAMESAKES: usize = 12;

impl Codebase {
    /// Adds the values of the constants that defaults and values name.
    ///
    /// # Errors
    /// A part of the index is not loaded.
    pub(super) fn constants_of(&self, file: FileId, facts: &mut Vec<Fact>) -> Loaded<()> {
        let mut open: Vec<String> = facts.iter().filter_map(constant).collect();
        let mut seen: Vec<String> = Vec::new();
        for _ in 0..HOPS {
            let mut next = Vec::new();
            for name in open {
                if seen.contains(&name) {
                    continue;
                }
                if let Some(fact) = self.value_of_constant(&name, file)? {
                    next.extend(constant(&fact));
                    facts.push(fact);
                }
                seen.push(name);
            }
            open = next;
        }
        Ok(())
    }

    /// What the constant of a name is, as it is seen from a file: its own, or the only one.
    fn value_of_constant(&self, name: &str, file: FileId) -> Loaded<Option<Fact>> {
        let Ok(named) = self.named(name) else { return Ok(None) };
        let values = named.iter().filter(|named| is_value(named.kind) && !named.is_test && named.name == name);
        let values: Vec<_> = values.take(NAMESAKES).collect();
        let own = values.iter().find(|named| named.file == file);
        let Some(chosen) = own.or_else(|| values.first().filter(|_| values.len() == 1)) else { return Ok(None) };
        Ok(Definition::of(self, chosen.id)?.and_then(|definition| definition.value()))
    }
}

/// The name, where a value is nothing else: `DEFAULT_SIZE`, `config.DEFAULT_SIZE`.
fn constant(fact: &Fact) -> Option<String> {
    let value = match fact.kind {
        FactKind::Default => fact.object.split_once(" = ")?.1,
        FactKind::Value => fact.object.split_once(" = ").map_or(fact.object.as_str(), |(_, value)| value),
        _ => return None,
    };
    let value = taken_instead(value.trim()).trim_start_matches(['&', '*']);
    let is_name = value.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '$'));
    let last = value.rsplit(['.', ':']).next().unwrap_or("");
    let is_literal = matches!(
        last,
        "None" | "True" | "False" | "true" | "false" | "null" | "nil" | "undefined" | "Infinity" | "NaN"
    );
    let is_plain = is_name && !is_literal && last.len() > 1 && !last.starts_with(|c: char| c.is_ascii_digit());
    is_plain.then(|| last.to_owned())
}
