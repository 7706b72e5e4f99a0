//! Reads the response of a server of embeddings.

use super::super::answer::{Fault, reported};
use crate::Embeddings;
use limits::model::DIMENSIONS;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Reply {
    data: Vec<Item>,
    #[serde(default)]
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Item {
    /// The place of its text in the request. Where a server leaves it out, the vectors are in order.
    index: Option<usize>,
    embedding: Vec<f32>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: Option<u64>,
}

/// The vectors of so many texts; each of `dimensions`, if a number was asked for.
pub fn read(text: &str, texts: usize, dimensions: Option<u32>) -> Result<Embeddings, Fault> {
    let reply: Reply = match serde_json::from_str(text) {
        Ok(reply) => reply,
        Err(error) if error.is_eof() => return Err(Fault::Broken("the answer breaks off".into())),
        Err(error) => return Err(unreadable(text, &error)),
    };
    let vectors = in_order(reply.data, texts).map_err(Fault::Refused)?;
    let length = dimensions.map_or(vectors.first().map_or(0, Vec::len), |asked| asked as usize);
    check(&vectors, length).map_err(Fault::Refused)?;
    Ok(Embeddings { vectors, tokens: reply.usage.and_then(|usage| usage.prompt_tokens) })
}

/// What a text is that is no reply: an error, a reply with numbers that JSON does not have, or something else.
fn unreadable(text: &str, error: &serde_json::Error) -> Fault {
    if let Ok(document) = serde_json::from_str::<Value>(text)
        && let Some(error) = reported(&document)
    {
        return Fault::Reported(error);
    }
    // Servers write `NaN` where a model fails; a number beyond `f32` is infinite.
    let is_infinite = error.to_string().contains("number out of range");
    match text.contains("\"embedding\"") && (is_infinite || text.contains("NaN") || text.contains("Infinity")) {
        true => Fault::Refused("a vector holds a number that is not finite".into()),
        false => Fault::NotAnAnswer(text.trim().chars().take(120).collect()),
    }
}

fn in_order(data: Vec<Item>, texts: usize) -> Result<Vec<Vec<f32>>, String> {
    if data.len() != texts {
        return Err(format!("it has {} vectors for {texts} texts", data.len()));
    }
    let mut vectors = vec![Vec::new(); texts];
    for (at, item) in data.into_iter().enumerate() {
        let index = item.index.unwrap_or(at);
        match vectors.get_mut(index) {
            Some(vector) if vector.is_empty() && !item.embedding.is_empty() => *vector = item.embedding,
            Some(_) => return Err(format!("its vector {index} is there twice, or empty")),
            None => return Err(format!("it has a vector {index}, and {texts} texts were sent")),
        }
    }
    Ok(vectors)
}

fn check(vectors: &[Vec<f32>], length: usize) -> Result<(), String> {
    if length > DIMENSIONS {
        return Err(format!("a vector has {length} dimensions; at most {DIMENSIONS} are taken"));
    }
    if let Some(other) = vectors.iter().find(|vector| vector.len() != length) {
        return Err(format!("a vector has {} dimensions where {length} are expected", other.len()));
    }
    if !vectors.iter().flatten().all(|number| number.is_finite()) {
        return Err("a vector holds a number that is not finite".into());
    }
    match vectors.iter().any(|vector| vector.iter().all(|number| *number == 0.0)) {
        true => Err("a vector holds nothing but zeros".into()),
        false => Ok(()),
    }
}
