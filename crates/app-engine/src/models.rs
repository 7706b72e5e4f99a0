//! Opens models, and holds their keys.

use crate::failure;
use host_web::{FetchHttpClient, KeyVault, TimeoutTimer, sentence};
use model::openai::{Config, Endpoint, OpenAiClient};
use model::{HttpClient, ModelClient, ModelError, Paced, Profiles, Secret, Timer};
use offline_model::OfflineModel;
use protocol::{Failure, FailureKind, KnownKey, ModelChoice, ProfileName, ProfileSettings, Reply};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::DedicatedWorkerGlobalScope;

/// Opens models, and holds their keys.
pub struct Models {
    http: Rc<dyn HttpClient>,
    timer: Rc<dyn Timer>,
    vault: Rc<KeyVault>,
}

impl Models {
    /// With HTTP by `fetch`, and the browser's timers.
    pub fn new() -> Self {
        Self { http: Rc::new(FetchHttpClient), timer: Rc::new(TimeoutTimer), vault: Rc::default() }
    }

    /// Where its keys are.
    pub fn vault(&self) -> Rc<KeyVault> {
        Rc::clone(&self.vault)
    }

    /// Opens the model of a choice, with the key for its origin.
    pub async fn open(&self, choice: &ModelChoice) -> Box<dyn ModelClient> {
        match choice {
            ModelChoice::Offline => Box::new(Paced::new(OfflineModel::new(), Rc::clone(&self.timer))),
            ModelChoice::OpenAiCompatible { base_url, model } => Box::new(self.endpoint(base_url, model).await),
        }
    }

    /// Opens the models of a run: each once, however many profiles name it.
    pub async fn open_all(&self, model: &ModelChoice, profiles: &BTreeMap<ProfileName, ProfileSettings>) -> Profiles {
        let mut settings = profiles.clone();
        settings.entry(ProfileName::Default).or_default().model = model.clone();
        let mut opened: Vec<(&ModelChoice, Rc<dyn ModelClient>)> = Vec::new();
        for choice in settings.values().flat_map(|profile| profile.fallbacks.iter().chain([&profile.model])) {
            if !opened.iter().any(|(known, _)| *known == choice) {
                opened.push((choice, self.open(choice).await.into()));
            }
        }
        let client_of = |choice: &ModelChoice| {
            let known = opened.iter().find(|(known, _)| *known == choice);
            Ok::<_, Infallible>(Rc::clone(&known.expect("every model of the settings was opened").1))
        };
        match Profiles::open(&settings, client_of) {
            Ok(profiles) => profiles,
            Err(never) => match never {},
        }
    }

    async fn endpoint(&self, base_url: &str, model: &str) -> OpenAiClient {
        let key = self.vault.get(Endpoint::parse(base_url).origin()).await;
        let config = Config {
            base_url: base_url.to_owned(),
            model: model.to_owned(),
            key: key.map(Secret::new),
            page_origin: Some(page_origin()),
            max_attempts: Config::DEFAULT_ATTEMPTS,
        };
        OpenAiClient::new(config, Rc::clone(&self.http), Rc::clone(&self.timer))
    }

    /// Tests an endpoint with one very short call.
    pub async fn test(&self, choice: &ModelChoice, now: impl Fn() -> f64) -> Result<Reply, Failure> {
        let started = now();
        let model = match choice {
            ModelChoice::Offline => OfflineModel::new().info(),
            ModelChoice::OpenAiCompatible { base_url, model } => {
                let client = self.endpoint(base_url, model).await;
                client.test_connection().await.map_err(|error| model_failure(&error))?;
                client.info()
            }
        };
        Ok(Reply::Connected { model, ms: now() - started })
    }

    /// Sets the key for an endpoint's origin.
    pub async fn set_key(&self, base_url: &str, key: &str, remember: bool) -> Result<Reply, Failure> {
        let key = key.trim();
        if key.is_empty() {
            return Err(failure::bad_input("The key is empty."));
        }
        let endpoint = Endpoint::parse(base_url);
        self.vault.set(endpoint.origin(), key, remember).await.map_err(failure::storage)?;
        self.keys().await
    }

    /// Deletes the key for an endpoint's origin.
    pub async fn forget_key(&self, base_url: &str) -> Result<Reply, Failure> {
        let endpoint = Endpoint::parse(base_url);
        self.vault.forget(endpoint.origin()).await.map_err(failure::storage)?;
        self.keys().await
    }

    /// The origins for which there is a key.
    pub async fn keys(&self) -> Result<Reply, Failure> {
        let known = self.vault.known().await;
        let keys = known.into_iter().map(|(origin, remembered)| KnownKey { origin, remembered }).collect();
        Ok(Reply::Keys { keys })
    }
}

fn page_origin() -> String {
    js_sys::global().unchecked_into::<DedicatedWorkerGlobalScope>().location().origin()
}

pub fn model_failure(error: &ModelError) -> Failure {
    failure::failure(FailureKind::Model, sentence(error), error.advice.as_deref())
}
