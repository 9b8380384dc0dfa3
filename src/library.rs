//! Files found in folders: those of a kind, and the games that a match is made of, by name.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

/// The deepest nesting of folders in which files of a kind are looked for.
const MAX_FOLDERS: usize = 32;

/// How many folders above a match are searched for its games.
const MAX_ABOVE: usize = 6;

/// How many files and folders are looked at for one game.
const MAX_ENTRIES: usize = 20_000;

/// All files below a folder whose names end in this extension, in no particular order.
///
/// # Errors
///
/// When a folder cannot be read.
pub fn files_below(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                if depth < MAX_FOLDERS {
                    folders.push((path, depth + 1));
                }
            } else if path.extension().is_some_and(|own| own == extension) {
                files.push(path);
            }
        }
    }
    Ok(files)
}

/// The file of the game of this name, `NAME.lud`: below `folder`, or without one below the folders that the match at
/// `file` stands in, the nearest first.
pub fn find(name: &str, file: &Path, folder: Option<&Path>) -> Option<PathBuf> {
    let wanted = format!("{name}.lud");
    let mut entries = MAX_ENTRIES;
    if let Some(folder) = folder {
        return below(folder, None, &wanted, &mut entries);
    }
    let file = std::path::absolute(file).ok()?;
    let mut searched = None;
    for folder in file.ancestors().skip(1).take(MAX_ABOVE) {
        // What has been searched below one folder is not searched again below the next.
        let found = below(folder, searched, &wanted, &mut entries);
        if found.is_some() || entries == 0 {
            return found;
        }
        searched = Some(folder);
    }
    None
}

/// The first file of this name below a folder, level by level, names in order; hidden folders and links are left out.
fn below(folder: &Path, except: Option<&Path>, wanted: &str, entries: &mut usize) -> Option<PathBuf> {
    let mut folders = VecDeque::from([folder.to_owned()]);
    while let Some(folder) = folders.pop_front() {
        let Ok(list) = std::fs::read_dir(&folder) else { continue };
        let mut names: Vec<_> = list.take(*entries).flatten().collect();
        *entries -= names.len();
        names.sort_by_key(std::fs::DirEntry::file_name);
        for entry in names {
            let (path, name) = (entry.path(), entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => {
                    let hidden = name.to_str().is_some_and(|name| name.starts_with('.'));
                    if !hidden && except != Some(path.as_path()) {
                        folders.push_back(path);
                    }
                }
                Ok(kind) if kind.is_file() && name.to_str() == Some(wanted) => return Some(path),
                _ => {}
            }
        }
    }
    None
}
