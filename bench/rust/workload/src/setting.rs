//! What the comparison asks of a peer.

/// One measurement.
#[derive(Clone, Debug)]
pub struct Setting {
    /// 2 or 3.
    pub dimensions: usize,
    pub agents: usize,
    /// How long to measure, at least one step.
    pub seconds: f64,
    pub threads: usize,
    /// 0: a whole flock step. Else only find that many nearest mates of every agent.
    pub nearest: usize,
}

impl Setting {
    /// From arguments like `--agents 1000 --threads 2`. `bench/run` is the only caller, so that a panic will do.
    pub fn from_arguments(arguments: impl Iterator<Item = String>) -> Self {
        let arguments: Vec<String> = arguments.collect();
        let number = |name: &str, default: f64| {
            let place = arguments.iter().position(|argument| argument == name);
            place.map_or(default, |place| {
                arguments[place + 1].parse().unwrap_or_else(|_| panic!("{name}: not a number"))
            })
        };
        Self {
            dimensions: number("--dimensions", 2.0) as usize,
            agents: number("--agents", 10_000.0) as usize,
            seconds: number("--seconds", 1.0),
            threads: number("--threads", 1.0) as usize,
            nearest: number("--nearest", 0.0) as usize,
        }
    }
}
