//! Git data as a host keeps it beside a stored repository: small files together in one, packs as files of their own.

use crate::origin::origin;
use crate::repository::extensions;
use crate::{FileError, FileFuture, GitFiles, MemoryGitFiles};
use futures::future::LocalBoxFuture;
use limits::git::{KEPT_BYTES, KEPT_LOOSE, PACKS, REF_BYTES};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::rc::Rc;

/// What a file of a `.git` folder is to one who keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// HEAD, a branch, a tag, the list of packed ones, where a shallow clone ends.
    Name,
    /// The configuration, of which only the formats are kept, and the page of the remote `origin` on its host: addresses of
    /// remotes may hold passwords.
    Config,
    /// An object in a file of its own.
    Loose,
    /// A pack or its index.
    Pack,
}

/// Whether a file is of use, by its path in the `.git` folder.
pub fn wanted(path: &str) -> Option<Wanted> {
    let is_hex = |text: &str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let parts: Vec<&str> = path.split('/').collect();
    match parts.as_slice() {
        ["HEAD" | "packed-refs" | "shallow"] => Some(Wanted::Name),
        ["config"] => Some(Wanted::Config),
        ["refs", .., _] => Some(Wanted::Name),
        ["objects", "pack", name] if name.ends_with(".idx") || name.ends_with(".pack") => Some(Wanted::Pack),
        ["objects", folder, name] if folder.len() == 2 && name.len() == 38 && is_hex(folder) && is_hex(name) => {
            Some(Wanted::Loose)
        }
        _ => None,
    }
}

/// What was not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum LeftOut {
    /// Nothing was kept, for this reason.
    All(String),
    /// Packs of this many bytes, because all together are too large.
    Packs {
        /// How many.
        count: u32,
        /// Their bytes.
        bytes: u64,
    },
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All(why) => write!(f, "The git history was not kept: {why}."),
            Self::Packs { count, bytes } => {
                let (most, mb) = (KEPT_BYTES >> 20, bytes.div_ceil(1 << 20));
                let packs = if *count == 1 { "A pack".to_owned() } else { format!("{count} packs") };
                write!(f, "Part of the git history was not kept: {packs} of {mb} MB, as at most {most} MB are kept.")
            }
        }
    }
}

/// The note of what was kept: names, loose objects, and which packs lie beside it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Small files by path.
    small: Vec<(String, Vec<u8>)>,
    /// Names of packs and their sizes: "pack-1.idx".
    pub packs: Vec<(String, u64)>,
    /// What was not kept.
    pub left_out: Option<LeftOut>,
    bytes: u64,
    loose: usize,
}

impl Kept {
    /// Takes a small file. To be called for [`Wanted::Name`], [`Wanted::Config`] and [`Wanted::Loose`].
    pub fn add(&mut self, path: &str, wanted: Wanted, bytes: Vec<u8>) {
        let bytes = if wanted == Wanted::Config { formats(&bytes) } else { bytes };
        self.loose += usize::from(wanted == Wanted::Loose);
        self.bytes += bytes.len() as u64;
        if self.loose > KEPT_LOOSE {
            let why = format!("it has more than {KEPT_LOOSE} objects outside of packs; `git gc` packs them");
            self.refuse(why);
        } else if self.bytes > KEPT_BYTES {
            self.refuse(format!("it has more than {} MB outside of packs; `git gc` packs them", KEPT_BYTES >> 20));
        } else if wanted == Wanted::Name && bytes.len() as u64 > REF_BYTES {
            self.refuse(format!("`{path}` has more than {} MB", REF_BYTES >> 20));
        }
        if !self.is_refused() {
            self.small.push((path.to_owned(), bytes));
        }
    }

    /// Keeps nothing.
    pub fn refuse(&mut self, why: String) {
        self.small.clear();
        self.packs.clear();
        self.left_out = Some(LeftOut::All(why));
    }

    /// Whether nothing is kept.
    pub fn is_refused(&self) -> bool {
        matches!(self.left_out, Some(LeftOut::All(_)))
    }

    /// Whether there is anything: a folder without a HEAD is no git folder.
    pub fn is_git(&self) -> bool {
        self.is_refused() || self.small.iter().any(|(path, _)| path == "HEAD")
    }

    /// Chooses the packs that fit, the smallest first, from (name without ending, bytes of pack and index).
    pub fn choose_packs(&mut self, mut packs: Vec<(String, u64)>) -> Vec<String> {
        packs.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        let (mut chosen, mut count, mut bytes) = (Vec::new(), 0, 0);
        for (name, size) in packs {
            if chosen.len() < PACKS && self.bytes + size <= KEPT_BYTES && !self.is_refused() {
                self.bytes += size;
                chosen.push(name);
            } else {
                (count, bytes) = (count + 1, bytes + size);
            }
        }
        if count > 0 && !self.is_refused() {
            self.left_out = Some(LeftOut::Packs { count, bytes });
        }
        chosen
    }

    /// Bytes that are kept, packs included.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The page of the remote `origin` on its host.
    pub fn origin(&self) -> Option<String> {
        let config = self.small.iter().find(|(path, _)| path == "config");
        config.and_then(|(_, config)| origin(config))
    }

    /// To be stored.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("plain data is always written")
    }

    /// As it was stored; `None` where the bytes are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        // Whatever the reason, it is not used.
        postcard::from_bytes(bytes).ok()
    }
}

/// What a configuration says of formats and of the page of the repository, and nothing else of it.
fn formats(config: &[u8]) -> Vec<u8> {
    let rows = extensions(config).into_iter().filter(|(key, _)| matches!(key.as_str(), "objectformat" | "refstorage"));
    let rows: String = rows.map(|(key, value)| format!("\t{key} = {value}\n")).collect();
    let page = origin(config).map_or_else(String::new, |page| format!("[remote \"origin\"]\n\turl = {page}\n"));
    format!("[extensions]\n{rows}{page}").into_bytes()
}

/// Reads a part of a pack: its name, from where, at most how many bytes.
type ReadPack = dyn Fn(String, u64, usize) -> LocalBoxFuture<'static, Result<Option<Vec<u8>>, FileError>>;

/// Git data that was kept.
pub struct KeptFiles {
    small: MemoryGitFiles,
    packs: Vec<(String, u64)>,
    read: Box<ReadPack>,
    pause: Box<dyn Fn() -> LocalBoxFuture<'static, ()>>,
}

const FOLDER: &str = "objects/pack/";

impl KeptFiles {
    /// `read` reads a part of a pack that lies beside the note; `pause` lets the host handle messages.
    pub fn new(
        kept: Kept,
        read: impl Fn(String, u64, usize) -> LocalBoxFuture<'static, Result<Option<Vec<u8>>, FileError>> + 'static,
        pause: impl Fn() -> LocalBoxFuture<'static, ()> + 'static,
    ) -> Rc<Self> {
        let (small, packs) = (MemoryGitFiles::new(kept.small), kept.packs);
        Rc::new(Self { small, packs, read: Box::new(read), pause: Box::new(pause) })
    }
}

impl GitFiles for KeptFiles {
    fn list<'a>(&'a self, folder: &'a str) -> FileFuture<'a, Vec<String>> {
        if folder == "objects/pack" {
            let paths = self.packs.iter().map(|(name, _)| format!("{FOLDER}{name}")).collect();
            return Box::pin(std::future::ready(Ok(paths)));
        }
        self.small.list(folder)
    }

    fn size<'a>(&'a self, path: &'a str) -> FileFuture<'a, Option<u64>> {
        let Some(name) = path.strip_prefix(FOLDER) else { return self.small.size(path) };
        let size = self.packs.iter().find(|(known, _)| known == name).map(|(_, size)| *size);
        Box::pin(std::future::ready(Ok(size)))
    }

    fn read<'a>(&'a self, path: &'a str, from: u64, most: usize) -> FileFuture<'a, Option<Vec<u8>>> {
        match path.strip_prefix(FOLDER) {
            Some(name) => (self.read)(name.to_owned(), from, most),
            None => self.small.read(path, from, most),
        }
    }

    fn pause(&self) -> LocalBoxFuture<'_, ()> {
        (self.pause)()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_use_are_wanted() {
        let loose = format!("objects/ab/{}", "c".repeat(38));
        for (path, expected) in [
            ("HEAD", Some(Wanted::Name)),
            ("packed-refs", Some(Wanted::Name)),
            ("refs/heads/a/b", Some(Wanted::Name)),
            ("config", Some(Wanted::Config)),
            (&loose, Some(Wanted::Loose)),
            ("objects/pack/pack-1.idx", Some(Wanted::Pack)),
            ("objects/pack/pack-1.rev", None),
            ("objects/info/alternates", None),
            ("hooks/pre-commit", None),
            ("logs/HEAD", None),
            ("index", None),
        ] {
            assert_eq!(wanted(path), expected, "{path}");
        }
    }

    #[test]
    fn of_a_configuration_only_formats_are_kept() {
        let config =
            b"[remote \"origin\"]\n\turl = https://ada:secret@example.org\n[extensions]\n\tobjectFormat = sha256\n";
        let mut kept = Kept::default();
        kept.add("config", Wanted::Config, config.to_vec());
        assert_eq!(kept.small[0].1, b"[extensions]\n\tobjectformat = sha256\n");
    }

    #[test]
    fn the_smallest_packs_are_chosen_and_the_rest_is_said() {
        let mut kept = Kept::default();
        kept.add("HEAD", Wanted::Name, b"ref: refs/heads/main\n".to_vec());
        let packs = [("large".to_owned(), KEPT_BYTES), ("b".to_owned(), 5), ("a".to_owned(), 9)];
        assert_eq!(kept.choose_packs(packs.to_vec()), ["b", "a"]);
        let said = "Part of the git history was not kept: A pack of 256 MB, as at most 256 MB are kept.";
        assert_eq!(kept.left_out.as_ref().map(ToString::to_string).as_deref(), Some(said));
        assert!(kept.is_git() && !kept.is_refused());
        assert_eq!(Kept::from_bytes(&kept.to_bytes()), Some(kept));
        assert_eq!(Kept::from_bytes(b"\xff\xff\xff"), None);
    }

    #[test]
    fn too_many_loose_objects_leave_nothing() {
        let mut kept = Kept::default();
        kept.add("HEAD", Wanted::Name, b"x".to_vec());
        for _ in 0..=KEPT_LOOSE {
            kept.add("objects/ab/c", Wanted::Loose, Vec::new());
        }
        assert!(kept.is_refused() && kept.is_git() && kept.small.is_empty());
        let said =
            "The git history was not kept: it has more than 20000 objects outside of packs; `git gc` packs them.";
        assert_eq!(kept.left_out.map(|left| left.to_string()).as_deref(), Some(said));
    }
}
