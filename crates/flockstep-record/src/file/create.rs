//! Files that are written from front to back while a run goes on.

use super::place::{Place, Standing};
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens an output for writing from its start. A regular file that is there is emptied with `force`, else refused with
/// an error of the kind [`io::ErrorKind::AlreadyExists`]; a pipe or a device is written to as it is.
pub fn create(path: &Path, force: bool) -> io::Result<File> {
    let place = Place::find(path)?;
    match place.standing {
        // Exclusively: what was put there a moment ago, a link too, is not written through.
        Standing::Nothing => File::options().write(true).create_new(true).open(&place.path),
        Standing::File if !force => Err(io::ErrorKind::AlreadyExists.into()),
        Standing::File => {
            let file = open_file(File::options().write(true), &place.path)?;
            file.set_len(0)?;
            Ok(file)
        }
        Standing::Stream(_) => File::options().write(true).open(&place.path),
        Standing::Other(what) => Err(io::Error::other(format!("it is {what}"))),
    }
}

/// Opens a regular file that is there, to go on in it: for reading and writing, nothing changed yet.
pub fn go_on(path: &Path) -> io::Result<File> {
    let place = Place::find(path)?;
    match place.standing {
        Standing::File => open_file(File::options().read(true).write(true), &place.path),
        Standing::Nothing => Err(io::ErrorKind::NotFound.into()),
        Standing::Stream(what) | Standing::Other(what) => {
            Err(io::Error::other(format!("it is {what}, and a run goes on in a file")))
        }
    }
}

/// Opens what a moment ago was a regular file, and refuses what has taken its place since.
fn open_file(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is no file any more")) }
}
