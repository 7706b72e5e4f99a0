//! Prompts, tools, nodes, graphs, policy and citations over a Codebase.
