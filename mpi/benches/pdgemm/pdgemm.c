/* A product of matrices by ScaLAPACK's `pdgemm`, in tiles that are dealt out to a grid of processes as square as can be.
 *
 *     mpicc -O2 pdgemm.c -o pdgemm -lscalapack-openmpi -lopenblas
 *     mpirun -n 2 pdgemm ROWS SUMS COLUMNS TILE TIMES
 *
 * Rank 0 prints the least time of the slowest process. With TIMES 0 the product runs once and is compared with the definition. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

void Cblacs_pinfo(int *rank, int *ranks);
void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinit(int *context, const char *order, int rows, int columns);
void Cblacs_gridinfo(int context, int *rows, int *columns, int *row, int *column);
void Cblacs_gridexit(int context);
int numroc_(const int *extent, const int *tile, const int *at, const int *source, const int *processes);
void descinit_(int *desc, const int *rows, const int *columns, const int *row_tile, const int *column_tile, const int *row_source,
               const int *column_source, const int *context, const int *leading, int *info);
void pdgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const double *alpha, const double *a,
             const int *ia, const int *ja, const int *desca, const double *b, const int *ib, const int *jb, const int *descb,
             const double *beta, double *c, const int *ic, const int *jc, const int *descc);

static int context, tile, grid_rows, grid_columns, row, column;

/* Numbers that are exact in sums. */
static double left(int i, int j) { return (i * 31 + j * 7) % 13 - 6; }
static double right(int i, int j) { return (i * 5 + j * 11) % 17 - 8; }

typedef struct {
    int desc[9], rows, columns;
    double *elements;
} Matrix;

/* The entry of the whole that a local one is. */
static int whole(int at, int own, int processes) { return (at / tile * processes + own) * tile + at % tile; }

static Matrix matrix(int rows, int columns, double (*element)(int, int)) {
    Matrix made;
    int zero = 0, info;
    made.rows = numroc_(&rows, &tile, &row, &zero, &grid_rows);
    made.columns = numroc_(&columns, &tile, &column, &zero, &grid_columns);
    int leading = made.rows > 1 ? made.rows : 1;
    descinit_(made.desc, &rows, &columns, &tile, &tile, &zero, &zero, &context, &leading, &info);
    made.elements = calloc((size_t)leading * (made.columns + 1), sizeof(double));
    if (info != 0 || !made.elements) MPI_Abort(MPI_COMM_WORLD, 1);
    for (int j = 0; element && j < made.columns; j++)
        for (int i = 0; i < made.rows; i++)
            made.elements[(size_t)j * leading + i] = element(whole(i, row, grid_rows), whole(j, column, grid_columns));
    return made;
}

int main(int count, char **words) {
    MPI_Init(&count, &words);
    if (count != 6) MPI_Abort(MPI_COMM_WORLD, 2);
    int m = atoi(words[1]), k = atoi(words[2]), n = atoi(words[3]), times = atoi(words[5]), one = 1, rank, ranks;
    tile = atoi(words[4]);
    Cblacs_pinfo(&rank, &ranks);
    for (int rows = 1; rows * rows <= ranks; rows++)
        if (ranks % rows == 0) grid_rows = rows;
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, "Row", grid_rows, ranks / grid_rows);
    Cblacs_gridinfo(context, &grid_rows, &grid_columns, &row, &column);
    Matrix a = matrix(m, k, left), b = matrix(k, n, right), c = matrix(m, n, NULL);
    double least = 1e99, scale = 1.0, none = 0.0;
    for (int time = 0; time < (times > 0 ? times : 1); time++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double begin = MPI_Wtime();
        pdgemm_("N", "N", &m, &n, &k, &scale, a.elements, &one, &one, a.desc, b.elements, &one, &one, b.desc, &none, c.elements, &one,
                &one, c.desc);
        double own = MPI_Wtime() - begin, slowest;
        MPI_Allreduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (slowest < least) least = slowest;
    }
    if (times > 0) {
        if (rank == 0) printf("%d x %d x %d on %d x %d, tiles of %d: %.1f ms\n", m, k, n, grid_rows, grid_columns, tile, least * 1e3);
    } else {
        int wrong = 0, all;
        for (int j = 0; j < c.columns; j++)
            for (int i = 0; i < c.rows; i++) {
                double sum = 0.0;
                for (int at = 0; at < k; at++)
                    sum += left(whole(i, row, grid_rows), at) * right(at, whole(j, column, grid_columns));
                wrong += sum != c.elements[(size_t)j * c.desc[8] + i];
            }
        MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 0) printf("%d elements are wrong\n", all);
    }
    Cblacs_gridexit(context);
    return MPI_Finalize();
}
