//! Search by vectors on the command line, with a server of embeddings on this machine.

#[path = "support/embeddings_server.rs"]
mod embeddings_server;

use embeddings_server::{Mode, Server};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const CODE: &str = "\
def with_backoff(action, attempts):
    for attempt in range(attempts):
        try:
            return action()
        except OSError:
            pass


def total(prices):
    token = \"ghp_0123456789abcdefghijklmnopqrstuvwxyz\"
    return sum(prices)


class Ledger:
    def post(self, entry):
        self.entries.append(entry)
";

/// Has no word in common with what it means.
const PARAPHRASE: &str = "repeat upon transient trouble";

struct Place {
    root: PathBuf,
    server: Server,
}

impl Drop for Place {
    fn drop(&mut self) {
        // A folder in the system's folder for such.
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

impl Place {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("quarry-dense-{name}-{}", std::process::id()));
        std::fs::create_dir_all(root.join("shop")).unwrap();
        let place = Self { root, server: Server::start() };
        place.write("shop/pay.py", CODE);
        place
    }

    fn write(&self, path: &str, text: &str) {
        std::fs::write(self.root.join(path), text).unwrap();
    }

    fn quarry(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
        command.args(arguments).current_dir(&self.root).stdin(Stdio::null());
        command.env("QUARRY_EMBEDDINGS_KEY", "sk-of-embeddings").env("QUARRY_API_KEY", "sk-of-chat");
        command.env_remove("QUARRY_MODELS").output().unwrap()
    }

    /// Standard output and error of a command that succeeds.
    #[track_caller]
    fn runs(&self, arguments: &[&str]) -> (String, String) {
        let output = self.quarry(arguments);
        let (out, said) = texts(&output);
        assert!(output.status.success(), "{said}");
        (out, said)
    }

    /// Standard error of a command that fails.
    #[track_caller]
    fn fails(&self, arguments: &[&str]) -> String {
        let output = self.quarry(arguments);
        assert_eq!(output.status.code(), Some(1), "{}", texts(&output).0);
        texts(&output).1
    }

    fn with_server<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        [arguments, &["--embeddings", &self.server.url, "--embeddings-model", "meanings"]].concat()
    }

    /// Indexes with vectors.
    #[track_caller]
    fn index(&self) -> (String, String) {
        self.runs(&self.with_server(&["index", "shop", "--out", "index"]))
    }

    #[track_caller]
    fn search(&self, query: &str) -> (String, String) {
        self.runs(&["search", "index", query, "--embeddings", &self.server.url])
    }

    fn manifest(&self) -> serde_json::Value {
        serde_json::from_slice(&std::fs::read(self.root.join("index/manifest.json")).unwrap()).unwrap()
    }

    fn chunks(&self) -> usize {
        std::fs::read_dir(self.root.join("index")).unwrap().count()
    }
}

fn texts(output: &Output) -> (String, String) {
    (String::from_utf8(output.stdout.clone()).unwrap(), String::from_utf8(output.stderr.clone()).unwrap())
}

#[test]
fn a_paraphrase_is_found_that_words_do_not_find() {
    let place = Place::new("paraphrase");
    let (report, said) = place.index();
    assert!(report.contains("vectors by `meanings`: 4 of 4 definitions; 0 known, 4 sent, 4 tokens"), "{report}");
    let host = place.server.url.trim_start_matches("http://").trim_end_matches("/v1");
    assert!(
        said.contains(&format!("sending the text of 4 definitions to {host} (`meanings`), secrets masked")),
        "{said}"
    );
    let sent = place.server.texts();
    assert!(sent.iter().any(|text| text.starts_with("function with backoff\ndef with_backoff(")), "{sent:?}");
    assert!(sent.iter().any(|text| text.contains("[masked: ")) && !sent.concat().contains("ghp_"), "{sent:?}");

    let (found, said) = place.runs(&["search", "index", PARAPHRASE]);
    assert!(!found.contains("with_backoff"), "{found}");
    assert!(
        said.contains("searched by words alone: the vectors of the index, by `meanings`, need --embeddings"),
        "{said}"
    );
    assert!(place.server.texts().is_empty(), "nothing is sent unless a server is named");
    let (found, said) = place.search(PARAPHRASE);
    assert!(found.starts_with("pay.py:1-6  function pay.with_backoff"), "{found}");
    assert!(!said.contains("words alone"), "{said}");
    assert_eq!(place.server.texts(), [PARAPHRASE]);
    let seen = place.server.seen.lock().unwrap();
    assert!(
        seen.keys.iter().all(|key| key == "Bearer sk-of-embeddings"),
        "a key is sent to its own server: {:?}",
        seen.keys
    );
    assert!(seen.models.iter().all(|model| model == "meanings"));
}

#[test]
fn json_has_the_same_shape_and_filters_hold() {
    let place = Place::new("json");
    place.index();
    let found = |query: &str| -> serde_json::Value {
        let (out, _) = place.runs(&["search", "index", query, "--json", "--embeddings", &place.server.url]);
        serde_json::from_str(&out).unwrap()
    };
    let (out, _) = place.runs(&["search", "index", "total", "--json"]);
    let by_words: serde_json::Value = serde_json::from_str(&out).unwrap();
    let keys = |hits: &serde_json::Value| hits[0].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let hits = found(PARAPHRASE);
    assert_eq!(keys(&hits), keys(&by_words));
    assert_eq!(hits[0]["symbol"], "pay.with_backoff");
    let classes = found(&format!("{PARAPHRASE} kind:class"));
    assert!(classes.as_array().unwrap().iter().all(|hit| hit["kind"] == "class"), "{classes}");
    assert_eq!(place.server.texts().last().map(String::as_str), Some(PARAPHRASE), "filters are not embedded");
}

#[test]
fn a_query_that_is_a_name_is_not_sent() {
    let place = Place::new("name");
    place.index();
    place.server.texts();
    let (found, _) = place.search("with_backoff");
    assert!(found.starts_with("pay.py:1-6  function pay.with_backoff"), "{found}");
    assert!(place.server.texts().is_empty());
}

#[test]
fn only_changed_definitions_are_sent_again() {
    let place = Place::new("again");
    place.index();
    place.server.texts();
    let (report, said) = place.index();
    assert!(report.contains("4 of 4 definitions; 4 known, 0 sent") && !said.contains("sending"), "{report}{said}");
    assert!(place.server.texts().is_empty());
    place.write("shop/pay.py", &CODE.replace("sum(prices)", "sum(prices) * 2"));
    place.write("shop/a_first.py", "def shout(text):\n    return text.upper()\n");
    let (report, _) = place.index();
    assert!(report.contains("5 of 5 definitions; 3 known, 2 sent"), "{report}");
    let sent = place.server.texts();
    assert!(
        sent.len() == 2 && sent[0].starts_with("function shout") && sent[1].starts_with("function total"),
        "{sent:?}"
    );
    assert!(place.search("how to say it loudly").0.starts_with("a_first.py:1-2  function a_first.shout"));
    // With --prune nothing is left that the manifest does not name.
    place.runs(&place.with_server(&["index", "shop", "--out", "index", "--prune"]));
    let (first, chunks) = (place.search(PARAPHRASE).0, place.chunks());
    let (report, _) = place.runs(&place.with_server(&["index", "shop", "--out", "index", "--prune"]));
    assert!(report.contains(" 0 written"), "the same index has the same files: {report}");
    assert_eq!((place.search(PARAPHRASE).0, place.chunks()), (first, chunks));
}

#[test]
fn what_was_made_before_a_failure_is_kept() {
    let place = Place::new("resume");
    let many: String = (0..150).map(|n| format!("def f{n}(x):\n    return x + {n}\n\n\n")).collect();
    place.write("shop/many.py", &many);
    place.server.becomes(Mode::Down(2));
    let said = place.fails(&place.with_server(&["index", "shop", "--out", "index"]));
    assert!(said.contains("of 154 definitions have a vector; the same command goes on from there"), "{said}");
    let having = place.manifest()["vectors"]["definitions"].as_u64().unwrap();
    assert!((1..154).contains(&having), "{having}");
    // The index is whole but for that.
    assert!(place.runs(&["search", "index", "f149"]).0.contains("many.f149"));
    place.server.becomes(Mode::Good);
    let (_, said) = place.search(PARAPHRASE);
    assert!(said.contains(&format!("{having} of 154 definitions have a vector")), "{said}");
    place.server.texts();
    let (report, _) = place.index();
    let rest = 154 - having;
    assert!(report.contains(&format!("154 of 154 definitions; {having} known, {rest} sent")), "{report}");
    assert_eq!(place.server.texts().len() as u64, rest);
    assert!(place.search(PARAPHRASE).0.starts_with("pay.py:1-6  function pay.with_backoff"));
}

#[test]
fn failures_are_explained_and_never_an_empty_result() {
    let place = Place::new("failures");
    for (mode, why) in
        [(Mode::NoKey, "refused the key: no such key"), (Mode::NaN, "a vector holds a number that is not finite")]
    {
        place.server.becomes(mode);
        let said = place.fails(&place.with_server(&["index", "shop", "--out", "index"]));
        assert!(said.contains(why) && said.contains("0 of 4 definitions have a vector"), "{said}");
        assert!(!said.contains("sk-of-embeddings"), "{said}");
    }
    assert!(place.runs(&["search", "index", "total"]).0.contains("pay.total"), "the index is there all the same");
    let (_, said) = place.search(PARAPHRASE);
    assert!(
        said.contains("searched by words alone: only an index that was made with --embeddings has vectors"),
        "{said}"
    );

    place.server.becomes(Mode::Good);
    place.index();
    for (mode, why) in [
        (Mode::NoKey, "searched by words alone: 127.0.0.1"),
        (
            Mode::Longer(3),
            "the server's model is not the one that the index was made with: a vector has 8 dimensions, and 5",
        ),
    ] {
        place.server.becomes(mode);
        let (found, said) = place.search("prices that nobody pays");
        assert!(said.contains(why) && found.contains("pay.total"), "{said}{found}");
    }
    place.server.becomes(Mode::Good);
    let other = ["search", "index", PARAPHRASE, "--embeddings", &place.server.url, "--embeddings-model", "other"];
    let (_, said) = place.runs(&other);
    assert!(said.contains("the vectors of the index are by `meanings`, not by `other`"), "{said}");
    // Another model under the same name: all is embedded again, and nothing is mixed.
    place.server.becomes(Mode::Longer(3));
    place.write("shop/pay.py", &CODE.replace("sum(prices)", "sum(prices) * 2"));
    let (report, _) = place.index();
    assert!(report.contains("4 of 4 definitions") && report.contains("4 sent"), "{report}");
    assert_eq!(place.manifest()["vectors"]["dimensions"], 8);
}

#[test]
fn an_answer_that_breaks_off_is_asked_for_again_and_then_an_error() {
    let place = Place::new("cut");
    place.server.becomes(Mode::Cut);
    let said = place.fails(&place.with_server(&["index", "shop", "--out", "index"]));
    assert!(
        said.contains("the answer breaks off; attempt 2 in 0.5 s") && said.contains("0 of 4 definitions"),
        "{said}"
    );
    assert_eq!(place.server.seen.lock().unwrap().texts.len(), 4);
}

#[test]
fn an_index_without_vectors_is_as_before_and_vectors_outlive_an_update_without_a_server() {
    let place = Place::new("without");
    place.runs(&["index", "shop", "--out", "index"]);
    assert!(place.manifest().get("vectors").is_none());
    let (found, said) = place.runs(&["search", "index", PARAPHRASE]);
    assert!(!found.contains("with_backoff") && !said.contains("vectors"), "{found}{said}");
    assert!(place.server.texts().is_empty());
    place.index();
    place.server.texts();
    place.write("shop/pay.py", &CODE.replace("sum(prices)", "sum(prices) * 2"));
    let (_, said) = place.runs(&["index", "shop", "--out", "index"]);
    assert!(said.contains("3 of 4 definitions keep their vector; --embeddings makes the others"), "{said}");
    assert!(place.server.texts().is_empty(), "nothing is sent without a server");
    let (found, said) = place.search(PARAPHRASE);
    assert!(found.starts_with("pay.py:1-6") && said.contains("3 of 4 definitions have a vector"), "{found}{said}");
}

#[test]
fn the_file_of_a_repository_has_no_say() {
    let place = Place::new("file");
    let table =
        format!("[embeddings]\nbase_url = '{}'\nmodel = 'meanings'\nquery_prefix = 'query: '\n", place.server.url);
    place.write("shop/quarry.toml", &table);
    place.runs(&["index", "shop", "--out", "index"]);
    assert!(place.server.texts().is_empty());
    let said = place.fails(&["index", "shop", "--embeddings", &place.server.url, "--embeddings-model", "meanings"]);
    assert!(said.contains("--embeddings needs an index"), "{said}");
    let said = place.fails(&["index", "shop", "--out", "index", "--embeddings", &place.server.url]);
    assert!(said.contains("--embeddings-model NAME"), "{said}");
    place.runs(&["index", "shop", "--out", "index", "--models", "shop/quarry.toml"]);
    assert_eq!(place.server.texts().len(), 4);
    // What queries begin with comes with the index.
    place.search(PARAPHRASE);
    assert_eq!(place.server.texts(), [format!("query: {PARAPHRASE}")]);
}
