//! A bird: a slim body, two-jointed wings, a fan of a tail.

use super::{Detail, Mesh, Part, Ring};
use glam::Vec3;

/// Beak to tail: x, half height, half width.
const BODY: [[f32; 3]; 6] = [
    [0.5, 0.008, 0.008],
    [0.41, 0.035, 0.03],
    [0.33, 0.06, 0.055],
    [0.12, 0.085, 0.08],
    [-0.14, 0.06, 0.06],
    [-0.34, 0.018, 0.025],
];

pub(super) fn bird(detail: Detail) -> Mesh {
    let mut mesh = Mesh::default();
    if detail == Detail::Fine {
        mesh.loft(&BODY.map(Ring::around), 8, Part::Body);
        let eye = |x: f32, y: f32| Vec3::new(0.36 + x, 0.02 + y, 0.052);
        mesh.facets([eye(0.02, 0.0), eye(0.0, 0.018), eye(-0.02, 0.0)], Part::Eye);
        mesh.facets([eye(0.02, 0.0), eye(-0.02, 0.0), eye(0.0, -0.018)], Part::Eye);
    } else {
        mesh.loft(&[BODY[0], BODY[3], BODY[5]].map(Ring::around), 3, Part::Body);
    }
    wings(&mut mesh);
    let (root, side, end) = (Vec3::new(-0.26, 0.0, 0.0), Vec3::new(-0.5, 0.0, 0.13), Vec3::new(-0.46, 0.0, 0.0));
    mesh.facets([root, end, side], Part::Fin);
    mesh.moving(|_| 0.0, |at| 0.42 * (at.z.abs() - 0.05).max(0.0).powf(1.25))
}

/// Inner half, swept forward a little; outer half, swept back to the tip.
fn wings(mesh: &mut Mesh) {
    let (root_front, root_back) = (Vec3::new(0.2, 0.03, 0.04), Vec3::new(-0.1, 0.02, 0.04));
    let (joint_front, joint_back) = (Vec3::new(0.24, 0.05, 0.36), Vec3::new(-0.04, 0.03, 0.34));
    let tip = Vec3::new(-0.06, 0.02, 0.82);
    mesh.facets([root_front, root_back, joint_front], Part::Fin);
    mesh.facets([joint_front, root_back, joint_back], Part::Fin);
    mesh.facets([joint_front, joint_back, tip], Part::Fin);
}
