//! The colors of each backdrop, dark and light.

use super::Scene;
use crate::color::linear;
use crate::look::{Backdrop, Look, Theme};

/// Colors in linear light.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub backdrop: Backdrop,
    pub zenith: [f32; 3],
    pub horizon: [f32; 3],
    pub nadir: [f32; 3],
    /// Toward the key light, and its color.
    pub key_way: [f32; 3],
    pub key: [f32; 3],
    /// Light from above and from below.
    pub sky: [f32; 3],
    pub ground: [f32; 3],
    /// The grid's lines, with opacity.
    pub grid: [f32; 4],
    /// The edge and the pins, as bytes: lines are given so.
    pub edge: [u8; 4],
    pub pin: [u8; 4],
    /// How much thicker than usual the fog is.
    pub fog: f32,
}

impl Palette {
    pub fn of(scene: &Scene, look: &Look) -> Palette {
        let backdrop = if scene.dimensions == 3 { look.backdrop } else { Backdrop::Plain };
        match (look.theme, backdrop) {
            (Theme::Dark, Backdrop::Plain) => dark(),
            (Theme::Dark, Backdrop::Water) => Palette {
                backdrop,
                zenith: linear([0x5c, 0xc8, 0xdc]),
                horizon: linear([0x0d, 0x55, 0x7c]),
                nadir: linear([0x04, 0x1c, 0x30]),
                key_way: [0.25, 1.0, 0.3],
                key: [1.6, 1.75, 1.65],
                sky: linear([0x6f, 0xb8, 0xd0]),
                ground: linear([0x14, 0x48, 0x62]),
                grid: tint([0x9f, 0xe0, 0xf0], 0.28),
                edge: [0x9f, 0xd8, 0xec, 90],
                fog: 1.9,
                ..dark()
            },
            (Theme::Dark, Backdrop::Sky) => Palette {
                backdrop,
                zenith: linear([0x22, 0x3a, 0x78]),
                horizon: linear([0xcc, 0x92, 0x82]),
                nadir: linear([0x2e, 0x2c, 0x4a]),
                key_way: [-0.8, 0.45, -0.3],
                key: [1.5, 1.05, 0.75],
                sky: linear([0x7c, 0x84, 0xb8]),
                ground: linear([0x5a, 0x44, 0x50]),
                fog: 1.4,
                ..dark()
            },
            (Theme::Dark, Backdrop::Night) => Palette {
                backdrop,
                zenith: linear([0x06, 0x08, 0x14]),
                horizon: linear([0x12, 0x1a, 0x36]),
                nadir: linear([0x04, 0x05, 0x0c]),
                key_way: [0.6, 0.7, 0.35],
                key: [1.6, 1.5, 1.4],
                sky: linear([0x48, 0x58, 0x88]),
                ground: linear([0x1c, 0x20, 0x3a]),
                ..dark()
            },
            (Theme::Light, Backdrop::Plain) => light(),
            (Theme::Light, Backdrop::Water) => Palette {
                backdrop,
                zenith: linear([0xe6, 0xfa, 0xff]),
                horizon: linear([0x8c, 0xd0, 0xe4]),
                nadir: linear([0x3d, 0x94, 0xb6]),
                key_way: [0.25, 1.0, 0.3],
                ground: linear([0x4f, 0x9c, 0xb4]),
                fog: 2.0,
                ..light()
            },
            (Theme::Light, Backdrop::Sky) => Palette {
                backdrop,
                zenith: linear([0x4f, 0x9e, 0xe8]),
                horizon: linear([0xdf, 0xf0, 0xfb]),
                nadir: linear([0xa9, 0xc2, 0xd0]),
                key: [1.5, 1.42, 1.25],
                ..light()
            },
            (Theme::Light, Backdrop::Night) => Palette {
                backdrop,
                zenith: linear([0xb4, 0xc2, 0xe2]),
                horizon: linear([0xec, 0xf0, 0xf9]),
                nadir: linear([0x9c, 0xaa, 0xcc]),
                ..light()
            },
        }
    }
}

fn tint(color: [u8; 3], opacity: f32) -> [f32; 4] {
    let [r, g, b] = linear(color);
    [r, g, b, opacity]
}

fn dark() -> Palette {
    Palette {
        backdrop: Backdrop::Plain,
        zenith: linear([0x1c, 0x24, 0x31]),
        horizon: linear([0x18, 0x1f, 0x2b]),
        nadir: linear([0x10, 0x15, 0x1e]),
        key_way: [0.4, 0.9, 0.45],
        key: [1.35, 1.3, 1.2],
        sky: linear([0x8a, 0x98, 0xb0]),
        ground: linear([0x40, 0x42, 0x50]),
        grid: tint([0x8c, 0xa4, 0xc8], 0.16),
        edge: [0x9c, 0xb4, 0xd8, 150],
        pin: [0xff, 0xc2, 0x4a, 255],
        fog: 1.0,
    }
}

fn light() -> Palette {
    Palette {
        backdrop: Backdrop::Plain,
        zenith: linear([0xf7, 0xf9, 0xfb]),
        horizon: linear([0xee, 0xf1, 0xf5]),
        nadir: linear([0xe3, 0xe8, 0xee]),
        key_way: [0.4, 0.9, 0.45],
        key: [1.3, 1.27, 1.2],
        sky: linear([0xc0, 0xcc, 0xdc]),
        ground: linear([0x84, 0x86, 0x90]),
        grid: tint([0x4a, 0x5c, 0x78], 0.16),
        edge: [0x3c, 0x50, 0x70, 150],
        pin: [0xd9, 0x7a, 0x00, 255],
        fog: 1.0,
    }
}
