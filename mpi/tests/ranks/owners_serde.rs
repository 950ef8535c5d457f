//! Owners of tiles as texts and as bytes.

use extents_mpi::{GridOwnership, Ownership};
use serde::de::DeserializeOwned;

fn refuses<T: DeserializeOwned>(text: &str, words: &str) {
    let error = serde_json::from_str::<T>(text).err().unwrap();
    assert!(error.to_string().contains(words), "{error}");
}

/// What a map says of each tile and each process.
type Answers = (Vec<(usize, usize)>, Vec<Vec<usize>>, Vec<u64>);

fn answers(map: &Ownership) -> Answers {
    let places = (0..map.tiles()).map(|n| (map.owner(n).unwrap(), map.local(n).unwrap()));
    let tiles = (0..map.processes()).map(|n| map.tiles_of(n).unwrap().collect());
    (places.collect(), tiles.collect(), map.loads().collect())
}

#[test]
fn owners_of_tiles_are_runs_or_dealt_out() {
    let maps = [
        Ownership::block(10, 4),
        Ownership::block(2, 4),
        Ownership::block(0, 4),
        Ownership::block_ceil(10, 4),
        Ownership::cyclic(7, 3),
        Ownership::block_cyclic(13, 3, 2, 1),
        Ownership::by_weight(&[1, 9, 1, 4, 4, 3], 3),
        Ownership::by_weight(&[], 2),
        Ownership::by_fn(5, 3, |tile| tile * 2 % 3),
    ];
    let maps = maps.map(Result::unwrap);
    for map in &maps {
        let text = serde_json::to_string(map).unwrap();
        let found: Ownership = serde_json::from_str(&text).unwrap();
        assert_eq!(answers(&found), answers(map), "{text}");
        let bytes = postcard::to_allocvec(map).unwrap();
        assert_eq!(answers(&postcard::from_bytes(&bytes).unwrap()), answers(map), "{text}");
        for length in 0..bytes.len() {
            assert!(postcard::from_bytes::<Ownership>(&bytes[..length]).is_err(), "{text}");
        }
        // Whatever is read answers, and does not panic.
        for (at, change) in (0..bytes.len()).flat_map(|at| [1, 7, 128].map(|change| (at, change))) {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            if let Ok(found) = postcard::from_bytes::<Ownership>(&changed)
                && found.tiles() < 1000
                && found.processes() < 1000
            {
                assert!(answers(&found).0.len() == found.tiles() && found.imbalance() >= 1.0);
            }
        }
    }
    let grid = GridOwnership::new(maps[4..6].to_vec()).unwrap();
    let text = serde_json::to_string(&grid).unwrap();
    let found: GridOwnership = serde_json::from_str(&text).unwrap();
    assert_eq!(found.owner([5, 8]).unwrap().as_ref(), grid.owner([5, 8]).unwrap().as_ref());
}

#[test]
fn wrong_owners_are_refused_in_words() {
    let of = |parts: &str| format!(r#"{{"processes":2,{parts}}}"#);
    let refused = |parts: &str, words: &str| refuses::<Ownership>(&of(parts), words);
    refused(
        r#""runs":[[3,2]],"loads":null,"dealt":null,"listed":null"#,
        "there is no process 2 among 2",
    );
    refused(
        r#""runs":[[2,2]],"loads":[1],"dealt":null,"listed":null"#,
        "there should be a load for each of 2 runs, but there are 1",
    );
    refused(
        r#""runs":[[2,2]],"loads":[1,18446744073709551615],"dealt":null,"listed":null"#,
        "the sum of the weights is too large: 1 before tile 1 of weight 18446744073709551615",
    );
    let either = "tiles should be owned in runs, perhaps with loads, be dealt out or be listed";
    refused(r#""runs":null,"loads":null,"dealt":null,"listed":null"#, either);
    refused(r#""runs":[[1,2]],"loads":null,"dealt":[2,1,0],"listed":null"#, either);
    refused(r#""runs":null,"loads":[1],"dealt":[2,1,0],"listed":null"#, either);
    refused(
        r#""runs":null,"loads":null,"dealt":[2,1,2],"listed":null"#,
        "there is no process 2 among 2",
    );
    refused(r#""runs":null,"loads":null,"dealt":[2,1,0],"listed":[0,0]"#, either);
    refused(
        r#""runs":null,"loads":null,"dealt":null,"listed":[0,2]"#,
        "there is no process 2 among 2",
    );
    let none = serde_json::from_str::<Ownership>(&of(
        r#""runs":null,"loads":null,"dealt":[2,0,0],"listed":null"#,
    ));
    assert!(none.is_err());
    refuses::<Ownership>(r#"{"processes":2,"runs":[]}"#, "missing field `loads`");
    let large =
        r#"{"processes":1,"runs":null,"loads":null,"dealt":[4294967296,1,0],"listed":null}"#;
    assert!(serde_json::from_str::<GridOwnership>(&format!("[{large},{large}]")).is_err());
}
