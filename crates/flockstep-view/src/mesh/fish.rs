//! A fish: a flattened body, a forked tail, fins and eyes.

use super::{Detail, Mesh, Part, Ring};
use glam::Vec3;

/// Nose to tail: x, half height, half width.
const BODY: [[f32; 3]; 8] = [
    [0.5, 0.012, 0.01],
    [0.45, 0.058, 0.04],
    [0.34, 0.112, 0.07],
    [0.18, 0.152, 0.088],
    [0.0, 0.152, 0.08],
    [-0.16, 0.105, 0.05],
    [-0.27, 0.055, 0.022],
    [-0.33, 0.036, 0.01],
];

pub(super) fn in_space(detail: Detail) -> Mesh {
    let mut mesh = Mesh::default();
    if detail == Detail::Fine {
        mesh.loft(&BODY.map(Ring::around), 10, Part::Body);
        fins(&mut mesh);
        eyes(&mut mesh);
    } else {
        mesh.loft(&[BODY[0], BODY[3], BODY[7]].map(Ring::around), 4, Part::Body);
    }
    tail(&mut mesh);
    mesh.moving(sway, |_| 0.0)
}

/// The head hardly moves, the tail most.
fn sway(at: Vec3) -> f32 {
    let back = (0.3 - at.x).max(0.0) / 0.8;
    0.02 + 0.11 * back * back
}

fn tail(mesh: &mut Mesh) {
    let (root, notch) = (Vec3::new(-0.3, 0.0, 0.0), Vec3::new(-0.42, 0.0, 0.0));
    for up in [1.0, -1.0] {
        mesh.facet([root + Vec3::Y * 0.03 * up, Vec3::new(-0.5, 0.18 * up, 0.0), notch], Part::Fin);
        mesh.facet([root + Vec3::Y * 0.03 * up, notch, root], Part::Fin);
    }
}

fn fins(mesh: &mut Mesh) {
    let flat = |x: f32, y: f32| Vec3::new(x, y, 0.0);
    mesh.facet([flat(0.16, 0.14), flat(-0.04, 0.25), flat(-0.03, 0.13)], Part::Fin);
    mesh.facet([flat(-0.03, 0.13), flat(-0.04, 0.25), flat(-0.2, 0.07)], Part::Fin);
    mesh.facet([flat(-0.06, -0.12), flat(-0.19, -0.2), flat(-0.22, -0.06)], Part::Fin);
    let (front, back, tip) = (Vec3::new(0.2, -0.05, 0.075), Vec3::new(0.13, -0.07, 0.07), Vec3::new(0.06, -0.14, 0.2));
    mesh.facets([front, tip, back], Part::Fin);
}

/// Flat rhombs on the cheeks.
fn eyes(mesh: &mut Mesh) {
    let at = |x: f32, y: f32| Vec3::new(0.37 + x, 0.035 + y, 0.066 - 0.28 * x - 0.3 * y.abs());
    let (r, d) = (0.026, 0.019);
    let rim = [at(r, 0.0), at(d, d), at(0.0, r), at(-d, d), at(-r, 0.0), at(-d, -d), at(0.0, -r), at(d, -d)];
    for corner in 0..8 {
        mesh.facets([at(0.0, 0.0) + Vec3::Z * 0.008, rim[corner], rim[(corner + 1) % 8]], Part::Eye);
    }
}

/// Nose to tail, as seen from above: x, half width.
const BACK: [[f32; 2]; 8] = [
    [0.5, 0.015],
    [0.45, 0.062],
    [0.34, 0.11],
    [0.18, 0.138],
    [0.0, 0.125],
    [-0.16, 0.08],
    [-0.27, 0.04],
    [-0.33, 0.025],
];

/// For the plane: the back broader than it is, the tail laid flat, so that it reads as a fish at a glance.
pub(super) fn from_above(detail: Detail) -> Mesh {
    let mut mesh = Mesh::default();
    let ring = |[x, half_width]: [f32; 2]| Ring { x, y: 0.0, half_height: half_width * 0.6, half_width };
    if detail == Detail::Fine {
        mesh.loft(&BACK.map(ring), 8, Part::Body);
        mesh.facets(
            [Vec3::new(0.2, -0.02, 0.12), Vec3::new(0.0, -0.03, 0.27), Vec3::new(0.06, -0.02, 0.12)],
            Part::Fin,
        );
        let eye = |x: f32, z: f32| Vec3::new(0.36 + x, 0.065, 0.072 + z);
        let r = 0.026;
        mesh.facets([eye(r, 0.0), eye(0.0, -r), eye(-r, 0.0)], Part::Eye);
        mesh.facets([eye(r, 0.0), eye(-r, 0.0), eye(0.0, r)], Part::Eye);
    } else {
        mesh.loft(&[BACK[0], BACK[3], BACK[7]].map(ring), 4, Part::Body);
    }
    let (root, notch) = (Vec3::new(-0.29, 0.0, 0.0), Vec3::new(-0.42, 0.0, 0.0));
    mesh.facets([root, notch, Vec3::new(-0.5, 0.0, 0.17)], Part::Fin);
    mesh.moving(sway, |_| 0.0)
}
