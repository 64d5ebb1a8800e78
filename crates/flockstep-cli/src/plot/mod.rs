//! `flockstep plot`: a file of metrics as a picture.
//!
//! Columns of the file become panels and its groups become lines.

use crate::failure::Failure;
use crate::files::{Named, check_replaced, lock, read, replace};
use crate::suggest::did_you_mean;
use clap::Args;
use flockstep::observe::Metric;
use flockstep_plot::{Axis, Chart, Lines, MetricsFile, Series, Style};
use flockstep_record::file::Lock;
use std::path::{Path, PathBuf};

/// Draw a file of metrics.
///
/// Time goes to the right; each metric has a panel of its own, each group a line of its own.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  flockstep run school --steps 1000 --metrics order.csv && flockstep plot order.csv --out order.svg
  flockstep plot order.csv --out order.png --metric polarization,milling --group bluegill
  flockstep plot order.csv --out order.png --metric speed_deviation --log --title \"Speeds even out\"

Without --metric all columns are drawn that hold anything but zeros. If the file has a single group,
the line of all would be the same and is left out. Letters are built in: no fonts are needed.")]
pub struct PlotArguments {
    /// A file written with run --metrics.
    pub metrics: PathBuf,

    /// Where the picture goes; the name ends in .svg or .png.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Draw these metrics only, as in polarization,flocks.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub metric: Vec<String>,

    /// Draw these groups only; all is everyone together.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub group: Vec<String>,

    /// The title, in place of the file's name.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    /// Logarithmic axes for the metrics; what is not greater than 0 is not drawn.
    #[arg(long)]
    pub log: bool,

    /// Overwrite a picture that exists.
    #[arg(long)]
    pub force: bool,
}

/// Draws a file of metrics.
pub fn plot(arguments: &PlotArguments) -> Result<(), Failure> {
    let form = Form::of("--out", &arguments.out)?;
    let mut named = Named::default();
    named.note("the metrics", &arguments.metrics);
    named.write("--out", &arguments.out)?;
    check_replaced(&arguments.out, arguments.force)?;
    let name = arguments.metrics.display().to_string();
    let file =
        MetricsFile::parse(&read(&arguments.metrics)?).map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    let chart = chart(arguments, &file)?;
    form.write(&chart, &lock(&arguments.out)?)
}

/// What a picture is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Svg,
    Png,
}

impl Form {
    /// The form that the ending of a file says, which an option named.
    pub fn of(option: &str, path: &Path) -> Result<Form, Failure> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let found = match ending.as_deref() {
            Some("svg") => return Ok(Form::Svg),
            Some("png") => return Ok(Form::Png),
            Some(other) => format!("found the ending \".{other}\""),
            None => "found no ending".into(),
        };
        Err(Failure::Input(format!("{option} {}: {found}, allowed is a name ending in .svg or .png", path.display())))
    }

    /// Writes a chart to a file.
    pub fn write(self, chart: &Chart, to: &Lock) -> Result<(), Failure> {
        let picture = match self {
            Form::Svg => chart.svg().into_bytes(),
            Form::Png => chart.png().map_err(|error| Failure::Running(error.to_string()))?,
        };
        replace(to, &picture)
    }
}

fn chart(arguments: &PlotArguments, file: &MetricsFile) -> Result<Chart, Failure> {
    let groups = file.groups();
    let mut shown = chosen("--group", &arguments.group, &groups)?;
    if arguments.group.is_empty() && groups.len() == 2 {
        shown.retain(|group| group != "all");
    }
    let mut metrics = chosen("--metric", &arguments.metric, &file.metrics)?;
    if arguments.metric.is_empty() {
        metrics.retain(|metric| file.values(metric).any(|value| value.is_finite() && value != 0.0));
    }
    if metrics.is_empty() {
        return Err(Failure::Input(format!("{}: there are only zeros to draw", arguments.metrics.display())));
    }
    let stem = arguments.metrics.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let mut chart = Chart::new(arguments.title.clone().or(stem).unwrap_or_default());
    chart.columns = if metrics.len() > 3 { 2 } else { 1 };
    for metric in &metrics {
        chart = chart.with(panel(file, metric, &shown, arguments.log));
    }
    Ok(chart)
}

/// Those of the names there are that were asked for; all of them if none was.
fn chosen(option: &str, asked: &[String], there: &[String]) -> Result<Vec<String>, Failure> {
    if let Some(unknown) = asked.iter().find(|name| !there.contains(name)) {
        let like = did_you_mean(unknown, there.iter().map(String::as_str));
        let all = there.join(", ");
        return Err(Failure::Input(format!("{option} {unknown}: the file has none{like}\nit has {all}")));
    }
    if let Some((_, twice)) = asked.iter().enumerate().find(|(at, name)| asked[..*at].contains(name)) {
        return Err(Failure::Input(format!("{option} {twice}: it stands there twice")));
    }
    Ok(if asked.is_empty() { there.to_vec() } else { asked.to_vec() })
}

fn panel(file: &MetricsFile, metric: &str, groups: &[String], log: bool) -> Lines {
    let unit = Metric::named(metric).map_or("", |metric| metric.entry().unit);
    let plain = metric.replace('_', " ");
    let label = if unit.is_empty() { plain } else { format!("{plain} ({unit})") };
    let axis = if log { Axis::new(label).log() } else { Axis::new(label) };
    let series = groups.iter().map(|group| {
        let points: Vec<[f64; 2]> = file.points(metric, group).collect();
        // One point makes no line.
        let style = if points.len() == 1 { Style::Dots } else { Style::Line };
        Series::line(group.clone(), points).style(style)
    });
    Lines::new("", Axis::new("time (s)"), axis, series.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_endings_are_pictures() {
        let form = |path: &Path| Form::of("--out", path);
        assert_eq!(form(Path::new("a.SVG")).ok(), Some(Form::Svg));
        assert_eq!(form(Path::new("a.b.png")).ok(), Some(Form::Png));
        for bad in ["a.jpg", "a", ".png", ""] {
            assert!(form(Path::new(bad)).is_err(), "{bad}");
        }
    }
}
