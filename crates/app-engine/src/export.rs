//! Files that the person can download.

use crate::failure;
use crate::repository_store::file_name;
use codebase::{Codebase, MemoryIndexFiles};
use host_web::sentence;
use protocol::{Failure, Reply};
use tar::{Builder, Header};

/// The index directory that `quarry index` makes of the same files, as an archive with a folder `quarry`.
pub fn index(codebase: &Codebase) -> Result<Reply, Failure> {
    let mut files = MemoryIndexFiles::default();
    codebase.write_directory(&mut files).map_err(|error| failure::internal(sentence(&error)))?;
    let mut archive = Builder::new(Vec::new());
    for (name, bytes) in &files.0 {
        let mut header = Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        let added = archive.append_data(&mut header, format!("quarry/{name}"), &bytes[..]);
        added.map_err(|error| failure::internal(sentence(&error)))?;
    }
    let bytes = archive.into_inner().map_err(|error| failure::internal(sentence(&error)))?;
    let name = file_name(&codebase.snapshot().name, "repository", "-index.tar");
    Ok(Reply::Download { name, bytes })
}
