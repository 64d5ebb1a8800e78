//! Short messages that go away by themselves.

use web_time::{Duration, Instant};

/// How long a notice stays.
const STAYS: Duration = Duration::from_secs(5);

/// A short message.
#[derive(Clone, Debug)]
pub struct Notice {
    /// What it says.
    pub text: String,
    /// Whether something went wrong.
    pub bad: bool,
    since: Instant,
}

/// The messages that are shown, newest last.
#[derive(Clone, Debug, Default)]
pub struct Notices(Vec<Notice>);

impl Notices {
    /// Says something.
    pub fn say(&mut self, text: impl Into<String>) {
        self.add(text.into(), false);
    }
    /// Says that something went wrong.
    pub fn complain(&mut self, text: impl Into<String>) {
        self.add(text.into(), true);
    }
    fn add(&mut self, text: String, bad: bool) {
        self.0.retain(|notice| notice.text != text);
        self.0.push(Notice { text, bad, since: Instant::now() });
        if self.0.len() > 4 {
            self.0.remove(0);
        }
    }
    /// Those that are still to be read.
    pub fn current(&mut self) -> &[Notice] {
        self.0.retain(|notice| notice.since.elapsed() < STAYS);
        &self.0
    }
}
