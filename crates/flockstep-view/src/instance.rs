//! One agent as the graphics driver gets it.

use crate::bounds::Bounds;

/// One agent: where it was a step ago, where it is, and what decides its looks. 64 bytes, uploaded as they are.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Instance {
    /// Where it was one step ago.
    pub before: [f32; 3],
    /// Its speed, as a fraction of the greatest its body allows.
    pub speed: f32,
    /// Where it is.
    pub now: [f32; 3],
    /// How many neighbours it sees, from 0 (none) towards 1 (very many); see [`crate::Insight`].
    pub crowd: f32,
    /// Where it pointed one step ago, of length 1.
    pub heading_before: [f32; 3],
    /// The agent's id: the phase of its tail or wings, and what picking gives back.
    pub id: u32,
    /// Where it points, of length 1.
    pub heading: [f32; 3],
    /// The number of its style.
    pub style: u16,
    /// What else is known of it: [`Instance::LEADER`].
    pub flags: u16,
}

impl Instance {
    /// A flag: nobody swims ahead of it.
    pub const LEADER: u16 = 1;

    /// Where it is drawn at a fraction `alpha` of the way from the step before to now. On a torus it takes the short
    /// way, as it did.
    pub fn position(&self, alpha: f32, bounds: &Bounds) -> [f32; 3] {
        let way = bounds.offset(self.before, self.now);
        std::array::from_fn(|axis| self.now[axis] - way[axis] * (1.0 - alpha))
    }
}
