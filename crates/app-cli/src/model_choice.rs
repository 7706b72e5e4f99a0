//! Chooses and opens the models that are named on the command line.

use crate::arguments::Answering;
use crate::models_file::{self, ModelsFile};
use anyhow::{Result, bail};
use host_native::{ThreadTimer, UreqHttpClient};
use model::openai::{Config, Endpoint, OpenAiClient};
use model::spending::Priced;
use model::{ModelClient, Profiles, Secret};
use offline_model::OfflineModel;
use protocol::{AskOptions, ModelChoice, Prices, ProfileName};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The environment variable of the key, which is never an argument: other users of the machine can read those.
const KEY_VARIABLE: &str = "QUARRY_API_KEY";

/// The options of a run of `agent` with the models and limits that the arguments name.
pub fn options(arguments: &Answering, agent: &str) -> Result<AskOptions> {
    let file = arguments.models.as_deref().map(ModelsFile::read).transpose()?.unwrap_or_default();
    let default = file.default_profile();
    let server = arguments.base_url.as_deref().or(default.and_then(|default| default.base_url.as_deref()));
    let named = arguments.model.as_deref().or(default.and_then(|default| default.model.as_deref()));
    let model = match (&arguments.base_url, named) {
        // A server can have a model of any name.
        (Some(base_url), named) => {
            ModelChoice::OpenAiCompatible { base_url: base_url.clone(), model: named.unwrap_or("offline").to_owned() }
        }
        (None, None) => ModelChoice::Offline,
        (None, Some(model)) if server.is_none() && model != "offline" => {
            bail!("--model {model} needs --base-url, such as http://localhost:11434/v1")
        }
        (None, Some(model)) => models_file::choice(model, server)?,
    };
    let mut prices: BTreeMap<String, Prices> =
        file.prices.iter().map(|(model, price)| (model.clone(), price.known())).collect();
    if let ModelChoice::OpenAiCompatible { model, .. } = &model {
        let price = prices.entry(model.clone()).or_default();
        price.input = arguments.price_input.unwrap_or(price.input);
        price.output = arguments.price_output.unwrap_or(price.output);
    }
    prices.retain(|_, price| price.are_known());
    let options = AskOptions {
        agent: agent.to_owned(),
        max_iterations: arguments.max_iterations,
        max_executor_steps: arguments.max_executor_steps,
        recursion_limit: arguments.recursion_limit,
        max_tokens: arguments.spending.max_tokens,
        max_usd: arguments.spending.max_cost,
        profiles: file.profiles(&model, server)?,
        prices,
        model,
        ..AskOptions::default()
    };
    check_prices(&options, options.max_usd)?;
    Ok(options)
}

/// Refuses a limit of money where a model's prices are not known: it would not hold.
pub fn check_prices(options: &AskOptions, max_usd: Option<f64>) -> Result<()> {
    if max_usd.is_none() {
        return Ok(());
    }
    let of_profiles = options.profiles.values().flat_map(|profile| profile.fallbacks.iter().chain([&profile.model]));
    for choice in of_profiles.chain([&options.model]) {
        if let ModelChoice::OpenAiCompatible { model, .. } = choice
            && !options.prices.contains_key(model)
        {
            bail!(
                "--max-cost needs the prices of {model}: --price-input and --price-output, or [prices.\"{model}\"] in the \
                 file of --models"
            );
        }
    }
    Ok(())
}

/// Opens the models of a run, with the keys from the environment.
pub fn open(options: &AskOptions) -> Profiles {
    let mut settings = options.profiles.clone();
    settings.entry(ProfileName::Default).or_default().model = options.model.clone();
    let opened = Profiles::open(&settings, |choice| Ok::<_, std::convert::Infallible>(client(choice, options)));
    match opened {
        Ok(profiles) => profiles,
        Err(never) => match never {},
    }
}

fn client(choice: &ModelChoice, options: &AskOptions) -> Rc<dyn ModelClient> {
    let ModelChoice::OpenAiCompatible { base_url, model } = choice else { return Rc::new(OfflineModel::new()) };
    let key = std::env::var(key_variable(base_url, &options.model)).ok().filter(|key| !key.trim().is_empty());
    let config = Config {
        base_url: base_url.clone(),
        model: model.clone(),
        key: key.map(Secret::new),
        page_origin: None,
        max_attempts: Config::DEFAULT_ATTEMPTS,
    };
    let client = OpenAiClient::new(config, Rc::new(UreqHttpClient::new()), Rc::new(ThreadTimer));
    match options.prices.get(model) {
        Some(prices) => Rc::new(Priced::new(client, *prices)),
        None => Rc::new(client),
    }
}

/// The environment variable of a server's key: a key is sent to one server. `QUARRY_API_KEY` is for the server of the
/// default model, `QUARRY_API_KEY_` and the host in capitals for any other.
fn key_variable(base_url: &str, default: &ModelChoice) -> String {
    let endpoint = Endpoint::parse(base_url);
    match default {
        ModelChoice::OpenAiCompatible { base_url, .. } if Endpoint::parse(base_url).origin() == endpoint.origin() => {
            KEY_VARIABLE.to_owned()
        }
        _ => {
            let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' };
            format!("{KEY_VARIABLE}_{}", endpoint.host().chars().map(letter).collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Spending;
    use crate::scratch::Scratch;

    fn at(server: &str, model: &str) -> ModelChoice {
        ModelChoice::OpenAiCompatible { base_url: server.to_owned(), model: model.to_owned() }
    }

    fn chosen(arguments: &Answering) -> Result<AskOptions, String> {
        options(arguments, "plan-react").map_err(|error| format!("{error:#}"))
    }

    fn named(model: Option<&str>, base_url: Option<&str>) -> Answering {
        Answering { model: model.map(Into::into), base_url: base_url.map(Into::into), ..Answering::default() }
    }

    #[test]
    fn one_model_is_named_by_its_address_and_name() {
        let model = |arguments: &Answering| chosen(arguments).map(|options| options.model);
        assert_eq!(model(&named(None, None)), Ok(ModelChoice::Offline));
        assert_eq!(model(&named(Some("offline"), None)), Ok(ModelChoice::Offline));
        assert_eq!(model(&named(Some("m"), Some("http://a/v1"))), Ok(at("http://a/v1", "m")));
        assert!(model(&named(Some("m"), None)).unwrap_err().contains("needs --base-url"));
    }

    #[test]
    fn a_file_names_models_for_kinds_of_work() {
        let scratch = Scratch::new("models");
        let path = scratch.0.join("models.toml");
        let text = "[models.default]\nmodel = 'small'\nbase_url = 'http://a/v1'\n[models.plan]\nmodel = 'large'\n\
                    [prices.small]\ninput = 0.1\noutput = 0.2\n";
        std::fs::write(&path, text).unwrap();
        let with_file = |arguments: Answering| Answering { models: Some(path.clone()), ..arguments };
        let options = chosen(&with_file(named(None, None))).unwrap();
        assert_eq!(options.model, at("http://a/v1", "small"));
        assert_eq!(options.profiles[&ProfileName::Plan].model, at("http://a/v1", "large"));
        let profiles = open(&options);
        let model = |profile| profiles.get(profile).info().model;
        assert_eq!((model(ProfileName::Plan), model(ProfileName::Review)), ("large".to_owned(), "small".to_owned()));
        assert_eq!(profiles.get(ProfileName::Fast).prices(), Some(Prices { input: 0.1, output: 0.2 }));
        // What is named on the command line is the default.
        let options = chosen(&with_file(named(Some("tiny"), Some("http://b/v1")))).unwrap();
        assert_eq!(
            (options.model.clone(), open(&options).get(ProfileName::Default).info().model),
            (at("http://b/v1", "tiny"), "tiny".to_owned())
        );
        assert_eq!(options.profiles[&ProfileName::Plan].model, at("http://b/v1", "large"));
        // A limit of money needs every price.
        let spending = Spending { max_cost: Some(0.5), max_tokens: None };
        let refused = chosen(&with_file(Answering { spending, ..named(None, None) })).unwrap_err();
        assert!(refused.contains("--max-cost needs the prices of large"), "{refused}");
    }

    #[test]
    fn a_limit_of_money_needs_prices() {
        let spending = Spending { max_cost: Some(0.5), max_tokens: None };
        let arguments = Answering { spending, ..named(Some("m"), Some("http://a/v1")) };
        assert!(chosen(&arguments).unwrap_err().contains("needs the prices of m"));
        let priced = Answering { price_input: Some(0.1), price_output: Some(0.4), ..arguments };
        let options = chosen(&priced).unwrap();
        assert_eq!((options.max_usd, options.prices["m"]), (Some(0.5), Prices { input: 0.1, output: 0.4 }));
        // The offline model costs nothing.
        assert!(chosen(&Answering { spending, ..named(None, None) }).is_ok());
    }

    #[test]
    fn a_key_goes_to_one_server() {
        let default = at("https://api.example.com/v1", "m");
        assert_eq!(key_variable("https://api.example.com/v2", &default), "QUARRY_API_KEY");
        assert_eq!(key_variable("https://other.example:8080/v1", &default), "QUARRY_API_KEY_OTHER_EXAMPLE_8080");
        assert_eq!(key_variable("https://api.example.com/v1", &ModelChoice::Offline), "QUARRY_API_KEY_API_EXAMPLE_COM");
    }
}
