//! Who draws: a graphics driver if there is one, else the painter in software.

use crate::failure::Failure;
use flockstep_view::{Frame, Image, Look, Offscreen, OffscreenError, Painter, Picture};

/// Who draws.
pub enum Artist {
    /// A graphics driver.
    Driver(Box<Offscreen>),
    /// The painter in software, and why not a driver.
    Software(Box<Painter>, String),
}

impl Artist {
    /// Looks for a driver that can draw pictures this large.
    pub fn find(software: bool, size: [u32; 2]) -> Artist {
        let instead = |why: &str| Artist::Software(Box::new(Painter::new()), why.into());
        if software {
            return instead("");
        }
        match Offscreen::open() {
            Err(OffscreenError::NoAdapter(_)) => instead("; no graphics driver was found"),
            Err(error) => instead(&format!("; {error}")),
            Ok(driver) if size.iter().any(|side| *side > driver.longest_side()) => {
                instead(&format!("; {} draws at most {} pixels a side", driver.adapter_name(), driver.longest_side()))
            }
            Ok(driver) => Artist::Driver(Box::new(driver)),
        }
    }

    /// Who it is, for people.
    pub fn name(&self) -> String {
        match self {
            Artist::Driver(driver) => format!("{} ({})", driver.adapter_name(), driver.backend_name()),
            Artist::Software(_, why) => format!("software painter{why}"),
        }
    }

    /// Hands over a picture; with trails in the look, one for every step they are to reach back.
    pub fn upload(&mut self, picture: &Picture, look: &Look) {
        match self {
            Artist::Driver(driver) => driver.upload(picture, look),
            Artist::Software(painter, _) => painter.upload(picture, look),
        }
    }

    /// Draws the picture last handed over.
    pub fn draw(&mut self, frame: &Frame<'_>) -> Result<Image, Failure> {
        match self {
            Artist::Driver(driver) => driver.draw(frame).map_err(|error| Failure::Running(error.to_string())),
            Artist::Software(painter, _) => Ok(painter.draw(frame)),
        }
    }
}
