//! Parameters that describe themselves.
//!
//! Every setting a user can change (a behavior's, a body's, a group's sight) is a plain Rust struct declared with the
//! `parameters!` macro. The macro also writes the table of its parameters: name, unit, range, default and doc. The
//! scenario reader, `flockstep describe`, the editor schema and the sliders are all made from those tables, so there
//! is no second list to keep in step.

use crate::error::ParameterError;
use crate::settings::{Of, Target};

/// One value of a parameter, as a file, a slider or a script sees it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Not given: the default, or "the group's" for an override.
    None,
    /// On or off.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A word, or a free text.
    Word(String),
    /// Several numbers: a point, or one number per axis.
    Numbers(Vec<f64>),
    /// Whom a behavior minds.
    Of(Of),
    /// What a behavior aims at: one or several.
    Targets(Vec<Target>),
}

impl Value {
    /// The value in the words of an error message.
    pub fn describe(&self) -> String {
        match self {
            Value::None => "nothing".into(),
            Value::Flag(flag) => format!("{flag}"),
            Value::Number(number) => format!("{number}"),
            Value::Word(word) => format!("\"{word}\""),
            Value::Numbers(numbers) => format!("{numbers:?}"),
            Value::Of(_) => "a choice of agents".into(),
            Value::Targets(targets) if targets.len() == 1 => "a target".into(),
            Value::Targets(targets) => format!("{} targets", targets.len()),
        }
    }
}

/// The form a parameter's value takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number within the range.
    Number,
    /// A whole number within the range.
    Count,
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A number within the range, or one of these words.
    NumberOrWord(&'static [&'static str]),
    /// A free text.
    Text,
    /// One number per axis of the world.
    Point,
    /// Three numbers.
    Three,
    /// Whom the behavior minds.
    Of,
    /// One target.
    Target,
    /// One target or several.
    Targets,
}

/// One line of a parameter table.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The name in files. A dot means a table: `offset.angle` is `offset = { angle = .. }`.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// The form of its value.
    pub kind: Kind,
    /// Whether it may be left unset, which then means what the doc says.
    pub optional: bool,
    /// Whether a file must give it.
    pub required: bool,
    /// The unit, empty for a bare number.
    pub unit: &'static str,
    /// The least and the greatest number allowed.
    pub range: [f64; 2],
    /// The ends of a slider that a person would like.
    pub slider: [f64; 2],
}

impl Spec {
    /// What is allowed, in words.
    pub fn allowed(&self) -> String {
        let [least, most] = self.range;
        let numbers = match (least.is_infinite(), most.is_infinite()) {
            (true, true) => "a number".to_string(),
            (false, true) => format!("a number from {least} up"),
            (true, false) => format!("a number up to {most}"),
            (false, false) => format!("a number from {least} to {most}"),
        };
        let words = |words: &[&str]| words.iter().map(|w| format!("\"{w}\"")).collect::<Vec<_>>().join(", ");
        match self.kind {
            Kind::Number => numbers,
            Kind::Count => numbers.replace("a number", "a whole number"),
            Kind::Flag => "true or false".into(),
            Kind::Word(all) => format!("one of {}", words(all)),
            Kind::NumberOrWord(all) => format!("{numbers}, or {}", words(all)),
            Kind::Text => "a text".into(),
            Kind::Point => "one number per axis".into(),
            Kind::Three => format!("three numbers from {least} to {most}"),
            Kind::Of => "\"mates\", \"others\", \"all\", { layers = [..] } or { groups = [..] }".into(),
            Kind::Target | Kind::Targets => {
                let one = "{ point = [..] }, { marker = \"..\" }, \
                           { group = \"..\", pick = \"nearest\" | \"first\" } or { agent = id }";
                if self.kind == Kind::Targets { format!("{one}, or a list of them") } else { one.into() }
            }
        }
    }

    pub(crate) fn refuse(&self, found: &Value) -> ParameterError {
        ParameterError::Value { parameter: self.name.into(), found: found.describe(), allowed: self.allowed() }
    }
}

/// A struct of parameters that can be listed, read and changed by name.
pub trait Parameters {
    /// The table of parameters.
    fn specs(&self) -> &'static [Spec];
    /// The value of the parameter at this place of the table, or `None` beyond its end.
    fn get_at(&self, place: usize) -> Option<Value>;
    /// Changes the parameter at this place of the table; on an error nothing has changed.
    fn set_at(&mut self, place: usize, value: &Value) -> Result<(), ParameterError>;

    /// The value of a parameter by name.
    fn get(&self, name: &str) -> Result<Value, ParameterError> {
        let place = place_of(self.specs(), name)?;
        Ok(self.get_at(place).unwrap_or(Value::None))
    }
    /// Changes a parameter by name; on an error nothing has changed.
    fn set(&mut self, name: &str, value: &Value) -> Result<(), ParameterError> {
        self.set_at(place_of(self.specs(), name)?, value)
    }
    /// Whether every value lies in its range, for structs filled in by hand.
    fn check(&self) -> Result<(), ParameterError>;
}

fn place_of(specs: &[Spec], name: &str) -> Result<usize, ParameterError> {
    specs.iter().position(|spec| spec.name == name).ok_or_else(|| ParameterError::Unknown {
        parameter: name.into(),
        known: specs.iter().map(|spec| spec.name.to_string()).collect(),
    })
}

/// A Rust type that can be a parameter.
pub trait Parameter: Sized {
    /// The form of its value.
    const KIND: Kind;
    /// Whether "not given" is one of its values.
    const OPTIONAL: bool = false;
    /// The value as the outside sees it.
    fn to_value(&self) -> Value;
    /// The value from outside, refused if it does not fit the spec.
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError>;
}

impl Parameter for f32 {
    const KIND: Kind = Kind::Number;
    fn to_value(&self) -> Value {
        Value::Number(f64::from(*self))
    }
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError> {
        match value {
            Value::Number(number) => {
                // A range end such as 0.1 is not an f32: compare in the precision that is stored.
                let stored = *number as f32;
                let inside = stored >= spec.range[0] as f32 && stored <= spec.range[1] as f32;
                let overflowed = stored.is_infinite() && number.is_finite();
                if inside && !overflowed { Ok(stored) } else { Err(spec.refuse(value)) }
            }
            _ => Err(spec.refuse(value)),
        }
    }
}

impl Parameter for u32 {
    const KIND: Kind = Kind::Count;
    fn to_value(&self) -> Value {
        Value::Number(f64::from(*self))
    }
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError> {
        match value {
            Value::Number(n) if n.fract() == 0.0 && *n >= spec.range[0] && *n <= spec.range[1] => Ok(*n as u32),
            _ => Err(spec.refuse(value)),
        }
    }
}

impl Parameter for bool {
    const KIND: Kind = Kind::Flag;
    fn to_value(&self) -> Value {
        Value::Flag(*self)
    }
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError> {
        match value {
            Value::Flag(flag) => Ok(*flag),
            _ => Err(spec.refuse(value)),
        }
    }
}

impl Parameter for String {
    const KIND: Kind = Kind::Text;
    fn to_value(&self) -> Value {
        Value::Word(self.clone())
    }
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError> {
        match value {
            Value::Word(text) => Ok(text.clone()),
            _ => Err(spec.refuse(value)),
        }
    }
}

impl<T: Parameter> Parameter for Option<T> {
    const KIND: Kind = T::KIND;
    const OPTIONAL: bool = true;
    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::None, Parameter::to_value)
    }
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError> {
        if *value == Value::None { Ok(None) } else { T::from_value(value, spec).map(Some) }
    }
}

impl Parameter for [f32; 3] {
    const KIND: Kind = Kind::Three;
    fn to_value(&self) -> Value {
        Value::Numbers(self.iter().map(|c| f64::from(*c)).collect())
    }
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError> {
        match value {
            Value::Numbers(numbers) if numbers.len() == 3 => {
                let mut out = [0.0; 3];
                for (to, from) in out.iter_mut().zip(numbers) {
                    *to = f32::from_value(&Value::Number(*from), spec).map_err(|_| spec.refuse(value))?;
                }
                Ok(out)
            }
            _ => Err(spec.refuse(value)),
        }
    }
}

/// A point in a parameter: two or three coordinates, checked against the world's dimension when it is used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    coordinates: [f32; 3],
    dimensions: usize,
}

impl Point {
    /// The coordinates, as many as were given.
    pub fn as_slice(&self) -> &[f32] {
        &self.coordinates[..self.dimensions]
    }
    /// The point in a world of `D` dimensions, or `None` if it has another number of coordinates.
    pub fn get<const D: usize>(&self) -> Option<[f32; D]> {
        self.as_slice().try_into().ok()
    }
    /// A point of as many coordinates as the slice has, if these are two or three finite numbers.
    pub fn from_slice(slice: &[f32]) -> Option<Point> {
        if !(2..=3).contains(&slice.len()) || !slice.iter().all(|c| c.is_finite()) {
            return None;
        }
        let mut coordinates = [0.0; 3];
        coordinates[..slice.len()].copy_from_slice(slice);
        Some(Point { coordinates, dimensions: slice.len() })
    }
}

impl<const D: usize> From<[f32; D]> for Point {
    /// # Panics
    /// If `D` is neither 2 nor 3.
    fn from(point: [f32; D]) -> Self {
        const { assert!(D == 2 || D == 3, "worlds have two or three dimensions") };
        let mut coordinates = [0.0; 3];
        coordinates[..D].copy_from_slice(&point);
        Point { coordinates, dimensions: D }
    }
}

impl Parameter for Point {
    const KIND: Kind = Kind::Point;
    fn to_value(&self) -> Value {
        Value::Numbers(self.as_slice().iter().map(|c| f64::from(*c)).collect())
    }
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError> {
        match value {
            Value::Numbers(numbers) => {
                let single: Vec<f32> = numbers.iter().map(|c| *c as f32).collect();
                Point::from_slice(&single).ok_or_else(|| spec.refuse(value))
            }
            _ => Err(spec.refuse(value)),
        }
    }
}

/// Declares an enum of words that can be a parameter.
macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[doc = $doc:literal])* $variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $doc])* $variant,)* }

        impl $name {
            /// The words, in order.
            pub const WORDS: &'static [&'static str] = &[$($word),*];
            /// The word of this value.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
            /// The value of a word.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)* _ => None }
            }
        }

        impl $crate::settings::parameters::Parameter for $name {
            const KIND: $crate::settings::parameters::Kind = $crate::settings::parameters::Kind::Word(Self::WORDS);
            fn to_value(&self) -> $crate::settings::parameters::Value {
                $crate::settings::parameters::Value::Word(self.word().into())
            }
            fn from_value(
                value: &$crate::settings::parameters::Value,
                spec: &$crate::settings::parameters::Spec,
            ) -> Result<Self, $crate::error::ParameterError> {
                match value {
                    $crate::settings::parameters::Value::Word(word) => {
                        Self::from_word(word).ok_or_else(|| spec.refuse(value))
                    }
                    _ => Err(spec.refuse(value)),
                }
            }
        }
    };
}
pub(crate) use words;

/// Declares a struct of parameters together with its table.
macro_rules! parameters {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $(
                $(#[doc = $doc:literal])+
                $field:ident($key:literal $(, $required:ident)?): $type:ty = $default:expr
                $(, unit $unit:literal)? $(, range $range:expr, slider $slider:expr)?;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name { $($(#[doc = $doc])+ pub $field: $type,)* }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $name {
            /// The table of parameters.
            pub const SPECS: &'static [$crate::settings::parameters::Spec] = &[$(
                $crate::settings::parameters::Spec {
                    name: $key,
                    doc: concat!($($doc),+).trim_ascii(),
                    kind: <$type as $crate::settings::parameters::Parameter>::KIND,
                    optional: <$type as $crate::settings::parameters::Parameter>::OPTIONAL,
                    required: $crate::settings::parameters::parameters!(@required $($required)?),
                    unit: concat!("" $(, $unit)?),
                    range: $crate::settings::parameters::parameters!(@range $($range)?),
                    slider: $crate::settings::parameters::parameters!(@range $($slider)?),
                },
            )*];

            $(
                #[doc = concat!("The same with this `", $key, "`.")]
                #[must_use]
                pub fn $field(mut self, $field: impl Into<$type>) -> Self {
                    self.$field = $field.into();
                    self
                }
            )*
        }

        impl $crate::settings::parameters::Parameters for $name {
            fn specs(&self) -> &'static [$crate::settings::parameters::Spec] {
                Self::SPECS
            }
            #[allow(unused_assignments, unused_mut, unused_variables)]
            fn get_at(&self, place: usize) -> Option<$crate::settings::parameters::Value> {
                let mut at = 0;
                $(
                    if at == place { return Some($crate::settings::parameters::Parameter::to_value(&self.$field)); }
                    at += 1;
                )*
                None
            }
            #[allow(unused_assignments, unused_mut, unused_variables)]
            fn set_at(
                &mut self,
                place: usize,
                value: &$crate::settings::parameters::Value,
            ) -> Result<(), $crate::error::ParameterError> {
                let mut at = 0;
                $(
                    if at == place {
                        self.$field = $crate::settings::parameters::Parameter::from_value(value, &Self::SPECS[at])?;
                        return Ok(());
                    }
                    at += 1;
                )*
                Ok(())
            }
            fn check(&self) -> Result<(), $crate::error::ParameterError> {
                let mut copy = self.clone();
                for place in 0..Self::SPECS.len() {
                    let value = self.get_at(place).unwrap_or($crate::settings::parameters::Value::None);
                    $crate::settings::parameters::Parameters::set_at(&mut copy, place, &value)?;
                }
                Ok(())
            }
        }
    };
    (@required required) => { true };
    (@required) => { false };
    (@range $range:expr) => { $range };
    (@range) => { [f64::NEG_INFINITY, f64::INFINITY] };
}
pub(crate) use parameters;

/// The range of a length: not negative, and short enough that its square is a finite `f32`.
pub const LENGTH: [f64; 2] = [0.0, 1e15];
/// The range of an angle of view.
pub const ANGLE: [f64; 2] = [0.0, 360.0];
