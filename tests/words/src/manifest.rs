//! The list of packages that the table is fitted on: `manifest.tsv`, a package a line.

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::Path;

/// A source package, pinned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// `pypi`, `npm` or `crates`.
    pub registry: String,
    pub name: String,
    pub version: String,
    /// The file's name, as the registry has it.
    pub file: String,
    pub licence: String,
    pub sha256: String,
}

impl Package {
    /// The package as it is shown and counted.
    pub fn label(&self) -> String {
        format!("{} {} {}", self.registry, self.name, self.version)
    }

    /// The file's bytes.
    ///
    /// # Errors
    /// It cannot be read, or is another file than the one that is pinned.
    pub fn bytes(&self, folder: &Path) -> Result<Vec<u8>> {
        let path = folder.join(&self.file);
        let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
        if sha256(&bytes) != self.sha256 {
            bail!("{} is not the file that the manifest pins", path.display());
        }
        Ok(bytes)
    }
}

/// In lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The packages of a manifest, in its order.
///
/// # Errors
/// A line has not six columns.
pub fn read(text: &str) -> Result<Vec<Package>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| package(line).with_context(|| format!("the manifest's line `{line}`"))).collect()
}

fn package(line: &str) -> Result<Package> {
    let columns: Vec<String> = line.split('\t').map(str::to_owned).collect();
    let Ok([registry, name, version, file, licence, sha256]) = <[String; 6]>::try_from(columns) else {
        bail!("it has not six columns");
    };
    Ok(Package { registry, name, version, file, licence, sha256 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use learned_words::{Fields, Table, cosine};
    use std::io::Write as _;

    const MANIFEST: &str = include_str!("../manifest.tsv");
    const TABLE: &[u8] = include_bytes!("../../../crates/learned-words/table/words.bin");
    const SMALL: &[u8] = include_bytes!("../../../crates/learned-words/table/small.bin");
    /// Licences that ask more of a copy than to keep its notice.
    const NOT_PERMISSIVE: [&str; 6] = ["GPL", "MPL", "EPL", "SSPL", "BUSL", "CDDL"];

    #[test]
    fn every_package_is_pinned_and_permissive() {
        let packages = read(MANIFEST).unwrap();
        assert!(packages.len() > 200);
        for package in &packages {
            assert!(package.sha256.len() == 64 && !package.licence.trim().is_empty(), "{package:?}");
            assert!(["pypi", "npm", "crates"].contains(&package.registry.as_str()), "{package:?}");
            // Of several licences to choose from one is enough.
            let permissive = |licence: &str| !NOT_PERMISSIVE.iter().any(|word| licence.contains(word));
            assert!(package.licence.split(" OR ").any(permissive), "{package:?}");
        }
        let mut files: Vec<_> = packages.iter().map(|package| &package.file).collect();
        files.sort();
        files.dedup();
        assert_eq!(files.len(), packages.len(), "each once");
    }

    #[test]
    fn nothing_that_is_evaluated_is_learned_from() {
        // Questions are asked about these; the others have searches, call graphs or times measured on them.
        let questions = concat!(env!("CARGO_MANIFEST_DIR"), "/../eval");
        let files = std::fs::read_dir(questions).unwrap().map(|entry| entry.unwrap().path());
        let mut evaluated: Vec<String> =
            files.map(|file| file.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        assert!(evaluated.len() > 70);
        evaluated.extend(
            ["jinja2", "aider-chat", "django", "httpx", "click", "axum", "zod", "pydantic", "fastapi", "aiohttp"]
                .map(str::to_owned),
        );
        let packages = read(MANIFEST).unwrap();
        // `@scope/name`
        let name = |package: &Package| {
            package.name.rsplit_once('/').map_or(package.name.as_str(), |(_, name)| name).to_lowercase()
        };
        let found: Vec<_> = packages.iter().filter(|package| evaluated.contains(&name(package))).collect();
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn the_tables_are_those_of_this_manifest_and_small() {
        let stated = |head: &str| MANIFEST.lines().find_map(|line| line.strip_prefix(head)).unwrap();
        assert_eq!(sha256(TABLE), stated("# The table's sha256: "), "`cargo xtask train words` prints it");
        assert_eq!(sha256(SMALL), stated("# The small table's sha256: "), "`cargo xtask train words` prints it");
        let table = Table::from_bytes(TABLE).unwrap();
        assert!(table.len() > 10_000 && table.to_bytes() == TABLE);
        assert!(learned_words::small().len() > 3_000 && learned_words::small().to_bytes() == SMALL);
        // The small one is in all that is downloaded.
        for (bytes, most) in [(TABLE, 1_500_000), (SMALL, 80_000)] {
            let mut packed = GzEncoder::new(Vec::new(), Compression::best());
            packed.write_all(bytes).unwrap();
            let bytes = packed.finish().unwrap().len();
            assert!(bytes < most, "{bytes} bytes gzip");
        }
    }

    #[test]
    fn what_they_learned_is_of_use() {
        for table in [&Table::from_bytes(TABLE).unwrap(), learned_words::small()] {
            let like = |query: &str, code: &str| {
                let fields = Fields { body: table.reader().bag(code), ..Fields::default() };
                cosine(&table.query(query).unwrap(), &table.function(&fields).unwrap())
            };
            let (again, angle) = ("for attempt in range(attempts): sleep(2 ** attempt)", "sqrt(dot(a, a) * dot(b, b))");
            assert!(like("retries with exponential backoff", again) > like("retries with exponential backoff", angle));
            assert!(like("angle between two vectors", angle) > like("angle between two vectors", again));
        }
    }

    #[test]
    fn a_line_without_a_column_is_refused() {
        assert!(read("npm\tleft-pad\t1.0.0\n").is_err());
        assert_eq!(read("# head\n\nnpm\ta\t1\ta-1.tgz\tMIT\tff\n").unwrap()[0].label(), "npm a 1");
    }
}
