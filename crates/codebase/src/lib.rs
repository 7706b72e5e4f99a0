//! A snapshot, its call graph and its search index as one thing to ask questions of.
