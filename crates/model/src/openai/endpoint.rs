//! The address of a Chat Completions server.

use crate::http::origin_of;

/// The kind of server, guessed from its host and port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Server {
    /// Port 11434 on this machine or network.
    Ollama,
    /// Port 1234.
    LmStudio,
    /// Port 8080.
    LlamaCpp,
    /// Port 8000.
    Vllm,
    /// Another local address.
    Local,
    /// Any other address.
    Remote,
}

/// A normalised base URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    base: String,
}

impl Endpoint {
    /// Normalises a base URL as people paste it: white space, trailing slashes, the whole `/chat/completions` or
    /// `/models` address, a missing scheme (http for a local address, else https), Ollama without its `/v1`.
    pub fn parse(raw: &str) -> Self {
        let mut base = raw.trim().split(['?', '#']).next().unwrap_or("").trim_end_matches('/').to_owned();
        for tail in ["/chat/completions", "/completions", "/chat", "/models", "/responses", "/embeddings"] {
            if let Some(cut) = base.strip_suffix(tail) {
                base = cut.trim_end_matches('/').to_owned();
                break;
            }
        }
        if !base.contains("://") {
            let host = base.split('/').next().unwrap_or(&base);
            let scheme = if is_local(host) { "http" } else { "https" };
            base = format!("{scheme}://{base}");
        }
        let endpoint = Self { base };
        let bare = endpoint.origin().len() == endpoint.base.len();
        match endpoint.server() {
            Server::Remote | Server::Local => endpoint,
            _ if bare => Self { base: format!("{}/v1", endpoint.base) },
            _ => endpoint,
        }
    }

    /// The base URL, without a trailing slash.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// URL of chat completions.
    pub fn chat(&self) -> String {
        format!("{}/chat/completions", self.base)
    }

    /// URL of embeddings.
    pub fn embeddings(&self) -> String {
        format!("{}/embeddings", self.base)
    }

    /// URL of the list of models.
    pub fn models(&self) -> String {
        format!("{}/models", self.base)
    }

    /// Scheme, host and port.
    pub fn origin(&self) -> &str {
        origin_of(&self.base)
    }

    /// Host and port.
    pub fn host(&self) -> &str {
        let origin = self.origin();
        let host = origin.split_once("://").map_or(origin, |(_, host)| host);
        host.rsplit_once('@').map_or(host, |(_, host)| host)
    }

    /// The kind of server that is probably at this address.
    pub fn server(&self) -> Server {
        let host = self.host();
        match host.rsplit_once(':').map(|(_, port)| port) {
            Some("11434") => Server::Ollama,
            _ if !is_local(host) => Server::Remote,
            Some("1234") => Server::LmStudio,
            Some("8080") => Server::LlamaCpp,
            Some("8000") => Server::Vllm,
            _ => Server::Local,
        }
    }

    /// Whether browsers block requests to this address from a page served over https: plain http to another machine.
    pub fn is_mixed_content(&self, page_origin: &str) -> bool {
        page_origin.starts_with("https://") && self.base.starts_with("http://") && !is_loopback(self.host())
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !name.is_empty() => name,
        _ => host,
    }
}

fn is_loopback(host: &str) -> bool {
    let name = without_port(host);
    matches!(name, "localhost" | "[::1]") || name.starts_with("127.") || name.ends_with(".localhost")
}

fn is_local(host: &str) -> bool {
    let name = without_port(host);
    let private_172 = name
        .strip_prefix("172.")
        .and_then(|rest| rest.split('.').next()?.parse::<u8>().ok())
        .is_some_and(|second| (16..32).contains(&second));
    is_loopback(host)
        || private_172
        || name == "0.0.0.0"
        || name.starts_with("10.")
        || name.starts_with("192.168.")
        || name.ends_with(".local")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_what_people_paste() {
        for (raw, base) in [
            ("https://api.openai.com/v1", "https://api.openai.com/v1"),
            (" https://api.openai.com/v1/ \n", "https://api.openai.com/v1"),
            ("https://openrouter.ai/api/v1/chat/completions", "https://openrouter.ai/api/v1"),
            ("https://openrouter.ai/api/v1/chat/completions/?x=1", "https://openrouter.ai/api/v1"),
            ("api.groq.com/openai/v1/models", "https://api.groq.com/openai/v1"),
            ("localhost:11434", "http://localhost:11434/v1"),
            ("http://127.0.0.1:1234/", "http://127.0.0.1:1234/v1"),
            ("http://localhost:11434/v1/embeddings", "http://localhost:11434/v1"),
            ("192.168.1.7:9000/v1", "http://192.168.1.7:9000/v1"),
        ] {
            assert_eq!(Endpoint::parse(raw).base(), base, "{raw}");
        }
    }

    #[test]
    fn knows_its_parts_and_neighbours() {
        let endpoint = Endpoint::parse("http://localhost:11434/v1");
        assert_eq!(endpoint.chat(), "http://localhost:11434/v1/chat/completions");
        assert_eq!((endpoint.origin(), endpoint.host()), ("http://localhost:11434", "localhost:11434"));
        assert_eq!(endpoint.server(), Server::Ollama);
        assert_eq!(Endpoint::parse("http://localhost:1234/v1").server(), Server::LmStudio);
        assert_eq!(Endpoint::parse("https://example.org:8080/v1").server(), Server::Remote);
        assert!(Endpoint::parse("http://10.0.0.2:8000/v1").is_mixed_content("https://docs.example"));
        assert!(!endpoint.is_mixed_content("https://docs.example"));
    }
}
