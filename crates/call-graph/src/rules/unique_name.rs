//! Rules 6 and 7: a method call on a receiver of unknown type, where few methods have that name.

use crate::language_rules::Family;
use crate::languages::Layouts;
use crate::program::{Def, Name, Program};
use facts::{DefId, DefinitionKind};
use rustc_hash::FxHashMap;

/// The most candidates that still make edges.
pub const MAX_CANDIDATES: usize = 3;

pub struct MethodNames {
    methods: FxHashMap<(Family, Name), Vec<Def>>,
    defined: rustc_hash::FxHashSet<Name>,
}

impl MethodNames {
    pub fn new(program: &Program<'_>, layouts: &Layouts) -> Self {
        let mut methods: FxHashMap<(Family, Name), Vec<Def>> = FxHashMap::default();
        let mut defined = rustc_hash::FxHashSet::default();
        for file in &program.files {
            for (at, definition) in file.facts().definitions.iter().enumerate() {
                let Some(name) = program.names.get(&definition.name) else { continue };
                if definition.kind.is_callable() || definition.kind.is_type() {
                    defined.insert(name);
                }
                let is_declared = !layouts.bodies(file.def(DefId(at as u32))).is_empty();
                if definition.kind == DefinitionKind::Method && !definition.is_property && !is_declared {
                    methods.entry((file.rules.family, name)).or_default().push(file.def(DefId(at as u32)));
                }
            }
        }
        Self { methods, defined }
    }

    /// Methods that a call of this name may mean. Names that the language's own types have mean nothing.
    pub fn candidates(&self, family: Family, name: Name, text: &str) -> &[Def] {
        if is_common(text) || (text.starts_with("__") && text.ends_with("__")) || text.len() < 3 {
            return &[];
        }
        self.methods.get(&(family, name)).map_or(&[], Vec::as_slice)
    }

    /// True where the repository defines a function or class of this name.
    pub fn is_defined(&self, name: Name) -> bool {
        self.defined.contains(&name)
    }
}

/// True for method names that the languages' own types have: a name alone is no evidence there.
fn is_common(name: &str) -> bool {
    COMMON.binary_search(&name).is_ok()
}

#[rustfmt::skip]
const COMMON: &[&str] = &[
    "Add", "AddRange", "Append", "AsSpan", "Clear", "Clone", "Close", "CompareTo", "Contains", "ContainsKey", "Copy",
    "CopyTo", "Count", "Create", "Dispose", "EndsWith", "Equals", "Execute", "First", "Flush", "Format", "Get",
    "GetEnumerator", "GetHashCode", "GetType", "IndexOf", "Insert", "Invoke", "Join", "MoveNext", "Open", "Parse",
    "Read", "Remove", "Replace", "Reset", "Run", "Set", "Split", "Start", "StartsWith", "Stop", "Substring",
    "ToArray", "ToList", "ToString", "Trim", "TryGetValue", "Write", "WriteLine", "abs", "accept", "add", "addAll",
    "addEventListener", "all", "all?", "any", "any?", "append", "apply", "as_bytes", "as_mut", "as_ref", "as_str",
    "at", "await", "bind", "borrow", "borrow_mut", "bytes", "call", "catch", "ceil", "charAt", "chars", "chomp",
    "clear", "clone", "close", "cmp", "collect", "compact", "compareTo", "concat", "connect", "contains",
    "containsKey", "copy", "count", "create", "decode", "default", "delete", "deref", "detect", "dig", "done",
    "downcase", "drop", "dup", "each", "each_pair", "each_with_index", "each_with_object", "emit", "empty?", "encode",
    "end", "end_with?", "endsWith", "endswith", "entries", "entry", "enumerate", "eq", "equals", "error", "every",
    "exec", "execute", "exists", "exit", "expect", "extend", "fetch", "filter", "finally", "find", "findIndex",
    "first", "flatMap", "flatten", "flush", "fmt", "fold", "forEach", "format", "freeze", "from", "get", "getClass",
    "getName", "get_mut", "group", "gsub", "has", "hasNext", "hasOwnProperty", "hash", "hashCode", "include?",
    "includes", "index", "indexOf", "info", "init", "initialize_copy", "inject", "insert", "inspect", "into",
    "into_iter", "invoke", "isEmpty", "is_a?", "is_empty", "is_none", "is_some", "items", "iter", "iter_mut",
    "iterator", "join", "key?", "keys", "kind_of?", "last", "len", "length", "lines", "listen", "load", "lock", "log",
    "lower", "map", "match", "max", "merge", "merge!", "method_missing", "min", "name", "new", "next", "nil?",
    "none?", "now", "of", "off", "ok", "on", "once", "open", "parse", "poll", "pop", "position", "post", "print",
    "println", "push", "put", "query", "raise", "read", "recv", "reduce", "reject", "remove", "replace", "reset",
    "resolve", "respond_to?", "respond_to_missing?", "reverse", "run", "save", "search", "seek", "select", "send",
    "set", "setdefault", "shift", "size", "slice", "some", "sort", "sort_by", "splice", "split", "start",
    "start_with?", "startsWith", "startswith", "stop", "strip", "sub", "submit", "subscribe", "substring", "sum",
    "take", "tap", "test", "then", "title", "toString", "to_a", "to_h", "to_i", "to_owned", "to_s", "to_str",
    "to_string", "to_sym", "trim", "type", "union", "uniq", "unwrap", "upcase", "update", "upper", "use", "value",
    "valueOf", "values", "wait", "warn", "with", "write", "zip",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_names_are_sorted() {
        assert_eq!(COMMON.windows(2).find(|pair| pair[0] >= pair[1]), None);
        assert!(is_common("get") && !is_common("get_user_profile"));
    }
}
