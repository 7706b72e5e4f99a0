//! Which server and model of embeddings the person names: by flags, or by the file of `--models`.

use crate::arguments::Embeddings;
use crate::models_file::{EmbeddingsTable, ModelsFile};
use anyhow::{Result, bail};
use host_native::{ThreadTimer, UreqHttpClient};
use model::Secret;
use model::openai::{Config, Endpoint, OpenAiEmbeddings};
use protocol::Prices;
use std::rc::Rc;

/// The environment variable of the key. Not that of chat models: a key is sent to one server.
const KEY_VARIABLE: &str = "QUARRY_EMBEDDINGS_KEY";

/// A server of embeddings, and what is asked of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    pub base_url: String,
    /// `None` in a search for the model of the index.
    pub model: Option<String>,
    pub dimensions: Option<u32>,
    pub document_prefix: String,
    pub query_prefix: String,
    /// What a million tokens cost, where that is known.
    pub price: Option<Prices>,
}

impl Choice {
    /// What the person names; `None` where no server is named, and then nothing is sent.
    pub fn of(arguments: &Embeddings) -> Result<Option<Self>> {
        let file = arguments.models.as_deref().map(ModelsFile::read).transpose()?.unwrap_or_default();
        let table = file.embeddings.clone().unwrap_or_default();
        let Some(base_url) = arguments.base_url.clone().or_else(|| table.base_url.clone()) else {
            if arguments.model.is_some() {
                bail!("--embeddings-model needs --embeddings, such as http://localhost:11434/v1");
            }
            return Ok(None);
        };
        if base_url.trim().is_empty() {
            bail!("--embeddings wants a base URL, such as http://localhost:11434/v1");
        }
        let EmbeddingsTable { dimensions, document_prefix, query_prefix, .. } = table;
        let model = arguments.model.clone().or(table.model);
        let price = model.as_ref().and_then(|model| file.prices.get(model)).map(|price| price.known());
        Ok(Some(Self { base_url, model, dimensions, document_prefix, query_prefix, price }))
    }

    /// The client of a model, with the key from the environment.
    pub fn client(&self, model: &str) -> OpenAiEmbeddings {
        let key = std::env::var(KEY_VARIABLE).ok().filter(|key| !key.trim().is_empty());
        let config = Config {
            base_url: self.base_url.clone(),
            model: model.to_owned(),
            key: key.map(Secret::new),
            page_origin: None,
            max_attempts: Config::DEFAULT_ATTEMPTS,
        };
        OpenAiEmbeddings::new(config, self.dimensions, Rc::new(UreqHttpClient::new()), Rc::new(ThreadTimer))
    }

    /// Host and port of the server, for people.
    pub fn host(&self) -> String {
        Endpoint::parse(&self.base_url).host().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn chosen(
        base_url: Option<&str>,
        model: Option<&str>,
        models: Option<std::path::PathBuf>,
    ) -> Result<Option<Choice>> {
        Choice::of(&Embeddings { base_url: base_url.map(Into::into), model: model.map(Into::into), models })
    }

    #[test]
    fn nothing_is_chosen_unless_a_server_is_named() {
        assert_eq!(chosen(None, None, None).unwrap(), None);
        assert!(chosen(None, Some("m"), None).unwrap_err().to_string().contains("needs --embeddings"));
        assert!(chosen(Some(" "), None, None).is_err());
        let choice = chosen(Some("http://localhost:11434"), Some("m"), None).unwrap().unwrap();
        assert_eq!((choice.host().as_str(), choice.model.as_deref()), ("localhost:11434", Some("m")));
    }

    #[test]
    fn the_file_of_models_has_a_table_for_it_and_flags_replace_it() {
        let scratch = Scratch::new("embeddings");
        let path = scratch.0.join("models.toml");
        let table = "[embeddings]\nbase_url = 'http://a/v1'\nmodel = 'nomic'\ndimensions = 256\n\
                     document_prefix = 'search_document: '\nquery_prefix = 'search_query: '\n\
                     [prices.nomic]\ninput = 0.02\noutput = 0\n";
        std::fs::write(&path, table).unwrap();
        let choice = chosen(None, None, Some(path.clone())).unwrap().unwrap();
        assert_eq!((choice.base_url.as_str(), choice.model.as_deref()), ("http://a/v1", Some("nomic")));
        assert_eq!((choice.dimensions, choice.document_prefix.as_str()), (Some(256), "search_document: "));
        assert_eq!(choice.price.map(|price| price.input), Some(0.02));
        let choice = chosen(Some("http://b/v1"), Some("other"), Some(path.clone())).unwrap().unwrap();
        assert_eq!((choice.base_url.as_str(), choice.model.as_deref()), ("http://b/v1", Some("other")));
        std::fs::write(&path, "[embeddings]\nbase = 'x'\n").unwrap();
        assert!(format!("{:#}", chosen(None, None, Some(path)).unwrap_err()).contains("unknown field `base`"));
    }
}
