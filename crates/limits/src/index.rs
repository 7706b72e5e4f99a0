//! What is read of an index, and what one question may read.

limits! {
    MANIFEST_BYTES: u64 = 64 << 10, Bytes, "The manifest of an index",
        "The index is refused as damaged.";
    CHUNK_BYTES: u64 = 32 << 20, Bytes, "One file of an index, as it is stored",
        "The index is refused as damaged.";
    PAGE_BYTES: u64 = 16 << 20, Bytes, "One page of an index, unpacked, and the names in it written out",
        "The index is refused as damaged; none is written with such a page.";
    HEAD_BYTES: u64 = 64 << 20, Bytes, "The head of an index, unpacked, and the paths in it written out",
        "The index is refused as damaged; none is written with such a head.";
    WHOLE_BYTES: u64 = 2 << 30, Bytes, "All of an index, unpacked, where it is read as a whole",
        "The command fails and says so.";
    QUESTION_PAGES: u32 = 20_000, Count, "Pages of an index that one question reads",
        "The answer is made of what was read until then, and says so.";
    QUESTION_BYTES: u64 = 256 << 20, Bytes, "What one question unpacks of an index",
        "The answer is made of what was read until then, and says so.";
    EMBED_QUESTION_PAGES: u32 = 2_000, Count, "Pages of an index that one question of the docs embed reads",
        "The answer is made of what was read until then, and says so.";
    EMBED_QUESTION_BYTES: u64 = 64 << 20, Bytes, "What one question of the docs embed unpacks of an index",
        "The answer is made of what was read until then, and says so.";
    EDGE_QUESTION_PAGES: u32 = 800, Count, "Pages of an index that one question to a Worker reads",
        "The answer is made of what was read until then, and says so.";
    EDGE_QUESTION_BYTES: u64 = 24 << 20, Bytes, "What one question to a Worker unpacks of an index",
        "The answer is made of what was read until then, and says so.";
    HISTORY_WORDS: usize = 200, Count, "Words of a file's history that are searched",
        "Those of most of its commits are kept.";
    LISTED_GROUP: usize = 600, Count, "Members of one group that code writes out (an array, an object, calls with a name each) in lists",
        "A larger group is data: no list has it.";
    VECTORS: usize = 200_000, Count, "Definitions of an index that have a vector",
        "The first in the order of files have one, and the command says how many have none.";
    VECTOR_BYTES: u64 = 512 << 20, Bytes, "All vectors of an index",
        "As above.";
    VECTORS_OF_FILE: usize = 2_000, Count, "Definitions of one file that have a vector",
        "The first of the file have one; the others are not counted as missing.";
    LEARNED_BYTES: usize = 4 << 20, Bytes, "A table of learned words",
        "The table is refused; search works without it.";
    LEARNED_WORDS: usize = 20_000, Count, "Words of such a table",
        "As above.";
    LEARNED_WORD_BYTES: usize = 25, Bytes, "A part of an identifier that can be a learned word, which is shorter",
        "It is no word for the table.";
    LEARNED_BODY: usize = 20_000, Bytes, "What of a definition's text its vector of learned words is made of",
        "The first bytes are read.";
    LEARNED_OF_FILE: usize = 2_000, Count, "Definitions of one file that have a vector of learned words",
        "The first of the file have one; the others are found by words alone.";
}
