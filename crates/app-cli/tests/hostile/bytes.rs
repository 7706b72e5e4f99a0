//! Archives by hand, byte by byte: what writes them properly refuses to write what is hostile.

use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, Crc};
use std::io::Write;

/// An entry of a zip's directory.
pub struct Entry<'a> {
    pub name: &'a str,
    pub method: u16,
    pub checksum: u32,
    pub packed: u32,
    pub size: u32,
    pub offset: u32,
}

impl Entry<'_> {
    /// Its own header.
    pub fn local(&self, out: &mut Vec<u8>) {
        out.extend(b"PK\x03\x04\x14\0\0\x08");
        self.numbers(out);
        out.extend((self.name.len() as u16).to_le_bytes());
        out.extend([0; 2]);
        out.extend(self.name.as_bytes());
    }

    pub fn central(&self, out: &mut Vec<u8>) {
        out.extend(b"PK\x01\x02\x14\0\x14\0\0\x08");
        self.numbers(out);
        out.extend((self.name.len() as u16).to_le_bytes());
        out.extend([0; 12]);
        out.extend(self.offset.to_le_bytes());
        out.extend(self.name.as_bytes());
    }

    fn numbers(&self, out: &mut Vec<u8>) {
        out.extend(self.method.to_le_bytes());
        out.extend([0; 4]);
        [self.checksum, self.packed, self.size].iter().for_each(|number| out.extend(number.to_le_bytes()));
    }
}

/// The end of a zip whose directory begins at `start`, with ZIP64's record where the count needs it.
pub fn end(out: &mut Vec<u8>, start: usize, entries: usize) {
    let size = out.len() - start;
    let count = u16::try_from(entries).unwrap_or(u16::MAX);
    if count == u16::MAX {
        let at = out.len() as u64;
        out.extend(b"PK\x06\x06");
        out.extend(44u64.to_le_bytes());
        out.extend([0; 12]);
        [entries, entries, size, start].iter().for_each(|number| out.extend((*number as u64).to_le_bytes()));
        out.extend(b"PK\x06\x07\0\0\0\0");
        out.extend(at.to_le_bytes());
        out.extend(1u32.to_le_bytes());
    }
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend((size as u32).to_le_bytes());
    out.extend((start as u32).to_le_bytes());
    out.extend([0; 2]);
}

/// An honest zip of these files, deflated.
pub fn zip(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let packed = deflate(content);
        let mut sum = Crc::new();
        sum.update(content);
        let entry = Entry {
            name,
            method: 8,
            checksum: sum.sum(),
            packed: packed.len() as u32,
            size: content.len() as u32,
            offset: out.len() as u32,
        };
        entry.local(&mut out);
        out.extend(packed);
        entry.central(&mut directory);
    }
    let start = out.len();
    out.extend(directory);
    end(&mut out, start, files.len());
    out
}

pub fn deflate(content: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

pub fn gz(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

/// A tar header of an entry of this kind.
pub fn tar_header(name: &str, kind: u8, size: usize) -> [u8; 512] {
    let mut header = [0; 512];
    header[..name.len()].copy_from_slice(name.as_bytes());
    header[124..135].copy_from_slice(format!("{size:011o}").as_bytes());
    header[148..156].fill(b' ');
    header[156] = kind;
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    header
}
