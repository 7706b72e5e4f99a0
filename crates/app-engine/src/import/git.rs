//! The git data of what is imported: chosen within the limits, to be kept beside the stored repository. It is no part of the
//! snapshot, and whatever is wrong with it, the import goes on without it and says so.

use super::Import;
use crate::git_to_keep::{GitToKeep, PackFile};
use codebase::Histories;
use git_history::{Kept, Repository, Wanted, wanted};
use host_web::git_folder::{self, GitFile};
use host_web::yield_now;
use limits::git::{KEPT_ARCHIVE_BYTES, KEPT_LOOSE, OBJECT_BYTES, REF_BYTES};
use protocol::{Failure, ImportPhase};
use std::collections::BTreeMap;
use web_sys::{File, FileSystemDirectoryHandle};

/// Files after which messages are handled.
const PAUSE: usize = 50;

/// Whether a file of an archive is git data, by its path in the repository.
pub fn is_wanted_beside(path: &str) -> bool {
    path.strip_prefix(".git/").is_some_and(|path| wanted(path).is_some())
}

impl Import<'_> {
    /// The git data of a folder.
    pub(super) async fn git_of_folder(&self, root: &FileSystemDirectoryHandle) -> Result<GitToKeep, Failure> {
        match git_folder::of_folder(root, |path| wanted(path).is_some()).await {
            Ok(files) => self.git_of(files).await,
            Err(error) => Ok(GitToKeep::refused(format!("its folder could not be read ({error})"))),
        }
    }

    /// The git data among listed files of the folder `top`.
    pub(super) async fn git_of_list(&self, files: &[(String, File)], top: &str) -> Result<GitToKeep, Failure> {
        self.git_of(git_folder::of_list(files, top, |path| wanted(path).is_some())).await
    }

    async fn git_of(&self, files: Vec<GitFile>) -> Result<GitToKeep, Failure> {
        let (mut kept, mut packs) = (Kept::default(), Packs::default());
        let loose = files.iter().filter(|file| wanted(&file.path) == Some(Wanted::Loose)).count();
        if loose > KEPT_LOOSE {
            kept.refuse(format!(
                "it has {loose} objects outside of packs of at most {KEPT_LOOSE}; `git gc` packs them"
            ));
        }
        for (done, file) in files.iter().enumerate() {
            if kept.is_refused() {
                break;
            }
            if done.is_multiple_of(PAUSE) {
                self.progress(ImportPhase::Reading, done as u32, Some(files.len() as u32), kept.bytes());
                yield_now().await;
                self.check()?;
            }
            if let Err(why) = take(file, &mut kept, &mut packs).await {
                kept.refuse(format!("`.git/{}` could not be read ({why})", file.path));
            }
        }
        Ok(chosen(kept, packs))
    }
}

/// What the commits say of the files. A history that cannot be read gives none: the status bar says so of an open repository.
pub async fn histories(repository: Option<&Repository>) -> Histories {
    let mut histories = Histories::default();
    if let Some(repository) = repository
        && let Ok(Some(subjects)) = repository.subjects_of_head().await
    {
        subjects.commits.iter().for_each(|it| histories.add(&it.text, it.paths.iter().map(String::as_str)));
    }
    histories
}

/// The git data of an archive; `None` where it is too large.
pub fn of_archive(files: Option<Vec<(String, Vec<u8>)>>) -> GitToKeep {
    let Some(files) = files else {
        return GitToKeep::refused(format!(
            "it has more than {} MB; unpack the archive and drop the folder",
            KEPT_ARCHIVE_BYTES >> 20
        ));
    };
    let (mut kept, mut packs) = (Kept::default(), Packs::default());
    for (path, bytes) in files {
        let Some(path) = path.strip_prefix(".git/") else { continue };
        match wanted(path) {
            Some(Wanted::Pack) => packs.add(path, PackFile::Bytes(bytes.into())),
            Some(small) => kept.add(path, small, bytes),
            None => {}
        }
    }
    chosen(kept, packs)
}

async fn take(file: &GitFile, kept: &mut Kept, packs: &mut Packs) -> Result<(), String> {
    let Some(kind) = wanted(&file.path) else { return Ok(()) };
    if kind == Wanted::Pack {
        packs.add(&file.path, PackFile::Browser(file.file().await.map_err(|error| error.to_string())?));
        return Ok(());
    }
    let most = if kind == Wanted::Loose { OBJECT_BYTES + OBJECT_BYTES / 64 } else { REF_BYTES };
    match file.bytes(most).await.map_err(|error| error.to_string())? {
        Some(bytes) => kept.add(&file.path, kind, bytes),
        // An object that is larger than any that is read is as good as not here.
        None if kind == Wanted::Loose => {}
        None => return Err(format!("it has more than {} MB", most >> 20)),
    }
    Ok(())
}

/// Packs with their indexes, by name without ending.
#[derive(Default)]
struct Packs(BTreeMap<String, Vec<(String, PackFile)>>);

impl Packs {
    fn add(&mut self, path: &str, file: PackFile) {
        let Some(name) = path.rsplit('/').next() else { return };
        let Some((stem, _)) = name.rsplit_once('.') else { return };
        self.0.entry(stem.to_owned()).or_default().push((name.to_owned(), file));
    }
}

fn chosen(mut kept: Kept, packs: Packs) -> GitToKeep {
    if !kept.is_git() {
        return GitToKeep::default();
    }
    // A pack without its index is one that is being written.
    let mut whole = packs.0;
    whole.retain(|_, files| files.len() == 2);
    let sizes = whole.iter().map(|(name, files)| (name.clone(), files.iter().map(|(_, file)| file.size()).sum()));
    let names = kept.choose_packs(sizes.collect());
    let packs: Vec<(String, PackFile)> = names.iter().filter_map(|name| whole.remove(name)).flatten().collect();
    kept.packs = packs.iter().map(|(name, file)| (name.clone(), file.size())).collect();
    GitToKeep { kept, packs }
}
