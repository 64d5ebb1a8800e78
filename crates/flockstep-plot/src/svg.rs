//! A drawing as SVG.

use crate::color::{Color, INK, PAPER};
use crate::drawing::{Anchor, Drawing, Mark};
use std::fmt::Write;

/// The drawing as a text.
pub(crate) fn svg(drawing: &Drawing) -> String {
    let (width, height) = (drawing.width, drawing.height);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"Ubuntu, 'Helvetica Neue', Arial, sans-serif\" fill=\"{}\">\n<rect width=\"100%\" height=\"100%\" \
         fill=\"{}\"/>\n",
        hex(INK),
        hex(PAPER)
    );
    for mark in &drawing.marks {
        // Writing into a text cannot fail.
        let _ = write_mark(&mut text, mark);
    }
    text.push_str("</svg>\n");
    text
}

fn write_mark(out: &mut String, mark: &Mark) -> std::fmt::Result {
    match mark {
        Mark::Line { points, color, width, dashed } => {
            let dash = if *dashed { " stroke-dasharray=\"6 4\"" } else { "" };
            write!(out, "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"{dash}", hex(*color))?;
            out.push_str(" stroke-linejoin=\"round\" points=\"");
            for [x, y] in points {
                write!(out, "{x:.2},{y:.2} ")?;
            }
            out.push_str("\"/>\n");
            Ok(())
        }
        Mark::Rect { place: [x, y, width, height], color } => {
            let fill = hex(*color);
            writeln!(
                out,
                "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\"/>"
            )
        }
        Mark::Dot { center: [x, y], radius, color } => {
            writeln!(out, "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius}\" fill=\"{}\"/>", hex(*color))
        }
        Mark::Text { at: [x, y], text, size, anchor, upward } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let turn = if *upward { format!(" transform=\"rotate(-90 {x:.2} {y:.2})\"") } else { String::new() };
            let text = escaped(text);
            writeln!(
                out,
                "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size}\" text-anchor=\"{anchor}\"{turn}>{text}</text>"
            )
        }
    }
}

fn hex(color: Color) -> String {
    format!("#{:02x}{:02x}{:02x}", color[0], color[1], color[2])
}

/// A text without what XML takes for its own, and without what it forbids.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_out() {
        assert_eq!(escaped("a<b & \"c\"\n>\u{1}"), "a&lt;b &amp; \"c\" &gt; ");
    }
}
