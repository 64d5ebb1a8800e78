//! The colors of a GIF: 255 for all its frames, so that nothing flickers, and one that means "as before".

use flockstep_view::Image;

/// The number of the color that means "as before".
pub const CLEAR: u8 = 255;
/// How many of the colors are kept for what the others show worst: a few agents of a color of their own.
const RARE: usize = 48;
/// Bits of each channel that colors are told apart by when they are counted, and when the nearest is looked up.
const COUNT_BITS: u32 = 5;
const FIND_BITS: u32 = 6;
/// How far a pixel may be shifted, of 255, so that two colors mixed look like the one between them.
const DITHER: f32 = 5.0;
/// In which order the pixels of a square of 8 by 8 take the next color: neighbours as far apart as can be.
const ORDER: [[u8; 8]; 8] = [
    [0, 32, 8, 40, 2, 34, 10, 42],
    [48, 16, 56, 24, 50, 18, 58, 26],
    [12, 44, 4, 36, 14, 46, 6, 38],
    [60, 28, 52, 20, 62, 30, 54, 22],
    [3, 35, 11, 43, 1, 33, 9, 41],
    [51, 19, 59, 27, 49, 17, 57, 25],
    [15, 47, 7, 39, 13, 45, 5, 37],
    [63, 31, 55, 23, 61, 29, 53, 21],
];

/// The colors of a GIF.
pub struct Palette {
    colors: Vec<[u8; 3]>,
    /// The nearest color for each of the cells that colors fall into; found when first asked for.
    nearest: Vec<Option<u8>>,
}

/// Counts colors of sample frames.
pub struct Census {
    /// How many pixels fell into each cell, and the sum of their channels.
    cells: Vec<[u64; 4]>,
}

impl Census {
    pub fn new() -> Census {
        Census { cells: vec![[0; 4]; 1 << (3 * COUNT_BITS)] }
    }

    pub fn count(&mut self, image: &Image) {
        for pixel in image.rgba.chunks_exact(4) {
            let color = [pixel[0], pixel[1], pixel[2]];
            let cell = &mut self.cells[cell(color, COUNT_BITS)];
            cell[0] += 1;
            (0..3).for_each(|channel| cell[channel + 1] += u64::from(color[channel]));
        }
    }

    /// The colors that show them all best.
    pub fn palette(&self) -> Palette {
        // By its root, a count favours what is rare: agents are few pixels among many of the ground.
        let seen: Vec<([u8; 3], f64)> = self
            .cells
            .iter()
            .filter(|[count, ..]| *count > 0)
            .map(|[count, sums @ ..]| (sums.map(|sum| ((sum + count / 2) / count) as u8), (*count as f64).sqrt()))
            .collect();
        let mut pixels = Vec::new();
        for ([r, g, b], weight) in &seen {
            (0..weight.ceil() as usize).for_each(|_| pixels.extend([*r, *g, *b, 255]));
        }
        let net = color_quant::NeuQuant::new(1, usize::from(CLEAR) - RARE, &pixels);
        let mut colors: Vec<[u8; 3]> = net.color_map_rgb().chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
        let mut off: Vec<i32> = seen.iter().map(|(color, _)| nearest(&colors, *color).1).collect();
        for _ in 0..RARE {
            let cost = |at: &usize| f64::from(off[*at]) * seen[*at].1;
            let Some(worst) = (0..seen.len()).max_by(|a, b| cost(a).total_cmp(&cost(b))) else { break };
            let added = seen[worst].0;
            colors.push(added);
            seen.iter().zip(&mut off).for_each(|((color, _), off)| *off = (*off).min(distance(added, *color)));
        }
        Palette { colors, nearest: vec![None; 1 << (3 * FIND_BITS)] }
    }
}

/// How far apart two colors are, as an eye weighs the channels.
fn distance(one: [u8; 3], two: [u8; 3]) -> i32 {
    let [r, g, b] = std::array::from_fn(|channel| i32::from(one[channel]) - i32::from(two[channel]));
    3 * r * r + 6 * g * g + 2 * b * b
}

/// The number of the nearest color, and how far it is.
fn nearest(colors: &[[u8; 3]], to: [u8; 3]) -> (u8, i32) {
    let all = colors.iter().enumerate().map(|(number, color)| (number as u8, distance(*color, to)));
    all.min_by_key(|(_, off)| *off).unwrap_or((0, 0))
}

impl Palette {
    /// As a GIF has it.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colors.iter().flatten().copied().collect();
        bytes.resize(256 * 3, 0);
        bytes
    }

    /// A color by its number.
    pub fn color(&self, number: u8) -> [u8; 3] {
        self.colors.get(usize::from(number)).copied().unwrap_or([0; 3])
    }

    /// The number of the color for a pixel at a place.
    pub fn number(&mut self, color: [u8; 3], [x, y]: [usize; 2]) -> u8 {
        let shift = (f32::from(ORDER[y % 8][x % 8]) / 63.0 - 0.5) * DITHER;
        let shifted = color.map(|channel| (f32::from(channel) + shift + 0.5).clamp(0.0, 255.0) as u8);
        let cell = cell(shifted, FIND_BITS);
        if let Some(number) = self.nearest[cell] {
            return number;
        }
        let number = self.find(cell);
        self.nearest[cell] = Some(number);
        number
    }

    /// The color nearest to the middle of a cell.
    fn find(&self, cell: usize) -> u8 {
        let (mask, low) = ((1 << FIND_BITS) - 1, 8 - FIND_BITS);
        let middle = [2 * FIND_BITS, FIND_BITS, 0].map(|shift| ((cell >> shift & mask) << low | 1 << (low - 1)) as u8);
        nearest(&self.colors, middle).0
    }
}

/// The cell that a color falls into.
fn cell(color: [u8; 3], bits: u32) -> usize {
    color.iter().fold(0, |cell, channel| cell << bits | usize::from(*channel) >> (8 - bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A gray gradient with one red dot: every gray is near, and the dot stays red.
    #[test]
    fn what_is_rare_keeps_its_color() {
        let mut rgba: Vec<u8> = (0..200 * 100)
            .flat_map(|at| {
                let g = (at % 200) as u8;
                [g, g, g, 255]
            })
            .collect();
        for pixel in 0..12 {
            rgba[4 * (7_000 + pixel)..][..3].copy_from_slice(&[230, 30, 40]);
        }
        let image = Image { width: 200, height: 100, rgba };
        let mut census = Census::new();
        census.count(&image);
        let mut palette = census.palette();
        assert_eq!(palette.bytes().len(), 768);
        for (color, most) in [([230, 30, 40], 20), ([0; 3], 12), ([100; 3], 12), ([199; 3], 12)] {
            for place in [[0, 0], [3, 5], [7, 7]] {
                let number = palette.number(color, place);
                assert_ne!(number, CLEAR);
                let found = palette.color(number);
                assert!((0..3).all(|c| found[c].abs_diff(color[c]) <= most), "{color:?} became {found:?}");
            }
        }
    }
}
