//! Whether "A calls B at file:line" opens a line that holds B's name, over the call graph of a whole repository.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Rules by which a call names something else than its callee: an operator or `with`, what a call returned, a value
/// that was passed on or kept, `super`, a method that another one overrides.
const UNNAMED: [&str; 7] = ["implicit", "returned", "flow", "container", "callback", "inherited", "override"];
/// Of the other calls, one in so many may go by an alias (`cls(..)`, `Self(..)`, `import { a as b }`) or by the attribute
/// that holds a class (`self.response_class()`). A wrong line shows as far more.
const ALIASES: usize = 50;

/// Prints how many calls are on lines without their callee's name, by rule; fails where they are more than aliases
/// explain. `graph` is what `quarry call-graph` printed.
pub fn check(folder: &Path, graph: &str) -> Result<()> {
    let graph: BTreeMap<String, Vec<Value>> = serde_json::from_str(graph)?;
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut without: BTreeMap<String, usize> = BTreeMap::new();
    let (mut all, mut named, mut missing) = (0, 0, Vec::new());
    for call in graph.values().flatten() {
        let part = |name: &str| call[name].as_str().with_context(|| format!("a call without {name}"));
        let (callee, path, rule) = (part("callee")?, part("path")?, part("rule")?);
        let line = call["line"].as_u64().context("a call without a line")? as usize;
        if !texts.contains_key(path) {
            let text = String::from_utf8_lossy(&std::fs::read(folder.join(path))?).into_owned();
            texts.insert(path.to_owned(), text.lines().map(str::to_owned).collect());
        }
        let text = texts[path].get(line - 1).with_context(|| format!("{path} has no line {line}"))?;
        all += 1;
        named += usize::from(!UNNAMED.contains(&rule));
        if !holds(text, callee) {
            *without.entry(rule.to_owned()).or_default() += 1;
            if !UNNAMED.contains(&rule) {
                missing.push(format!("{callee} at {path}:{line} ({rule}): {}", text.trim()));
            }
        }
    }
    let counts: Vec<String> = without.iter().map(|(rule, count)| format!("{count} by {rule}")).collect();
    println!("\n{all} calls; lines without the callee's name: {}", counts.join(", "));
    if missing.len() * ALIASES > named {
        bail!("{} of {named} calls that name their callee are on another line:\n{}", missing.len(), missing.join("\n"));
    }
    Ok(())
}

/// The name, or for a constructor its class.
fn holds(line: &str, callee: &str) -> bool {
    let mut parts = callee.rsplit(['.', ':', '#']).filter(|part| !part.is_empty());
    let Some(last) = parts.next() else { return true };
    let constructs = matches!(last, "__init__" | "constructor");
    last.starts_with('<')
        || line.contains(last)
        || (constructs && parts.next().is_some_and(|class| line.contains(class)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constructor_is_named_by_its_class() {
        assert!(holds("return Order(1)", "shop.Order.__init__") && holds("x.pay()", "shop.Order.pay"));
        assert!(!holds("return make(1)", "shop.Order.__init__") && !holds("x", "shop.Order.pay"));
    }
}
