//! Serves one HTTP request: checks the origin of the page, the caller and the rate, then calls the handler of the
//! route.

use crate::access::Caller;
use crate::config::Config;
use crate::cors::{self, Page};
use crate::failure::{Failure, FailureKind};
use crate::http::{Match, find};
use crate::request_context::RequestContext;
use crate::{rate, routes, tokens};
use std::cell::Cell;
use std::rc::Rc;
use worker::{Env, Method, Request, Response, ResponseBuilder};

/// What a browser may do with an answer that is opened as a page: a drawing's own styles, nothing else, and no frame of
/// another page around it.
const ANSWER_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// Answers a request.
///
/// # Errors
/// If the platform refuses the response; every other failure is a response.
pub async fn serve(request: Request, env: Env) -> worker::Result<Response> {
    let path = request.path();
    if !path.starts_with("/v1/") && path != "/mcp" && path != "/healthz" {
        return page(request, &env).await;
    }
    let origin = request.headers().get("origin")?;
    let url = request.url()?;
    let config = match Config::of(&env) {
        Ok(config) => config,
        Err(failure) => return failure.response(),
    };
    let from = Page::of(origin.as_deref(), &url, &config.origins);
    let answer = if from == Page::Rebound {
        let why = "Over http this Worker answers to localhost and to addresses only, because any page can point a name of \
                   its own at this machine; use https, or list this origin in ALLOWED_ORIGINS.";
        Failure::new(FailureKind::Forbidden, why).response()?
    } else if from == Page::Refused {
        let why = "Pages of this origin may not call this Worker; its owner can list it in ALLOWED_ORIGINS.";
        Failure::new(FailureKind::Forbidden, why).response()?
    } else if request.method() == Method::Options {
        ResponseBuilder::new().with_status(204).empty()
    } else {
        match routed(request, env, config).await {
            Ok(answer) => answer,
            Err(failure) => failure.response()?,
        }
    };
    finished(answer, &from)
}

async fn routed(request: Request, env: Env, config: Config) -> Result<Response, Failure> {
    let address = request.headers().get("cf-connecting-ip")?.unwrap_or_else(|| "unknown".to_owned());
    let caller = match who(&request, &config, &address) {
        Ok(caller) => caller,
        Err(failure) => {
            // Guessing tokens is counted too.
            rate::check(&env, &Caller::Anonymous(address)).await?;
            return Err(failure);
        }
    };
    rate::check(&env, &caller).await?;
    let method = request.method().to_string();
    let (route, variables) = match find(&method, &request.path()) {
        Match::Route(route, variables) => (route, variables),
        Match::WrongMethod(allow) => {
            let why = format!("This path takes {allow}.");
            return Err(Failure { allow: Some(allow), ..Failure::new(FailureKind::MethodNotAllowed, why) });
        }
        Match::Nothing => return Err(Failure::not_found("There is no such path; see /v1/openapi.json.")),
    };
    let query = request.url()?.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    let cx = RequestContext {
        env,
        config: Rc::new(config),
        caller,
        route,
        variables,
        query,
        headers: request.headers().clone(),
        origin: request.url()?.origin().ascii_serialization(),
        request: Cell::new(Some(request)),
    };
    routes::answer(&cx).await
}

/// A wrong token is refused even where none is needed: its sender expects more rights than they would have without one.
fn who(request: &Request, config: &Config, address: &str) -> Result<Caller, Failure> {
    let Some(header) = request.headers().get("authorization")? else {
        return Ok(Caller::Anonymous(address.to_owned()));
    };
    let bearer = tokens::presented(&header).and_then(|token| config.tokens.bearer(token));
    bearer.map(Caller::Bearer).ok_or_else(|| Failure::new(FailureKind::Unauthorized, "This token is not known here."))
}

/// The web page and its files, if the deployment serves them.
async fn page(request: Request, env: &Env) -> worker::Result<Response> {
    match env.assets("ASSETS") {
        // Files that the platform serves without the Worker have their headers from `_headers` beside the page.
        Ok(assets) => assets.fetch_request(request).await,
        Err(_) => Failure::not_found("This Worker serves the API alone; see /v1/openapi.json.").response(),
    }
}

fn finished(answer: Response, from: &Page) -> worker::Result<Response> {
    // A copy: those of a response that came from a Durable Object cannot be changed.
    let headers = answer.headers().clone();
    headers.set("x-content-type-options", "nosniff")?;
    headers.set("content-security-policy", ANSWER_POLICY)?;
    headers.set("vary", "origin")?;
    if let Page::Allowed(origin) = from {
        headers.set("access-control-allow-origin", origin)?;
        headers.set("access-control-allow-methods", cors::METHODS)?;
        headers.set("access-control-allow-headers", cors::REQUEST_HEADERS)?;
        headers.set("access-control-expose-headers", cors::RESPONSE_HEADERS)?;
        headers.set("access-control-max-age", "86400")?;
    }
    Ok(answer.with_headers(headers))
}
