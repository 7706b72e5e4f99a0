//! What is read of a stored run.

limits! {}
