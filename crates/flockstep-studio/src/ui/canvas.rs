//! The bridge to the graphics driver: a picture is uploaded when it is new, and drawn in every frame.

use crate::scenery::Scenery;
use eframe::egui_wgpu::{CallbackResources, CallbackTrait, ScreenDescriptor};
use eframe::wgpu;
use flockstep::AgentId;
use flockstep_view::{Camera, Frame, Look, Mark, Picture, View};
use std::sync::Arc;

/// The view, where the driver keeps it, and the picture it was last given.
struct Kept {
    view: View,
    picture: Option<Arc<Picture>>,
    look: Look,
}

/// One drawing of the flock.
pub(crate) struct Canvas {
    pub format: wgpu::TextureFormat,
    pub picture: Arc<Picture>,
    pub camera: Camera,
    pub look: Look,
    pub marks: Vec<Mark>,
    pub size: [u32; 2],
    pub alpha: f32,
    pub selected: Option<AgentId>,
    pub clear_trails: bool,
}

impl Canvas {
    /// Whether the trails of the last drawing belong to another run.
    pub fn trails(scenery: &mut Scenery) -> bool {
        std::mem::take(&mut scenery.old_trails)
    }
}

impl CallbackTrait for Canvas {
    fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        _: &ScreenDescriptor,
        encoder: &mut wgpu::CommandEncoder,
        resources: &mut CallbackResources,
    ) -> Vec<wgpu::CommandBuffer> {
        if !resources.contains::<Kept>() {
            resources.insert(Kept { view: View::new(device, self.format), picture: None, look: self.look });
        }
        let Some(kept) = resources.get_mut::<Kept>() else { return Vec::new() };
        if self.clear_trails {
            kept.view.clear_trails();
        }
        let new = kept.picture.as_ref().is_none_or(|picture| !Arc::ptr_eq(picture, &self.picture));
        if new || kept.look.trails != self.look.trails {
            kept.view.upload(device, queue, &self.picture, &self.look);
            kept.picture = Some(self.picture.clone());
            kept.look = self.look;
        }
        let frame = Frame {
            camera: &self.camera,
            size: self.size,
            alpha: self.alpha,
            look: &self.look,
            marks: &self.marks,
            selected: self.selected,
        };
        kept.view.draw(device, queue, encoder, &frame);
        Vec::new()
    }

    fn paint(&self, _: egui::PaintCallbackInfo, pass: &mut wgpu::RenderPass<'static>, resources: &CallbackResources) {
        if let Some(kept) = resources.get::<Kept>() {
            kept.view.paint(pass);
        }
    }
}
