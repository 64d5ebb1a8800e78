//! Files dropped on the window. On a desktop a file has a path to be opened and saved by; on a page it has its bytes alone,
//! which take a while to come.

use crate::command::Command;
use egui::Context;

/// What was dropped and is on its way.
#[derive(Default)]
pub(crate) struct Dropped {
    #[cfg(target_arch = "wasm32")]
    arrived: std::rc::Rc<std::cell::RefCell<Vec<(String, Result<Vec<u8>, String>)>>>,
}

#[cfg(not(target_arch = "wasm32"))]
impl Dropped {
    /// The command that opens what was dropped: of several files the first.
    pub fn take(&self, ctx: &Context) -> Option<Result<Command, String>> {
        let file = ctx.input(|input| input.raw.dropped_files.first().cloned())?;
        Some(Ok(Command::OpenFile(file.path().into())))
    }
}

#[cfg(target_arch = "wasm32")]
impl Dropped {
    /// The command that opens what was dropped, once all of it is here: of several files the first.
    pub fn take(&self, ctx: &Context) -> Option<Result<Command, String>> {
        if let Some(file) = ctx.input(|input| input.raw.dropped_files.first().cloned()) {
            let (arrived, ctx) = (self.arrived.clone(), ctx.clone());
            wasm_bindgen_futures::spawn_local(async move {
                let name = file.path().display().to_string();
                let bytes = file.bytes_async().await;
                arrived.borrow_mut().push((name, bytes));
                ctx.request_repaint();
            });
        }
        let (name, bytes) = self.arrived.borrow_mut().pop()?;
        Some(bytes.map(|bytes| Command::OpenText(name.clone(), bytes)).map_err(|problem| format!("{name}: {problem}")))
    }
}
