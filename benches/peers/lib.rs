//! Races between a loop written by hand and others that should do the same.
//!
//! Before the first turn each result is compared with that of the loop by hand. Then all take turns, in
//! another order each round, and a figure is the least time of a turn over that of the loop by hand:
//! whatever else the machine does makes turns longer, never shorter. The loop by hand runs a second time in
//! each round, under a name that ends in "again", which shows the noise that is left.
//!
//! Where nobody writes the loop by hand, such as the product of large matrices, a figure is the least time over that
//! of the fastest peer, and the first one entered runs the second time.

#[cfg(feature = "xsmm")]
pub mod xsmm;

use std::fmt::Debug;
use std::hint::black_box;
use std::io::Write;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The name of the loop that the others are compared with.
pub const BY_HAND: &str = "by hand";
/// The name of the same loop without bounds checks, as C++ would have it.
pub const UNCHECKED: &str = "by hand, unchecked";
/// How the names of our own contestants begin.
pub const OURS: &str = "extents";

/// How long one contestant takes its turns in a round.
const SAMPLE: Duration = Duration::from_millis(2);
/// How long all rounds of one contestant are to take, and the fewest of them.
const ALL_SAMPLES: Duration = Duration::from_millis(400);
const FEWEST_ROUNDS: u32 = 15;
/// After so long fewer rounds do: a contestant is slow.
const LONGEST: Duration = Duration::from_secs(20);

/// What the figures of a table are ratios to.
#[derive(Clone, Copy, PartialEq)]
enum Reference {
    ByHand,
    BestPeer,
    First,
}

/// Whether results are only compared: `cargo test --benches` and `cargo bench -- --test`.
pub fn is_test() -> bool {
    let has = |option: &str| std::env::args().any(|argument| argument == option);
    !has("--bench") || has("--test")
}

/// Results beside each other: a row a contestant, a column a race.
pub struct Table {
    task: String,
    reference: Reference,
    columns: Vec<String>,
    rows: Vec<(String, Vec<Option<f64>>)>,
}

impl Table {
    /// Figures are ratios to the loop by hand.
    pub fn new(task: &str) -> Self {
        Table::beside(task, Reference::ByHand)
    }

    /// Figures are ratios to the fastest of those that are not ours.
    pub fn beside_best_peer(task: &str) -> Self {
        Table::beside(task, Reference::BestPeer)
    }

    /// Figures are ratios to the first one that is entered.
    pub fn beside_first(task: &str) -> Self {
        Table::beside(task, Reference::First)
    }

    fn beside(task: &str, reference: Reference) -> Self {
        Table { task: task.to_owned(), reference, columns: Vec::new(), rows: Vec::new() }
    }

    /// Runs the race that `enter` fills, as a further column.
    pub fn race<'a, R: PartialEq + Debug + 'a>(
        &mut self,
        column: &str,
        enter: impl FnOnce(&mut Race<'a, R>),
    ) {
        let mut race = Race { reference: self.reference, contestants: Vec::new() };
        enter(&mut race);
        let name = format!("{}, {column}", self.task);
        race.compare_results(&name);
        if is_test() {
            return println!("{name}: {} contestants agree", race.contestants.len());
        }
        eprintln!("{name}");
        let times = race.run();
        self.columns.push(column.to_owned());
        let peers = times.iter().filter(|(name, _)| !name.starts_with(OURS));
        let reference = match self.reference {
            Reference::ByHand | Reference::First => times[0].1,
            Reference::BestPeer => peers.map(|(_, time)| *time).fold(f64::INFINITY, f64::min),
        };
        for (contestant, nanoseconds) in times {
            self.enter(&contestant, nanoseconds / reference);
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

/// Those that do the same task. The first one is the loop by hand, or the first peer.
pub struct Race<'a, R> {
    reference: Reference,
    contestants: Vec<(String, Box<dyn Contestant<R> + 'a>)>,
}

impl<'a, R: PartialEq + Debug + 'a> Race<'a, R> {
    /// One that computes a value.
    pub fn enter(&mut self, name: &str, run: impl FnMut() -> R + Clone + 'a) {
        if self.runs_again(name) {
            self.contestants.push((format!("{name}, again"), Box::new(Value(run.clone()))));
        }
        self.push(name, Value(run));
    }

    /// One that computes a value of its own type, of which `result` tells the result.
    pub fn enter_of<S: 'a>(
        &mut self,
        name: &str,
        run: impl FnMut() -> S + Clone + 'a,
        result: impl Fn(S) -> R + Clone + 'a,
    ) {
        if self.runs_again(name) {
            let again = Other(run.clone(), result.clone());
            self.contestants.push((format!("{name}, again"), Box::new(again)));
        }
        self.push(name, Other(run, result));
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
            state: Aligned(make()),
            make: make.clone(),
            run: run.clone(),
            result: result.clone(),
        };
        if self.runs_again(name) {
            self.contestants.push((format!("{name}, again"), Box::new(new())));
        }
        self.push(name, new());
    }

    fn runs_again(&self, name: &str) -> bool {
        match self.reference {
            Reference::ByHand => name == BY_HAND,
            Reference::BestPeer | Reference::First => self.contestants.is_empty(),
        }
    }

    /// One that runs a second time stands first, its second entry behind it.
    fn push(&mut self, name: &str, contestant: impl Contestant<R> + 'a) {
        let again =
            self.contestants.first().is_some_and(|(first, _)| *first == format!("{name}, again"));
        let at = if again { 0 } else { self.contestants.len() };
        self.contestants.insert(at, (name.to_owned(), Box::new(contestant)));
    }

    fn compare_results(&mut self, task: &str) {
        let (first, others) = self.contestants.split_first_mut().expect("a contestant");
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
        while start.elapsed() < ALL_SAMPLES * count as u32
            || rounds < 3
            || (rounds < FEWEST_ROUNDS && start.elapsed() < LONGEST)
        {
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

/// A value that starts a line of the cache. Small arrays are up to five times slower where they cross one.
#[repr(align(64))]
pub struct Aligned<S>(pub S);

/// The time of so many turns, after one that is not counted.
fn time_of<S>(turns: u32, mut run: impl FnMut() -> S) -> Duration {
    black_box(run());
    let start = now();
    for _ in 0..turns {
        black_box(run());
    }
    now() - start
}

/// What a clock shows: the one on the wall, or where the environment variable `EXTENTS_BENCH_CLOCK` is `work`, the one
/// of the processors, which adds up what all threads have worked. That one tells what it costs to share work out, also
/// while others use the machine.
fn now() -> Duration {
    static START: OnceLock<(Instant, bool)> = OnceLock::new();
    let (start, is_work) = START.get_or_init(|| {
        let is_work = std::env::var_os("EXTENTS_BENCH_CLOCK").is_some_and(|clock| clock == "work");
        (Instant::now(), is_work)
    });
    if *is_work { worked() } else { start.elapsed() }
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn worked() -> Duration {
    unsafe extern "C" {
        fn clock_gettime(clock: i32, seconds_and_nanoseconds: *mut [i64; 2]) -> i32;
    }
    const CLOCK_PROCESS_CPUTIME_ID: i32 = 2;
    let mut time = [0; 2];
    // SAFETY: the signature is that of Linux of 64 bits, and there is room for the time.
    let failed = unsafe { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    assert_eq!(failed, 0, "the clock of the processors can be read");
    Duration::new(time[0] as u64, time[1] as u32)
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn worked() -> Duration {
    panic!("only Linux of 64 bits is asked how long all threads worked")
}

struct Value<F>(F);

impl<R, F: FnMut() -> R> Contestant<R> for Value<F> {
    fn time(&mut self, turns: u32) -> Duration {
        time_of(turns, &mut self.0)
    }
    fn result(&mut self) -> R {
        (self.0)()
    }
}

struct Other<F, G>(F, G);

impl<S, R, F: FnMut() -> S, G: Fn(S) -> R> Contestant<R> for Other<F, G> {
    fn time(&mut self, turns: u32) -> Duration {
        time_of(turns, &mut self.0)
    }
    fn result(&mut self) -> R {
        (self.1)((self.0)())
    }
}

struct InPlace<S, M, F, G> {
    state: Aligned<S>,
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
        (self.run)(black_box(&mut self.state.0));
        let start = now();
        for _ in 0..turns {
            (self.run)(black_box(&mut self.state.0));
        }
        now() - start
    }
    fn result(&mut self) -> R {
        let mut fresh = Aligned((self.make)());
        (self.run)(&mut fresh.0);
        (self.result)(&fresh.0)
    }
}

/// Small whole numbers, of which every sum is exact in whatever order.
pub fn numbers<T: From<u8>>(count: usize) -> Vec<T> {
    (0..count).map(|n| T::from((n % 10) as u8)).collect()
}
