//! A small made-up repository, and the tools over it.

use crate::{relevance, symbol};
use protocol::{Basis, Evidence, EvidenceKind, Relation};

/// A search result for a function.
pub fn found(symbol: &str, path: &str, line: u32, excerpt: &str) -> Evidence {
    let lines = excerpt.lines().count().max(1) as u32;
    Evidence {
        hash: "0".repeat(32),
        relation: Relation::Hit,
        symbol: Some(symbol.into()),
        kind: EvidenceKind::Function,
        signature: excerpt.lines().next().map(|line| line.trim().trim_end_matches(':').to_owned()),
        excerpt: excerpt.into(),
        basis: Basis::Search { score: 1.0 },
        ..Evidence::of_lines(
            format!("{}-{line}", path.rsplit('/').next().unwrap_or(path)),
            path,
            line,
            line + lines - 1,
        )
    }
}

/// A definition: symbol, path, line, documentation, text. Calls: caller, callee, line in the caller's file, certainty.
const DEFINITIONS: &[(&str, &str, u32, &str, &str)] = &[
    (
        "web.app.App.wsgi_app",
        "src/web/app.py",
        10,
        "Answers one request.",
        "def wsgi_app(self, environ):\n    \"\"\"Answers one request.\"\"\"\n    request = Request(environ)\n    return self.dispatch(request)",
    ),
    (
        "web.app.App.dispatch",
        "src/web/app.py",
        20,
        "Finds the view of a request and runs it. Errors become responses.",
        "def dispatch(self, request):\n    session = self.open_session(request)\n    if session.expired:\n        session.clear()\n    return self.views[request.path](request)",
    ),
    (
        "web.app.App.open_session",
        "src/web/app.py",
        30,
        "",
        "def open_session(self, request):\n    return sessions.load(request.cookies)",
    ),
    (
        "web.sessions.load",
        "src/web/sessions.py",
        5,
        "Reads the session from its signed cookie. An expired session comes back empty.",
        "def load(cookies):\n    data = unsign(cookies['session'])\n    if data.expires < now():\n        return Session()\n    return Session(data)",
    ),
    (
        "web.sessions.unsign",
        "src/web/sessions.py",
        15,
        "Checks the signature of a value.",
        "def unsign(value):\n    return check(value)",
    ),
    (
        "tests.test_app.test_dispatch",
        "tests/test_app.py",
        3,
        "",
        "def test_dispatch(app):\n    app.dispatch(Request({}))",
    ),
];
const CALLS: &[(&str, &str, u32, f32)] = &[
    ("web.app.App.wsgi_app", "web.app.App.dispatch", 13, 1.0),
    ("web.app.App.dispatch", "web.app.App.open_session", 21, 1.0),
    ("web.app.App.open_session", "web.sessions.load", 31, 0.95),
    ("web.sessions.load", "web.sessions.unsign", 6, 1.0),
    ("tests.test_app.test_dispatch", "web.app.App.dispatch", 4, 0.4),
];

pub(super) fn definition(symbol: &str) -> Option<Evidence> {
    let (symbol, path, line, doc, text) = DEFINITIONS.iter().find(|row| symbol::likeness(row.0, symbol) == Some(4))?;
    Some(Evidence { doc: (!doc.is_empty()).then(|| (*doc).into()), ..found(symbol, path, *line, text) })
}

fn call(of: &(&str, &str, u32, f32), symbol: &str, relation: Relation) -> Option<Evidence> {
    let caller = definition(of.0)?;
    let line = caller.excerpt.lines().nth((of.2 - caller.start_line) as usize)?.to_owned();
    let doc = definition(symbol)?.doc;
    let place = found(symbol, &caller.path, of.2, &line);
    Some(Evidence {
        relation,
        doc,
        basis: Basis::Call { rule: if of.3 > 0.9 { "self" } else { "unique_name" }.into(), confidence: of.3 },
        ..place
    })
}

pub(super) fn run_tool(name: &str, arguments: &serde_json::Value) -> Result<(String, Vec<Evidence>), String> {
    let text = |key: &str| arguments[key].as_str().unwrap_or("").to_owned();
    let asked = text("function_name");
    let evidence: Vec<Evidence> = match name {
        "search_codebase" => {
            let words = code_words::identifier::lower_parts(&text("query"));
            let fits = |row: &&(&str, &str, u32, &str, &str)| {
                words.iter().any(|word| relevance::mentions(&format!("{} {} {}", row.0, row.3, row.4), word))
            };
            DEFINITIONS.iter().filter(fits).filter_map(|row| definition(row.0)).collect()
        }
        "get_callers" | "get_callees" => {
            let symbol = definition(&asked).ok_or(format!("no symbol `{asked}`"))?.symbol.unwrap_or_default();
            let of = symbol.clone();
            CALLS
                .iter()
                .filter_map(|row| match name {
                    "get_callers" if row.1 == symbol => call(row, row.0, Relation::Caller { of: of.clone() }),
                    "get_callees" if row.0 == symbol => call(row, row.1, Relation::Callee { of: of.clone() }),
                    _ => None,
                })
                .collect()
        }
        "list_directory" => return Ok(("README.md\nsrc/\ntests/".into(), Vec::new())),
        "read_file" => {
            let path = text("file_path");
            let content = "# Web\nA small framework.";
            vec![Evidence {
                relation: Relation::Read,
                basis: Basis::Read,
                symbol: None,
                kind: EvidenceKind::Text,
                ..found("", &path, 1, content)
            }]
        }
        other => return Err(format!("no tool {other}")),
    };
    Ok((format!("{} spans", evidence.len()), evidence))
}
