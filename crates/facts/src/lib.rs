//! Language-neutral facts about one source file: definitions, scopes, bindings, calls, imports.
