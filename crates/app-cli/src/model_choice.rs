//! Chooses and opens the model that is named on the command line.

use crate::arguments::Answering;
use anyhow::{Result, bail};
use host_native::{ThreadTimer, UreqHttpClient};
use model::openai::{Config, OpenAiClient};
use model::{ModelClient, Secret};
use offline_model::OfflineModel;
use protocol::ModelChoice;
use std::rc::Rc;

/// The environment variable of the key, which is never an argument: other users of the machine can read those.
const KEY_VARIABLE: &str = "QUARRY_API_KEY";

/// The model that the arguments name.
pub fn of(options: &Answering) -> Result<ModelChoice> {
    match &options.base_url {
        Some(base_url) => {
            Ok(ModelChoice::OpenAiCompatible { base_url: base_url.clone(), model: options.model.clone() })
        }
        None if options.model == "offline" => Ok(ModelChoice::Offline),
        None => bail!("--model {} needs --base-url, such as http://localhost:11434/v1", options.model),
    }
}

/// Opens a model, with the key from the environment.
pub fn open(choice: &ModelChoice) -> Box<dyn ModelClient> {
    let ModelChoice::OpenAiCompatible { base_url, model } = choice else { return Box::new(OfflineModel::new()) };
    let key = std::env::var(KEY_VARIABLE).ok().filter(|key| !key.trim().is_empty());
    let config = Config {
        base_url: base_url.clone(),
        model: model.clone(),
        key: key.map(Secret::new),
        page_origin: None,
        max_attempts: Config::DEFAULT_ATTEMPTS,
    };
    Box::new(OpenAiClient::new(config, Rc::new(UreqHttpClient::new()), Rc::new(ThreadTimer)))
}
