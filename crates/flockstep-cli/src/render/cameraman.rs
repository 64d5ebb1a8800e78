//! Where the camera is from frame to frame.

use flockstep::{AgentId, Edge};
use flockstep_view::{Bounds, Camera, Picture};

/// How quickly the camera catches up with what it looks at, and with how large that is: so much of the way per second.
const AIM_PER_SECOND: f64 = 2.5;
const REACH_PER_SECOND: f64 = 0.8;
/// Somebody followed alone is seen with this much of the world around, in body lengths.
const LENGTHS_AROUND: f32 = 14.0;
/// A group followed is seen with this much around, in spreads of its members about their centre.
const SPREADS_AROUND: f32 = 4.5;

/// How the camera is wanted to go.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Whether it follows the target; else it keeps the whole flock (or in 2D the whole world) in the picture.
    pub follows: bool,
    pub target: Target,
    /// Radians per second of film.
    pub turn: f32,
    /// From where at first, in radians.
    pub yaw: Option<f32>,
    pub pitch: Option<f32>,
    pub zoom: f32,
}

/// Who is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Everyone,
    Group(usize),
    Agent(AgentId),
}

/// Where the camera looks and how much it shows: the height of the picture in 2D, the distance in 3D.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Aim {
    at: [f32; 3],
    reach: f32,
}

/// Moves the camera.
pub struct Cameraman {
    wish: Wish,
    size: [u32; 2],
    aim: Option<Aim>,
    /// Seconds of film at the last frame.
    film: f64,
}

impl Cameraman {
    pub fn new(wish: &Wish, size: [u32; 2]) -> Cameraman {
        Cameraman { wish: wish.clone(), size, aim: None, film: 0.0 }
    }

    /// The camera for the next frame.
    pub fn shoot(&mut self, picture: &Picture, alpha: f32, film: f64) -> Camera {
        let mut camera = Camera::of(picture, self.size);
        let wanted = self.wanted(picture, &camera, alpha);
        let passed = film - self.film;
        self.film = film;
        let aim = self.aim.map_or(wanted, |aim| aim.toward(wanted, passed, &picture.bounds));
        self.aim = Some(aim);
        camera.look_at(aim.at);
        let shown = aim.reach / self.wish.zoom;
        match &mut camera {
            Camera::Plane { height, .. } => *height = shown,
            Camera::Orbit { yaw, pitch, distance, .. } => {
                *yaw = self.wish.yaw.unwrap_or(*yaw) + (self.film * f64::from(self.wish.turn)) as f32;
                *pitch = self.wish.pitch.unwrap_or(*pitch);
                *distance = shown;
            }
        }
        camera
    }

    /// What should be seen now, if the camera could be anywhere at once.
    fn wanted(&self, picture: &Picture, whole: &Camera, alpha: f32) -> Aim {
        let reach = match *whole {
            Camera::Plane { height, .. } => height,
            Camera::Orbit { distance, .. } => distance,
        };
        let all = Aim { at: whole.target(), reach };
        let found = if self.wish.follows { self.followed(picture, alpha) } else { None };
        // Whoever is followed may have been eaten: then the last view stays.
        found.or(self.aim.filter(|_| self.wish.follows)).unwrap_or(all)
    }

    fn followed(&self, picture: &Picture, alpha: f32) -> Option<Aim> {
        let style = match self.wish.target {
            Target::Everyone => None,
            Target::Group(group) => Some(group as u16),
            Target::Agent(id) => {
                let agent = picture.instance(id)?;
                let length = picture.styles.get(usize::from(agent.style)).map_or(1.0, |style| style.length);
                return Some(Aim { at: agent.position(alpha, &picture.bounds), reach: LENGTHS_AROUND * length });
            }
        };
        let at = picture.center(style, alpha)?;
        let members = || picture.instances().iter().filter(|agent| style.is_none_or(|style| agent.style == style));
        let square = |way: [f32; 3]| way.iter().map(|c| f64::from(*c) * f64::from(*c)).sum::<f64>();
        let sum: f64 = members().map(|agent| square(picture.bounds.offset(at, agent.now))).sum();
        let spread = (sum / members().count().max(1) as f64).sqrt() as f32;
        let lengths = members().filter_map(|agent| picture.styles.get(usize::from(agent.style)));
        let length = lengths.map(|style| style.length).fold(0.0, f32::max);
        Some(Aim { at, reach: SPREADS_AROUND * spread + LENGTHS_AROUND * length })
    }
}

impl Aim {
    /// Goes some of the way; around a torus the short one.
    fn toward(self, wanted: Aim, seconds: f64, bounds: &Bounds) -> Aim {
        let part = |per_second: f64| (1.0 - (-per_second * seconds.max(0.0)).exp()) as f32;
        let way = bounds.offset(self.at, wanted.at);
        let mut at: [f32; 3] = std::array::from_fn(|axis| self.at[axis] + way[axis] * part(AIM_PER_SECOND));
        if bounds.edge == Edge::Wrap {
            // The flock that is followed over the seam goes on at the other side, and so does the camera.
            for axis in 0..3 {
                let side = bounds.max[axis] - bounds.min[axis];
                if side > 0.0 {
                    at[axis] = bounds.min[axis] + (at[axis] - bounds.min[axis]).rem_euclid(side);
                }
            }
        }
        Aim { at, reach: self.reach + (wanted.reach - self.reach) * part(REACH_PER_SECOND) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_the_seam_the_camera_goes_the_short_way() {
        let torus = Bounds { min: [0.0; 3], max: [10.0, 10.0, 0.0], edge: Edge::Wrap };
        let [from, to] = [[9.5, 5.0, 0.0], [0.5, 5.0, 0.0]].map(|at| Aim { at, reach: 4.0 });
        let mut aim = from;
        for _ in 0..200 {
            aim = aim.toward(to, 0.05, &torus);
            assert!(aim.at[0] >= 9.5 || aim.at[0] <= 0.5 + 1e-4, "{aim:?}");
        }
        assert!((aim.at[0] - 0.5).abs() < 1e-3 && aim.at[1] == 5.0, "{aim:?}");
    }
}
