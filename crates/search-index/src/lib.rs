//! BM25F over code: tokenizer, postings, fieldnorms, top-k collector, ranking, snippets.
