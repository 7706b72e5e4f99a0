//! Pages of servers on this machine, which only a test may fetch.

use super::*;
use crate::ThreadTimer;
use futures::executor::block_on;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use web_access::{Page, PageReader, Provider, WebError, WebSearch};

/// A server that answers by the first line of each request; its origin, and how many requests it got.
fn server(answer: impl Fn(&str, &mut TcpStream) + Send + 'static) -> (String, Arc<AtomicU32>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let count = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&count);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let Some(Ok(first)) = lines.next() else { continue };
            lines.find(|line| line.as_ref().is_ok_and(String::is_empty));
            counted.fetch_add(1, Ordering::SeqCst);
            answer(&first, &mut stream);
        }
    });
    (origin, count)
}

fn reply(stream: &mut TcpStream, head: &str, body: &str) {
    // A client may have hung up already; its test sees that by itself.
    write!(stream, "HTTP/1.1 {head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len()).ok();
}

/// Fetches a page of an origin that the rules name, and of others as anybody would.
fn fetch(origin: &str, path: &str) -> Result<Page, WebError> {
    let rules = Rules { also: vec![origin.to_owned()], only: None };
    let reader = PageReader::new(Rc::new(UreqPageClient::new(&rules)), Rc::new(ThreadTimer), rules);
    block_on(reader.fetch(&reader.address(&format!("{origin}{path}"))?))
}

#[test]
fn a_page_is_its_text() {
    let (origin, _) = server(|first, stream| match first {
        "GET /page HTTP/1.1" => {
            let html = "<title>Timers</title><nav>Home</nav><p>A timer fires <b>once</b>.";
            reply(stream, "200 OK\r\ncontent-type: text/html; charset=utf-8", html);
        }
        "GET /old HTTP/1.1" => reply(stream, "302 Found\r\nlocation: page", ""),
        "GET /data HTTP/1.1" => reply(stream, "200 OK\r\ncontent-type: application/json", "{\"a\": 1}"),
        "GET /long HTTP/1.1" => reply(stream, "200 OK\r\ncontent-type: text/plain", &"x".repeat(3_000_000)),
        _ => reply(stream, "404 Not Found", "no"),
    });
    let page = fetch(&origin, "/old").unwrap();
    assert_eq!((page.title.as_str(), page.text.as_str()), ("Timers", "A timer fires once.\n"));
    assert_eq!(page.url, format!("{origin}/page"), "a redirect within the origin is followed");
    assert_eq!(fetch(&origin, "/data").unwrap().text, "{\"a\": 1}");
    let long = fetch(&origin, "/long").unwrap().text;
    assert!(
        long.len() < 205_000 && long.ends_with("1892352 of 2097152 bytes of text are left out]"),
        "{}",
        &long[204_000..]
    );
    assert_eq!(fetch(&origin, "/missing"), Err(WebError::Status(404)));
}

#[test]
fn no_redirect_leads_elsewhere() {
    let (private, reached) = server(|_, stream| reply(stream, "200 OK\r\ncontent-type: text/plain", "secret"));
    let to = private.clone();
    let (origin, _) = server(move |first, stream| {
        let location = match first {
            "GET /private HTTP/1.1" => to.as_str(),
            "GET /metadata HTTP/1.1" => "https://169.254.169.254/latest/meta-data",
            "GET /router HTTP/1.1" => "https://router/",
            "GET /elsewhere HTTP/1.1" => "https://docs.example.com/x",
            _ => "/loop",
        };
        reply(stream, &format!("302 Found\r\nlocation: {location}"), "");
    });
    let why = |path: &str| fetch(&origin, path).unwrap_err().to_string();
    assert_eq!(why("/private"), "only https:// is fetched");
    assert_eq!(why("/metadata"), "`169.254.169.254` is a private or local address, which is not fetched");
    assert_eq!(why("/router"), "`router` is a private or local address, which is not fetched");
    assert!(why("/elsewhere").starts_with("it redirects to https://docs.example.com/x, another origin"));
    assert_eq!(why("/loop"), "it redirects more than 5 times");
    assert_eq!(reached.load(Ordering::SeqCst), 0, "the other server was not reached");
}

#[test]
fn what_is_no_text_is_an_error() {
    let (origin, _) = server(|first, stream| match first {
        "GET /pdf HTTP/1.1" => reply(stream, "200 OK\r\ncontent-type: application/pdf", "%PDF"),
        "GET /app HTTP/1.1" => {
            reply(stream, "200 OK\r\ncontent-type: text/html", "<div id=app></div><script src=x></script>")
        }
        "GET /sjis HTTP/1.1" => reply(stream, "200 OK\r\ncontent-type: text/html; charset=shift_jis", "x"),
        _ => drop(stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\nhalf")),
    });
    let why = |path: &str| fetch(&origin, path).unwrap_err().to_string();
    assert_eq!(why("/pdf"), "it is of the type `application/pdf`, and only text is read");
    assert_eq!(why("/app"), "it holds no text; it may be drawn by a script, which is not run");
    assert_eq!(why("/sjis"), "it is written in the encoding `shift_jis`; UTF-8 and ISO 8859-1 are read");
    assert!(why("/cut").starts_with("the connection broke"), "{}", why("/cut"));
}

/// A name server that gives these addresses for every name.
#[derive(Debug)]
struct Always(&'static [&'static str]);

impl Resolver for Always {
    fn resolve(&self, _: &Uri, _: &Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let mut found = self.empty();
        self.0.iter().for_each(|address| found.push(SocketAddr::new(address.parse().unwrap(), 443)));
        Ok(found)
    }
}

#[test]
fn a_public_name_of_a_private_address_is_not_connected_to() {
    let resolve = |addresses| {
        let resolver = PublicResolver { lookup: Always(addresses), also: Vec::new() };
        let timeout = NextTimeout::default();
        let config = Agent::config_builder().build();
        resolver.resolve(&"https://rebind.example.com/".parse().unwrap(), &config, timeout)
    };
    for addresses in [&["10.0.0.1"][..], &["127.0.0.1", "::1"], &["169.254.169.254"], &["::ffff:192.168.0.1"]] {
        let error = resolve(addresses).unwrap_err().to_string();
        assert!(error.contains("its name stands for a private or local address"), "{error}");
    }
    let mixed = resolve(&["127.0.0.1", "93.184.215.14"]).unwrap();
    assert_eq!(mixed.iter().map(|it| it.ip().to_string()).collect::<Vec<_>>(), ["93.184.215.14"]);
}

#[test]
fn every_provider_of_searches_is_asked_in_its_own_way() {
    let results = |names: [&str; 2]| {
        format!(
            r#"[{{"title":"A  title","url":"https://a.example/","{}":"<strong>Some</strong> words"}},{{"{}":"no address"}}]"#,
            names[0], names[1]
        )
    };
    for (provider, line, answer) in [
        (
            Provider::Searxng,
            "GET /search?q=timer%20%26%20x&format=json HTTP/1.1",
            format!("{{\"results\":{}}}", results(["content", "title"])),
        ),
        (
            Provider::Brave,
            "GET /?q=timer%20%26%20x&count=5 HTTP/1.1",
            format!("{{\"type\":\"search\",\"web\":{{\"results\":{}}}}}", results(["description", "title"])),
        ),
        (Provider::Tavily, "POST / HTTP/1.1", format!("{{\"results\":{}}}", results(["content", "title"]))),
    ] {
        let (origin, _) = server(move |first, stream| {
            assert_eq!(first, line);
            reply(stream, "200 OK\r\ncontent-type: application/json", &answer);
        });
        let http = Rc::new(crate::UreqHttpClient::new());
        let endpoint = if provider == Provider::Searxng { origin.clone() } else { format!("{origin}/") };
        let search = WebSearch::new(provider, endpoint, None, http, Rc::new(ThreadTimer));
        assert_eq!(search.origin(), origin);
        let found = block_on(search.search(" timer & x ", 9)).unwrap();
        let [found] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((found.title.as_str(), found.snippet.as_str()), ("A title", "Some words"), "{provider:?}");
    }
}

#[test]
fn what_a_search_server_does_wrong_is_a_sentence() {
    let (origin, _) = server(|first, stream| match first {
        line if line.contains("q=html") => reply(stream, "200 OK", "<html>"),
        line if line.contains("q=empty") => reply(stream, "200 OK", "{\"results\":[]}"),
        line if line.contains("q=odd") => reply(stream, "200 OK", "{\"answers\":[]}"),
        line if line.contains("q=long") => reply(stream, "200 OK", &"x".repeat(2_000_000)),
        _ => reply(stream, "403 Forbidden", "no"),
    });
    let http = Rc::new(crate::UreqHttpClient::new());
    let search = WebSearch::new(Provider::Searxng, origin, None, http, Rc::new(ThreadTimer));
    let why = |query: &str| block_on(search.search(query, 5)).unwrap_err().to_string();
    assert_eq!(
        why("html"),
        "the answer of the search server cannot be read: it is not JSON; switch its JSON format on"
    );
    assert_eq!(why("odd"), "the answer of the search server cannot be read: it holds no list of results");
    assert_eq!(why("long"), "the answer of the search server cannot be read: it is longer than 1048576 bytes");
    assert_eq!(why("key"), "it answered with HTTP status 403; it wants a key or does not want programs");
    assert_eq!(why(&"x".repeat(500)), "a search has 1 to 400 characters");
    assert_eq!(block_on(search.search("empty", 5)), Ok(Vec::new()));
}
