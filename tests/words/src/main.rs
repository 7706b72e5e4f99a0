//! Fits the tables of learned words: `word-training --manifest FILE --packages FOLDER --out FILE --small FILE`, run by
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
use learned_words::{Precision, Table};
use pairs::{Read, Word};
use std::path::{Path, PathBuf};

const USAGE: &str = "\
word-training --manifest FILE --packages FOLDER --out FILE

  --small FILE     where the small table is written, none without: 3500 words, 32 numbers of 4 bits
  --words N        most words of the table, 11500 without
  --dimensions N   numbers of a vector, 64 without
  --passes N       how often each pair is seen, 5 without
  --pairs FILE     where what was read of the packages is kept: read from there where it is
";

/// Of the small table. On the questions of where and how of the training half of `tests/eval` it is worth nearly as much as the other.
const SMALL_WORDS: usize = 3_500;
/// See [`SMALL_WORDS`].
const SMALL_DIMENSIONS: usize = 32;

/// What is asked for.
struct Options {
    manifest: PathBuf,
    packages: PathBuf,
    out: PathBuf,
    small: Option<PathBuf>,
    pairs: Option<PathBuf>,
    words: usize,
    settings: Settings,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let (mut manifest, mut packages, mut out, mut small, mut pairs) = (None, None, None, None, None);
        let (mut words, mut settings) = (11_500, Settings::default());
        while let Some(argument) = arguments.next() {
            let value = arguments.next().with_context(|| format!("{argument} needs a value\n\n{USAGE}"))?;
            match argument.as_str() {
                "--manifest" => manifest = Some(value.into()),
                "--packages" => packages = Some(value.into()),
                "--out" => out = Some(value.into()),
                "--small" => small = Some(value.into()),
                "--pairs" => pairs = Some(value.into()),
                "--words" => words = value.parse()?,
                "--dimensions" => settings.dimensions = value.parse()?,
                "--passes" => settings.passes = value.parse()?,
                _ => bail!("{argument} is no option\n\n{USAGE}"),
            }
        }
        let needed = |path: Option<PathBuf>| path.context(USAGE);
        let (manifest, packages, out) = (needed(manifest)?, needed(packages)?, needed(out)?);
        Ok(Self { manifest, packages, out, small, pairs, words, settings })
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
    if let Some(small) = &options.small {
        let words = vocabulary::choose(&read, SMALL_WORDS);
        let settings = Settings { dimensions: SMALL_DIMENSIONS, ..options.settings.clone() };
        write(small, &table(read.clone(), &words, &settings, Precision::HalfByte)?)?;
    }
    let words = vocabulary::choose(&read, options.words);
    write(&options.out, &table(read, &words, &options.settings, Precision::Byte)?)
}

fn table(read: Read, words: &[Word], settings: &Settings, precision: Precision) -> Result<Table> {
    let fitted = vocabulary::renumbered(read, words);
    println!("{} words, {} pairs of {} packages", words.len(), fitted.pairs.len(), fitted.packages.len());
    let vectors = fit::fit(&fitted, words.len(), settings);
    let texts: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
    Ok(Table::of(&texts, settings.dimensions, &vectors, precision)?)
}

fn write(file: &Path, table: &Table) -> Result<()> {
    let bytes = table.to_bytes();
    std::fs::write(file, &bytes).with_context(|| file.display().to_string())?;
    println!("{}: {} bytes, sha256 {}", file.display(), bytes.len(), manifest::sha256(&bytes));
    Ok(())
}
