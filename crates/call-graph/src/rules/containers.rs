//! The languages' own containers: which written types hold elements, which methods hand them on.

use crate::program::Family;

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

/// What the generic type of this name is.
pub fn generic(family: Family, name: &str) -> Generic {
    match name {
        "Optional" | "Awaitable" | "Coroutine" | "Final" | "ClassVar" | "Annotated" | "Required" | "NotRequired"
        | "Union" | "Promise" | "PromiseLike" | "Readonly" | "Partial" | "NonNullable" | "Box" | "Arc" | "Rc"
        | "Option" | "Result" | "Pin" | "Cow" | "RefCell" | "Cell" | "Mutex" | "RwLock" | "Weak"
        | "CompletableFuture" | "Future" | "Supplier" | "ReadOnly" | "MutexGuard" | "Ref" | "RefMut" | "OnceCell"
        | "OnceLock" | "LazyLock" | "ThreadLocal" | "AtomicReference" | "Mono" => Generic::Transparent,
        "Type" | "type" if family == Family::Python => Generic::Class,
        "Class" if family == Family::Java => Generic::Class,
        "list"
        | "List"
        | "dict"
        | "Dict"
        | "set"
        | "Set"
        | "frozenset"
        | "FrozenSet"
        | "tuple"
        | "Tuple"
        | "deque"
        | "Deque"
        | "defaultdict"
        | "DefaultDict"
        | "OrderedDict"
        | "Mapping"
        | "MutableMapping"
        | "Sequence"
        | "MutableSequence"
        | "Iterable"
        | "Iterator"
        | "Collection"
        | "AsyncIterator"
        | "AsyncIterable"
        | "AsyncGenerator"
        | "Generator"
        | "ReadonlyArray"
        | "Array"
        | "Map"
        | "WeakMap"
        | "ReadonlyMap"
        | "ReadonlySet"
        | "WeakSet"
        | "Record"
        | "Vec"
        | "VecDeque"
        | "HashMap"
        | "BTreeMap"
        | "HashSet"
        | "BTreeSet"
        | "IndexMap"
        | "FxHashMap"
        | "FxHashSet"
        | "SmallVec"
        | "LinkedList"
        | "BinaryHeap"
        | "ArrayList"
        | "LinkedHashMap"
        | "TreeMap"
        | "TreeSet"
        | "LinkedHashSet"
        | "ConcurrentHashMap"
        | "Queue"
        | "Stream"
        | "ImmutableList"
        | "ImmutableMap"
        | "ImmutableSet"
        | "CopyOnWriteArrayList"
        | "slice"
        | "chan"
        | "map"
        | "array"
        | "IterableIterator" => Generic::Elements,
        _ => Generic::Nominal,
    }
}

/// What a container's method does.
#[derive(Debug, Clone, Copy, Default)]
pub struct Method {
    /// Returns an element.
    pub gives_element: bool,
    /// Returns the container, or one with the same elements.
    pub gives_itself: bool,
    /// Its last argument becomes an element.
    pub stores: bool,
    /// Calls its argument with elements; returns what that returned, unless told otherwise.
    pub takes_function: bool,
}

const NOTHING: Method = Method { gives_element: false, gives_itself: false, stores: false, takes_function: false };

/// What the method of this name does.
pub fn method(name: &str) -> Method {
    match name {
        "pop" | "popleft" | "get" | "getOrDefault" | "first" | "last" | "at" | "shift" | "next" | "peek" | "unwrap"
        | "unwrap_or" | "expect" | "remove" | "getFirst" | "getLast" | "poll" | "get_mut" | "pop_front"
        | "pop_back" | "front" | "back" | "popitem" | "orElse" | "orElseThrow" | "take" | "insert_entry"
        | "or_default" => Method { gives_element: true, ..NOTHING },
        "setdefault" | "or_insert" | "putIfAbsent" => Method { gives_element: true, stores: true, ..NOTHING },
        "values" | "items" | "entries" | "iter" | "iter_mut" | "into_iter" | "copy" | "slice" | "concat"
        | "reverse" | "iterator" | "stream" | "keys" | "to_vec" | "clone" | "rev" | "skip" | "collect" | "cloned"
        | "copied" | "enumerate" | "toList" | "as_ref" | "as_mut" | "entry" | "drain" | "flat" | "entrySet"
        | "chain" | "zip" | "limit" | "distinct" | "sorted" | "values_mut" | "into_values" | "peekable"
        | "as_slice" => Method { gives_itself: true, ..NOTHING },
        "append" | "appendleft" | "push" | "add" | "insert" | "unshift" | "put" | "set" | "push_back"
        | "push_front" | "offer" | "addLast" | "addFirst" | "extend" | "update" | "addAll" => {
            Method { stores: true, ..NOTHING }
        }
        "map" | "flatMap" | "flat_map" | "filter_map" | "forEach" | "for_each" | "some" | "every" | "any" | "all"
        | "anyMatch" | "allMatch" | "noneMatch" | "reduce" | "fold" | "computeIfAbsent" | "then" | "mapToObj"
        | "position" | "findIndex" | "reduceRight" => Method { takes_function: true, ..NOTHING },
        "filter" | "sort" | "sort_by" | "sort_by_key" | "sortBy" | "take_while" | "skip_while" | "inspect"
        | "retain" | "removeIf" => Method { takes_function: true, gives_itself: true, ..NOTHING },
        "find" | "findLast" | "max_by_key" | "min_by_key" | "findFirst" | "findAny" => {
            Method { takes_function: true, gives_element: true, ..NOTHING }
        }
        _ => NOTHING,
    }
}

/// True for names that a container has itself, rather than a field of that name.
pub fn is_method(name: &str) -> bool {
    let method = method(name);
    method.gives_element || method.gives_itself || method.stores || method.takes_function || is_plain_method(name)
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
    )
}

/// What the method of a wrapper (`Option`, `Result`, `Promise`, a lock) does with what it holds: `gives_itself` hands
/// it on, `takes_function` calls its argument with it.
pub fn wrapper_method(family: Family, name: &str) -> Method {
    let hands_on = Method { gives_itself: true, ..NOTHING };
    let calls = Method { takes_function: true, ..NOTHING };
    match (family, name) {
        (
            Family::Rust,
            "unwrap" | "expect" | "unwrap_or" | "unwrap_or_default" | "as_ref" | "as_mut" | "as_deref" | "as_deref_mut"
            | "clone" | "cloned" | "copied" | "lock" | "read" | "write" | "borrow" | "borrow_mut" | "ok" | "ok_or"
            | "take" | "to_owned" | "deref" | "deref_mut" | "into_inner" | "context" | "get_mut" | "load" | "upgrade"
            | "downgrade",
        ) => hands_on,
        (
            Family::Rust,
            "unwrap_or_else" | "ok_or_else" | "map_err" | "with_context" | "or_else" | "filter" | "inspect"
            | "is_some_and",
        ) => Method { takes_function: true, gives_itself: true, ..NOTHING },
        (Family::Rust, "map" | "and_then" | "map_or" | "map_or_else" | "for_each") => calls,
        (Family::Java, "get" | "orElse" | "orElseThrow" | "join" | "orElseGet") => hands_on,
        (Family::Java, "map" | "flatMap" | "ifPresent" | "thenApply" | "thenAccept" | "thenCompose" | "filter") => {
            calls
        }
        (Family::Script, "then") => calls,
        (Family::Script, "catch" | "finally") => hands_on,
        _ => NOTHING,
    }
}
