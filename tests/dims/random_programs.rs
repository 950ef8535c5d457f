//! Written by `write_programs.py`, which computes what is expected. Do not edit.

use super::random::{Heads, Width, agree, numbered, program, weak};
use super::*;
use extents::label::{i, j, k, l, m};

program! { program_0, "l,ikl,il->", a[l] * b[i, k, l] * c[i, l] => [];
    a 0: [dyn Width],
    b 1: [dyn Past, dyn, dyn Width],
    c 2: [dyn Past, dyn Width];
    result: [] weakened: [];
    cases:
    agrees [[5], [2, 2, 5], [2, 5]], agrees [[5], [1, 5, 5], [1, 5]],
    agrees [[5], [4, 4, 5], [4, 5]], agrees [[5], [3, 4, 5], [3, 5]],
    agrees [[5], [3, 4, 5], [3, 5]], differs [[5], [4, 3, 5], [2, 5]],
}

program! { program_1, "lmk,lm->k", a[l, m, k] * b[l, m] => [k];
    a 0: [dyn, dyn Past, 3],
    b 1: [dyn, 3];
    result: [3] weakened: [dyn];
    cases:
    agrees [[3, 3, 3], [3, 3]], differs [[2, 3, 3], [4, 3]],
    agrees [[1, 3, 3], [1, 3]], differs [[1, 4, 3], [1, 3]],
    agrees [[1, 3, 3], [1, 3]], differs [[4, 4, 3], [4, 3]],
}

program! { program_2, "jl,jl->lj", a[j, l] * b[j, l] => [l, j];
    a 0: [dyn Width, 3],
    b 1: [dyn Width, 3];
    result: [3, dyn Width] weakened: [dyn, dyn];
    merged 0: [(3 * Width)];
    cases:
    agrees [[5, 3], [5, 3]], agrees [[5, 3], [5, 3]],
    agrees [[5, 3], [5, 3]], agrees [[5, 3], [5, 3]],
    agrees [[5, 3], [5, 3]], agrees [[5, 3], [5, 3]],
}

program! { program_3, "k,ij,j->k", a[k] * b[i, j] * c[j] => [k];
    a 0: [2],
    b 1: [dyn Batch, dyn],
    c 2: [3];
    result: [2] weakened: [dyn];
    cases:
    agrees [[2], [3, 3], [3]], differs [[2], [4, 4], [3]],
    agrees [[2], [4, 3], [3]], differs [[2], [3, 5], [3]],
    agrees [[2], [3, 3], [3]], agrees [[2], [5, 3], [3]],
}

program! { program_4, "j->", a[j] => [];
    a 0: [3];
    result: [] weakened: [];
    cases:
    agrees [[3]], agrees [[3]],
    agrees [[3]], agrees [[3]],
    agrees [[3]], agrees [[3]],
}

program! { program_5, "m,im->", a[m] * b[i, m] => [];
    a 0: [dyn],
    b 1: [dyn Batch, dyn];
    result: [] weakened: [];
    cases:
    agrees [[4], [1, 4]], agrees [[2], [6, 2]],
    agrees [[4], [2, 4]], agrees [[1], [5, 1]],
    agrees [[3], [1, 3]], differs [[6], [1, 4]],
}

program! { program_6, "jm,m,ij->", a[j, m] * b[m] * c[i, j] => [];
    a 0: [dyn, (Heads)],
    b 1: [2],
    c 2: [2, dyn];
    result: [] weakened: [];
    cases:
    agrees [[1, 2], [2], [2, 1]], differs [[5, 2], [2], [2, 3]],
    agrees [[3, 2], [2], [2, 3]], differs [[4, 2], [2], [2, 5]],
    agrees [[4, 2], [2], [2, 4]], differs [[3, 2], [2], [2, 1]],
}

program! { program_7, "m->m", a[m] => [m];
    a 0: [3];
    result: [3] weakened: [dyn];
    cases:
    agrees [[3]], agrees [[3]],
    agrees [[3]], agrees [[3]],
    agrees [[3]], agrees [[3]],
}

program! { program_8, "lm,iml->", a[l, m] * b[i, m, l] => [];
    a 0: [dyn, dyn],
    b 1: [dyn, dyn, dyn];
    result: [] weakened: [];
    cases:
    agrees [[2, 3], [2, 3, 2]], differs [[4, 1], [4, 1, 3]],
    agrees [[2, 1], [1, 1, 2]], agrees [[3, 2], [5, 2, 3]],
    agrees [[4, 2], [2, 2, 4]], differs [[4, 1], [1, 1, 6]],
}

program! { program_9, "lj,l->j", a[l, j] * b[l] => [j];
    a 0: [3, (Heads)],
    b 1: [dyn];
    result: [(Heads)] weakened: [dyn];
    cases:
    agrees [[3, 2], [3]], differs [[3, 2], [5]],
    agrees [[3, 2], [3]], differs [[3, 2], [5]],
    agrees [[3, 2], [3]], differs [[3, 2], [4]],
}

program! { program_10, "jm->", a[j, m] => [];
    a 0: [dyn Time, 3];
    result: [] weakened: [];
    cases:
    agrees [[4, 3]], agrees [[4, 3]],
    agrees [[3, 3]], agrees [[3, 3]],
    agrees [[1, 3]], agrees [[6, 3]],
}

program! { program_11, "j->", a[j] => [];
    a 0: [dyn];
    result: [] weakened: [];
    cases:
    agrees [[4]], agrees [[2]],
    agrees [[1]], agrees [[3]],
    agrees [[1]], agrees [[4]],
}

program! { program_12, "im->", a[i, m] => [];
    a 0: [dyn Time, dyn];
    result: [] weakened: [];
    cases:
    agrees [[1, 4]], agrees [[3, 6]],
    agrees [[4, 1]], agrees [[3, 5]],
    agrees [[1, 3]], agrees [[1, 5]],
}

program! { program_13, "ji,ji,i->", a[j, i] * b[j, i] * c[i] => [];
    a 0: [dyn, dyn],
    b 1: [dyn, 2],
    c 2: [2];
    result: [] weakened: [];
    cases:
    agrees [[1, 2], [1, 2], [2]], differs [[3, 2], [2, 2], [2]],
    agrees [[2, 2], [2, 2], [2]], differs [[2, 2], [4, 2], [2]],
    agrees [[2, 2], [2, 2], [2]], differs [[3, 4], [3, 2], [2]],
}

program! { program_14, "j,j,l->", a[j] * b[j] * c[l] => [];
    a 0: [2],
    b 1: [2],
    c 2: [dyn Time];
    result: [] weakened: [];
    cases:
    agrees [[2], [2], [2]], agrees [[2], [2], [2]],
    agrees [[2], [2], [3]], agrees [[2], [2], [4]],
    agrees [[2], [2], [4]], agrees [[2], [2], [3]],
}

program! { program_15, "lm,m,m->m", a[l, m] * b[m] * c[m] => [m];
    a 0: [dyn, dyn Time],
    b 1: [dyn],
    c 2: [dyn];
    result: [dyn Time] weakened: [dyn];
    cases:
    agrees [[2, 2], [2], [2]], differs [[1, 4], [6], [4]],
    agrees [[2, 3], [3], [3]], differs [[4, 2], [1], [1]],
    agrees [[3, 1], [1], [1]], differs [[2, 3], [4], [3]],
}

program! { program_16, "l,l->l", a[l] * b[l] => [l];
    a 0: [dyn Past],
    b 1: [3];
    result: [3] weakened: [dyn];
    cases:
    agrees [[3], [3]], differs [[4], [3]],
    agrees [[3], [3]], differs [[5], [3]],
    agrees [[3], [3]], differs [[4], [3]],
}

program! { program_17, "k,kij,kj->k", a[k] * b[k, i, j] * c[k, j] => [k];
    a 0: [3],
    b 1: [dyn Time, 2, (Heads)],
    c 2: [3, 2];
    result: [3] weakened: [dyn];
    cases:
    agrees [[3], [3, 2, 2], [3, 2]], differs [[3], [4, 2, 2], [3, 2]],
    agrees [[3], [3, 2, 2], [3, 2]], differs [[3], [4, 2, 2], [3, 2]],
    agrees [[3], [3, 2, 2], [3, 2]], differs [[3], [5, 2, 2], [3, 2]],
}

program! { program_18, "mkl->", a[m, k, l] => [];
    a 0: [2, dyn, 3];
    result: [] weakened: [];
    cases:
    agrees [[2, 4, 3]], agrees [[2, 3, 3]],
    agrees [[2, 2, 3]], agrees [[2, 4, 3]],
    agrees [[2, 2, 3]], agrees [[2, 6, 3]],
}

program! { program_19, "kl->", a[k, l] => [];
    a 0: [2, dyn Width];
    result: [] weakened: [];
    cases:
    agrees [[2, 5]], agrees [[2, 5]],
    agrees [[2, 5]], agrees [[2, 5]],
    agrees [[2, 5]], agrees [[2, 5]],
}

program! { program_20, "l,l->", a[l] * b[l] => [];
    a 0: [dyn],
    b 1: [dyn];
    result: [] weakened: [];
    cases:
    agrees [[3], [3]], differs [[5], [4]],
    agrees [[3], [3]], differs [[2], [4]],
    agrees [[2], [2]], differs [[4], [3]],
}

program! { program_21, "k,lm->k", a[k] * b[l, m] => [k];
    a 0: [(Heads)],
    b 1: [3, 3];
    result: [(Heads)] weakened: [dyn];
    cases:
    agrees [[2], [3, 3]], agrees [[2], [3, 3]],
    agrees [[2], [3, 3]], agrees [[2], [3, 3]],
    agrees [[2], [3, 3]], agrees [[2], [3, 3]],
}

program! { program_22, "l,lkm->lkm", a[l] * b[l, k, m] => [l, k, m];
    a 0: [2],
    b 1: [dyn, dyn, 3];
    result: [2, dyn, 3] weakened: [dyn, dyn, dyn];
    cases:
    agrees [[2], [2, 3, 3]], agrees [[2], [2, 5, 3]],
    agrees [[2], [2, 1, 3]], agrees [[2], [2, 3, 3]],
    agrees [[2], [2, 1, 3]], agrees [[2], [2, 2, 3]],
}

program! { program_23, "ml,lm->l", a[m, l] * b[l, m] => [l];
    a 0: [dyn, dyn Past],
    b 1: [dyn Past, dyn];
    result: [dyn Past] weakened: [dyn];
    cases:
    agrees [[3, 2], [2, 3]], differs [[4, 2], [2, 6]],
    agrees [[3, 3], [3, 3]], differs [[3, 4], [3, 3]],
    agrees [[3, 3], [3, 3]], differs [[3, 1], [1, 5]],
}

program! { program_24, "ml->ml", a[m, l] => [m, l];
    a 0: [(Heads), 3];
    result: [(Heads), 3] weakened: [dyn, dyn];
    merged 0: [(Heads * 3)];
    cases:
    agrees [[2, 3]], agrees [[2, 3]],
    agrees [[2, 3]], agrees [[2, 3]],
    agrees [[2, 3]], agrees [[2, 3]],
}

program! { program_25, "l->", a[l] => [];
    a 0: [dyn];
    result: [] weakened: [];
    cases:
    agrees [[3]], agrees [[3]],
    agrees [[1]], agrees [[5]],
    agrees [[1]], agrees [[4]],
}

program! { program_26, "im->", a[i, m] => [];
    a 0: [dyn, dyn];
    result: [] weakened: [];
    cases:
    agrees [[3, 1]], agrees [[4, 2]],
    agrees [[3, 4]], agrees [[6, 1]],
    agrees [[2, 4]], agrees [[3, 4]],
}

program! { program_27, "l,lk,lk->kl", a[l] * b[l, k] * c[l, k] => [k, l];
    a 0: [(Heads)],
    b 1: [(Heads), (Heads)],
    c 2: [(Heads), 2];
    result: [(Heads), (Heads)] weakened: [dyn, dyn];
    merged 0: [(Heads * Heads)];
    cases:
    agrees [[2], [2, 2], [2, 2]], agrees [[2], [2, 2], [2, 2]],
    agrees [[2], [2, 2], [2, 2]], agrees [[2], [2, 2], [2, 2]],
    agrees [[2], [2, 2], [2, 2]], agrees [[2], [2, 2], [2, 2]],
}

program! { program_28, "m,kjm->jk", a[m] * b[k, j, m] => [j, k];
    a 0: [dyn],
    b 1: [2, dyn Past, dyn Width];
    result: [dyn Past, 2] weakened: [dyn, dyn];
    merged 0: [(Past * 2)];
    cases:
    agrees [[5], [2, 2, 5]], agrees [[5], [2, 4, 5]],
    agrees [[5], [2, 3, 5]], agrees [[5], [2, 3, 5]],
    agrees [[5], [2, 2, 5]], agrees [[5], [2, 3, 5]],
}

program! { program_29, "k,km,mk->mk", a[k] * b[k, m] * c[m, k] => [m, k];
    a 0: [dyn],
    b 1: [dyn, dyn Time],
    c 2: [dyn, dyn];
    result: [dyn Time, dyn] weakened: [dyn, dyn];
    cases:
    agrees [[2], [2, 1], [1, 2]], differs [[4], [4, 1], [1, 5]],
    agrees [[4], [4, 4], [4, 4]], differs [[1], [3, 2], [2, 1]],
    agrees [[2], [2, 3], [3, 2]], differs [[3], [3, 3], [3, 5]],
}

program! { program_30, "jk,k,jk->jk", a[j, k] * b[k] * c[j, k] => [j, k];
    a 0: [dyn, dyn],
    b 1: [dyn],
    c 2: [dyn, dyn];
    result: [dyn, dyn] weakened: [dyn, dyn];
    cases:
    agrees [[2, 2], [2], [2, 2]], differs [[3, 2], [2], [4, 2]],
    agrees [[3, 1], [1], [3, 1]], differs [[1, 1], [1], [1, 3]],
    agrees [[4, 3], [3], [4, 3]], differs [[5, 1], [1], [4, 1]],
}

program! { program_31, "iml->iml", a[i, m, l] => [i, m, l];
    a 0: [dyn, dyn, dyn Width];
    result: [dyn, dyn, dyn Width] weakened: [dyn, dyn, dyn];
    cases:
    agrees [[2, 3, 5]], agrees [[1, 5, 5]],
    agrees [[4, 3, 5]], agrees [[4, 3, 5]],
    agrees [[2, 1, 5]], agrees [[3, 5, 5]],
}

program! { program_32, "l,ml->", a[l] * b[m, l] => [];
    a 0: [dyn Batch],
    b 1: [dyn, 3];
    result: [] weakened: [];
    cases:
    agrees [[3], [4, 3]], differs [[4], [3, 3]],
    agrees [[3], [4, 3]], differs [[5], [3, 3]],
    agrees [[3], [2, 3]], agrees [[3], [6, 3]],
}

program! { program_33, "lm,ml->", a[l, m] * b[m, l] => [];
    a 0: [2, dyn],
    b 1: [dyn, 2];
    result: [] weakened: [];
    cases:
    agrees [[2, 3], [3, 2]], differs [[2, 4], [2, 2]],
    agrees [[2, 1], [1, 2]], differs [[2, 2], [3, 2]],
    agrees [[2, 2], [2, 2]], differs [[2, 3], [5, 2]],
}

program! { program_34, "j,lk,kj->", a[j] * b[l, k] * c[k, j] => [];
    a 0: [dyn],
    b 1: [dyn Batch, dyn],
    c 2: [2, 2];
    result: [] weakened: [];
    cases:
    agrees [[2], [2, 2], [2, 2]], agrees [[2], [3, 2], [2, 2]],
    agrees [[2], [4, 2], [2, 2]], differs [[3], [2, 2], [2, 2]],
    agrees [[2], [4, 2], [2, 2]], agrees [[2], [4, 2], [2, 2]],
}

program! { program_35, "mi,m->", a[m, i] * b[m] => [];
    a 0: [dyn, dyn Time],
    b 1: [dyn Width];
    result: [] weakened: [];
    cases:
    agrees [[5, 4], [5]], differs [[7, 4], [5]],
    agrees [[5, 4], [5]], agrees [[5, 2], [5]],
    agrees [[5, 4], [5]], agrees [[5, 6], [5]],
}

program! { program_36, "ki,i,ik->ki", a[k, i] * b[i] * c[i, k] => [k, i];
    a 0: [dyn Past, dyn],
    b 1: [dyn Time],
    c 2: [dyn Time, dyn Past];
    result: [dyn Past, dyn Time] weakened: [dyn, dyn];
    merged 0: [(Past * Time)];
    cases:
    agrees [[2, 3], [3], [3, 2]], differs [[2, 3], [5], [3, 2]],
    agrees [[4, 3], [3], [3, 4]], differs [[1, 3], [4], [3, 1]],
    agrees [[1, 1], [1], [1, 1]], differs [[2, 3], [3], [5, 2]],
}

program! { program_37, "mi,m,lmi->", a[m, i] * b[m] * c[l, m, i] => [];
    a 0: [dyn, dyn],
    b 1: [2],
    c 2: [3, 2, dyn Width];
    result: [] weakened: [];
    cases:
    agrees [[2, 5], [2], [3, 2, 5]], differs [[4, 5], [2], [3, 2, 5]],
    agrees [[2, 5], [2], [3, 2, 5]], differs [[4, 5], [2], [3, 2, 5]],
    agrees [[2, 5], [2], [3, 2, 5]], differs [[3, 5], [2], [3, 2, 5]],
}

program! { program_38, "i,li->i", a[i] * b[l, i] => [i];
    a 0: [dyn Time],
    b 1: [dyn Width, 3];
    result: [3] weakened: [dyn];
    cases:
    agrees [[3], [5, 3]], differs [[4], [5, 3]],
    agrees [[3], [5, 3]], differs [[5], [5, 3]],
    agrees [[3], [5, 3]], differs [[4], [5, 3]],
}

program! { program_39, "jm->m", a[j, m] => [m];
    a 0: [(Heads), 3];
    result: [3] weakened: [dyn];
    cases:
    agrees [[2, 3]], agrees [[2, 3]],
    agrees [[2, 3]], agrees [[2, 3]],
    agrees [[2, 3]], agrees [[2, 3]],
}

program! { program_40, "j->j", a[j] => [j];
    a 0: [dyn];
    result: [dyn] weakened: [dyn];
    cases:
    agrees [[3]], agrees [[3]],
    agrees [[3]], agrees [[4]],
    agrees [[4]], agrees [[3]],
}

program! { program_41, "l,m->ml", a[l] * b[m] => [m, l];
    a 0: [2],
    b 1: [dyn Batch];
    result: [dyn Batch, 2] weakened: [dyn, dyn];
    merged 0: [(Batch * 2)];
    cases:
    agrees [[2], [1]], agrees [[2], [4]],
    agrees [[2], [1]], agrees [[2], [4]],
    agrees [[2], [4]], agrees [[2], [2]],
}

program! { program_42, "lki,ml,kmi->l", a[l, k, i] * b[m, l] * c[k, m, i] => [l];
    a 0: [(Heads), dyn, 3],
    b 1: [dyn, (Heads)],
    c 2: [dyn, dyn, dyn Past];
    result: [(Heads)] weakened: [dyn];
    cases:
    agrees [[2, 2, 3], [2, 2], [2, 2, 3]], differs [[2, 2, 3], [5, 2], [2, 3, 3]],
    agrees [[2, 4, 3], [2, 2], [4, 2, 3]], differs [[2, 4, 3], [1, 2], [3, 1, 3]],
    agrees [[2, 4, 3], [4, 2], [4, 4, 3]], differs [[2, 2, 3], [3, 2], [2, 3, 5]],
}

program! { program_43, "lj,j,l->", a[l, j] * b[j] * c[l] => [];
    a 0: [dyn, dyn],
    b 1: [3],
    c 2: [dyn];
    result: [] weakened: [];
    cases:
    agrees [[4, 3], [3], [4]], differs [[4, 3], [3], [2]],
    agrees [[1, 3], [3], [1]], differs [[5, 3], [3], [3]],
    agrees [[2, 3], [3], [2]], differs [[4, 5], [3], [4]],
}

program! { program_44, "km,imk->mik", a[k, m] * b[i, m, k] => [m, i, k];
    a 0: [3, 3],
    b 1: [3, 3, dyn];
    result: [3, 3, 3] weakened: [dyn, dyn, dyn];
    merged 0: [(3 * 3), 3];
    cases:
    agrees [[3, 3], [3, 3, 3]], differs [[3, 3], [3, 3, 5]],
    agrees [[3, 3], [3, 3, 3]], differs [[3, 3], [3, 3, 4]],
    agrees [[3, 3], [3, 3, 3]], differs [[3, 3], [3, 3, 4]],
}

program! { program_45, "l,lki,m->ikl", a[l] * b[l, k, i] * c[m] => [i, k, l];
    a 0: [3],
    b 1: [dyn, dyn Time, 3],
    c 2: [3];
    result: [3, dyn Time, 3] weakened: [dyn, dyn, dyn];
    merged 0: [(3 * Time), 3];
    cases:
    agrees [[3], [3, 3, 3], [3]], differs [[3], [4, 2, 3], [3]],
    agrees [[3], [3, 3, 3], [3]], differs [[3], [4, 3, 3], [3]],
    agrees [[3], [3, 2, 3], [3]], agrees [[3], [3, 4, 3], [3]],
}

program! { program_46, "lkj,l,li->", a[l, k, j] * b[l] * c[l, i] => [];
    a 0: [dyn, (Heads), dyn Width],
    b 1: [dyn],
    c 2: [dyn, dyn];
    result: [] weakened: [];
    cases:
    agrees [[3, 2, 5], [3], [3, 2]], differs [[3, 2, 5], [3], [4, 2]],
    agrees [[1, 2, 5], [1], [1, 4]], differs [[1, 2, 5], [2], [1, 3]],
    agrees [[4, 2, 5], [4], [4, 2]], differs [[4, 2, 5], [5], [4, 2]],
}

program! { program_47, "mjk,m->mkj", a[m, j, k] * b[m] => [m, k, j];
    a 0: [dyn, dyn, dyn],
    b 1: [dyn];
    result: [dyn, dyn, dyn] weakened: [dyn, dyn, dyn];
    cases:
    agrees [[4, 1, 4], [4]], agrees [[2, 5, 2], [2]],
    agrees [[1, 4, 2], [1]], differs [[3, 4, 4], [1]],
    agrees [[1, 4, 2], [1]], agrees [[3, 6, 1], [3]],
}
