//! What a running world is told, and what it says.

use super::playback::Playback;
use crate::document::Content;
use flockstep::AgentId;
use flockstep_scenario::AnyWorld;
use flockstep_view::Insight;
use std::sync::Arc;

/// A player's hand: each from −1 to 1, thrust from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stick {
    /// To starboard.
    pub helm: f32,
    /// Up.
    pub pitch: f32,
    /// Ahead.
    pub thrust: f32,
}

/// What a running world is told.
pub(crate) enum Order {
    /// Run, or stand still.
    Play(bool),
    /// Run if it stands still, and the other way round.
    TogglePlay,
    /// So many times as fast as the clock.
    Speed(f64),
    /// So many steps, then stand still.
    Steps(u32),
    /// Another document, and its number: frames tell which one they show.
    Open(Arc<Content>, u32),
    /// Another document with its number, a recording of it, and its first world.
    Replay(Arc<Content>, u32, Box<(Playback, AnyWorld)>),
    /// To this step of the recording.
    Seek(u64),
    /// Away from the recording: from here on the world goes by itself.
    GoOn,
    /// The same from the start.
    Restart,
    /// Follow the document as it is now.
    Follow(Arc<Content>),
    /// Take this agent out; the document already knows.
    Despawn(AgentId, Arc<Content>),
    /// Look inside this agent.
    Select(Option<AgentId>),
    /// A player's hand on an agent, or on none.
    Drive(Option<(AgentId, Stick)>),
    /// Push away whoever is near a point.
    Scare {
        /// The point.
        at: [f32; 3],
        /// How far it is felt.
        radius: f32,
    },
    /// Find out what colors ask for.
    Show(Insight),
}

/// What a running world says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// It began anew, because of this; empty if it was told to.
    Began(String),
    /// It could not, because of this.
    Failed(String),
    /// The driven agent is gone.
    LostDriven,
}
