//! Values of a type from a model that writes text: structured output.
//!
//! A [`Schema`] is the JSON schema of a type. The prompt shows it ([`Schema::text`]), the provider enforces it where it
//! can ([`Schema::format`]), and the answer is read by it: as it is; without what is around the first balanced
//! brackets; with its syntax repaired; and at last by one more call, which shows the model its answer and the error. A
//! node gets a [`Structured`], never an error for a malformed answer. Start at [`Schema::ask`].

use crate::nodes::parse_json::NotTheJson;
use crate::prompts;
use model::json::{self, Reading};
use model::{
    ChatRequest, ChatResponse, FinishReason, JsonSchema, Message, ModelError, ResponseFormat, Role, ToolChoice,
};
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Most bytes of a malformed answer that the repair call shows.
const SHOWN_BYTES: usize = 20_000;

/// A check of a value beyond its type; its error is a sentence for the model.
type Check<'c, T> = Box<dyn Fn(&T) -> Result<(), String> + 'c>;

/// The JSON schema of `T`, with a check of what a schema cannot say.
pub struct Schema<'c, T> {
    name: String,
    schema: Value,
    check: Option<Check<'c, T>>,
}

/// What became of a model's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Structured<T> {
    /// The answer was the JSON asked for.
    Parsed(T),
    /// The value was read in spite of a mistake.
    Repaired {
        /// The value.
        value: T,
        /// What it took.
        by: Repair,
    },
    /// The answer of the repair call cannot be used either, so the node decides without it.
    Fallback {
        /// Both errors, as a sentence for people.
        why: String,
        /// The last answer that was not blank, whole; empty if both were.
        answer: String,
    },
}

/// How a value was got out of a malformed answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// It was cut out of other text, such as a code fence.
    Cut,
    /// Its JSON syntax was repaired.
    Syntax,
    /// The model was asked once more.
    Call,
}

impl<T> Structured<T> {
    /// The value; where there is none, that which the function makes of the reason and the last answer.
    pub fn or_else(self, fallback: impl FnOnce(&str, &str) -> T) -> T {
        match self {
            Self::Parsed(value) | Self::Repaired { value, .. } => value,
            Self::Fallback { why, answer } => fallback(&why, &answer),
        }
    }

    /// What to report of it to people: nothing where the answer was as asked for, or only had text around it.
    pub fn note(&self) -> Option<String> {
        match self {
            Self::Parsed(_) | Self::Repaired { by: Repair::Cut, .. } => None,
            Self::Repaired { by: Repair::Syntax, .. } => {
                Some("The syntax of the model's JSON was repaired.".to_owned())
            }
            Self::Repaired { by: Repair::Call, .. } => {
                Some("The model was asked again, because its first answer could not be used.".to_owned())
            }
            Self::Fallback { why, .. } => Some(why.clone()),
        }
    }
}

impl<'c, T: schemars::JsonSchema + DeserializeOwned> Schema<'c, T> {
    /// The schema of the type, with the schemas of its parts written out in place.
    pub fn of_type() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        });
        let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
        if let Some(fields) = schema.as_object_mut() {
            fields.remove("title");
        }
        let letters =
            T::schema_name().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).take(64).collect();
        Self { name: letters, schema, check: None }
    }

    /// With a check, whose error is repaired like any other.
    pub fn with_check(self, check: impl Fn(&T) -> Result<(), String> + 'c) -> Self {
        Self { check: Some(Box::new(check)), ..self }
    }

    /// The schema as a prompt shows it.
    pub fn text(&self) -> String {
        self.schema.to_string()
    }

    /// The format of a request for this value. Providers enforce objects alone: for any other value there is only the
    /// prompt.
    pub fn format(&self) -> ResponseFormat {
        if self.schema["type"] == "object" {
            ResponseFormat::JsonSchema(JsonSchema { name: self.name.clone(), schema: self.schema.clone() })
        } else {
            ResponseFormat::Text
        }
    }

    /// Reads the value from the text of a model, without asking it again.
    ///
    /// # Errors
    /// If the text holds no JSON, JSON of another shape, or a value that fails the check.
    pub fn read(&self, text: &str) -> Result<Structured<T>, NotTheJson> {
        let mut value = None;
        let read = read(text, &mut |json| self.take(json, &mut value))?;
        Ok(read.with(value))
    }

    /// Asks a model for the value. `call` calls the model, and is used twice at most; the request gets the format of
    /// the schema, and its messages have to hold the schema already.
    ///
    /// # Errors
    /// If the first call fails, or the second with an error that ends the run ([`ModelError::is_hopeless`]).
    pub async fn ask(
        &self,
        request: ChatRequest<'_>,
        mut call: impl AsyncFnMut(&ChatRequest<'_>) -> Result<ChatResponse, ModelError>,
    ) -> Result<Structured<T>, ModelError> {
        let request = ChatRequest { format: self.format(), ..request };
        let response = call(&request).await?;
        self.read_or_ask_again(request, response, call).await
    }

    /// Reads the value from the response to a request, and asks the model once more where that fails. For nodes whose
    /// response may also be tool calls.
    ///
    /// # Errors
    /// If the second call fails with an error that ends the run.
    pub async fn read_or_ask_again(
        &self,
        request: ChatRequest<'_>,
        response: ChatResponse,
        mut call: impl AsyncFnMut(&ChatRequest<'_>) -> Result<ChatResponse, ModelError>,
    ) -> Result<Structured<T>, ModelError> {
        let mut value = None;
        let mut take = |json| self.take(json, &mut value);
        let read = match read_whole(&response, &mut take) {
            Ok(read) => read,
            Err(first) => {
                let answer = response.message.content;
                let second = call(&self.repair_request(request, &answer, &first)).await;
                read_again(first, answer, second, &mut take)?
            }
        };
        Ok(read.with(value))
    }

    /// The request, its answer and what is wrong with it. Tools stay, because the conversation may hold their calls,
    /// but must not be called.
    fn repair_request<'r>(&self, request: ChatRequest<'r>, answer: &str, error: &NotTheJson) -> ChatRequest<'r> {
        repair_request(request, answer, error, self.format(), &self.text())
    }

    /// The value of a JSON of this shape.
    fn take(&self, json: Value, value: &mut Option<T>) -> Result<(), NotTheJson> {
        let read = T::deserialize(json).map_err(|error| NotTheJson(error.to_string()))?;
        self.check.as_ref().map_or(Ok(()), |check| check(&read)).map_err(NotTheJson)?;
        *value = Some(read);
        Ok(())
    }
}

// What follows does not depend on the type of the value, so it is compiled once.

/// Reads a value from JSON and keeps it.
type Take<'t> = dyn FnMut(Value) -> Result<(), NotTheJson> + 't;

fn read(text: &str, take: &mut Take<'_>) -> Result<Structured<()>, NotTheJson> {
    let (json, reading) = json::read_first(text).map_err(|error| NotTheJson(error.to_string()))?;
    take(json)?;
    Ok(match reading {
        Reading::Whole => Structured::Parsed(()),
        Reading::Cut => Structured::Repaired { value: (), by: Repair::Cut },
        Reading::Mended => Structured::Repaired { value: (), by: Repair::Syntax },
    })
}

/// Reads a response, unless it broke off at its most tokens: repaired brackets would then make half of a list a
/// whole one.
fn read_whole(response: &ChatResponse, take: &mut Take<'_>) -> Result<Structured<()>, NotTheJson> {
    match read(&response.message.content, take)? {
        Structured::Repaired { by: Repair::Syntax, .. } if response.finish == FinishReason::Length => {
            Err(NotTheJson("it is longer than an answer may be, and breaks off".to_owned()))
        }
        read => Ok(read),
    }
}

/// Reads the response to the repair call.
fn read_again(
    first: NotTheJson,
    answer: String,
    second: Result<ChatResponse, ModelError>,
    take: &mut Take<'_>,
) -> Result<Structured<()>, ModelError> {
    let second = match second {
        Ok(response) => response,
        Err(error) if error.is_hopeless() => return Err(error),
        Err(error) => return Ok(Structured::Fallback { why: format!("{first}; {error}"), answer }),
    };
    Ok(match read_whole(&second, take) {
        Ok(Structured::Parsed(()) | Structured::Repaired { .. }) => {
            Structured::Repaired { value: (), by: Repair::Call }
        }
        Ok(fallback) => fallback,
        Err(error) => {
            let second = second.message.content;
            let answer = if second.trim().is_empty() { answer } else { second };
            Structured::Fallback { why: format!("{first}; asked again: {}", error.0), answer }
        }
    })
}

fn repair_request<'r>(
    request: ChatRequest<'r>,
    answer: &str,
    error: &NotTheJson,
    format: ResponseFormat,
    schema: &str,
) -> ChatRequest<'r> {
    let mut messages = request.messages;
    // Providers refuse an empty message.
    if !answer.trim().is_empty() {
        messages.push(Message::new(Role::Assistant, &answer[..answer.floor_char_boundary(SHOWN_BYTES)]));
    }
    messages.push(Message::new(Role::User, prompts::repair(&error.0, schema)));
    ChatRequest { messages, format, tool_choice: ToolChoice::None, ..request }
}

impl Structured<()> {
    /// With the value that was taken.
    fn with<T>(self, value: Option<T>) -> Structured<T> {
        match (self, value) {
            (Self::Parsed(()), Some(value)) => Structured::Parsed(value),
            (Self::Repaired { by, .. }, Some(value)) => Structured::Repaired { value, by },
            (Self::Fallback { why, answer }, _) => Structured::Fallback { why, answer },
            (Self::Parsed(()) | Self::Repaired { .. }, None) => unreachable!("what was read was taken"),
        }
    }
}
