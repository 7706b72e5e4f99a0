//! A static server for the built app.

use crate::app;
use anyhow::{Context, Result, anyhow};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use tiny_http::{Header, Request, Response, Server};

/// Builds and serves until stopped.
pub fn serve_app(arguments: &[String]) -> Result<()> {
    let port = match arguments {
        [flag, port] if flag == "--port" => port.parse().with_context(|| format!("`{port}` is not a port"))?,
        [] => 8080,
        _ => anyhow::bail!("usage: cargo xtask serve [--port 8080]"),
    };
    let dist = app::build()?;
    let server = start(dist, port)?;
    println!("\nQuarry is at http://localhost:{} (stop with Ctrl+C)", server.port);
    loop {
        std::thread::park();
    }
}

/// A running server; it stops when dropped.
pub struct Running {
    /// The port it listens on.
    pub port: u16,
    server: Arc<Server>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.server.unblock();
    }
}

/// Serves `folder` on `port` of the loopback interface, 0 for any free one.
pub fn start(folder: PathBuf, port: u16) -> Result<Running> {
    let server = Server::http(("127.0.0.1", port)).map_err(|error| anyhow!("port {port}: {error}"))?;
    let server = Arc::new(server);
    let port = server.server_addr().to_ip().context("not an IP address")?.port();
    let worker = Arc::clone(&server);
    std::thread::spawn(move || {
        for request in worker.incoming_requests() {
            let folder = folder.clone();
            // A thread each: a browser that stops reading holds up nobody, and one that left is nobody's concern.
            std::thread::spawn(move || drop(answer(&folder, request)));
        }
    });
    Ok(Running { port, server })
}

fn answer(folder: &Path, request: Request) -> std::io::Result<()> {
    let path = request.url().split(['?', '#']).next().unwrap_or("/").trim_start_matches('/');
    let relative = Path::new(if path.is_empty() { "index.html" } else { path });
    let inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
    let file = folder.join(relative);
    if !inside || !file.is_file() {
        return request.respond(Response::from_string("not found").with_status_code(404));
    }
    let headers = [("Content-Type", content_type(&file)), ("Cache-Control", "no-cache")];
    // Not chunked: the page asks for lengths.
    let mut response = Response::from_file(std::fs::File::open(&file)?).with_chunked_threshold(usize::MAX);
    for (name, value) in headers {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    request.respond(response)
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|ext| ext.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => "application/octet-stream",
    }
}
