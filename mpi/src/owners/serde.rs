//! Owners of tiles by the traits of the crate `serde`.

use extents_shapes::{ModeTiling, StructureError};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ownership::Rule;
use super::{GridOwnership, Ownership};

/// What a map consists of. One of `runs`, `dealt` and `listed` is there.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Ownership", deny_unknown_fields)]
struct Parts {
    processes: usize,
    // Each is stated, if as nothing.
    #[serde(deserialize_with = "Option::deserialize")]
    runs: Option<ModeTiling>,
    #[serde(deserialize_with = "Option::deserialize")]
    loads: Option<Vec<u64>>,
    #[serde(deserialize_with = "Option::deserialize")]
    dealt: Option<(usize, usize, usize)>,
    #[serde(deserialize_with = "Option::deserialize")]
    listed: Option<Vec<usize>>,
}

/// The number of processes; the runs of tiles that they own, with their weights if they have any; or the number of tiles that are
/// dealt out, the size of the blocks and the process that gets the first one; or the owner of each tile.
///
/// ```
/// use extents_mpi::Ownership;
/// let map = Ownership::by_weight(&[1, 9, 1, 4, 4, 3], 3)?;
/// let text = serde_json::to_string(&map)?;
/// assert_eq!(text, r#"{"processes":3,"runs":[[1,2],[1,3],[1,1]],"loads":[10,9,3],"dealt":null,"listed":null}"#);
/// assert!(serde_json::from_str::<Ownership>(&text)?.loads().eq(map.loads()));
/// let dealt = serde_json::to_string(&Ownership::block_cyclic(13, 3, 2, 1)?)?;
/// assert_eq!(dealt, r#"{"processes":3,"runs":null,"loads":null,"dealt":[13,2,1],"listed":null}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for Ownership {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let processes = self.processes();
        let nothing = Parts { processes, runs: None, loads: None, dealt: None, listed: None };
        let parts = match self.rule() {
            Rule::Runs { runs, loads } => {
                let loads = loads.as_ref().map(|loads| loads.to_vec());
                Parts { runs: Some(runs.clone()), loads, ..nothing }
            }
            Rule::Dealt { block, source } => {
                Parts { dealt: Some((self.tiles(), *block, *source)), ..nothing }
            }
            Rule::Listed(listed) => Parts { listed: Some(listed.owners()), ..nothing },
        };
        parts.serialize(serializer)
    }
}

/// Runs, what is dealt out or a list, as the constructors make them.
impl<'de> Deserialize<'de> for Ownership {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Parts { processes, runs, loads, dealt, listed } = Parts::deserialize(deserializer)?;
        let map = match (runs, loads, dealt, listed) {
            (Some(runs), loads, None, None) => {
                if let Some(found) = loads.as_ref().map(Vec::len).filter(|len| *len != runs.tiles())
                {
                    return Err(D::Error::custom(format_args!(
                        "there should be a load for each of {} runs, but there are {found}",
                        runs.tiles()
                    )));
                }
                Ownership::of_runs(runs, loads, processes)
            }
            (None, None, Some((tiles, block, source)), None) => {
                Ownership::block_cyclic(tiles, processes, block, source)
            }
            (None, None, None, Some(owners)) => listed_owners(&owners, processes),
            _ => {
                let words =
                    "tiles should be owned in runs, perhaps with loads, be dealt out or be listed";
                return Err(D::Error::custom(words));
            }
        };
        map.map_err(D::Error::custom)
    }
}

fn listed_owners(owners: &[usize], processes: usize) -> Result<Ownership, StructureError> {
    Ownership::by_fn(owners.len(), processes, |tile| owners.get(tile).copied().unwrap_or(processes))
}

/// The map of each mode.
impl Serialize for GridOwnership {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.modes())
    }
}

/// The map of each mode.
impl<'de> Deserialize<'de> for GridOwnership {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let modes: Vec<Ownership> = Vec::deserialize(deserializer)?;
        GridOwnership::new(modes).map_err(D::Error::custom)
    }
}
