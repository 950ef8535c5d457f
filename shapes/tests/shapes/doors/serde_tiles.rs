//! Tiles as texts and as bytes.

use extents::layout::UniformTiles;
use extents::{DynExtents, DynRankExtents, StaticExtents, extents};
use extents_shapes::{ModeTiling, ModeTilings, TiledShape};

use super::serde::{refuses, text};
use crate::jagged::model::Draw;

#[test]
fn tiles_are_counts_and_sizes() {
    assert_eq!(text(&ModeTiling::uniform(17, 5).unwrap()), "[[3,5],[1,2]]");
    assert_eq!(text(&ModeTiling::uniform(1 << 50, 1).unwrap()), "[[1125899906842624,1]]");
    assert_eq!(text(&ModeTiling::from_sizes([5, 15, 10]).unwrap()), "[[1,5],[1,15],[1,10]]");
    assert_eq!(
        text(&ModeTiling::from_sizes([5, 5, 4, 4, 5]).unwrap()),
        "[[1,5],[1,5],[1,4],[1,4],[1,5]]"
    );
    assert_eq!(text(&ModeTiling::from_sizes([0, 0, 3]).unwrap()), "[[2,0],[1,3]]");
    assert_eq!(text(&ModeTiling::from_sizes([]).unwrap()), "[]");
    // The same tiles, however they are stated.
    let stated = |text: &str| serde_json::from_str::<ModeTiling>(text).unwrap();
    assert_eq!(
        stated("[[1,5],[1,5],[1,5],[2,1],[0,9]]"),
        ModeTiling::from_sizes([5, 5, 5, 1, 1]).unwrap()
    );
    assert_eq!(stated("[[0,9],[2,4]]"), ModeTiling::uniform(8, 4).unwrap());
    assert_eq!(stated("[[1,4],[0,9],[1,4]]"), ModeTiling::uniform(8, 4).unwrap());

    let tiled = TiledShape::from_sizes([[5, 15, 10], [10, 10, 10]]).unwrap();
    assert_eq!(text(&tiled), r#"{"extents":[30,30],"tiles":[[[1,5],[1,15],[1,10]],[[3,10]]]}"#);
    let Ok(uniform) = TiledShape::uniform(extents![4, 7], extents![2, 3]);
    assert_eq!(text(&uniform), r#"{"extents":[4,7],"tiles":[2,3]}"#);
    let open: TiledShape<DynExtents<2>, UniformTiles<DynExtents<2>>> =
        serde_json::from_str(&text(&uniform)).unwrap();
    assert_eq!(open, uniform);
    let null =
        TiledShape::new(DynRankExtents::null(), ModeTilings::from_sizes::<[usize; 0]>([]).unwrap());
    if let Ok(null) = null {
        assert_eq!(text(&null), r#"{"extents":null,"tiles":[]}"#);
    }
}

/// Against lists of sizes, which are the tiles by definition.
#[test]
fn random_tiles_are_read_as_their_sizes() {
    let mut draw = Draw(3);
    for _ in 0..2_000 {
        let sizes: Vec<usize> = (0..draw.below(7)).map(|_| draw.below(3)).collect();
        let tiling = ModeTiling::from_sizes(&sizes).unwrap();
        let runs: Vec<(usize, usize)> = serde_json::from_str(&text(&tiling)).unwrap();
        let listed = runs.iter().flat_map(|&(count, size)| std::iter::repeat_n(size, count));
        assert!(listed.eq(sizes.iter().copied()), "{sizes:?}: {runs:?}");
    }
}

#[test]
fn wrong_tiles_are_refused_in_words() {
    type Known = TiledShape<StaticExtents![4, dyn], UniformTiles<StaticExtents![2, dyn]>>;
    refuses::<ModeTiling>(
        "[[1,5],[2,4],[1,5]]",
        "tiles of more than two sizes in turn should be stated one by one, but entry 1 has 2",
    );
    refuses::<ModeTiling>(
        "[[4611686018427387904,2]]",
        "the tiles of mode 0 are too large: 9223372036854775806 entries before tile 4611686018427387903, which has 2 more",
    );
    refuses::<ModeTiling>(
        "[[9223372036854775807,0],[1,0]]",
        "the extents other than 0 make more than 9223372036854775807 elements: 1 before mode 0, times its extent 9223372036854775808",
    );
    refuses::<ModeTiling>(
        "[[1,9223372036854775807],[1,1]]",
        "the tiles of mode 0 are too large: 9223372036854775807 entries before tile 1, which has 1 more",
    );
    refuses::<ModeTiling>("[5,15]", "invalid type: integer `5`, expected a tuple of size 2");
    refuses::<ModeTiling>("[[5]]", "invalid length 1, expected a tuple of size 2");
    refuses::<ModeTilings>(
        "[[[1,5]],[[1,1],[3,2],[1,3]]]",
        "mode 1: tiles of more than two sizes in turn should be stated one by one, but entry 1 has 3",
    );
    refuses::<ModeTilings>(
        "[[[1,5]],[[1,9223372036854775807],[1,1]]]",
        "the tiles of mode 1 are too large: 9223372036854775807 entries before tile 1, which has 1 more",
    );
    refuses::<TiledShape>(
        r#"{"extents":[30,30],"tiles":[[[1,5],[1,15],[1,10]],[[3,11]]]}"#,
        "the tiles of mode 1 cover 33 entries, but its extent is 30",
    );
    refuses::<TiledShape>(
        r#"{"extents":[30,30],"tiles":[[[3,10]]]}"#,
        "the rank should be 2, but is 1",
    );
    refuses::<Known>(
        r#"{"extents":[4,6],"tiles":[3,2]}"#,
        "mode 0 should have extent 2, but has 3",
    );
    refuses::<Known>(
        r#"{"extents":[4,6],"tiles":[2,0]}"#,
        "mode 1 cannot be divided into parts of extent 0",
    );
    refuses::<Known>(
        r#"{"extents":[5,6],"tiles":[2,2]}"#,
        "mode 0 should have extent 4, but has 5",
    );
    refuses::<Known>(r#"{"extents":[4,6]}"#, "missing field `tiles`");
}
