//! All pipelines of a kind of picture. Another backdrop or dimension has others.

use super::lines::LinePipelines;
use super::pipeline::{Kind, Kit};
use super::surroundings::Surroundings;
use super::{agents, solids, trails};

pub(super) struct Pipelines {
    pub kind: Kind,
    pub surroundings: Surroundings,
    pub solids: wgpu::RenderPipeline,
    pub agents: wgpu::RenderPipeline,
    pub shadows: wgpu::RenderPipeline,
    pub lines: LinePipelines,
    pub trails: wgpu::RenderPipeline,
}

impl Pipelines {
    pub fn new(kit: &Kit<'_>) -> Pipelines {
        Pipelines {
            kind: kit.kind,
            surroundings: Surroundings::new(kit),
            solids: solids::pipeline(kit),
            agents: agents::pipeline(kit),
            shadows: agents::shadow_pipeline(kit),
            lines: LinePipelines::new(kit),
            trails: trails::pipeline(kit),
        }
    }
}
