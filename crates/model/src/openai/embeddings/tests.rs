//! The wire format of embeddings against a scripted server.

use super::super::tests::{RecordingTimer, Reply, ScriptedHttp, ok, refused};
use super::*;
use crate::Secret;
use futures::executor::block_on;

const KEY: &str = "sk-secret-123";

struct Bench {
    http: Rc<ScriptedHttp>,
    timer: Rc<RecordingTimer>,
    client: OpenAiEmbeddings,
}

fn bench(dimensions: Option<u32>, replies: Vec<Reply>) -> Bench {
    let http = Rc::new(ScriptedHttp::with(replies));
    let timer = Rc::new(RecordingTimer::default());
    let config = Config {
        base_url: "https://api.example/v1/embeddings".into(),
        model: "embed-1".into(),
        key: Some(Secret::new(KEY)),
        page_origin: None,
        max_attempts: 3,
    };
    Bench { client: OpenAiEmbeddings::new(config, dimensions, http.clone(), timer.clone()), http, timer }
}

impl Bench {
    fn embed(&self, texts: &[&str]) -> Result<Embeddings, ModelError> {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        block_on(self.client.embed(&texts, &mut |_| {}))
    }

    fn fails(replies: Vec<Reply>) -> ModelError {
        bench(None, replies).embed(&["a", "b"]).unwrap_err()
    }
}

fn reply(data: &str) -> Reply {
    ok(&format!(r#"{{"object": "list", "data": [{data}], "model": "embed-1", "usage": {{"prompt_tokens": 7}}}}"#))
}

#[test]
fn the_request_is_that_of_the_api_and_vectors_are_put_in_order() {
    let bench = bench(
        Some(2),
        vec![reply(
            r#"{"index": 1, "embedding": [0.5, -1]}, {"object": "embedding", "index": 0, "embedding": [1, 2e-3]}"#,
        )],
    );
    let embeddings = bench.embed(&["a", "b"]).unwrap();
    assert_eq!(embeddings, Embeddings { vectors: vec![vec![1.0, 0.002], vec![0.5, -1.0]], tokens: Some(7) });
    let sent = bench.http.sent();
    assert_eq!((sent[0].method, sent[0].url.as_str()), ("POST", "https://api.example/v1/embeddings"));
    assert!(sent[0].headers.contains(&("authorization".to_owned(), format!("Bearer {KEY}"))));
    let body: serde_json::Value = serde_json::from_slice(&sent[0].body).unwrap();
    let wanted =
        serde_json::json!({"model": "embed-1", "input": ["a", "b"], "encoding_format": "float", "dimensions": 2});
    assert_eq!(body, wanted);
}

#[test]
fn what_may_pass_is_retried_and_the_server_says_when() {
    let mut busy = refused(429, r#"{"error": {"message": "slow down"}}"#).unwrap();
    busy.1.push(("retry-after".to_owned(), "3".to_owned()));
    let both = r#"{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [2]}"#;
    let bench = bench(None, vec![Ok(busy), ok(r#"{"data": [{"index": 0, "embed"#), reply(both)]);
    assert_eq!(bench.embed(&["a", "b"]).unwrap().vectors, [[1.0], [2.0]]);
    assert_eq!(*bench.timer.0.borrow(), [3000, 1000]);
    // At last it is an error.
    let error = Bench::fails(vec![refused(503, ""), refused(503, ""), refused(503, "")]);
    assert_eq!(error.kind, ModelErrorKind::Server);
    let error = Bench::fails((0..3).map(|_| ok(r#"{"data": [{"index": 0,"#)).collect());
    assert!(error.message.contains("the answer breaks off"), "{error:?}");
}

#[test]
fn a_server_that_does_not_know_the_format_is_asked_without_it() {
    let one = r#"{"embedding": [1]}"#;
    let bench =
        bench(None, vec![refused(422, r#"{"error": "unknown field encoding_format"}"#), reply(one), reply(one)]);
    assert_eq!(bench.embed(&["a"]).unwrap().vectors, [[1.0]]);
    bench.embed(&["a"]).unwrap();
    let named: Vec<bool> = bench.http.sent().iter().map(|sent| has(&sent.body, "encoding_format")).collect();
    assert_eq!(named, [true, false, false]);
}

fn has(body: &[u8], word: &str) -> bool {
    String::from_utf8_lossy(body).contains(word)
}

#[test]
fn refusals_are_explained_and_the_key_is_never_shown() {
    let error = Bench::fails(vec![refused(401, &format!(r#"{{"error": {{"message": "wrong key {KEY}"}}}}"#))]);
    assert_eq!(error.kind, ModelErrorKind::Key);
    assert_eq!(error.message, "api.example refused the key: wrong key [key]");
    let error = Bench::fails(vec![refused(404, r#"{"error": {"message": "model \"embed-1\" not found"}}"#)]);
    assert!(error.message.starts_with("api.example has no model `embed-1`"), "{error:?}");
    let too_large =
        r#"{"error": {"code": 500, "message": "input is too large to process. increase the physical batch size"}}"#;
    assert_eq!(Bench::fails(vec![refused(500, too_large)]).kind, ModelErrorKind::TooLong);
    // An error in the place of an answer.
    let error = Bench::fails(vec![ok(r#"{"error": {"message": "no credit", "code": "insufficient_quota"}}"#)]);
    assert_eq!(error.kind, ModelErrorKind::Quota);
}

#[test]
fn what_is_no_vector_for_each_text_is_refused() {
    let cases = [
        (reply(r#"{"index": 0, "embedding": [1]}"#), "it has 1 vectors for 2 texts"),
        (reply(r#"{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}"#), "its vector 0 is there twice"),
        (reply(r#"{"index": 0, "embedding": [1]}, {"index": 2, "embedding": [1]}"#), "it has a vector 2"),
        (reply(r#"{"index": 0, "embedding": [1]}, {"index": 1, "embedding": []}"#), "twice, or empty"),
        (
            reply(r#"{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1, 2]}"#),
            "2 dimensions where 1 are expected",
        ),
        (reply(r#"{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [NaN]}"#), "not finite"),
        (reply(r#"{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1e300]}"#), "not finite"),
        (reply(r#"{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [0]}"#), "nothing but zeros"),
        (ok("<html>a proxy</html>"), "https://api.example/v1/embeddings did not answer as an embeddings server"),
        (ok(r#"{"choices": []}"#), "did not answer as an embeddings server"),
    ];
    for (reply, why) in cases {
        let error = Bench::fails(vec![reply]);
        assert!(error.message.contains(why), "{why}: {error:?}");
    }
    let long = format!(r#"{{"embedding": [{}1]}}"#, "1,".repeat(limits::model::DIMENSIONS));
    assert!(bench(None, vec![reply(&long)]).embed(&["a"]).unwrap_err().message.contains("4097 dimensions"));
    // Fewer than were asked for.
    let error = bench(Some(3), vec![reply(r#"{"embedding": [1]}"#)]).embed(&["a"]).unwrap_err();
    assert!(error.message.contains("1 dimensions where 3 are expected"), "{error:?}");
}
