//! Code and programs that agents run, where the person allows it.

limits! {
    RUN_DEFAULT_MS: u32 = 60_000, Milliseconds, "Time of a program that an agent runs, if the call names none",
        "The program is ended with everything that it started, and the result says so.";
    RUN_MS: u32 = 300_000, Milliseconds, "Time that a call can give a program",
        "It gets so much.";
    VERIFY_MS: u32 = 10_000, Milliseconds, "Time of a program whose output is compared, to check changes",
        "The check has failed: the program was stopped.";
    REPAIR_TRIAL_MS: u32 = 5_000, Milliseconds, "Time of one trial of a small change that may repair a program",
        "The trial does not count.";
    REPAIR_MS: u32 = 10_000, Milliseconds, "Time of all trials of small changes",
        "No further ones are made, and the agent goes on without.";
    REPAIR_TRIALS: usize = 200, Count, "Small changes of a program that are tried",
        "Further ones are not tried.";
    REPAIR_AT_ONCE: usize = 4, Count, "Trials that run at once",
        "The next ones wait.";
    RUN_MEMORY_BYTES: u64 = 2 << 30, Bytes, "Memory of a program that an agent runs on this machine",
        "The program finds no more memory; where it ends for that, the result says so.";
    RUN_TAB_MEMORY_BYTES: u64 = 512 << 20, Bytes, "Memory of a program that an agent runs in a browser tab",
        "The program finds no more memory; where it ends for that, the result says so.";
    RUN_OUTPUT_BYTES: usize = 1 << 20, Bytes, "Output of a program that an agent runs",
        "The program is ended, and what it has written up to there is kept.";
    RUN_PROCESSES: u32 = 1_000, Count, "Processes that a program on this machine has at once, with itself",
        "The program is ended with all of them.";
    RUN_COPY_FILES: usize = 200_000, Count, "Files of a repository that are copied for runs of programs",
        "Nothing runs, and the error says so.";
    RUN_COPY_BYTES: u64 = 4 << 30, Bytes, "Files of a repository that are copied for runs of programs, together",
        "Nothing runs, and the error says so.";
    RUN_ARGUMENTS: usize = 200, Count, "Arguments of a program that an agent runs",
        "The call is refused with the limit.";
    RUN_ARGUMENTS_BYTES: usize = 64 << 10, Bytes, "Arguments of a program that an agent runs, or what it reads from its standard input",
        "The call is refused with the limit.";
    CODE_DEFAULT_MS: u32 = 10_000, Milliseconds, "Time of code that an agent runs, if the call names none",
        "It is ended, and the result says so.";
    CODE_MS: u32 = 60_000, Milliseconds, "Time that a call can give code",
        "It gets so much.";
    CHAT_COMMAND_MS: u32 = 30_000, Milliseconds, "Time of a program that a request to `intent-router` names",
        "The program is ended with everything that it started, and the answer says so.";
}
