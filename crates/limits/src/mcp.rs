//! What is accepted of servers of the Model Context Protocol whose tools agents call.

limits! {
    SERVERS: usize = 20, Count, "Servers of tools that are set up",
        "A further one is refused until one is removed.";
    ANSWER_MS: u64 = 60_000, Milliseconds, "The time in which a server answers a request",
        "The request is cancelled, and the call fails with the reason.";
    MESSAGE_BYTES: usize = 4 << 20, Bytes, "One message of a server",
        "The connection is closed, and the call fails with the reason.";
    MESSAGES: usize = 10_000, Count, "Messages that a server sends before it answers a request",
        "The connection is closed, and the call fails with the reason.";
    RESULT_BYTES: usize = 200 << 10, Bytes, "The text of a tool's result, or of a resource",
        "It ends there, and says so.";
    LIST_PAGES: usize = 50, Count, "Pages of a server's list of tools or resources",
        "The others are not read, and the list says so.";
    TOOLS: usize = 200, Count, "Tools of one server, and its resources",
        "The others are left out, and the list says so.";
    DEFINITION_BYTES: usize = 16 << 10, Bytes, "The name, description and schema of a server's tool",
        "The tool is left out, and the list says so.";
    DESCRIPTION_BYTES: usize = 1 << 10, Bytes, "The description of a server's tool that the model is shown",
        "It ends there, and says so; a person who is asked about a call sees the whole.";
    ERROR_BYTES: usize = 2 << 10, Bytes, "What is shown of a server's own error",
        "The rest is left out.";
}
