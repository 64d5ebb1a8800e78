//! Films as MP4 files: frames go to ffmpeg through a pipe.

use crate::failure::{Failure, plain};
use flockstep_view::Image;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::JoinHandle;

/// What ffmpeg is asked to encode with: it depends on how it was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoder {
    name: &'static str,
    quality: &'static [&'static str],
}

/// The best first. The last one every ffmpeg has.
const ENCODERS: [Encoder; 3] = [
    Encoder { name: "libx264", quality: &["-crf", "18", "-preset", "medium"] },
    Encoder { name: "libopenh264", quality: &["-b:v", "8M"] },
    Encoder { name: "mpeg4", quality: &["-q:v", "3"] },
];

impl Encoder {
    /// Asks ffmpeg what it can do, and so whether it is there at all.
    pub fn find() -> Result<Encoder, Failure> {
        let asked = Command::new("ffmpeg").args(["-hide_banner", "-encoders"]).stdin(Stdio::null()).output();
        let answer = asked.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Failure::Input(
                "an .mp4 is made by ffmpeg, which is not installed (or not on the path); a .gif needs nothing".into(),
            ),
            _ => Failure::Input(format!("an .mp4 is made by ffmpeg, which cannot be started: {}", plain(&error))),
        })?;
        let list = String::from_utf8_lossy(&answer.stdout);
        let has = |encoder: &Encoder| list.split_whitespace().any(|word| word == encoder.name);
        let found = ENCODERS.into_iter().find(has);
        found.ok_or_else(|| Failure::Input("this ffmpeg has no encoder for an .mp4".into()))
    }
}

/// An MP4 in the making.
pub struct Mp4Writer {
    path: PathBuf,
    ffmpeg: Child,
    frames: Option<ChildStdin>,
    /// What ffmpeg complains about.
    complaints: Option<JoinHandle<String>>,
}

impl Mp4Writer {
    /// Starts ffmpeg; it writes to the file `beside`, which is to become `path`.
    pub fn new(path: &Path, beside: &Path, size: [u32; 2], fps: f64, encoder: Encoder) -> Result<Mp4Writer, Failure> {
        let mut command = Command::new("ffmpeg");
        command.args(["-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba"]);
        command.args(["-s", &format!("{}x{}", size[0], size[1]), "-r", &fps.to_string(), "-i", "pipe:0"]);
        command.args(["-an", "-c:v", encoder.name]).args(encoder.quality);
        // Any player shows this kind of pixels, and the table of contents goes first so that it plays while it loads.
        command.args(["-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"]);
        // A name may begin with a dash.
        command.arg(format!("file:{}", beside.display()));
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            // Ctrl-C is for this program, which then ends ffmpeg.
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        let started = command.spawn();
        let mut ffmpeg =
            started.map_err(|error| Failure::Running(format!("ffmpeg cannot be started: {}", plain(&error))))?;
        let complaints = ffmpeg.stderr.take().map(|mut pipe| {
            std::thread::spawn(move || {
                let mut text = Vec::new();
                let _ = pipe.read_to_end(&mut text);
                String::from_utf8_lossy(&text).trim().to_string()
            })
        });
        Ok(Mp4Writer { path: path.into(), frames: ffmpeg.stdin.take(), ffmpeg, complaints })
    }

    /// Adds a frame.
    pub fn add(&mut self, image: &Image) -> Result<(), Failure> {
        let written = self.frames.as_mut().map_or(Ok(()), |pipe| pipe.write_all(&image.rgba));
        // If ffmpeg reads no more, its own words say why.
        written.map_err(|error| self.end().err().unwrap_or_else(|| self.failed(&plain(&error))))
    }

    /// Ends the file.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.end()
    }

    fn end(&mut self) -> Result<(), Failure> {
        drop(self.frames.take());
        let status = self.ffmpeg.wait().map_err(|error| self.failed(&plain(&error)))?;
        let complaints = self.complaints.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        if status.success() {
            return Ok(());
        }
        Err(self.failed(if complaints.is_empty() { "it gives no reason" } else { &complaints }))
    }

    fn failed(&self, why: &str) -> Failure {
        Failure::Running(format!("ffmpeg could not write {}: {why}", self.path.display()))
    }
}

impl Drop for Mp4Writer {
    fn drop(&mut self) {
        // It has ended already unless something went wrong.
        let _ = self.ffmpeg.kill();
        let _ = self.ffmpeg.wait();
    }
}
