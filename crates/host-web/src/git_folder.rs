//! The `.git` folder of what the page passes to the engine: which files are in it.

use crate::JsFailure;
use crate::store::next_values;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemHandle, FileSystemHandleKind};

/// Most files that are listed.
const MOST: usize = 100_000;
/// Folders on the way to a file.
const DEPTH: usize = 30;

/// A file of a `.git` folder, by its path in that.
pub struct GitFile {
    /// "objects/pack/pack-1.idx"
    pub path: String,
    found: Found,
}

enum Found {
    Handle(FileSystemFileHandle),
    File(File),
}

impl GitFile {
    /// The file, opened.
    ///
    /// # Errors
    /// The browser's: it is gone, or may not be read.
    pub async fn file(&self) -> Result<File, JsFailure> {
        match &self.found {
            Found::File(file) => Ok(file.clone()),
            Found::Handle(handle) => Ok(JsFuture::from(handle.get_file()).await?.unchecked_into()),
        }
    }

    /// All of its bytes, and how many there are; `None` where there are more than `most`.
    ///
    /// # Errors
    /// The browser's: it is gone, or may not be read.
    pub async fn bytes(&self, most: u64) -> Result<Option<Vec<u8>>, JsFailure> {
        let file = self.file().await?;
        if file.size() > most as f64 {
            return Ok(None);
        }
        let buffer = JsFuture::from(file.array_buffer()).await?;
        Ok(Some(js_sys::Uint8Array::new(&buffer).to_vec()))
    }
}

/// The files of the `.git` folder in a folder for whose paths `wanted` is true; none where there is no such folder, as in a
/// linked work tree, where `.git` is a file.
///
/// # Errors
/// The browser's: the folder may not be read.
pub async fn of_folder(
    root: &FileSystemDirectoryHandle,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<GitFile>, JsFailure> {
    let git: FileSystemDirectoryHandle = match JsFuture::from(root.get_directory_handle(".git")).await {
        Ok(git) => git.unchecked_into(),
        Err(error) => {
            let failure = JsFailure::from(error);
            let is_file = failure.name == "TypeMismatchError";
            return if failure.is_not_found() || is_file { Ok(Vec::new()) } else { Err(failure) };
        }
    };
    let (mut files, mut pending) = (Vec::new(), vec![(String::new(), git, 0)]);
    while let Some((folder, handle, depth)) = pending.pop() {
        for child in next_values(&handle.values()).await?.iter() {
            let child: FileSystemHandle = child.unchecked_into();
            let path = if folder.is_empty() { child.name() } else { format!("{folder}/{}", child.name()) };
            if child.kind() == FileSystemHandleKind::Directory {
                if depth < DEPTH && (path.starts_with("objects") || path.starts_with("refs")) {
                    pending.push((path, child.unchecked_into(), depth + 1));
                }
            } else if wanted(&path) && files.len() < MOST {
                files.push(GitFile { path, found: Found::Handle(child.unchecked_into()) });
            }
        }
    }
    Ok(files)
}

/// Those of a list of files that are in `.git` of the folder `top`.
pub fn of_list(files: &[(String, File)], top: &str, wanted: impl Fn(&str) -> bool) -> Vec<GitFile> {
    let inside = |path: &str| path.strip_prefix(top)?.strip_prefix("/.git/").map(str::to_owned);
    let found = files.iter().filter_map(|(path, file)| Some((inside(path)?, file)));
    let found = found.filter(|(path, _)| wanted(path)).take(MOST);
    found.map(|(path, file)| GitFile { path, found: Found::File(file.clone()) }).collect()
}
