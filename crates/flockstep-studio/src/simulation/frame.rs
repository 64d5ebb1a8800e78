//! What a running world shows.

use super::inside::Inside;
use super::playback::Played;
use super::sample::Sample;
use flockstep::AgentId;
use flockstep_view::Picture;
use std::sync::Arc;
use web_time::Instant;

/// Steps a second, wanted and made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pace {
    /// As many as the speed asks for.
    pub wanted: f64,
    /// As many as there were.
    pub made: f64,
}

impl Pace {
    /// Whether the world cannot keep up.
    pub fn is_slow(&self) -> bool {
        self.wanted > 0.0 && self.made < 0.9 * self.wanted - 1.0
    }
}

/// A world at one instant, to be drawn.
#[derive(Clone)]
pub struct Frame {
    /// What is drawn.
    pub picture: Arc<Picture>,
    /// The number of the document it shows.
    pub document: u32,
    /// Steps made.
    pub steps: u64,
    /// Seconds of the world's time.
    pub time: f64,
    /// The world's hash, if it stands still.
    pub hash: Option<u64>,
    /// How many agents there are.
    pub agents: usize,
    /// How many of each group.
    pub group_agents: Vec<usize>,
    /// How many have been eaten.
    pub captured: u64,
    /// The names of the markers, in the order of the picture's pins.
    pub markers: Vec<String>,
    /// The agent that a player drives.
    pub driven: Option<AgentId>,
    /// How far the recording has been played, if it is one.
    pub played: Option<Played>,
    /// Whether it runs.
    pub playing: bool,
    /// How it keeps pace.
    pub pace: Pace,
    /// Seconds that a step takes.
    pub step_seconds: f64,
    /// Seconds between two steps at this speed.
    pub wall_step: f64,
    /// When the last step was made.
    pub stepped_at: Instant,
    /// What goes on inside the selected agent, if it lives.
    pub inside: Option<Inside>,
    /// Numbers that were taken since the last frame, oldest first.
    pub numbers: Vec<Sample>,
}

impl Frame {
    /// How far between the step before and the last one it is now, from 0 to 1.
    pub fn alpha(&self) -> f32 {
        if !self.playing || self.wall_step <= 0.0 {
            return 1.0;
        }
        ((self.stepped_at.elapsed().as_secs_f64() / self.wall_step) as f32).clamp(0.0, 1.0)
    }
}
