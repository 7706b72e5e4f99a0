//! Chooses and opens the model of a run.

use crate::config::{Config, ModelEndpoint};
use crate::failure::{Failure, FailureKind};
use host_edge::{DelayTimer, FetchHttpClient};
use model::openai::OpenAiClient;
use model::spending::Priced;
use model::{ModelClient, Paced, ProfileName, ProfileSettings, Profiles};
use offline_model::OfflineModel;
use protocol::{AskOptions, ModelChoice};
use std::collections::BTreeMap;
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

/// The models for kinds of work of a run that is asked of this model.
pub fn profiles(config: &Config, default: &ModelChoice) -> BTreeMap<ProfileName, ProfileSettings> {
    let endpoint = config.endpoint.as_ref().filter(|_| *default != ModelChoice::Offline);
    let of = |base_url: &str, model: &str| {
        let model = ModelChoice::OpenAiCompatible { base_url: base_url.to_owned(), model: model.to_owned() };
        ProfileSettings { model, ..ProfileSettings::default() }
    };
    let all = endpoint
        .into_iter()
        .flat_map(|it| it.profiles.iter().map(|(name, (model, _))| (*name, of(&it.base_url, model))));
    all.collect()
}

/// The models of a run. The key is sent to the deployment's own endpoint only.
///
/// # Errors
/// 503 if the deployment no longer has the endpoint.
pub fn open(config: &Config, options: &AskOptions) -> Result<Profiles, Failure> {
    let mut settings = options.profiles.clone();
    settings.entry(ProfileName::Default).or_default().model = options.model.clone();
    Profiles::open(&settings, |choice| client(config, choice))
}

fn client(config: &Config, choice: &ModelChoice) -> Result<Rc<dyn ModelClient>, Failure> {
    let ModelChoice::OpenAiCompatible { base_url, model } = choice else {
        return Ok(Rc::new(Paced::new(OfflineModel::new(), Rc::new(DelayTimer))));
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
    let of_profile = endpoint.profiles.values().find(|(name, _)| name == model).map(|(_, prices)| *prices);
    let prices = if *model == endpoint.model { endpoint.prices } else { of_profile.unwrap_or(endpoint.prices) };
    Ok(Rc::new(Priced::new(client, prices)))
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
        let asked = AskOptions { model: old, ..AskOptions::default() };
        assert_eq!(open(&config, &asked).err().unwrap().kind, FailureKind::Unavailable);
    }

    #[test]
    fn kinds_of_work_have_models_of_the_same_endpoint() {
        let set = |name: &str| match name {
            "MODEL_BASE_URL" => Some("https://m.example/v1".to_owned()),
            "MODEL_NAME" => Some("small".to_owned()),
            "MODEL_PROFILES" => Some("plan=large".to_owned()),
            _ => None,
        };
        let config = Config::read(set).unwrap();
        let large = ModelChoice::OpenAiCompatible { base_url: "https://m.example/v1".into(), model: "large".into() };
        let endpoint = chosen(&config, Some("endpoint")).unwrap();
        assert_eq!(profiles(&config, &endpoint)[&ProfileName::Plan].model, large);
        assert!(profiles(&config, &ModelChoice::Offline).is_empty(), "the offline model does all of its runs");
    }
}
