//! What is drawn of an answer.

limits! {
    MARKDOWN_DEPTH: usize = 12, Count,
        "Quotes, lists and emphasis inside each other",
        "What is nested deeper is shown as text.";
    MARKDOWN_COLUMNS: usize = 100, Count,
        "Columns of a table in an answer",
        "A wider table is shown as text.";
    MARKDOWN_PARTS: usize = 20_000, Count,
        "Blocks and stretches of text of an answer that are laid out",
        "The rest of the answer is shown as plain text.";
    MATH_BYTES: usize = 2_000, Bytes,
        "A formula in an answer",
        "A longer one is shown as text.";
    HIGHLIGHTED_BYTES: usize = 32 << 10, Bytes,
        "A block of code in an answer that is coloured",
        "A longer one is shown without colours.";
}
