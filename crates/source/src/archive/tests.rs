//! Archives built in the tests, valid and hostile ones.

use super::*;
use ::tar::{EntryType, Header};
use ::zip::ZipWriter;
use ::zip::write::SimpleFileOptions;
use flate2::{Compression, write::GzEncoder};
use std::io::{Cursor, Write};

fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        writer.start_file(*path, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A `.tar` of these files; names are written as they are, however unsafe.
fn tar_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = ::tar::Builder::new(Vec::new());
    for (path, bytes) in files {
        if path.len() > 100 {
            out.append_data(&mut header(EntryType::Regular, bytes.len() as u64), path, *bytes).unwrap();
            continue;
        }
        let mut header = header(EntryType::Regular, bytes.len() as u64);
        header.as_mut_bytes()[..path.len()].copy_from_slice(path.as_bytes());
        header.set_cksum();
        out.append(&header, *bytes).unwrap();
    }
    out.into_inner().unwrap()
}

fn header(kind: EntryType, size: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_mode(0o644);
    header.set_cksum();
    header
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn unpack(name: &str, bytes: Vec<u8>) -> Result<Snapshot, ArchiveError> {
    Unpacking::open(name, bytes, Limits::default())?.finish()
}

fn paths(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.files.iter().map(|file| file.path.as_str()).collect()
}

fn skipped(snapshot: &Snapshot) -> Vec<String> {
    snapshot.skipped.iter().map(|entry| format!("{}: {}", entry.path, entry.reason)).collect()
}

fn message(result: Result<Snapshot, ArchiveError>) -> String {
    result.map(|snapshot| skipped(&snapshot)).unwrap_err().to_string()
}

const FLASK: &[(&str, &[u8])] = &[
    ("flask-3.1.0/src/app.py", b"class Flask: ...\n"),
    ("flask-3.1.0/docs/_build/x.py", b"x\n"),
    ("flask-3.1.0/node_modules/a/b.js", b"x\n"),
    ("flask-3.1.0/logo.png", b"\x89PNG"),
    // The rules come last: the second pass knows them all the same.
    ("flask-3.1.0/.gitignore", b"docs/_build/\n"),
];

#[test]
fn every_format_gives_the_same_repository() {
    let all = [
        unpack("flask.zip", zip_of(FLASK)).unwrap(),
        unpack("flask.tar", tar_of(FLASK)).unwrap(),
        unpack("flask.tar.gz", gz(&tar_of(FLASK))).unwrap(),
        unpack("no ending", gz(&tar_of(FLASK))).unwrap(),
    ];
    for snapshot in &all {
        assert_eq!(snapshot.name, "flask-3.1.0");
        assert_eq!(paths(snapshot), [".gitignore", "src/app.py"]);
        assert_eq!(
            skipped(snapshot),
            ["docs/_build: ignored by .gitignore", "logo.png: binary", "node_modules: dependencies or build output"]
        );
        assert_eq!((snapshot.id(), &snapshot.pack), (all[0].id(), &all[0].pack));
    }
}

#[test]
fn the_file_names_the_repository_where_no_folder_does() {
    let snapshot = unpack("my.project.tar.gz", gz(&tar_of(&[("a.py", b"x\n"), ("src/b.py", b"y\n")]))).unwrap();
    assert_eq!((snapshot.name.as_str(), paths(&snapshot)), ("my.project", vec!["a.py", "src/b.py"]));
}

#[test]
fn unsafe_paths_are_left_out_and_listed() {
    let files: &[(&str, &[u8])] = &[("p/../../evil.py", b"x"), ("/etc/evil.py", b"x"), ("p/ok.py", b"ok\n")];
    for bytes in [zip_of(files), tar_of(files)] {
        let snapshot = unpack("x", bytes).unwrap();
        assert_eq!(paths(&snapshot), ["ok.py"]);
        assert_eq!(
            skipped(&snapshot),
            [
                "/etc/evil.py: unsafe path: `/etc/evil.py` is an absolute path",
                "p/../../evil.py: unsafe path: `p/../../evil.py` leaves the repository",
            ]
        );
    }
}

#[test]
fn links_are_not_followed() {
    let mut out = ::tar::Builder::new(Vec::new());
    out.append_link(&mut header(EntryType::Symlink, 0), "passwd.txt", "/etc/passwd").unwrap();
    out.append_link(&mut header(EntryType::Link, 0), "hard.txt", "a.py").unwrap();
    out.append_data(&mut header(EntryType::Regular, 2), "a.py", &b"x\n"[..]).unwrap();
    let snapshot = unpack("x.tar", out.into_inner().unwrap()).unwrap();
    assert_eq!(paths(&snapshot), ["a.py"]);
    assert_eq!(skipped(&snapshot), ["hard.txt: link or device", "passwd.txt: link or device"]);

    let mut writer = ZipWriter::new_append(Cursor::new(zip_of(&[("a.py", b"x\n")]))).unwrap();
    writer.add_symlink("passwd.txt", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let snapshot = unpack("x.zip", writer.finish().unwrap().into_inner()).unwrap();
    assert_eq!(skipped(&snapshot), ["passwd.txt: link or device"]);
}

#[test]
fn one_of_two_entries_with_one_name_stays() {
    let snapshot = unpack("x.tar", tar_of(&[("a.py", b"1\n"), ("a.py", b"2\n")])).unwrap();
    assert_eq!((paths(&snapshot), skipped(&snapshot)), (vec!["a.py"], vec!["a.py: duplicate path".to_owned()]));

    // The writer refuses duplicates, so the second name is made equal in the finished bytes.
    let mut bytes = zip_of(&[("a.py", b"1\n"), ("b.py", b"2\n")]);
    for at in 0..bytes.len() - 4 {
        if &bytes[at..at + 4] == b"b.py" {
            bytes[at] = b'a';
        }
    }
    let snapshot = unpack("x.zip", bytes).unwrap();
    assert_eq!((paths(&snapshot), skipped(&snapshot)), (vec!["a.py"], vec!["a.py: duplicate path".to_owned()]));
}

#[test]
fn names_in_any_script_long_or_badly_encoded() {
    let long = format!("p/{}/модуль.py", "deep/".repeat(60).trim_end_matches('/'));
    let files: &[(&str, &[u8])] = &[("p/文件.py", b"x\n"), (&long, b"y\n")];
    for bytes in [zip_of(files), tar_of(files)] {
        assert_eq!(paths(&unpack("x", bytes).unwrap()), [&long[2..], "文件.py"]);
    }
    // 0x82 is é in code page 437, which a zip without the UTF-8 flag is written in.
    let mut bytes = zip_of(&[("caf_.py", b"x\n")]);
    let at: Vec<usize> = (0..bytes.len() - 7).filter(|at| &bytes[*at..at + 7] == b"caf_.py").collect();
    at.iter().for_each(|at| bytes[at + 3] = 0x82);
    assert_eq!(paths(&unpack("x.zip", bytes).unwrap()), ["café.py"]);
    let mut bytes = tar_of(&[("caf_.py", b"x\n")]);
    bytes[3] = 0xe9;
    let sum: u32 =
        bytes[..512].iter().enumerate().map(|(i, b)| if (148..156).contains(&i) { 32 } else { u32::from(*b) }).sum();
    bytes[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    assert_eq!(paths(&unpack("x.tar", bytes).unwrap()), ["café.py"]);
}

#[test]
fn a_pax_size_that_is_no_number_is_refused() {
    let mut out = ::tar::Builder::new(Vec::new());
    out.append_pax_extensions([("size", "many".as_bytes())]).unwrap();
    out.append_data(&mut header(EntryType::Regular, 2), "a.py", &b"x\n"[..]).unwrap();
    let refusal = unpack("x.tar", out.into_inner().unwrap()).unwrap_err();
    assert!(refusal.to_string().contains("a size that is no number"), "{refusal}");
}

#[test]
fn pax_headers_are_read() {
    let mut out = ::tar::Builder::new(Vec::new());
    out.append_pax_extensions([("path", "real/имя.py".as_bytes())]).unwrap();
    out.append_data(&mut header(EntryType::Regular, 2), "short", &b"x\n"[..]).unwrap();
    assert_eq!(paths(&unpack("x.tar", out.into_inner().unwrap()).unwrap()), ["имя.py"]);
}

#[test]
fn bombs_are_refused_at_once() {
    let zeros = vec![0; 1 << 20];
    let tail = [tar_of(&[("a.py", b"x\n")]), zeros.clone()].concat();
    for (name, bytes) in [
        ("bomb.zip", zip_of(&[("a.py", b"x\n"), ("zeros.txt", &zeros)])),
        ("bomb.tgz", gz(&tar_of(&[("a.py", b"x\n"), ("zeros.txt", &zeros)]))),
        // After the end mark.
        ("tail.tgz", gz(&tail)),
    ] {
        let open = |limits| Unpacking::open(name, bytes.clone(), limits).and_then(Unpacking::finish);
        assert_eq!(
            message(open(Limits { archive_ratio_from: 1 << 16, ..Limits::default() })),
            "the archive unpacks to more than 200 times its size, as a zip bomb does; it was not opened"
        );
        // As small as that it harms nobody.
        assert!(open(Limits::default()).is_ok());
    }
}

#[test]
fn bounds_on_entries_and_total_size() {
    let files: &[(&str, &[u8])] = &[("a.py", b"x\n"), ("b.py", b"x\n"), ("c.py", b"x\n")];
    for bytes in [zip_of(files), gz(&tar_of(files))] {
        let open = |limits| message(Unpacking::open("x", bytes.clone(), limits).and_then(Unpacking::finish));
        assert!(open(Limits { archive_entries: 2, ..Limits::default() }).contains("more than 2 entries"));
        assert!(open(Limits { archive_bytes: 5, ..Limits::default() }).contains("unpacks to more than 0 MiB"));
    }
}

#[test]
fn a_size_that_lies_is_damage() {
    let mut bytes = zip_of(&[("a.py", &[b'x'; 5000])]);
    // The declared size is in the central directory, 24 bytes after its signature.
    let at = (0..bytes.len() - 4).find(|at| &bytes[*at..at + 4] == b"PK\x01\x02").unwrap() + 24;
    bytes[at..at + 4].copy_from_slice(&10u32.to_le_bytes());
    assert!(message(unpack("x.zip", bytes)).contains("`a.py` is not as long as the archive says"));
}

#[test]
fn truncated_and_damaged_archives_say_what_to_do() {
    let text: Vec<u8> =
        (0..4000u32).flat_map(|i| format!("line {}\n", i.wrapping_mul(2_654_435_761)).into_bytes()).collect();
    let files: &[(&str, &[u8])] = &[("p/a.py", &text), ("p/b.py", b"x\n")];
    for (name, bytes) in [("x.zip", zip_of(files)), ("x.tgz", gz(&tar_of(files))), ("x.tar", tar_of(files))] {
        let half = message(unpack(name, bytes[..bytes.len() / 2].to_vec()));
        assert!(half.contains("ends too early") && half.contains("get it again"), "{name}: {half}");
    }
    let mut zip = zip_of(files);
    zip[200] ^= 0xff;
    assert!(message(unpack("x.zip", zip)).contains("damaged"));
    let mut tgz = gz(&tar_of(files));
    let at = tgz.len() - 6;
    tgz[at] ^= 0xff;
    assert!(message(unpack("x.tgz", tgz)).contains("damaged"));
    assert!(
        message(unpack("x.tar.gz", gz(b"only a text, but longer than a block\n".repeat(50).as_slice())))
            .contains("no tar archive")
    );
    assert!(message(unpack("x.7z", b"7z\xbc\xaf\x27\x1c".to_vec())).contains("no .zip, .tar.gz or .tar file"));
}

#[test]
fn nothing_makes_it_panic() {
    for (name, bytes) in [("x.zip", zip_of(FLASK)), ("x.tgz", gz(&tar_of(FLASK))), ("x.tar", tar_of(FLASK))] {
        for at in (0..bytes.len()).step_by(7) {
            let mut broken = bytes.clone();
            broken[at] = broken[at].wrapping_add(0x55);
            // Either result will do.
            unpack(name, broken).ok();
            unpack(name, bytes[..at].to_vec()).ok();
        }
    }
}

#[test]
fn works_step_by_step() {
    let mut unpacking = Unpacking::open("flask.zip", zip_of(FLASK), Limits::default()).unwrap();
    let mut seen = Vec::new();
    while unpacking.step().unwrap() == Step::More {
        seen.push(unpacking.entries());
    }
    assert_eq!(seen.len(), 2 * FLASK.len() + 1);
    assert_eq!((seen[0], seen.last()), ((0, 0), Some(&(5, 5))));
    assert_eq!(unpacking.progress(), Progress { files: 2, bytes: 30, skipped: 3 });
    assert_eq!(unpacking.finish().unwrap().files.len(), 2);
}

#[test]
fn an_archive_without_sources_says_so() {
    let error = message(unpack("pics.zip", zip_of(&[("a.png", b"x")])));
    assert_eq!(error, "no source file was found in `pics`: 1 entry was left out (1 binary, as `a.png`)");
}

#[test]
fn a_name_does_not_make_an_archive() {
    let words = b"just some words, no archive at all";
    for name in ["holiday.zip", "holiday.tar.gz"] {
        assert!(message(unpack(name, words.to_vec())).starts_with(&format!("`{name}` is no .zip")), "{name}");
    }
    let whole = zip_of(FLASK);
    assert_eq!(message(unpack("half.zip", whole[..whole.len() / 2].to_vec())), ArchiveError::Truncated.to_string());
    let behind_a_program = [b"#!/bin/sh\nexit\n".as_slice(), &whole].concat();
    assert!(unpack("self-extracting.zip", behind_a_program).is_ok());
}

fn steps_until_refused(name: &str, bytes: Vec<u8>, limits: Limits) -> (usize, String) {
    let mut unpacking = match Unpacking::open(name, bytes, limits) {
        Ok(unpacking) => unpacking,
        Err(error) => return (0, error.to_string()),
    };
    for steps in 1.. {
        match unpacking.step() {
            Ok(Step::More) => {}
            Ok(Step::Done) => panic!("it was taken"),
            Err(error) => return (steps, error.to_string()),
        }
    }
    unreachable!()
}

#[test]
fn the_count_of_a_zip_is_looked_at_before_its_entries() {
    let few = Limits { archive_entries: 2, ..Limits::default() };
    let mut bytes = zip_of(FLASK);
    let refused = "the archive has more than 2 entries; unpack it and open the part you need";
    assert_eq!(steps_until_refused("x.zip", bytes.clone(), few), (0, refused.to_owned()));
    // An end record that says less than there is.
    let at = bytes.len() - 22 + 8;
    bytes[at..at + 4].copy_from_slice(&[2, 0, 2, 0]);
    assert_eq!(steps_until_refused("x.zip", bytes.clone(), few), (3, refused.to_owned()));
    let (steps, refusal) = steps_until_refused("x.zip", bytes, Limits::default());
    assert_eq!((steps, refusal.contains("its directory has 5 entries, not 2")), (6, true), "{refusal}");
}

#[test]
fn names_together_are_bounded() {
    let long = ["a".repeat(60), "b".repeat(60), "c".repeat(60)];
    let files: Vec<(&str, &[u8])> = long.iter().map(|name| (name.as_str(), &b"x\n"[..])).collect();
    for bytes in [zip_of(&files), gz(&tar_of(&files))] {
        let limits = Limits { archive_name_bytes: 100, ..Limits::default() };
        let (steps, refusal) = steps_until_refused("x", bytes, limits);
        assert_eq!((steps, refusal.contains("the names in the archive take more")), (2, true), "{refusal}");
    }
}

#[test]
fn gzip_members_are_counted() {
    let tar = tar_of(&[("a.py", b"x\n")]);
    let (front, back) = tar.split_at(512);
    let split = [gz(front), gz(b""), gz(back)].concat();
    assert_eq!(paths(&unpack("x.tgz", split.clone()).unwrap()), ["a.py"]);
    let (_, refusal) = steps_until_refused("x.tgz", split, Limits { archive_members: 2, ..Limits::default() });
    assert!(refusal.contains("it is made of more than 2 gzip members"), "{refusal}");
}

/// However large an entry is, no step passes over more than a piece of it.
#[test]
fn a_large_entry_takes_many_steps() {
    let large = vec![b'x'; 4 << 20];
    let bytes = gz(&tar_of(&[("a.py", b"x\n"), ("large.txt", &large), ("b.py", b"y\n")]));
    let mut unpacking = Unpacking::open("x.tgz", bytes, Limits::default()).unwrap();
    let (mut steps, mut most) = (0, 0);
    loop {
        let before = unpacking.work();
        if unpacking.step().unwrap() == Step::Done {
            break;
        }
        (steps, most) = (steps + 1, most.max(unpacking.work() - before));
    }
    assert!((32..64).contains(&steps) && most < 1 << 20, "{steps} steps, at most {most} in one");
    assert_eq!(skipped(&unpacking.finish().unwrap()), ["large.txt: too large: 4194304 bytes, the limit is 1048576"]);
}

#[test]
fn a_program_before_an_archive_and_a_comment_after_it_are_no_part_of_it() {
    let mut bytes = [b"#!/bin/sh\n".repeat(500), zip_of(FLASK)].concat();
    let at = bytes.len() - 2;
    bytes[at..].copy_from_slice(&7u16.to_le_bytes());
    bytes.extend(b"PK\x05\x06 hi");
    assert_eq!(paths(&unpack("x.zip", bytes).unwrap()), [".gitignore", "src/app.py"]);
}

#[test]
fn only_so_much_of_ignore_rules_is_read() {
    let files: &[(&str, &[u8])] =
        &[("a/.gitignore", b"one.py\n"), ("b/.gitignore", b"two.py\n"), ("a/one.py", b"x\n"), ("b/two.py", b"x\n")];
    let ignore = crate::ignore::IgnoreLimits { bytes: 10, ..Default::default() };
    let limits = Limits { ignore, ..Limits::default() };
    for bytes in [zip_of(files), gz(&tar_of(files))] {
        let snapshot = Unpacking::open("x", bytes, limits).and_then(Unpacking::finish).unwrap();
        assert_eq!(paths(&snapshot), ["a/.gitignore", "b/.gitignore", "b/two.py"]);
        let listed = skipped(&snapshot);
        assert_eq!(listed[0], "a/one.py: ignored by a/.gitignore");
        assert!(
            listed[1].starts_with("b/.gitignore: ignore rules not applied, as it is too long, or there are too many")
        );
    }
}

#[test]
fn files_beside_the_snapshot_are_taken_only_where_they_are_wanted_and_fit() {
    let files: [(&str, &[u8]); 4] = [
        ("shop-1/a.py", b"a = 1\n"),
        ("shop-1/.git/HEAD", b"ref: refs/heads/main\n"),
        ("shop-1/.git/hooks/pre-commit", b"rm -rf /\n"),
        ("shop-1/lib/.git/HEAD", b"another\n"),
    ];
    let is_head = |path: &str| path == ".git/HEAD";
    let taken = |bytes: Vec<u8>, most| {
        let mut unpacking = Unpacking::open("x", bytes, Limits::default()).unwrap().with_beside(is_head, most);
        while unpacking.step().unwrap() == Step::More {}
        let beside = unpacking.take_beside();
        (paths(&unpacking.finish().unwrap()).join(" "), beside)
    };
    let head = vec![(".git/HEAD".to_owned(), b"ref: refs/heads/main\n".to_vec())];
    for bytes in [zip_of(&files), gz(&tar_of(&files))] {
        assert_eq!(taken(bytes.clone(), 21), ("a.py".to_owned(), Some(head.clone())));
        assert_eq!(taken(bytes, 20), ("a.py".to_owned(), None));
    }
    let mut plain = Unpacking::open("x", zip_of(&files), Limits::default()).unwrap();
    while plain.step().unwrap() == Step::More {}
    assert_eq!(plain.take_beside(), None);
}
