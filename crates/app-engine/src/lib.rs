//! The engine in a dedicated web worker: storage, Codebase, runs, model calls.
