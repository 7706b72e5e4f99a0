//! Ports to language models, chat types, providers, and the offline model.
