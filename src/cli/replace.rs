//! Files that are written as a whole: beside, flushed to the disk, then renamed. Whatever happens, the name stands for
//! the old content or the new one.

use super::Stop;
use super::input::reason;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// How many symbolic links are followed.
const MAX_LINKS: usize = 40;

/// How many names are tried for the file beside.
const MAX_NAMES: u32 = 1000;

/// A file that is being written to take the place of another, or of nothing. Dropped before [`Replacement::commit`], it
/// leaves everything as it was.
pub struct Replacement {
    out: BufWriter<File>,
    target: PathBuf,
    /// The file beside; `None` for what is no file, such as a pipe, which is written to directly.
    beside: Option<PathBuf>,
    /// Whether other names stand for the same file, which renaming would leave with the old content.
    shared: bool,
}

/// Writes a file as a whole.
pub fn replace(path: &Path, content: &[u8]) -> Result<(), Stop> {
    let written = Replacement::create(path).and_then(|mut out| {
        out.write_all(content)?;
        out.commit()
    });
    written.map_err(|error| unwritable(path, &error))
}

/// Stops because a file cannot be written.
pub fn unwritable(path: &Path, error: &io::Error) -> Stop {
    Stop::CannotRun(format!("cannot write {}: {}", path.display(), reason(error)))
}

/// Writes text to a file as a whole; packed if its name ends in `.gz`.
pub fn replace_text(path: &Path, text: impl std::fmt::Display) -> io::Result<()> {
    let mut out = Replacement::create(path)?;
    if path.extension().is_some_and(|extension| extension == "gz") {
        let mut packer = GzEncoder::new(out, Compression::default());
        write!(packer, "{text}")?;
        return packer.finish()?.commit();
    }
    write!(out, "{text}")?;
    out.commit()
}

impl Replacement {
    /// Begins to write what is to stand at this path. A symbolic link stays one: the file it leads to is replaced.
    pub fn create(path: &Path) -> io::Result<Replacement> {
        let target = followed(path)?;
        let old = match fs::metadata(&target) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some(old) = &old {
            // Renaming would replace a file that must not be written, and cannot replace what is no file.
            let file = OpenOptions::new().write(true).open(&target)?;
            if !old.is_file() {
                return Ok(Replacement { out: BufWriter::new(file), target, beside: None, shared: false });
            }
        }
        let (file, beside) = new_beside(&target)?;
        let shared = old.as_ref().is_some_and(has_other_names);
        let replacement = Replacement { out: BufWriter::new(file), target, beside: Some(beside), shared };
        if let Some(old) = &old {
            keep_owner(replacement.out.get_ref(), old);
            replacement.out.get_ref().set_permissions(old.permissions())?;
        }
        Ok(replacement)
    }

    /// Puts what was written in its place; it is on the disk when this returns.
    pub fn commit(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some(beside) = &self.beside else { return Ok(()) };
        self.out.get_ref().sync_all()?;
        if self.shared {
            return self.copy();
        }
        fs::rename(beside, &self.target)?;
        self.beside = None;
        sync_folder(&self.target)
    }

    /// The same under another name in the same folder; what stands at the path is left.
    pub fn commit_to(mut self, path: &Path) -> io::Result<()> {
        self.target = path.to_owned();
        self.shared = false;
        self.commit()
    }

    /// Writes into a file that has other names. Until all of it is on the disk, the whole content is in the file
    /// beside.
    fn copy(&mut self) -> io::Result<()> {
        let Some(beside) = &self.beside else { return Ok(()) };
        let copied = File::open(beside).and_then(|mut from| {
            let mut to = OpenOptions::new().write(true).truncate(true).open(&self.target)?;
            io::copy(&mut from, &mut to)?;
            to.sync_all()
        });
        copied.map_err(|error| {
            let kept = self.beside.take().unwrap_or_default();
            io::Error::new(error.kind(), format!("{error}; the whole new content is in {}", kept.display()))
        })
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // It is of no use to anybody; that it stays is no reason to fail.
            let _ = fs::remove_file(beside);
        }
    }
}

/// Where a path leads by symbolic links, also when there is nothing yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let link = fs::symlink_metadata(&path).is_ok_and(|data| data.file_type().is_symlink());
        if !link {
            return Ok(path);
        }
        let to = fs::read_link(&path)?;
        path = path.parent().map_or_else(|| to.clone(), |folder| folder.join(&to));
    }
    Err(io::Error::other("the symbolic links do not end"))
}

/// A new file in the same folder, so that it can be renamed.
fn new_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    // The name of a file may have 255 bytes.
    let name: String = name.chars().take(40).collect();
    for n in 0..MAX_NAMES {
        let beside = target.with_file_name(format!(".{name}.{}-{n}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => return Ok((file, beside)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(unix)]
fn has_other_names(old: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(old) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &fs::Metadata) -> bool {
    false
}

/// Gives a file to the owner and the group of the old one, as far as that is allowed.
#[cfg(unix)]
fn keep_owner(new: &File, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only an administrator gives files away; the group is often allowed where the owner is not.
    if fchown(new, Some(old.uid()), Some(old.gid())).is_err() {
        let _ = fchown(new, None, Some(old.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

/// Has the name of a file written to the disk as well.
#[cfg(unix)]
pub fn sync_folder(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match File::open(folder) {
        Ok(folder) => folder.sync_all(),
        // A folder that may be written but not read.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
