//! Draws Flockstep worlds with wgpu: in two and three dimensions, in a window or off screen; and off screen also without a
//! graphics driver, with a [`Painter`] in software.
//!
//! A [`Picture`] is a world as plain data. It is made where the world is, on whatever thread, and handed to a [`View`],
//! which has the graphics driver. A [`Frame`] says from where it is seen ([`Camera`]), how it looks ([`Look`]) and what is
//! drawn on top ([`Mark`]). One upload a step and a draw call per shape are all that agents cost; the driver interpolates
//! between two steps by itself.
//!
//! ```no_run
//! use flockstep_scenario::{Scenario, gallery};
//! use flockstep_view::{Camera, Frame, Look, Offscreen, Picture};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let scene = gallery::find("school").ok_or("no such scene")?;
//! let mut world = Scenario::parse(scene.text, scene.name)?.build()?;
//! (0..300).for_each(|_| world.step());
//!
//! let picture = Picture::of_world(&world);
//! let (camera, look) = (Camera::of(&picture, [1280, 720]), Look::of(&picture));
//! let mut offscreen = Offscreen::open()?;
//! offscreen.upload(&picture, &look);
//! let image = offscreen.draw(&Frame::new(&camera, &look, [1280, 720]))?;
//! assert_eq!(image.rgba.len(), 1280 * 720 * 4);
//! # Ok(())
//! # }
//! ```
//!
//! Coordinates are `[f32; 3]` everywhere: the plane is where z is 0, with x to the right and y up; in space y is up.

#[cfg(not(target_arch = "wasm32"))]
mod adapters;
mod bounds;
mod camera;
pub mod color;
mod draw;
mod history;
mod image;
mod insight;
mod instance;
mod look;
mod mark;
mod mesh;
#[cfg(not(target_arch = "wasm32"))]
mod offscreen;
#[cfg(not(target_arch = "wasm32"))]
mod paint;
mod pick;
mod picture;
mod solid;
mod stroke;
mod style;

#[cfg(not(target_arch = "wasm32"))]
pub use adapters::{Adapter, adapters};
pub use bounds::Bounds;
pub use camera::{Camera, Ray};
pub use draw::View;
pub use flockstep::settings::Shape;
pub use image::Image;
pub use insight::Insight;
pub use instance::Instance;
pub use look::{Backdrop, ColorBy, Frame, Look, Theme, Trails};
pub use mark::Mark;
#[cfg(not(target_arch = "wasm32"))]
pub use offscreen::{Offscreen, OffscreenError};
#[cfg(not(target_arch = "wasm32"))]
pub use paint::Painter;
pub use pick::Pointer;
pub use picture::{Picture, Track};
pub use solid::Solid;
pub use stroke::Stroke;
pub use style::{MOST_STYLES, Style};
