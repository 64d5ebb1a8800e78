//! Images that costs are read from.

use flockstep::ground::MOST_CELLS;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Component, Path};

/// The longest file that is read as an image.
const MOST_BYTES: u64 = 64 << 20;
/// Darker than this (of 255) is a wall.
const WALL: u8 = 16;

/// Pixels along x and y, and the cost of each, the lowest row first.
pub(crate) type Pixels = ([usize; 2], Vec<f32>);

/// Reads the costs of an image that lies in the folder of a file or below it: white costs 1, darker costs more, black is a wall.
/// The error says what is wrong with it.
pub(crate) fn read(file: &str, path: &str) -> Result<Pixels, String> {
    let relative = Path::new(path);
    let stays = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
    if path.is_empty() || !relative.components().all(stays) {
        return Err("a path that leads out of the folder of the file".into());
    }
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let image = File::open(folder.join(relative)).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => "a file that does not exist".to_string(),
        _ => format!("a file that cannot be read ({error})"),
    })?;
    decode(BufReader::new(image).take(MOST_BYTES))
}

fn decode(bytes: impl Read) -> Result<Pixels, String> {
    let wrong = |error: png::DecodingError| format!("no PNG image ({error})");
    // The decoder wants to seek: the whole file is in memory, which its length bounds.
    let mut content = Vec::new();
    let mut bytes = bytes;
    bytes.read_to_end(&mut content).map_err(|error| format!("a file that cannot be read ({error})"))?;
    let limits = png::Limits { bytes: 4 * MOST_CELLS + (64 << 20) };
    let mut decoder = png::Decoder::new_with_limits(std::io::Cursor::new(content), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(wrong)?;
    let size = [reader.info().width as usize, reader.info().height as usize];
    if size[0].saturating_mul(size[1]) > MOST_CELLS {
        return Err(format!("an image of {} by {} pixels, more than {MOST_CELLS}", size[0], size[1]));
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
