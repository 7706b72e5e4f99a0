//! Chooses and opens the model of a run.

use crate::config::{Config, ModelEndpoint};
use crate::failure::{Failure, FailureKind};
use host_edge::{DelayTimer, FetchHttpClient};
use model::openai::OpenAiClient;
use model::spending::Priced;
use model::{ModelClient, Paced};
use offline_model::OfflineModel;
use protocol::ModelChoice;
use std::rc::Rc;

/// The model that the `model` of a request names.
///
/// # Errors
/// 400 with the valid names.
pub fn chosen(config: &Config, wish: Option<&str>) -> Result<ModelChoice, Failure> {
    let of = |endpoint: &ModelEndpoint| ModelChoice::OpenAiCompatible {
        base_url: endpoint.base_url.clone(),
        model: endpoint.model.clone(),
    };
    match (wish, &config.endpoint) {
        (None, Some(endpoint)) if config.endpoint_by_default => Ok(of(endpoint)),
        (None | Some("offline"), _) => Ok(ModelChoice::Offline),
        (Some(wish), Some(endpoint)) if wish == "endpoint" || wish == endpoint.model => Ok(of(endpoint)),
        (Some(_), Some(endpoint)) => {
            Err(Failure::bad(format!("`model` can be `offline` or `endpoint` (`{}`).", endpoint.model)))
        }
        (Some(_), None) => Err(Failure::bad("This deployment has the model `offline` alone.")),
    }
}

/// The model of a run. The key is sent to the deployment's own endpoint only.
///
/// # Errors
/// 503 if the deployment no longer has that model.
pub fn open(config: &Config, choice: &ModelChoice) -> Result<Box<dyn ModelClient>, Failure> {
    let ModelChoice::OpenAiCompatible { base_url, model } = choice else {
        return Ok(Box::new(Paced::new(OfflineModel::new(), Rc::new(DelayTimer))));
    };
    let endpoint = config.endpoint.as_ref().filter(|endpoint| endpoint.base_url == *base_url);
    let gone = || Failure::new(FailureKind::Unavailable, "The model of this run is no longer set up here.");
    let endpoint = endpoint.ok_or_else(gone)?;
    let config = model::openai::Config {
        base_url: base_url.clone(),
        model: model.clone(),
        key: endpoint.key.clone(),
        page_origin: None,
        max_attempts: model::openai::Config::DEFAULT_ATTEMPTS,
    };
    let client = OpenAiClient::new(config, Rc::new(FetchHttpClient), Rc::new(DelayTimer));
    Ok(Box::new(Priced::new(client, endpoint.prices)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_chooses_among_what_the_deployment_has() {
        let none = Config::read(|_| None).unwrap();
        assert_eq!(chosen(&none, None).unwrap(), ModelChoice::Offline);
        assert!(chosen(&none, Some("endpoint")).is_err());
        let set = |name: &str| match name {
            "MODEL_BASE_URL" => Some("https://m.example/v1".to_owned()),
            "MODEL_NAME" => Some("small".to_owned()),
            "DEFAULT_MODEL" => Some("endpoint".to_owned()),
            _ => None,
        };
        let config = Config::read(set).unwrap();
        let endpoint = ModelChoice::OpenAiCompatible { base_url: "https://m.example/v1".into(), model: "small".into() };
        for wish in [None, Some("endpoint"), Some("small")] {
            assert_eq!(chosen(&config, wish).unwrap(), endpoint);
        }
        assert_eq!(chosen(&config, Some("offline")).unwrap(), ModelChoice::Offline);
        assert!(chosen(&config, Some("huge")).unwrap_err().message.contains("`endpoint` (`small`)"));
    }

    #[test]
    fn a_run_of_another_endpoint_gets_no_key() {
        let set = |name: &str| match name {
            "MODEL_BASE_URL" => Some("https://new.example/v1".to_owned()),
            "MODEL_NAME" => Some("small".to_owned()),
            _ => None,
        };
        let config = Config::read(set).unwrap();
        let old = ModelChoice::OpenAiCompatible { base_url: "https://old.example/v1".into(), model: "small".into() };
        assert_eq!(open(&config, &old).err().unwrap().kind, FailureKind::Unavailable);
    }
}
