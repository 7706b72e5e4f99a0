//! The built-in rules: what is left out of a snapshot besides what a `.gitignore` names.
//!
//! In two halves, so that a host never reads what would be thrown away: [`by_path`] and [`FolderRules`] need a name
//! and a size, [`by_text`] needs the text. `dist` and `build` are not left out by name alone, as many repositories
//! keep sources there; `target` and `vendor` only beside the manifest of a tool that fills them.

use crate::ignore::{IgnoreLimits, join, parent};
use crate::{Language, RepoPath, SkipReason};
use limits::repository;
use rustc_hash::FxHashSet;

mod generated;

/// Bounds on what is taken from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Largest file taken, in bytes, of those whose language is not parsed. At most 1 GiB counts.
    pub file_bytes: u64,
    /// Largest file taken whose language is parsed, in bytes. At most 1 GiB counts.
    pub code_file_bytes: u64,
    /// Most bytes of text in all.
    pub total_bytes: u64,
    /// Most files.
    pub files: u64,
    /// Most entries of an archive, folders and skipped ones included.
    pub archive_entries: u64,
    /// Most bytes an archive may unpack to, skipped entries included.
    pub archive_bytes: u64,
    /// Most bytes out of an archive for one byte in, once it has unpacked `archive_ratio_from`.
    pub archive_ratio: u64,
    /// Unpacked bytes from which the ratio is judged: small archives of repetitive text exceed it.
    pub archive_ratio_from: u64,
    /// Most bytes of names in an archive.
    pub archive_name_bytes: u64,
    /// Most gzip members that a `.tar.gz` is made of.
    pub archive_members: u64,
    /// On `.gitignore` files.
    pub ignore: IgnoreLimits,
}

impl Limits {
    /// The limit for the file at `path`. Code has a limit of its own: whole libraries are written in one file, while data
    /// of that size is seldom what somebody asks about.
    pub(crate) fn of_file(&self, path: &RepoPath) -> u64 {
        let language = Language::detect(path);
        let is_code = language.is_parsed() && !language.is_schema();
        let limit = if is_code { self.code_file_bytes } else { self.file_bytes };
        limit.min(LARGEST)
    }

    /// The largest limit that any file has: what lies above it need not be read.
    pub fn largest_file(&self) -> u64 {
        self.code_file_bytes.max(self.file_bytes).min(LARGEST)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: repository::FILE_BYTES,
            code_file_bytes: repository::CODE_FILE_BYTES,
            total_bytes: repository::SOURCE_BYTES,
            files: repository::FILES,
            archive_entries: repository::ARCHIVE_ENTRIES,
            archive_bytes: repository::ARCHIVE_BYTES,
            archive_ratio: repository::ARCHIVE_RATIO,
            archive_ratio_from: repository::ARCHIVE_RATIO_FROM,
            archive_name_bytes: repository::ARCHIVE_NAME_BYTES,
            archive_members: repository::ARCHIVE_MEMBERS,
            ignore: IgnoreLimits::default(),
        }
    }
}

/// Lengths in a snapshot are 32 bit, and a decoded text can be three times its bytes.
const LARGEST: u64 = 1 << 30;

/// Folders that hold version control, other people's code or caches, wherever they are.
const VENDORED: &str = "
    .git .hg .svn .bzr .jj CVS _darcs node_modules bower_components jspm_packages .yarn .pnpm-store .next
    .nuxt .svelte-kit .angular .turbo .parcel-cache .nyc_output .sass-cache __pycache__ .venv .tox .nox .eggs
    site-packages .mypy_cache .pytest_cache .ruff_cache .ipynb_checkpoints .hypothesis .gradle .idea .vs
    .cache .bundle .terraform .direnv .dart_tool .stack-work elm-stuff Pods Carthage __MACOSX";

/// A folder name that is build output or dependencies only beside one of these files.
const VENDORED_BESIDE: &[(&str, &[&str])] = &[
    ("target", &["Cargo.toml", "pom.xml", "build.sbt"]),
    ("vendor", &["go.mod", "composer.json"]),
    ("deps", &["mix.exs"]),
    ("_build", &["mix.exs", "dune-project", "rebar.config"]),
];

/// A file that marks the folder it is in: a Python environment, a cache (<https://bford.info/cachedir/>).
const VENDORED_HOLDING: &[&str] = &["pyvenv.cfg", "CACHEDIR.TAG"];

/// Extensions of images, fonts, archives, machine code, sound, film, documents and data.
const NEVER_TEXT: &str = "
    png jpg jpeg gif bmp ico icns webp avif heic tif tiff psd xcf woff woff2 ttf otf eot zip gz tgz bz2 xz zst
    lz4 7z rar tar jar war ear whl egg nupkg gem deb rpm dmg iso apk crate wasm so dylib dll exe o a lib obj bin
    class pyc pyo pyd pdb rlib rmeta bc beam node mp3 mp4 m4a wav ogg flac webm mov avi mkv swf pdf doc docx
    xls xlsx ppt pptx odt ods odp sqlite sqlite3 db parquet npy npz pkl pickle h5 onnx pt safetensors gguf jks
    keystore p12 pfx mo lockb";

/// Whole names of files that package managers write.
const LOCK_FILES: &str = "
    package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock deno.lock Cargo.lock poetry.lock
    Pipfile.lock uv.lock pdm.lock pixi.lock composer.lock Gemfile.lock go.sum go.work.sum flake.lock mix.lock
    pubspec.lock packages.lock.json gradle.lockfile Podfile.lock Package.resolved conan.lock
    .terraform.lock.hcl";

/// How names of generated code and of source maps end.
const GENERATED_ENDINGS: &str = "
    .js.map .mjs.map .cjs.map .css.map .ts.map .pb.go .pb.h .pb.cc _pb2.py _pb2.pyi _pb2_grpc.py .g.dart
    .freezed.dart .designer.cs .g.cs";

const MINIFIED_ENDINGS: &str = ".min.js .min.mjs .min.cjs .min.css .min.html -min.js";

/// The file that names the parts of an index of our own.
const INDEX_MANIFEST: &str = "manifest.json";

/// Mean bytes of a line above which a file that is not prose was not written by a person.
const MINIFIED_MEAN_LINE: usize = 400;

/// Files below this size may have long lines.
const MINIFIED_FROM: usize = 4 * 1024;

/// Which folders to stay out of. Markers are noted by [`see`](Self::see); the order of calls does not matter.
#[derive(Debug, Default)]
pub struct FolderRules {
    /// Folders that a marker file beside or inside them makes vendored.
    marked: FxHashSet<String>,
}

impl FolderRules {
    /// Notes that this file exists: a manifest marks the build folder beside it, `pyvenv.cfg` the folder it is in.
    /// True where that marks a folder that was not marked.
    pub fn see(&mut self, path: &str) -> bool {
        let (folder, name) = (parent(path), path.rsplit('/').next().unwrap_or(path));
        let mut added = false;
        if VENDORED_HOLDING.contains(&name) && !folder.is_empty() {
            added |= self.marked.insert(folder.to_owned());
        }
        for (vendored, beside) in VENDORED_BESIDE {
            if beside.contains(&name) {
                added |= self.marked.insert(join(folder, vendored));
            }
        }
        added
    }

    /// Whether [`see`](Self::see) has any use for files of this name.
    pub fn is_marker(name: &str) -> bool {
        VENDORED_HOLDING.contains(&name) || VENDORED_BESIDE.iter().any(|(_, beside)| beside.contains(&name))
    }

    /// The topmost folder at or above `folder` that never holds sources.
    pub fn vendored<'a>(&self, folder: &'a str) -> Option<&'a str> {
        let mut start = 0;
        while start < folder.len() {
            let end = folder[start..].find('/').map_or(folder.len(), |slash| start + slash);
            let (part, whole) = (&folder[start..end], &folder[..end]);
            let named = listed(VENDORED, part) || part.ends_with(".egg-info");
            if named || self.marked.contains(whole) {
                return Some(whole);
            }
            start = end + 1;
        }
        None
    }
}

fn listed(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|listed| listed == word)
}

/// Why a file is left out that has not been read, if it is.
pub fn by_path(path: &RepoPath, size: u64, limits: &Limits) -> Option<SkipReason> {
    let name = path.file_name();
    let lower = name.to_lowercase();
    let ends = |endings: &str| endings.split_whitespace().any(|ending| lower.ends_with(ending));
    if listed(NEVER_TEXT, &path.extension()) || name == ".DS_Store" {
        Some(SkipReason::Binary)
    } else if listed(LOCK_FILES, name) || ends(GENERATED_ENDINGS) {
        Some(SkipReason::Generated)
    } else if ends(MINIFIED_ENDINGS) {
        Some(SkipReason::Minified)
    } else if size > limits.of_file(path) {
        Some(SkipReason::TooLarge { bytes: size, limit: limits.of_file(path) })
    } else {
        None
    }
}

/// Whether a `manifest.json` is that of an index of our own, and not a web app's.
pub fn is_index_manifest(text: &str) -> bool {
    text.contains("\"quarry-index\"")
}

/// Whether a file is named as an index of our own names its parts: `<32 hex digits>.bin`.
pub fn is_index_chunk(name: &str) -> bool {
    let hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    name.strip_suffix(".bin").is_some_and(|stem| stem.len() == 32 && stem.bytes().all(hex))
}

/// Files beside an index that are for the host that serves it.
const FOR_THE_HOST: [&str; 6] = [".nojekyll", ".htaccess", "CNAME", "_headers", "_redirects", ".DS_Store"];

/// Whether a file has its place in an index directory: its manifest, its parts, what a killed writer left of them, and what
/// hosts want beside it. A folder that holds anything else is no index, whatever its manifest says.
pub fn belongs_to_index(name: &str) -> bool {
    name == INDEX_MANIFEST || is_index_chunk(name) || is_unfinished_index_file(name) || FOR_THE_HOST.contains(&name)
}

/// `.<manifest or chunk>.<number>.partial`: a file of an index that is being written.
pub fn is_unfinished_index_file(name: &str) -> bool {
    let inner = name.strip_prefix('.').and_then(|name| name.strip_suffix(".partial"));
    let Some((inner, process)) = inner.and_then(|inner| inner.rsplit_once('.')) else { return false };
    process.bytes().all(|byte| byte.is_ascii_digit()) && (inner == INDEX_MANIFEST || is_index_chunk(inner))
}

/// Why a file is left out for its text, if it is.
pub fn by_text(path: &RepoPath, text: &str) -> Option<SkipReason> {
    if Language::detect(path).is_prose() {
        return None;
    }
    if generated::says_so(text) || (path.file_name() == INDEX_MANIFEST && is_index_manifest(text)) {
        return Some(SkipReason::Generated);
    }
    let lines = crate::decode::line_count(text).max(1) as usize;
    (text.len() >= MINIFIED_FROM && text.len() / lines > MINIFIED_MEAN_LINE).then_some(SkipReason::Minified)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(raw: &str) -> RepoPath {
        RepoPath::parse(raw).unwrap()
    }

    #[test]
    fn vendored_folders_by_name() {
        let rules = FolderRules::default();
        assert_eq!(rules.vendored("web/node_modules/react/lib"), Some("web/node_modules"));
        assert_eq!(rules.vendored("flask.egg-info"), Some("flask.egg-info"));
        assert_eq!(rules.vendored("src/target/vendor/build/dist"), None);
        assert_eq!(rules.vendored(""), None);
    }

    #[test]
    fn vendored_folders_by_marker() {
        let mut rules = FolderRules::default();
        ["Cargo.toml", "api/go.mod", "env/pyvenv.cfg", "CACHEDIR.TAG"].iter().for_each(|file| {
            rules.see(file);
        });
        assert_eq!(rules.vendored("target/debug"), Some("target"));
        assert_eq!(rules.vendored("api/vendor/x/y"), Some("api/vendor"));
        assert_eq!(rules.vendored("env/lib"), Some("env"));
        assert_eq!(rules.vendored("vendor"), None);
        assert_eq!(rules.vendored("api/target"), None);
    }

    #[test]
    fn decides_by_name_and_size() {
        let check = |raw, size| by_path(&path(raw), size, &Limits::default());
        assert_eq!(check("a/logo.PNG", 10), Some(SkipReason::Binary));
        assert_eq!(check("web/package-lock.json", 10), Some(SkipReason::Generated));
        assert_eq!(check("api/user_pb2.py", 10), Some(SkipReason::Generated));
        assert_eq!(check("jquery.min.js", 10), Some(SkipReason::Minified));
        assert_eq!(check("a.sql", 1 << 20), None);
        assert_eq!(check("a.sql", (1 << 20) + 1), Some(SkipReason::TooLarge { bytes: (1 << 20) + 1, limit: 1 << 20 }));
    }

    #[test]
    fn a_library_in_one_large_file_is_code() {
        let check = |raw, size| by_path(&path(raw), size, &Limits::default());
        assert_eq!(check("src/CommandLine.java", 4 << 20), None);
        let limit = 4 << 20;
        assert_eq!(check("src/CommandLine.java", limit + 1), Some(SkipReason::TooLarge { bytes: limit + 1, limit }));
        assert_eq!(check("data/cities.json", limit), Some(SkipReason::TooLarge { bytes: limit, limit: 1 << 20 }));
        assert_eq!(Limits::default().largest_file(), limit);
    }

    #[test]
    fn an_index_is_no_source() {
        let check = |raw, text| by_text(&path(raw), text);
        assert_eq!(check("site/manifest.json", "{ \"format\": \"quarry-index\" }"), Some(SkipReason::Generated));
        assert_eq!(check("site/manifest.json", "{ \"name\": \"an app\" }"), None);
        let chunk = path("site/0123456789abcdef0123456789abcdef.bin");
        assert_eq!(by_path(&chunk, 10, &Limits::default()), Some(SkipReason::Binary));
        assert!(is_index_chunk(chunk.file_name()));
        let others = ["0123456789ABCDEF0123456789ABCDEF.bin", "+123456789abcdef0123456789abcdef.bin", "a.bin"];
        assert!(!others.iter().any(|name| is_index_chunk(name)));
    }

    #[test]
    fn prose_may_say_anything() {
        let text = "<!-- generated, do not edit -->\n";
        assert_eq!(by_text(&path("README.md"), text), None);
        assert_eq!(by_text(&path("index.html"), text), Some(SkipReason::Generated));
    }

    #[test]
    fn recognises_minified_files_by_the_length_of_lines() {
        let bundle = format!("// licence\n{}\n", "var a=1;".repeat(2000));
        assert_eq!(by_text(&path("dist/app.js"), &bundle), Some(SkipReason::Minified));
        assert_eq!(by_text(&path("notes.md"), &bundle), None);
        assert_eq!(by_text(&path("a.js"), &"var a = 1;\n".repeat(2000)), None);
    }
}
