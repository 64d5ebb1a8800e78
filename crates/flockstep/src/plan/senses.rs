//! The senses of a plan: looks with the same filter are merged.

use super::names::Names;
use crate::error::Error;
use crate::group::Settings;
use crate::math::vector::radians;
use crate::perceive::{Eyes, Look, Sense};
use crate::settings::Of;

/// The most filters (different `of`) one group can have: the bits of a table entry.
const MOST_FILTERS: usize = 32;

/// The senses of a plan in the making.
pub(super) struct Senses<'a, 'n, const D: usize> {
    pub names: &'a Names<'n, D>,
    pub settings: &'a Settings,
    filters: Vec<Of>,
    senses: Vec<Sense>,
}

impl<'a, 'n, const D: usize> Senses<'a, 'n, D> {
    pub fn new(names: &'a Names<'n, D>, settings: &'a Settings) -> Self {
        Senses { names, settings, filters: Vec::new(), senses: Vec::new() }
    }

    /// Whether a sense lists all that it sees.
    pub fn lists_all(&self, sense: usize) -> bool {
        self.senses[sense].nearest == 0
    }

    /// How far apart two bodies can be and touch: the own radius and the largest there is.
    pub fn radii(&self) -> f32 {
        self.settings.body.radius() + self.names.largest_radius
    }

    /// Refuses groups and layers that nobody has.
    pub fn check(&self, of: &Of, place: &str) -> Result<(), Error> {
        match of {
            Of::Groups(groups) => groups.iter().try_for_each(|group| self.names.group(group).map(|_| ())),
            Of::Layers { layers, .. } => {
                for layer in layers {
                    if self.names.layer(layer).is_empty() {
                        let mut known: Vec<String> = self.names.groups.iter().flat_map(|g| g.layers.clone()).collect();
                        known.sort();
                        known.dedup();
                        return Err(Error::NoSuch { kind: "layer", name: format!("\"{layer}\" ({place})"), known });
                    }
                }
                Ok(())
            }
            Of::Mates | Of::Others | Of::All => Ok(()),
        }
    }

    /// The sense for a look: one that is there already if its filter is the same, else a new one.
    pub fn add(
        &mut self,
        look: Look,
        radius_min: f32,
        angle: Option<f32>,
        nearest: Option<u32>,
        place: &str,
    ) -> Result<usize, Error> {
        self.check(&look.of, place)?;
        let filter = match self.filters.iter().position(|of| *of == look.of) {
            Some(filter) => filter,
            None => {
                if self.filters.len() == MOST_FILTERS {
                    let found = MOST_FILTERS as u64 + 1;
                    return Err(Error::TooMany { what: "different `of` in one group", found, most: found - 1 });
                }
                self.filters.push(look.of.clone());
                self.filters.len() - 1
            }
        };
        let angle = angle.unwrap_or(self.settings.sight.angle);
        let cos = libm::cosf(radians(0.5 * angle));
        let cos_signed = if angle < 360.0 { cos * cos.abs() } else { -2.0 };
        let nearest = nearest.unwrap_or(self.settings.sight.nearest);
        let sense = Sense::new(filter as u32, &look, radius_min, cos_signed, nearest);
        if let Some(at) = self.senses.iter().position(|other| other.takes(&sense)) {
            self.senses[at].merge(&sense.wants);
            return Ok(at);
        }
        self.senses.push(sense);
        Ok(self.senses.len() - 1)
    }

    /// How the senses look, all of them known.
    pub fn finish(self, group: usize) -> Result<Eyes, Error> {
        let admits = self.names.admits(group, self.filters)?;
        Ok(Eyes::new(group, self.settings.body.radius(), self.senses, self.names.groups.len(), admits))
    }
}
