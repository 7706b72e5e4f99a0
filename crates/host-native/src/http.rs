//! HTTP over ureq, with a thread for each request.
//!
//! The futures need no runtime: a thread waits and wakes the task that polls. A request whose future or body is
//! dropped ends at its next piece, because its channel is closed then.

use futures::SinkExt;
use futures::channel::{mpsc, oneshot};
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use futures::stream::StreamExt;
use model::{HttpClient, HttpError, HttpRequest, HttpResponse};
use std::io::{ErrorKind, Read};
use std::thread;
use std::time::Duration;
use ureq::config::ConfigBuilder;
use ureq::http::{Request, Response};
use ureq::typestate::AgentScope;
use ureq::{Agent, Body};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
const MOST_REDIRECTS: u32 = 5;
/// For how long an idle connection is kept. Well under the 5 s after which common servers close theirs: a request sent on a
/// connection that is being closed fails, and whether the server worked on it is not known.
const KEPT_IDLE: Duration = Duration::from_secs(2);
/// How many bytes are read at once.
const PIECE: usize = 16 << 10;
/// Pieces that are buffered for a slow reader.
const AHEAD: usize = 4;

/// [`HttpClient`] over ureq.
#[derive(Debug, Clone)]
pub struct UreqHttpClient {
    agent: Agent,
    most_redirects: u32,
}

impl UreqHttpClient {
    /// A client with its own pool of connections and no time limit on a response: a model may take long.
    pub fn new() -> Self {
        Self { agent: Agent::new_with_config(config().build()), most_redirects: MOST_REDIRECTS }
    }

    /// A client for uploads and downloads: a request that is not answered in full within `timeout` is cancelled, and redirects
    /// are returned rather than followed. With `direct` a proxy that the environment names is not used.
    pub fn for_transfers(timeout: Duration, direct: bool) -> Self {
        let config = config().timeout_global(Some(timeout));
        let config = if direct { config.proxy(None) } else { config };
        Self::without_redirects(Agent::new_with_config(config.build()))
    }

    /// A client that returns redirects rather than follow them.
    pub(crate) fn without_redirects(agent: Agent) -> Self {
        Self { agent, most_redirects: 0 }
    }
}

/// What every request has in common.
pub(crate) fn config() -> ConfigBuilder<AgentScope> {
    Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_connect(Some(CONNECT_TIMEOUT))
        .max_idle_age(KEPT_IDLE)
        // A compressed stream would arrive in blocks.
        .accept_encoding("identity")
}

impl Default for UreqHttpClient {
    fn default() -> Self {
        Self::new()
    }
}

impl HttpClient for UreqHttpClient {
    fn send(&self, request: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse, HttpError>> {
        let client = self.clone();
        Box::pin(async move {
            let origin = request.origin().to_owned();
            let (answer, answered) = oneshot::channel();
            let spawned = thread::Builder::new().name("http".into()).spawn(move || exchange(&client, request, answer));
            spawned.map_err(|error| HttpError::Unreachable { origin, why: error.to_string() })?;
            let stopped = |_| HttpError::Broken("the thread of the request ended without an answer".into());
            let (status, headers, pieces) = answered.await.map_err(stopped)??;
            Ok(HttpResponse { status, headers, body: pieces.boxed_local() })
        })
    }
}

type Pieces = mpsc::Receiver<Result<Vec<u8>, HttpError>>;
type Opened = (u16, Vec<(String, String)>, Pieces);

fn exchange(client: &UreqHttpClient, request: HttpRequest, answer: oneshot::Sender<Result<Opened, HttpError>>) {
    let response = match follow(client, request) {
        Ok(response) => response,
        // Where the receiver was dropped nobody waits for the answer.
        Err(error) => return drop(answer.send(Err(error))),
    };
    let (mut pieces, receiver) = mpsc::channel(AHEAD);
    let status = response.status().as_u16();
    let headers = response.headers().iter();
    let headers =
        headers.map(|(name, value)| (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into()));
    if answer.send(Ok((status, headers.collect(), receiver))).is_err() {
        return;
    }
    let mut body = response.into_body().into_reader();
    let mut buffer = vec![0; PIECE];
    loop {
        let piece = match body.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => Ok(buffer[..read].to_vec()),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => Err(HttpError::Broken(error.to_string())),
        };
        let last = piece.is_err();
        if block_on(pieces.send(piece)).is_err() || last {
            return;
        }
    }
}

/// Sends, and follows redirects that stay within the origin.
fn follow(client: &UreqHttpClient, mut request: HttpRequest) -> Result<Response<Body>, HttpError> {
    for _ in 0..=client.most_redirects {
        let response = send(&client.agent, &request)?;
        if client.most_redirects == 0 {
            return Ok(response);
        }
        let location = response.headers().get("location").and_then(|value| value.to_str().ok());
        if !request.redirect(response.status().as_u16(), location)? {
            return Ok(response);
        }
    }
    Err(request.unreachable("too many redirects"))
}

fn send(agent: &Agent, request: &HttpRequest) -> Result<Response<Body>, HttpError> {
    use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, NetworkDown, NetworkUnreachable, UnexpectedEof};
    let mut builder = Request::builder().method(request.method).uri(&request.url);
    for (name, value) in &request.headers {
        builder = builder.header(name, value);
    }
    let result = if request.body.is_empty() {
        builder.body(()).map_err(ureq::Error::from).and_then(|request| agent.run(request))
    } else {
        builder.body(&request.body[..]).map_err(ureq::Error::from).and_then(|request| agent.run(request))
    };
    result.map_err(|error| match error {
        ureq::Error::Io(error) => match error.kind() {
            NetworkUnreachable | NetworkDown => HttpError::Offline,
            ConnectionReset | UnexpectedEof | BrokenPipe | ConnectionAborted => HttpError::Broken(error.to_string()),
            _ => request.unreachable(ureq::Error::Io(error).to_string()),
        },
        other => request.unreachable(other.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader, Write};
    use std::net::{TcpListener, TcpStream};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A server on this machine that gives the same answer to each request; its origin.
    fn server(answer: impl Fn(&str, &mut TcpStream) + Send + 'static) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                let first = lines.next().unwrap().unwrap();
                lines.find(|line| line.as_ref().is_ok_and(String::is_empty));
                answer(&first, &mut stream);
            }
        });
        origin
    }

    fn get(url: String) -> HttpRequest {
        HttpRequest { method: "GET", url, headers: vec![("x-test".into(), "1".into())], body: Vec::new() }
    }

    fn fetch(request: HttpRequest) -> Result<(u16, Vec<u8>), HttpError> {
        block_on(async {
            let mut response = UreqHttpClient::new().send(request).await?;
            let mut bytes = Vec::new();
            while let Some(piece) = response.body.next().await {
                bytes.extend(piece?);
            }
            Ok((response.status, bytes))
        })
    }

    fn reply(stream: &mut TcpStream, head: &str, body: &str) {
        // A client may have hung up already; its test sees that by itself.
        write!(stream, "HTTP/1.1 {head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len()).ok();
    }

    #[test]
    fn reads_answers_and_refusals_alike() {
        let origin = server(|first, stream| match first {
            "GET /missing HTTP/1.1" => reply(stream, "404 Not Found", "no"),
            _ => reply(stream, "200 OK", "дa"),
        });
        assert_eq!(fetch(get(format!("{origin}/"))), Ok((200, "дa".as_bytes().to_vec())));
        assert_eq!(fetch(get(format!("{origin}/missing"))), Ok((404, b"no".to_vec())));
    }

    #[test]
    fn stays_within_the_origin() {
        let origin = server(|first, stream| match first {
            "GET /here HTTP/1.1" => reply(stream, "302 Found\r\nlocation: /there", ""),
            "GET /away HTTP/1.1" => reply(stream, "302 Found\r\nlocation: http://other.invalid/", ""),
            _ => reply(stream, "200 OK", "there"),
        });
        assert_eq!(fetch(get(format!("{origin}/here"))), Ok((200, b"there".to_vec())));
        assert!(matches!(fetch(get(format!("{origin}/away"))), Err(HttpError::Unreachable { .. })));
        let transfers = UreqHttpClient::for_transfers(Duration::from_secs(5), true);
        let answer = block_on(transfers.send(get(format!("{origin}/here")))).unwrap();
        assert_eq!((answer.status, answer.header("location")), (302, Some("/there")));
    }

    #[test]
    fn says_what_failed() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let closed = format!("http://{}", listener.local_addr().unwrap());
        drop(listener);
        assert!(matches!(fetch(get(closed.clone())), Err(HttpError::Unreachable { origin, .. }) if origin == closed));
        let cut = server(|_, stream| {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf").unwrap();
        });
        assert!(matches!(fetch(get(cut)), Err(HttpError::Broken(_))));
    }

    #[test]
    fn a_connection_that_was_idle_for_long_is_not_used_again() {
        // Answers once on each connection, then waits for a second request on it and cuts it.
        let connections = Arc::new(AtomicUsize::new(0));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let counted = connections.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                counted.fetch_add(1, Ordering::SeqCst);
                let mut stream = stream.unwrap();
                thread::spawn(move || {
                    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                    lines.find(|line| line.as_ref().is_ok_and(String::is_empty));
                    write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").ok();
                    lines.next();
                });
            }
        });
        let client = UreqHttpClient::new();
        for _ in 0..2 {
            let status = block_on(async {
                let mut response = client.send(get(format!("{origin}/"))).await?;
                while let Some(piece) = response.body.next().await {
                    piece?;
                }
                Ok::<_, HttpError>(response.status)
            });
            assert_eq!(status, Ok(200));
            thread::sleep(KEPT_IDLE + Duration::from_millis(200));
        }
        assert_eq!(connections.load(Ordering::SeqCst), 2);
    }

    #[test]
    fn a_transfer_that_takes_too_long_is_broken_off() {
        let origin = server(|_, stream| {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf").unwrap();
            thread::sleep(Duration::from_secs(5));
        });
        let got = block_on(async {
            let client = UreqHttpClient::for_transfers(Duration::from_millis(200), true);
            let mut response = client.send(get(format!("{origin}/"))).await?;
            while let Some(piece) = response.body.next().await {
                piece?;
            }
            Ok(())
        });
        assert!(matches!(got, Err(HttpError::Broken(_))), "{got:?}");
    }
}
