//! The repositories that are asked about, and the half that each belongs to.

use crate::corpora::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// Rules and weights may be fitted to what is measured here.
    Training,
    /// Asked by `--check`: rules are not fitted to it, but its answers may be read once work is done, and its repositories
    /// become training when they are.
    Check,
    /// Asked only by `--held-out`, at the end: nobody looks at its questions or answers while they work on answers.
    HeldOut,
}

/// (repository, half). Its questions are in `tests/eval/<name>.json`.
pub const ASKED: [(Corpus, Half); 73] = [
    (FLASK, Half::Training),
    (REQUESTS, Half::Training),
    (FASTIFY, Half::Training),
    (EXPRESS, Half::Training),
    (RXJS, Half::Training),
    (QUERY_CORE, Half::Training),
    (TOKIO, Half::Training),
    (REGEX_AUTOMATA, Half::Training),
    (COBRA, Half::Training),
    (JSOUP, Half::Training),
    (KOMBU, Half::Training),
    (MOBX, Half::Training),
    (UREQ, Half::Training),
    (JUNIT4, Half::Training),
    (MARSHMALLOW, Half::Training),
    (COMMANDER, Half::Training),
    (CLAP_BUILDER, Half::Training),
    (LOGRUS, Half::Training),
    (IMMER, Half::Training),
    (WS, Half::Training),
    (INDICATIF, Half::Training),
    (TORNADO, Half::Training),
    (JAVAPOET, Half::Training),
    (WERKZEUG, Half::Training),
    (RICH, Half::Training),
    (ESLINT, Half::Training),
    (HYPER, Half::Training),
    (MUX, Half::Training),
    (STRUCTLOG, Half::Training),
    (MARKDOWN_IT, Half::Training),
    (WINSTON, Half::Training),
    (MINIJINJA, Half::Training),
    (VIPER, Half::Training),
    (TENACITY, Half::Training),
    (AJV, Half::Training),
    (TOWER, Half::Training),
    (CRON, Half::Training),
    (JCOMMANDER, Half::Training),
    (HASHIE, Half::Training),
    (STARLETTE, Half::Training),
    (KOA, Half::Training),
    (TUNGSTENITE, Half::Training),
    (AFERO, Half::Training),
    (CODEC, Half::Training),
    (CACHETOOLS, Half::Training),
    (SEND, Half::Training),
    (RESELECT, Half::Training),
    (GO_CACHE, Half::Training),
    (SLAB, Half::Training),
    (PARSEDOWN, Half::Training),
    (APSCHEDULER, Half::Training),
    (PINO, Half::Training),
    (RUSQLITE, Half::Training),
    (ECHO, Half::Training),
    (HIKARICP, Half::Training),
    (WTFORMS, Half::Training),
    (MOCHA, Half::Training),
    (TRACING_SUBSCRIBER, Half::Training),
    (BOLT, Half::Training),
    (COMMONS_CSV, Half::Training),
    (WAITRESS, Half::Training),
    (NODEMON, Half::Training),
    (CONFIG, Half::Training),
    (WEBSOCKET, Half::Training),
    (PLUGGY, Half::Check),
    (REDUX, Half::Check),
    (HTTPROUTER, Half::Check),
    (ENV_LOGGER, Half::Check),
    (RQ, Half::HeldOut),
    (UNDICI, Half::HeldOut),
    (LETTRE, Half::HeldOut),
    (PQ, Half::HeldOut),
    (COMMONS_POOL, Half::HeldOut),
];

/// The repositories that CI asks about: their registries' clients are needed for the build anyway.
pub const SMALL: [&str; 3] = ["flask", "rxjs", "tokio"];
