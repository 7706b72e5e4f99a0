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
    DELEGATED_TASK_BYTES: usize = 16 << 10, Bytes, "A task that an agent hands to another",
        "It is not handed over, and the call fails with the reason.";
    MEMORY_VALUE_BYTES: usize = 20 << 10, Bytes, "A value that an agent remembers",
        "It is not stored, and the call fails with the reason.";
    MEMORY_KEYS: usize = 200, Count, "Values that are remembered for a person, a repository or a conversation",
        "A further one is not stored until one is deleted.";
    MEMORY_KEY_BYTES: usize = 200, Bytes, "The key of a remembered value",
        "The value is not stored, and the call fails with the reason.";
    MEMORY_FILE_BYTES: usize = 25 << 20, Bytes, "A file of remembered values",
        "It counts as damaged: it is kept, and nothing of it is read.";
    CONVERSATION_EXCHANGES: usize = 10, Count, "Questions with their answers that a conversation keeps for its next runs",
        "The oldest go.";
    CONVERSATION_QUESTION_CHARS: usize = 500, Count, "Characters of a question that a conversation keeps",
        "Its beginning is kept.";
    CONVERSATION_ANSWER_CHARS: usize = 2_000, Count, "Characters of an answer that a conversation keeps",
        "Its beginning is kept.";
    CONVERSATION_FEEDBACK: usize = 20, Count, "Outcomes of attempts and commands that a conversation keeps",
        "The oldest go.";
    CONVERSATION_ERROR_CHARS: usize = 2_000, Count, "Characters of an error that a conversation keeps",
        "Its beginning is kept.";
    CONVERSATION_COMMAND_CHARS: usize = 500, Count, "Characters of a command that a conversation keeps",
        "Its beginning is kept.";
    CONVERSATION_FILES: usize = 1_000, Count, "Paths of files that a conversation keeps as read",
        "The last by name are left out.";
    KEPT_ANSWERS: usize = 500, Count, "Answers about a repository that are kept to be given again",
        "The 100 that were used longest ago go.";
    KEPT_ANSWERS_GO: usize = 100, Count, "Kept answers that go at once", "The others stay.";
    KEPT_ANSWER_CHARS: usize = 10_000, Count, "Characters of an answer that is kept to be given again",
        "It is not kept.";
    KEPT_ANSWER_BYTES: usize = 64 << 10, Bytes, "An answer that is kept to be given again, with what it cites",
        "It is not kept.";
    KEPT_ANSWERS_BYTES: usize = 8 << 20, Bytes, "All answers about a repository that are kept to be given again",
        "Those that were used longest ago go.";
    KNOWN_OUTPUTS: usize = 500, Count, "Outputs of reading tools that an open repository keeps for the same call",
        "What was used longest ago goes.";
    KNOWN_OUTPUTS_BYTES: usize = 8 << 20, Bytes, "All outputs of reading tools that an open repository keeps for the same call",
        "What was used longest ago goes.";
}
