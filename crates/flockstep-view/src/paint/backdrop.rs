//! What is behind everything, and the grid. As `shaders/backdrop.wgsl`.

use super::air::{Air, flat, fract, scatter, smoothstep};
use super::band::Band;
use crate::look::Backdrop;
use glam::{Vec2, Vec3, Vec4};

/// Paints every pixel of a band.
pub(super) fn paint(band: &mut Band, air: &Air, floor: bool) {
    let sky = Sky::new(air);
    for y in band.rows.clone() {
        for x in 0..band.width {
            let pixel = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
            let mut color = sky.color(pixel);
            if floor && let Some(ground) = sky.ground(pixel) {
                color = color.lerp(ground.truncate(), ground.w);
            }
            band.behind(x, y, color);
        }
    }
}

struct Sky<'a> {
    air: &'a Air,
    screen: Vec2,
    right: Vec3,
    up: Vec3,
    low: Vec3,
    high: Vec3,
    side: f32,
}

impl Sky<'_> {
    fn new(air: &Air) -> Sky<'_> {
        let globals = &air.globals;
        let first = |four: [f32; 4]| Vec4::from(four).truncate();
        let per_pixel = globals.screen[2];
        Sky {
            screen: Vec2::new(globals.screen[0], globals.screen[1]),
            right: first(globals.right) * per_pixel,
            up: first(globals.up) * per_pixel,
            low: first(globals.low),
            high: first(globals.high),
            side: globals.low[3],
            air,
        }
    }

    /// The line of sight through a pixel; as long as it is to the picture.
    fn way(&self, pixel: Vec2) -> Vec3 {
        let off = pixel - self.screen * 0.5;
        self.air.forward + self.right * off.x - self.up * off.y
    }

    fn color(&self, pixel: Vec2) -> Vec3 {
        let air = self.air;
        let mut color;
        if air.space {
            let way = self.way(pixel).normalize_or_zero();
            let seconds = air.globals.clock[0];
            color = air.behind(way);
            if air.backdrop == Backdrop::Water {
                color += air.zenith * shafts(way, seconds) * 0.45;
                let drift = seconds * 0.002;
                color += air.zenith * stars((way + Vec3::Y * (drift - drift.floor())).normalize_or_zero()) * 0.12;
            } else if air.backdrop == Backdrop::Night && !air.bright() {
                color += Vec3::new(0.9, 0.95, 1.0) * stars(way) * 0.8;
            }
        } else {
            color = air.zenith.lerp(air.nadir, pixel.y / self.screen.y);
        }
        // Less than a step of 8 bits of noise, so that no bands are seen in the gradient.
        let noise = (scatter(pixel) - 0.5) / 255.0;
        let root = Vec3::new(color.x.sqrt(), color.y.sqrt(), color.z.sqrt()) * 1.6;
        (color + noise * root.max(Vec3::splat(0.02))).max(Vec3::ZERO)
    }

    /// Where the line of sight through a pixel meets the floor.
    fn meet(&self, pixel: Vec2) -> Option<Vec3> {
        let way = self.way(pixel);
        let along = (self.low.y - self.air.eye.y) / way.y;
        let place = self.air.eye + way * along;
        (along > 0.0 && place.is_finite()).then_some(place)
    }

    /// The floor with its grid, if it is there, and how much it covers.
    fn ground(&self, pixel: Vec2) -> Option<Vec4> {
        let (air, grid) = (self.air, Vec4::from(self.air.globals.grid));
        let shown = grid.w * air.globals.high[3];
        if !air.space {
            let off = (pixel - self.screen * 0.5) * Vec2::new(1.0, -1.0) * air.globals.screen[2];
            let at = air.eye.truncate() + off;
            let wide = Vec2::splat(air.globals.screen[2]);
            let strength = self.strength(at, wide) * shown;
            let outside = at.cmplt(self.low.truncate()).any() || at.cmpgt(self.high.truncate()).any();
            let shade = (air.nadir * 0.6).extend(0.5);
            let lines = grid.truncate().extend(0.5);
            return Some(if outside { shade.lerp(lines, strength * 0.3) } else { grid.truncate().extend(strength) });
        }
        let place = self.meet(pixel)?;
        let near = air.floor_share(place);
        if near <= 0.0 {
            return None;
        }
        // How much of the floor a pixel is wide: what is next to it, to the right and below.
        let beside = |step: Vec2| {
            let there = self.meet(pixel + step).or_else(|| self.meet(pixel - step));
            there.map_or(Vec2::splat(f32::MAX), |there| (flat(there) - flat(place)).abs())
        };
        let strength = self.strength(flat(place), beside(Vec2::X) + beside(Vec2::Y)) * shown;
        let (mut color, mut cover) = (grid.truncate(), strength * near);
        if air.backdrop == Backdrop::Water {
            // Sand, with the play of light on it.
            let sand = air.ground * 1.3 + air.sky * air.ripples(place) * 0.75;
            color = sand.lerp(color, strength * 0.6);
            cover = near * 0.9;
        }
        Some(air.fogged(color, place).extend(cover))
    }

    fn strength(&self, at: Vec2, wide: Vec2) -> f32 {
        (lines(at, wide, self.side) * 0.45).max(lines(at, wide, self.side * 5.0))
    }
}

/// How much of a pixel lies on the lines of a grid, each a pixel wide; none where lines would be nearer than pixels are.
fn lines(at: Vec2, wide: Vec2, side: f32) -> f32 {
    let wide = (wide / side).max(Vec2::splat(1e-7));
    let off = (fract(at / side - 0.5) - 0.5).abs() / wide;
    let fade = (1.0 - 3.0 * wide.max_element()).clamp(0.0, 1.0);
    (1.0 - off.min_element().min(1.0)) * fade
}

/// Shafts of light that come down from the surface and sway.
fn shafts(way: Vec3, seconds: f32) -> f32 {
    let height = smoothstep(-0.45, 0.7, way.y);
    if height <= 0.0 {
        return 0.0;
    }
    let round = way.x.atan2(way.z) + way.y * 0.25;
    let broad = (round * 7.0 + seconds * 0.13).sin() + (round * 17.0 - seconds * 0.17 + 1.3).sin() * 0.8;
    let fine = (round * 37.0 + seconds * 0.29 + 4.0).sin() * 0.5 + (round * 71.0 - seconds * 0.23).sin() * 0.25;
    let beams = smoothstep(-0.6, 2.4, broad + fine);
    beams * beams * height
}

/// Stars: cells on a cube around the eye, a star in a few of them.
fn stars(way: Vec3) -> f32 {
    let size = way.abs();
    let most = size.max_element();
    let onto = way / most;
    // As a shader's sign: 0 for 0.
    let sign = |c: f32| if c == 0.0 { 0.0 } else { c.signum() };
    let face = if size.x == most {
        Vec2::new(onto.y, onto.z) + 17.0 + sign(way.x) * 3.0
    } else if size.y == most {
        Vec2::new(onto.x, onto.z) + 37.0 + sign(way.y) * 3.0
    } else {
        onto.truncate() + 7.0 + sign(way.z) * 3.0
    };
    let cell = (face * 60.0).floor();
    let chance = smoothstep(0.9, 1.0, scatter(cell * 1.7 + 5.0));
    if chance <= 0.0 {
        return 0.0;
    }
    let middle = 0.3 + 0.4 * Vec2::new(scatter(cell), scatter(cell + 71.0));
    chance * smoothstep(0.14, 0.0, (fract(face * 60.0) - middle).length())
}
