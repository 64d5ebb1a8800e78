//! A scene in front of a camera: asked for moment after moment, it gives a picture of each.

use super::artist::Artist;
use super::cameraman::Cameraman;
use super::order::Order;
use super::overlay::Overlay;
use super::schedule::Moment;
use super::source::Source;
use crate::failure::Failure;
use crate::run::Signals;
use flockstep_view::{Frame, Image, Insight, Picture};

/// A scene in front of a camera.
pub struct Film<'a> {
    order: &'a Order,
    signals: &'a Signals,
    artist: &'a mut Artist,
    source: Box<dyn Source + 'a>,
    picture: Picture,
    cameraman: Cameraman,
    overlay: Option<Overlay>,
}

impl<'a> Film<'a> {
    pub fn new(
        order: &'a Order,
        signals: &'a Signals,
        artist: &'a mut Artist,
        source: Box<dyn Source + 'a>,
    ) -> Film<'a> {
        let picture = Picture::of_world(source.world());
        artist.upload(&picture, &order.look);
        let last = order.schedule.last_step();
        let overlay = order.overlay.as_ref().map(|shown| Overlay::new(shown, last, source.world()));
        Film { cameraman: Cameraman::new(&order.wish, order.size), order, signals, artist, source, picture, overlay }
    }

    /// The picture of a moment, which is not before the last one asked for. `passed` is told every step on the way.
    pub fn shoot(&mut self, moment: &Moment, passed: impl Fn(u64)) -> Result<Image, Failure> {
        while self.source.world().steps() < moment.step {
            self.source.step(self.signals.stop())?;
            self.stopped()?;
            if self.order.look.trails.on {
                self.fill(Insight::default());
            }
            if let Some(overlay) = &mut self.overlay {
                overlay.observe(self.source.world());
            }
            passed(self.source.world().steps());
        }
        self.stopped()?;
        self.fill(self.order.insight);
        let camera = self.cameraman.shoot(&self.picture, moment.alpha, moment.film);
        let frame = Frame { alpha: moment.alpha, ..Frame::new(&camera, &self.order.look, self.order.size) };
        let mut image = self.artist.draw(&frame)?;
        if let Some(overlay) = &mut self.overlay {
            overlay.write(&mut image, self.source.world(), moment.time);
        }
        Ok(image)
    }

    fn fill(&mut self, insight: Insight) {
        let styles = std::mem::take(&mut self.picture.styles);
        self.picture.fill(self.source.world(), &styles, insight);
        self.artist.upload(&self.picture, &self.order.look);
    }

    fn stopped(&self) -> Result<(), Failure> {
        let Some(signal) = self.signals.asked() else { return Ok(()) };
        let reached = format!("stopped at step {}; nothing was written", self.source.world().steps());
        Err(Failure::Interrupted { signal, reached })
    }
}
