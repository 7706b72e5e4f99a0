//! Scala: of Java's family, whose packages it shares.

use crate::language_rules::{Family, Iteration, LanguageRules, OuterNames, WrapperMethods};

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Java,
    globals: SCALA,
    outer_names: OuterNames::InheritedOrPackage,
    package_scope: true,
    overloads: true,
    typed_overloads: true,
    receiver_constructs: true,
    bare_members: true,
    members_through_owner: true,
    bare_properties: true,
    class_call_method: Some("apply"),
    call_method: Some("apply"),
    iteration: Iteration::Iterator("iterator", "next"),
    transparent_types: &["Option", "Some", "Future", "Try", "Either", "IO", "Task", "ZIO", "Ref", "Eval"],
    class_types: &["Class"],
    container_types: &["Seq", "Vector", "IndexedSeq", "Iterator", "Iterable", "NonEmptyList", "Chain", "LazyList", "ListBuffer", "ArrayBuffer"],
    wrapper_methods: WrapperMethods {
        give: &["get", "getOrElse", "orElse", "recover", "toOption"],
        feed_and_give: &["filter", "foreach", "tap"],
        feed: &["flatMap", "fold", "map"],
    },
    given_members: &["canEqual", "copy", "equals", "hashCode", "productArity", "productElement", "toString", "unapply"],
    ..LanguageRules::OTHER
};

#[rustfmt::skip]
const SCALA: &[&str] = &[
    "???", "Any", "AnyRef", "AnyVal", "App", "Array", "Await", "BigDecimal", "BigInt", "Boolean", "Byte", "Char",
    "Double", "Duration", "Either", "Exception", "Failure", "Float", "Function1", "Future", "IllegalArgumentException",
    "IllegalStateException", "Int", "Iterable", "Iterator", "LazyList", "Left", "List", "Long", "Map", "Math", "Nil",
    "None", "Nothing", "Option", "Ordering", "PartialFunction", "Product", "Promise", "Range", "Right",
    "RuntimeException", "Seq", "Serializable", "Set", "Short", "Some", "Stream", "String", "StringBuilder", "Success",
    "System", "Thread", "Throwable", "Try", "Tuple2", "Unit", "Vector", "assert", "assertResult", "assertThrows",
    "assume", "classOf", "implicitly", "intercept", "locally", "print", "printf", "println", "require", "summon",
    "synchronized",
];
