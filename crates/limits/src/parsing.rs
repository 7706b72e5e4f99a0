//! What parsing and linking may cost.

limits! {}
