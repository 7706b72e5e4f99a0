//! A static server for the built app.

use crate::app;
use crate::run::run;
use anyhow::{Context, Result};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// Builds and serves until stopped.
pub fn serve_app(arguments: &[String]) -> Result<()> {
    let port = port_of(arguments, "serve")?;
    let server = start(app::build()?, port)?;
    announce(&server);
    loop {
        std::thread::park();
    }
}

/// Serves the page as it is in the checkout, built anew at each change, beside the engine as it is at the start. The page is
/// a debug build in a folder of its own; reload it to see a change.
pub fn dev(arguments: &[String]) -> Result<()> {
    let port = port_of(arguments, "dev")?;
    let parts = app::parts()?;
    let (mut trunk, page) = app::watch_page()?;
    let server = start_layers(vec![page, parts], port)?;
    announce(&server);
    run(&mut trunk)
}

fn port_of(arguments: &[String], command: &str) -> Result<u16> {
    match arguments {
        [flag, port] if flag == "--port" => port.parse().with_context(|| format!("`{port}` is not a port")),
        [] => Ok(8080),
        _ => anyhow::bail!("usage: cargo xtask {command} [--port 8080]"),
    }
}

fn announce(server: &Running) {
    println!("\nQuarry is at http://localhost:{} (stop with Ctrl+C)", server.port);
}

/// A running server; it serves for as long as the process lives.
pub struct Running {
    pub port: u16,
}

/// How long a connection may stay silent: browsers open some ahead of need.
const SILENCE: Duration = Duration::from_secs(60);
/// Longest head of a request, in bytes.
const LONGEST_HEAD: u64 = 64 * 1024;

/// Serves `folder` on `port` of the loopback interface, 0 for any free one.
///
/// A thread a connection and a connection a request. The pool of `tiny_http` gives a connection to a thread that another
/// connection has just taken, where several come at once; it then waits until the browser hangs up, and the page with it.
pub fn start(folder: PathBuf, port: u16) -> Result<Running> {
    start_layers(vec![folder], port)
}

/// Serves several folders as one: a file comes from the first that has it. Headers are those of the first.
fn start_layers(folders: Vec<PathBuf>, port: u16) -> Result<Running> {
    let rules = header_rules(&folders[0])?;
    let listener = TcpListener::bind(("127.0.0.1", port)).with_context(|| format!("port {port}"))?;
    let port = listener.local_addr()?.port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (folders, rules) = (folders.clone(), rules.clone());
            // An error here means that the browser hung up.
            std::thread::spawn(move || drop(answer(&folders, &rules, stream)));
        }
    });
    Ok(Running { port })
}

/// A rule of a `_headers` file: a path, where `*` at the end stands for the rest, and the lines that its files get.
type HeaderRule = (String, String);

/// The rules of the folder's `_headers`; none without that file.
fn header_rules(folder: &Path) -> Result<Vec<HeaderRule>> {
    let file = folder.join("_headers");
    if !file.is_file() {
        return Ok(Vec::new());
    }
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let mut rules: Vec<HeaderRule> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        match line.strip_prefix("  ") {
            None => rules.push((line.to_owned(), String::new())),
            Some(header) => {
                let rule = rules.last_mut().with_context(|| format!("{}: a header before its path", file.display()))?;
                rule.1.push_str(&format!("{}\r\n", header.trim()));
            }
        }
    }
    Ok(rules)
}

/// The headers of all rules that the path of a request fits.
fn headers_for(rules: &[HeaderRule], path: &str) -> String {
    let fits = |rule: &str| rule.strip_suffix('*').map_or(path == rule, |start| path.starts_with(start));
    rules.iter().filter(|(rule, _)| fits(rule)).map(|(_, headers)| headers.as_str()).collect()
}

fn answer(folders: &[PathBuf], rules: &[HeaderRule], mut stream: TcpStream) -> std::io::Result<()> {
    stream.set_read_timeout(Some(SILENCE))?;
    let mut lines = BufReader::new(stream.try_clone()?.take(LONGEST_HEAD)).lines();
    // A connection that closes without a request gets the answer to an empty one.
    let request = lines.next().transpose()?.unwrap_or_default();
    // The whole head is read before the connection is closed, or the browser would take it for broken.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let mut words = request.split(' ');
    let (method, url) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let path = url.split(['?', '#']).next().unwrap_or("/").trim_start_matches('/');
    let relative = Path::new(if path.is_empty() { "index.html" } else { path });
    let inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
    let file = folders.iter().map(|folder| folder.join(relative)).find(|file| file.is_file());
    let is_wanted = matches!(method, "GET" | "HEAD") && inside;
    let Some(file) = file.filter(|_| is_wanted) else {
        let body = "not found";
        let length = body.len();
        return write!(stream, "HTTP/1.1 404 Not Found\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
    };
    let mut opened = std::fs::File::open(&file)?;
    let (kind, length) = (content_type(&file), opened.metadata()?.len());
    let headers = headers_for(rules, &format!("/{path}"));
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\n{headers}Connection: close\r\n\r\n"
    )?;
    if method == "GET" {
        std::io::copy(&mut opened, &mut stream)?;
    }
    stream.flush()
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|ext| ext.to_str()).unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(port: u16, head: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        write!(stream, "{head}\r\nHost: localhost\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn silent_connections_hold_nobody_up() {
        let folder = std::env::temp_dir().join(format!("quarry-serve-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("index.html"), "<p>here</p>").unwrap();
        std::fs::write(
            folder.join("_headers"),
            "# why\n/*\n  X-All: 1\n/\n  X-Frame-Options: DENY\n\n/other*\n  X-No: 1\n",
        )
        .unwrap();
        let port = start(folder.clone(), 0).unwrap().port;
        let silent: Vec<TcpStream> = (0..20).map(|_| TcpStream::connect(("127.0.0.1", port)).unwrap()).collect();
        let page = get(port, "GET /?v=1 HTTP/1.1");
        assert!(
            page.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html") && page.ends_with("<p>here</p>"),
            "{page}"
        );
        assert!(page.contains("X-All: 1\r\nX-Frame-Options: DENY\r\n") && !page.contains("X-No"), "{page}");
        std::fs::write(folder.join("other.html"), "").unwrap();
        let other = get(port, "GET /other.html HTTP/1.1");
        assert!(other.contains("X-All: 1\r\nX-No: 1\r\n") && !other.contains("X-Frame"), "{other}");
        let head = get(port, "HEAD / HTTP/1.1");
        assert!(head.contains("Content-Length: 11\r\n") && head.ends_with("\r\n\r\n"), "{head}");
        for wrong in ["GET /../secret HTTP/1.1", "GET /none.js HTTP/1.1", "POST / HTTP/1.1", "nonsense"] {
            assert!(get(port, wrong).starts_with("HTTP/1.1 404"), "{wrong}");
        }
        drop(silent);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
