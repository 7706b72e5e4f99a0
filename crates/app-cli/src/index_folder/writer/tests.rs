use super::*;
use crate::scratch::Scratch;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

const CHUNK: &str = "0123456789abcdef0123456789abcdef.bin";
const INDEX: &[u8] = b"{\"format\": \"quarry-index\"}";

fn why(folder: &Path) -> String {
    IndexWriter::open(folder).err().unwrap().to_string()
}

#[test]
fn what_is_there_is_not_written_again() {
    let scratch = Scratch::new("writer-again");
    let write = |chunk: &[u8]| {
        let mut writer = IndexWriter::open(&scratch.0).unwrap();
        writer.write(CHUNK, chunk).unwrap();
        writer.write(MANIFEST, INDEX).unwrap();
        (writer.written.files, writer.reused.files, writer.manifest_changed)
    };
    assert_eq!(write(b"chunk"), (1, 0, true));
    assert_eq!(write(b"chunk"), (0, 1, false));
    // Cut off by a full disk.
    fs::write(scratch.0.join(CHUNK), "chu").unwrap();
    assert_eq!(write(b"chunk"), (1, 0, false));
    // Of the right length, and wrong.
    fs::write(scratch.0.join(CHUNK), "chunc").unwrap();
    assert_eq!(write(b"chunk"), (1, 0, false));
    assert_eq!(fs::read(scratch.0.join(CHUNK)).unwrap(), b"chunk");
    assert_eq!(names(&scratch.0), [CHUNK, MANIFEST]);
}

#[test]
fn what_a_killed_process_left_is_swept() {
    let scratch = Scratch::new("writer-killed");
    let left = [&format!(".{CHUNK}.123.partial"), ".manifest.json.9.partial", CHUNK, ".nojekyll", ".x.1.partial"];
    left.iter().for_each(|name| fs::write(scratch.0.join(name), "x").unwrap());
    drop(IndexWriter::open(&scratch.0).unwrap());
    assert_eq!(names(&scratch.0), [".nojekyll", ".x.1.partial", CHUNK]);
}

#[test]
fn refuses_what_is_no_place_for_an_index() {
    let scratch = Scratch::new("writer-refuse");
    let (file, full, app) = (scratch.0.join("file"), scratch.0.join("full"), scratch.0.join("app"));
    fs::write(&file, "x").unwrap();
    fs::create_dir_all(&full).unwrap();
    fs::write(full.join("a.txt"), "x").unwrap();
    fs::create_dir_all(&app).unwrap();
    fs::write(app.join(MANIFEST), "{\"name\": \"an app\"}").unwrap();
    assert!(why(&file).ends_with("is a file; an index is a folder"));
    assert!(why(&full).ends_with("is not empty and holds no index; choose another folder"));
    assert!(why(&app).ends_with("that is not of an index; choose another folder"));
}

#[test]
fn folders_made_for_nothing_go_again() {
    let scratch = Scratch::new("writer-made");
    drop(IndexWriter::open(&scratch.0.join("a/b/c")).unwrap());
    assert!(names(&scratch.0).is_empty());
    let mut writer = IndexWriter::open(&scratch.0.join("a/b")).unwrap();
    writer.write(MANIFEST, INDEX).unwrap();
    drop(writer);
    assert!(scratch.0.join("a/b").join(MANIFEST).is_file());
}

#[cfg(unix)]
#[test]
fn one_writes_at_a_time() {
    let scratch = Scratch::new("writer-lock");
    let first = IndexWriter::open(&scratch.0).unwrap();
    assert!(why(&scratch.0).contains("another quarry writes"));
    drop(first);
    assert!(IndexWriter::open(&scratch.0).is_ok());
}
