//! What a hand on the mouse relies on.

use super::*;

const SIZE: [u32; 2] = [1280, 720];

fn cameras() -> [Camera; 3] {
    [
        Camera::Plane { center: [3.0, -2.0], height: 40.0 },
        Camera::Orbit { target: [1.0, 2.0, 3.0], yaw: 0.7, pitch: 0.4, distance: 50.0 },
        Camera::Orbit { target: [0.0; 3], yaw: -2.0, pitch: -0.9, distance: 5.0 },
    ]
}

fn near(a: [f32; 2], b: [f32; 2]) -> bool {
    (a[0] - b[0]).abs() < 0.05 && (a[1] - b[1]).abs() < 0.05
}

#[test]
fn the_target_is_in_the_middle_and_up_is_up() {
    for camera in cameras() {
        let target = camera.target();
        assert!(near(camera.project(target, SIZE).unwrap(), [640.0, 360.0]));
        let above = camera.project([target[0], target[1] + 0.5, target[2]], SIZE).unwrap();
        assert!(above[1] < 360.0, "{camera:?} draws up as down");
    }
}

#[test]
fn a_ray_goes_through_what_is_drawn_at_its_pixel() {
    for camera in cameras() {
        for pixel in [[10.0, 20.0], [640.0, 100.0], [1200.0, 700.0]] {
            let ray = camera.ray(pixel, SIZE);
            let point = std::array::from_fn(|axis| ray.origin[axis] + 3.0 * ray.direction[axis]);
            assert!(near(camera.project(point, SIZE).unwrap(), pixel), "{camera:?} {pixel:?}");
        }
    }
}

#[test]
fn panning_moves_the_world_with_the_pointer() {
    for mut camera in cameras() {
        let point = camera.drag_point([400.0, 300.0], camera.target(), SIZE);
        camera.pan([50.0, -30.0], SIZE);
        assert!(near(camera.project(point, SIZE).unwrap(), [450.0, 270.0]), "{camera:?}");
    }
}

#[test]
fn zooming_keeps_what_is_under_the_pointer() {
    for mut camera in cameras() {
        let point = camera.drag_point([900.0, 200.0], camera.target(), SIZE);
        let before = camera.pixels(1.0, point, SIZE);
        camera.zoom(2.0, [900.0, 200.0], SIZE);
        assert!(near(camera.project(point, SIZE).unwrap(), [900.0, 200.0]), "{camera:?}");
        assert!(camera.pixels(1.0, point, SIZE) > 1.5 * before);
    }
}

#[test]
fn a_fitted_box_is_all_in_the_picture_and_fills_it() {
    for dimensions in [2, 3] {
        for size in [SIZE, [300, 900]] {
            let (min, max) = ([-40.0, -20.0, -10.0 * (dimensions as f32 - 2.0)], [40.0, 20.0, 0.0]);
            let camera = Camera::fit(dimensions, min, max, size);
            let mut widest = 0.0f32;
            for corner in 0..8 {
                let point = std::array::from_fn(|axis| if corner >> axis & 1 == 0 { min[axis] } else { max[axis] });
                let [x, y] = camera.project(point, size).unwrap();
                let off = [(x / size[0] as f32 - 0.5).abs(), (y / size[1] as f32 - 0.5).abs()];
                widest = widest.max(off[0]).max(off[1]);
            }
            assert!((0.4..=0.5).contains(&widest), "{dimensions} {size:?}: {widest}");
        }
    }
}

#[test]
fn a_followed_point_is_reached_smoothly_whatever_the_frame_rate() {
    let [start, ..] = cameras();
    let (mut slow, mut quick) = (start, start);
    slow.follow([20.0, 5.0, 0.0], 0.1);
    (0..10).for_each(|_| quick.follow([20.0, 5.0, 0.0], 0.01));
    assert!((slow.target()[0] - quick.target()[0]).abs() < 1e-3);
    assert!(slow.target()[0] > 10.0 && slow.target()[0] < 20.0);
}

#[test]
fn nothing_given_makes_a_camera_unusable() {
    for mut camera in cameras() {
        for bad in [f32::NAN, f32::INFINITY, -1.0, 0.0] {
            camera.zoom(bad, [0.0, 0.0], SIZE);
            camera.zoom(2.0, [bad, bad], [0, 0]);
            camera.pan([bad, 0.0], SIZE);
            camera.orbit([bad, bad]);
            camera.follow([bad; 3], bad);
        }
        (0..2000).for_each(|_| camera.zoom(10.0, [3.0, 3.0], SIZE));
        (0..2000).for_each(|_| camera.zoom(0.1, [3.0, 3.0], SIZE));
        assert!(camera.target().iter().all(|c| c.is_finite()), "{camera:?}");
        assert!(camera.lens(SIZE).matrix.is_finite(), "{camera:?}");
    }
    let empty = Camera::fit(3, [f32::NAN; 3], [f32::NAN; 3], [0, 0]);
    assert!(matches!(empty, Camera::Orbit { distance, .. } if distance > 0.0));
}
