//! `formation`: each in its place beside a leader, or where the squad is sent.

use super::{About, LookDefaults, Note, Steers, View};
use crate::math::vector::Vector;
use crate::perceive::Look;
use crate::settings::Target;
use crate::settings::parameters::{LENGTH, parameters, words};

pub(crate) const ABOUT: About = About {
    what: "Keeps its place in a formation of its group: around a leader, turning with it, or around the point the \
           squad is sent to.",
    formula: "the places of the shape for as many as there are, in the frame of the leader's heading; places are \
              given out so that the sum of \
              squared ways is least, exactly up to 64 members, beyond rank by rank. Arrives at its place, moving as \
              the leader \
              does. Without a leader the shape's middle is ahead of the squad's, at most 0.7·slowing_distance on the \
              way to the target, \
              and faces that way",
    source: "slots after I. Millington (2006); assignment by H. Kuhn (1955) and J. Munkres (1957)",
    fails: "Places are given out anew each step, which the least squared way makes stable; where a leader turns about \
            on the spot \
            members may change places. A member faster than no one cannot catch up with a leader at full speed: let \
            the leader be \
            slower. In 3D the formation is flat: ahead and to the sides of the heading. One formation a group. \
            Members may touch on the way: \
            add `avoid_collisions`.",
};

words! {
    /// The shape of a formation.
    #[non_exhaustive]
    pub enum FormationShape {
        /// Side by side.
        Line = "line",
        /// One behind the other.
        Column = "column",
        /// Two arms to the rear, as geese fly.
        Vee = "vee",
        /// Around the leader or the point.
        Circle = "circle",
        /// Rows and columns.
        Grid = "grid",
        /// As drawn in `slots`.
        Slots = "slots",
    }
}

parameters! {
    /// Keeps its place in a formation.
    pub struct Formation {
        /// The leader (an agent, or the first or nearest of a group), or where the squad is to go (a point or a
        /// marker).
        target("target", required): Target = Target::first("");
        /// The shape.
        shape("shape"): FormationShape = FormationShape::Vee;
        /// The distance between neighbours.
        spacing("spacing"): f32 = 3.0, unit "units", range LENGTH, slider [0.1, 20.0];
        /// A drawing of the shape "slots", front at the top: each letter is a place, ^ the leader, a space or a dot
        /// nothing. Letters and lines are `spacing` apart; who finds no place stands in another drawing behind it.
        slots("slots"): String = String::new();
        /// Where it faces, counterclockwise from the x axis (in 3D about the y axis); unset: as the leader, or where it
        /// goes.
        facing("facing"): Option<f32> = None, unit "degrees", range [-360.0, 360.0], slider [-180.0, 180.0];
        /// How far from its place a member begins to slow down.
        slowing_distance("slowing_distance"): f32 = 5.0, unit "units", range LENGTH, slider [0.0, 100.0];
    }
}

impl Formation {
    /// This shape, behind this leader or where this point is.
    pub fn new(shape: FormationShape, target: Target) -> Formation {
        Formation { shape, target, ..Formation::default() }
    }

    /// The places of a drawing: forward and to the right of the leader, in letters.
    pub(crate) fn drawn(&self) -> Vec<[f32; 2]> {
        let letters = |want: fn(char) -> bool| {
            let lines = self.slots.lines().enumerate();
            lines.flat_map(move |(line, text)| {
                let found = text.chars().enumerate().filter(move |(_, letter)| want(*letter));
                found.map(move |(column, _)| [-(line as f32), column as f32])
            })
        };
        let places: Vec<[f32; 2]> = letters(|letter| !matches!(letter, '^' | '.' | ' ' | '\t' | '\r')).collect();
        let middle = |axis: usize| places.iter().map(|place| place[axis]).sum::<f32>() / places.len().max(1) as f32;
        let origin = letters(|letter| letter == '^').next().unwrap_or([middle(0), middle(1)]);
        places.into_iter().map(|place| [place[0] - origin[0], place[1] - origin[1]]).collect()
    }
}

impl Steers for Formation {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn targets(&self) -> &[Target] {
        std::slice::from_ref(&self.target)
    }
    fn misfit(&self) -> Option<&'static str> {
        let undrawn = self.shape == FormationShape::Slots && self.drawn().is_empty();
        undrawn.then_some("the shape \"slots\" takes a drawing in `slots`, with a letter for each place")
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        let place = view.own_place();
        notes.extend(place.map(|(place, _)| Note::Predicted(place)));
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let Some((place, velocity)) = view.own_place() else { return [0.0; D] };
        view.keep_to(view.space().offset_to_point(view.me.position, place), velocity, self.slowing_distance)
    }
}
