//! Where bytes go: a file, or a pipe.

use crate::error::Error;
use std::fs::{self, File};
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
        matches!(self.sink, Sink::Pipe(_))
    }
    /// The file's path, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.sink {
            Sink::File { path, .. } => Some(path),
            Sink::Pipe(_) | Sink::Closed => None,
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
            Sink::Pipe(_) | Sink::Closed => Ok(()),
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
                let again = File::options().read(true).write(true).open(path).ok().filter(|_| regular)?;
                is_same(&again.metadata().ok()?, &file.metadata().ok()?).then_some(again)
            }
            Sink::Pipe(_) | Sink::Closed => None,
        }
    }
    fn failed(&self) -> impl FnOnce(io::Error) -> Error + use<> {
        Error::io(format!("write {}", self.name))
    }
}

/// Whether two descriptions are of one file.
#[cfg(unix)]
fn is_same(one: &fs::Metadata, two: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (two.dev(), two.ino())
}

/// Elsewhere a file that is open cannot be removed.
#[cfg(not(unix))]
fn is_same(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

/// The file beside `path` in which its next content is made.
pub fn beside(path: &Path) -> PathBuf {
    with_ending(path, ".partial")
}

/// The same place with more behind its name.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(ending);
    path.with_file_name(name)
}

/// Replaces a file in one go: whoever looks, and whatever fails, finds the old content or the new one, never a part.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = beside(path);
    let written = File::create(&beside)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&beside, path))
        .and_then(|()| sync_folder(path));
    written.inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

/// Makes the rename itself last. Only Unix lets a folder be synced.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
