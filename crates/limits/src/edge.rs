//! What the Worker and the MCP servers accept.

limits! {
    CHUNK_BYTES: usize = 8 << 20, Bytes, "A file of an index, pushed to a Worker",
        "The upload is refused with the limit.";
    MANIFEST_BYTES: usize = 1 << 20, Bytes, "An index's manifest, pushed to a Worker",
        "The upload is refused with the limit.";
    ASK_BYTES: usize = 256 << 10, Bytes, "A question to a Worker with its history, or an MCP message",
        "The call is refused with the limit.";
    SMALL_BYTES: usize = 64 << 10, Bytes, "Any other body sent to a Worker",
        "The call is refused with the limit.";
    QUESTION_CHARACTERS: usize = 8_000, Count, "Characters of a question to a Worker",
        "The call is refused with the limit.";
    NAMES_IN_A_CALL: usize = 1_000, Count, "Names of index files in one call to a Worker",
        "The call is refused; ask in parts.";
    HITS: usize = 100, Count, "Results in one answer of a Worker",
        "A larger `n` is refused.";
    MCP_BATCH: usize = 100, Count, "MCP messages in one batch",
        "The batch is refused. Each request in it counts as a call.";
    CONVERSATIONS: usize = 1_000, Count, "Conversations that a Worker keeps for a token in a repository",
        "The one that was not used for the longest time is forgotten.";
    EVENT_STREAMS: usize = 16, Count, "Open event streams of one run on a Worker",
        "One more is refused with 429; close another, or read the run as JSON.";
}
