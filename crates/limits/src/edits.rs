//! What a run may propose to change.

limits! {
    FILE_BYTES: usize = 1 << 20, Bytes, "A changed file",
        "The edit is refused; the file can be split.";
    FILES: usize = 200, Count, "Files that a run's proposed changes touch; a moved file counts twice",
        "The edit is refused until some changes are accepted or rejected.";
    SET_BYTES: usize = 8 << 20, Bytes, "All changed texts of a run; as many again may be kept to undo",
        "The edit is refused until some changes are accepted or rejected; of what is kept to undo the oldest goes.";
    GROUPS: usize = 10, Count, "Calls that can be undone",
        "The oldest can no longer be undone as a group, only rejected by file.";
    PROBLEMS: usize = 20, Count, "Refused updates of a stored run that are remembered",
        "Further ones are left out without a note.";
    EDITS: usize = 30, Count, "Replacements in one call",
        "The call is refused; the rest goes into another.";
    PATCH_BYTES: usize = 2 << 20, Bytes, "A patch",
        "It is refused; it can be split by file.";
    PATCH_FILES: usize = 200, Count, "Files of a patch",
        "It is refused; it can be split by file.";
    PATCH_OFFSET: usize = 200, Count, "Lines that a hunk of a patch may be from where it says",
        "The hunk does not fit, so the whole patch is refused.";
    VALUE_DEPTH: usize = 64, Count, "Levels of a configuration file whose values are read or set",
        "The file is refused; it can be edited as text.";
    RENAME_SITES: usize = 500, Count, "Places that one renaming changes",
        "Nothing is renamed, and the number is said.";
    RENAME_FILES: usize = 1000, Count, "Files with the name in them that one renaming looks at",
        "Nothing is renamed, and the number is said.";
    LINT_FILES: usize = 200, Count, "Files that one call of `lint` looks at",
        "The rest is counted as not looked at.";
}
