//! What the languages themselves define: names that need no import, and method names too common to go by.

use crate::program::Family;

/// True where the name is a global of the language.
pub fn is_global(family: Family, name: &str) -> bool {
    let list = match family {
        Family::Python => PYTHON,
        Family::Script => SCRIPT,
        Family::Rust => RUST,
        Family::Go => GO,
        Family::Java => JAVA,
        Family::Other => return false,
    };
    list.binary_search(&name).is_ok()
}

/// Functions that return (something with the elements of) their first argument.
pub fn passes_through(name: &str) -> bool {
    matches!(name, "iter" | "list" | "tuple" | "set" | "sorted" | "reversed" | "frozenset" | "enumerate" | "append")
}

/// True for globals that do not call the functions they are given.
pub fn only_looks(family: Family, name: &str) -> bool {
    let calls = ["map", "filter", "sorted", "min", "max", "iter", "property"];
    match family {
        Family::Python => is_global(family, name) && !calls.contains(&name),
        Family::Go => is_global(family, name),
        _ => false,
    }
}

/// True for method names that the languages' own types have: a name alone says nothing there.
pub fn is_common_method(name: &str) -> bool {
    COMMON.binary_search(&name).is_ok()
}

#[rustfmt::skip]
const PYTHON: &[&str] = &[
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException", "BlockingIOError", "BrokenPipeError",
    "BufferError", "BytesWarning", "ChildProcessError", "ConnectionAbortedError", "ConnectionError",
    "ConnectionRefusedError", "ConnectionResetError", "DeprecationWarning", "EOFError", "Ellipsis",
    "EnvironmentError", "Exception", "ExceptionGroup", "False", "FileExistsError", "FileNotFoundError",
    "FloatingPointError", "FutureWarning", "GeneratorExit", "IOError", "ImportError", "ImportWarning",
    "IndentationError", "IndexError", "InterruptedError", "IsADirectoryError", "KeyError", "KeyboardInterrupt",
    "LookupError", "MemoryError", "ModuleNotFoundError", "NameError", "None", "NotADirectoryError", "NotImplemented",
    "NotImplementedError", "OSError", "OverflowError", "PendingDeprecationWarning", "PermissionError",
    "ProcessLookupError", "RecursionError", "ReferenceError", "ResourceWarning", "RuntimeError", "RuntimeWarning",
    "StopAsyncIteration", "StopIteration", "SyntaxError", "SyntaxWarning", "SystemError", "SystemExit", "TabError",
    "TimeoutError", "True", "TypeError", "UnboundLocalError", "UnicodeDecodeError", "UnicodeEncodeError",
    "UnicodeError", "UnicodeWarning", "UserWarning", "ValueError", "Warning", "ZeroDivisionError", "__import__",
    "abs", "aiter", "all", "anext", "any", "ascii", "bin", "bool", "breakpoint", "bytearray", "bytes", "callable",
    "chr", "classmethod", "compile", "complex", "copyright", "credits", "delattr", "dict", "dir", "divmod",
    "enumerate", "eval", "exec", "exit", "filter", "float", "format", "frozenset", "getattr", "globals", "hasattr",
    "hash", "help", "hex", "id", "input", "int", "isinstance", "issubclass", "iter", "len", "license", "list",
    "locals", "map", "max", "memoryview", "min", "next", "object", "oct", "open", "ord", "pow", "print", "property",
    "quit", "range", "repr", "reversed", "round", "set", "setattr", "slice", "sorted", "staticmethod", "str", "sum",
    "super", "tuple", "type", "vars", "zip",
];

#[rustfmt::skip]
const SCRIPT: &[&str] = &[
    "AbortController", "AbortSignal", "AggregateError", "Array", "ArrayBuffer", "Atomics", "BigInt", "Blob",
    "Boolean", "Buffer", "CustomEvent", "DOMException", "DataView", "Date", "Error", "EvalError", "Event",
    "EventTarget", "FileReader", "FinalizationRegistry", "Float32Array", "Float64Array", "FormData", "Function",
    "Headers", "Infinity", "Int16Array", "Int32Array", "Int8Array", "Intl", "JSON", "Map", "Math", "MessageChannel",
    "MutationObserver", "NaN", "Number", "Object", "Promise", "Proxy", "RangeError", "ReadableStream",
    "ReferenceError", "Reflect", "RegExp", "Request", "ResizeObserver", "Response", "Set", "String", "Symbol",
    "SyntaxError", "TextDecoder", "TextEncoder", "TypeError", "URIError", "URL", "URLSearchParams", "Uint16Array",
    "Uint32Array", "Uint8Array", "WeakMap", "WeakRef", "WeakSet", "WebAssembly", "WebSocket", "Worker",
    "XMLHttpRequest", "afterAll", "afterEach", "alert", "atob", "beforeAll", "beforeEach", "btoa",
    "cancelAnimationFrame", "clearImmediate", "clearInterval", "clearTimeout", "console", "crypto",
    "decodeURIComponent", "describe", "document", "encodeURIComponent", "eval", "expect", "fetch", "global",
    "globalThis", "isFinite", "isNaN", "it", "jest", "localStorage", "location", "navigator", "parseFloat",
    "parseInt", "performance", "process", "queueMicrotask", "requestAnimationFrame", "require", "sessionStorage",
    "setImmediate", "setInterval", "setTimeout", "structuredClone", "test", "undefined", "window",
];

#[rustfmt::skip]
const RUST: &[&str] = &[
    "Box", "Default", "Err", "None", "Ok", "Option", "Result", "Some", "String", "Vec", "alloc", "assert",
    "assert_eq", "assert_ne", "bool", "cfg", "char", "column", "compile_error", "concat", "core", "dbg",
    "debug_assert", "debug_assert_eq", "debug_assert_ne", "drop", "env", "eprint", "eprintln", "f32", "f64", "file",
    "format", "format_args", "i128", "i16", "i32", "i64", "i8", "include", "include_bytes", "include_str", "isize",
    "line", "matches", "module_path", "option_env", "panic", "print", "println", "std", "str", "stringify", "todo",
    "u128", "u16", "u32", "u64", "u8", "unimplemented", "unreachable", "usize", "vec", "write", "writeln",
];

#[rustfmt::skip]
const GO: &[&str] = &[
    "any", "append", "bool", "byte", "cap", "clear", "close", "comparable", "complex", "complex128", "complex64",
    "copy", "delete", "error", "false", "float32", "float64", "imag", "int", "int16", "int32", "int64", "int8",
    "iota", "len", "make", "map", "max", "min", "new", "nil", "panic", "print", "println", "real", "recover", "rune",
    "string", "true", "uint", "uint16", "uint32", "uint64", "uint8", "uintptr",
];

#[rustfmt::skip]
const JAVA: &[&str] = &[
    "ArithmeticException", "ArrayIndexOutOfBoundsException", "AssertionError", "AutoCloseable", "Boolean", "Byte",
    "CharSequence", "Character", "Class", "ClassCastException", "ClassLoader", "ClassNotFoundException",
    "CloneNotSupportedException", "Cloneable", "Comparable", "Deprecated", "Double", "Enum", "Error", "Exception",
    "Float", "FunctionalInterface", "IllegalArgumentException", "IllegalStateException", "IndexOutOfBoundsException",
    "Integer", "InterruptedException", "Iterable", "Long", "Math", "NoSuchMethodException", "NullPointerException",
    "Number", "NumberFormatException", "Object", "Override", "Process", "ProcessBuilder", "Record", "Runnable",
    "Runtime", "RuntimeException", "SafeVarargs", "Short", "StackOverflowError", "String", "StringBuffer",
    "StringBuilder", "SuppressWarnings", "System", "Thread", "ThreadLocal", "Throwable",
    "UnsupportedOperationException", "Void",
];

#[rustfmt::skip]
const COMMON: &[&str] = &[
    "abs", "accept", "add", "addAll", "addEventListener", "all", "any", "append", "apply", "as_bytes", "as_mut",
    "as_ref", "as_str", "at", "await", "bind", "borrow", "borrow_mut", "bytes", "call", "catch", "ceil", "charAt",
    "chars", "clear", "clone", "close", "cmp", "collect", "compareTo", "concat", "connect", "contains", "containsKey",
    "copy", "count", "create", "decode", "default", "delete", "deref", "done", "drop", "emit", "encode", "end",
    "endsWith", "endswith", "entries", "entry", "enumerate", "eq", "equals", "error", "every", "exec", "execute",
    "exists", "exit", "expect", "extend", "filter", "finally", "find", "findIndex", "first", "flatMap", "flush",
    "fmt", "fold", "forEach", "format", "from", "get", "getClass", "getName", "get_mut", "group", "has", "hasNext",
    "hasOwnProperty", "hash", "hashCode", "includes", "index", "indexOf", "info", "init", "insert", "into",
    "into_iter", "invoke", "isEmpty", "is_empty", "is_none", "is_some", "items", "iter", "iter_mut", "iterator",
    "join", "keys", "last", "len", "length", "lines", "listen", "load", "lock", "log", "lower", "map", "match", "max",
    "min", "name", "new", "next", "now", "of", "off", "ok", "on", "once", "open", "parse", "poll", "pop", "position",
    "post", "print", "println", "push", "put", "query", "raise", "read", "recv", "reduce", "remove", "replace",
    "reset", "resolve", "reverse", "run", "save", "search", "seek", "send", "set", "setdefault", "shift", "size",
    "slice", "some", "sort", "splice", "split", "start", "startsWith", "startswith", "stop", "strip", "sub", "submit",
    "subscribe", "substring", "sum", "take", "test", "then", "title", "toString", "to_owned", "to_string", "trim",
    "type", "union", "unwrap", "update", "upper", "use", "value", "valueOf", "values", "wait", "warn", "with",
    "write", "zip",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        for list in [PYTHON, SCRIPT, RUST, GO, JAVA, COMMON] {
            let unsorted = list.windows(2).find(|pair| pair[0] >= pair[1]);
            assert_eq!(unsorted, None);
        }
    }

    #[test]
    fn a_global_needs_no_import() {
        assert!(is_global(Family::Script, "fetch") && is_global(Family::Python, "len"));
        assert!(!is_global(Family::Python, "fetch"));
        assert!(is_common_method("get") && !is_common_method("get_user_profile"));
    }
}
