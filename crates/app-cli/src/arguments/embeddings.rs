//! The options that name a server of embeddings.

use clap::Args;
use std::path::PathBuf;

/// The server of embeddings. Without one nothing is sent anywhere.
#[derive(Debug, Default, Args)]
pub struct Embeddings {
    /// The base URL of a server of embeddings (OpenAI's API), to which the text of definitions and queries is sent; its
    /// key is read from the environment variable QUARRY_EMBEDDINGS_KEY
    #[arg(long = "embeddings", value_name = "URL")]
    pub base_url: Option<String>,
    /// The name of the model at --embeddings; a search takes that of the index
    #[arg(long = "embeddings-model", value_name = "NAME")]
    pub model: Option<String>,
    /// A file whose table `embeddings` names the server and the model
    #[arg(long, value_name = "FILE", env = "QUARRY_MODELS")]
    pub models: Option<PathBuf>,
}
