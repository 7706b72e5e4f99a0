//! Routes: a method, a path, what handles it.

use super::Collected;
use crate::List;
use crate::scan::{Argument, Decorator, File, last_segment, literal};
use facts::{Call, CallKind, Definition, DefinitionKind};
use source::Language;

const METHODS: &[&str] =
    &["get", "post", "put", "delete", "patch", "head", "options", "trace", "connect", "all", "any"];
/// Objects whose `get("/x")` asks another server, or sends a request of a test.
const CLIENTS: &[&str] = &[
    "axios",
    "request",
    "requests",
    "client",
    "http",
    "https",
    "agent",
    "session",
    "fetch",
    "superagent",
    "supertest",
    "cy",
    "$",
    "got",
    "ky",
    "api",
    "test_client",
    "cache",
    "redis",
    "storage",
    "headers",
    "cookies",
    "map",
    "params",
];

pub fn collect(file: &File<'_>, out: &mut Collected) {
    for definition in file.definitions() {
        annotated(file, definition, out);
    }
    for (call, callee) in file.calls().filter(|(call, _)| matches!(call.kind, CallKind::Call | CallKind::New)) {
        registered(file, call, callee, out);
    }
    next_files(file, out);
}

/// `@app.route("/x", methods=["GET"])`, `@router.get("/x")`, `@GetMapping("/x")`, `#[get("/x")]`, `@Get("x")`.
fn annotated(file: &File<'_>, definition: &Definition, out: &mut Collected) {
    if !definition.kind.is_callable() {
        return;
    }
    let decorators = file.decorators_of(definition);
    for decorator in &decorators {
        let Some((method, path)) = route_of(file, decorator, &decorators) else { continue };
        let prefix = enclosing_prefix(file, definition);
        let lines = (decorator.line, definition.name_span.start_line);
        let handler = file.qualified(definition);
        let Some(path) = path else {
            let entry = file.entry(lines, "", &handler);
            out.push(List::Routes, entry);
            continue;
        };
        let name = format!("{method} {}", joined(&prefix, &path));
        out.push(List::Routes, file.entry(lines, &name, &handler).about([handler.clone(), path]));
    }
}

/// The method and the path, where it is a literal, of a decorator that makes a route.
fn route_of(file: &File<'_>, decorator: &Decorator, all: &[Decorator]) -> Option<(String, Option<String>)> {
    let last = decorator.last_name();
    let lower = last.to_lowercase();
    let path = || {
        let by_name = || ["value", "path", "rule"].iter().find_map(|name| decorator.named(name)?.literal());
        decorator.first_literal().or_else(by_name)
    };
    match file.language {
        Language::Python => {
            let has_receiver = !decorator.receiver().is_empty();
            let is_method = METHODS.contains(&last) || matches!(last, "websocket" | "ws");
            let is_route = matches!(last, "route" | "api_route" | "view_config" | "path_route");
            // `@cache.get(key)` is none: a path begins with a slash or is empty.
            let looks = path().is_none_or(|path| path.is_empty() || path.starts_with(['/', '<', '^']));
            if !has_receiver || !(is_method || is_route) || decorator.arguments.is_empty() || !looks {
                return None;
            }
            if is_method && path().is_none() {
                return None;
            }
            let method = if is_method { last.to_uppercase() } else { methods_argument(decorator) };
            Some((method, path()))
        }
        Language::Java | Language::Kotlin => {
            if let Some(method) = lower.strip_suffix("mapping").filter(|method| METHODS.contains(method)) {
                return Some((method.to_uppercase(), Some(path().unwrap_or_default())));
            }
            if lower == "requestmapping" {
                let method = decorator
                    .named("method")
                    .map_or_else(|| "ANY".to_owned(), |m| last_segment(m.text.trim_end_matches('}')).to_owned());
                return Some((method, Some(path().unwrap_or_default())));
            }
            let is_verb = last.chars().all(char::is_uppercase) && METHODS.contains(&lower.as_str());
            let of_path = || all.iter().find(|other| other.name == "Path").and_then(Decorator::first_literal);
            is_verb.then(|| (last.to_owned(), Some(of_path().unwrap_or_default())))
        }
        Language::Rust => {
            let is_method = METHODS.contains(&last) && !decorator.arguments.is_empty();
            let path = decorator.first_literal().filter(|path| path.starts_with('/'));
            (is_method && path.is_some()).then(|| (last.to_uppercase(), path))
        }
        Language::TypeScript | Language::Tsx | Language::JavaScript => {
            let is_verb = last.starts_with(char::is_uppercase) && METHODS.contains(&lower.as_str());
            is_verb.then(|| (last.to_uppercase(), Some(decorator.first_literal().unwrap_or_default())))
        }
        _ => None,
    }
}

fn methods_argument(decorator: &Decorator) -> String {
    let Some(methods) = decorator.named("methods") else { return "GET".to_owned() };
    let listed = methods.text.trim_matches(['[', ']', '(', ')', '{', '}']);
    let names: Vec<String> = listed.split(',').filter_map(literal).collect();
    if names.is_empty() { "ANY".to_owned() } else { names.join(",") }
}

/// The path that the class around gives to all of its methods: `@Controller("x")`, `@RequestMapping("/x")`.
fn enclosing_prefix(file: &File<'_>, definition: &Definition) -> String {
    let class = definition.parent.and_then(|parent| file.definition(parent)).filter(|parent| parent.kind.is_type());
    let decorators = class.map_or_else(Vec::new, |class| file.decorators_of(class));
    let prefix = decorators.iter().find(|d| matches!(d.name.as_str(), "Controller" | "RequestMapping" | "Path"));
    let by_name = |d: &Decorator| ["value", "path"].iter().find_map(|name| d.named(name)?.literal());
    prefix.and_then(|d| d.first_literal().or_else(|| by_name(d))).unwrap_or_default()
}

fn joined(prefix: &str, path: &str) -> String {
    let (prefix, own) = (prefix.trim_matches('/'), path.trim_start_matches('/'));
    match (prefix.is_empty(), own.is_empty()) {
        (true, _) if path.is_empty() => "/".to_owned(),
        (true, _) => path.to_owned(),
        (false, true) => format!("/{prefix}"),
        (false, false) => format!("/{prefix}/{own}"),
    }
}

/// `app.get("/x", f)`, `add_url_rule("/x", view_func=f)`, `path("x/", view)`, `.route("/x", get(f))`.
fn registered(file: &File<'_>, call: &Call, callee: &str, out: &mut Collected) {
    let last = last_segment(callee);
    let receiver = callee.strip_suffix(last).and_then(|rest| rest.strip_suffix(['.', ':'])).unwrap_or("");
    let mut push = |method: String, path: &str, handler: &str| {
        let handler = handler_name(handler);
        let line = file.facts.map_or(call.span.start_line, |facts| facts.line_of_call(call));
        let entry = file.entry((line, line), &format!("{method} {path}"), &handler);
        out.push(List::Routes, entry.about([handler.clone(), path.to_owned()]));
    };
    let arguments = || file.arguments_of(call);
    let is_client = || {
        let of = last_segment(receiver.trim_end_matches("()")).to_lowercase();
        CLIENTS.contains(&of.as_str()) || of.ends_with("client") || receiver.contains("request()")
    };
    match file.language {
        Language::Python => {
            let arguments = match last {
                "add_url_rule" | "path" | "re_path" | "url" | "add_route" | "add_get" | "add_post" | "add_put"
                | "add_delete" | "add_patch" | "Route" | "WebSocketRoute" | "add_api_route" => arguments(),
                _ => return,
            };
            let is_django = matches!(last, "path" | "re_path" | "url");
            if is_django && !(receiver.is_empty() && file.code.contains("urlpatterns") && arguments.len() > 1) {
                return;
            }
            let Some(path) = arguments.first().and_then(Argument::literal) else { return };
            let view = arguments.iter().find(|a| matches!(a.name.as_deref(), Some("view_func" | "endpoint" | "view")));
            let plain: Vec<&Argument> = arguments.iter().filter(|a| a.name.is_none()).collect();
            let handler = view.or(plain.get(if last == "add_url_rule" { 2 } else { 1 }).copied());
            let method = last.strip_prefix("add_").filter(|m| METHODS.contains(m)).map_or("ANY", |m| m);
            push(method.to_uppercase(), &path, handler.map_or("", |a| &a.text));
        }
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            let is_method = METHODS.contains(&last) || last == "del";
            if !is_method || receiver.is_empty() {
                return;
            }
            let chained = receiver.ends_with("route()");
            if !chained && (is_client() || receiver.ends_with("()")) {
                return;
            }
            let arguments = arguments();
            let Some(handler) = arguments.last() else { return };
            if chained {
                let code = file.code_of(call);
                let inner = code.find(".route(").and_then(|at| first_literal_in(&code[at..]));
                if let Some(path) = inner {
                    push(last.to_uppercase(), &path, &handler.text);
                }
                return;
            }
            let handles = arguments.len() > 1 && is_function(&handler.text);
            let path = arguments.first().and_then(Argument::literal);
            match path {
                Some(path) if handles && (path.starts_with(['/', '*', ':']) || path.is_empty()) => {
                    push(last.to_uppercase(), &path, &handler.text);
                }
                _ => {}
            }
        }
        Language::Rust => {
            let arguments = if last == "route" || last == "resource" { arguments() } else { return };
            let Some(path) = arguments.first().and_then(Argument::literal).filter(|p| p.starts_with('/')) else {
                return;
            };
            let services = arguments.get(1).map_or("", |a| a.text.as_str());
            for (method, handler) in methods_in(services) {
                push(method, &path, &handler);
            }
        }
        Language::Go => {
            let is_method = last.starts_with(char::is_uppercase) && METHODS.contains(&last.to_lowercase().as_str());
            let is_handle = matches!(last, "HandleFunc" | "Handle" | "Any");
            if !is_handle && (!is_method || is_client()) {
                return;
            }
            let arguments = arguments();
            let Some(path) = arguments.first().and_then(Argument::literal) else { return };
            let looks = path.starts_with('/') || path.is_empty() || path.contains(" /");
            if !looks || arguments.len() < 2 {
                return;
            }
            // Since 1.22 the pattern may have the method: `GET /x`.
            let (method, path) = match path.split_once(' ') {
                Some((method, path)) => (method.to_owned(), path.to_owned()),
                None if is_method => (last.to_uppercase(), path),
                None => ("ANY".to_owned(), path),
            };
            push(method, &path, arguments.last().map_or("", |a| &a.text));
        }
        _ => {}
    }
}

fn is_function(text: &str) -> bool {
    text.contains("=>")
        || text.starts_with("function")
        || text.starts_with("async")
        || (text.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '[') && !text.starts_with("new "))
}

/// A handler's name; `inline` for a function that is written there.
fn handler_name(text: &str) -> String {
    let text = text.trim();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '(' | ')' | '"' | '\'');
    match text {
        "" => String::new(),
        text if text.contains("=>")
            || text.starts_with("function")
            || text.starts_with("async")
            || text.starts_with("func(") =>
        {
            "inline function".to_owned()
        }
        text if text.len() < 80 && text.chars().all(is_name) => text.to_owned(),
        text => crate::entry::one_line(&text.chars().take(60).collect::<String>()),
    }
}

fn first_literal_in(code: &str) -> Option<String> {
    let open = code.find(['"', '\'', '`'])?;
    let quote = code[open..].chars().next()?;
    let end = code[open + 1..].find(quote)?;
    Some(code[open + 1..open + 1 + end].to_owned())
}

/// `get(a).post(b)` as pairs; anything else as one of any method.
fn methods_in(services: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for method in METHODS {
        for (at, _) in services.match_indices(&format!("{method}(")) {
            let before = services[..at].chars().next_back();
            if before.is_none_or(|c| matches!(c, '.' | ':' | ' ')) {
                let inside = &services[at + method.len() + 1..];
                let end = inside.find([')', '(']).unwrap_or(inside.len());
                found.push((at, method.to_uppercase(), inside[..end].to_owned()));
            }
        }
    }
    found.sort_by_key(|(at, ..)| *at);
    match found.is_empty() {
        true => vec![("ANY".to_owned(), services.to_owned())],
        false => found.into_iter().map(|(_, method, handler)| (method, handler)).collect(),
    }
}

/// Files that are routes by their path: `app/users/route.ts`, `pages/api/users.ts`.
fn next_files(file: &File<'_>, out: &mut Collected) {
    if !file.is_script() {
        return;
    }
    let stem = file.path.rsplit_once('.').map_or(file.path, |(stem, _)| stem);
    if let Some(folder) = stem.strip_suffix("/route") {
        let Some((_, below)) = folder.split_once("app/") else { return };
        for definition in file.definitions().iter().filter(|d| d.exported && d.kind != DefinitionKind::Module) {
            if METHODS.contains(&definition.name.to_lowercase().as_str())
                && definition.name.chars().all(char::is_uppercase)
            {
                let name = format!("{} /{below}", definition.name);
                out.push(List::Routes, file.entry(file.head_lines(definition), &name, &definition.name));
            }
        }
    } else if let Some((_, below)) = stem.split_once("pages/api/") {
        let name = format!("ANY /api/{}", below.trim_end_matches("index").trim_end_matches('/'));
        out.push(List::Routes, file.entry((1, 1), &name, "default export"));
    }
}
