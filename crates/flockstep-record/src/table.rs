//! A small table of named columns, as CSV or Parquet: what a sweep comes to.

use crate::csv::{Rows, quoted};
use crate::error::Error;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::sync::Arc;

/// A table of named columns, all of one length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    columns: Vec<(String, Values)>,
}

/// The values of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Whole numbers.
    Whole(Vec<i64>),
    /// Numbers.
    Numbers(Vec<f64>),
    /// Texts.
    Texts(Vec<String>),
}

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Values::Whole(values) => values.len(),
            Values::Numbers(values) => values.len(),
            Values::Texts(values) => values.len(),
        }
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// One as a number, if it is one.
    pub fn number(&self, row: usize) -> Option<f64> {
        match self {
            Values::Whole(values) => values.get(row).map(|value| *value as f64),
            Values::Numbers(values) => values.get(row).copied(),
            Values::Texts(_) => None,
        }
    }
}

impl Table {
    /// Adds a column. It must be as long as those before it.
    pub fn push(&mut self, name: impl Into<String>, values: Values) -> Result<(), Error> {
        let name = name.into();
        if self.columns.first().is_some_and(|(_, first)| first.len() != values.len()) {
            return Err(Error::Input(format!(
                "the column {name} has {} rows, the table {}",
                values.len(),
                self.rows()
            )));
        }
        self.columns.push((name, values));
        Ok(())
    }
    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, values)| values.len())
    }
    /// The columns with their names, in order.
    pub fn columns(&self) -> &[(String, Values)] {
        &self.columns
    }
    /// A column by name.
    pub fn column(&self, name: &str) -> Option<&Values> {
        self.columns.iter().find(|(other, _)| other == name).map(|(_, values)| values)
    }

    /// The table as comma-separated values.
    pub fn csv(&self) -> Vec<u8> {
        let mut rows = Rows::default();
        for (name, _) in &self.columns {
            rows.cell(&quoted(name));
        }
        rows.end();
        for row in 0..self.rows() {
            for (_, values) in &self.columns {
                match values {
                    Values::Whole(values) => rows.cell(&values[row].to_string()),
                    Values::Numbers(values) => rows.number(values[row]),
                    Values::Texts(values) => rows.cell(&quoted(&values[row])),
                };
            }
            rows.end();
        }
        rows.bytes().to_vec()
    }

    /// The table as Apache Parquet.
    pub fn parquet(&self) -> Result<Vec<u8>, Error> {
        self.try_parquet().map_err(|error| Error::Input(format!("cannot make the Parquet file: {error}")))
    }

    fn try_parquet(&self) -> Result<Vec<u8>, ParquetError> {
        let field = |(name, values): &(String, Values)| {
            let (physical, logical) = match values {
                Values::Whole(_) => (Physical::INT64, None),
                Values::Numbers(_) => (Physical::DOUBLE, None),
                Values::Texts(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            };
            let kind = Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED);
            kind.with_logical_type(logical).build().map(Arc::new)
        };
        let fields = self.columns.iter().map(field).collect::<Result<_, _>>()?;
        let schema = Arc::new(Type::group_type_builder("table").with_fields(fields).build()?);
        let properties = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?)).build();
        let mut bytes = Vec::new();
        let mut file = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties))?;
        let mut group = file.next_row_group()?;
        for (_, values) in &self.columns {
            let Some(mut column) = group.next_column()? else { break };
            match values {
                Values::Whole(values) => column.typed::<Int64Type>().write_batch(values, None, None)?,
                Values::Numbers(values) => column.typed::<DoubleType>().write_batch(values, None, None)?,
                Values::Texts(values) => {
                    let texts: Vec<ByteArray> = values.iter().map(|text| text.as_str().into()).collect();
                    column.typed::<ByteArrayType>().write_batch(&texts, None, None)?
                }
            };
            column.close()?;
        }
        group.close()?;
        file.close()?;
        Ok(bytes)
    }
}
