//! What is accepted of a model, and how long it is waited for.

limits! {}
