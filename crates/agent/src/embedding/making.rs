//! From texts to vectors, in requests of some texts each.

use super::texts::{DefinitionText, Texts, cut};
use codebase::{EmbeddedBy, Quantised, Row, Vectors};
use futures::future::{Either, select};
use limits::index::VECTOR_BYTES;
use limits::model::{EMBEDDED_AT_ONCE, EMBEDDED_CHARS};
use model::{ChatDelta, EmbeddingsClient, ModelError, ModelErrorKind};
use source::ContentHash;
use state_graph::CancelToken;
use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;

/// Vectors that are made between two times that they are kept.
const KEPT_EVERY: usize = 512;
/// How often a text that a server finds too long is cut in half.
const HALVED: u32 = 3;

/// What a host does beside.
pub trait Host {
    /// So many of the texts that had no vector have one now.
    fn progress(&mut self, done: usize, of: usize);

    /// A request is tried again, or in another way.
    fn notice(&mut self, delta: ChatDelta);

    /// Stores the vectors that there are so far.
    ///
    /// # Errors
    /// A sentence: they could not be stored.
    fn keep(&mut self, vectors: &Vectors) -> Result<(), String>;
}

/// The model, and what it is to be asked for.
#[derive(Clone, Copy)]
pub struct Model<'a> {
    /// The client.
    pub client: &'a dyn EmbeddingsClient,
    /// The dimensions that the client asks for.
    pub dimensions: Option<u32>,
    /// What the texts begin with.
    pub document_prefix: &'a str,
    /// What queries will begin with.
    pub query_prefix: &'a str,
}

impl Model<'_> {
    /// Whether vectors were made by this model, so that new ones can be compared with them. Another prefix of texts makes
    /// other texts, which their hashes show.
    pub fn made(&self, vectors: &Vectors) -> bool {
        let by = vectors.by();
        let asked = by.asked_dimensions.then_some(by.dimensions);
        by.model == self.client.info().model && asked == self.dimensions
    }
}

/// The vectors of an earlier index that are of texts which are still there; `None` where none is.
pub fn still_valid(before: &Vectors, texts: &Texts) -> Option<Vectors> {
    let by_text = before.by_text();
    let mut vectors = Vectors::new(before.by().clone(), texts.wanted as u32);
    for text in &texts.texts {
        if let Some(vector) = by_text.get(&text.hash) {
            let row = Row { file: text.file, symbol: text.symbol, text: text.hash };
            vectors.push(row, *vector).expect("vectors of one table have the same dimensions");
        }
    }
    (!vectors.is_empty()).then_some(vectors)
}

/// The vector of a query.
///
/// # Errors
/// The request failed.
pub async fn of_query(
    model: Model<'_>,
    text: &str,
    notice: &mut dyn FnMut(ChatDelta),
) -> Result<Quantised, ModelError> {
    let text = format!("{}{}", model.query_prefix, cut(text.trim(), EMBEDDED_CHARS));
    let embeddings = model.client.embed(&[text], notice).await?;
    let vector = embeddings.vectors.first().ok_or_else(|| broken("the server gave no vector".into()))?;
    Quantised::of(vector).map_err(|error| broken(error.to_string()))
}

/// How making vectors ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Ending {
    /// Every text has one.
    Complete,
    /// It was cancelled.
    Cancelled,
    /// A request failed.
    Failed(ModelError),
    /// What was made could not be stored.
    NotKept(String),
}

/// The vectors that were made or known before.
#[derive(Debug, Clone, PartialEq)]
pub struct Made {
    /// `None` where there is none at all.
    pub vectors: Option<Vectors>,
    /// Definitions whose text was known from before.
    pub known: usize,
    /// Texts that were sent and have a vector now.
    pub sent: usize,
    /// Tokens that the provider counted; `None` if it counted none.
    pub tokens: Option<u64>,
    /// Why it ended.
    pub ending: Ending,
}

/// Integers and scales by the text that they are of.
type Known = BTreeMap<ContentHash, (Box<[i8]>, f32)>;

/// Makes the vectors that are missing. `before`: vectors of an earlier index, of which those by the same model are used.
pub async fn make(
    model: Model<'_>,
    texts: &Texts,
    before: Option<&Vectors>,
    cancel: &CancelToken,
    host: &mut dyn Host,
) -> Made {
    let mut making = Making::new(model, texts, before);
    let known = making.having().count();
    let mut ending = making.run(cancel, host).await;
    let vectors = making.vectors();
    if let Some(vectors) = vectors.as_ref().filter(|_| making.unkept > 0)
        && let Err(why) = host.keep(vectors)
    {
        ending = Ending::NotKept(why);
    }
    Made { vectors, known, sent: making.sent, tokens: making.tokens, ending }
}

/// The vectors of some texts, and the tokens that the provider counted.
type Embedded = (Vec<Quantised>, Option<u64>);

struct Making<'a> {
    model: Model<'a>,
    texts: &'a Texts,
    /// `None` until the dimensions are known.
    by: Option<EmbeddedBy>,
    known: Known,
    sent: usize,
    unkept: usize,
    tokens: Option<u64>,
}

impl<'a> Making<'a> {
    fn new(model: Model<'a>, texts: &'a Texts, before: Option<&Vectors>) -> Self {
        let before = before.filter(|before| model.made(before));
        let copied = |(text, (values, scale)): (ContentHash, (&[i8], f32))| (text, (values.into(), scale));
        let known = before.map_or_else(Known::new, |before| before.by_text().into_iter().map(copied).collect());
        let by = before.map(|before| EmbeddedBy {
            document_prefix: model.document_prefix.to_owned(),
            query_prefix: model.query_prefix.to_owned(),
            ..before.by().clone()
        });
        Self { model, texts, by, known, sent: 0, unkept: 0, tokens: None }
    }

    /// The texts that have a vector.
    fn having(&self) -> impl Iterator<Item = &'a DefinitionText> {
        self.wanted().iter().filter(|text| self.known.contains_key(&text.hash))
    }

    /// As many texts as vectors of these dimensions are stored.
    fn wanted(&self) -> &'a [DefinitionText] {
        let all = &self.texts.texts;
        let most = self.by.as_ref().map_or(all.len(), |by| (VECTOR_BYTES / u64::from(by.dimensions.max(1))) as usize);
        &all[..all.len().min(most)]
    }

    /// The texts without a vector, each once.
    fn missing(&self) -> Vec<&'a DefinitionText> {
        let mut met = BTreeSet::new();
        let is_new = |text: &&DefinitionText| !self.known.contains_key(&text.hash) && met.insert(text.hash);
        self.wanted().iter().filter(is_new).collect()
    }

    async fn run(&mut self, cancel: &CancelToken, host: &mut dyn Host) -> Ending {
        let mut missing = self.missing();
        let mut at = 0;
        while at < missing.len() {
            host.progress(at, missing.len());
            if cancel.is_cancelled() {
                return Ending::Cancelled;
            }
            let batch = &missing[at..missing.len().min(at + EMBEDDED_AT_ONCE)];
            let embedded = {
                let embedding = pin!(self.embed(batch, host));
                match select(embedding, pin!(cancel.cancelled())).await {
                    Either::Left((embedded, _)) => embedded,
                    Either::Right(_) => return Ending::Cancelled,
                }
            };
            let (vectors, tokens) = match embedded {
                Ok(embedded) => embedded,
                Err(error) => return Ending::Failed(error),
            };
            self.tokens = tokens.map(|tokens| self.tokens.unwrap_or(0).saturating_add(tokens)).or(self.tokens);
            let of_others = self.by.as_ref().is_some_and(|by| by.dimensions as usize != vectors[0].values.len());
            if of_others && self.sent == 0 {
                // The same name, another model: what was made by the other cannot be compared with it.
                (self.by, self.known) = (None, Known::new());
                missing = self.missing();
                continue;
            }
            if of_others {
                return Ending::Failed(broken("the server gives vectors of other dimensions than before".into()));
            }
            self.take(batch, vectors);
            at += batch.len();
            // As many as fit are known once the dimensions are.
            missing.truncate(missing.len().min(at + self.missing().len()));
            if self.unkept >= KEPT_EVERY
                && let Some(vectors) = self.vectors()
            {
                if let Err(why) = host.keep(&vectors) {
                    return Ending::NotKept(why);
                }
                self.unkept = 0;
            }
        }
        host.progress(missing.len(), missing.len());
        Ending::Complete
    }

    fn take(&mut self, batch: &[&DefinitionText], vectors: Vec<Quantised>) {
        let dimensions = vectors[0].values.len() as u32;
        self.by.get_or_insert_with(|| EmbeddedBy {
            model: self.model.client.info().model,
            dimensions,
            asked_dimensions: self.model.dimensions.is_some(),
            document_prefix: self.model.document_prefix.to_owned(),
            query_prefix: self.model.query_prefix.to_owned(),
        });
        for (text, vector) in batch.iter().zip(vectors) {
            self.known.insert(text.hash, (vector.values.into(), vector.scale));
        }
        self.sent += batch.len();
        self.unkept += batch.len();
    }

    /// The vectors of a few texts, which are cut where the server finds one too long.
    async fn embed(&self, batch: &[&DefinitionText], host: &mut dyn Host) -> Result<Embedded, ModelError> {
        let mut halved = 0;
        loop {
            let most = EMBEDDED_CHARS >> halved;
            let prefix = self.model.document_prefix.chars().count();
            let shown = |text: &&DefinitionText| match halved {
                0 => text.text.clone(),
                _ => cut(&text.text, prefix + most).to_owned(),
            };
            let sent: Vec<String> = batch.iter().map(shown).collect();
            match self.model.client.embed(&sent, &mut |delta| host.notice(delta)).await {
                Err(error) if error.kind == ModelErrorKind::TooLong && halved < HALVED => halved += 1,
                Err(error) => return Err(error),
                Ok(embeddings) => {
                    let quantised = embeddings.vectors.iter().map(|vector| Quantised::of(vector));
                    let vectors = quantised.collect::<Result<_, _>>().map_err(|error| broken(error.to_string()))?;
                    return Ok((vectors, embeddings.tokens));
                }
            }
        }
    }

    /// Of all texts that have one.
    fn vectors(&self) -> Option<Vectors> {
        let mut vectors = Vectors::new(self.by.clone()?, self.texts.wanted as u32);
        for text in self.having() {
            let (values, scale) = &self.known[&text.hash];
            let row = Row { file: text.file, symbol: text.symbol, text: text.hash };
            vectors.push(row, (values, *scale)).expect("all known vectors have these dimensions");
        }
        (!vectors.is_empty()).then_some(vectors)
    }
}

fn broken(message: String) -> ModelError {
    ModelError { kind: ModelErrorKind::BrokenAnswer, message, advice: None }
}
