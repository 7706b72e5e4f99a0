//! What differs between two checkpoints.

use serde_json::Value;

use super::error::LogError;
use super::history::History;
use crate::state::State;

/// A field that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldChange {
    /// The field.
    pub field: String,
    /// Its value before; None where it was not there.
    pub before: Option<Value>,
    /// Its value after; None where it is not there.
    pub after: Option<Value>,
}

impl<S: State> History<S> {
    /// The fields whose values differ between two checkpoints, in field order.
    ///
    /// # Errors
    /// When there is no such checkpoint, or a state has no JSON form.
    pub fn diff(&self, from: u64, to: u64) -> Result<Vec<FieldChange>, LogError> {
        let (mut before, mut after) = (self.fields(from)?, self.fields(to)?);
        let mut names: Vec<String> = S::CHANNELS.iter().map(|channel| channel.name.to_owned()).collect();
        // A field that serde renames is not found under its own name.
        let others = before.keys().chain(after.keys()).filter(|name| !names.contains(name)).cloned();
        let others: Vec<String> = others.collect();
        names.extend(others);
        names.dedup();
        let changes = names.into_iter().filter_map(|field| {
            let before = before.remove(&field);
            let after = after.remove(&field);
            (before != after).then_some(FieldChange { field, before, after })
        });
        Ok(changes.collect())
    }

    fn fields(&self, id: u64) -> Result<serde_json::Map<String, Value>, LogError> {
        let unwritable = |why: String| LogError::Inconsistent { id, why };
        match serde_json::to_value(self.state(id)?) {
            Ok(Value::Object(fields)) => Ok(fields),
            Ok(_) => Err(unwritable("the state is not written as an object".to_owned())),
            Err(error) => Err(unwritable(error.to_string())),
        }
    }
}
