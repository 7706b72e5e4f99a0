//! What an interpreter gets: the words, the files, the bounds.

use code_runner::{Command, Job, RunError, RunLimits};
use js_sys::{Array, Object, Reflect};
use limits::running::RUN_TAB_MEMORY_BYTES;
use std::collections::BTreeMap;
use wasm_bindgen::JsValue;

/// The files that programs run over.
pub trait BaseFiles {
    /// Calls `with` for each file: its path, its text.
    fn each_text(&self, with: &mut dyn FnMut(&str, &str));

    /// Calls `with` for what the repository has and the import left out: its path, and why.
    fn each_left_out(&self, with: &mut dyn FnMut(&str, &str));
}

/// The bounds of a command in a tab.
pub(super) fn limits(command: &Command) -> RunLimits {
    RunLimits { memory_bytes: command.limits.memory_bytes.min(RUN_TAB_MEMORY_BYTES), ..command.limits }
}

/// Refuses a folder that is not inside of the repository by its words.
pub(super) fn check_folder(folder: &str) -> Result<(), RunError> {
    let is_inside = !folder.starts_with('/') && folder.split('/').all(|part| part != "..");
    if is_inside { Ok(()) } else { Err(RunError::Folder(folder.to_owned())) }
}

/// The message that starts the program.
pub(super) fn message(job: Job<'_>, base: &impl BaseFiles) -> Result<JsValue, RunError> {
    let Command { argv, folder, stdin, .. } = job.command;
    let (paths, texts) = files(job, base, folder)?;
    let left_out = Array::new();
    base.each_left_out(&mut |path, why| {
        left_out.push(&Array::of2(&path.into(), &why.into()));
    });
    let limits = limits(job.command);
    let words: Array = argv.iter().skip(1).map(JsValue::from).collect();
    let message = Object::new();
    let fields: [(&str, JsValue); 8] = [
        ("argv", words.into()),
        ("folder", folder.into()),
        ("stdin", stdin.into()),
        ("paths", paths.into()),
        ("texts", texts.into()),
        ("leftOut", left_out.into()),
        ("memory", JsValue::from_f64(limits.memory_bytes as f64)),
        ("output", JsValue::from_f64(limits.output_bytes as f64)),
    ];
    for (name, value) in fields {
        Reflect::set(&message, &name.into(), &value).expect("a plain object takes every field");
    }
    Ok(message.into())
}

/// The paths and texts of the base with the changes.
fn files(job: Job<'_>, base: &impl BaseFiles, folder: &str) -> Result<(Array, Array), RunError> {
    let changed: BTreeMap<&str, _> = job.changes.iter().map(|it| (it.path.as_str(), it.text.as_deref())).collect();
    let (paths, texts) = (Array::new(), Array::new());
    let folder = folder.trim_matches('/');
    let mut has_folder = matches!(folder, "" | ".");
    let mut add = |path: &str, text: &str| {
        has_folder |= path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        paths.push(&path.into());
        texts.push(&text.into());
    };
    base.each_text(&mut |path, text| {
        if !changed.contains_key(path) {
            add(path, text);
        }
    });
    for (path, text) in changed {
        if let Some(text) = text {
            add(path, text);
        }
    }
    if has_folder { Ok((paths, texts)) } else { Err(RunError::Folder(folder.to_owned())) }
}
