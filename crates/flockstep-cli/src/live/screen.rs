//! A show on the screen: its name and groups on top, the world, numbers, keys.

use super::keys::KEYS;
use super::show::Show;
use super::sketch::{DOTS, Sketch};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::canvas::Canvas;
use ratatui::widgets::{Block, Clear, Padding, Paragraph};

/// From this height on there is room for the sentence about the scene.
const ROOM_FOR_ABOUT: u16 = 16;
const QUIET: [u8; 3] = [140, 150, 160];
const LOUD: [u8; 3] = [255, 190, 80];

/// Draws a show, some seconds after it was last drawn.
pub fn draw(frame: &mut Frame, show: &mut Show, seconds: f32) {
    let area = frame.area();
    let about = u16::from(area.height >= ROOM_FOR_ABOUT);
    // The less room there is, the more goes to the world: the keys go first, then the name, then the numbers.
    let row = |least: u16| Constraint::Length(u16::from(area.height >= least));
    let rows = [row(4), Constraint::Length(about), Constraint::Fill(1), row(3), row(5)];
    let [head, sentence, world, numbers, keys] = Layout::vertical(rows).areas(area);
    draw_head(frame, head, show);
    let quiet = Style::new().fg(show.tint.color(QUIET));
    let text = clipped(&show.studio.document.scenario().about, sentence.width);
    frame.render_widget(Line::styled(text, quiet), sentence);
    draw_world(frame, world, show, seconds);
    draw_notice(frame, world, show);
    frame.render_widget(numbers_line(show, numbers.width), numbers);
    frame.render_widget(keys_line(show, keys.width), keys);
    if show.help {
        draw_help(frame, area, show);
    }
}

/// The name of the scene and how it runs; to the right the groups, if there is room.
fn draw_head(frame: &mut Frame, area: Rect, show: &Show) {
    let mut left = Line::styled(show.studio.document.scenario().name.clone(), Modifier::BOLD);
    if !show.studio.frame().playing {
        left.push_span("  ");
        left.push_span(Span::styled("paused", Style::new().fg(show.tint.color(LOUD)).add_modifier(Modifier::REVERSED)));
    }
    let right = groups_line(show).right_aligned();
    let fits = left.width() + 2 + right.width() <= usize::from(area.width);
    frame.render_widget(left, area);
    if fits {
        let width = u16::try_from(right.width()).unwrap_or(area.width).min(area.width);
        let place = Rect { x: area.x + (area.width - width), width, ..area };
        frame.render_widget(right, place);
    }
}

fn groups_line(show: &Show) -> Line<'_> {
    let (frame, scenario) = (show.studio.frame(), show.studio.document.scenario());
    // Another scene has been asked for, and the frame still shows the one before.
    if !show.studio.is_shown() {
        return Line::default();
    }
    let mut line = Line::default();
    for (number, (group, agents)) in scenario.groups.iter().zip(&frame.group_agents).enumerate() {
        let color = frame.picture.styles.get(number).map_or([200; 3], |style| style.color);
        line.push_span(Span::styled("● ", Style::new().fg(show.tint.color(color))));
        let space = if number + 1 < scenario.groups.len() { "   " } else { "" };
        line.push_span(format!("{} {agents}{space}", group.group.name));
    }
    line
}

fn draw_world(frame: &mut Frame, area: Rect, show: &mut Show, seconds: f32) {
    if area.is_empty() {
        return;
    }
    let size = [u32::from(area.width) * DOTS[0], u32::from(area.height) * DOTS[1]];
    let seen = show.studio.frame();
    let camera = show.gaze.camera(&seen.picture, size, seen.document, seconds, seen.playing);
    let sketch = Sketch {
        picture: &seen.picture,
        markers: &seen.markers,
        camera,
        size,
        alpha: seen.alpha(),
        color_by: show.studio.scenery.look.color_by,
        tint: show.tint,
    };
    let [right, top] = sketch.last_dot();
    let canvas = Canvas::default().x_bounds([0.0, right]).y_bounds([0.0, top]).paint(|context| sketch.paint(context));
    frame.render_widget(canvas, area);
}

/// The newest message, on the lowest row of the world.
fn draw_notice(frame: &mut Frame, area: Rect, show: &mut Show) {
    let Some(notice) = show.studio.notices.current().last() else { return };
    let text = clipped(&notice.text, area.width);
    let row = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
    frame.render_widget(Clear, row);
    frame.render_widget(Line::styled(text, Style::new().fg(show.tint.color(LOUD))), row);
}

fn numbers_line(show: &Show, width: u16) -> Line<'_> {
    let frame = show.studio.frame();
    let mut parts = vec![
        format!("step {}", frame.steps),
        format!("{:.1} s", frame.time),
        format!("{} agent{}", frame.agents, if frame.agents == 1 { "" } else { "s" }),
        format!("speed {}x", show.studio.speed),
    ];
    if show.studio.document.scenario().groups.iter().any(|group| group.group.captures.is_some()) {
        parts.push(format!("captured {}", frame.captured));
    }
    if let Some(all) = show.studio.history.last().and_then(|sample| sample.orders.first()) {
        parts.push(format!("polarization {:.2}", all.polarization));
    }
    let mut line = Line::default();
    if frame.playing && frame.pace.is_slow() {
        // First, so that a narrow terminal shows it too.
        let slow = format!("slow: {:.0} of {:.0} steps/s", frame.pace.made, frame.pace.wanted);
        line.push_span(Span::styled(slow, Style::new().fg(show.tint.color(LOUD))));
        line.push_span("  ");
    }
    let room = usize::from(width).saturating_sub(line.width());
    line.push_span(whole_parts(&parts, room));
    line
}

/// As many parts as fit, none of them cut.
fn whole_parts(parts: &[String], room: usize) -> String {
    let mut text = String::new();
    for part in parts {
        let space = if text.is_empty() { "" } else { "  " };
        if text.chars().count() + space.len() + part.chars().count() > room {
            break;
        }
        text = text + space + part;
    }
    text
}

fn keys_line(show: &Show, width: u16) -> Line<'_> {
    let quiet = Style::new().fg(show.tint.color(QUIET));
    let line = |keys: &mut dyn Iterator<Item = &'static super::keys::Key>| {
        let mut line = Line::default();
        for (number, key) in keys.enumerate() {
            let space = if number == 0 { "" } else { "  " };
            line.push_span(format!("{space}{} ", key.keys));
            line.push_span(Span::styled(key.word, quiet));
        }
        line
    };
    let every = line(&mut KEYS.iter());
    if every.width() <= usize::from(width) {
        return every;
    }
    line(&mut KEYS.iter().filter(|key| ["?", "q"].contains(&key.keys)))
}

fn draw_help(frame: &mut Frame, area: Rect, show: &Show) {
    let quiet = Style::new().fg(show.tint.color(QUIET));
    let lines: Vec<Line> = KEYS
        .iter()
        .map(|key| Line::from(vec![Span::from(format!("{:<7}", key.keys)), Span::styled(key.about, quiet)]))
        .collect();
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 4;
    let place = area.centered(Constraint::Max(width), Constraint::Max(lines.len() as u16 + 2));
    frame.render_widget(Clear, place);
    let block = Block::bordered().title(" Keys ").padding(Padding::horizontal(1));
    frame.render_widget(Paragraph::new(lines).block(block), place);
}

/// A text in so many columns; if it does not fit, it ends with an ellipsis.
fn clipped(text: &str, width: u16) -> String {
    let width = usize::from(width);
    if text.chars().count() <= width {
        return text.into();
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

#[cfg(test)]
mod tests;
