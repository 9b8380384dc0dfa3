//! Files that are replaced: the old content or the new one, never a part, and what belongs to the file stays.

use super::{Folder, clean, output};
use std::fs;

const FILL: &str = "tests/games/fill.lud";

/// A description in another layout than the canonical one, and that one.
fn layouts() -> (String, String) {
    let text = fs::read_to_string(FILL).expect("the game is there");
    let laid_out = String::from_utf8(output(&["fmt", "-"], text.as_bytes()).stdout).expect("UTF-8");
    (laid_out.replace("\n    ", "\n  "), laid_out)
}

/// The names of what is in a folder.
fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).expect("the folder is there");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

#[test]
fn nothing_is_left_beside() {
    let folder = Folder::new("beside");
    let (text, laid_out) = layouts();
    let file = folder.file("game.lud");
    fs::write(&file, text).expect("written");
    clean(&["fmt", &file]);
    assert_eq!(fs::read_to_string(&file).expect("read"), laid_out);
    clean(&["board", &file, "--svg", &folder.file("board.svg"), "--html", &folder.file("board.html")]);
    clean(&["stats", &file, "-n", "10", "--plot", &folder.file("")]);
    output(&["play", &file, "--save", &folder.file("game.jsonl.gz")], b"1\n2\n");
    clean(&["verify", &file, &folder.file("game.jsonl.gz")]);
    let written = names(&folder);
    assert!(written.len() >= 7 && written.iter().all(|name| !name.starts_with('.')), "{written:?}");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::process::Command;

    /// Runs the program where no file may become larger than so many blocks of 512 bytes or, in some shells, 1,024.
    fn on_a_full_disk(blocks: usize, args: &str) -> (Option<i32>, String) {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {} {args}", env!("CARGO_BIN_EXE_ludemic"));
        let out = Command::new("sh").args(["-c", &script]).output().expect("the shell starts");
        (out.status.code(), String::from_utf8_lossy(&out.stderr).into_owned())
    }

    #[test]
    fn a_full_disk_leaves_the_old_file() {
        let folder = Folder::new("full");
        let (text, laid_out) = layouts();
        let remark = "// A remark of some length, so that the file becomes long.\n".repeat(200);
        let (text, file) = (format!("{remark}{text}"), folder.file("game.lud"));
        fs::write(&file, &text).expect("written");
        let (code, told) = on_a_full_disk(4, &format!("fmt {file}"));
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains("cannot write"), "{told}");
        assert_eq!(fs::read_to_string(&file).expect("read"), text);
        for (option, name) in [("--html", "game.html"), ("--svg", "game.svg")] {
            let path = folder.file(name);
            fs::write(&path, "old").expect("written");
            let (code, told) = on_a_full_disk(1, &format!("board {file} --seed 1 {option} {path}"));
            assert_eq!(code, Some(2), "{told}");
            assert_eq!(fs::read_to_string(&path).expect("read"), "old");
        }
        assert_eq!(names(&folder), ["game.html", "game.lud", "game.svg"]);
        clean(&["fmt", &file]);
        assert!(fs::read_to_string(&file).expect("read").ends_with(&laid_out));
    }

    #[test]
    fn permissions_and_links_stay() {
        let folder = Folder::new("links");
        let (text, laid_out) = layouts();
        fs::create_dir(folder.file("below")).expect("a folder");
        let (file, link, chain) = (folder.file("below/game.lud"), folder.file("link.lud"), folder.file("chain.lud"));
        fs::write(&file, &text).expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("permissions");
        symlink("below/game.lud", &link).expect("a link");
        symlink(&link, &chain).expect("a link");
        clean(&["fmt", &chain]);
        assert_eq!(fs::read_to_string(&file).expect("read"), laid_out);
        assert_eq!(fs::metadata(&file).expect("the file").mode() & 0o7777, 0o640);
        for path in [&link, &chain] {
            assert!(fs::symlink_metadata(path).expect("the link").file_type().is_symlink());
        }

        // A link that leads nowhere yet, and a file with two names.
        let (new, nowhere) = (folder.file("below/new.svg"), folder.file("nowhere.svg"));
        symlink("below/new.svg", &nowhere).expect("a link");
        clean(&["board", &file, "--svg", &nowhere]);
        assert!(fs::read_to_string(&new).expect("read").contains("<svg"));
        let other = folder.file("other.lud");
        fs::write(&file, &text).expect("written");
        fs::hard_link(&file, &other).expect("a second name");
        clean(&["fmt", &file]);
        assert_eq!(fs::read_to_string(&other).expect("read"), laid_out);
        assert_eq!(fs::metadata(&file).expect("the file").nlink(), 2);
        assert_eq!(names(&folder), ["below", "chain.lud", "link.lud", "nowhere.svg", "other.lud"]);
    }

    #[test]
    fn what_is_no_file_is_written_to() {
        clean(&["board", FILL, "--svg", "/dev/null"]);
        assert!(!fs::metadata("/dev/null").expect("the device").is_file());
        let folder = Folder::new("endless");
        let (one, other) = (folder.file("one.svg"), folder.file("other.svg"));
        symlink(&one, &other).expect("a link");
        symlink(&other, &one).expect("a link");
        assert_eq!(output(&["board", FILL, "--svg", &one], b"").status.code(), Some(2));
    }
}
