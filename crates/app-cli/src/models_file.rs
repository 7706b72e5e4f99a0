//! The file of `--models`: a model for each kind of work, and prices.
//!
//! Its models get the questions, the code they need and a key, so it is read only where the person names it: the
//! `quarry.toml` of a repository may be written by somebody else.

use crate::output::one_line;
use anyhow::{Context, Result, bail};
use protocol::{ModelChoice, Prices, ProfileName, ProfileSettings};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The largest length of the file in bytes.
const LONGEST: u64 = 1 << 20;
/// The tables that it may hold. Those of an index and of servers are read by others.
const TABLES: [&str; 6] = ["embeddings", "index", "mcp", "models", "prices", "search"];

/// The tables `[models.PROFILE]`, `[prices.MODEL]` and `[embeddings]`.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct ModelsFile {
    models: BTreeMap<String, Profile>,
    /// Prices in US dollars for a million tokens, by the name of the model.
    pub prices: BTreeMap<String, Price>,
    /// The server of embeddings.
    pub embeddings: Option<EmbeddingsTable>,
}

/// The table `[embeddings]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EmbeddingsTable {
    /// The server.
    pub base_url: Option<String>,
    /// The name of the model.
    pub model: Option<String>,
    /// How many dimensions to ask for, where the model has a choice.
    pub dimensions: Option<u32>,
    /// What the model wants in front of the text of a definition.
    pub document_prefix: String,
    /// The same of a query.
    pub query_prefix: String,
}

/// A table `[models.PROFILE]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Profile {
    /// `offline`, or the name of a model at the server.
    pub model: Option<String>,
    /// The server; that of `[models.default]` or of --base-url where it is left out.
    pub base_url: Option<String>,
    /// Names of models at the same server that are asked where it cannot be reached; `offline` is one too.
    pub fallbacks: Vec<Model>,
    pub temperature: Option<f64>,
    pub max_tokens: Option<u32>,
}

/// A model by its name, or with a server of its own.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Model {
    Named(String),
    At { model: String, base_url: String },
}

/// A table `[prices.MODEL]`.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    input: f64,
    output: f64,
}

impl Price {
    pub fn known(self) -> Prices {
        Prices { input: self.input, output: self.output }
    }
}

impl ModelsFile {
    pub fn read(path: &Path) -> Result<Self> {
        let shown = || path.display().to_string();
        if std::fs::metadata(path).with_context(shown)?.len() > LONGEST {
            bail!("{} is longer than {} MiB", path.display(), LONGEST >> 20);
        }
        parse(&std::fs::read_to_string(path).with_context(shown)?).with_context(shown)
    }

    /// `[models.default]`, where there is one.
    pub fn default_profile(&self) -> Option<&Profile> {
        self.models.get(ProfileName::Default.as_str())
    }

    /// The profiles, with `default` as the model of that profile and `server` where a table names none.
    pub fn profiles(
        &self,
        default: &ModelChoice,
        server: Option<&str>,
    ) -> Result<BTreeMap<ProfileName, ProfileSettings>> {
        let settings = |(name, profile): (&String, &Profile)| {
            let known = ProfileName::from_name(name).with_context(|| unknown(name))?;
            let server = profile.base_url.as_deref().or(server);
            let model = match &profile.model {
                _ if known == ProfileName::Default => default.clone(),
                Some(model) => choice(model, server).with_context(|| format!("models.{name}"))?,
                None => default.clone(),
            };
            let fallback = |fallback: &Model| match fallback {
                Model::Named(model) => choice(model, server).with_context(|| format!("models.{name}.fallbacks")),
                Model::At { model, base_url } => choice(model, Some(base_url)),
            };
            let fallbacks = profile.fallbacks.iter().map(fallback).collect::<Result<_>>()?;
            let Profile { temperature, max_tokens, .. } = *profile;
            Ok((known, ProfileSettings { model, fallbacks, temperature, max_tokens }))
        };
        self.models.iter().map(settings).collect()
    }
}

/// The model of this name at a server.
pub fn choice(model: &str, server: Option<&str>) -> Result<ModelChoice> {
    match server {
        _ if model == "offline" => Ok(ModelChoice::Offline),
        Some(server) => Ok(ModelChoice::OpenAiCompatible { base_url: server.to_owned(), model: model.to_owned() }),
        None => bail!("the model {} needs a base_url, such as http://localhost:11434/v1", one_line(model)),
    }
}

fn unknown(name: &str) -> String {
    let known = ProfileName::ALL.map(ProfileName::as_str).join(", ");
    format!("there is no profile `{}`; the profiles are {known}", one_line(name))
}

fn parse(text: &str) -> Result<ModelsFile> {
    let top: toml::Table = text.parse().map_err(|error| crate::config::mistake(&error, text))?;
    if let Some(key) = top.keys().find(|key| !TABLES.contains(&key.as_str())) {
        bail!("unknown key `{}`; known are {}", one_line(key), TABLES.join(", "));
    }
    let file: ModelsFile = toml::from_str(text).map_err(|error| crate::config::mistake(&error, text))?;
    for (model, price) in &file.prices {
        if ![price.input, price.output].iter().all(|amount| amount.is_finite() && *amount >= 0.0) {
            bail!("prices.{}: a price is an amount of US dollars, 0 or more", one_line(model));
        }
    }
    // A wrong name is reported also where the profile is not used.
    if let Some(name) = file.models.keys().find(|name| ProfileName::from_name(name).is_none()) {
        bail!(unknown(name));
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(server: &str, model: &str) -> ModelChoice {
        ModelChoice::OpenAiCompatible { base_url: server.to_owned(), model: model.to_owned() }
    }

    fn why(text: &str) -> String {
        format!("{:#}", parse(text).unwrap_err())
    }

    #[test]
    fn a_profile_has_a_model_at_its_server_or_at_that_of_the_default() {
        let file = parse(
            r#"
            [index]
            include = ["src"]
            [models.default]
            model = "small"
            [models.plan]
            model = "large"
            temperature = 0.3
            max_tokens = 800
            fallbacks = ["small", { model = "local", base_url = "http://b/v1" }, "offline"]
            [models.review]
            model = "other"
            base_url = "http://c/v1"
            [models.edit]
            temperature = 0.1
            [prices.large]
            input = 0.15
            output = 0.6
            "#,
        )
        .unwrap();
        let profiles = file.profiles(&at("http://a/v1", "named"), Some("http://a/v1")).unwrap();
        let plan = ProfileSettings {
            model: at("http://a/v1", "large"),
            fallbacks: vec![at("http://a/v1", "small"), at("http://b/v1", "local"), ModelChoice::Offline],
            temperature: Some(0.3),
            max_tokens: Some(800),
        };
        assert_eq!(profiles[&ProfileName::Plan], plan);
        assert_eq!(profiles[&ProfileName::Review].model, at("http://c/v1", "other"));
        // What the command line names is the default, whatever the file says.
        assert_eq!(profiles[&ProfileName::Default].model, at("http://a/v1", "named"));
        assert_eq!(profiles[&ProfileName::Edit].model, at("http://a/v1", "named"));
        assert!(!profiles.contains_key(&ProfileName::Fast));
        assert_eq!(file.prices["large"].known(), Prices { input: 0.15, output: 0.6 });
        assert!(format!("{:#}", file.profiles(&ModelChoice::Offline, None).unwrap_err()).contains("needs a base_url"));
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(
            why("[models.slow]\n"),
            "there is no profile `slow`; the profiles are default, fast, plan, edit, review"
        );
        assert!(
            why("[models.plan]\nkey = 'sk-1'\n").contains("unknown field `key`"),
            "{}",
            why("[models.plan]\nkey = 'sk-1'\n")
        );
        assert_eq!(why("[model]\n"), "unknown key `model`; known are embeddings, index, mcp, models, prices, search");
        assert_eq!(
            why("[prices.m]\ninput = -1.0\noutput = 1.0\n"),
            "prices.m: a price is an amount of US dollars, 0 or more"
        );
        assert!(why("[prices.m]\ninput = 1.0\n").contains("missing field `output`"));
    }
}
