//! What code logs with, by the names of what is called.

use crate::identifier::lower_parts;

/// Words of names of loggers, and of libraries for them.
#[rustfmt::skip]
const LOGS: &[&str] = &[
    "console", "eprintln", "log", "logger", "logging", "logrus", "logs", "slog", "syslog", "warn", "warning", "zap", "zerolog",
];

/// With these a logger is made, or a logarithm.
const OTHERS: &[&str] = &["create", "get", "make", "math", "new", "np", "numpy", "set", "with"];

/// Whether what is called so logs, by a word of its name: `logger.info`, `log`, and not `getLogger`.
pub fn is_of_log(name: &str) -> bool {
    let parts = lower_parts(name);
    let has = |words: &[&str]| parts.iter().any(|part| words.contains(&part.as_str()));
    has(LOGS) && !has(OTHERS)
}

#[cfg(test)]
mod tests {
    use super::is_of_log;

    #[test]
    fn loggers_are_known_by_a_word() {
        assert!(is_of_log("self.logger.info") && is_of_log("zap.String") && is_of_log("LOG"));
        assert!(!is_of_log("catalog.add") && !is_of_log("login") && !is_of_log("logging.getLogger"));
    }
}
