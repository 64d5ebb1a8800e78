//! Tables for other programs: the Arrow C stream interface, by hand.
//!
//! The columns are NumPy arrays, and what is handed out are their own bytes: no copy is made but of texts. The `arrow` crates
//! would do the same with forty crates more. The structs and who frees what are those of
//! <https://arrow.apache.org/docs/format/CDataInterface.html>.
#![allow(unsafe_code)] // the interface is made of pointers; this is the only file of the crate that has any

use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;

/// `struct ArrowSchema`.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<extern "C" fn(*mut Schema)>,
    private_data: *mut c_void,
}

/// `struct ArrowArray`.
#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<extern "C" fn(*mut Array)>,
    private_data: *mut c_void,
}

/// `struct ArrowArrayStream`.
#[repr(C)]
struct Stream {
    get_schema: Option<extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    get_next: Option<extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    get_last_error: Option<extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<extern "C" fn(*mut Stream)>,
    private_data: *mut c_void,
}

// SAFETY: what its pointer leads to is a table that is never changed, and Python objects that are only let go.
unsafe impl Send for Stream {}

/// A table, kept alive by whoever has a part of it.
struct Table {
    columns: Vec<Column>,
    rows: usize,
}

/// A column: its name, the word of the interface for its type, and its bytes.
struct Column {
    name: CString,
    format: &'static CStr,
    length: usize,
    buffers: Vec<Bytes>,
    /// The words that the numbers stand for.
    dictionary: Option<Box<Column>>,
}

/// Bytes that stay where they are.
enum Bytes {
    /// No bitmap: nothing is missing.
    None,
    /// Those of a NumPy array that cannot be written to.
    Borrowed(*const c_void, #[allow(dead_code)] Py<PyAny>),
    Numbers(Vec<i32>),
    Texts(Vec<u8>),
}

// SAFETY: the pointers lead to arrays that the same values keep alive and that nobody writes to.
unsafe impl Send for Table {}
// SAFETY: as above; nothing is changed through them.
unsafe impl Sync for Table {}

impl Bytes {
    fn pointer(&self) -> *const c_void {
        match self {
            Bytes::None => ptr::null(),
            Bytes::Borrowed(pointer, _) => *pointer,
            Bytes::Numbers(numbers) => numbers.as_ptr().cast(),
            Bytes::Texts(bytes) => bytes.as_ptr().cast(),
        }
    }
}

impl Column {
    fn of(name: &str, values: &Bound<'_, PyAny>) -> PyResult<Column> {
        let name = CString::new(name).map_err(|_| PyTypeError::new_err("the name of a column has a zero byte"))?;
        if let Ok((codes, words)) = values.extract::<(Bound<'_, PyArray1<i32>>, Vec<String>)>() {
            let (length, numbers) = borrowed(&codes)?;
            let dictionary = Some(Box::new(texts(CString::default(), words)));
            return Ok(Column { name, format: c"i", length, buffers: vec![Bytes::None, numbers], dictionary });
        }
        let numbers = if let Ok(array) = values.cast::<PyArray1<f32>>() {
            (c"f", borrowed(array)?)
        } else if let Ok(array) = values.cast::<PyArray1<f64>>() {
            (c"g", borrowed(array)?)
        } else if let Ok(array) = values.cast::<PyArray1<i64>>() {
            (c"l", borrowed(array)?)
        } else if let Ok(array) = values.cast::<PyArray1<i32>>() {
            (c"i", borrowed(array)?)
        } else if let Ok(array) = values.cast::<PyArray1<u32>>() {
            (c"I", borrowed(array)?)
        } else if let Ok(words) = values.extract::<Vec<String>>() {
            return Ok(texts(name, words));
        } else {
            return Err(PyTypeError::new_err(format!("{name:?}: no column can be made of it")));
        };
        let (format, (length, bytes)) = numbers;
        Ok(Column { name, format, length, buffers: vec![Bytes::None, bytes], dictionary: None })
    }

    fn schema(&self) -> Schema {
        let dictionary = self.dictionary.as_ref().map_or(ptr::null_mut(), |words| boxed(words.schema()));
        Schema {
            format: self.format.as_ptr(),
            // The table lives for as long as the schema's owner, which is where it came from.
            name: self.name.clone().into_raw(),
            metadata: ptr::null(),
            flags: 0,
            n_children: 0,
            children: ptr::null_mut(),
            dictionary,
            release: Some(release_schema),
            private_data: ptr::null_mut(),
        }
    }

    fn array(&self, table: &Arc<Table>) -> Array {
        let dictionary = self.dictionary.as_ref().map_or(ptr::null_mut(), |words| boxed(words.array(table)));
        let buffers = self.buffers.iter().map(Bytes::pointer).collect();
        array(self.length, buffers, Vec::new(), dictionary, table)
    }
}

/// The bytes of an array without gaps.
fn borrowed<T: numpy::Element>(array: &Bound<'_, PyArray1<T>>) -> PyResult<(usize, Bytes)> {
    if !array.is_contiguous() {
        return Err(PyTypeError::new_err("a column must be a contiguous array"));
    }
    Ok((array.len(), Bytes::Borrowed(array.data().cast_const().cast(), array.clone().into_any().unbind())))
}

fn texts(name: CString, words: Vec<String>) -> Column {
    let mut ends = vec![0];
    let mut bytes = Vec::new();
    for word in &words {
        bytes.extend_from_slice(word.as_bytes());
        ends.push(bytes.len() as i32);
    }
    let buffers = vec![Bytes::None, Bytes::Numbers(ends), Bytes::Texts(bytes)];
    Column { name, format: c"u", length: words.len(), buffers, dictionary: None }
}

fn boxed<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// What an array owns beside itself.
struct Held {
    _table: Arc<Table>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut Array>,
}

fn array(
    length: usize,
    buffers: Vec<*const c_void>,
    children: Vec<*mut Array>,
    dictionary: *mut Array,
    table: &Arc<Table>,
) -> Array {
    let (n_buffers, n_children) = (buffers.len() as i64, children.len() as i64);
    let mut held = Box::new(Held { _table: table.clone(), buffers, children });
    Array {
        length: length as i64,
        null_count: 0,
        offset: 0,
        n_buffers,
        n_children,
        buffers: held.buffers.as_mut_ptr(),
        children: held.children.as_mut_ptr(),
        dictionary,
        release: Some(release_array),
        private_data: Box::into_raw(held).cast(),
    }
}

extern "C" fn release_array(array: *mut Array) {
    // SAFETY: it is called once, with an array that `array` made, as the interface says; its parts were boxed there and are
    // freed here, after their own release if nobody has taken them.
    unsafe {
        let array = &mut *array;
        let held = Box::from_raw(array.private_data.cast::<Held>());
        let parts = held.children.iter().copied().chain((!array.dictionary.is_null()).then_some(array.dictionary));
        for part in parts {
            let mut part = Box::from_raw(part);
            if let Some(release) = part.release {
                release(&raw mut *part);
            }
        }
        array.release = None;
    }
}

extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: it is called once, with a schema that `schema` or `get_schema` made; the name came from a `CString`, the list
    // of children from a boxed slice of this length, and each part from a box.
    unsafe {
        let schema = &mut *schema;
        drop(CString::from_raw(schema.name.cast_mut()));
        let list = ptr::slice_from_raw_parts_mut(schema.children, schema.n_children as usize);
        let children = if schema.children.is_null() { Vec::new() } else { Box::from_raw(list).into_vec() };
        for part in children.into_iter().chain((!schema.dictionary.is_null()).then_some(schema.dictionary)) {
            let mut part = Box::from_raw(part);
            if let Some(release) = part.release {
                release(&raw mut *part);
            }
        }
        schema.release = None;
    }
}

/// A table that is handed out in one piece.
struct Source {
    table: Arc<Table>,
    given: bool,
}

extern "C" fn get_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    // SAFETY: the stream is one that `stream` made and that has not been released; `out` is a place for a schema.
    unsafe {
        let source = &*(*stream).private_data.cast::<Source>();
        let children: Vec<*mut Schema> = source.table.columns.iter().map(|column| boxed(column.schema())).collect();
        out.write(Schema {
            format: c"+s".as_ptr(),
            name: CString::default().into_raw(),
            metadata: ptr::null(),
            flags: 0,
            n_children: children.len() as i64,
            children: Box::into_raw(children.into_boxed_slice()).cast(),
            dictionary: ptr::null_mut(),
            release: Some(release_schema),
            private_data: ptr::null_mut(),
        });
    }
    0
}

extern "C" fn get_next(stream: *mut Stream, out: *mut Array) -> c_int {
    // SAFETY: as for `get_schema`; after the last piece an array without `release` says that there are no more.
    unsafe {
        let source = &mut *(*stream).private_data.cast::<Source>();
        let table = &source.table;
        let children = if source.given {
            Vec::new()
        } else {
            table.columns.iter().map(|column| boxed(column.array(table))).collect()
        };
        let mut piece = array(table.rows, vec![ptr::null()], children, ptr::null_mut(), table);
        if std::mem::replace(&mut source.given, true) {
            release_array(&raw mut piece);
        }
        out.write(piece);
    }
    0
}

extern "C" fn get_last_error(_: *mut Stream) -> *const c_char {
    ptr::null() // nothing can fail
}

extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: it is called once, with a stream that `stream` made.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<Source>()));
        (*stream).release = None;
    }
}

impl Drop for Stream {
    /// Nobody has taken it.
    fn drop(&mut self) {
        if let Some(release) = self.release {
            release(self);
        }
    }
}

/// A table as a capsule that other programs take. A column is an array of numbers, a list of texts, or numbers and the
/// words they stand for.
#[pyfunction]
pub fn arrow_stream<'py>(
    py: Python<'py>,
    names: Vec<String>,
    columns: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let columns = names.iter().zip(&columns).map(|(name, values)| Column::of(name, values));
    let columns = columns.collect::<PyResult<Vec<_>>>()?;
    let rows = columns.first().map_or(0, |column| column.length);
    if columns.iter().any(|column| column.length != rows) {
        return Err(PyTypeError::new_err("the columns of a table must have one length"));
    }
    let source = Source { table: Arc::new(Table { columns, rows }), given: false };
    let stream = Stream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: boxed(source).cast(),
    };
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
