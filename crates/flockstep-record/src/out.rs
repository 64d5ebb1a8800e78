//! Where bytes go: a file, or a pipe.

use crate::error::Error;
use crate::file::{go_on, is_same};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where bytes go.
pub struct Out {
    name: String,
    sink: Sink,
    /// Bytes since it was last looked whether the file is still in its place.
    unseen: usize,
}

enum Sink {
    File {
        path: PathBuf,
        out: BufWriter<File>,
        regular: bool,
    },
    Pipe(BufWriter<Box<dyn Write + Send>>),
    /// Writing failed, and the file was taken away.
    Closed,
}

/// Less than this is gathered before it is handed to the system.
const ROOM: usize = 1 << 16;
/// After so many bytes it is looked whether the file is still in its place.
const LOOK: usize = 1 << 20;

impl Out {
    /// Into a file that has been opened for writing, from where it stands.
    pub fn file(path: &Path, file: File) -> Out {
        // A device cannot be synced, and neither can what a link to one leads to.
        let regular = file.metadata().is_ok_and(|about| about.is_file());
        let out = BufWriter::with_capacity(ROOM, file);
        let sink = Sink::File { path: path.to_path_buf(), out, regular };
        Out { name: path.display().to_string(), sink, unseen: 0 }
    }
    /// To the standard output.
    pub fn stdout() -> Out {
        let pipe: Box<dyn Write + Send> = Box::new(io::stdout());
        let sink = Sink::Pipe(BufWriter::with_capacity(ROOM, pipe));
        Out { name: "to the standard output".into(), sink, unseen: 0 }
    }
    /// Whether someone may be watching.
    pub(crate) fn is_pipe(&self) -> bool {
        matches!(self.sink, Sink::Pipe(_) | Sink::File { regular: false, .. })
    }
    /// The path of a regular file, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.sink {
            Sink::File { path, regular: true, .. } => Some(path),
            _ => None,
        }
    }
    /// Adds bytes; they may be held back until there are more.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let written = match &mut self.sink {
            Sink::File { out, .. } => out.write_all(bytes),
            Sink::Pipe(out) => out.write_all(bytes),
            Sink::Closed => Ok(()),
        };
        written.map_err(self.failed())?;
        self.unseen += bytes.len();
        if self.unseen > LOOK { self.look() } else { Ok(()) }
    }
    /// Hands everything to the system.
    pub fn flush(&mut self) -> Result<(), Error> {
        let flushed = match &mut self.sink {
            Sink::File { out, .. } => out.flush(),
            Sink::Pipe(out) => out.flush(),
            Sink::Closed => Ok(()),
        };
        flushed.map_err(self.failed())?;
        self.look()
    }
    /// Puts everything onto the disk.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.flush()?;
        let synced = match &mut self.sink {
            Sink::File { out, regular: true, .. } => out.get_ref().sync_data(),
            _ => Ok(()),
        };
        synced.map_err(self.failed())
    }
    /// Writes over what stands at a place of the file, and comes back to its end. A pipe has no places.
    pub(crate) fn write_at(&mut self, place: u64, bytes: &[u8]) -> Result<(), Error> {
        use std::io::{Seek, SeekFrom};
        self.flush()?;
        let written = match &mut self.sink {
            Sink::Pipe(_) | Sink::Closed | Sink::File { regular: false, .. } => Ok(()),
            Sink::File { out, .. } => {
                let file = out.get_mut();
                file.seek(SeekFrom::Start(place))
                    .and_then(|_| file.write_all(bytes))
                    .and_then(|()| file.seek(SeekFrom::End(0)))
                    .map(|_| ())
            }
        };
        written.map_err(self.failed())
    }
    /// Fails if the file is not in its place any more: whoever removed it, or the folder it lies in, would otherwise lose rows
    /// without a word, for a file without a name can still be written to.
    fn look(&mut self) -> Result<(), Error> {
        self.unseen = 0;
        let Sink::File { path, out, regular: true } = &self.sink else { return Ok(()) };
        let there = path.metadata().and_then(|there| Ok(is_same(&there, &out.get_ref().metadata()?)));
        let gone = || io::Error::other("it was removed or replaced while it was being written");
        if there.unwrap_or(false) { Ok(()) } else { Err(self.failed()(gone())) }
    }
    /// Ends writing after it has failed, and opens the file anew to be put in order. What could not be written is dropped: written
    /// later, after the disk has room again, it would begin in the middle of a row.
    pub(crate) fn take_file(&mut self) -> Option<File> {
        match std::mem::replace(&mut self.sink, Sink::Closed) {
            Sink::File { path, out, regular } => {
                let (file, _) = out.into_parts();
                // Not the same file any more if someone has put another one there.
                let again = if regular { go_on(&path).ok()? } else { return None };
                is_same(&again.metadata().ok()?, &file.metadata().ok()?).then_some(again)
            }
            Sink::Pipe(_) | Sink::Closed => None,
        }
    }
    fn failed(&self) -> impl FnOnce(io::Error) -> Error + use<> {
        Error::io(format!("write {}", self.name))
    }
}

/// The same place with more behind its name.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(ending);
    path.with_file_name(name)
}
