//! What parsing and linking may cost.
//!
//! Steps are counted, never time: the same file must give the same facts on every host.

limits! {
    /// A step is a piece of text read by the lexer; 100 operations of the parser are 8.
    PARSE_STEPS: u64 = 100_000, Count,
        "Steps of the parser for one file, besides those for its size",
        "The file is listed as \"took too long; indexed as text\": it is found and read, without symbols or calls.";
    PARSE_STEPS_PER_KB: u64 = 1_280, Count,
        "Further steps of the parser for each kB of the file",
        "As above.";
    FACTS_BYTES: u64 = 1 << 20, Bytes,
        "What may be noted of one file (definitions, values, calls), besides what its size allows",
        "The file is listed as \"took too long; indexed as text\".";
    FACTS_PER_BYTE: u64 = 64, Ratio,
        "What may further be noted of one file: bytes for each byte of it",
        "As above.";
    PARSE_MS: u64 = 10_000, Milliseconds, "Parsing one file on the page, a backstop to the steps that it may take",
        "Its parse worker is replaced; the file is indexed as text and listed.";
    MANIFEST_BYTES: u64 = 1 << 20, Bytes, "A manifest of a project (`Cargo.toml`, `package.json` ...) that imports are resolved by",
        "It is listed as \"parser failed; indexed as text\"; imports of its project are resolved by folders.";
    LINK_NOTES: u64 = 4_000_000, Count,
        "Values and flows that resolving calls may note, besides those for the size of the repository",
        "Nothing flows any further: calls that it might have reached are counted as unresolved, with this as the reason.";
    LINK_NOTES_PER_VALUE: u64 = 16, Count,
        "Further values and flows for each expression and call of the repository",
        "As above.";
    LINK_CROWDS: u64 = 65_536, Count,
        "Functions and classes that places with many of them (more than 24) hold altogether, besides those for the size of the repository; objects and lists as many again",
        "Such places keep the first 24 of those that arrive later: calls there are counted as ambiguous.";
    LINK_VALUES_PER_CROWDED: u64 = 4, Ratio,
        "Expressions and calls of the repository for each further one",
        "As above.";
    LINK_EDGES: u64 = 100_000, Count,
        "Edges of the call graph, besides those for the number of calls",
        "A call that may lead to several functions is counted as ambiguous and has no edge; one that leads to one has.";
    LINK_EDGES_PER_CALL: u64 = 3, Count,
        "Further edges for each call of the repository",
        "As above.";
}
