//! Files that are read: regular ones, and no more of them than is asked for.
//!
//! A pipe may wait for ever for someone who writes, and a device may have no end or do something when it is opened.
//! Both are refused by what they are, before they are opened. What whoever started the program handed over already open
//! (`/dev/stdin`, `/dev/fd/N`, as a shell's `<(...)` does) is read up to the limit.

use std::fs::{File, FileType};
use std::io::{self, Read};
use std::path::Path;

/// Opens a regular file for reading; links are followed. Anything else is refused at once.
pub fn open(path: &Path) -> io::Result<File> {
    refuse(path.metadata()?.file_type())?;
    let file = quick().open(path)?;
    // Another thing may have taken its place.
    refuse(file.metadata()?.file_type())?;
    Ok(file)
}

/// The bytes of a file, at most so many: a longer one is refused.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = if is_handed_over(path) { File::open(path)? } else { open(path)? };
    let about = file.metadata()?;
    let too_long = || io::Error::other(format!("it has more than the {most} bytes that are read"));
    if about.is_file() && about.len() > most {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    let length = file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if length as u64 > most { Err(too_long()) } else { Ok(bytes) }
}

/// What something is, in words, if it is no regular file.
pub fn what_else(kind: FileType) -> Option<&'static str> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a pipe");
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Some("a device");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
    }
    match kind {
        kind if kind.is_file() => None,
        kind if kind.is_dir() => Some("a folder"),
        _ => Some("something else"),
    }
}

fn refuse(kind: FileType) -> io::Result<()> {
    what_else(kind).map_or(Ok(()), |what| Err(io::Error::other(format!("it is {what}, and a file is read"))))
}

/// Whether a path means what the program was given open.
fn is_handed_over(path: &Path) -> bool {
    path == Path::new("/dev/stdin") || ["/dev/fd", "/proc/self/fd"].iter().any(|folder| path.starts_with(folder))
}

/// Opens for reading without waiting for whoever is at the other end.
fn quick() -> std::fs::OpenOptions {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NONBLOCK);
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit_and_a_folder_not_at_all() {
        let path = std::env::temp_dir().join(format!("flockstep-input-{}", std::process::id()));
        std::fs::write(&path, b"12345").expect("a file");
        assert_eq!(read(&path, 5).ok().as_deref(), Some(&b"12345"[..]));
        assert!(read(&path, 4).is_err_and(|error| error.to_string().contains("more than the 4 bytes")));
        assert!(read(&std::env::temp_dir(), 9).is_err_and(|error| error.to_string().contains("a folder")));
        let _ = std::fs::remove_file(&path);
    }
}
