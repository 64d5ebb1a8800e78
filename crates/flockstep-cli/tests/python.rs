//! What a run leaves behind, opened with the tools of the people it is for. `FLOCKSTEP_PYTHON` names the interpreter that has
//! them, else it is `python3`; what cannot be imported there is skipped, and said.

#![allow(clippy::print_stderr)] // what is skipped is said

mod common;

use common::Folder;
use std::process::Command;

/// Every reader compares with the CSV, read by Python's own parser, to the bit: that is the one thing it has not written.
const COMMON: &str = r#"
import csv, struct
rows = list(csv.DictReader(open("o.csv")))
assert rows and len({row["group"] for row in rows}) > 1
single = lambda text: struct.unpack("<f", struct.pack("<f", float(text)))[0]
FLOATS = [name for name in rows[0] if name not in ("step", "time", "id", "group")]
def same(name, values, cast):
    values = list(values)
    assert len(values) == len(rows), (name, len(values), len(rows))
    for row, value in zip(rows, values):
        assert cast(row[name]) == value, (name, row[name], value)
def check(column, groups):
    same("step", column("step"), int)
    same("time", column("time"), float)
    same("id", column("id"), int)
    same("group", groups, str)
    for name in FLOATS:
        same(name, column(name), single)
"#;

const READERS: [(&str, &str, &str); 4] = [
    (
        "pandas",
        "import pandas, pyarrow",
        r#"
table = pandas.read_parquet("o.parquet")
kinds = {name: str(kind) for name, kind in table.dtypes.items()}
assert kinds["step"] == "int64" and kinds["id"] == "uint32" and kinds["x"] == "float32", kinds
check(lambda name: table[name].tolist(), table["group"].astype(str).tolist())
some = pandas.read_parquet("o.parquet", filters=[("step", ">=", 20)])
assert set(some["step"]) == {int(row["step"]) for row in rows if int(row["step"]) >= 20}
"#,
    ),
    (
        "polars",
        "import polars",
        r#"
table = polars.read_parquet("o.parquet")
assert table.schema["step"] == polars.Int64 and table.schema["x"] == polars.Float32, table.schema
check(lambda name: table[name].to_list(), table["group"].cast(polars.String).to_list())
"#,
    ),
    (
        "DuckDB",
        "import duckdb",
        r#"
ask = lambda name: [row[0] for row in duckdb.sql(f'select "{name}" from \'o.parquet\' order by step, id').fetchall()]
check(ask, [str(group) for group in ask("group")])
"#,
    ),
    (
        "NumPy",
        "import numpy",
        r#"
table = numpy.load("o.npy")
names = list(dict.fromkeys(row["group"] for row in sorted(rows, key=lambda row: int(row["id"]))))
check(lambda name: table[name].tolist(), [names[number] for number in table["group"].tolist()])
"#,
    ),
];

#[test]
fn pandas_polars_duckdb_and_numpy_read_what_was_written() {
    let folder = Folder::with_scenarios();
    for out in ["o.csv", "o.parquet", "o.npy"] {
        folder.ok(&["run", "space.toml", "--steps", "30", "--every", "2", "--out", out]);
    }
    let python = std::env::var("FLOCKSTEP_PYTHON").unwrap_or_else(|_| "python3".into());
    let run = |script: &str| Command::new(&python).current_dir(folder.path(".")).args(["-c", script]).output();
    for (name, import, script) in READERS {
        if !run(import).is_ok_and(|ran| ran.status.success()) {
            eprintln!("skipped: {name} cannot be imported by {python}");
            continue;
        }
        let ran = run(&[import, COMMON, script].join("\n")).expect("it ran before");
        assert!(ran.status.success(), "{name}: {}", String::from_utf8_lossy(&ran.stderr));
    }
}
