//! `follow_path`: go along a path.

use super::{About, Ground, LookDefaults, Note, Steers, View};
use crate::ground::{Line, OnLine};
use crate::math::vector::{Vector, add, clamp_length, dot, scale, sub, unit};
use crate::perceive::Look;
use crate::settings::parameters::{parameters, words};

pub(crate) const ABOUT: About = About {
    what: "Goes along a path, either way, or to and fro; within the path's radius beside others, from outside back to \
           it.",
    formula: "unit(P(s ± a) − P(s) + e·max(0, 1 − radius/‖e‖)), where s is the place on the path nearest to where the \
              agent will be \
              after foresight seconds, a the way it makes in that time (at least its length), e the way from there to \
              P(s). At the end of an open \
              path it slows down and stops there, or turns around",
    source: "C. Reynolds (1999), path following",
    fails: "It goes by the nearest place: where a path crosses or touches itself it may change over. With patrol it \
            goes on \
            whichever way it is heading, so a push can turn it around. The cost grows with the number of pieces.",
};

words! {
    /// Which way along a path.
    #[non_exhaustive]
    pub enum Along {
        /// From the first point to the last.
        Forward = "forward",
        /// From the last point to the first.
        Backward = "backward",
        /// The way it is heading, and back at the ends.
        Patrol = "patrol",
    }
}

parameters! {
    /// Goes along a path.
    pub struct FollowPath {
        /// The name of the path.
        path("path", required): String = String::new();
        /// Which way.
        along("along"): Along = Along::Forward;
        /// How many seconds it looks ahead.
        foresight("foresight"): f32 = 0.5, unit "s", range [0.0, 1e6], slider [0.0, 5.0];
    }
}

impl FollowPath {
    /// One that follows the path of this name.
    pub fn new(path: impl Into<String>) -> FollowPath {
        FollowPath { path: path.into(), ..FollowPath::default() }
    }

    fn aim<const D: usize>(&self, view: &View<'_, D>) -> Vector<D> {
        let Some(line) = view.path() else { return [0.0; D] };
        let me = &view.me;
        let here = line.nearest(view.space(), me.position);
        let stride = (me.max_speed * self.foresight).max(me.length).max(1e-3 * line.length());
        let onward = match self.along {
            Along::Forward => true,
            Along::Backward => false,
            Along::Patrol => dot(me.heading, line.direction(here.along)) >= 0.0,
        };
        let left = if onward { line.length() - here.along } else { here.along };
        let open_end = !line.path.closed && left < stride;
        if open_end && self.along != Along::Patrol {
            let end = line.at(if onward { line.length() } else { 0.0 });
            return clamp_length(scale(view.space().offset_to_point(me.position, end), 1.0 / stride), 1.0);
        }
        let step = if onward { stride } else { -stride };
        // Who would go beyond the end turns back to as far before it.
        let target = if open_end { here.along + step * (2.0 * left / stride - 1.0) } else { here.along + step };
        let (on, _) = ahead_on(view, line, self.foresight);
        let back = scale(on.offset, (1.0 - line.path.radius / on.distance.max(1e-9)).max(0.0));
        unit(add(sub(line.at(target), line.at(here.along)), back))
    }
}

/// The place on the line nearest to where the agent will be, and the way to there.
pub(super) fn ahead_on<const D: usize>(view: &View<'_, D>, line: &Line<D>, ahead: f32) -> (OnLine<D>, Vector<D>) {
    let future = scale(view.me.velocity, ahead);
    (line.nearest(view.space(), view.space().inside(view.place(future))), future)
}

impl Steers for FollowPath {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn ground(&self) -> Option<Ground<'_>> {
        Some(Ground::Path(&self.path))
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        notes.push(Note::Feeler(view.place(scale(self.aim(view), 2.0 * view.me.length))));
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        view.respond(self.aim(view))
    }
}
