//! What is read of an index, and what one question may read.

limits! {}
