//! The table of a sweep as a chart: lines over one varied value, a map of colors over two.

use flockstep_plot::{Axis, Chart, HeatMap, Lines, Series, Style};
use flockstep_record::{Table, Values};

/// A panel for each metric. What else was varied (seeds, say) is averaged over: error bars are standard errors of the mean.
pub fn chart(title: &str, table: &Table, varied: &[&str], measured: &[&str]) -> Chart {
    let axes = axes(table, varied);
    let words: Vec<&str> = varied.iter().copied().filter(|name| is_text(table, name)).collect();
    let mut chart = Chart::new(title).columns(if measured.len() > 2 { 2 } else { 1 });
    for metric in measured {
        chart = match axes[..] {
            [x, y, ..] => chart.with(map(table, x, y, metric)),
            _ => chart.with(lines(table, axes.first().copied(), &words, metric)),
        };
    }
    chart
}

/// The varied values that make an axis: numbers, of which there are several. A seed makes one only if nothing else does.
fn axes<'a>(table: &Table, varied: &[&'a str]) -> Vec<&'a str> {
    let several = |name: &&str| !is_text(table, name) && distinct(table, name).len() > 1;
    let all: Vec<&str> = varied.iter().copied().filter(several).collect();
    let axes: Vec<&str> = all.iter().copied().filter(|name| *name != "seed").collect();
    if axes.is_empty() { all } else { axes }
}

fn is_text(table: &Table, name: &str) -> bool {
    matches!(table.column(name), Some(Values::Texts(_)))
}

fn number(table: &Table, name: &str, row: usize) -> f64 {
    table.column(name).and_then(|column| column.number(row)).unwrap_or(f64::NAN)
}

/// The numbers of a column, each once, in order.
fn distinct(table: &Table, name: &str) -> Vec<f64> {
    let mut numbers: Vec<f64> = (0..table.rows()).map(|row| number(table, name, row)).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    numbers
}

/// The mean of a metric over some rows, and its standard error; that of a single row is not known.
fn mean(table: &Table, metric: &str, rows: impl Iterator<Item = usize>) -> (f64, f64) {
    let values: Vec<f64> = rows.map(|row| number(table, metric, row)).filter(|value| value.is_finite()).collect();
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, if values.len() > 1 { (square / (count - 1.0) / count).sqrt() } else { 0.0 })
}

fn map(table: &Table, x: &str, y: &str, metric: &str) -> HeatMap {
    let (columns, rows) = (distinct(table, x), distinct(table, y));
    let at = |row: usize| (number(table, x, row), number(table, y, row));
    let value = |place: (f64, f64)| mean(table, metric, (0..table.rows()).filter(|row| at(*row) == place)).0;
    let values = rows.iter().flat_map(|y| columns.iter().map(|x| value((*x, *y)))).collect();
    HeatMap {
        title: String::new(),
        x: (Axis::new(x), columns),
        y: (Axis::new(y), rows),
        color: Axis::new(metric.replace('_', " ")),
        values,
    }
}

/// A line for each combination of words, over an axis or, without one, one point beside the other.
fn lines(table: &Table, axis: Option<&str>, words: &[&str], metric: &str) -> Lines {
    let name = |row: usize| {
        let word = |column: &&str| match table.column(column) {
            Some(Values::Texts(texts)) => texts[row].clone(),
            _ => String::new(),
        };
        words.iter().map(word).collect::<Vec<_>>().join(", ")
    };
    let mut names: Vec<String> = Vec::new();
    for row in 0..table.rows() {
        if !names.contains(&name(row)) {
            names.push(name(row));
        }
    }
    let series = names.iter().enumerate().map(|(nth, own)| {
        let own: Vec<usize> = (0..table.rows()).filter(|row| name(*row) == *own).collect();
        let places = axis.map_or(vec![nth as f64 + 1.0], |axis| distinct(table, axis));
        let here = |row: &usize, place: f64| axis.is_none_or(|axis| number(table, axis, *row) == place);
        let found = places.iter().map(|place| mean(table, metric, own.iter().copied().filter(|row| here(row, *place))));
        let (means, errors): (Vec<f64>, Vec<f64>) = found.unzip();
        let style = if axis.is_some() { Style::LineAndDots } else { Style::Dots };
        Series::line(names[nth].clone(), places.into_iter().zip(means).map(|(x, y)| [x, y])).style(style).errors(errors)
    });
    Lines::new("", Axis::new(axis.unwrap_or("")), Axis::new(metric.replace('_', " ")), series.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockstep_plot::Panel;

    fn table() -> Table {
        let mut table = Table::default();
        table.push("noise", Values::Numbers(vec![0.0, 0.0, 1.0, 1.0])).unwrap();
        table.push("seed", Values::Whole(vec![1, 2, 1, 2])).unwrap();
        table.push("order", Values::Numbers(vec![0.9, 0.7, 0.2, 0.2])).unwrap();
        table
    }

    #[test]
    fn seeds_are_averaged_over_with_their_standard_error() {
        let chart = chart("", &table(), &["noise", "seed"], &["order"]);
        let Panel::Lines(lines) = &chart.panels[0] else { panic!("it is a line") };
        assert_eq!(lines.series.len(), 1);
        let near = |one: f64, two: f64| (one - two).abs() < 1e-12;
        assert!(near(lines.series[0].points[0][1], 0.8) && near(lines.series[0].points[1][1], 0.2));
        // Two values 0.2 apart: a deviation of 0.1·√2, over √2.
        assert!(near(lines.series[0].errors[0], 0.1) && lines.series[0].errors[1] == 0.0);
    }

    #[test]
    fn two_numbers_make_a_map() {
        let chart = chart("", &table(), &["seed", "noise"], &["order"]);
        assert!(matches!(&chart.panels[0], Panel::Lines(_)), "a seed is no axis beside another");
        let mut table = table();
        table.push("speed", Values::Whole(vec![1, 2, 1, 2])).unwrap();
        let chart = super::chart("", &table, &["noise", "speed"], &["order"]);
        let Panel::Heat(map) = &chart.panels[0] else { panic!("it is a map") };
        assert_eq!(map.values, [0.9, 0.2, 0.7, 0.2], "row by row from the lowest speed");
    }

    #[test]
    fn words_make_lines_of_their_own() {
        let mut table = table();
        table.push("blend", Values::Texts(["sum", "sum", "priority", "priority"].map(String::from).into())).unwrap();
        let chart = chart("", &table, &["blend"], &["order"]);
        let Panel::Lines(lines) = &chart.panels[0] else { panic!("it is a line") };
        assert_eq!(lines.series.iter().map(|series| series.name.as_str()).collect::<Vec<_>>(), ["sum", "priority"]);
    }
}
