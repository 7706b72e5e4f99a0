//! What is read of a stored run.

limits! {
    MAX_IMPORTED_ITERATIONS: u32 = 100, Count, "Planning rounds that a run from a file may ask for",
        "The run goes on with so many rounds at most.";
    MAX_IMPORTED_EXECUTOR_STEPS: u32 = 50, Count, "Model calls within a step that a run from a file may ask for",
        "The run goes on with so many calls a step at most.";
    MAX_IMPORTED_SUPERSTEPS: u32 = 1_500, Count, "Supersteps that a run from a file may ask for",
        "The run goes on with so many supersteps at most.";
    CONVERSATION_FILE_RUNS: usize = 500, Count, "Runs in the file of a conversation",
        "The file is refused, with the number.";
    CONVERSATION_FILE_NAME_CHARS: usize = 200, Count, "Characters of a conversation's name",
        "The rest is left out.";
}
