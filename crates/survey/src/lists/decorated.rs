//! Definitions that a decorator registers: families whose members no common base or folder holds together.

use super::Collected;
use crate::List;
use crate::scan::File;

/// Say something of a definition and register it nowhere.
const PLAIN: &[&str] = &[
    "property",
    "staticmethod",
    "classmethod",
    "override",
    "overload",
    "abstractmethod",
    "dataclass",
    "setter",
    "getter",
    "wraps",
    "cached_property",
    "lru_cache",
    "cache",
    "contextmanager",
    "asynccontextmanager",
    "final",
    "deleter",
    "total_ordering",
    "Override",
    "Deprecated",
    "SuppressWarnings",
    "Nullable",
    "NonNull",
    "NotNull",
    "SafeVarargs",
    "derive",
    "inline",
    "must_use",
    "allow",
    "cfg",
    "cfg_attr",
    "doc",
    "test",
    "non_exhaustive",
    "repr",
    "deny",
    "warn",
    "expect",
    "track_caller",
    "cold",
    "deprecated",
    "automatically_derived",
    "macro_export",
    "macro_use",
    "path",
    "ignore",
    "should_panic",
    "bench",
    "serde",
    "error",
    "default",
    "param",
    "Test",
    "FunctionalInterface",
    "deprecatedapi",
    "parametrize",
    "skipif",
    "skip",
    "xfail",
    "patch",
    "mark",
    "usefixtures",
    "rustfmt",
    "clippy",
    "unstable",
];

pub fn collect(file: &File<'_>, out: &mut Collected) {
    if file.facts.is_none() || file.is_test() {
        return;
    }
    for definition in file.definitions().iter().skip(1) {
        let is_wanted = definition.kind.is_callable() || definition.kind.is_type();
        if !is_wanted {
            continue;
        }
        for decorator in file.decorators_of(definition) {
            if PLAIN.contains(&decorator.last_name())
                || PLAIN.contains(&decorator.name.split([':', '.']).next().unwrap_or(""))
            {
                continue;
            }
            let lines = (decorator.line, definition.name_span.start_line);
            let name = file.qualified(definition);
            out.push(
                List::Decorated,
                file.entry(lines, &name, &format!("@{}", decorator.name))
                    .about([decorator.name.clone(), decorator.last_name().to_owned()]),
            );
        }
    }
}
