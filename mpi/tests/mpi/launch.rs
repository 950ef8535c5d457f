//! Runs this program under `mpirun`.

use std::io::Read;
use std::iter;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::ends;

const RANKS: [usize; 6] = [1, 2, 3, 4, 6, 8];
const LIMIT: Duration = Duration::from_secs(120);

/// The memory that the large message needs, in KiB, with as much again for others.
const LARGE: u64 = 8 << 20;

/// What a run printed, how it ended, and how long it took.
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) errors: String,
    pub(crate) status: ExitStatus,
    pub(crate) took: Duration,
}

pub(crate) fn launch_all() -> Result<(), String> {
    if Command::new("mpirun").arg("--version").output().is_err() {
        let is_required = std::env::var_os("EXTENTS_MPI").is_some_and(|value| value == "required");
        println!("MPI is missing: there is no `mpirun`");
        return if is_required { Err("but it is required".into()) } else { Ok(()) };
    }
    let succeeds = |run: Run, name: &str| {
        print!("{}", run.out);
        match run.status.success() {
            true => Ok(()),
            false => Err(format!("{name}: {}\n{}", run.status, run.errors)),
        }
    };
    succeeds(alone("all")?, "one rank alone")?;
    for ranks in RANKS {
        succeeds(under_mpirun(ranks, "all")?, &format!("{ranks} ranks"))?;
    }
    ends::all_ranks_end()?;
    match available() {
        Some(memory) if memory >= LARGE => succeeds(under_mpirun(2, "large")?, "a large message")?,
        _ => println!("a message of more than 2 GiB is left out: there is no memory for it"),
    }
    Ok(())
}

/// One rank, which nothing launched.
pub(crate) fn alone(program: &str) -> Result<Run, String> {
    let mut command = Command::new(this()?);
    wait(command.args(["rank", program]))
}

/// What one rank, which nothing launched, writes as errors, write by write: a socket of datagrams keeps them apart.
pub(crate) fn writes_alone(program: &str) -> Result<Vec<String>, String> {
    let text = |error: std::io::Error| error.to_string();
    let (to, from) = UnixDatagram::pair().map_err(text)?;
    let last = to.try_clone().map_err(text)?;
    let reader = thread::spawn(move || {
        let mut bytes = [0; 4096];
        let mut next = || {
            from.recv(&mut bytes)
                .ok()
                .map(|count| String::from_utf8_lossy(&bytes[..count]).into_owned())
        };
        iter::from_fn(|| next().filter(|write| !write.is_empty())).collect()
    });
    let mut command = Command::new(this()?);
    let command = environment(command.args(["rank", program]))
        .stdout(Stdio::null())
        .stderr(OwnedFd::from(to));
    let child = command.spawn();
    let ended = child.map_err(text).and_then(|mut child| end(&mut child, Instant::now()));
    // An empty one ends the reader.
    last.send(&[]).map_err(text)?;
    ended?;
    Ok(reader.join().unwrap_or_default())
}

pub(crate) fn under_mpirun(ranks: usize, program: &str) -> Result<Run, String> {
    let mut command = Command::new("mpirun");
    command.args(["--oversubscribe", "--mca", "btl", "self,vader", "-n", &ranks.to_string()]);
    wait(command.arg(this()?).args(["rank", program]))
}

fn this() -> Result<std::path::PathBuf, String> {
    std::env::current_exe().map_err(|error| error.to_string())
}

fn environment(command: &mut Command) -> &mut Command {
    command
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
        // Ranks that wait let others run: there are more of them than processors.
        .env("OMPI_MCA_mpi_yield_when_idle", "1")
        .stdin(Stdio::null())
}

fn wait(command: &mut Command) -> Result<Run, String> {
    let command = environment(command).stdout(Stdio::piped()).stderr(Stdio::piped());
    let begin = Instant::now();
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let out = reader(child.stdout.take());
    let errors = reader(child.stderr.take());
    let status = end(&mut child, begin)?;
    let took = begin.elapsed();
    let text = |reader: thread::JoinHandle<String>| reader.join().unwrap_or_default();
    Ok(Run { out: text(out), errors: text(errors), status, took })
}

fn reader(mut from: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = vec![];
        if let Some(from) = &mut from {
            let _ = from.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn end(child: &mut Child, begin: Instant) -> Result<ExitStatus, String> {
    loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => return Ok(status),
            None if begin.elapsed() < LIMIT => thread::sleep(Duration::from_millis(10)),
            None => {
                // `mpirun` passes this signal on to the ranks.
                let _ = Command::new("kill").arg(child.id().to_string()).status();
                let _ = child.wait();
                return Err(format!("a run takes longer than {LIMIT:?}"));
            }
        }
    }
}

/// The memory that is there, in KiB.
fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse().ok()
}
