//! What code logs with, by the names of what is called.

use crate::identifier::lower_parts;

/// Words of names of loggers, and of libraries for them.
#[rustfmt::skip]
const LOGS: &[&str] = &[
    "console", "eprintln", "log", "logger", "logging", "logrus", "logs", "slog", "syslog", "warn", "warning", "zap", "zerolog",
];

/// Whether one of the words of a name is one for logging: `logger.info`, `log`.
pub fn is_of_log(name: &str) -> bool {
    lower_parts(name).iter().any(|part| LOGS.contains(&part.as_str()))
}

#[cfg(test)]
mod tests {
    use super::is_of_log;

    #[test]
    fn loggers_are_known_by_a_word() {
        assert!(is_of_log("self.logger.info") && is_of_log("zap.String") && is_of_log("LOG"));
        assert!(!is_of_log("catalog.add") && !is_of_log("login"));
    }
}
