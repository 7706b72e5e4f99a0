//! The settings of a deployment: variables and secrets of the Worker, read once for each request.

use crate::budget::Budget;
use crate::cors::Origins;
use crate::failure::{Failure, FailureKind};
use crate::profiles;
use crate::tokens::Tokens;
use limits::mcp::SERVERS;
use mcp_client::Address;
use model::spending::Prices;
use model::{ProfileName, Secret};
use std::collections::BTreeMap;
use worker::Env;

/// Days that a run is kept unless the deployment sets another number.
const RUN_DAYS: u32 = 7;

/// The deployment's settings.
pub struct Config {
    /// The valid tokens and their rights.
    pub tokens: Tokens,
    /// The origins whose pages may call the API.
    pub origins: Origins,
    /// Whether questions about public repositories need no token.
    pub anonymous_ask: bool,
    /// The language model, if one is configured.
    pub endpoint: Option<ModelEndpoint>,
    /// Whether the language model is the default for requests that name none.
    pub endpoint_by_default: bool,
    /// The most that a run may spend; a request can lower it.
    pub budget: Budget,
    /// Days after which an unused run is deleted.
    pub run_days: u32,
    /// The servers of tools (MCP) that agents may call.
    pub tool_servers: Vec<ToolServer>,
    /// The hosts whose pages agents may fetch; those below them are meant too.
    pub fetch_hosts: Vec<String>,
}

/// A server of tools of a deployment.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolServer {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub address: Address,
    /// The bearer token.
    pub token: Option<Secret>,
}

/// The Chat Completions server of a deployment.
#[derive(Clone)]
pub struct ModelEndpoint {
    /// Base URL including the version.
    pub base_url: String,
    /// The provider's name of the model.
    pub model: String,
    /// For the `authorization` header.
    pub key: Option<Secret>,
    /// What tokens cost.
    pub prices: Prices,
    /// Models at the same address for kinds of work, with their prices.
    pub profiles: BTreeMap<ProfileName, (String, Prices)>,
}

impl Config {
    /// Reads the settings of the deployment.
    ///
    /// # Errors
    /// 503 with the setting that is wrong, which is also logged.
    pub fn of(env: &Env) -> Result<Self, Failure> {
        Self::read(|name| env.var(name).ok().map(|value| value.to_string())).map_err(|why| {
            worker::console_error!("{why}");
            Failure::new(FailureKind::Unavailable, format!("The Worker's settings are wrong: {why}."))
        })
    }

    /// Reads the settings. `get` returns a variable or secret by name; an empty one counts as not set.
    ///
    /// # Errors
    /// Which setting is wrong, without its value if that is a secret.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let get = |name: &str| get(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let settings = Settings(&get);
        let tokens = get("QUARRY_TOKENS").map_or_else(|| Ok(Tokens::default()), |text| Tokens::parse(&text))?;
        let endpoint = match (get("MODEL_BASE_URL"), get("MODEL_NAME")) {
            (None, _) => None,
            (Some(base_url), Some(model)) => {
                let prices = Prices {
                    input: settings.amount("MODEL_PRICE_INPUT", 0.0)?,
                    output: settings.amount("MODEL_PRICE_OUTPUT", 0.0)?,
                };
                let key = get("MODEL_API_KEY").map(Secret::new);
                Some(ModelEndpoint { base_url, model, key, prices, profiles: settings.profiles(prices)? })
            }
            (Some(_), None) => return Err("MODEL_BASE_URL is set, so MODEL_NAME has to be too".to_owned()),
        };
        let endpoint_by_default = match get("DEFAULT_MODEL").as_deref() {
            None | Some("offline") => false,
            Some("endpoint") if endpoint.is_some() => true,
            Some("endpoint") => return Err("DEFAULT_MODEL is `endpoint`, but MODEL_BASE_URL is not set".to_owned()),
            Some(other) => return Err(format!("DEFAULT_MODEL is `{other}`; it can be `offline` or `endpoint`")),
        };
        let most = Budget::default();
        Ok(Self {
            tokens,
            // Not set: no other origin may call.
            origins: Origins::parse(&get("ALLOWED_ORIGINS").unwrap_or_default())?,
            anonymous_ask: settings.flag("ANONYMOUS_ASK")?,
            endpoint,
            endpoint_by_default,
            budget: Budget {
                iterations: settings.count("MAX_ITERATIONS", most.iterations)?,
                executor_steps: settings.count("MAX_EXECUTOR_STEPS", most.executor_steps)?,
                steps: settings.count("MAX_STEPS", most.steps)?,
                tokens: u64::from(settings.count("MAX_RUN_TOKENS", 200_000)?),
                usd: settings.amount("MAX_RUN_USD", most.usd)?,
            },
            run_days: settings.count("RUN_DAYS", RUN_DAYS)?.max(1),
            tool_servers: tool_servers(&get)?,
            fetch_hosts: listed(&get("FETCH_HOSTS").unwrap_or_default()).map(str::to_ascii_lowercase).collect(),
        })
    }
}

/// `MCP_SERVERS` is `name=URL, ...`; the token of a server is in `MCP_TOKEN_` and its name in capitals.
fn tool_servers(get: &dyn Fn(&str) -> Option<String>) -> Result<Vec<ToolServer>, String> {
    let all = get("MCP_SERVERS").unwrap_or_default();
    let server = |entry: &str| {
        let wrong = |why: &str| format!("MCP_SERVERS holds `{entry}`: {why}");
        let (name, url) = entry.split_once('=').ok_or_else(|| wrong("write name=URL"))?;
        let (name, url) = (name.trim(), url.trim());
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(wrong("a name has letters, digits and `_`"));
        }
        let address = Address::http(url).map_err(|error| wrong(&error.to_string()))?;
        let token = get(&format!("MCP_TOKEN_{}", name.to_ascii_uppercase())).map(Secret::new);
        Ok(ToolServer { name: name.to_owned(), address, token })
    };
    let servers: Vec<ToolServer> = listed(&all).map(server).collect::<Result<_, _>>()?;
    if servers.len() > SERVERS {
        return Err(format!("MCP_SERVERS holds {} servers; at most {SERVERS} are allowed", servers.len()));
    }
    Ok(servers)
}

fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|entry| !entry.is_empty())
}

/// [`Config::run_days`], or the default if the settings are wrong: the end of a run is stored all the same.
pub fn run_days(env: &Env) -> u32 {
    Config::of(env).map_or(RUN_DAYS, |config| config.run_days)
}

struct Settings<'a>(&'a dyn Fn(&str) -> Option<String>);

impl Settings<'_> {
    fn count(&self, name: &str, default: u32) -> Result<u32, String> {
        let Some(text) = (self.0)(name) else { return Ok(default) };
        text.parse().map_err(|_| format!("{name} is `{text}`; it has to be a whole number"))
    }

    fn amount(&self, name: &str, default: f64) -> Result<f64, String> {
        let Some(text) = (self.0)(name) else { return Ok(default) };
        let amount = text.parse::<f64>().ok().filter(|amount| amount.is_finite() && *amount >= 0.0);
        amount.ok_or_else(|| format!("{name} is `{text}`; it has to be an amount of US dollars such as 0.25"))
    }

    fn profiles(&self, default: Prices) -> Result<BTreeMap<ProfileName, (String, Prices)>, String> {
        // Not set: one model does all.
        let text = |name: &str| (self.0)(name).unwrap_or_default();
        let (models, prices) = (profiles::models(&text("MODEL_PROFILES"))?, profiles::prices(&text("MODEL_PRICES"))?);
        profiles::check_prices(default, &models, &prices)?;
        // Where no price is known, tokens alone are counted.
        let price = |model: &str| prices.get(model).copied().unwrap_or_default();
        Ok(models.into_iter().map(|(profile, model)| (profile, (model.clone(), price(&model)))).collect())
    }

    fn flag(&self, name: &str) -> Result<bool, String> {
        match (self.0)(name).as_deref() {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(other) => Err(format!("{name} is `{other}`; it can be `true` or `false`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_of_tools_have_a_name_an_address_and_a_token() {
        let set =
            [("MCP_SERVERS", "issues=https://a.example/mcp, docs = https://b.example/"), ("MCP_TOKEN_ISSUES", "t")];
        let servers = read(&set).unwrap_or_else(|why| panic!("{why}")).tool_servers;
        let names: Vec<_> =
            servers.iter().map(|it| (it.name.as_str(), it.address.to_string(), it.token.is_some())).collect();
        let expected =
            [("issues", "https://a.example/mcp".to_owned(), true), ("docs", "https://b.example/".to_owned(), false)];
        assert_eq!(names, expected);
        let why = |text: &str| read(&[("MCP_SERVERS", text)]).err().unwrap();
        assert_eq!(why("https://a.example"), "MCP_SERVERS holds `https://a.example`: write name=URL");
        assert!(why("a=http://a.example").contains("it must begin with https://"));
        assert!(why("a b=https://a.example").contains("a name has letters"));
        let hosts = read(&[("FETCH_HOSTS", "docs.rs, Example.COM")]).unwrap_or_else(|why| panic!("{why}")).fetch_hosts;
        assert_eq!(hosts, ["docs.rs", "example.com"]);
    }

    fn read(set: &[(&str, &str)]) -> Result<Config, String> {
        Config::read(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn nothing_set_is_closed_and_free() {
        let config = read(&[("ALLOWED_ORIGINS", "  ")]).unwrap();
        assert!(!config.anonymous_ask && config.endpoint.is_none() && !config.endpoint_by_default);
        assert_eq!(config.tokens.bearer("anything-at-all-here"), None);
        assert!(!config.origins.allows("https://example.com"));
        assert_eq!(config.budget, Budget { tokens: 200_000, ..Budget::default() });
    }

    #[test]
    fn a_wrong_setting_is_named() {
        let wrong = |set: &[(&str, &str)]| read(set).err().unwrap();
        assert!(wrong(&[("MAX_STEPS", "many")]).contains("MAX_STEPS is `many`"));
        assert!(wrong(&[("MAX_RUN_USD", "-1")]).contains("MAX_RUN_USD"));
        assert!(wrong(&[("ANONYMOUS_ASK", "yes")]).contains("`true` or `false`"));
        assert!(wrong(&[("MODEL_BASE_URL", "https://m.example/v1")]).contains("MODEL_NAME"));
        assert!(wrong(&[("DEFAULT_MODEL", "endpoint")]).contains("MODEL_BASE_URL"));
        assert!(wrong(&[("ALLOWED_ORIGINS", "example.com")]).contains("ALLOWED_ORIGINS"));
    }

    #[test]
    fn a_model_has_prices() {
        let set = [
            ("MODEL_BASE_URL", "https://m.example/v1"),
            ("MODEL_NAME", "small"),
            ("MODEL_PRICE_INPUT", "0.15"),
            ("MODEL_PRICE_OUTPUT", "0.6"),
            ("DEFAULT_MODEL", "endpoint"),
        ];
        let config = read(&set).unwrap();
        assert!(config.endpoint_by_default);
        assert_eq!(config.endpoint.unwrap().prices, Prices { input: 0.15, output: 0.6 });
    }
}
