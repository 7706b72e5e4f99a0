//! Who calls whom: resolution rules over FileFacts, with rule and confidence on every edge.
