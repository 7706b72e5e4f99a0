//! The Cloudflare Worker: an HTTP API over indexes in R2, with runs in Durable Objects.
//!
//! [`http::table`] lists every route; [`serve`] takes a request through access and limits to one of [`routes`]; a
//! question becomes a Durable Object ([`run`]) that outlives the request. Everything that can be decided without the
//! platform is a pure function, tested natively; the rest is tested in workerd (`tests/edge`).
//!
//! Start at [`serve`], then [`run`].

mod access;
mod api;
mod body;
mod budget;
mod catalog;
mod config;
mod cors;
mod failure;
mod http;
mod isolate;
mod mcp_host;
mod memory;
mod models;
mod names;
mod profiles;
mod rate;
mod request_context;
mod routes;
mod run;
mod serve;
mod tokens;

use worker::{Context, Env, Request, Response, event};

/// The entry point of the Worker for HTTP requests.
#[event(fetch)]
async fn fetch(request: Request, env: Env, _context: Context) -> worker::Result<Response> {
    serve::serve(request, env).await
}
