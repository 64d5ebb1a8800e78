//! A craft: a small delta-winged ship with a window and two engines, all facets.

use super::{Detail, Mesh, Part};
use glam::Vec3;

pub(super) fn craft(detail: Detail) -> Mesh {
    let mut mesh = Mesh::default();
    let nose = Vec3::new(0.5, 0.0, 0.0);
    let ridge = Vec3::new(-0.22, 0.13, 0.0);
    let keel = Vec3::new(-0.2, -0.07, 0.0);
    let shoulder = Vec3::new(0.02, 0.02, 0.14);
    let tip = Vec3::new(-0.42, -0.03, 0.42);
    let stern = Vec3::new(-0.34, 0.02, 0.14);
    let middle = Vec3::new(-0.38, 0.02, 0.0);
    mesh.facets([nose, ridge, shoulder], Part::Body);
    mesh.facets([shoulder, ridge, stern], Part::Body);
    mesh.facets([shoulder, stern, tip], Part::Fin);
    mesh.facets([ridge, middle, stern], Part::Fin);
    mesh.facets([nose, shoulder, keel], Part::Fin);
    mesh.facets([shoulder, tip, keel], Part::Fin);
    mesh.facets([tip, stern, keel], Part::Fin);
    mesh.facets([stern, middle, keel], Part::Fin);
    // The engines: flames behind the stern, one on each side.
    let (inner, outer) = (Vec3::new(-0.37, 0.02, 0.05), Vec3::new(-0.35, 0.02, 0.12));
    mesh.facets([inner, Vec3::new(-0.5, 0.02, 0.085), outer], Part::Glow);
    mesh.facets([inner + Vec3::Y * 0.03, Vec3::new(-0.5, 0.02, 0.085), inner - Vec3::Y * 0.03], Part::Glow);
    if detail == Detail::Fine {
        let (front, top) = (Vec3::new(0.3, 0.044, 0.0), Vec3::new(0.06, 0.088, 0.0));
        mesh.facets([front, top, Vec3::new(0.12, 0.058, 0.05)], Part::Glass);
        let fin = Vec3::new(-0.42, 0.24, 0.0);
        mesh.facet([ridge + Vec3::X * 0.1, fin, middle], Part::Fin);
    }
    mesh
}
