//! What later conversations know of the person: preferences, one value each in the memory of the person.

use crate::ActingServices;
use crate::states::intent_router::MemoryView;
use agent_memory::{MemoryError, MemoryStore, Origin, Scope};
use std::rc::Rc;

/// What the keys of preferences begin with.
const PREFIX: &str = "preference.";
/// Most preferences that are read.
const MOST: usize = 50;

/// The stored preferences of the person.
pub(super) struct Preferences<'a>(Option<&'a Rc<dyn MemoryStore>>);

impl<'a> Preferences<'a> {
    pub fn of(services: &'a ActingServices) -> Self {
        Self(services.memory.as_ref())
    }

    /// All of them. What cannot be read is no preference, and is said.
    pub async fn load(&self) -> MemoryView {
        let mut view = MemoryView::default();
        let Some(memory) = self.0 else { return view };
        if let Err(error) = read(&**memory, &mut view).await {
            view.problems.push(format!("Preferences could not be read: {error}"));
        }
        view
    }

    /// Stores one, and gives the key under which it is listed.
    ///
    /// # Errors
    /// Why it is not stored: a sentence.
    pub async fn put(&self, name: &str, value: bool, origin: Origin) -> Result<String, String> {
        let memory = self.0.ok_or("this host remembers nothing")?;
        let key = format!("{PREFIX}{name}");
        let value = if value { "yes" } else { "no" };
        memory.put(Scope::Person, &key, value, origin).await.map_err(|error| error.to_string())?;
        Ok(key)
    }

    /// Forgets one.
    ///
    /// # Errors
    /// Why it is not forgotten: a sentence.
    pub async fn forget(&self, name: &str) -> Result<(), String> {
        let memory = self.0.ok_or("this host remembers nothing")?;
        // One that is gone already is forgotten as well.
        memory.delete(Scope::Person, &format!("{PREFIX}{name}")).await.map(drop).map_err(|error| error.to_string())
    }
}

async fn read(memory: &dyn MemoryStore, view: &mut MemoryView) -> Result<(), MemoryError> {
    let entries = memory.list(Scope::Person).await?;
    let named = entries.iter().filter_map(|entry| Some((&entry.value, entry.key.strip_prefix(PREFIX)?)));
    for (value, name) in named.take(MOST) {
        match value.trim().to_lowercase().as_str() {
            "yes" | "true" | "on" => drop(view.preferences.insert(name.to_owned(), true)),
            "no" | "false" | "off" => drop(view.preferences.insert(name.to_owned(), false)),
            _ => view.problems.push(format!("The preference `{name}` is neither `yes` nor `no`, so it is left out.")),
        }
    }
    Ok(())
}
