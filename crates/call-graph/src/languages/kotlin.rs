//! Kotlin: of Java's family, whose packages it shares.

use super::overloads::BOXED;
use crate::language_rules::{Family, Iteration, LanguageRules, OuterNames, WrapperMethods};

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Java,
    globals: KOTLIN,
    outer_names: OuterNames::InheritedOrPackage,
    package_scope: true,
    set_accessors: true,
    overloads: true,
    typed_overloads: Some(&BOXED),
    receiver_constructs: true,
    bare_members: true,
    call_method: Some("invoke"),
    subscript_method: Some("get"),
    iteration: Iteration::Iterator("iterator", "next"),
    transparent_types: &["Deferred", "Flow", "Lazy", "LiveData", "MutableLiveData", "StateFlow", "MutableStateFlow", "WeakReference"],
    class_types: &["KClass", "Class"],
    container_types: &["Array", "MutableList", "MutableMap", "MutableSet", "Sequence", "Collection", "MutableCollection"],
    wrapper_methods: WrapperMethods {
        give: &["apply", "await", "getOrNull", "takeIf", "takeUnless"],
        feed_and_give: &["also"],
        feed: &["let"],
    },
    ..LanguageRules::OTHER
};

#[rustfmt::skip]
const KOTLIN: &[&str] = &[
    "Any", "Array", "ArrayList", "Boolean", "BooleanArray", "Byte", "ByteArray", "Char", "CharArray", "CharSequence",
    "Comparable", "Double", "DoubleArray", "Enum", "Error", "Exception", "Float", "FloatArray", "HashMap", "HashSet",
    "IllegalArgumentException", "IllegalStateException", "IndexOutOfBoundsException", "Int", "IntArray", "Iterable",
    "Lazy", "LinkedHashMap", "LinkedHashSet", "List", "Long", "LongArray", "Map", "Math", "MutableList", "MutableMap",
    "MutableSet", "NoSuchElementException", "NotImplementedError", "Nothing", "NullPointerException", "Number",
    "NumberFormatException", "Pair", "Regex", "Result", "RuntimeException", "Sequence", "Set", "Short", "ShortArray",
    "String", "StringBuilder", "Suppress", "System", "TODO", "Thread", "Throwable", "Triple", "UInt", "ULong", "Unit",
    "UnsupportedOperationException", "apply", "arrayListOf", "arrayOf", "arrayOfNulls", "assert", "booleanArrayOf",
    "buildList", "buildMap", "buildSet", "buildString", "byteArrayOf", "check", "checkNotNull", "emptyArray",
    "emptyList", "emptyMap", "emptySequence", "emptySet", "enumValueOf", "enumValues", "error", "floatArrayOf",
    "hashMapOf", "hashSetOf", "intArrayOf", "lazy", "linkedMapOf", "listOf", "listOfNotNull", "longArrayOf", "mapOf",
    "maxOf", "minOf", "mutableListOf", "mutableMapOf", "mutableSetOf", "print", "println", "readLine", "repeat",
    "require", "requireNotNull", "run", "runCatching", "sequence", "sequenceOf", "setOf", "sortedMapOf", "sortedSetOf",
    "synchronized", "takeIf", "to", "with",
];
