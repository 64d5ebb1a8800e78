//! What everything is seen through: the numbers of the frame, the backdrop, light and fog. As `shaders/common.wgsl`.

use crate::draw::globals::Globals;
use crate::look::Backdrop;
use glam::{Mat4, Vec2, Vec3, Vec4};
use std::f32::consts::TAU;

/// The numbers of a frame, under the names that shaders have for them.
pub(super) struct Air {
    pub space: bool,
    pub backdrop: Backdrop,
    pub globals: Globals,
    pub eye: Vec3,
    pub forward: Vec3,
    pub zenith: Vec3,
    pub horizon: Vec3,
    pub nadir: Vec3,
    pub key_way: Vec3,
    pub key: Vec3,
    pub sky: Vec3,
    pub ground: Vec3,
    matrix: Mat4,
    half_screen: Vec2,
    ripples: Option<Ripples>,
}

impl Air {
    pub fn new(globals: &Globals, space: bool, backdrop: Backdrop) -> Air {
        let first = |four: [f32; 4]| Vec4::from(four).truncate();
        Air {
            space,
            backdrop,
            globals: *globals,
            eye: first(globals.eye),
            forward: first(globals.forward),
            zenith: first(globals.zenith),
            horizon: first(globals.horizon),
            nadir: first(globals.nadir),
            key_way: first(globals.key_way),
            key: first(globals.key),
            sky: first(globals.sky),
            ground: first(globals.ground),
            matrix: Mat4::from_cols_array_2d(&globals.matrix),
            half_screen: Vec2::new(globals.screen[0], globals.screen[1]) * 0.5,
            ripples: (space && backdrop == Backdrop::Water).then(|| Ripples::new(globals)),
        }
    }

    /// Where the eye sees a point; `layer` is its depth in the plane.
    pub fn clip(&self, place: Vec3, layer: f32) -> Vec4 {
        let clip = self.matrix * place.extend(1.0);
        if self.space { clip } else { Vec4::new(clip.x, clip.y, layer, 1.0) }
    }

    /// The pixel of a point in front of the eye, from the top left.
    pub fn pixel(&self, clip: Vec4) -> Vec2 {
        let at = Vec2::new(clip.x, -clip.y) / clip.w;
        (at + 1.0) * self.half_screen
    }

    /// What is nearer than this is cut off. Nothing is in the plane.
    pub fn near(&self) -> f32 {
        if self.space { self.globals.clock[3] * 0.01 } else { 0.5 }
    }

    /// Whether the theme is the light one.
    pub fn bright(&self) -> bool {
        self.globals.choice[2] == 1
    }

    /// The color of a value from 0 to 1.
    pub fn ramp(&self, value: f32) -> Vec3 {
        let at = value.clamp(0.0, 1.0) * 5.0;
        let low = (at as usize).min(4);
        self.scale(low).lerp(self.scale(low + 1), at - low as f32)
    }

    /// The color of a direction in the plane, or in space of the floor.
    pub fn wheel(&self, way: Vec3) -> Vec3 {
        let (x, y) = if self.space { (way.x, -way.z) } else { (way.x, way.y) };
        let at = (y.atan2(x) / TAU).rem_euclid(1.0) * 6.0;
        let low = at as usize % 6;
        self.scale(6 + low).lerp(self.scale(6 + (low + 1) % 6), at.fract())
    }

    fn scale(&self, stop: usize) -> Vec3 {
        Vec4::from(self.globals.scales[stop]).truncate()
    }

    /// What is behind everything in a direction.
    pub fn behind(&self, way: Vec3) -> Vec3 {
        let up = smoothstep(-0.12, 0.6, way.y);
        let down = smoothstep(0.12, -0.75, way.y);
        self.horizon.lerp(self.zenith, up).lerp(self.nadir, down)
    }

    /// A color seen through the fog.
    pub fn fogged(&self, color: Vec3, place: Vec3) -> Vec3 {
        if !self.space {
            return color;
        }
        let off = place - self.eye;
        let far = off.length();
        let reach = far / (2.0 * self.globals.clock[3]);
        let clear = (-self.globals.periods[3] * reach * reach).exp2();
        self.behind(off / far.max(1e-9)).lerp(color, clear)
    }

    /// The light that falls on a surface: a key light of which `share` comes through, the sky above and the ground below.
    pub fn light(&self, normal: Vec3, share: f32) -> Vec3 {
        let facing = normal.dot(self.key_way);
        let (lit, wrapped) = (facing.max(0.0), ((facing + 0.35) / 1.35).max(0.0));
        self.key * (0.5 * (lit + wrapped)) * share + self.ground.lerp(self.sky, normal.y * 0.5 + 0.5)
    }

    /// How much of the key light comes through to a place: under water it plays.
    pub fn key_share(&self, place: Vec3) -> f32 {
        if self.ripples.is_some() { 0.75 + 0.9 * self.ripples(place) } else { 1.0 }
    }

    /// Where waves bend the light from above together: 0 to about 1.
    pub fn ripples(&self, place: Vec3) -> f32 {
        self.ripples.as_ref().map_or(0.0, |ripples| ripples.at(place))
    }

    /// How much of the floor is left at a place: it fades away from the middle of the world.
    pub fn floor_share(&self, place: Vec3) -> f32 {
        let [low, high] = [self.globals.low, self.globals.high].map(floor);
        smoothstep(2.2, 0.35, flat(place).distance((low + high) * 0.5) / (0.5 * low.distance(high)).max(1e-9))
    }
}

fn floor(corner: [f32; 4]) -> Vec2 {
    Vec2::new(corner[0], corner[2])
}

/// Where a place is on the floor.
pub(super) fn flat(place: Vec3) -> Vec2 {
    Vec2::new(place.x, place.z)
}

/// 0 before one edge, 1 after the other, and smooth in between.
pub(super) fn smoothstep(from: f32, to: f32, at: f32) -> f32 {
    let t = ((at - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// A number from 0 to 1 that looks random.
pub(super) fn scatter(seed: Vec2) -> f32 {
    let at = fract(seed * Vec2::new(0.1031, 0.11369));
    let mixed = at.dot(Vec2::new(at.y, at.x) + 33.33);
    let wild = (at.x + mixed) * (at.y + mixed) * 19.19;
    wild - wild.floor()
}

pub(super) fn fract(at: Vec2) -> Vec2 {
    at - at.floor()
}

/// The play of light under water, made of points that wander, one in every square of two sheets of squares. Where they are
/// is worked out once a frame and not once a pixel.
struct Ripples {
    scale: f32,
    seconds: f32,
    sheets: [Sheet; 2],
}

impl Ripples {
    fn new(globals: &Globals) -> Ripples {
        let [low, high] = [globals.low, globals.high].map(floor);
        let (scale, seconds) = (52.0 / low.distance(high).max(1e-9), globals.clock[0]);
        let middle = (low + high) * 0.5 * scale;
        // As far as the floor goes.
        let reach = 0.5 * 52.0 * 2.2 + 2.0;
        let sheets = [Sheet::new(middle, reach, seconds * 0.9), Sheet::new(turned(middle), 1.3 * reach, seconds * 0.7)];
        Ripples { scale, seconds, sheets }
    }

    fn at(&self, place: Vec3) -> f32 {
        let at = flat(place) * self.scale;
        let bend = |c: f32| (c * 2.0 + self.seconds * 0.4).sin();
        let bent = at + 0.25 * Vec2::new(bend(at.y), bend(at.x));
        self.sheets[0].nearest(bent) * self.sheets[1].nearest(turned(bent)) * 2.2
    }
}

fn turned(at: Vec2) -> Vec2 {
    Vec2::new(at.x * 0.8 + at.y * 0.6, at.y * 0.8 - at.x * 0.6) * 1.3 + 5.0
}

/// A sheet of unit squares with a point in each.
struct Sheet {
    first: Vec2,
    side: usize,
    seconds: f32,
    points: Vec<Vec2>,
}

impl Sheet {
    fn new(middle: Vec2, reach: f32, seconds: f32) -> Sheet {
        let first = (middle - reach).floor();
        let side = (2.0 * reach) as usize + 1;
        let mut sheet = Sheet { first, side, seconds, points: Vec::new() };
        let cells = (0..side * side).map(|cell| first + Vec2::new((cell % side) as f32, (cell / side) as f32));
        sheet.points = cells.map(|cell| sheet.made(cell)).collect();
        sheet
    }

    fn made(&self, cell: Vec2) -> Vec2 {
        let own = Vec2::new(scatter(cell), scatter(cell + Vec2::new(57.0, 113.0))) * TAU;
        let phase = Vec2::new(self.seconds, self.seconds * 1.1) + own;
        0.5 + 0.42 * Vec2::new(phase.x.sin(), phase.y.sin())
    }

    /// Where in its square the point of a square is.
    fn point(&self, cell: Vec2) -> Vec2 {
        let at = cell - self.first;
        let inside = at.x >= 0.0 && at.y >= 0.0 && (at.x as usize) < self.side;
        let kept = if inside { self.points.get(at.y as usize * self.side + at.x as usize) } else { None };
        kept.copied().unwrap_or_else(|| self.made(cell))
    }

    /// The square of the distance to the nearest point.
    fn nearest(&self, at: Vec2) -> f32 {
        let (cell, within) = (at.floor(), fract(at));
        let mut least = 9.0f32;
        for number in 0..9 {
            let beside = Vec2::new((number % 3) as f32, (number / 3) as f32) - 1.0;
            least = least.min((beside + self.point(cell + beside) - within).length_squared());
        }
        least
    }
}
