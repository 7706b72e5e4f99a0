//! The hostile archives.

use crate::bytes::{Entry, deflate, end, gz, tar_header};

/// A zip whose directory names so many entries, all without content. Its own record of their number may lie.
pub fn zip_directory(entries: usize, name: impl Fn(usize) -> String, says_so: bool) -> Vec<u8> {
    let mut out = b"PK\x03\x04".to_vec();
    for i in 0..entries {
        Entry { name: &name(i), method: 0, checksum: 0, packed: 0, size: 0, offset: 0 }.central(&mut out);
    }
    end(&mut out, 4, if says_so { entries } else { 5 });
    out
}

/// A zip of entries that share one content and declare it to be of this size each.
pub fn zip_that_declares(entries: usize, size: u32) -> Vec<u8> {
    shared(&vec![0; 1 << 20], size, (0..entries).map(|i| format!("{i}.txt")))
}

/// A `.gitignore` of so many bytes in each of many folders, all alike.
pub fn zip_of_ignore_files(folders: usize, size: usize) -> Vec<u8> {
    let text: Vec<u8> = (0..).flat_map(|i: usize| format!("{i}\n").into_bytes()).take(size).collect();
    shared(&text[..], size as u32, (0..folders).map(|i| format!("{i}/.gitignore")))
}

/// A zip whose entries all lie in one place.
fn shared(content: &[u8], size: u32, names: impl ExactSizeIterator<Item = String>) -> Vec<u8> {
    let (packed, mut sum) = (deflate(content), flate2::Crc::new());
    sum.update(content);
    let entry = |name: &str, out: &mut Vec<u8>, is_local: bool| {
        let packed = packed.len() as u32;
        let entry = Entry { name, method: 8, checksum: sum.sum(), packed, size, offset: 0 };
        if is_local { entry.local(out) } else { entry.central(out) }
    };
    let (mut out, entries) = (Vec::new(), names.len());
    entry("0", &mut out, true);
    out.extend(&packed);
    let start = out.len();
    names.for_each(|name| entry(&name, &mut out, false));
    end(&mut out, start, entries);
    out
}

/// Lines of every shape that a `.gitignore` has, none like another.
pub fn ignore_rules(numbers: std::ops::Range<usize>) -> String {
    let line = |i: usize| match i % 8 {
        0 => format!("name{i}\n"),
        1 => format!("*.ext{i}\n"),
        2 => format!("prefix{i}*\n"),
        3 => format!("/folder{i}/\n"),
        4 => format!("**/deep{i}/**\n"),
        5 => format!("!kept{i}.log\n"),
        6 => format!("src/*{i}.rs\n"),
        _ => format!("[ab]c{i}?\n"),
    };
    numbers.map(line).chain(["f0.txt\n".to_owned()]).collect()
}

/// A gzip stream of one content so many times over, a member each.
pub fn repeated_gz(content: &[u8], times: usize) -> Vec<u8> {
    gz(content).repeat(times)
}

/// A file in a tar, without the end of the archive.
pub fn tar_file(name: &str, content: &[u8]) -> Vec<u8> {
    let mut out = tar_header(name, b'0', content.len()).to_vec();
    out.extend(content);
    out.resize(out.len().next_multiple_of(512), 0);
    out
}

/// A GNU long name of so many bytes.
pub fn tar_long_name(length: usize) -> Vec<u8> {
    let mut out = tar_header("././@LongLink", b'L', length).to_vec();
    out.resize(out.len() + length, b'n');
    out.extend(tar_header("short", b'0', 0));
    out
}

/// Files without content.
pub fn tar_of_empty_files(count: usize) -> Vec<u8> {
    (0..count).flat_map(|i| tar_header(&format!("{i}.py"), b'0', 0)).collect()
}
