//! Agents and their shadows. As `shaders/agents.wgsl`.

use super::air::{Air, smoothstep};
use super::band::{Band, Rows};
use super::rock::FLAT_LIGHT;
use super::rows_around;
use super::triangle::{Seen, fill, turn};
use crate::draw::pipeline::Depth;
use crate::instance::Instance;
use crate::look::{Backdrop, ColorBy};
use crate::mesh::{Detail, Mesh, Part, Vertex};
use crate::picture::Picture;
use crate::{Shape, color::linear};
use glam::Vec3;
use std::f32::consts::TAU;

/// How far from its middle a body reaches, in lengths: the tips of a bird's wings, lifted.
const REACH: f32 = 1.1;
/// How much longer a shadow can be than what throws it.
const LONGEST_SHADOW: f32 = 3.0;

/// Bodies of one fineness, and which rows each is in. Where their corners are is worked out band by band: keeping them
/// would take more memory than the picture.
pub(super) struct Bodies<'a> {
    bodies: Vec<Body<'a>>,
    meshes: Vec<Mesh>,
}

struct Body<'a> {
    agent: &'a Instance,
    mesh: usize,
    rows: Rows,
    pose: Pose,
    color: Vec3,
    key_share: f32,
}

/// Where a body is, how it is turned, and how far its tail or wings have moved.
#[derive(Clone, Copy)]
struct Pose {
    center: Vec3,
    ahead: Vec3,
    up: Vec3,
    starboard: Vec3,
    size: f32,
    beat: f32,
    layer: f32,
}

impl Bodies<'_> {
    pub fn new<'a>(picture: &'a Picture, detail: Detail, air: &Air) -> Bodies<'a> {
        Bodies::made(picture, picture.instances().len(), detail, air, |pose| (pose.center, REACH))
    }

    /// The first so many as shadows on the floor.
    pub fn shadows<'a>(picture: &'a Picture, count: usize, air: &Air) -> Bodies<'a> {
        Bodies::made(picture, count, Detail::Coarse, air, |pose| (on_floor(pose.center, air).0, REACH * LONGEST_SHADOW))
    }

    fn made<'a>(
        picture: &'a Picture,
        count: usize,
        detail: Detail,
        air: &Air,
        place: impl Fn(&Pose) -> (Vec3, f32),
    ) -> Bodies<'a> {
        let meshes = Shape::ALL.map(|shape| Mesh::of(shape, !air.space, detail)).into();
        let mut bodies = Vec::with_capacity(count);
        for agent in &picture.instances()[..count] {
            let style = picture.styles.get(usize::from(agent.style));
            let pose = Pose::of(agent, style.map_or(1.0, |style| style.length), air);
            let (middle, lengths) = place(&pose);
            let Some(rows) = rows_of(middle, pose.size * lengths, air) else { continue };
            let plain = style.map_or(Vec3::splat(0.5), |style| linear(style.color).into());
            bodies.push(Body {
                agent,
                mesh: style.map_or(Shape::Arrow, |style| style.shape) as usize,
                rows,
                color: color_of(agent, plain, air),
                key_share: air.key_share(pose.center),
                pose,
            });
        }
        Bodies { bodies, meshes }
    }

    /// Paints those that are in a band.
    pub fn paint(&self, band: &mut Band, air: &Air) {
        let mut seen = Vec::new();
        for body in &self.bodies {
            if !band.touches(&body.rows) {
                continue;
            }
            let mesh = &self.meshes[body.mesh];
            seen.clear();
            seen.extend(mesh.vertices.iter().map(|vertex| body.seen(vertex, air)));
            let chosen = body.agent.id == air.globals.choice[0];
            for corners in mesh.indices.chunks_exact(3) {
                let corners = [0, 1, 2].map(|corner| usize::from(corners[corner]));
                let part = mesh.vertices[corners[0]].part;
                let triangle = corners.map(|corner| seen[corner]);
                if part == Part::Body as u32 as f32 && faces_away(&triangle, air) {
                    continue;
                }
                fill(band, air, triangle, Depth::Solid, |seen| {
                    let color = body.shaded(seen, part, air);
                    let color = if chosen { color * 1.5 + 0.22 } else { color };
                    Some(air.fogged(color, seen.place).extend(1.0))
                });
            }
        }
    }

    /// Paints the shadows that are in a band.
    pub fn paint_shadows(&self, band: &mut Band, air: &Air) {
        let high = (air.globals.high[1] - air.globals.low[1]).max(1e-9);
        let mut seen = Vec::new();
        for body in &self.bodies {
            if !band.touches(&body.rows) {
                continue;
            }
            let mesh = &self.meshes[body.mesh];
            seen.clear();
            seen.extend(mesh.vertices.iter().map(|vertex| {
                let (place, height) = on_floor(body.pose.place(vertex, body.agent.speed, air), air);
                // Who is under the floor has no shadow.
                let share = if height > 0.0 { (-1.5 * height / high).exp() } else { f32::NAN };
                Seen { clip: air.clip(place, 0.0), place, normal: Vec3::Y, share }
            }));
            for corners in mesh.indices.chunks_exact(3) {
                let triangle = [0, 1, 2].map(|corner| seen[usize::from(corners[corner])]);
                fill(band, air, triangle, Depth::Sheer, |seen| {
                    let cover = 0.5 * seen.share * air.floor_share(seen.place);
                    Some(air.fogged(air.nadir * 0.5, seen.place).extend(cover))
                });
            }
        }
    }
}

/// Where the key light throws a point onto the floor, and how high above it is.
fn on_floor(place: Vec3, air: &Air) -> (Vec3, f32) {
    let height = place.y - air.globals.low[1];
    (place - air.key_way * (height / air.key_way.y.max(0.1)), height)
}

/// The rows that a ball touches; none if it cannot be seen.
fn rows_of(middle: Vec3, radius: f32, air: &Air) -> Option<Rows> {
    let clip = air.clip(middle, 0.5);
    if !(clip.is_finite() && radius.is_finite()) || clip.w + radius < air.near() {
        return None;
    }
    let nearest = if air.space { clip.w - radius } else { 1.0 };
    if nearest < air.near() {
        return Some(0..usize::MAX);
    }
    let pixel = air.pixel(clip);
    let reach = radius / (air.globals.screen[2] * nearest) + 1.0;
    let width = air.globals.screen[0];
    (pixel.x + reach > 0.0 && pixel.x - reach < width).then(|| rows_around(pixel.y, reach))
}

/// Whether the eye sees the inner side of a triangle. A body is closed: something is in front of it.
fn faces_away(corners: &[Seen; 3], air: &Air) -> bool {
    let [a, b, c] = corners.map(|corner| air.pixel(corner.clip));
    corners.iter().all(|corner| corner.clip.w > 0.0) && turn(a, b, c) > 0.0
}

impl Pose {
    fn of(agent: &Instance, length: f32, air: &Air) -> Pose {
        let [_, alpha, ..] = air.globals.clock;
        let (before, now) = (Vec3::from(agent.before), Vec3::from(agent.now));
        let mut way = now - before;
        for axis in 0..3 {
            let period = air.globals.periods[axis];
            if period > 0.0 {
                way[axis] -= (way[axis] / period).round() * period;
            }
        }
        let center = now - way * (1.0 - alpha);
        let [ahead, up, starboard] = attitude(agent, air);
        // Each has a rhythm of its own, a little quicker or slower.
        let own = (agent.id % 65_536) as f32 * 0.618_034;
        let own = own - own.floor();
        let depth = if air.space { (center - air.eye).dot(air.forward).max(0.0) } else { 1.0 };
        let length = if length.is_finite() { length.max(0.0) } else { 1.0 };
        Pose {
            center,
            ahead,
            up,
            starboard,
            size: length.max(air.globals.screen[3] * air.globals.screen[2] * depth),
            beat: air.globals.clock[0] * (9.0 + 3.0 * own) + own * TAU,
            layer: 0.3 + 0.4 * own,
        }
    }

    /// Where a corner of the body is, its tail or wings moved.
    fn place(&self, vertex: &Vertex, speed: f32, air: &Air) -> Vec3 {
        let mut at = Vec3::from(vertex.position);
        if vertex.sway > 0.0 {
            at.z += vertex.sway * (self.beat + at.x * 4.5).sin() * (0.35 + 0.65 * speed);
        }
        if vertex.lift > 0.0 {
            let flap = (self.beat * 1.15).sin();
            if air.space {
                at.y += vertex.lift * (flap + 0.25);
            } else {
                at.z *= 1.0 - vertex.lift * (0.5 + 0.5 * flap);
            }
        }
        self.center + self.turned(at) * self.size
    }

    fn turned(&self, way: Vec3) -> Vec3 {
        self.ahead * way.x + self.up * way.y + self.starboard * way.z
    }
}

/// Ahead, up and starboard of a body.
fn attitude(agent: &Instance, air: &Air) -> [Vec3; 3] {
    let [_, alpha, time_step, _] = air.globals.clock;
    let (before, now) = (Vec3::from(agent.heading_before), Vec3::from(agent.heading));
    let between = before.lerp(now, alpha);
    let ahead = if between.length() < 1e-4 { now } else { between };
    let ahead = ahead / ahead.length().max(1e-9);
    if !air.space {
        return [ahead, Vec3::Z, Vec3::new(ahead.y, -ahead.x, 0.0)];
    }
    let aside = ahead.cross(Vec3::Y);
    let starboard = if aside.length_squared() < 1e-6 { Vec3::X } else { aside.normalize() };
    // It leans into its turns; hardly into slight ones, which may be but a whim of one step.
    let turn = (now - before).dot(starboard) / time_step.max(1e-6);
    let lean = 0.8 * turn * turn.abs() / (4.0 + turn * turn);
    let up = starboard.cross(ahead) * lean.cos() + starboard * lean.sin();
    [ahead, up, ahead.cross(up)]
}

fn color_of(agent: &Instance, plain: Vec3, air: &Air) -> Vec3 {
    let by = ColorBy::ALL.get(air.globals.choice[1] as usize);
    let color = match by {
        Some(ColorBy::Speed) => air.ramp(agent.speed),
        Some(ColorBy::Neighbours) => air.ramp(agent.crowd),
        Some(ColorBy::Heading) => {
            air.wheel(Vec3::from(agent.heading_before).lerp(agent.heading.into(), air.globals.clock[1]))
        }
        Some(ColorBy::Leader) if agent.flags & Instance::LEADER != 0 => Vec3::new(0.95, 0.06, 0.05),
        _ => plain,
    };
    if !air.bright() {
        return color;
    }
    // On a bright background, pale colors need to be deeper.
    let bright = color.dot(Vec3::new(0.21, 0.72, 0.07));
    color * (0.85 + (0.22 - 0.85) * smoothstep(0.25, 0.85, bright))
}

impl Body<'_> {
    fn seen(&self, vertex: &Vertex, air: &Air) -> Seen {
        let place = self.pose.place(vertex, self.agent.speed, air);
        let normal = self.pose.turned(vertex.normal.into());
        // Who is above whom must not change from step to step in the plane, so the id says it.
        let layer = self.pose.layer + 1e-4 * vertex.position[1];
        Seen { clip: air.clip(place, layer), place, normal, share: vertex.normal[1] }
    }

    fn shaded(&self, seen: &Seen, part: f32, air: &Air) -> Vec3 {
        let is = |other: Part| part == other as u32 as f32;
        let toward = if air.space { (air.eye - seen.place).normalize_or_zero() } else { Vec3::Z };
        let mut normal = seen.normal.normalize_or_zero();
        if is(Part::Fin) && normal.dot(toward) < 0.0 {
            // Fins and wings are thin, and seen from both sides.
            normal = -normal;
        }
        if is(Part::Eye) {
            return Vec3::new(0.012, 0.014, 0.02);
        } else if is(Part::Glass) {
            return air.zenith.lerp(Vec3::new(0.75, 0.9, 1.0), 0.35 + 0.4 * normal.y);
        } else if is(Part::Glow) {
            return self.color.lerp(Vec3::new(1.0, 0.5, 0.16), 0.75) * 1.3;
        }
        let color = if air.space {
            self.round_color(seen, normal, toward, is(Part::Body), air)
        } else {
            self.color * (0.58 + 0.66 * normal.dot(FLAT_LIGHT.normalize()).max(0.0))
        };
        if is(Part::Fin) { color * 0.78 } else { color }
    }

    fn round_color(&self, seen: &Seen, normal: Vec3, toward: Vec3, skinned: bool, air: &Air) -> Vec3 {
        let mut skin = self.color;
        if skinned && air.backdrop == Backdrop::Water {
            // Fish are dark above and pale below.
            let belly = skin.lerp(Vec3::new(0.75, 0.8, 0.8), 0.5);
            skin = belly.lerp(skin * 0.75, smoothstep(-0.6, 0.4, seen.share));
        }
        let lit = air.light(normal, self.key_share);
        let half_way = (toward + air.key_way).normalize_or_zero();
        let gleam = normal.dot(half_way).max(0.0).powi(36) * 0.35;
        let rim = (1.0 - normal.dot(toward).max(0.0)).powi(3) * 0.35;
        skin * lit + air.key * gleam + air.sky * rim
    }
}
