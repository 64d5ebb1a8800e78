//! A finished picture.

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Red, green, blue and opacity (always 255) of each pixel, from the top left, row by row.
    pub rgba: Vec<u8>,
}
