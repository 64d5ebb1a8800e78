//! A world in braille dots, eight to a character.

use super::tint::{Tint, shade};
use flockstep::Edge;
use flockstep_view::{Camera, ColorBy, Instance, Picture, Solid};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::canvas::{self, Context};

/// The dots of a character, across and down.
pub const DOTS: [u32; 2] = [2, 4];

const EDGE: [u8; 3] = [96, 108, 122];
const OBSTACLE: [u8; 3] = [196, 160, 110];
const MARKER: [u8; 3] = [255, 214, 92];
const LEADER: [u8; 3] = [255, 84, 72];

/// An edge of a box is drawn in so many pieces: a torus has gaps, an open world only corners.
const PIECES: usize = 25;
/// So many pieces of an open world's edge are drawn at either end.
const CORNER: usize = 2;
/// Beyond so many agents, each is one dot: strokes would fill the screen.
const MOST_STROKES: usize = 2_000;
/// Beyond so many agents they are not sorted by depth: nobody could see it, and it takes time.
const MOST_SORTED: usize = 20_000;

type Point = [f32; 3];

/// What is drawn, and how.
pub struct Sketch<'a> {
    /// The world.
    pub picture: &'a Picture,
    /// The names of its markers.
    pub markers: &'a [String],
    /// From where.
    pub camera: Camera,
    /// Width and height in dots.
    pub size: [u32; 2],
    /// How far between the step before (0) and now (1).
    pub alpha: f32,
    /// What an agent's color tells.
    pub color_by: ColorBy,
    /// The colors there are.
    pub tint: Tint,
}

impl Sketch<'_> {
    /// The greatest coordinates of the canvas: those of the last dot.
    pub fn last_dot(&self) -> [f64; 2] {
        self.size.map(|dots| f64::from(dots.max(2) - 1))
    }

    /// Draws everything, what moves on top.
    pub fn paint(&self, context: &mut Context) {
        let bounds = &self.picture.bounds;
        self.paint_box(context, bounds.min, bounds.max, Some(bounds.edge), EDGE);
        context.layer();
        for track in &self.picture.tracks {
            track.points.windows(2).for_each(|pair| self.paint_line(context, pair[0], pair[1], EDGE));
        }
        for solid in self.picture.solids.iter().chain(&self.picture.walls) {
            self.paint_solid(context, solid);
        }
        context.layer();
        self.paint_agents(context);
        context.layer();
        for (pin, name) in self.picture.pins.iter().zip(self.markers) {
            if let Some([x, y]) = self.dot(*pin) {
                let style = Style::new().fg(self.tint.color(MARKER));
                context.print(x, y, Line::styled(format!("+{name}"), style));
            }
        }
    }

    /// Where a point is on the canvas, whose y goes up; none if it is behind the camera.
    fn dot(&self, point: Point) -> Option<[f64; 2]> {
        let [x, y] = self.camera.project(point, self.size)?.map(f64::from);
        Some([x - 0.5, f64::from(self.size[1]) - 0.5 - y])
    }

    fn paint_line(&self, context: &mut Context, from: Point, to: Point, color: [u8; 3]) {
        if let (Some([x1, y1]), Some([x2, y2])) = (self.dot(from), self.dot(to)) {
            context.draw(&canvas::Line::new(x1, y1, x2, y2, self.tint.color(color)));
        }
    }

    fn paint_box(&self, context: &mut Context, min: Point, max: Point, edge: Option<Edge>, color: [u8; 3]) {
        let drawn = |piece: usize| match edge {
            Some(Edge::Wrap) => piece.is_multiple_of(2),
            Some(Edge::Open) => !(CORNER..PIECES - CORNER).contains(&piece),
            _ => true,
        };
        for [from, to] in box_edges(min, max, self.picture.dimensions) {
            // Piece by piece, also because one end of a long edge may be behind the camera.
            let at = |piece: usize| mix(from, to, piece as f32 / PIECES as f32);
            for piece in (0..PIECES).filter(|piece| drawn(*piece)) {
                self.paint_line(context, at(piece), at(piece + 1), color);
            }
        }
    }

    fn paint_solid(&self, context: &mut Context, solid: &Solid) {
        match solid {
            Solid::Box { min, max } => self.paint_box(context, *min, *max, None, OBSTACLE),
            Solid::Capsule { from, to, .. } => self.paint_line(context, *from, *to, OBSTACLE),
            Solid::Sheet { corners } => {
                for (nth, from) in corners.iter().enumerate() {
                    self.paint_line(context, *from, corners[(nth + 1) % corners.len()], OBSTACLE);
                }
            }
            Solid::Ball { center, radius } => {
                let Some([x, y]) = self.dot(*center) else { return };
                let radius = f64::from(self.camera.pixels(*radius, *center, self.size));
                // A ball this near fills the screen: its outline is out of sight, and endless to draw.
                if radius < 1e5 {
                    context.draw(&canvas::Circle { x, y, radius, color: self.tint.color(OBSTACLE) });
                }
            }
        }
    }

    fn paint_agents(&self, context: &mut Context) {
        let agents = self.picture.instances();
        if self.picture.dimensions == 2 || agents.len() > MOST_SORTED {
            return agents.iter().for_each(|agent| self.paint_agent(context, agent, 1.0));
        }
        let scale = self.camera.pixels(1.0, self.camera.target(), self.size);
        let nearness = |agent: &Instance| self.camera.pixels(1.0, agent.now, self.size) / scale;
        let mut by_depth: Vec<(f32, &Instance)> = agents.iter().map(|agent| (nearness(agent), agent)).collect();
        by_depth.sort_by(|one, two| one.0.total_cmp(&two.0));
        // The far are drawn first, and darker: that is all the depth there is.
        by_depth.iter().for_each(|(near, agent)| self.paint_agent(context, agent, near.powi(2).clamp(0.4, 1.2)));
    }

    fn paint_agent(&self, context: &mut Context, agent: &Instance, brightness: f32) {
        let style = self.picture.styles.get(usize::from(agent.style));
        let leads = self.color_by == ColorBy::Leader && agent.flags & Instance::LEADER != 0;
        let color = if leads { LEADER } else { style.map_or([200; 3], |style| style.color) };
        let color = shade(color, brightness);
        let at = agent.position(self.alpha, &self.picture.bounds);
        let count = self.picture.instances().len();
        if count > MOST_STROKES {
            return self.paint_line(context, at, at, color);
        }
        // Few agents are drawn larger than they are, so that they can be seen, and where they point.
        let least_dots = if count <= 60 { 4.0 } else { 2.0 };
        let dots_per_unit = self.camera.pixels(1.0, at, self.size).max(f32::MIN_POSITIVE);
        let length = style.map_or(0.0, |style| style.length).max(least_dots / dots_per_unit);
        let along = |by: f32| std::array::from_fn(|axis| at[axis] + by * length * agent.heading[axis]);
        self.paint_line(context, along(-0.5), along(0.5), color);
    }
}

/// The edges of a box, in the plane of a rectangle.
fn box_edges(min: Point, max: Point, dimensions: usize) -> Vec<[Point; 2]> {
    let corner = |bits: usize| std::array::from_fn(|axis| if bits >> axis & 1 == 0 { min[axis] } else { max[axis] });
    let starts = |axis: usize| (0..1usize << dimensions).filter(move |bits| bits >> axis & 1 == 0);
    let along = |axis: usize| starts(axis).map(move |bits| [corner(bits), corner(bits | 1 << axis)]);
    (0..dimensions).flat_map(along).collect()
}

fn mix(from: Point, to: Point, part: f32) -> Point {
    std::array::from_fn(|axis| from[axis] * (1.0 - part) + to[axis] * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_has_four_edges_and_a_box_twelve() {
        assert_eq!(box_edges([0.0; 3], [1.0, 2.0, 0.0], 2).len(), 4);
        let edges = box_edges([0.0; 3], [1.0, 2.0, 3.0], 3);
        assert_eq!(edges.len(), 12);
        let length = |[from, to]: &[Point; 2]| (0..3).map(|axis| to[axis] - from[axis]).sum::<f32>();
        assert_eq!(edges.iter().map(length).sum::<f32>(), 4.0 * (1.0 + 2.0 + 3.0));
    }
}
