//! The name of a node for people.

/// `outer / inner`: the nodes that it is inside of, outermost first, and the node.
pub fn node_path(path: &[String], node: &str) -> String {
    let names: Vec<&str> = path.iter().map(String::as_str).chain([node]).collect();
    names.join(" / ")
}
