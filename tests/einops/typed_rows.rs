//! Each row under labels that the compiler resolves, of static extents. What differs in the fold alone is here once, and an ellipsis is
//! written out.

use extents::einops::{rearrange, reduce, repeat};
use extents::{Tensor, extents};

use super::assert_is;

/// The elements 0, 1, 2 and so on of a tensor of these extents.
fn counted(extents: &[usize]) -> Vec<f64> {
    (0..extents.iter().product()).map(|n: usize| n as f64).collect()
}

/// A test for each row: the operand has the elements 0, 1, 2 and so on.
macro_rules! rows {
    ($($name:ident $row:literal [$($extent:literal),*] |$x:ident| $call:expr;)*) => {$(
        #[test]
        fn $name() {
            let $x = Tensor::from_vec(extents![$($extent),*], counted(&[$($extent),*])).unwrap();
            assert_is(&$call.unwrap().view(), $row);
        }
    )*};
}

rows! {
    first_transpose "1.transpose" [4, 6, 3] |x| rearrange!(x[h, w, c] => [w, h, c]);
    first_rows "1.rows" [6, 4, 6, 3] |x| rearrange!(x[b, h, w, c] => [(b h), w, c]);
    first_columns "1.columns" [6, 4, 6, 3] |x| rearrange!(x[b, h, w, c] => [h, (b w), c]);
    first_flat "1.flat" [6, 4, 6, 3] |x| rearrange!(x[b, h, w, c] => [(b h w c)]);
    first_split "1.split" [6, 4, 6, 3] |x| rearrange!(x[(b1 b2), h, w, c] => [b1, b2, h, w, c]; b1 = 2);
    first_grid "1.grid" [6, 4, 6, 3] |x| rearrange!(x[(b1 b2), h, w, c] => [(b1 h), (b2 w), c]; b1 = 2);
    first_grid_other "1.grid-other" [6, 4, 6, 3] |x| rearrange!(x[(b1 b2), h, w, c] => [(b2 h), (b1 w), c]; b1 = 2);
    first_width_to_height "1.width-to-height" [6, 4, 6, 3] |x| rearrange!(x[b, h, (w w2), c] => [(h w2), (b w), c]; w2 = 2);
    first_height_to_width "1.height-to-width" [6, 4, 6, 3] |x| rearrange!(x[b, (h h2), w, c] => [(b h), (w h2), c]; h2 = 2);
    first_order "1.order" [6, 4, 6, 3] |x| rearrange!(x[b, h, w, c] => [h, (w b), c]);
    first_digits "1.digits" [6, 4, 6, 3] |x| rearrange!(x[(b1 b2), h, w, c] => [h, (b1 b2 w), c]; b1 = 2);
    first_digits_other "1.digits-other" [6, 4, 6, 3] |x| rearrange!(x[(b1 b2), h, w, c] => [h, (b2 b1 w), c]; b1 = 2);
    first_mean_last "1.mean-last" [6, 4, 6, 3] |x| reduce!(x[b, h, w, c] => [b, h, w]; mean);
    first_mean_batch "1.mean-batch" [6, 4, 6, 3] |x| reduce!(x[b, h, w, c] => [h, w, c]; mean);
    first_min "1.min" [6, 4, 6, 3] |x| reduce!(x[b, h, w, c] => [h, w]; min);
    first_mean_pool "1.mean-pool" [6, 4, 6, 3] |x| reduce!(x[b, (h h2), (w w2), c] => [h, (b w), c]; mean; h2 = 2, w2 = 2);
    first_grid_mean "1.grid-mean" [6, 4, 6, 3] |x| reduce!(x[(b1 b2), h, w, c] => [(b2 h), (b1 w)]; mean; b1 = 2);
    first_stack "1.stack" [6, 4, 6, 3] |x| rearrange!(x[b, h, w, c] => [b, h, w, c]);
    first_stack_last "1.stack-last" [6, 4, 6, 3] |x| rearrange!(x[b, h, w, c] => [h, w, c, b]);
    first_new_modes "1.new-modes" [6, 4, 6, 3] |x| rearrange!(x[b, h, w, c] => [b, 1, h, w, 1, c]);
    first_new_modes_empty "1.new-modes-empty" [6, 4, 6, 3] |x| rearrange!(x[b, h, w, c] => [b, 1, h, w, 1, c]);
    first_squeeze "1.squeeze" [6, 1, 4, 6, 1, 3] |x| rearrange!(x[b, 1, h, w, 1, c] => [b, h, w, c]);
    first_max_kept "1.max-kept" [6, 4, 6, 3] |x| reduce!(x[b, h, w, c] => [b, 1, 1, c]; max);
    first_new_axis "1.new-axis" [4, 6, 3] |x| repeat!(x[h, w, c] => [h, new_axis, w, c]; new_axis = 5);
    first_new_axis_number "1.new-axis-number" [4, 6, 3] |x| repeat!(x[h, w, c] => [h, 5, w, c]);
    first_tile "1.tile" [4, 6, 3] |x| repeat!(x[h, w, c] => [h, (repeat w), c]; repeat = 3);
    first_tile_two "1.tile-two" [4, 6, 3] |x| repeat!(x[h, w, c] => [(2 h), (2 w), c]);
    first_each "1.each" [4, 6, 3] |x| repeat!(x[h, w, c] => [h, (w repeat), c]; repeat = 3);
    first_repeat_back "1.repeat-back" [6, 4, 6, 3] |x| repeat!(x[b, h, w, c] => [b, h, new_axis, w, c]; new_axis = 2);
    first_reduce_back "1.reduce-back" [6, 4, 2, 6, 3] |x| reduce!(x[b, h, new_axis, w, c] => [b, h, w, c]; min);
    first_interweave "1.interweave" [6, 4, 6, 3] |x| rearrange!(x[(b1 b2), h, w, c] => [(h b1), (w b2), c]; b1 = 2);
    first_interweave_rows "1.interweave-rows" [6, 4, 6, 3] |x| rearrange!(x[(b1 b2), h, w, c] => [(h b1), (b2 w), c]; b1 = 2);
    first_shrink "1.shrink" [6, 4, 6, 3] |x| reduce!(x[(b1 b2), h, w, c] => [h, (b2 w), c]; max; b1 = 2);
    first_grey "1.grey" [6, 4, 6, 3] |x| reduce!(x[b, (h 2), (w 2), c] => [(c h), (b w)]; mean);
    first_mean_all "1.mean-all" [6, 4, 6, 3] |x| reduce!(x[b, h, w, c] => []; mean);
    first_channels_apart "1.channels-apart" [6, 4, 6, 3] |x| rearrange!(x[b, h, w, c] => [(b h), (c w)]);
    first_halves "1.halves" [6, 4, 6, 3] |x| reduce!(x[(b1 b2), (h h2), (w w2), c] => [(h b1), (w b2)]; mean; h2 = 2, w2 = 2, b1 = 2);
    first_mirror_part "1.mirror-part" [6, 4, 6, 3] |x| rearrange!(x[b, h, (w w2), c] => [h, (w2 b w), c]; w2 = 2);
    second_channels_last "2.channels-last" [2, 8, 4, 6] |x| rearrange!(x[b, c, h, w] => [b, h, w, c]);
    second_max "2.max" [2, 8, 4, 6] |x| reduce!(x[b, c, h, w] => [b, c]; max);
    second_swap "2.swap" [2, 8] |x| rearrange!(x[b, c] => [c, b]);
    second_sum "2.sum" [8, 2] |x| reduce!(x[c, b] => []; sum);
    second_flatten "2.flatten" [2, 8, 4, 6] |x| rearrange!(x[b, c, h, w] => [b, (c h w)]);
    second_space_to_depth "2.space-to-depth" [2, 8, 4, 6] |x| rearrange!(x[b, c, (h h1), (w w1)] => [b, (h1 w1 c), h, w]; h1 = 2, w1 = 2);
    second_depth_to_space "2.depth-to-space" [2, 8, 4, 6] |x| rearrange!(x[b, (h1 w1 c), h, w] => [b, c, (h h1), (w w1)]; h1 = 2, w1 = 2);
    second_max_pool "2.max-pool" [2, 8, 4, 6] |x| reduce!(x[b, c, (h h1), (w w1)] => [b, c, h, w]; max; h1 = 2, w1 = 2);
    second_max_pool_numbers "2.max-pool-numbers" [2, 8, 4, 6] |x| reduce!(x[b, c, (h 2), (w 2)] => [b, c, h, w]; max);
    second_pool_1d "2.pool-1d" [6, 2, 3] |x| reduce!(x[(t 2), b, c] => [t, b, c]; max);
    second_pool_3d "2.pool-3d" [2, 3, 4, 2, 6] |x| reduce!(x[b, c, (x 2), (y 2), (z 2)] => [b, c, x, y, z]; max);
    second_image "2.image" [3, 4, 6] |x| rearrange!(x[c, h, w] => [h, w, c]);
    second_batch_of_one "2.batch-of-one" [4, 6, 3] |x| rearrange!(x[h, w, c] => [1, c, h, w]);
    second_classes "2.classes" [1, 8] |x| rearrange!(x[1, classes] => [classes]);
    second_mean_kept "2.mean-kept" [2, 8, 4, 6] |x| reduce!(x[b, c, h, w] => [b, c, 1, 1]; mean);
    second_mean_kept_batch "2.mean-kept-batch" [2, 8, 4, 6] |x| reduce!(x[b, c, h, w] => [1, c, 1, 1]; mean);
    second_stack_last "2.stack-last" [2, 8, 4, 6] |x| rearrange!(x[b, c, h, w] => [h, w, c, b]);
    second_concat "2.concat" [2, 8, 4, 6] |x| rearrange!(x[b, c, h, w] => [(b h), w, c]);
    second_concat_last "2.concat-last" [2, 8, 4, 6] |x| rearrange!(x[b, c, h, w] => [h, w, (b c)]);
    second_shuffle "2.shuffle" [2, 8, 4, 6] |x| rearrange!(x[b, (g1 g2 c), h, w] => [b, (g2 g1 c), h, w]; g1 = 2, g2 = 2);
    second_shuffle_simple "2.shuffle-simple" [2, 8, 4, 6] |x| rearrange!(x[b, (g c), h, w] => [b, (c g), h, w]; g = 4);
    second_boxes "2.boxes" [2, 8, 4, 6] |x| rearrange!(x[b, (coord bbox), h, w] => [coord, b, bbox, h, w]; coord = 4, bbox = 2);
    second_largest_box "2.largest-box" [2, 2, 4, 6] |x| reduce!(x[b, bbox, h, w] => [b, h, w]; max);
    second_halves "2.halves" [2, 8, 4, 6] |x| rearrange!(x[b, (split c), h, w] => [split, b, c, h, w]; split = 2);
    second_every_other "2.every-other" [2, 8, 4, 6] |x| rearrange!(x[b, (c split), h, w] => [split, b, c, h, w]; split = 2);
    second_volume "2.volume" [2, 8, 4, 6] |x| rearrange!(x[b, c, x, (y z)] => [b, c, x, y, z]; z = 2);
    second_planes "2.planes" [2, 8, 4, 3, 2] |x| rearrange!(x[b, c, x, y, z] => [(b z), c, x, y]);
    second_volume_back "2.volume-back" [4, 8, 4, 3] |x| rearrange!(x[(b z), c, x, y] => [b, c, x, y, z]; b = 2, c = 8, x = 4, y = 3, z = 2);
    second_strided "2.strided" [2, 8, 4, 6] |x| rearrange!(x[b, c, (h hs), (w ws)] => [(hs ws b), c, h, w]; hs = 2, ws = 2);
    second_strided_back "2.strided-back" [8, 8, 2, 3] |x| rearrange!(x[(hs ws b), c, h, w] => [b, c, (h hs), (w ws)]; hs = 2, ws = 2);
    second_layer "2.layer" [2, 8, 4, 6] |x| reduce!(x[b, c, (h 2), (w 2)] => [b, (c h w)]; max);
    readme_first "r.first" [5, 2, 3] |x| rearrange!(x[t, b, c] => [b, c, t]);
    readme_first_mean "r.first-mean" [2, 8, 4, 6] |x| reduce!(x[b, c, (h h2), (w w2)] => [b, h, w, c]; mean; h2 = 2, w2 = 2);
    readme_first_repeat "r.first-repeat" [4, 6] |x| repeat!(x[h, w] => [h, w, c]; c = 3);
    readme_tile "r.tile" [4, 6] |x| repeat!(x[h, w] => [h, (tile w)]; tile = 2);
    readme_sequence "r.sequence" [2, 8, 4, 6] |x| rearrange!(x[time, c, h, w] => [time, (c h w)]);
    readme_sizes "r.sizes" [2, 8, 4, 6] |x| rearrange!(x[b, c, h, w] => [b, (c h w)]; c = 8, h = 4, w = 6);
    readme_depth_first "r.depth-first" [2, 8, 4, 6] |x| rearrange!(x[b, c, (h h2), (w w2)] => [b, (c h2 w2), h, w]; h2 = 2, w2 = 2);
    readme_depth_last "r.depth-last" [2, 8, 4, 6] |x| rearrange!(x[b, c, (h h2), (w w2)] => [b, (h2 w2 c), h, w]; h2 = 2, w2 = 2);
    readme_pool "r.pool" [2, 3, 4] |x| reduce!(x[b, c, (x dx)] => [b, c, x]; max; dx = 2);
    readme_pool_2d "r.pool-2d" [2, 8, 4, 6] |x| reduce!(x[b, c, (x dx), (y dy)] => [b, c, x, y]; max; dx = 2, dy = 3);
    readme_pool_3d "r.pool-3d" [2, 1, 4, 3, 4] |x| reduce!(x[b, c, (x dx), (y dy), (z dz)] => [b, c, x, y, z]; max; dx = 2, dy = 3, dz = 4);
    readme_width_to_height "r.width-to-height" [2, 8, 4, 6] |x| rearrange!(x[b, c, h, (w w2)] => [b, c, (h w2), w]; w2 = 2);
    readme_patches "r.patches" [2, 4, 6, 3] |x| rearrange!(x[b, (h p1), (w p2), c] => [b, (h w), (p1 p2 c)]; p1 = 2, p2 = 2);
    readme_heads "r.heads" [2, 3, 8] |x| rearrange!(x[b, t, (h d)] => [b, h, t, d]; h = 4);
    operation_same_0 "t.same-0" [2, 3, 4, 5, 2] |x| rearrange!(x[..] => [..]);
    operation_same_1 "t.same-1" [2, 3, 4, 5, 2] |x| rearrange!(x[a, b, c, d, e] => [a, b, c, d, e]);
    operation_same_2 "t.same-2" [2, 3, 4, 5, 2] |x| rearrange!(x[a, b, c, d, e, ..] => [.., a, b, c, d, e]);
    operation_same_3 "t.same-3" [2, 3, 4, 5, 2] |x| rearrange!(x[a, b, c, d, e, ..] => [a, .., b, c, d, e]);
    operation_same_4 "t.same-4" [2, 3, 4, 5, 2] |x| rearrange!(x[.., a, b, c, d, e] => [.., a, b, c, d, e]);
    operation_same_5 "t.same-5" [2, 3, 4, 5, 2] |x| rearrange!(x[a, .., e] => [a, .., e]);
    operation_same_6 "t.same-6" [2, 3, 4, 5, 2] |x| rearrange!(x[a, ..] => [a, ..]);
    operation_same_7 "t.same-7" [2, 3, 4, 5, 2] |x| rearrange!(x[a, .., c, d, e] => [a, (..), c, d, e]);
    operation_alike_0 "t.alike-0" [2, 3, 4, 5, 2] |x| rearrange!(x[a, b, c, d, e] => [(a b), c, d, e]);
    operation_alike_1 "t.alike-1" [2, 3, 4, 5, 2] |x| rearrange!(x[a, b, ..] => [(a b), ..]);
    operation_alike_2 "t.alike-2" [2, 3, 4, 5, 2] |x| rearrange!(x[a, b, c, d, e] => [a, b, (c d), e]);
    operation_alike_3 "t.alike-3" [2, 3, 4, 5, 2] |x| rearrange!(x[.., c, d, e] => [.., (c d), e]);
    operation_alike_4 "t.alike-4" [2, 3, 4, 5, 2] |x| rearrange!(x[..] => [..]);
    operation_alike_5 "t.alike-5" [2, 3, 4, 5, 2] |x| rearrange!(x[a, b, c, d, e] => [(a b c d e)]);
    operation_alike_6 "t.alike-6" [2, 3, 4, 5, 2] |x| rearrange!(x[..] => [(..)]);
    operation_alike_7 "t.alike-7" [2, 3, 4, 5, 2] |x| rearrange!(x[a, b, c, d, e] => [b, (c d e), a]);
    operation_alike_8 "t.alike-8" [2, 3, 4, 5, 2] |x| rearrange!(x[a, b, ..] => [b, (..), a]);
    operation_alike_9 "t.alike-9" [2, 3, 4, 5, 2] |x| rearrange!(x[a, b, c, d, e] => [b, (a c d), e]);
    operation_alike_10 "t.alike-10" [2, 3, 4, 5, 2] |x| rearrange!(x[a, b, .., e] => [b, (a ..), e]);
    operation_folds_0_min "t.folds-0-min" [2, 3, 4, 5, 2] |x| reduce!(x[a, b, c, d, e] => []; min);
    operation_folds_1_min "t.folds-1-min" [2, 3, 4, 5, 2] |x| reduce!(x[..] => []; min);
    operation_folds_2_min "t.folds-2-min" [2, 3, 4, 5, 2] |x| reduce!(x[a, b, c, d, e] => [(e a)]; min);
    operation_folds_3_min "t.folds-3-min" [2, 3, 4, 5, 2] |x| reduce!(x[a, .., e] => [(e a)]; min);
    operation_folds_4_min "t.folds-4-min" [2, 3, 4, 5, 2] |x| reduce!(x[a, b, c, d, e] => [d, (a e)]; min);
    operation_folds_5_min "t.folds-5-min" [2, 3, 4, 5, 2] |x| reduce!(x[a, b, c, d, e, ..] => [d, (a e)]; min);
    operation_folds_6_min "t.folds-6-min" [2, 3, 4, 5, 2] |x| reduce!(x[a, b, c, d, e] => [(a b)]; min);
    operation_folds_7_min "t.folds-7-min" [2, 3, 4, 5, 2] |x| reduce!(x[.., c, d, e] => [(..)]; min);
    operation_ellipsis_inside "t.ellipsis-inside" [1, 1, 1, 1, 1] |x| rearrange!(x[a, b, c, d, ..] => [a, b, c, .., d]);
    operation_six_0 "t.six-0" [1, 2, 3, 5, 2, 3] |x| rearrange!(x[a, b, c, d, e, f] => [a, b, c, d, e, f]);
    operation_six_1 "t.six-1" [1, 2, 3, 5, 2, 3] |x| rearrange!(x[b, a, c, d, e, f] => [a, b, d, e, f, c]);
    operation_six_2 "t.six-2" [1, 2, 3, 5, 2, 3] |x| rearrange!(x[a, b, c, d, e, f] => [f, e, d, c, b, a]);
    operation_six_3 "t.six-3" [1, 2, 3, 5, 2, 3] |x| rearrange!(x[a, b, c, d, e, f] => [(f e), d, (c b a)]);
    operation_six_4 "t.six-4" [1, 2, 3, 5, 2, 3] |x| rearrange!(x[a, b, c, d, e, f] => [(f e d c b a)]);
    operation_six_5 "t.six-5" [1, 2, 3, 5, 2, 3] |x| rearrange!(x[a, b, c, d, e, f] => [a, (b), (c d e), f]);
    operation_six_6 "t.six-6" [1, 2, 3, 5, 2, 3] |x| rearrange!(x[a, aa, aa1, a1a1, aaaa, a11] => [a, aa, aa1, a1a1, aaaa, a11]);
    operation_six_7 "t.six-7" [1, 2, 3, 5, 2, 3] |x| rearrange!(x[f, e, d, c, b, a] => [a, b, c, d, e, f]);
    operation_six_there "t.six-there" [1, 2, 3, 5, 2, 3] |x| rearrange!(x[a, b, c, d, e, f] => [(f d), c, (e b), a]; a = 1, b = 2, c = 3, d = 5, e = 2, f = 3);
    operation_six_back "t.six-back" [15, 3, 4, 1] |x| rearrange!(x[(f d), c, (e b), a] => [a, b, c, d, e, f]; b = 2, d = 5);
    operation_three "t.three" [2, 3, 4] |x| rearrange!(x[a, b, c] => [b, c, a]);
    operation_many "t.many" [2, 2, 2, 2, 2, 2, 2, 2, 2] |x| rearrange!(x[i0, i1, i2, i3, i4, i5, i6, i7, i8] => [i4, i1, i8, i0, i6, i3, i7, i2, i5]);
    operation_reduce_1_min "t.reduce-1-min" [2, 3, 4, 5, 2] |x| reduce!(x[a, ..] => []; min);
    operation_reduce_2_min "t.reduce-2-min" [2, 3, 4, 5, 2] |x| reduce!(x[(a1 a2), .., (e1 e2)] => []; min; a1 = 1, e2 = 2);
    operation_reduce_3_min "t.reduce-3-min" [2, 3, 4, 5, 2] |x| reduce!(x[a, b, c, d, e] => [(e c), a]; min);
    operation_reduce_4_min "t.reduce-4-min" [2, 3, 4, 5, 2] |x| reduce!(x[a, .., c, d, e] => [(e c), a]; min);
    operation_reduce_5_min "t.reduce-5-min" [2, 3, 4, 5, 2] |x| reduce!(x[a, b, c, d, e, ..] => [(e c), a]; min);
    operation_reduce_6_min "t.reduce-6-min" [2, 3, 4, 5, 2] |x| reduce!(x[a, b, c, d, e] => [(e c a)]; min);
    operation_reduce_7_min "t.reduce-7-min" [2, 3, 4, 5, 2] |x| reduce!(x[(a a2), ..] => [(a2 a), ..]; min; a2 = 1);
    operation_stacked "t.stacked" [5, 2, 3, 5] |x| rearrange!(x[b, ..] => [.., b]);
    operation_stacked_scalars "t.stacked-scalars" [5] |x| rearrange!(x[b, ..] => [.., b]);
    operation_repeat_0 "t.repeat-0" [2, 3, 5] |x| repeat!(x[a, b, c] => [copy, a, b, c]; copy = 1);
    operation_repeat_0_back "t.repeat-0-back" [1, 2, 3, 5] |x| reduce!(x[copy, a, b, c] => [a, b, c]; min; copy = 1);
    operation_repeat_1 "t.repeat-1" [2, 3, 5] |x| repeat!(x[a, b, c] => [c, a, b]);
    operation_repeat_1_back "t.repeat-1-back" [5, 2, 3] |x| reduce!(x[c, a, b] => [a, b, c]; min);
    operation_repeat_2 "t.repeat-2" [2, 3, 5] |x| repeat!(x[a, b, c] => [(c copy a b)]; copy = 2, a = 2, b = 3, c = 5);
    operation_repeat_2_back "t.repeat-2-back" [60] |x| reduce!(x[(c copy a b)] => [a, b, c]; min; copy = 2, a = 2, b = 3, c = 5);
    operation_repeat_3 "t.repeat-3" [2, 3, 5] |x| repeat!(x[a, b, c] => [(a copy), b, c]; copy = 1);
    operation_repeat_3_back "t.repeat-3-back" [2, 3, 5] |x| reduce!(x[(a copy), b, c] => [a, b, c]; min; copy = 1);
    operation_repeat_4 "t.repeat-4" [2, 3, 5] |x| repeat!(x[a, b, c] => [(c a), (copy1 b copy2)]; a = 2, copy1 = 1, copy2 = 2);
    operation_repeat_4_back "t.repeat-4-back" [10, 6] |x| reduce!(x[(c a), (copy1 b copy2)] => [a, b, c]; min; a = 2, copy1 = 1, copy2 = 2);
    operation_repeat_5 "t.repeat-5" [2, 3, 5] |x| repeat!(x[a, ..] => [a, .., copy]; copy = 4);
    operation_repeat_5_back "t.repeat-5-back" [2, 3, 5, 4] |x| reduce!(x[a, .., copy] => [a, ..]; min; copy = 4);
    operation_repeat_6 "t.repeat-6" [2, 3, 5] |x| repeat!(x[.., c] => [.., (copy1 c copy2)]; copy1 = 1, copy2 = 2);
    operation_repeat_6_back "t.repeat-6-back" [2, 3, 10] |x| reduce!(x[.., (copy1 c copy2)] => [.., c]; min; copy1 = 1, copy2 = 2);
    operation_repeat_7 "t.repeat-7" [2, 3, 5] |x| repeat!(x[..] => [..]);
    operation_repeat_7_back "t.repeat-7-back" [2, 3, 5] |x| reduce!(x[..] => [..]; min);
    operation_repeat_8 "t.repeat-8" [2, 3, 5] |x| repeat!(x[..] => [copy1, .., copy2]; copy1 = 2, copy2 = 3);
    operation_repeat_8_back "t.repeat-8-back" [2, 2, 3, 5, 3] |x| reduce!(x[copy1, .., copy2] => [..]; min; copy1 = 2, copy2 = 3);
    operation_repeat_9 "t.repeat-9" [2, 3, 5] |x| repeat!(x[a, b, c] => [copy1, a, copy2, b, c, 1]; copy1 = 2, copy2 = 1);
    operation_repeat_9_back "t.repeat-9-back" [2, 2, 1, 3, 5, 1] |x| reduce!(x[copy1, a, copy2, b, c, 1] => [a, b, c]; min; copy1 = 2, copy2 = 1);
    operation_unnamed_0 "t.unnamed-0" [1, 2, 4, 6] |x| repeat!(x[a, b, c, d] => [c, a, d, b]);
    operation_unnamed_0_back "t.unnamed-0-back" [4, 1, 6, 2] |x| reduce!(x[c, a, d, b] => [a, b, c, d]; min);
    operation_unnamed_1 "t.unnamed-1" [1, 2, 4, 6] |x| repeat!(x[a, b, c, d] => [(c 2 d a b)]; a = 1, c = 4, d = 6);
    operation_unnamed_1_back "t.unnamed-1-back" [96] |x| reduce!(x[(c 2 d a b)] => [a, b, c, d]; min; a = 1, c = 4, d = 6);
    operation_unnamed_2 "t.unnamed-2" [1, 2, 4, 6] |x| repeat!(x[1, b, c, d] => [(d copy 1), 3, b, c]; copy = 3);
    operation_unnamed_2_back "t.unnamed-2-back" [18, 3, 2, 4] |x| reduce!(x[(d copy 1), 3, b, c] => [1, b, c, d]; min; copy = 3);
    operation_unnamed_3 "t.unnamed-3" [1, 2, 4, 6] |x| repeat!(x[1, ..] => [3, ..]);
    operation_unnamed_3_back "t.unnamed-3-back" [3, 2, 4, 6] |x| reduce!(x[3, ..] => [1, ..]; min);
    operation_unnamed_4 "t.unnamed-4" [1, 2, 4, 6] |x| repeat!(x[1, .., d] => [1, (copy1 d copy2), ..]; copy1 = 2, copy2 = 3);
    operation_unnamed_4_back "t.unnamed-4-back" [1, 36, 2, 4] |x| reduce!(x[1, (copy1 d copy2), ..] => [1, .., d]; min; copy1 = 2, copy2 = 3);
    operation_unnamed_5 "t.unnamed-5" [1, 2, 4, 6] |x| repeat!(x[1, b, c, d] => [(1 1), (1 b), 2, c, 3, d, (1 1)]);
    operation_unnamed_5_back "t.unnamed-5-back" [1, 2, 2, 4, 3, 6, 1] |x| reduce!(x[(1 1), (1 b), 2, c, 3, d, (1 1)] => [1, b, c, d]; min);
    operation_list "t.list" [2, 3, 4, 5, 2] |x| rearrange!(x[..] => [(..)]);
    operation_list_reduce "t.list-reduce" [2, 3, 4, 5, 2] |x| reduce!(x[a, .., e] => [(..)]; min);
    operation_list_repeat "t.list-repeat" [2, 3, 4, 5, 2] |x| repeat!(x[..] => [b, (..)]; b = 3);
    operation_compiled "t.compiled" [4, 5, 3, 3] |x| rearrange!(x[(a a2), b, c, ..] => [b, (c a2), (a ..)]; a2 = 2);
    operation_compiled_sum "t.compiled-sum" [5, 6, 6] |x| reduce!(x[b, ca2, A] => [b, A]; sum; ca2 = 6);
    example_depth_to_space "e.depth-to-space" [2, 4, 6, 4] |x| rearrange!(x[b, (c h1 w1), h, w] => [b, c, (h h1), (w w1)]; h1 = 2, w1 = 2);
    example_letters "e.letters" [2, 4, 6, 4] |x| rearrange!(x[b1, sound, b2, letter] => [b1, b2, sound, letter]);
    example_rows "e.rows" [2, 4, 6, 4] |x| rearrange!(x[b, c, h, w] => [(b h w), c]);
    example_rows_back "e.rows-back" [48, 2] |x| rearrange!(x[(b h w), c2] => [b, c2, h, w]; b = 2, h = 6, w = 4);
    example_groups "e.groups" [2, 4, 6, 4] |x| rearrange!(x[b, (c g), h, w] => [g, b, c, h, w]; g = 2);
    example_kept "e.kept" [2, 4, 6, 4] |x| reduce!(x[b, c, h, w] => [b, c, 1, 1]; max);
    example_dropped "e.dropped" [2, 4, 1, 1] |x| rearrange!(x[b, c, 1, 1] => [c, b]);
    example_concat "e.concat" [2, 4, 6, 4] |x| rearrange!(x[b, c, h, w] => [h, (b w), c]);
    example_shuffle "e.shuffle" [2, 4, 6, 4] |x| rearrange!(x[b, (c1 c2), h, w] => [b, (c2 c1), h, w]; c1 = 2, c2 = 2);
    example_line "e.line" [2, 4, 6, 4] |x| rearrange!(x[b, c, t1, t2] => [b, c, (t1 t2)]);
    example_stride "e.stride" [2, 4, 24] |x| rearrange!(x[b, c, (t stride)] => [(stride b), c, t]; stride = 2);
    example_stride_back "e.stride-back" [4, 4, 12] |x| rearrange!(x[(stride b), c, t] => [b, c, (t stride)]; stride = 2);
    example_deeper "e.deeper" [2, 4, 24] |x| rearrange!(x[b, c, (t dt)] => [b, (dt c), t]; dt = 2);
    example_deeper_back "e.deeper-back" [2, 8, 12] |x| rearrange!(x[b, (dt c), t] => [b, c, (t dt)]; dt = 2);
    example_train "e.train" [24] |x| rearrange!(x[(i rest alpha)] => [rest, (alpha i)]; alpha = 2, i = 3);
    example_train_core "e.train-core" [3, 3, 2, 4] |x| rearrange!(x[i, j, alpha, beta] => [(alpha i), (j beta)]);
    example_train_out "e.train-out" [4, 12] |x| rearrange!(x[rest, (beta j)] => [(beta rest j)]; beta = 4, j = 3);
    example_train_open "e.train-open" [3, 4, 6] |x| rearrange!(x[i, .., (j alpha)] => [.., j, (alpha i)]; alpha = 2, i = 3);
    example_anchors "e.anchors" [2, 6, 2, 2] |x| rearrange!(x[b, (anchor prediction), h, w] => [prediction, b, anchor, h, w]; anchor = 3);
    example_anchor_sizes "e.anchor-sizes" [3, 2] |x| rearrange!(x[anchor, dim] => [dim, 1, anchor, 1, 1]);
    example_grid_rows "e.grid-rows" [4] |x| rearrange!(x[h] => [1, 1, h, 1]);
    example_grid_columns "e.grid-columns" [4] |x| rearrange!(x[w] => [1, 1, 1, w]);
    example_boxes "e.boxes" [2, 2, 3, 2, 2] |x| rearrange!(x[prediction, b, anchor, h, w] => [b, anchor, h, w, prediction]);
}

/// A test for each row of truth values: whether a number has an even number of bits.
macro_rules! bits {
    ($($name:ident $row:literal [$($extent:literal),*] |$x:ident| $call:expr;)*) => {$(
        #[test]
        fn $name() {
            let size = [$($extent),*].iter().product::<u64>();
            let elements = (0..size).map(|n| n.count_ones().is_multiple_of(2)).collect();
            let $x = Tensor::from_vec(extents![$($extent),*], elements).unwrap();
            let found = $call.unwrap().map(|is| f64::from(*is)).unwrap();
            assert_is(&found.view(), $row);
        }
    )*};
}

bits! {
    bits_0_any "t.bits-0-any" [2, 2, 2, 2, 2, 2] |x| reduce!(x[a, b, c, d, e, f] => [1, b, c, d, e, f]; any(|x| *x));
    bits_1_any "t.bits-1-any" [2, 2, 2, 2, 2, 2] |x| reduce!(x[a, b, c, d, e, f] => [a, 1, c, d, e, f]; any(|x| *x));
    bits_2_any "t.bits-2-any" [2, 2, 2, 2, 2, 2] |x| reduce!(x[a, b, c, d, e, f] => [a, b, 1, d, e, f]; any(|x| *x));
    bits_3_any "t.bits-3-any" [2, 2, 2, 2, 2, 2] |x| reduce!(x[a, b, c, d, e, f] => [a, b, c, 1, e, f]; any(|x| *x));
    bits_4_any "t.bits-4-any" [2, 2, 2, 2, 2, 2] |x| reduce!(x[a, b, c, d, e, f] => [a, b, c, d, 1, f]; any(|x| *x));
    bits_5_any "t.bits-5-any" [2, 2, 2, 2, 2, 2] |x| reduce!(x[a, b, c, d, e, f] => [a, b, c, d, e, 1]; any(|x| *x));
    bits_two_any "t.bits-two-any" [2, 2, 2, 2, 2, 2] |x| reduce!(x[a, b, ..] => [1, 1, ..]; any(|x| *x));
    bits_0_all "t.bits-0-all" [2, 2, 2, 2, 2, 2] |x| reduce!(x[a, b, c, d, e, f] => [1, b, c, d, e, f]; all(|x| *x));
    bits_1_all "t.bits-1-all" [2, 2, 2, 2, 2, 2] |x| reduce!(x[a, b, c, d, e, f] => [a, 1, c, d, e, f]; all(|x| *x));
    bits_2_all "t.bits-2-all" [2, 2, 2, 2, 2, 2] |x| reduce!(x[a, b, c, d, e, f] => [a, b, 1, d, e, f]; all(|x| *x));
    bits_3_all "t.bits-3-all" [2, 2, 2, 2, 2, 2] |x| reduce!(x[a, b, c, d, e, f] => [a, b, c, 1, e, f]; all(|x| *x));
    bits_4_all "t.bits-4-all" [2, 2, 2, 2, 2, 2] |x| reduce!(x[a, b, c, d, e, f] => [a, b, c, d, 1, f]; all(|x| *x));
    bits_5_all "t.bits-5-all" [2, 2, 2, 2, 2, 2] |x| reduce!(x[a, b, c, d, e, f] => [a, b, c, d, e, 1]; all(|x| *x));
    bits_two_all "t.bits-two-all" [2, 2, 2, 2, 2, 2] |x| reduce!(x[a, b, ..] => [1, 1, ..]; all(|x| *x));
}

/// Numbers from 1 to 3, whose products are small.
#[test]
fn operation_product() {
    let elements = (0..24).map(|n| f64::from(n % 3 + 1)).collect();
    let x = Tensor::from_vec(extents![2, 3, 4], elements).unwrap();
    assert_is(&reduce!(x[a, b, c] => [(c a)]; product).unwrap().view(), "t.product");
}
