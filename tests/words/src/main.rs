//! Fits the table of learned words: `word-training --manifest FILE --packages FOLDER --out FILE`, run by
//! `cargo xtask train words`.
//!
//! [`reading`] takes from each package the functions that have a doc comment, as pairs of a sentence and the words of the code;
//! [`vocabulary`] chooses the words; [`fit`] gives each a vector, so that a sentence is near to its function.
//!
//! The same packages give the same bytes, on every machine: the order of all operations is fixed, they run in one thread, the random
//! numbers are made here ([`random`]), and exp and ln are those of the crate `libm`. Only packages are read in parallel.
#![allow(clippy::print_stdout, reason = "a program for a terminal")]

mod fit;
mod manifest;
mod pairs;
mod random;
mod reading;
mod vocabulary;

use anyhow::{Context, Result, bail};
use fit::Settings;
use learned_words::Table;
use std::path::PathBuf;

const USAGE: &str = "\
word-training --manifest FILE --packages FOLDER --out FILE

  --words N        most words of the table, 11500 without
  --dimensions N   numbers of a vector, 64 without
  --passes N       how often each pair is seen, 5 without
  --pairs FILE     where what was read of the packages is kept: read from there where it is
";

/// What is asked for.
struct Options {
    manifest: PathBuf,
    packages: PathBuf,
    out: PathBuf,
    pairs: Option<PathBuf>,
    words: usize,
    settings: Settings,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let (mut manifest, mut packages, mut out, mut pairs) = (None, None, None, None);
        let (mut words, mut settings) = (11_500, Settings::default());
        while let Some(argument) = arguments.next() {
            let value = arguments.next().with_context(|| format!("{argument} needs a value\n\n{USAGE}"))?;
            match argument.as_str() {
                "--manifest" => manifest = Some(value.into()),
                "--packages" => packages = Some(value.into()),
                "--out" => out = Some(value.into()),
                "--pairs" => pairs = Some(value.into()),
                "--words" => words = value.parse()?,
                "--dimensions" => settings.dimensions = value.parse()?,
                "--passes" => settings.passes = value.parse()?,
                _ => bail!("{argument} is no option\n\n{USAGE}"),
            }
        }
        let needed = |path: Option<PathBuf>| path.context(USAGE);
        Ok(Self { manifest: needed(manifest)?, packages: needed(packages)?, out: needed(out)?, pairs, words, settings })
    }
}

fn main() -> Result<()> {
    let options = Options::read(std::env::args().skip(1))?;
    let kept = options.pairs.as_ref().filter(|path| path.exists());
    let read = match kept {
        Some(path) => postcard::from_bytes(&std::fs::read(path)?).context("the kept pairs cannot be read")?,
        None => {
            let packages = manifest::read(&std::fs::read_to_string(&options.manifest)?)?;
            reading::all(&packages, &options.packages)?
        }
    };
    if let (Some(path), None) = (&options.pairs, kept) {
        std::fs::write(path, postcard::to_stdvec(&read)?)?;
    }
    let words = vocabulary::choose(&read, options.words);
    let fitted = vocabulary::renumbered(read, &words);
    println!("{} words, {} pairs of {} packages", words.len(), fitted.pairs.len(), fitted.packages.len());
    let vectors = fit::fit(&fitted, words.len(), &options.settings);
    let texts: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
    let bytes = Table::of(&texts, options.settings.dimensions, &vectors)?.to_bytes();
    std::fs::write(&options.out, &bytes).with_context(|| options.out.display().to_string())?;
    println!("{}: {} bytes, sha256 {}", options.out.display(), bytes.len(), manifest::sha256(&bytes));
    Ok(())
}
