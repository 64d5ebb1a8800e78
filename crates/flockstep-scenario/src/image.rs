//! Images that costs are read from.

use crate::input;
use flockstep::ground::MOST_CELLS;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// The most bytes that are read from all images of a scenario together.
const MOST_BYTES: u64 = 64 << 20;
/// Darker than this (of 255) is a wall.
const WALL: u8 = 16;

/// Where the files may lie that a scenario names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// In the scenario's own folder or below it, also after every link has been followed: a file from a stranger reads nothing
    /// else.
    #[default]
    Folder,
    /// Anywhere.
    Anywhere,
}

/// Pixels along x and y, and the cost of each, the lowest row first.
pub(crate) type Pixels = ([usize; 2], Vec<f32>);

/// What the files of a scenario may still take. A short text can name many large ones, or ask for many large fields.
pub(crate) struct Budget {
    /// Cells of all fields.
    pub cells: usize,
    bytes: u64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { cells: MOST_CELLS, bytes: MOST_BYTES }
    }
}

/// Reads the costs of an image that a scenario file names: white costs 1, darker costs more, black is a wall. The error says
/// what is wrong with it.
pub(crate) fn read(scenario: &str, image: &str, reach: Reach, budget: &mut Budget) -> Result<Pixels, String> {
    let file = find(scenario, image, reach)?;
    let mut content = Vec::new();
    let file = input::open(&file).map_err(|error| unreadable(&error))?;
    file.take(budget.bytes + 1).read_to_end(&mut content).map_err(|error| unreadable(&error))?;
    let Some(left) = budget.bytes.checked_sub(content.len() as u64) else {
        budget.bytes = 0;
        return Err(format!("one image too many: all of them together have more than {MOST_BYTES} bytes"));
    };
    budget.bytes = left;
    decode(content, budget.cells)
}

/// Where the image lies.
fn find(scenario: &str, image: &str, reach: Reach) -> Result<PathBuf, String> {
    let outside = || "a path that leads out of the folder of the file".to_string();
    let stays = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
    if image.is_empty() || reach == Reach::Folder && !Path::new(image).components().all(stays) {
        return Err(outside());
    }
    let folder = Path::new(scenario).parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let found = folder.join(image).canonicalize().map_err(|error| unreadable(&error))?;
    // A link may lead out, too.
    if reach == Reach::Folder && !folder.canonicalize().is_ok_and(|folder| found.starts_with(folder)) {
        return Err(outside());
    }
    // A pipe would wait for someone who writes, a device may never end.
    if found.is_file() { Ok(found) } else { Err("something that is no file".into()) }
}

fn unreadable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "a file that does not exist".into(),
        _ => format!("a file that cannot be read ({error})"),
    }
}

/// The costs of an image of at most so many pixels.
fn decode(content: Vec<u8>, most: usize) -> Result<Pixels, String> {
    let wrong = |error: png::DecodingError| format!("no PNG image ({error})");
    let limits = png::Limits { bytes: 4 * MOST_CELLS + (64 << 20) };
    let mut decoder = png::Decoder::new_with_limits(std::io::Cursor::new(content), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(wrong)?;
    let size = [reader.info().width as usize, reader.info().height as usize];
    if size[0].saturating_mul(size[1]) > most {
        let problem = format!("more than the {MOST_CELLS} cells that all fields may have together");
        return Err(format!("an image of {} by {} pixels, {problem}", size[0], size[1]));
    }
    // The library counts on three bytes for each color of a palette.
    if let Some(palette) = reader.info().palette.as_ref().filter(|palette| palette.len() % 3 != 0) {
        return Err(format!("no PNG image (a palette of {} bytes, which is no multiple of three)", palette.len()));
    }
    let room = reader.output_buffer_size().ok_or_else(|| "an image too large for memory".to_string())?;
    let mut pixels = vec![0; room];
    let frame = reader.next_frame(&mut pixels).map_err(wrong)?;
    let channels = frame.color_type.samples();
    let gray = |pixel: &[u8]| match channels {
        1 | 2 => pixel[0],
        // Shares in thousandths, as the eye weighs them (ITU-R BT.601).
        _ => ((299 * u32::from(pixel[0]) + 587 * u32::from(pixel[1]) + 114 * u32::from(pixel[2])) / 1000) as u8,
    };
    let cost = |gray: u8| if gray < WALL { f32::INFINITY } else { 255.0 / f32::from(gray) };
    let rows = pixels[..frame.buffer_size()].chunks_exact(frame.line_size).rev();
    Ok((size, rows.flat_map(|row| row.chunks_exact(channels).map(|pixel| cost(gray(pixel)))).collect()))
}
