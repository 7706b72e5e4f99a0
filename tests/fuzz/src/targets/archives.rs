//! Archives: any bytes end in an error or a snapshot within the limits, after as many steps as the bytes account for; and
//! what was packed properly comes out as it was, whatever the format.

use crate::{Broken, Target};
use flate2::{Compression, write::GzEncoder};
use source::archive::{Step, Unpacking};
use source::{Limits, Snapshot};
use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

pub const TARGET: Target = Target {
    name: "archives",
    dictionary: &[
        b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07", b"\xff\xff", b"\xff\xff\xff\xff",
        b"\0\0\0\0", b"\x1f\x8b\x08\0", b"ustar\0", b"././@LongLink", b"L", b"x", b"a/.gitignore", b"../", b"/",
    ],
    seeds: || {
        let files = BTreeMap::from([("a.py".to_owned(), b"a = 1\n".to_vec()), ("d/b.md".to_owned(), b"# b\n".repeat(40))]);
        let made = [zip_of(&files), tar_of(&files), tar_of(&files).and_then(|tar| gz(&tar))];
        made.into_iter().flatten().collect()
    },
    check,
};

const LIMITS: u64 = 1 << 20;

fn check(input: &[u8]) -> Result<(), Broken> {
    for name in ["x.zip", "x.tar", "x.tar.gz"] {
        if let Some(snapshot) = unpack(name, input.to_vec())? {
            holds(&snapshot)?;
        }
    }
    round_trip(input)
}

/// None where the archive is refused.
fn unpack(name: &str, bytes: Vec<u8>) -> Result<Option<Snapshot>, Broken> {
    let limits = Limits { archive_bytes: LIMITS, file_bytes: 1 << 16, total_bytes: 1 << 18, ..Limits::default() };
    // An entry takes 46 bytes or more, gzip makes a thousand of one, and each of both passes has an end.
    let most = 8 + 2 * (bytes.len() as u64 / 46).max(LIMITS / 512);
    let Ok(mut unpacking) = Unpacking::open(name, bytes, limits) else { return Ok(None) };
    for _ in 0..most {
        match unpacking.step() {
            Ok(Step::More) => {}
            Ok(Step::Done) => return Ok(unpacking.finish().ok()),
            Err(_) => return Ok(None),
        }
    }
    Err(format!("{name}: not done after {most} steps"))
}

fn holds(snapshot: &Snapshot) -> Result<(), Broken> {
    let sorted = snapshot.files.is_sorted_by(|a, b| a.path < b.path);
    let length: u64 = snapshot.files.iter().map(|file| u64::from(file.len)).sum();
    if sorted && length == snapshot.pack.len() as u64 && length <= 1 << 18 {
        Ok(())
    } else {
        Err(format!("a snapshot of {length} bytes, sorted: {sorted}"))
    }
}

/// Lines become files, which every format must give back.
fn round_trip(input: &[u8]) -> Result<(), Broken> {
    let lines = input.split(|byte| *byte == b'\n').take(20).filter(|line| line.len() < 4000);
    let content = |line: &[u8]| String::from_utf8_lossy(line).replace('\0', "_").into_bytes();
    let files: BTreeMap<_, _> = (0..).zip(lines).map(|(i, line)| (format!("d{}/f{i}.txt", i % 3), content(line))).collect();
    if files.is_empty() {
        return Ok(());
    }
    let tar = tar_of(&files);
    let packed = [("x.zip", zip_of(&files)), ("x.tar.gz", tar.clone().and_then(|tar| gz(&tar))), ("x.tar", tar)];
    for (name, bytes) in packed {
        let bytes = bytes.ok_or("the archive could not be made")?;
        let snapshot = unpack(name, bytes)?.ok_or_else(|| format!("{name} was refused"))?;
        for (path, content) in &files {
            let file = snapshot.find(path).or_else(|| snapshot.find(path.split_once('/').map_or(path, |(_, rest)| rest)));
            let file = file.ok_or_else(|| format!("{name}: {path} is missing"))?;
            let expected = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
            if snapshot.text(file).as_bytes() != expected {
                return Err(format!("{name}: {path} is {:?}", snapshot.text(file)));
            }
        }
    }
    Ok(())
}

fn zip_of(files: &BTreeMap<String, Vec<u8>>) -> Option<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in files {
        writer.start_file(path.as_str(), SimpleFileOptions::default()).ok()?;
        writer.write_all(content).ok()?;
    }
    Some(writer.finish().ok()?.into_inner())
}

fn tar_of(files: &BTreeMap<String, Vec<u8>>) -> Option<Vec<u8>> {
    let mut out = tar::Builder::new(Vec::new());
    for (path, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        out.append_data(&mut header, path, content.as_slice()).ok()?;
    }
    out.into_inner().ok()
}

fn gz(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}
