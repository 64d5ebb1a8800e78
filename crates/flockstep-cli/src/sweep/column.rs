//! The values of a run that were varied, as a column of the table.

use flockstep_record::Values;
use flockstep_scenario::Vary;

/// The values that stand in the rows of a table, as a column of the simplest type that holds them all.
pub fn column(vary: &Vary, rows: impl Iterator<Item = usize> + Clone) -> Values {
    let value = |at: usize| vary.values[at].as_str();
    if vary.values.iter().all(|value| value.parse::<i64>().is_ok()) {
        return Values::Whole(rows.map(|at| value(at).parse().unwrap_or(0)).collect());
    }
    if vary.values.iter().all(|value| value.parse::<f64>().is_ok()) {
        return Values::Numbers(rows.map(|at| value(at).parse().unwrap_or(f64::NAN)).collect());
    }
    Values::Texts(rows.map(|at| value(at).trim_matches('"').to_string()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_the_simplest_type() {
        let column = |text: &str| text.parse::<Vary>().map(|vary| column(&vary, [0, 1].into_iter()));
        assert_eq!(column("w=1,2"), Ok(Values::Whole(vec![1, 2])));
        assert_eq!(column("w=1,2.5"), Ok(Values::Numbers(vec![1.0, 2.5])));
        assert_eq!(column("w=1,\"b\""), Ok(Values::Texts(vec!["1".into(), "b".into()])));
    }
}
