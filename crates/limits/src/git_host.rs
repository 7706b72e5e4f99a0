//! What is asked of a git host, and taken of its answers.

limits! {
    ADDRESS_BYTES: usize = 2_000, Bytes, "The address of a repository on a git host",
        "It is refused.";
    LISTING_BYTES: usize = 64 << 20, Bytes, "One answer of a git host that lists files",
        "The import fails with the reason.";
    LISTING_REQUESTS: usize = 3_000, Count, "Requests by which the files of a repository are listed",
        "The import fails with the reason; give a folder of the repository instead.";
    REFERENCE_PARTS: usize = 6, Count, "Parts of a branch's name between slashes, where an address goes on with a folder",
        "The branch is not found; give it after an @ instead.";
    AT_ONCE: usize = 16, Count, "Files that are loaded from a git host at the same time",
        "The others wait.";
    ANSWER_MS: u64 = 30_000, Milliseconds, "The time in which a git host is to begin its answer",
        "The request counts as failed, and is tried again.";
    TRIES: u32 = 4, Count, "Times that one request to a git host is tried, where it fails or is refused for a while",
        "The import fails with the reason.";
    WAIT_MS: u64 = 60_000, Milliseconds, "The time that is waited where a git host asks to slow down",
        "The import fails, and says when the host answers again.";
}
