//! The OpenAPI document, made from the table of routes.

use super::route::{Answer, Route, SchemaOf, Variable};
use super::table::{MORE_SCHEMAS, ROUTES};
use crate::api::failure::Refused;
use crate::failure::FailureKind;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// OpenAPI 3.1. `server` is the origin of the deployment.
pub fn document(server: &str) -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    let mut generator = settings.into_generator();
    let mut paths = Map::new();
    for route in ROUTES {
        let described = described(route, &mut generator);
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method.to_lowercase()] = described;
    }
    let refusal = generator.subschema_for::<Refused>();
    MORE_SCHEMAS.iter().for_each(|schema| drop(schema(&mut generator)));
    let refusals: Map<String, Value> = FailureKind::ALL.iter().map(|kind| refused(*kind, &refusal)).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Quarry",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Search a code repository's index and ask an agent about it, with citations.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": server }],
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "responses": refusals,
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

fn described(route: &Route, generator: &mut SchemaGenerator) -> Value {
    let of_path = route.path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'));
    let of_path = of_path.map(|name| parameter(name, "path", true, path_variable(name)));
    let of_query =
        route.query.iter().map(|Variable { name, about, required }| parameter(name, "query", *required, about));
    let parameters: Vec<Value> = of_path.chain(of_query).collect();
    let answers = route.answers.iter().map(|answer| (answer.status.to_string(), answered(answer, generator)));
    let mut responses: Map<String, Value> = answers.collect();
    for kind in FailureKind::ALL {
        if happens(*kind, route) {
            responses.insert(
                kind.status().to_string(),
                json!({ "$ref": format!("#/components/responses/{}", name(*kind)) }),
            );
        }
    }
    let mut described = json!({
        "operationId": operation_id(route),
        "summary": route.summary,
        "parameters": parameters,
        "responses": responses,
    });
    described["security"] = match route.scope {
        // An empty requirement beside the token: public repositories can be read without one. Memory belongs to tokens.
        Some(scope) if scope < crate::access::Scope::Admin && !route.path.ends_with("/memory") => {
            json!([{ "token": [scope.name()] }, {}])
        }
        Some(scope) => json!([{ "token": [scope.name()] }]),
        None => json!([]),
    };
    if let Some(body) = &route.body {
        let content = content(&[(body.media, body.schema)], generator);
        described["requestBody"] = json!({ "required": true, "content": content });
    }
    described
}

/// `ListRepositories` as `listRepositories`.
fn operation_id(route: &Route) -> String {
    let name = format!("{:?}", route.operation);
    name[..1].to_lowercase() + &name[1..]
}

fn parameter(name: &str, place: &str, required: bool, about: &str) -> Value {
    let schema = match name {
        "n" => json!({ "type": "integer", "minimum": 1, "maximum": limits::edge::HITS }),
        "public" => json!({ "type": "boolean" }),
        _ => json!({ "type": "string" }),
    };
    json!({ "name": name, "in": place, "required": required, "description": about, "schema": schema })
}

fn path_variable(name: &str) -> &'static str {
    match name {
        "id" => "The repository's id: 1 to 100 letters, digits, `.`, `_` and `-`, the first a letter or digit.",
        "chunk" => "The file's name: 32 hex digits and `.bin`.",
        "agent" => "The agent's name: `plan-react`.",
        _ => "The run's name.",
    }
}

fn answered(answer: &Answer, generator: &mut SchemaGenerator) -> Value {
    json!({ "description": answer.about, "content": content(answer.content, generator) })
}

fn content(kinds: &[(&'static str, Option<SchemaOf>)], generator: &mut SchemaGenerator) -> Map<String, Value> {
    let mut content = Map::new();
    for (media, schema) in kinds {
        let schema = schema.map_or_else(|| json!({}), |schema| schema(generator).to_value());
        content.insert((*media).to_owned(), json!({ "schema": schema }));
    }
    content
}

/// Whether a call of the route can be refused so.
fn happens(kind: FailureKind, route: &Route) -> bool {
    match kind {
        FailureKind::BadRequest => route.body.is_some() || !route.query.is_empty() || route.path.contains('{'),
        FailureKind::Unauthorized | FailureKind::Forbidden | FailureKind::RateLimited => route.scope.is_some(),
        FailureKind::NotFound => route.path.contains('{') || route.query.iter().any(|variable| variable.name == "repo"),
        FailureKind::TooLarge => route.body.is_some(),
        FailureKind::Conflict => {
            ["/manifest", "/memory", "/ask", "/resume"].iter().any(|end| route.path.ends_with(end))
        }
        // Methods that are not there are in no description.
        FailureKind::MethodNotAllowed => false,
        FailureKind::Internal | FailureKind::Unavailable => true,
    }
}

/// A refusal's name among the document's responses.
fn name(kind: FailureKind) -> String {
    format!("{kind:?}")
}

fn refused(kind: FailureKind, schema: &schemars::Schema) -> (String, Value) {
    let about = format!("Refused: {}.", kind.name().replace('_', " "));
    let mut refused = json!({ "description": about, "content": { "application/json": { "schema": schema } } });
    if kind == FailureKind::RateLimited {
        refused["headers"] = json!({ "Retry-After": { "description": "Seconds.", "schema": { "type": "integer" } } });
    }
    (name(kind), refused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::{Match, find};
    use std::collections::BTreeSet;

    #[test]
    fn the_document_has_every_route_and_no_other() {
        let document = document("https://quarry.example");
        let mut described = BTreeSet::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            for method in methods.as_object().unwrap().keys() {
                let method = method.to_uppercase();
                let filled = path.split('/').map(|segment| if segment.starts_with('{') { "x" } else { segment });
                let filled = filled.collect::<Vec<_>>().join("/");
                assert!(matches!(find(&method, &filled), Match::Route(..)), "{method} {path} leads nowhere");
                described.insert((method, path.clone()));
            }
        }
        let routes: BTreeSet<_> = ROUTES.iter().map(|route| (route.method.to_owned(), route.path.to_owned())).collect();
        assert_eq!(described, routes);
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = document("https://quarry.example");
        let mut references = Vec::new();
        collect(&document, &mut references);
        assert!(references.len() > 30, "{references:?}");
        for reference in references {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
    }

    #[test]
    fn operations_have_names_of_their_own() {
        let names: BTreeSet<_> = ROUTES.iter().map(operation_id).collect();
        assert_eq!(names.len(), ROUTES.len());
        assert!(names.contains("listRepositories"));
    }

    fn collect(value: &Value, into: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                into.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
                fields.values().for_each(|value| collect(value, into));
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, into)),
            _ => {}
        }
    }
}
