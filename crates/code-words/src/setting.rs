//! What a setting is called in a question, compared with names of code.

use crate::abbreviations::{is_short_for, other_forms};
use crate::identifier::lower_parts;
use crate::stem::same_word;

/// Words, and what names of code have for them.
#[rustfmt::skip]
const SAME: &[(&str, &[&str])] = &[
    ("maximum", &["max", "limit"]), ("maximal", &["max"]), ("max", &["maximum", "limit"]), ("limit", &["max"]),
    ("minimum", &["min"]), ("minimal", &["min"]), ("number", &["count", "num", "max"]), ("directory", &["dir", "path"]),
    ("folder", &["dir", "path"]), ("interval", &["period", "delay"]), ("length", &["len", "size"]), ("size", &["length", "len", "capacity"]),
    ("address", &["addr", "host"]), ("configuration", &["config"]), ("temporary", &["temp", "tmp"]), ("seconds", &["secs", "sec"]),
    ("milliseconds", &["ms", "millis"]), ("capacity", &["cap", "size"]), ("attempts", &["retries", "tries"]),
    ("retries", &["attempts", "tries"]), ("threads", &["workers"]), ("message", &["msg"]), ("wait", &["timeout", "delay"]),
    ("depth", &["nesting", "level", "levels"]), ("rate", &["per", "frequency"]), ("port", &["listen", "addr", "address"]), ("alive", &["keepalive", "ttl", "lifetime"]),
    ("live", LIFETIME), ("last", LIFETIME), ("valid", LIFETIME), ("kept", LIFETIME),
];
const LIFETIME: &[&str] = &["lifetime", "ttl", "age", "expires", "expiry", "expiration", "limit", "timeout"];
/// Of these a name may have another, too: whose time it is must be said in it. `pool_idle_timeout` of idle connections.
const OF_ANYTHING: &[&str] = &["limit", "timeout"];
/// Words by which people say what sort of thing a setting is, whatever it is called in code.
const GENERIC: &[&str] = &[
    "strategy",
    "function",
    "callback",
    "class",
    "implementation",
    "handler",
    "object",
    "instance",
    "character",
    "symbol",
    "method",
    "worker",
];
/// What a name has beside the words of what it counts.
#[rustfmt::skip]
const OF_AMOUNT: &[&str] = &[
    "num", "number", "count", "max", "maximum", "min", "minimum", "limit", "size", "total", "n", "default", "defaults", "initial", "bounds",
    "amount", "cap", "capacity", "value", "option", "config", "settings", "attempts", "times",
];
/// What a name loses that has none of the setting's own words: more than what has it may bring.
const OTHER_WORD: i32 = 8;
/// A shorter word is not looked for inside of others.
const INSIDE: usize = 4;

/// The words of a setting, and those of what has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Of the setting's name.
    pub setting: Vec<String>,
    /// Of the names around it; may be none.
    pub owner: Vec<String>,
}

impl Wanted {
    /// `pool size of HTTPAdapter`, `timeout`.
    pub fn of(words: &str) -> Self {
        let (setting, owner) = [" of ", " in "].iter().find_map(|word| words.split_once(word)).unwrap_or((words, ""));
        Self { setting: lower_parts(setting), owner: lower_parts(owner) }
    }

    /// How well a name fits: all of the words in it, and the fewer others the better; or half of them at least, where
    /// `around`, the names and words around it, has the others.
    pub fn fit(&self, name: &str, around: impl FnOnce() -> Vec<String>) -> Option<i32> {
        let parts = lower_parts(name);
        let missing: Vec<&String> = self.setting.iter().filter(|word| !holds(&parts, word)).collect();
        let held = self.setting.len() - missing.len();
        if held == 0 || missing.len() > held {
            return None;
        }
        let is_said = |part: &&String| self.setting.iter().chain(&self.owner).any(|word| is_alike(part, word));
        let others = parts.iter().filter(|part| !is_said(part));
        let named_default = parts.iter().any(|part| part == "default");
        let others = others.filter(|part| *part != "default").count().min(4) as i32;
        let around = if missing.is_empty() && self.owner.is_empty() { Vec::new() } else { around() };
        let is_unknown = |word: &&&String| !holds(&around, word) && !GENERIC.contains(&word.as_str());
        if missing.iter().any(|word| is_unknown(&word)) {
            return None;
        }
        // What has it is said around the name, or in the name itself: `max_part_size` of a form's part.
        let owned = self.owner.iter().filter(|word| holds(&around, word) || holds(&parts, word)).count() as i32;
        let own = self.owner.iter().filter(|word| holds(&parts, word)).count() as i32;
        let is_of_anything = parts.iter().any(|part| OF_ANYTHING.contains(&part.as_str()));
        if own == 0 && is_of_anything && matches!(self.setting.as_slice(), [only] if is_lasting(only)) {
            return None;
        }
        let whole = if missing.is_empty() { 6 } else { 0 };
        // What has the word itself comes before what has another for it: `port`, then `listen`.
        let is_said = |part: &String| self.setting.iter().any(|word| is_said_as(part, word));
        let other = if parts.iter().any(is_said) { 0 } else { OTHER_WORD };
        Some(whole - 2 * others + 4 * i32::from(named_default) + 5 * owned + 2 * own - other)
    }

    /// Whether a name is made of the setting's words alone.
    pub fn is_whole(&self, name: &str) -> bool {
        let parts = lower_parts(name);
        parts.len() == self.setting.len() && self.setting.iter().all(|word| holds(&parts, word))
    }

    /// Whether a name has nothing but words of the setting, and one of them at least: `pool` of "pool size".
    pub fn is_about(&self, name: &str) -> bool {
        let parts = lower_parts(name);
        !parts.is_empty() && parts.iter().all(|part| self.setting.iter().any(|word| is_alike(part, word)))
    }

    /// Whether a name says how many there are of the setting: it has its words, and others of amount alone. `max_workers` of
    /// "workers", and not `worker_age`.
    pub fn is_amount(&self, name: &str) -> bool {
        let is_said = |part: &String| self.setting.iter().chain(&self.owner).any(|word| is_alike(part, word));
        lower_parts(name).iter().all(|part| is_said(part) || OF_AMOUNT.contains(&part.as_str()))
    }

    /// Whether a name may fit, whatever is around it.
    pub fn may_fit(&self, name: &str) -> bool {
        let parts = lower_parts(name);
        let held = self.setting.iter().filter(|word| holds(&parts, word)).count();
        held > 0 && 2 * held >= self.setting.len()
    }

    /// Whether a text has the words that a name needs to fit.
    pub fn may_be_in(&self, text: &str) -> bool {
        self.may_fit(text)
    }

    /// The setting's words, and again with other words for some of them: what to search for.
    pub fn variants(&self) -> Vec<String> {
        let other = |word: &String| same_of(word).next().map_or_else(|| word.clone(), str::to_owned);
        let all = [self.setting.join(" "), self.setting.iter().map(other).collect::<Vec<_>>().join(" ")];
        let mut found: Vec<String> = Vec::new();
        for words in all.into_iter().flat_map(|words| [format!("default {words}"), words]) {
            if !found.contains(&words) {
                found.push(words);
            }
        }
        found
    }

    /// The beginnings of which a text that has such a name has one.
    pub fn beginnings(&self) -> Vec<String> {
        let begin = |word: &str| {
            // "runs": `run`.
            let one = word.strip_suffix('s').filter(|one| one.len() > 2).unwrap_or(word);
            one.get(..one.len().min(4)).unwrap_or(one).to_owned()
        };
        let longest = self.setting.iter().max_by_key(|word| word.len());
        let all = if self.setting.len() < 2 {
            longest.into_iter().collect()
        } else {
            self.setting.iter().collect::<Vec<_>>()
        };
        let alike = |word: &&String| same_of(word).chain(other_forms(word)).map(begin).collect::<Vec<_>>();
        let also: Vec<String> = all.iter().flat_map(alike).collect();
        all.iter().map(|word| begin(word)).chain(also).collect()
    }
}

/// What a value is where nothing was given, by its last alternative: `MAX` of `options.limit ?? MAX`.
pub fn taken_instead(value: &str) -> &str {
    let last = [" ?? ", " || ", " or "].iter().filter_map(|mark| Some(value.rfind(mark)? + mark.len())).max();
    last.map_or(value, |at| &value[at..]).trim()
}

fn same_of(word: &str) -> impl Iterator<Item = &'static str> {
    let row = SAME.iter().find(|(of, _)| *of == word);
    row.into_iter().flat_map(|(_, alike)| alike.iter().copied())
}

/// Whether a word asks how long something lasts: "valid", "kept".
fn is_lasting(word: &str) -> bool {
    SAME.iter().any(|(of, alike)| *of == word && *alike == LIFETIME)
}

fn holds(parts: &[String], word: &str) -> bool {
    parts.iter().any(|part| is_alike(part, word))
}

/// Whether a part of a name is a word of a question, or what names of code have for it.
pub fn is_alike(part: &str, word: &str) -> bool {
    // How long something is valid is asked, and no validator.
    if is_lasting(word) {
        return LIFETIME.contains(&part);
    }
    is_said_as(part, word) || same_of(word).any(|alike| alike == part)
}

/// Whether a part of a name is a word of a question, or a form of it.
fn is_said_as(part: &str, word: &str) -> bool {
    same_word(part, word)
        || (word.len() >= INSIDE && (part.starts_with(word) || part.ends_with(word)))
        || is_short_for(part, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_by_their_words_and_by_what_is_around_them() {
        let fit = |words: &str, name: &str, around: &str| Wanted::of(words).fit(name, || lower_parts(around));
        assert!(fit("maximum body size", "maxBodySizeBytes", "").is_some());
        assert!(fit("pool size", "pool_maxsize", "").is_some());
        assert!(fit("pool size", "DEFAULT_POOLSIZE", "").is_some());
        assert!(fit("timeout", "retries", "").is_none());
        assert!(fit("cache capacity", "capacity", "").is_none());
        // What lasts is asked by a verb that names of code do not have.
        assert!(
            fit("valid of CSRF token", "csrf_time_limit", "Session").is_some()
                && fit("valid", "validators", "").is_none()
        );
        assert!(
            fit("kept of idle connections", "pool_idle_timeout", "").is_some()
                && fit("kept of files", "timeout", "").is_none()
        );
        assert!(fit("worker threads", "threads", "").is_some() && fit("maximum depth", "maxNesting", "").is_some());
        assert_eq!((taken_instead("o.loop ?? MAX"), taken_instead("5")), ("MAX", "5"));
        assert!(fit("stop strategy", "stop", "").is_some() && fit("stop strategy", "strategy_name", "").is_none());
        assert!(fit("cache capacity", "capacity", "Cache.new") < fit("cache capacity", "cache_capacity", ""));
        assert!(fit("timeout of Client", "timeout", "Server.new") < fit("timeout of Client", "timeout", "Client.new"));
        assert!(fit("maximum connections", "maxConns", "").is_some() && fit("connections", "constant", "").is_none());
        assert!(
            fit("port of server listen", "listen", "Server.listen")
                < fit("port of server listen", "port", "Server.port")
        );
        let workers = Wanted::of("workers");
        assert!(workers.is_amount("max_workers") && workers.is_amount("Workers") && !workers.is_amount("worker_age"));
        assert!(Wanted::of("pool size").is_about("pool") && !Wanted::of("pool size").is_about("pool driver"));
        let of_part = |name: &str, around: &str| fit("maximum size of uploaded form part", name, around);
        assert!(of_part("_max_size", "UploadFile.__init__") < of_part("max_part_size", "FormParser.__init__"));
        // What has it may be said in the name itself.
        let of_observer = |name: &str| fit("timeout of observer", name, &format!("observers.api {name}"));
        assert!(of_observer("DEFAULT_EMITTER_TIMEOUT") < of_observer("DEFAULT_OBSERVER_TIMEOUT"));
    }
}
