//! Quarry answers questions about a code repository, in the browser tab that holds it or on the command line. This is
//! the front page of its documentation: what flows where, as types to click on. The same as text, with the decisions
//! behind it, is in [`architecture`].
//!
//! # The data flow
//!
//! 1. **Files become a snapshot.** A folder or an archive goes through [`source::builder::SnapshotBuilder`], which applies
//!    `.gitignore` rules and limits, into a [`source::Snapshot`]: every text of the repository, with hashes.
//! 2. **Each file becomes facts.** [`syntax::parse`] lowers the file's tree-sitter tree to [`facts::FileFacts`]:
//!    definitions, scopes, bindings, calls, imports and values, the same for every language. In the tab this runs in
//!    parse workers, one wasm module a language.
//! 3. **Facts become a call graph and a search index.** [`call_graph`] resolves calls to definitions, each
//!    [`call_graph::CallGraph`] edge with the rule that found it; [`search_index::SearchIndex`] ranks definitions and chunks.
//! 4. **The three together are a codebase.** [`codebase::CodebaseBuilder`] makes a [`codebase::Codebase`], whose questions
//!    are pure functions that return plain data. It is stored whole, or as an index directory, of which
//!    [`codebase::Reader`] fetches the pages that a question touches.
//! 5. **A question becomes a run.** [`agent::Agent`] runs a graph of nodes on [`state_graph`] (plan, call tools, judge,
//!    write) with a [`model::ModelClient`] (without a key the one of `offline-model`) and the tools of [`agent::Toolbox`]. Each superstep is appended to the
//!    run's log in a [`state_graph::CheckpointStore`], from which it is resumed, forked and shown again.
//! 6. **A run reports events.** [`protocol::Event`] is what every host shows: the page, the command line, a Worker's
//!    stream. [`mcp`] serves the same tools and answers to coding agents.
//!
//! Hosts implement the ports (files, HTTP, timers, stores of runs): [`host_native`] for an operating system, `host-web` for
//! the browser, `host-edge` for Cloudflare's runtime. Apps put it all together: `app-cli`, `app-engine` with the page
//! `web`, `app-embed`, `app-npm`, `app-edge`. Crates without knowledge of the rest: [`limits`], [`paging`], [`markdown`],
//! [`compact_sort`], `code-words`, `dense-search`.
//!
//! # As a program
//!
//! ```
//! use codebase::CodebaseBuilder;
//! use source::builder::SnapshotBuilder;
//!
//! // 1. Two files; a host would read them from a disk, an archive or the browser.
//! let files = [
//!     ("orders.py", "def place_order(order):\n    \"\"\"Save an order.\"\"\"\n    return order\n"),
//!     ("checkout.py", "from orders import place_order\n\ndef checkout(order):\n    return place_order(order)\n"),
//! ];
//! let mut snapshot = SnapshotBuilder::new("shop", source::filter::Limits::default());
//! for (path, text) in files {
//!     // An error here is the reason why the file is left out; the snapshot lists it too.
//!     let path = snapshot.wants(path, text.len() as u64).expect("a plain text file");
//!     snapshot.add(path, text.into()).expect("a plain text file");
//! }
//!
//! // 2. Facts of each file, in any order. 3. and 4. Linked and indexed by `finish`.
//! let mut building = CodebaseBuilder::new(snapshot.finish()?);
//! for file in building.pending() {
//!     let language = building.snapshot().file(file).language;
//!     if let Some(facts) = syntax::parse(language, building.snapshot().text(file)) {
//!         building.add_facts(file, facts)?;
//!     }
//! }
//! let codebase = building.finish();
//!
//! // 5. What the agent's tools ask.
//! let hit = &codebase.search("save an order", 1)[0];
//! assert_eq!(hit.qualified_name(), Some("orders.place_order"));
//! let callers = codebase.callers("place_order")?;
//! assert_eq!(callers.of[0].calls[0].other.qualified_name, "checkout.checkout");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc = include_str!("../../ARCHITECTURE.md")]
pub mod architecture {}
