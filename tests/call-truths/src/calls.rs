//! Calls that others found, as JSON lines: a run of tests, or another tool.

use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::Path;

/// One call. Lines are from 1, paths relative to the repository.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct FoundCall {
    /// Where the call is.
    pub path: String,
    pub line: u32,
    /// The function that calls, by its name and the line where it begins; an empty name where only the line is known.
    #[serde(default)]
    pub caller: String,
    #[serde(default)]
    pub caller_line: u32,
    /// What is called.
    pub to_path: String,
    pub to_name: String,
    pub to_line: u32,
}

pub fn read(file: &Path) -> Result<Vec<FoundCall>> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut calls = text
        .lines()
        .map(|line| serde_json::from_str(line).with_context(|| format!("`{line}` is no call")))
        .collect::<Result<Vec<FoundCall>>>()?;
    calls.sort();
    calls.dedup();
    Ok(calls)
}
