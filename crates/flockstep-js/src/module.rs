//! The module itself: what is done when it begins, and what belongs to no world.

use flockstep_scenario::gallery;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "../error.js")]
extern "C" {
    /// Keeps the message of a panic, which ends the module without a word.
    fn panicked(message: &str);
}

#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| panicked(&panic.to_string())));
}

/// The memory that addresses of columns are places in.
#[wasm_bindgen]
pub fn room() -> JsValue {
    wasm_bindgen::memory()
}

/// The names of the scenes of the gallery.
#[wasm_bindgen]
pub fn scenes() -> Vec<String> {
    gallery::scenes().iter().map(|scene| scene.name.into()).collect()
}
