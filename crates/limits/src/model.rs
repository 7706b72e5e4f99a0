//! What is accepted of a model, and how long it is waited for.

limits! {
    ANSWER_BYTES: usize = 16 << 20, Bytes, "One answer of a model, as it is sent",
        "The connection is closed, and the answer counts as broken off.";
    EVENT_BYTES: usize = 4 << 20, Bytes, "One event of a model's stream",
        "The connection is closed, and the answer counts as broken off.";
    ERROR_BYTES: usize = 64 << 10, Bytes, "What is read of a provider's error",
        "The rest is not read.";
    REASONING_BYTES: usize = 64 << 10, Bytes, "What is shown and kept of what a model thinks in one call",
        "The rest is not shown and not kept; the answer is not affected.";
    TOOL_CALLS: usize = 128, Count, "Tool calls in one answer",
        "The answer is refused, with the number.";
    JSON_DEPTH: usize = 32, Count, "Levels of lists and objects in the arguments of a tool or in a plan",
        "The tool does not run and the model gets the reason; a plan is replaced by a search for the question.";
    REPAIR_BYTES: usize = 1 << 20, Bytes, "Arguments or a plan that are not valid JSON and are to be mended",
        "As for too many levels.";
    FIRST_PIECE_MS: u64 = 180_000, Milliseconds, "The silence of a provider before its answer begins",
        "The call fails as timed out and is tried again like after any failure that may pass.";
    LOCAL_FIRST_PIECE_MS: u64 = 900_000, Milliseconds,
        "The same for a model on this machine or network, which may read a long prompt slowly",
        "As above.";
    NEXT_PIECE_MS: u64 = 120_000, Milliseconds, "The silence of a model within its answer",
        "As above; an answer that broke off twice is not asked for again.";
    TURNS: usize = 20, Count, "Earlier turns of a conversation that a question carries",
        "The oldest are left out.";
    EARLIER_BYTES: usize = 24 << 10, Bytes, "All earlier questions and answers that a question carries",
        "The oldest answers are shortened, then the oldest turns left out; the run says how many.";
    EARLIER_ANSWER_BYTES: usize = 2 << 10, Bytes, "An earlier question or answer where all together are too long",
        "Its beginning is kept.";
    EMBEDDED_AT_ONCE: usize = 32, Count, "Texts in one request for embeddings",
        "They are sent in several requests.";
    EMBEDDED_CHARS: usize = 1_200, Count, "Characters of a definition that are embedded",
        "The rest is left out; where the server finds even these too many, half of them are sent.";
    EMBEDDINGS_BYTES: usize = 16 << 20, Bytes, "One answer of a server of embeddings",
        "The connection is closed, and the request fails.";
    DIMENSIONS: usize = 4_096, Count, "Dimensions of a vector",
        "The request fails, with the number; vectors of an index with more are damaged.";
}
