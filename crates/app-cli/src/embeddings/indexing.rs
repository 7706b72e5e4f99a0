//! Vectors of an index that is being written.

use super::{Choice, notice};
use crate::index_folder::{IndexFolder, IndexWriter};
use crate::output::{self, Progress};
use agent::CancelToken;
use agent::embedding::{self, Ending, Host, Model, Texts};
use anyhow::{Context, Result, bail};
use codebase::reader::listing;
use codebase::storage::directory::{Manifest, Written};
use codebase::{Codebase, Reader, Vectors};
use futures::executor::block_on;
use model::ChatDelta;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::rc::Rc;

/// The exit code of a process that Ctrl-C ended, as shells have it.
const KILLED: i32 = 130;

/// What came of embedding, for the report.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedded {
    pub model: String,
    /// Definitions that have a vector, and that were to have one.
    pub having: usize,
    pub wanted: usize,
    /// Definitions whose vector was there from before.
    pub known: usize,
    /// Texts that were sent.
    pub sent: usize,
    pub tokens: Option<u64>,
    /// US dollars, where the price is known.
    pub usd: Option<f64>,
}

/// The vectors of the index that a folder holds. An index that cannot be read has none: it is being replaced.
pub fn before(folder: &Path) -> Option<Vectors> {
    let reader = block_on(Reader::open(Rc::new(IndexFolder(folder.to_owned())))).ok()?;
    match block_on(reader.vectors()) {
        Ok(vectors) => vectors,
        Err(error) => {
            output::note(format!("quarry: the vectors of the previous index are not used: {error}"));
            None
        }
    }
}

/// Those of definitions that have not changed. `choice`: the model that is to make others; without one, vectors of any model
/// stay.
pub fn of_unchanged(codebase: &Codebase, choice: Option<&Choice>, before: Option<Vectors>) -> Result<Option<Vectors>> {
    let Some(before) = before else { return Ok(None) };
    let prefix = match choice {
        None => before.by().document_prefix.clone(),
        Some(choice) => {
            let client = choice.client(named(choice)?);
            if !model_of(choice, &client).made(&before) {
                let by = output::one_line(&before.by().model);
                output::note(format!("quarry: the vectors of the previous index, by `{by}`, are replaced"));
                return Ok(None);
            }
            choice.document_prefix.clone()
        }
    };
    let texts = embedding::texts(codebase, &prefix)?;
    let valid = embedding::still_valid(&before, &texts);
    let having = valid.as_ref().map_or(0, Vectors::len);
    if choice.is_none() {
        let more = if having < texts.wanted { "; --embeddings makes the others" } else { "" };
        output::note(format!("quarry: {having} of {} definitions keep their vector{more}", texts.wanted));
    }
    Ok(valid)
}

fn model_of<'a>(choice: &'a Choice, client: &'a model::openai::OpenAiEmbeddings) -> Model<'a> {
    Model {
        client,
        dimensions: choice.dimensions,
        document_prefix: &choice.document_prefix,
        query_prefix: &choice.query_prefix,
    }
}

fn named(choice: &Choice) -> Result<&str> {
    choice.model.as_deref().context("--embeddings needs the name of a model: --embeddings-model NAME")
}

/// Makes the vectors that are missing, and writes them to the index that was just written. Ctrl-C ends it, with what was made
/// until then; a second one ends the process.
pub fn embed(
    codebase: &Codebase,
    choice: &Choice,
    valid: Option<&Vectors>,
    written: &mut Written,
    writer: &mut IndexWriter,
    progress: &mut Progress,
) -> Result<Embedded> {
    let client = choice.client(named(choice)?);
    let model = model_of(choice, &client);
    let texts = embedding::texts(codebase, &choice.document_prefix)?;
    let missing = texts.texts.len().saturating_sub(valid.map_or(0, Vectors::len));
    let host = choice.host();
    if missing > 0 {
        progress.note(&format!(
            "sending the text of {missing} definitions to {host} (`{}`), secrets masked",
            output::one_line(named(choice)?)
        ));
    }
    let cancel = interrupts()?;
    // Of those that were written just now with what was known; the manifest is this process's own.
    let index = IndexFolder(writer.folder().to_owned());
    let chunks = block_on(listing::vector_names(&index))?.into_iter().collect();
    let mut kept = Keeping { codebase, written, writer, progress, chunks };
    let made = block_on(embedding::make(model, &texts, valid, &cancel, &mut kept));
    kept.progress.end();
    let having = made.vectors.as_ref().map_or(0, Vectors::len);
    let goes_on = || going_on(having, &texts);
    match made.ending {
        Ending::Complete => {}
        Ending::Cancelled => bail!("stopped; {}", goes_on()),
        Ending::NotKept(why) => bail!("{why}"),
        Ending::Failed(error) => {
            let advice = error.advice.as_deref().map_or_else(String::new, |advice| format!(" {advice}"));
            bail!("{}.{advice} {}", output::one_line(&error.message), capital(&goes_on()))
        }
    }
    let usd = made.tokens.zip(choice.price).map(|(tokens, price)| tokens as f64 * price.input / 1e6);
    let (model, wanted) = (named(choice)?.to_owned(), texts.wanted);
    Ok(Embedded { model, having, wanted, known: made.known, sent: made.sent, tokens: made.tokens, usd })
}

/// What there is, and how to go on.
fn going_on(having: usize, texts: &Texts) -> String {
    format!(
        "the index is written, and {having} of {} definitions have a vector; the same command goes on from there",
        texts.wanted
    )
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Ends the embedding at Ctrl-C, and the process at a second one.
fn interrupts() -> Result<CancelToken> {
    let token = CancelToken::new();
    let cancel = token.clone();
    let on_interrupt = move || {
        if cancel.is_cancelled() {
            std::process::exit(KILLED);
        }
        cancel.cancel();
        output::note("stopping; Ctrl-C again ends it at once");
    };
    ctrlc::set_handler(on_interrupt).context("Ctrl-C can't be listened for")?;
    Ok(token)
}

/// Writes vectors as they are made.
struct Keeping<'a> {
    codebase: &'a Codebase,
    written: &'a mut Written,
    writer: &'a mut IndexWriter,
    progress: &'a mut Progress,
    /// Those of the vectors that were written last.
    chunks: BTreeSet<String>,
}

impl Host for Keeping<'_> {
    fn progress(&mut self, done: usize, of: usize) {
        self.progress.update("embedding", "definitions", done as u64, Some(of as u64));
    }

    fn notice(&mut self, delta: ChatDelta) {
        if let Some(line) = notice(&delta) {
            self.progress.note(&line);
        }
    }

    fn keep(&mut self, vectors: &Vectors) -> Result<(), String> {
        let result = self.codebase.write_vectors(&self.written.manifest, vectors, self.writer);
        let new = result.map_err(|error| error.to_string())?;
        let before = std::mem::replace(&mut self.chunks, new.chunks.iter().cloned().collect());
        // What this process wrote and names no more was in no finished index.
        for name in before.difference(&self.chunks) {
            self.writer.take_back(name)?;
        }
        let of_vectors = |name: &str| new.parts.iter().any(|part| part.name == name);
        self.written.chunks.retain(|name| !before.contains(name));
        self.written.chunks.extend(new.chunks.iter().cloned());
        self.written.parts.retain(|part| !of_vectors(part.name));
        self.written.parts.extend(new.parts.iter().cloned());
        self.written.manifest = Manifest { vectors: new.manifest.vectors, ..self.written.manifest.clone() };
        Ok(())
    }
}

impl Embedded {
    /// A line for people.
    pub fn line(&self) -> String {
        let Self { having, wanted, known, sent, .. } = self;
        let tokens = self.tokens.map_or_else(String::new, |tokens| format!(", {tokens} tokens"));
        let usd = self.usd.map_or_else(String::new, |usd| format!(", {usd:.4} US dollars"));
        format!(
            "  vectors by `{}`: {having} of {wanted} definitions; {known} known, {sent} sent{tokens}{usd}",
            self.model
        )
    }

    pub fn as_json(&self) -> Value {
        json!({
            "model": self.model,
            "definitions": self.having,
            "wanted": self.wanted,
            "known": self.known,
            "sent": self.sent,
            "tokens": self.tokens,
            "usd": self.usd,
        })
    }
}
