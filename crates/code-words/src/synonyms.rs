//! What people say of software in plain words, and the words that code has for it.
//!
//! A row reads one way: who asks where files are *saved* may mean `write`, who asks for `write` has the word of the code. Words of
//! one stem need no row, nor do short forms ([`abbreviations`](crate::abbreviations)); what a word means in a condition is in
//! [`condition`](crate::condition).

use crate::stem::same_word;

#[rustfmt::skip]
const SAID: &[(&str, &[&str])] = &[
    // Coming and going.
    ("start", &["run", "launch", "spawn", "init"]), ("begin", &["start", "init", "open"]), ("launch", &["start", "run", "spawn"]),
    ("stop", &["shutdown", "close", "terminate", "cancel"]), ("end", &["finish", "close", "stop"]), ("kill", &["terminate", "abort", "signal"]),
    ("finish", &["complete", "done", "end"]), ("create", &["new", "make", "build"]), ("made", &["create", "build", "generate", "new"]),
    ("build", &["create", "make", "construct"]), ("delete", &["remove", "drop", "unlink"]), ("remove", &["delete", "drop", "discard", "filter"]),
    ("destroy", &["drop", "dispose", "close"]), ("free", &["release", "drop", "dealloc"]), ("freed", &["release", "drop", "clear", "close"]),
    ("clean", &["clear", "purge", "prune", "dispose"]), ("forget", &["evict", "expire", "remove", "clear"]),
    ("discard", &["drop", "ignore", "skip"]), ("ignore", &["skip", "exclude"]), ("skip", &["ignore", "pending"]),
    // Finding and deciding.
    ("search", &["find", "lookup", "scan", "resolve"]), ("find", &["search", "lookup", "resolve", "locate"]), ("look", &["find", "lookup", "search"]),
    ("discover", &["find", "lookup", "collect", "scan"]), ("locate", &["find", "resolve", "path"]),
    ("decide", &["resolve", "select", "choose", "should"]), ("determine", &["resolve", "detect", "compute"]), ("choose", &["select", "pick", "resolve"]),
    ("pick", &["select", "choose", "resolve"]), ("notice", &["check", "detect"]), ("detect", &["check", "find", "is"]),
    ("recognise", &["detect", "match", "is"]), ("recognize", &["detect", "match", "is"]), ("guess", &["detect", "infer"]),
    ("check", &["validate", "verify", "assert", "ensure"]), ("verify", &["validate", "check"]), ("validate", &["check", "verify", "valid"]),
    ("compare", &["equal", "match", "diff"]), ("matched", &["match", "compare"]), ("count", &["size", "total", "counter"]),
    ("calculate", &["compute", "calc"]), ("measure", &["size", "length", "duration", "stats"]),
    // Reading, writing, changing.
    ("save", &["write", "store", "persist", "dump"]), ("stored", &["save", "write", "put", "cache"]), ("store", &["save", "write", "put"]),
    ("kept", &["store", "hold", "save", "cache"]), ("keep", &["store", "hold", "retain"]), ("remember", &["store", "cache", "save"]),
    ("write", &["save", "store", "flush", "print"]), ("read", &["load", "parse", "get"]), ("load", &["read", "parse", "import"]),
    ("fetch", &["get", "load", "request"]), ("get", &["fetch", "load"]), ("obtain", &["get", "acquire"]),
    ("change", &["update", "modify", "set", "replace"]), ("modify", &["update", "set", "change"]), ("alter", &["update", "modify"]),
    ("replace", &["update", "swap", "substitute"]), ("edit", &["update", "modify"]), ("copy", &["clone", "duplicate"]), ("duplicate", &["clone", "copy"]),
    ("backup", &["copy", "snapshot", "dump"]), ("undo", &["rollback", "revert"]), ("reverse", &["rollback", "invert"]),
    // Taking apart, putting together, turning into.
    ("interpret", &["parse", "decode", "eval"]), ("understand", &["parse", "decode"]), ("cut", &["split", "token", "truncate", "slice"]),
    ("divide", &["split", "chunk", "partition"]), ("separate", &["split", "delimiter", "separator"]), ("break", &["split"]),
    ("combine", &["merge", "join", "concat", "batch"]), ("join", &["merge", "concat"]), ("merge", &["join", "combine"]), ("attach", &["add", "bind", "register", "extension"]),
    ("group", &["batch", "bucket", "collect"]), ("collect", &["gather", "accumulate"]), ("convert", &["transform", "parse", "coerce"]),
    ("turn", &["convert", "transform", "parse", "format"]), ("translate", &["convert", "map", "transform"]), ("transform", &["convert", "map"]),
    ("encode", &["serialize", "escape"]), ("serialise", &["serialize", "encode", "dump"]), ("serialize", &["encode", "dump"]), ("expand", &["resolve", "interpolate", "substitute"]),
    ("filled", &["populate", "fill"]), ("fill", &["populate"]), ("wrap", &["decorate", "adapter"]), ("nest", &["inner", "child", "sub"]),
    ("quote", &["escape"]), ("quoted", &["encapsulated", "literal"]), ("hide", &["mask", "redact", "hidden"]), ("order", &["sort", "priority"]), ("ordered", &["sort", "order"]),
    // Sending, showing, asking.
    ("send", &["write", "emit", "dispatch", "post"]), ("sent", &["send", "write", "serialize", "emit"]), ("deliver", &["send", "dispatch"]), ("transfer", &["send", "copy"]),
    ("receive", &["recv", "read", "accept"]), ("arrive", &["receive", "recv", "accept"]), ("announce", &["emit", "notify", "publish"]), ("notify", &["emit", "publish", "callback"]),
    ("fire", &["emit", "trigger", "dispatch"]), ("trigger", &["emit", "fire", "dispatch"]), ("publish", &["emit", "send"]), ("listen", &["on", "subscribe", "handler"]),
    ("show", &["print", "display", "render", "format"]), ("display", &["render", "print", "show"]), ("draw", &["render", "paint"]), ("printed", &["format", "write", "display"]),
    ("print", &["write", "display", "format", "render"]), ("output", &["write", "print", "emit", "render"]), ("report", &["emit", "log", "print"]), ("ask", &["prompt", "query", "request"]),
    ("answer", &["response", "reply"]), ("reply", &["response"]), ("respond", &["response", "reply"]),
    // Time, number, order.
    ("wait", &["sleep", "delay", "block", "poll"]), ("pause", &["sleep", "delay", "suspend"]), ("delay", &["sleep", "wait", "timeout"]), ("repeat", &["retry", "loop", "again"]),
    ("again", &["retry"]), ("retry", &["attempt", "backoff"]), ("tried", &["retry", "attempt"]), ("schedule", &["timer", "cron", "queue"]), ("plan", &["schedule"]),
    ("limit", &["max", "throttle", "cap"]), ("restrict", &["limit", "filter"]), ("parallel", &["concurrent", "worker", "thread"]), ("simultaneous", &["concurrent", "parallel"]),
    ("concurrent", &["parallel", "lock", "batch"]), ("exclusive", &["lock", "mutex"]), ("reuse", &["pool", "cache", "recycle"]), ("reused", &["pool", "free", "cache"]), ("unused", &["free", "idle"]),
    ("next", &["advance", "step"]), ("current", &["active"]), ("empty", &["blank", "none", "clear"]), ("old", &["stale", "expired", "previous"]), ("expire", &["ttl", "timeout", "stale"]),
    // Things.
    ("deep", &["depth"]), ("wide", &["width"]), ("high", &["height"]),
    ("disk", &["file", "fs"]), ("folder", &["dir", "directory", "path"]), ("directory", &["dir", "path", "folder"]), ("text", &["string", "str", "content"]), ("letter", &["char"]), ("character", &["char"]),
    ("number", &["num", "int", "count"]), ("row", &["record", "line"]), ("entry", &["item", "record"]), ("element", &["item", "node"]), ("member", &["field", "attribute", "property"]),
    ("colour", &["color", "ansi"]), ("color", &["ansi", "colour"]), ("picture", &["image"]), ("password", &["secret", "credential", "auth"]), ("token", &["secret", "csrf", "auth"]), ("login", &["auth", "authenticate", "session"]),
    ("user", &["account"]), ("permission", &["access", "allow", "role"]), ("secret", &["key", "password"]), ("job", &["task", "work"]), ("task", &["job"]), ("process", &["worker", "run"]),
    ("handler", &["callback", "listener", "hook"]), ("callback", &["handler", "hook", "listener"]), ("hook", &["callback", "handler", "plugin"]), ("plugin", &["extension", "addon", "hook"]), ("extension", &["plugin"]),
    ("setting", &["option", "config"]), ("settings", &["options", "config"]), ("option", &["flag", "setting"]), ("configuration", &["config", "options", "settings"]), ("preference", &["option", "setting"]),
    ("variable", &["env", "var"]), ("address", &["url", "host", "uri"]), ("link", &["url", "href"]), ("page", &["document"]), ("site", &["origin", "domain", "host"]), ("request", &["req"]), ("error", &["exception", "failure"]),
    ("exception", &["error"]), ("problem", &["error", "warning"]), ("failure", &["error", "fail"]), ("crash", &["panic", "fatal", "abort"]), ("warning", &["warn"]), ("log", &["logger", "record"]), ("message", &["msg", "event"]),
    ("type", &["kind"]), ("sort", &["kind", "type"]), ("size", &["length", "capacity"]), ("length", &["size", "len"]), ("leak", &["global", "dispose"]),
    ("language", &["locale", "translation", "i18n"]), ("translation", &["locale", "gettext", "i18n"]), ("forged", &["csrf", "signature"]), ("signature", &["sign", "hmac"]), ("encrypt", &["cipher", "tls", "crypto"]), ("secure", &["tls", "ssl"]),
    ("terminal", &["tty", "console"]), ("screen", &["terminal", "console"]), ("exit", &["quit", "terminate", "code"]), ("argument", &["param", "arg"]), ("parameter", &["arg", "param", "option"]), ("result", &["output", "outcome"]),
    ("database", &["db", "sql"]), ("query", &["sql", "select"]), ("transaction", &["commit", "tx"]), ("shape", &["schema", "type"]), ("structure", &["schema", "tree"]), ("tree", &["node"]), ("version", &["release"]),
];

/// Most words that stand in for one.
const MOST: usize = 4;

/// Words of code for what a lower-case word says of software, the likeliest first; forms of the word itself are left out.
pub fn of(word: &str) -> impl Iterator<Item = &'static str> {
    let exact = SAID.iter().find(|(said, _)| *said == word);
    let row = exact.or_else(|| SAID.iter().find(|(said, _)| same_word(said, word)));
    let words = row.map_or(&[] as &[&str], |(_, words)| words);
    words.iter().copied().filter(move |other| !same_word(other, word)).take(MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_have_words_of_code() {
        let of = |word: &str| of(word).collect::<Vec<_>>();
        assert!(of("saved").contains(&"write") && of("searching").contains(&"lookup"));
        assert!(of("removed").contains(&"delete"));
        assert!(of("tokenizer").is_empty() || !of("tokenizer").contains(&"token"));
        assert!(of("middleware").is_empty());
    }

    #[test]
    fn a_row_says_each_word_once_and_not_itself() {
        for (at, (said, words)) in SAID.iter().enumerate() {
            assert!(SAID[..at].iter().all(|(other, _)| other != said), "{said} has two rows");
            assert!(words.iter().enumerate().all(|(i, word)| word != said && !words[..i].contains(word)), "{said}");
            assert!(words.len() <= MOST, "{said} has words that are never taken");
        }
    }
}
