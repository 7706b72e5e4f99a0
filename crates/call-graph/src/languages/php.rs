//! PHP: namespaces as declared, whatever the files; those of one name are one.

use crate::language_rules::{Family, Iteration, KeptByFile, LanguageRules, OuterNames};
use crate::modules::{ImportTarget, NamespaceId, Namespaces};
use crate::program::Program;
use facts::Import;
use rustc_hash::FxHashMap;

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Php,
    globals: PHP,
    calling_globals: Some(&[
        "array_filter", "array_map", "array_reduce", "array_walk", "array_walk_recursive", "call_user_func",
        "call_user_func_array", "forward_static_call", "iterator_apply", "ob_start", "preg_replace_callback",
        "register_shutdown_function", "set_error_handler", "set_exception_handler", "spl_autoload_register", "uasort",
        "uksort", "usort",
    ]),
    passing_globals: &["array_filter", "array_merge", "array_reverse", "array_slice", "array_values", "iterator_to_array"],
    outer_names: OuterNames::PackageOrUnnamed,
    package_scope: true,
    kept_by_file: KeptByFile::Variables,
    fields_are_names: false,
    fields_apart: true,
    call_method: Some("__invoke"),
    dynamic_members: &["__call", "__callStatic"],
    subscript_method: Some("offsetGet"),
    iteration: Iteration::Iterator("getIterator", "current"),
    ..LanguageRules::OTHER
};

#[derive(Default)]
pub struct Layout {
    by_name: FxHashMap<String, NamespaceId>,
}

impl Layout {
    /// The namespace of files that name none.
    pub fn unnamed(&self) -> Option<NamespaceId> {
        self.by_name.get("").copied()
    }
}

/// Makes a namespace for each that a file names, below those that its name begins with.
pub fn lay_out<'a>(program: &mut Program<'a>, spaces: &mut Namespaces) -> Layout {
    let mut layout = Layout::default();
    for at in 0..program.files.len() {
        if program.files[at].rules.family != Family::Php {
            continue;
        }
        let name = program.files[at].facts().package.as_deref().unwrap_or_default(); // The unnamed namespace.
        spaces.of_file[at] = layout.namespace(program, spaces, name);
        for (scope, name) in &program.files[at].facts().namespaces {
            let scope = program.files[at].scope(*scope);
            let id = layout.namespace(program, spaces, name);
            spaces.joined.insert(scope, id);
        }
    }
    layout
}

impl Layout {
    fn namespace<'a>(&mut self, program: &mut Program<'a>, spaces: &mut Namespaces, name: &'a str) -> NamespaceId {
        if let Some(&known) = self.by_name.get(name) {
            return known;
        }
        let id = spaces.add(name.to_owned(), None);
        self.by_name.insert(name.to_owned(), id);
        if !name.is_empty() {
            let (outer, own) = name.rsplit_once('.').unwrap_or(("", name));
            let outer = self.namespace(program, spaces, outer);
            let own = program.names.intern(own);
            spaces.set_child(outer, own, id);
        }
        id
    }
}

/// Finds what an import names: the longest namespace in front, what is in it behind.
#[inline(never)]
pub fn resolve<'a>(layout: &Layout, import: &'a Import) -> ImportTarget<'a> {
    let module = import.module.as_str();
    match (layout.by_name.get(module), import.item.as_deref()) {
        (Some(&namespace), Some(item)) => ImportTarget::Inside { namespace, path: vec![item] },
        _ => ImportTarget::Outside { module: module.to_owned() },
    }
}

#[rustfmt::skip]
const PHP: &[&str] = &[
    "ArgumentCountError", "ArithmeticError", "ArrayAccess", "ArrayIterator", "ArrayObject", "Attribute", "BackedEnum",
    "BadFunctionCallException", "BadMethodCallException", "Closure", "CompileError", "Countable", "DOMDocument",
    "DOMElement", "DateInterval", "DatePeriod", "DateTime", "DateTimeImmutable", "DateTimeInterface", "DateTimeZone",
    "DirectoryIterator", "DivisionByZeroError", "DomainException", "Error", "ErrorException", "Exception",
    "FilesystemIterator", "Generator", "InvalidArgumentException", "Iterator", "IteratorAggregate", "JsonException",
    "JsonSerializable", "LengthException", "LogicException", "OutOfBoundsException", "OutOfRangeException",
    "OverflowException", "PDO", "PDOException", "ParseError", "RangeException", "RecursiveDirectoryIterator",
    "RecursiveIteratorIterator", "ReflectionClass", "ReflectionException", "ReflectionFunction", "ReflectionMethod",
    "ReflectionNamedType", "ReflectionObject", "ReflectionProperty", "RuntimeException", "Serializable",
    "SimpleXMLElement", "SplFileInfo", "SplFileObject", "SplObjectStorage", "SplPriorityQueue", "SplQueue", "SplStack",
    "Stringable", "Throwable", "Traversable", "TypeError", "UnderflowException", "UnexpectedValueException",
    "UnhandledMatchError", "UnitEnum", "ValueError", "WeakMap", "WeakReference", "abs", "addslashes",
    "array_change_key_case", "array_chunk", "array_column", "array_combine", "array_diff", "array_diff_key",
    "array_fill", "array_fill_keys", "array_filter", "array_flip", "array_intersect", "array_intersect_key",
    "array_is_list", "array_key_exists", "array_key_first", "array_key_last", "array_keys", "array_map", "array_merge",
    "array_merge_recursive", "array_pad", "array_pop", "array_push", "array_reduce", "array_replace", "array_reverse",
    "array_search", "array_shift", "array_slice", "array_splice", "array_sum", "array_unique", "array_unshift",
    "array_values", "array_walk", "array_walk_recursive", "arsort", "asort", "assert", "base64_decode",
    "base64_encode", "basename", "bin2hex", "call_user_func", "call_user_func_array", "ceil", "checkdate", "chr",
    "class_exists", "compact", "constant", "copy", "count", "ctype_digit", "curl_close", "curl_exec", "curl_init",
    "curl_setopt", "current", "date", "date_default_timezone_get", "debug_backtrace", "dechex", "define", "defined",
    "die", "dirname", "each", "echo", "empty", "end", "error_get_last", "error_log", "error_reporting",
    "escapeshellarg", "exit", "explode", "extension_loaded", "extract", "fclose", "feof", "fflush", "fgets", "file",
    "file_exists", "file_get_contents", "file_put_contents", "filemtime", "filesize", "filter_var", "floor", "flush",
    "fopen", "forward_static_call", "fputs", "fread", "fseek", "ftell", "func_get_args", "func_num_args",
    "function_exists", "fwrite", "gc_collect_cycles", "get_called_class", "get_class", "get_class_methods",
    "get_debug_type", "get_object_vars", "get_parent_class", "get_resource_type", "getenv", "gethostname", "getmypid",
    "gettype", "gmdate", "hash", "hash_algos", "header", "headers_sent", "hexdec", "hrtime", "html_entity_decode",
    "htmlentities", "htmlspecialchars", "iconv", "implode", "in_array", "ini_get", "ini_set", "intdiv",
    "interface_exists", "intval", "is_a", "is_array", "is_bool", "is_callable", "is_dir", "is_file", "is_float",
    "is_int", "is_integer", "is_iterable", "is_null", "is_numeric", "is_object", "is_readable", "is_resource",
    "is_scalar", "is_string", "is_subclass_of", "is_writable", "isset", "iterator_apply", "iterator_count",
    "iterator_to_array", "join", "json_decode", "json_encode", "json_last_error", "json_last_error_msg", "key",
    "krsort", "ksort", "lcfirst", "levenshtein", "list", "localtime", "ltrim", "mail", "max", "mb_check_encoding",
    "mb_convert_case", "mb_convert_encoding", "mb_detect_encoding", "mb_internal_encoding", "mb_str_split",
    "mb_strlen", "mb_strpos", "mb_strtolower", "mb_strtoupper", "mb_strwidth", "mb_substr", "md5",
    "memory_get_peak_usage", "memory_get_usage", "method_exists", "microtime", "min", "mkdir", "mktime", "mt_rand",
    "natsort", "next", "nl2br", "number_format", "ob_end_clean", "ob_get_clean", "ob_get_contents", "ob_start",
    "openssl_encrypt", "ord", "pack", "parse_str", "parse_url", "php_sapi_name", "php_uname", "phpversion",
    "posix_getpid", "pow", "preg_last_error", "preg_match", "preg_match_all", "preg_quote", "preg_replace",
    "preg_replace_callback", "preg_split", "print", "print_r", "printf", "property_exists", "putenv", "rand",
    "random_bytes", "random_int", "range", "rawurlencode", "realpath", "register_shutdown_function", "rename", "reset",
    "restore_error_handler", "rmdir", "round", "rsort", "rtrim", "serialize", "set_error_handler",
    "set_exception_handler", "setlocale", "settype", "sha1", "shuffle", "sleep", "sort", "spl_autoload_register",
    "spl_object_hash", "spl_object_id", "sprintf", "sscanf", "stat", "str_contains", "str_ends_with", "str_ireplace",
    "str_pad", "str_repeat", "str_replace", "str_split", "str_starts_with", "strcasecmp", "strcmp",
    "stream_context_create", "stream_get_contents", "strip_tags", "stripos", "strlen", "strncmp", "strpos", "strrchr",
    "strrev", "strrpos", "strspn", "strstr", "strtolower", "strtotime", "strtoupper", "strtr", "strval", "substr",
    "substr_count", "substr_replace", "sys_get_temp_dir", "tempnam", "time", "touch", "trait_exists", "trigger_error",
    "trim", "uasort", "ucfirst", "ucwords", "uksort", "uniqid", "unlink", "unpack", "unserialize", "unset",
    "urldecode", "urlencode", "usleep", "usort", "utf8_decode", "utf8_encode", "var_dump", "var_export",
    "version_compare", "vsprintf", "wordwrap",
];
