//! A server on this machine that speaks OpenAI's embeddings, with a model that knows a few words and what they have in common.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// Words that mean the like: each row is a dimension.
const MEANINGS: [&[&str]; 4] = [
    &["backoff", "attempts", "attempt", "retry", "transient", "repeat"],
    &["total", "prices", "sum", "add", "amounts", "up"],
    &["ledger", "post", "entry", "bookkeeping", "journal"],
    &["shout", "upper", "loudly"],
];

/// How the server answers.
#[derive(Clone, Copy, PartialEq)]
pub enum Mode {
    Good,
    /// After so many good answers, status 500.
    Down(usize),
    /// Refuses the key.
    NoKey,
    /// Vectors of so many dimensions more.
    Longer(usize),
    /// Numbers that JSON does not have.
    NaN,
    /// The answer ends in its middle.
    Cut,
}

#[derive(Default)]
pub struct Seen {
    /// The texts of each request.
    pub texts: Vec<Vec<String>>,
    /// The keys that came with them.
    pub keys: Vec<String>,
    pub models: Vec<String>,
}

pub struct Server {
    pub url: String,
    pub seen: Arc<Mutex<Seen>>,
    mode: Arc<Mutex<Mode>>,
}

impl Server {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let (seen, mode) = (Arc::new(Mutex::new(Seen::default())), Arc::new(Mutex::new(Mode::Good)));
        let (own_seen, own_mode) = (Arc::clone(&seen), Arc::clone(&mode));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mode = *own_mode.lock().unwrap();
                answer(stream.unwrap(), mode, &own_seen);
            }
        });
        Self { url, seen, mode }
    }

    pub fn becomes(&self, mode: Mode) {
        *self.mode.lock().unwrap() = mode;
    }

    /// The texts that were sent since the last call, in order.
    pub fn texts(&self) -> Vec<String> {
        std::mem::take(&mut self.seen.lock().unwrap().texts).concat()
    }
}

fn answer(stream: TcpStream, mode: Mode, seen: &Mutex<Seen>) {
    let mut reader = BufReader::new(stream);
    let (mut length, mut key, mut first) = (0, String::new(), String::new());
    reader.read_line(&mut first).unwrap();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let (name, value) = line.split_once(':').unwrap_or((&line, ""));
        match name.to_lowercase().as_str() {
            "content-length" => length = value.trim().parse().unwrap(),
            "authorization" => key = value.trim().to_owned(),
            _ => {}
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let request: Value = serde_json::from_slice(&body).unwrap();
    assert!(first.starts_with("POST /v1/embeddings "), "{first}");
    assert_eq!(request["encoding_format"], "float");
    let texts: Vec<String> = serde_json::from_value(request["input"].clone()).unwrap();
    let before = {
        let mut seen = seen.lock().unwrap();
        seen.keys.push(key);
        seen.models.push(request["model"].as_str().unwrap().to_owned());
        seen.texts.push(texts.clone());
        seen.texts.len() - 1
    };
    let (status, mut answer) = match mode {
        Mode::NoKey => ("401 Unauthorized", json!({"error": {"message": "no such key"}}).to_string()),
        Mode::Down(after) if before >= after => ("500 Internal Server Error", json!({"error": "down"}).to_string()),
        _ => ("200 OK", reply(&texts, if let Mode::Longer(more) = mode { more } else { 0 })),
    };
    if mode == Mode::NaN {
        answer = answer.replacen("0.125", "NaN", 1);
    }
    if mode == Mode::Cut {
        answer.truncate(answer.len() / 2);
    }
    let head = format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\nconnection: close\r\n");
    write!(reader.get_mut(), "{head}content-length: {}\r\n\r\n{answer}", answer.len()).unwrap();
}

fn reply(texts: &[String], more: usize) -> String {
    // Out of order, as the API allows.
    let data: Vec<Value> = texts
        .iter()
        .enumerate()
        .rev()
        .map(|(index, text)| json!({"object": "embedding", "index": index, "embedding": vector(text, more)}))
        .collect();
    json!({"object": "list", "data": data, "model": "meanings", "usage": {"prompt_tokens": texts.len(), "total_tokens": texts.len()}})
        .to_string()
}

fn vector(text: &str, more: usize) -> Vec<f32> {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let count = |known: &&[&str]| words.iter().filter(|word| known.contains(word)).count() as f32;
    let mut vector: Vec<f32> = MEANINGS.iter().map(count).collect();
    // So that no vector is without a length.
    vector.push(0.125);
    vector.extend(std::iter::repeat_n(0.0, more));
    vector
}
