//! Races between a loop written by hand and others that should do the same.
//!
//! Before the first turn each result is compared with that of the loop by hand. Then all take turns, in
//! another order each round, and a figure is the least time of a turn over that of the loop by hand:
//! whatever else the machine does makes turns longer, never shorter. The loop by hand runs a second time in
//! each round, under the name [`AGAIN`], which shows the noise that is left.

use std::fmt::Debug;
use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

/// The name of the loop that the others are compared with.
pub const BY_HAND: &str = "by hand";
/// The name of the same loop without bounds checks, as C++ would have it.
pub const UNCHECKED: &str = "by hand, unchecked";
/// The name of its second entry.
pub const AGAIN: &str = "by hand, again";

/// How long one contestant takes its turns in a round.
const SAMPLE: Duration = Duration::from_millis(2);
/// How long all rounds of one contestant are to take, and the fewest of them.
const ALL_SAMPLES: Duration = Duration::from_millis(400);
const FEWEST_ROUNDS: u32 = 15;

/// Results beside each other: a row a contestant, a column a race.
pub struct Table {
    task: String,
    columns: Vec<String>,
    rows: Vec<(String, Vec<Option<f64>>)>,
}

impl Table {
    pub fn new(task: &str) -> Self {
        Table { task: task.to_owned(), columns: Vec::new(), rows: Vec::new() }
    }

    /// Runs the race that `enter` fills, as a further column.
    pub fn race<'a, R: PartialEq + Debug + 'a>(
        &mut self,
        column: &str,
        enter: impl FnOnce(&mut Race<'a, R>),
    ) {
        let mut race = Race { contestants: Vec::new() };
        enter(&mut race);
        let name = format!("{}, {column}", self.task);
        race.compare_results(&name);
        // `cargo test --benches` and `cargo bench -- --test` compare the results only.
        let is_test = !std::env::args().any(|argument| argument == "--bench")
            || std::env::args().any(|argument| argument == "--test");
        if is_test {
            return println!("{name}: {} contestants agree", race.contestants.len());
        }
        eprintln!("{name}");
        let times = race.run();
        self.columns.push(column.to_owned());
        let (_, by_hand) = times[0];
        for (contestant, nanoseconds) in times {
            self.enter(&contestant, nanoseconds / by_hand);
            log(&self.task, column, &contestant, nanoseconds);
        }
    }

    fn enter(&mut self, contestant: &str, ratio: f64) {
        let column = self.columns.len() - 1;
        if !self.rows.iter().any(|(name, _)| name == contestant) {
            self.rows.push((contestant.to_owned(), Vec::new()));
        }
        for (name, ratios) in &mut self.rows {
            if name == contestant {
                ratios.resize(column, None);
                ratios.push(Some(ratio));
            }
        }
    }
}

/// Prints the table as markdown.
impl Drop for Table {
    fn drop(&mut self) {
        if self.columns.is_empty() || std::thread::panicking() {
            return;
        }
        println!("| {} | {} |", self.task, self.columns.join(" | "));
        println!("|---|{}", "---:|".repeat(self.columns.len()));
        for (contestant, ratios) in &self.rows {
            let cell = |ratio: &Option<f64>| ratio.map_or(String::new(), |r| format!("{r:.2}"));
            let mut cells: Vec<String> = ratios.iter().map(cell).collect();
            cells.resize(self.columns.len(), String::new());
            println!("| {contestant} | {} |", cells.join(" | "));
        }
        println!();
    }
}

/// Adds a line to the file that the environment variable `EXTENTS_BENCH_LOG` names.
fn log(task: &str, column: &str, contestant: &str, nanoseconds: f64) {
    let Some(path) = std::env::var_os("EXTENTS_BENCH_LOG") else { return };
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let line = format!("{task}\t{column}\t{contestant}\t{nanoseconds:.1}\n");
    file.and_then(|mut file| file.write_all(line.as_bytes())).expect("the log can be written");
}

/// Those that do the same task. The first one is the loop by hand.
pub struct Race<'a, R> {
    contestants: Vec<(String, Box<dyn Contestant<R> + 'a>)>,
}

impl<'a, R: PartialEq + Debug + 'a> Race<'a, R> {
    /// One that computes a value.
    pub fn enter(&mut self, name: &str, run: impl FnMut() -> R + Clone + 'a) {
        if name == BY_HAND {
            self.contestants.push((AGAIN.to_owned(), Box::new(Value(run.clone()))));
        }
        self.push(name, Value(run));
    }

    /// One that changes what `make` makes, of which `result` tells the result.
    pub fn enter_in_place<S: 'a>(
        &mut self,
        name: &str,
        make: impl Fn() -> S + Clone + 'a,
        run: impl FnMut(&mut S) + Clone + 'a,
        result: impl Fn(&S) -> R + Clone + 'a,
    ) {
        let new = || InPlace {
            state: make(),
            make: make.clone(),
            run: run.clone(),
            result: result.clone(),
        };
        if name == BY_HAND {
            self.contestants.push((AGAIN.to_owned(), Box::new(new())));
        }
        self.push(name, new());
    }

    /// The loop by hand stands first, its second entry behind it.
    fn push(&mut self, name: &str, contestant: impl Contestant<R> + 'a) {
        let at = if name == BY_HAND { 0 } else { self.contestants.len() };
        self.contestants.insert(at, (name.to_owned(), Box::new(contestant)));
    }

    fn compare_results(&mut self, task: &str) {
        let (first, others) = self.contestants.split_first_mut().expect("a loop by hand");
        let expected = first.1.result();
        for (name, contestant) in others {
            assert!(contestant.result() == expected, "{task}: {name} gives another result");
        }
    }

    /// The least nanoseconds a turn, of each.
    fn run(&mut self) -> Vec<(String, f64)> {
        let turns: Vec<u32> = self.contestants.iter_mut().map(|(_, c)| turns(&mut **c)).collect();
        let count = self.contestants.len();
        let mut times = vec![Vec::new(); count];
        let (mut order, mut random): (Vec<usize>, u64) = ((0..count).collect(), 1);
        let (start, mut rounds) = (Instant::now(), 0);
        while rounds < FEWEST_ROUNDS || start.elapsed() < ALL_SAMPLES * count as u32 {
            shuffle(&mut order, &mut random);
            for &k in &order {
                let taken = self.contestants[k].1.time(turns[k]);
                times[k].push(taken.as_nanos() as f64 / f64::from(turns[k]));
            }
            rounds += 1;
        }
        let names = self.contestants.iter().map(|(name, _)| name.clone());
        let least = |times: &Vec<f64>| times.iter().copied().fold(f64::INFINITY, f64::min);
        names.zip(times.iter().map(least)).collect()
    }
}

/// How many turns take as long as a sample.
fn turns<R>(contestant: &mut (dyn Contestant<R> + '_)) -> u32 {
    let mut turns = 1;
    loop {
        let taken = contestant.time(turns);
        if taken * 2 > SAMPLE {
            let wanted = f64::from(turns) * SAMPLE.as_secs_f64() / taken.as_secs_f64();
            return (wanted.round() as u32).max(1);
        }
        turns *= 2;
    }
}

/// A random order, the same in each run.
fn shuffle(order: &mut [usize], random: &mut u64) {
    for end in (1..order.len()).rev() {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        order.swap(end, (*random >> 33) as usize % (end + 1));
    }
}

trait Contestant<R> {
    /// How long so many turns take, after one that is not counted.
    fn time(&mut self, turns: u32) -> Duration;
    fn result(&mut self) -> R;
}

struct Value<F>(F);

impl<R, F: FnMut() -> R> Contestant<R> for Value<F> {
    fn time(&mut self, turns: u32) -> Duration {
        black_box((self.0)());
        let start = Instant::now();
        for _ in 0..turns {
            black_box((self.0)());
        }
        start.elapsed()
    }
    fn result(&mut self) -> R {
        (self.0)()
    }
}

struct InPlace<S, M, F, G> {
    state: S,
    make: M,
    run: F,
    result: G,
}

impl<R, S, M, F, G> Contestant<R> for InPlace<S, M, F, G>
where
    M: Fn() -> S,
    F: FnMut(&mut S),
    G: Fn(&S) -> R,
{
    fn time(&mut self, turns: u32) -> Duration {
        (self.run)(black_box(&mut self.state));
        let start = Instant::now();
        for _ in 0..turns {
            (self.run)(black_box(&mut self.state));
        }
        start.elapsed()
    }
    fn result(&mut self) -> R {
        let mut fresh = (self.make)();
        (self.run)(&mut fresh);
        (self.result)(&fresh)
    }
}

/// Small whole numbers, of which every sum is exact in whatever order.
pub fn numbers<T: From<u8>>(count: usize) -> Vec<T> {
    (0..count).map(|n| T::from((n % 10) as u8)).collect()
}
