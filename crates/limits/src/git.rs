//! What is read of a repository's git data.

limits! {
    OBJECT_BYTES: u64 = 16 << 20, Bytes, "One git object: a commit, a tree, the text of a file",
        "It is not read; what needs it says so with its size.";
    DELTA_CHAIN: usize = 4_096, Count, "Deltas that one packed object is built of",
        "The object is refused as damaged.";
    DELTA_BYTES: u64 = 64 << 20, Bytes, "Deltas of one packed object together",
        "The object is refused with the limit.";
    REFS: usize = 20_000, Count, "Branches and tags",
        "The first in order of names are known by name; other commits are named by their hash.";
    REF_BYTES: u64 = 4 << 20, Bytes, "One file of git's that names commits, such as `packed-refs`",
        "Git history is refused with the file's name.";
    PACKS: usize = 256, Count, "Packs of objects",
        "Git history is refused with the number; `git gc` makes one of many.";
    COMMITS_READ: usize = 10_000, Count, "Commits that one question about history reads",
        "The answer ends there and says so.";
    COMMITS_LISTED: usize = 1_000, Count, "Commits of one list",
        "The newest are listed, and the end says that there are more.";
    BLAME_LINES: u32 = 1_000, Count, "Lines whose commits are looked for at once",
        "The call is refused with the number.";
    DIFF_FILES: usize = 2_000, Count, "Files that one comparison of commits lists",
        "The first in path order are listed, and the end says that there are more.";
    DIFF_TEXT_BYTES: usize = 1 << 20, Bytes, "A file's text of which the changed lines are looked for",
        "Only that it changed is said.";
    RENAME_CANDIDATES: usize = 64, Count, "Files that came, and files that went, in a commit, compared to find renames",
        "Only files of equal content count as renamed.";
    SUBJECT_COMMITS: usize = 1_000, Count, "Commits whose subjects become words of the files that they changed, at an import",
        "The newest are taken.";
    COUNTED_COMMITS: usize = 300, Count, "Commits over which the overview counts how often files were changed",
        "The newest are taken; the overview says how many there were.";
    SUBJECT_FILES: usize = 20, Count, "Files that such a commit changed",
        "A commit that changed more says little of each: its subject is left out.";
    SUBJECT_BYTES: usize = 200, Bytes, "A commit's subject that is searched",
        "The beginning is taken.";
    KEPT_BYTES: u64 = 256 << 20, Bytes, "Git data that the page keeps beside a repository",
        "Packs that do not fit are left out, and the page says so.";
    KEPT_LOOSE: usize = 20_000, Count, "Objects outside of packs that the page keeps beside a repository",
        "No git history is kept, and the page says so; `git gc` packs them.";
    KEPT_ARCHIVE_BYTES: u64 = 64 << 20, Bytes, "Git data that is taken out of an archive",
        "No git history is kept, and the page says so.";
    PROCESS_MS: u32 = 60_000, Milliseconds, "One step of git itself, on the command line",
        "It is stopped, and the call fails.";
    PROCESS_BYTES: usize = 1 << 20, Bytes, "What git itself writes in one step",
        "The call fails with the limit.";
}
