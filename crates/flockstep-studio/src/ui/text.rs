//! Text that counts when the typing is done, not letter by letter: a letter more may already be wrong, and would be an
//! edit of its own.

use egui::{Id, Response, TextEdit, Ui};

/// A text field. `field` makes it for the text in hand; the new text is returned once the field is left.
pub(crate) fn when_done(
    ui: &mut Ui,
    id: Id,
    current: &str,
    field: impl FnOnce(&mut Ui, &mut String) -> Response,
) -> Option<String> {
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| current.into());
    let response = field(ui, &mut text);
    if response.lost_focus() {
        ui.data_mut(|data| data.remove::<String>(id));
        return (text != current).then_some(text);
    }
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
    }
    None
}

/// One line of text with a label.
pub(crate) fn line(ui: &mut Ui, label: &Response, current: &str, width: f32) -> Option<String> {
    when_done(ui, label.id.with("text"), current, |ui, text| {
        ui.add(TextEdit::singleline(text).desired_width(width)).labelled_by(label.id)
    })
}
