//! The model: choose it, manage keys, test the connection.

use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{Command, Failure, ModelChoice, ModelInfo, ProfileName, ProfileSettings, Reply};
use std::collections::BTreeMap;
use wasm_bindgen_futures::spawn_local;

impl Workbench {
    /// Limits the tokens of runs from here on, and remembers it.
    pub fn limit_tokens(self, most: Option<u64>) {
        self.max_tokens.set(most);
        crate::preferences::save("max-tokens", &crate::preferences::limit_to_text(most));
    }

    /// Uses a model for the next questions, and stores the choice in the browser; never the key.
    pub fn choose_model(self, choice: ModelChoice) {
        crate::preferences::save("model", &crate::preferences::model_to_text(&choice));
        self.model.set(choice);
    }

    /// Uses other models of the endpoint for kinds of work from here on, and remembers their names.
    pub fn choose_profiles(self, profiles: BTreeMap<ProfileName, String>) {
        crate::preferences::save("profiles", &crate::preferences::profiles_to_text(&profiles));
        self.profiles.set(profiles);
    }

    /// The settings of the kinds of work that have a model of their own where this is the model of the others.
    pub fn profiles_beside(self, model: &ModelChoice) -> BTreeMap<ProfileName, ProfileSettings> {
        let ModelChoice::OpenAiCompatible { base_url, .. } = model else { return BTreeMap::new() };
        let settings = |name: &String| {
            let model = ModelChoice::OpenAiCompatible { base_url: base_url.clone(), model: name.clone() };
            ProfileSettings { model, ..ProfileSettings::default() }
        };
        self.profiles.with_untracked(|all| all.iter().map(|(profile, name)| (*profile, settings(name))).collect())
    }

    pub fn load_keys(self) {
        spawn_local(async move { self.take_keys(Command::Keys).await.unwrap_or_else(|failure| self.report(failure)) });
    }

    pub async fn set_key(self, base_url: String, key: String, remember: bool) -> Result<(), Failure> {
        self.take_keys(Command::SetKey { base_url, key, remember }).await
    }

    /// Deletes the key of an endpoint's origin.
    pub fn forget_key(self, base_url: String) {
        spawn_local(async move {
            self.take_keys(Command::ForgetKey { base_url }).await.unwrap_or_else(|failure| self.report(failure));
        });
    }

    /// Calls the endpoint: which model answered, and the round trip in milliseconds.
    pub async fn test_connection(self, model: ModelChoice) -> Result<(ModelInfo, f64), Failure> {
        match self.engine.call(Command::TestConnection { model: model.clone() }).await? {
            Reply::Connected { model, ms } => Ok((model, ms)),
            _ => Ok((ModelInfo { provider: String::new(), model: String::new() }, 0.0)),
        }
    }

    async fn take_keys(self, command: Command) -> Result<(), Failure> {
        if let Reply::Keys { keys } = self.engine.call(command).await? {
            self.keys.set(keys);
        }
        Ok(())
    }
}
