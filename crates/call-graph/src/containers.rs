//! The languages' own containers: which written types hold elements, which methods hand them on. The methods are one list
//! for all languages, because their names mean the same in each.

use crate::language_rules::LanguageRules;
use crate::languages;

/// What a generic type means for a value declared with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Generic {
    /// `Optional[T]`, `Box<T>`, `Promise<T>`: used like a T.
    Transparent,
    /// `Type[T]`, `Class<T>`: the class itself.
    Class,
    /// `list[T]`, `Vec<T>`, `Map<K, T>`: holds T.
    Elements,
    /// Anything else: its own type, whatever the arguments.
    Nominal,
}

/// What the generic type of this name is. Standard types of any language are known in every one: annotations name them
/// across languages (`Optional`, `Map`, `List`), and a type of that name in the repository is looked at first.
pub fn generic(rules: &LanguageRules, name: &str) -> Generic {
    let in_any = |list: fn(&LanguageRules) -> &'static [&'static str]| {
        languages::ALL.iter().any(|rules| list(rules).contains(&name))
    };
    match name {
        name if rules.class_types.contains(&name) => Generic::Class,
        _ if in_any(|rules| rules.transparent_types) => Generic::Transparent,
        _ if in_any(|rules| rules.container_types) => Generic::Elements,
        _ => Generic::Nominal,
    }
}

/// What a container's method does.
#[derive(Debug, Clone, Copy, Default)]
pub struct Method {
    /// Returns an element.
    pub gives_element: bool,
    /// Returns the container, or a view of it.
    pub gives_itself: bool,
    /// Returns a new container of entries, of which each has the elements.
    pub gives_entries: bool,
    /// Returns a new container that has its elements; what is put into the new one is not in the old.
    pub gives_copy: bool,
    /// Its last argument becomes an element.
    pub stores: bool,
    /// What its argument returns becomes an element.
    pub stores_result: bool,
    /// Calls its argument with elements; returns what that returned, unless another flag says what.
    pub takes_function: bool,
}

const NOTHING: Method = Method {
    gives_element: false,
    gives_itself: false,
    gives_entries: false,
    gives_copy: false,
    stores: false,
    stores_result: false,
    takes_function: false,
};

/// What the method of this name does.
pub fn method(name: &str) -> Method {
    match name {
        "pop" | "popleft" | "get" | "getValue" | "getOrDefault" | "first" | "last" | "at" | "shift" | "next"
        | "peek" | "unwrap" | "unwrap_or" | "expect" | "remove" | "getFirst" | "getLast" | "poll" | "get_mut"
        | "pop_front" | "pop_back" | "front" | "back" | "popitem" | "orElse" | "orElseThrow" | "take"
        | "insert_entry" | "begin" | "cbegin" | "rbegin" | "or_default" | "fetch" | "dig" | "sample" | "min"
        | "max" | "delete_at" => Method { gives_element: true, ..NOTHING },
        "setdefault" | "or_insert" | "putIfAbsent" => Method { gives_element: true, stores: true, ..NOTHING },
        "values" | "items" | "entries" | "iter" | "iter_mut" | "into_iter" | "reverse" | "iterator" | "stream"
        | "keys" | "rev" | "skip" | "enumerate" | "as_ref" | "as_mut" | "entry" | "drain" | "flat" | "chain"
        | "zip" | "limit" | "distinct" | "sorted" | "values_mut" | "into_values" | "peekable" | "as_slice" => {
            Method { gives_itself: true, ..NOTHING }
        }
        "computeIfAbsent" | "computeIfPresent" | "compute" => {
            Method { takes_function: true, gives_element: true, stores_result: true, ..NOTHING }
        }
        "entrySet" => Method { gives_entries: true, ..NOTHING },
        "copy" | "slice" | "concat" | "to_vec" | "clone" | "collect" | "cloned" | "copied" | "toList" | "dup"
        | "to_a" | "compact" | "flatten" | "merge" => Method { gives_copy: true, ..NOTHING },
        "append" | "appendleft" | "emplace" | "emplace_back" | "push" | "add" | "insert" | "unshift" | "put"
        | "set" | "push_back" | "push_front" | "<<" | "store" | "offer" | "addLast" | "addFirst" | "extend"
        | "update" | "addAll" => Method { stores: true, ..NOTHING },
        "map" | "flatMap" | "flat_map" | "filter_map" | "forEach" | "for_each" | "some" | "every" | "any" | "all"
        | "anyMatch" | "allMatch" | "noneMatch" | "reduce" | "fold" | "then" | "mapToObj" | "position"
        | "findIndex" | "reduceRight" | "inject" | "each_with_object" | "any?" | "all?" | "none?" => {
            Method { takes_function: true, ..NOTHING }
        }
        // LINQ.
        "First" | "FirstOrDefault" | "Single" | "SingleOrDefault" | "Last" | "LastOrDefault" | "ElementAt" | "Max"
        | "Min" | "Find" => Method { gives_element: true, takes_function: true, ..NOTHING },
        "Where" | "OrderBy" | "OrderByDescending" | "ThenBy" | "TakeWhile" | "SkipWhile" | "FindAll" => {
            Method { takes_function: true, gives_itself: true, ..NOTHING }
        }
        "ToList" | "ToArray" | "AsEnumerable" | "Distinct" | "Reverse" | "Skip" | "Take" | "Concat" | "Cast" => {
            Method { gives_itself: true, ..NOTHING }
        }
        "Select" | "SelectMany" | "Any" | "All" | "ForEach" | "Sum" | "Count" | "ToDictionary" | "GroupBy" => {
            Method { takes_function: true, ..NOTHING }
        }
        "filter" | "select" | "reject" | "find_all" | "grep" | "uniq" => {
            Method { takes_function: true, gives_copy: true, ..NOTHING }
        }
        "sort" | "sort_by" | "sort_by_key" | "sortBy" | "take_while" | "skip_while" | "inspect" | "retain"
        | "removeIf" | "each" | "each_with_index" | "each_pair" | "each_value" | "reverse_each" | "each_entry" => {
            Method { takes_function: true, gives_itself: true, ..NOTHING }
        }
        "find" | "findLast" | "detect" | "min_by" | "max_by" | "max_by_key" | "min_by_key" | "findFirst"
        | "findAny" => Method { takes_function: true, gives_element: true, ..NOTHING },
        _ => NOTHING,
    }
}

/// True for names that a container has itself, rather than a field of that name.
pub fn is_method(name: &str) -> bool {
    let method = method(name);
    method.gives_element
        || method.gives_itself
        || method.gives_entries
        || method.gives_copy
        || method.stores
        || method.takes_function
        || is_plain_method(name)
}

/// True for methods by which tests compare values: what they are given is not called.
pub fn only_compares(name: &str) -> bool {
    matches!(
        name,
        "equal"
            | "equals"
            | "notEqual"
            | "deepEqual"
            | "notDeepEqual"
            | "strictEqual"
            | "notStrictEqual"
            | "deepStrictEqual"
            | "same"
            | "notSame"
            | "strictSame"
            | "is"
            | "not"
            | "ok"
            | "notOk"
            | "toBe"
            | "toEqual"
            | "toStrictEqual"
            | "assertEqual"
            | "assertNotEqual"
            | "assertEquals"
            | "assertSame"
            | "assertIs"
            | "assertIsNot"
            | "assertIn"
            | "assertNotIn"
            | "assertIsInstance"
            | "assertTrue"
            | "assertFalse"
    )
}

fn is_plain_method(name: &str) -> bool {
    matches!(
        name,
        "sort"
            | "join"
            | "includes"
            | "indexOf"
            | "has"
            | "delete"
            | "clear"
            | "len"
            | "is_empty"
            | "length"
            | "size"
            | "count"
            | "index"
            | "contains"
            | "contains_key"
            | "containsKey"
            | "toString"
            | "hasOwnProperty"
            | "discard"
            | "isEmpty"
            | "splice"
            | "fill"
            | "issubset"
            | "union"
            | "difference"
            | "intersection"
            | "empty"
            | "resize"
            | "reserve"
            | "erase"
            | "swap"
            | "c_str"
            | "data"
    )
}

/// What the method of a wrapper (`Option`, `Result`, `Promise`, a lock) does with what it holds: `gives_itself` hands
/// it on, `takes_function` calls its argument with it.
pub fn wrapper_method(rules: &LanguageRules, name: &str) -> Method {
    let methods = &rules.wrapper_methods;
    let feeds_and_gives = methods.feed_and_give.contains(&name);
    Method {
        gives_itself: feeds_and_gives || methods.give.contains(&name),
        takes_function: feeds_and_gives || methods.feed.contains(&name),
        ..NOTHING
    }
}
