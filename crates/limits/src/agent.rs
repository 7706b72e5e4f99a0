//! What agents keep of the outputs of tools, and where they look for calls in plain text.

limits! {
    OUTPUT_BYTES: usize = 256 << 10, Bytes, "One output of a tool that a run keeps for reading again",
        "Its beginning and its last characters are kept, and the model's excerpt names the lines that can be read.";
    OUTPUTS_BYTES: usize = 4 << 20, Bytes, "All outputs of tools that a run keeps for reading again",
        "Of later outputs only the first and last characters are kept; the model's excerpt says to call the tool again for the rest.";
    EDIT_DIFF_BYTES: usize = 6 << 10, Bytes, "The diff of an edit that the model is shown",
        "It ends at a whole line, and the number of lines left out is said; people see the whole.";
    READ_BACK_LINES: usize = 400, Count, "Lines of a kept output that are read at once",
        "The answer ends there and names the line to go on with.";
    TEXT_CALLS: usize = 8, Count, "Calls that are found in one text",
        "The first are taken; the number of the others is reported.";
    TEXT_CALLS_BYTES: usize = 256 << 10, Bytes, "A text of a model in which calls are looked for",
        "No call is looked for; it counts as an answer, and says so.";
    WORDS_BYTES: usize = 4 << 10, Bytes, "A message of a person that is read by fixed rules before a model is asked",
        "The rules are skipped and a model reads the message.";
    MEMORY_VALUE_BYTES: usize = 20 << 10, Bytes, "A value that an agent remembers",
        "It is not stored, and the call fails with the reason.";
    MEMORY_KEYS: usize = 200, Count, "Values that are remembered for a person, a repository or a conversation",
        "A further one is not stored until one is deleted.";
    MEMORY_KEY_BYTES: usize = 200, Bytes, "The key of a remembered value",
        "The value is not stored, and the call fails with the reason.";
    MEMORY_FILE_BYTES: usize = 25 << 20, Bytes, "A file of remembered values",
        "It counts as damaged: it is kept, and nothing of it is read.";
}
