//! Pipes and devices of a test's own, in its own folder: the system's are never touched.

#![allow(dead_code, reason = "every test file uses its own part")]
#![allow(clippy::print_stderr)] // a test that cannot be made says so

use super::{Folder, Ran};
use std::os::unix::fs::FileTypeExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a private device does: as the system's `null` and `zero`.
#[derive(Clone, Copy)]
pub enum Device {
    Null,
    Zero,
}

/// Makes a device. `false`, with a word, where that is not allowed.
pub fn device(folder: &Folder, name: &str, device: Device) -> bool {
    let minor = match device {
        Device::Null => "3",
        Device::Zero => "5",
    };
    let made = Command::new("mknod").arg(folder.path(name)).args(["c", "1", minor]).stderr(Stdio::null()).status();
    // On some disks a node can be made and not be opened.
    let works = made.is_ok_and(|made| made.success()) && std::fs::File::open(folder.path(name)).is_ok();
    if !works {
        eprintln!("skipped: no devices can be made here (only root can, on a disk that knows them)");
    }
    works
}

/// Makes a pipe that nobody is at.
pub fn pipe(folder: &Folder, name: &str) {
    let made = Command::new("mkfifo").arg(folder.path(name)).status();
    assert!(made.is_ok_and(|made| made.success()), "mkfifo works");
}

pub fn is_device(folder: &Folder, name: &str) -> bool {
    folder.path(name).symlink_metadata().is_ok_and(|about| about.file_type().is_char_device())
}

pub fn is_pipe(folder: &Folder, name: &str) -> bool {
    folder.path(name).symlink_metadata().is_ok_and(|about| about.file_type().is_fifo())
}

/// Runs the command, which must be refused with code 2 within some seconds, whatever it is given.
pub fn refused_soon(folder: &Folder, arguments: &[&str]) -> Ran {
    let mut command = folder.command(arguments);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    let began = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if began.elapsed() > Duration::from_secs(20) {
            let _ = child.kill();
            let _ = child.wait();
            panic!("{arguments:?} hangs");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().expect("what it said");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stdout}{stderr}");
    Ran { what: arguments.join(" "), code: output.status.code(), stdout, stderr }
}
