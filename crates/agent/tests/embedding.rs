//! Vectors of a small repository, by a model that counts words.

use agent::CancelToken;
use agent::embedding::{Ending, Host, Made, Model, make, of_query, still_valid, texts};
use codebase::{Codebase, Vectors};
use fixtures::codebase as codebase_of;
use futures::executor::block_on;
use model::{ChatDelta, Embeddings, EmbeddingsClient, EmbeddingsFuture, ModelError, ModelErrorKind};
use protocol::ModelInfo;
use std::cell::RefCell;

const REPOSITORY: &str = r#"
//- pay.py
KEY = "not a definition that is embedded"


def charge(amount):
    """Takes money from the customer."""
    password = "hunter2-hunter2"
    return amount


class TillDrawer:
    def refund(self):
        return -1
"#;

/// Counts the words of each text in as many buckets as it has dimensions.
struct Counting {
    name: &'static str,
    dimensions: usize,
    /// Requests that are still answered.
    left: RefCell<usize>,
    /// Characters up to which a text is read.
    most: usize,
    sent: RefCell<Vec<String>>,
}

impl Counting {
    fn new() -> Self {
        Self { name: "m", dimensions: 64, left: RefCell::new(99), most: 9_999, sent: RefCell::default() }
    }

    fn sent(&self) -> Vec<String> {
        self.sent.take()
    }

    fn vector(&self, text: &str) -> Vec<f32> {
        let mut vector = vec![0.0; self.dimensions];
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            vector[word.bytes().map(usize::from).sum::<usize>() % self.dimensions] += 1.0;
        }
        vector
    }
}

impl EmbeddingsClient for Counting {
    fn info(&self) -> ModelInfo {
        ModelInfo { provider: "p".into(), model: self.name.into() }
    }

    fn embed<'a>(&'a self, texts: &'a [String], _: &'a mut dyn FnMut(ChatDelta)) -> EmbeddingsFuture<'a> {
        let fails = |kind, message: &str| Err(ModelError { kind, message: message.into(), advice: None });
        Box::pin(async move {
            if texts.iter().any(|text| text.chars().count() > self.most) {
                return fails(ModelErrorKind::TooLong, "too long");
            }
            if *self.left.borrow() == 0 {
                return fails(ModelErrorKind::Server, "down");
            }
            *self.left.borrow_mut() -= 1;
            self.sent.borrow_mut().extend_from_slice(texts);
            let vectors = texts.iter().map(|text| self.vector(text)).collect();
            Ok(Embeddings { vectors, tokens: Some(texts.len() as u64) })
        })
    }
}

#[derive(Default)]
struct Kept {
    tables: Vec<Vectors>,
    cancels: Option<CancelToken>,
}

impl Host for Kept {
    fn progress(&mut self, done: usize, _: usize) {
        if let Some(cancel) = self.cancels.as_ref().filter(|_| done > 0) {
            cancel.cancel();
        }
    }

    fn notice(&mut self, _: ChatDelta) {}

    fn keep(&mut self, vectors: &Vectors) -> Result<(), String> {
        self.tables.push(vectors.clone());
        Ok(())
    }
}

fn by(client: &Counting) -> Model<'_> {
    Model { client, dimensions: None, document_prefix: "", query_prefix: "" }
}

fn made(codebase: &Codebase, client: &Counting, before: Option<&Vectors>) -> Made {
    let texts = texts(codebase, "").unwrap();
    block_on(make(by(client), &texts, before, &CancelToken::new(), &mut Kept::default()))
}

/// A function of more characters than are embedded.
fn long() -> String {
    format!("//- a.py\ndef f():\n{}", "    print('a line of some length')\n".repeat(90))
}

/// A repository of so many functions.
fn many(functions: usize) -> Codebase {
    let code: String = (0..functions).map(|n| format!("def f{n}():\n    return {n}\n\n\n")).collect();
    codebase_of(&format!("//- many.py\n{code}"))
}

#[test]
fn a_text_is_the_name_as_words_and_the_beginning_of_the_code_without_secrets() {
    let found = texts(&codebase_of(REPOSITORY), "passage: ").unwrap();
    let shown: Vec<&str> = found.texts.iter().map(|text| text.text.as_str()).collect();
    assert_eq!(shown.len(), 3);
    assert!(
        shown[0].starts_with("passage: function charge\ndef charge(amount):\n    \"\"\"Takes money"),
        "{}",
        shown[0]
    );
    assert!(shown[0].contains("[masked: ") && !shown[0].contains("hunter2"), "{}", shown[0]);
    assert_eq!(shown[0].matches("Takes money").count(), 1, "the documentation is among the lines");
    assert!(shown[1].starts_with("passage: class till drawer\nclass TillDrawer:"), "{}", shown[1]);
    assert_eq!(shown[2], "passage: method till drawer refund\ndef refund(self):\n    return -1");
    let long = codebase_of(&long());
    assert_eq!(texts(&long, "").unwrap().texts[0].text.chars().count(), limits::model::EMBEDDED_CHARS);
}

#[test]
fn documentation_in_front_of_a_definition_is_embedded_too() {
    let found =
        texts(&codebase_of("//- a.js\n/** Gives the money back. */\nexport function undo(x) {\n  return -x\n}\n"), "");
    let text = found.unwrap().texts[0].text.clone();
    assert!(text.contains("Gives the money back.") && text.contains("return -x"), "{text}");
}

#[test]
fn only_what_changed_is_sent_again() {
    let client = Counting::new();
    let first = made(&codebase_of(REPOSITORY), &client, None);
    assert_eq!((first.known, first.sent, first.tokens, &first.ending), (0, 3, Some(3), &Ending::Complete));
    client.sent();
    let before = first.vectors.unwrap();
    // The file was renamed, another came before it, and one method changed.
    let edited = REPOSITORY.replace("pay.py", "till.py").replace("return -1", "return -2");
    let edited = codebase_of(&format!("{edited}\n//- a.py\ndef new():\n    return 1\n"));
    let second = made(&edited, &client, Some(&before));
    let sent = client.sent();
    assert!(sent.len() == 3 && sent[0].starts_with("function new"), "{sent:?}");
    assert!(sent[1].starts_with("class") && sent[2].starts_with("method"), "a class holds its methods: {sent:?}");
    assert_eq!((second.known, second.vectors.as_ref().unwrap().len()), (1, 4));
    // Nothing changed: nothing is sent.
    let third = made(&edited, &client, second.vectors.as_ref());
    assert_eq!((third.known, third.sent, client.sent().len()), (4, 0, 0));
    assert_eq!(third.vectors, second.vectors);
}

#[test]
fn equal_texts_are_sent_once() {
    let client = Counting::new();
    let same = "def f():\n    return 1\n";
    let all = made(&codebase_of(&format!("//- a.py\n{same}//- b.py\n{same}")), &client, None);
    assert_eq!((client.sent().len(), all.vectors.unwrap().len()), (1, 2));
}

#[test]
fn vectors_of_another_model_are_not_mixed() {
    let codebase = codebase_of(REPOSITORY);
    let before = made(&codebase, &Counting::new(), None).vectors.unwrap();
    let other = Counting { name: "other", ..Counting::new() };
    assert_eq!(made(&codebase, &other, Some(&before)).sent, 3);
    // The same name with other dimensions is another model too: all is embedded again.
    let larger = Counting { dimensions: 32, ..Counting::new() };
    let edited = codebase_of(&REPOSITORY.replace("return amount", "return amount + 1"));
    let again = made(&edited, &larger, Some(&before));
    assert_eq!((again.sent, again.vectors.unwrap().by().dimensions), (3, 32));
}

#[test]
fn what_was_made_before_a_failure_is_kept_and_gone_on_from() {
    let codebase = many(150);
    let client = Counting { left: RefCell::new(2), ..Counting::new() };
    let mut kept = Kept::default();
    let all = texts(&codebase, "").unwrap();
    let stopped = block_on(make(by(&client), &all, None, &CancelToken::new(), &mut kept));
    assert!(matches!(&stopped.ending, Ending::Failed(error) if error.message == "down"));
    let at_once = limits::model::EMBEDDED_AT_ONCE;
    assert_eq!((stopped.sent, kept.tables.len(), kept.tables[0].len()), (2 * at_once, 1, 2 * at_once));
    assert_eq!(kept.tables[0].wanted(), 150);
    let client = Counting::new();
    let rest = made(&codebase, &client, Some(&kept.tables[0]));
    assert_eq!((rest.known, rest.sent, rest.ending), (2 * at_once, 150 - 2 * at_once, Ending::Complete));
    assert_eq!(rest.vectors.unwrap().len(), 150);
}

#[test]
fn it_is_cancelled_between_requests_and_kept_every_so_often() {
    let (codebase, client, cancel) = (many(150), Counting::new(), CancelToken::new());
    let all = texts(&codebase, "").unwrap();
    let mut host = Kept { cancels: Some(cancel.clone()), ..Kept::default() };
    let stopped = block_on(make(by(&client), &all, None, &cancel, &mut host));
    assert_eq!(stopped.ending, Ending::Cancelled);
    assert_eq!(host.tables.last().map(Vectors::len), Some(stopped.sent));
    let mut host = Kept::default();
    let more = many(1_300);
    let all = texts(&more, "").unwrap();
    block_on(make(by(&Counting::new()), &all, None, &CancelToken::new(), &mut host));
    assert_eq!(host.tables.iter().map(Vectors::len).collect::<Vec<_>>(), [512, 1_024, 1_300]);
}

#[test]
fn a_text_that_the_server_finds_too_long_is_cut() {
    let long = codebase_of(&long());
    let client = Counting { most: 400, ..Counting::new() };
    let cut = made(&long, &client, None);
    assert_eq!((cut.ending, client.sent()[0].chars().count()), (Ending::Complete, limits::model::EMBEDDED_CHARS / 4));
    let client = Counting { most: 10, ..Counting::new() };
    assert!(matches!(made(&long, &client, None).ending, Ending::Failed(error) if error.message == "too long"));
}

#[test]
fn vectors_that_are_still_valid_are_found_without_the_model() {
    let before = made(&codebase_of(REPOSITORY), &Counting::new(), None).vectors.unwrap();
    let edited = codebase_of(&REPOSITORY.replace("return amount", "return amount + 1"));
    let valid = still_valid(&before, &texts(&edited, "").unwrap()).unwrap();
    assert_eq!((valid.len(), valid.wanted()), (2, 3));
    assert_eq!(still_valid(&before, &texts(&many(1), "").unwrap()), None);
}

#[test]
fn a_query_begins_with_its_prefix() {
    let client = Counting::new();
    let model = Model { query_prefix: "query: ", ..by(&client) };
    block_on(of_query(model, " give money back ", &mut |_| {})).unwrap();
    assert_eq!(client.sent(), ["query: give money back"]);
}
