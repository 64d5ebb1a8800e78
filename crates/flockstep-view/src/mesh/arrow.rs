//! An arrow: a dart with a ridge and a notch.

use super::{Mesh, Part};
use glam::Vec3;

pub(super) fn arrow() -> Mesh {
    let mut mesh = Mesh::default();
    let (nose, barb) = (Vec3::new(0.5, 0.0, 0.0), Vec3::new(-0.5, 0.0, 0.34));
    let (ridge, keel, notch) = (Vec3::new(-0.26, 0.16, 0.0), Vec3::new(-0.26, -0.1, 0.0), Vec3::new(-0.3, 0.0, 0.0));
    mesh.facets([nose, ridge, barb], Part::Body);
    mesh.facets([nose, barb, keel], Part::Fin);
    mesh.facets([ridge, notch, barb], Part::Fin);
    mesh.facets([notch, keel, barb], Part::Fin);
    mesh
}
