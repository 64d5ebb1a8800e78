//! Pictures as PNG files.

use crate::failure::Failure;
use flockstep_view::Image;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes a picture, without the opacity that it does not have.
pub fn write(file: File, path: &Path, image: &Image) -> Result<(), Failure> {
    let mut out = BufWriter::new(file);
    let mut encoder = png::Encoder::new(&mut out, image.width, image.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let rgb: Vec<u8> = image.rgba.chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&rgb)?;
        writer.finish()
    });
    let written = written.map_err(|error| Failure::Running(format!("cannot write {}: {error}", path.display())));
    written.and_then(|()| out.flush().map_err(|error| Failure::io(format!("write {}", path.display()), &error)))
}
