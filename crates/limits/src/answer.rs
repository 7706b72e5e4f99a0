//! What is drawn of an answer.

limits! {}
