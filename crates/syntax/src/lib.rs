//! Tree-sitter trees lowered to FileFacts, one file per language; highlighting.
