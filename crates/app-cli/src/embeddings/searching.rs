//! What means something like a query, by the vectors of an index.

use super::{Choice, notice};
use crate::output;
use agent::embedding::{Model, of_query};
use anyhow::{Context, Result, bail};
use codebase::{Pattern, Reader, Similar, embedded_part, similar_to};
use futures::executor::block_on;
use model::ChatDelta;

/// The definitions that mean something like a query. None where the person named no server, where the query names a
/// definition, or where it cannot be done; then one line says why, as far as it was asked for, and words alone decide.
pub fn similar(reader: &Reader, query: &str, choice: Option<&Choice>) -> Vec<Similar> {
    match choice {
        None => without_server(reader),
        Some(choice) => by_vectors(reader, query, choice).unwrap_or_else(|error| {
            output::note(format!("quarry: searched by words alone: {error:#}"));
            Vec::new()
        }),
    }
}

fn without_server(reader: &Reader) -> Vec<Similar> {
    if let Some(vectors) = reader.manifest().and_then(|manifest| manifest.vectors.as_ref()) {
        let model = output::one_line(&vectors.model);
        output::note(format!(
            "quarry: searched by words alone: the vectors of the index, by `{model}`, need --embeddings"
        ));
    }
    Vec::new()
}

fn by_vectors(reader: &Reader, query: &str, choice: &Choice) -> Result<Vec<Similar>> {
    let Some(of_index) = reader.manifest().and_then(|manifest| manifest.vectors.as_ref()) else {
        bail!("only an index that was made with --embeddings has vectors");
    };
    if let Some(model) = choice.model.as_ref().filter(|model| **model != of_index.model) {
        bail!("the vectors of the index are by `{}`, not by `{model}`", of_index.model);
    }
    let text = embedded_part(query);
    // A query that is a pattern, or is answered by words alone, is not sent.
    if Pattern::read(query).is_some()
        || text.trim().is_empty()
        || block_on(reader.ask(|codebase| codebase.asks_by_name(query)))?
    {
        return Ok(Vec::new());
    }
    let vectors = block_on(reader.vectors())?.context("the index has no vectors")?;
    let by = vectors.by();
    if vectors.len() < vectors.wanted() as usize {
        output::note(format!("quarry: {} of {} definitions have a vector", vectors.len(), vectors.wanted()));
    }
    let choice = Choice { dimensions: by.asked_dimensions.then_some(by.dimensions), ..choice.clone() };
    let client = choice.client(&by.model);
    let (document_prefix, query_prefix) = (by.document_prefix.as_str(), by.query_prefix.as_str());
    let model = Model { client: &client, dimensions: choice.dimensions, document_prefix, query_prefix };
    let mut on = |delta: ChatDelta| notice(&delta).into_iter().for_each(output::note);
    let vector = block_on(of_query(model, &text, &mut on)).map_err(|error| {
        let advice = error.advice.as_deref().map_or_else(String::new, |advice| format!(" ({advice})"));
        anyhow::anyhow!("{}{advice}", output::one_line(&error.message))
    })?;
    similar_to(query, &vector, &vectors).context("the server's model is not the one that the index was made with")
}
