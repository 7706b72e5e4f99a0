//! Pages that agents fetch, and searches of the Web.

limits! {
    PAGE_MS: u64 = 10_000, Milliseconds, "The time in which a page or a list of search results is to be there",
        "The request is cancelled, and the call fails with the reason.";
    PAGE_BYTES: usize = 2 << 20, Bytes, "A page as it is sent",
        "Its text up to there is used, and the result says so.";
    TEXT_BYTES: usize = 200 << 10, Bytes, "The text of a page",
        "It ends there, and says so.";
    REDIRECTS: u32 = 5, Count, "Redirects that are followed to a page",
        "The call fails with the reason. In a browser tab the browser follows them, by its own limit.";
    URL_BYTES: usize = 2_000, Bytes, "The address of a page",
        "The call is refused.";
    SEARCH_BYTES: usize = 1 << 20, Bytes, "The answer of a search server",
        "The call fails with the reason.";
    SEARCH_RESULTS: usize = 5, Count, "Results of a search of the Web",
        "A larger number is taken for this one.";
    QUERY_CHARACTERS: usize = 400, Count, "Characters of a search of the Web",
        "The call is refused; ask for less.";
    NESTING: usize = 200, Count, "Lists and quotes within each other on a page",
        "Deeper ones are read as text.";
}
