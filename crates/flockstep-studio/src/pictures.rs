//! Pictures of scenes, drawn off screen on a thread of their own when they are first asked for.

use egui::ColorImage;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use threaded::Pictures;

/// In a browser there are none.
#[cfg(target_arch = "wasm32")]
pub(crate) struct Pictures;

#[cfg(target_arch = "wasm32")]
impl Pictures {
    pub fn of_gallery(_: egui::Context) -> Pictures {
        Pictures
    }
    pub fn ready(&self) -> Vec<(&'static str, ColorImage)> {
        Vec::new()
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod threaded {
    use super::ColorImage;
    use flockstep_scenario::{Scenario, gallery};
    use flockstep_view::{Camera, Frame, Look, Offscreen, Picture};
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// The size of a picture in pixels.
    const SIZE: [u32; 2] = [448, 276];
    /// How many steps a scene has run when it is drawn: enough for a flock to form.
    const STEPS: usize = 240;

    /// Pictures that come in one by one.
    pub(crate) struct Pictures(Receiver<(&'static str, ColorImage)>);

    impl Pictures {
        /// Has every scene of the gallery drawn.
        pub fn of_gallery(ctx: egui::Context) -> Pictures {
            let (done, ready) = channel();
            // With no thread to be had there are no pictures; the gallery works without.
            let _started = std::thread::Builder::new().name("gallery".into()).spawn(move || draw_all(&done, &ctx));
            Pictures(ready)
        }
        /// Those that have come in since it was last asked.
        pub fn ready(&self) -> Vec<(&'static str, ColorImage)> {
            self.0.try_iter().collect()
        }
    }

    fn draw_all(done: &Sender<(&'static str, ColorImage)>, ctx: &egui::Context) {
        let Ok(mut offscreen) = Offscreen::open() else { return };
        for scene in gallery::scenes() {
            let Some(image) = draw(&mut offscreen, scene) else { continue };
            if done.send((scene.name, image)).is_err() {
                return;
            }
            ctx.request_repaint();
        }
    }

    fn draw(offscreen: &mut Offscreen, scene: &gallery::Scene) -> Option<ColorImage> {
        let mut world = Scenario::parse(scene.text, scene.name).ok()?.build().ok()?;
        (0..STEPS).for_each(|_| world.step());
        let picture = Picture::of_world(&world);
        let look = Look::of(&picture);
        let camera = Camera::of(&picture, SIZE);
        offscreen.upload(&picture, &look);
        let image = offscreen.draw(&Frame::new(&camera, &look, SIZE)).ok()?;
        Some(ColorImage::from_rgba_unmultiplied([image.width as usize, image.height as usize], &image.rgba))
    }
}
