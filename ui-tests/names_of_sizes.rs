// The programs of docs/names.md that the types refuse, each a function of its number.
use extents::arrange::concat;
use extents::prelude::*;
use extents::rearrange::Named;

dims! { Batch, Time, Past, Height, Half, Features, Hidden, Classes }

fn p02_keys_of_the_past_under_the_label_of_time(
    queries: &TensorOf<StaticExtents![dyn Batch, dyn Time, 64], f32>,
    keys: &TensorOf<StaticExtents![dyn Batch, dyn Past, 64], f32>,
) {
    let _ = contract!(queries[b, t, k] * keys[b, t, k] => [b, t]);
}

fn p08_heads_of_two_numbers(
    queries: &TensorOf<StaticExtents![dyn Time, 8, 64], f32>,
    keys: &TensorOf<StaticExtents![dyn Past, 9, 64], f32>,
) {
    let _ = contract!(queries[t, h, k] * keys[s, h, k] => [h, t, s]);
}

fn p10_a_mask_of_the_past_alone(
    queries: &TensorOf<StaticExtents![dyn Time, 64], f32>,
    past: &TensorOf<StaticExtents![dyn Past, 64], f32>,
    mask: &TensorOf<StaticExtents![dyn Time, dyn Past], f32>,
) {
    let keys = concat::<Named, _, _>(Const::<0>, (past, queries)).unwrap();
    let scores = contract!(queries[t, x] * keys[s, x] => [t, s]).unwrap();
    let _ = &scores + mask;
}

fn p11_a_loop_that_lengthens_its_cache(
    mut cache: TensorOf<StaticExtents![dyn Past, 64], f32>,
    one: &TensorOf<StaticExtents![1, 64], f32>,
) {
    for _ in 0..3 {
        cache = concat::<Named, _, _>(Const::<0>, (&cache, one)).unwrap();
    }
}

fn p16_one_more_and_two_more(
    longer: &TensorOf<StaticExtents![(Time + 1)], f32>,
    longest: &TensorOf<StaticExtents![(Time + 2)], f32>,
) {
    let _ = longer + longest;
}

fn p23_a_convolution_without_padding(x: &TensorOf<StaticExtents![dyn Time], f32>) {
    let windows = x.windows::<Named, _>(extents![3]).unwrap();
    let _ = &windows.over(modes![1]).sum().unwrap() + x;
}

fn p25_half_the_height_and_back(
    pairs: &TensorOf<StaticExtents![dyn Half, 2], f32>,
    skipped: &TensorOf<StaticExtents![dyn Height], f32>,
) {
    let pooled = pairs.over(modes![1]).keep().sum().unwrap();
    let twice = pooled.broadcast_like(pairs).unwrap().map(|x| *x).unwrap();
    let _ = &twice.merge::<Named, _>(Const::<0>).unwrap() + skipped;
}

fn p33_a_row_and_a_column(
    expected: &TensorOf<StaticExtents![dyn Batch], f32>,
    found: &TensorOf<StaticExtents![dyn Batch, 1], f32>,
) {
    let _ = expected - found;
}

struct Linear<I: Dim, O: Dim>(TensorOf<StaticExtents![dyn I, dyn O], f32>);

impl<I: Dim, O: Dim> Linear<I, O> {
    fn apply<B: Dim>(
        &self,
        x: &TensorOf<StaticExtents![dyn B, dyn I], f32>,
    ) -> Result<TensorOf<StaticExtents![dyn B, dyn O], f32>, ShapeError> {
        contract!(x[b, i] * self.0[i, o] => [b, o])
    }
}

fn p39_layers_in_the_wrong_order(
    x: &TensorOf<StaticExtents![dyn Batch, dyn Features], f32>,
    first: &Linear<Features, Hidden>,
    second: &Linear<Hidden, Classes>,
) {
    let _ = first.apply(&second.apply(x).unwrap());
}

fn p40_rows_of_columns_and_columns_of_rows(
    rows: &TensorOf<StaticExtents![dyn Batch, dyn Time], f32>,
    columns: &TensorOf<StaticExtents![dyn Time, dyn Batch], f32>,
) {
    let rows = rows.merge::<Named, _>(Const::<0>).unwrap();
    let columns = columns.merge::<Named, _>(Const::<0>).unwrap();
    let _ = &rows + &columns;
}

fn main() {}
