// The kernels of benches/ with std::mdspan, beside loops written by hand. benches/mdspan.sh builds and runs it.
//
// Results are compared before anything is timed; a figure is the least time of a turn, in nanoseconds. Each line
// of the output is task, column, contestant and figure, with tabs between, as the Rust side logs them.
//
// std::submdspan is not in libc++ 19, so the subviews are made by hand, as it would make them: a pointer to the
// first element, and a mapping of the modes that are left.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <mdspan>
#include <string>
#include <utility>
#include <vector>

using std::size_t;
using Clock = std::chrono::steady_clock;

// What the optimiser must take as read and changed.
template <class T> T& opaque(T& value) {
    asm volatile("" : : "g"(&value) : "memory");
    return value;
}
template <class T> void consume(const T& value) { asm volatile("" : : "g"(&value) : "memory"); }

template <class T> std::vector<T> numbers(size_t count) {
    std::vector<T> all(count);
    for (size_t n = 0; n < count; ++n) all[n] = static_cast<T>(n % 10);
    return all;
}

struct Contestant {
    std::string name;
    std::function<double(int)> time;
    std::function<std::vector<double>()> result;
};

struct Race {
    std::string task, column;
    std::vector<Contestant> all = {};

    // One that computes a value.
    template <class F> void enter(std::string name, F run) {
        auto time = [run](int turns) mutable {
            consume(run());
            auto start = Clock::now();
            for (int turn = 0; turn < turns; ++turn) consume(run());
            return std::chrono::duration<double, std::nano>(Clock::now() - start).count() / turns;
        };
        auto result = [run]() mutable { return std::vector<double>{static_cast<double>(run())}; };
        all.push_back({std::move(name), time, result});
    }

    // One that changes `count` elements, zeros at first.
    template <class T, class F> void enter_in_place(std::string name, size_t count, F run) {
        auto time = [run, out = std::vector<T>(count)](int turns) mutable {
            run(opaque(out).data());
            auto start = Clock::now();
            for (int turn = 0; turn < turns; ++turn) run(opaque(out).data());
            return std::chrono::duration<double, std::nano>(Clock::now() - start).count() / turns;
        };
        auto result = [run, count]() mutable {
            std::vector<T> out(count);
            run(out.data());
            return std::vector<double>(out.begin(), out.end());
        };
        all.push_back({std::move(name), time, result});
    }

    ~Race() {
        auto expected = all.front().result();
        for (auto& contestant : all) {
            if (contestant.result() != expected) {
                std::fprintf(stderr, "%s, %s: %s gives another result\n", task.c_str(), column.c_str(),
                             contestant.name.c_str());
                std::exit(1);
            }
        }
        std::vector<int> turns;
        std::vector<double> least(all.size(), std::numeric_limits<double>::infinity());
        for (auto& contestant : all) {
            double once = contestant.time(1);
            once = std::min(once, contestant.time(static_cast<int>(std::max(1.0, 5e5 / once))));
            turns.push_back(static_cast<int>(std::max(1.0, 2e6 / once)));
        }
        auto start = Clock::now();
        auto wanted = std::chrono::milliseconds(400 * all.size());
        for (int round = 0; round < 15 || Clock::now() - start < wanted; ++round) {
            for (size_t n = 0; n < all.size(); ++n) {
                size_t k = (n + static_cast<size_t>(round)) % all.size();
                least[k] = std::min(least[k], all[k].time(turns[k]));
            }
        }
        for (size_t k = 0; k < all.size(); ++k) {
            std::printf("%s\t%s\t%s\t%.1f\n", task.c_str(), column.c_str(), all[k].name.c_str(), least[k]);
        }
    }
};

template <size_t N> using Cube = std::extents<size_t, N, N, N>;
template <size_t N> using Square = std::extents<size_t, N, N>;
using AnyCube = std::dextents<size_t, 3>;
using AnySquare = std::dextents<size_t, 2>;

template <class T> const char* element();
template <> const char* element<double>() { return "f64"; }
template <> const char* element<std::int32_t>() { return "i32"; }

template <class T> std::string named(const char* task) { return std::string(task) + ", " + element<T>(); }

// Sum3D

template <class T> T sum_by_hand(const T* data, size_t rows, size_t columns, size_t depth) {
    T sum = 0;
    for (size_t i = 0; i < rows; ++i)
        for (size_t j = 0; j < columns; ++j)
            for (size_t k = 0; k < depth; ++k) sum += data[(i * columns + j) * depth + k];
    return sum;
}

template <class T, class M> T sum(M data) {
    T sum = 0;
    for (size_t i = 0; i < data.extent(0); ++i)
        for (size_t j = 0; j < data.extent(1); ++j)
            for (size_t k = 0; k < data.extent(2); ++k) sum += data[i, j, k];
    return sum;
}

template <class T, size_t N> void sum3d() {
    auto data = numbers<T>(N * N * N);
    size_t n = N;
    opaque(n);
    Race race{named<T>("Sum3D by index"), std::to_string(N)};
    race.enter("C++ by hand", [&] { return sum_by_hand(opaque(data).data(), n, n, n); });
    race.enter("C++ mdspan static", [&] {
        return sum<T>(std::mdspan<const T, Cube<N>>(opaque(data).data()));
    });
    race.enter("C++ mdspan dynamic", [&] {
        return sum<T>(std::mdspan<const T, AnyCube>(opaque(data).data(), n, n, n));
    });
}

// Stencil3D

template <class T> [[gnu::noinline]] void stencil_by_hand(T* out, const T* data, size_t n) {
    for (size_t i = 1; i < n - 1; ++i)
        for (size_t j = 1; j < n - 1; ++j)
            for (size_t k = 1; k < n - 1; ++k) {
                T sum = 0;
                for (size_t di = i - 1; di < i + 2; ++di)
                    for (size_t dj = j - 1; dj < j + 2; ++dj)
                        for (size_t dk = k - 1; dk < k + 2; ++dk) sum += data[(di * n + dj) * n + dk];
                out[(i * n + j) * n + k] = sum;
            }
}

template <class T, class O, class M> [[gnu::noinline]] void stencil(O out, M data) {
    for (size_t i = 1; i < data.extent(0) - 1; ++i)
        for (size_t j = 1; j < data.extent(1) - 1; ++j)
            for (size_t k = 1; k < data.extent(2) - 1; ++k) {
                T sum = 0;
                for (size_t di = i - 1; di < i + 2; ++di)
                    for (size_t dj = j - 1; dj < j + 2; ++dj)
                        for (size_t dk = k - 1; dk < k + 2; ++dk) sum += data[di, dj, dk];
                out[i, j, k] = sum;
            }
}

template <class T> void stencil3d() {
    constexpr size_t N = 80, count = N * N * N;
    auto data = numbers<T>(count);
    size_t n = N;
    opaque(n);
    Race race{named<T>("Stencil3D"), std::to_string(N)};
    race.enter_in_place<T>("C++ by hand", count, [&](T* out) { stencil_by_hand(out, opaque(data).data(), n); });
    race.enter_in_place<T>("C++ mdspan static", count, [&](T* out) {
        stencil<T>(std::mdspan<T, Cube<N>>(out), std::mdspan<const T, Cube<N>>(opaque(data).data()));
    });
    race.enter_in_place<T>("C++ mdspan dynamic", count, [&](T* out) {
        stencil<T>(std::mdspan<T, AnyCube>(out, n, n, n),
                   std::mdspan<const T, AnyCube>(opaque(data).data(), n, n, n));
    });
}

// TinyMatrixSum

template <class T> [[gnu::noinline]] void add_by_hand(T* out, const T* data, size_t count) {
    for (size_t n = 0; n < count; ++n)
        for (size_t row = 0; row < 3; ++row)
            for (size_t column = 0; column < 3; ++column)
                out[(n * 3 + row) * 3 + column] += data[(n * 3 + row) * 3 + column];
}

template <class O, class M> [[gnu::noinline]] void add(O out, M data) {
    for (size_t n = 0; n < data.extent(0); ++n)
        for (size_t row = 0; row < data.extent(1); ++row)
            for (size_t column = 0; column < data.extent(2); ++column)
                out[n, row, column] += data[n, row, column];
}

template <class T> void tiny(size_t count) {
    using Many = std::extents<size_t, std::dynamic_extent, 3, 3>;
    auto data = numbers<T>(9 * count);
    Race race{named<T>("TinyMatrixSum"), std::to_string(count)};
    opaque(count);
    race.enter_in_place<T>("C++ by hand", 9 * count,
                           [&](T* out) { add_by_hand(out, opaque(data).data(), count); });
    race.enter_in_place<T>("C++ mdspan static", 9 * count, [&](T* out) {
        add(std::mdspan<T, Many>(out, count), std::mdspan<const T, Many>(opaque(data).data(), count));
    });
    race.enter_in_place<T>("C++ mdspan dynamic", 9 * count, [&](T* out) {
        add(std::mdspan<T, AnyCube>(out, count, 3, 3),
            std::mdspan<const T, AnyCube>(opaque(data).data(), count, 3, 3));
    });
}

// MatVec

[[gnu::noinline]] void rows_by_hand(double* y, const double* a, const double* x, size_t n) {
    for (size_t row = 0; row < n; ++row) {
        double sum = 0;
        for (size_t column = 0; column < n; ++column) sum += a[row * n + column] * x[column];
        y[row] = sum;
    }
}

[[gnu::noinline]] void columns_by_hand(double* y, const double* a, const double* x, size_t n) {
    for (size_t row = 0; row < n; ++row) y[row] = 0;
    for (size_t column = 0; column < n; ++column)
        for (size_t row = 0; row < n; ++row) y[row] += a[row + column * n] * x[column];
}

template <class Y, class A, class X> [[gnu::noinline]] void rows(Y y, A a, X x) {
    for (size_t row = 0; row < a.extent(0); ++row) {
        double sum = 0;
        for (size_t column = 0; column < a.extent(1); ++column) sum += a[row, column] * x[column];
        y[row] = sum;
    }
}

template <class Y, class A, class X> [[gnu::noinline]] void columns(Y y, A a, X x) {
    for (size_t row = 0; row < a.extent(0); ++row) y[row] = 0;
    for (size_t column = 0; column < a.extent(1); ++column) {
        double factor = x[column];
        for (size_t row = 0; row < a.extent(0); ++row) y[row] += a[row, column] * factor;
    }
}

template <size_t N> void matvec() {
    using Vector = std::extents<size_t, N>;
    using AnyVector = std::dextents<size_t, 1>;
    using Left = std::layout_left;
    auto a = numbers<double>(N * N);
    auto x = numbers<double>(N);
    size_t n = N;
    opaque(n);
    auto known = [&](double* out) {
        return std::pair(std::mdspan<double, Vector>(out), std::mdspan<const double, Vector>(x.data()));
    };
    auto open = [&](double* out) {
        return std::pair(std::mdspan<double, AnyVector>(out, n),
                         std::mdspan<const double, AnyVector>(x.data(), n));
    };
    {
        Race race{named<double>("MatVec row-major"), std::to_string(N)};
        race.enter_in_place<double>("C++ by hand", N, [&](double* y) {
            rows_by_hand(y, opaque(a).data(), x.data(), n);
        });
        race.enter_in_place<double>("C++ mdspan static", N, [&](double* out) {
            auto [y, x] = known(out);
            rows(y, std::mdspan<const double, Square<N>>(opaque(a).data()), x);
        });
        race.enter_in_place<double>("C++ mdspan dynamic", N, [&](double* out) {
            auto [y, x] = open(out);
            rows(y, std::mdspan<const double, AnySquare>(opaque(a).data(), n, n), x);
        });
    }
    Race race{named<double>("MatVec column-major"), std::to_string(N)};
    race.enter_in_place<double>("C++ by hand", N, [&](double* y) {
        columns_by_hand(y, opaque(a).data(), x.data(), n);
    });
    race.enter_in_place<double>("C++ mdspan static", N, [&](double* out) {
        auto [y, x] = known(out);
        columns(y, std::mdspan<const double, Square<N>, Left>(opaque(a).data()), x);
    });
    race.enter_in_place<double>("C++ mdspan dynamic", N, [&](double* out) {
        auto [y, x] = open(out);
        columns(y, std::mdspan<const double, AnySquare, Left>(opaque(a).data(), n, n), x);
    });
}

// Subspan3D: submdspan(data, i, full_extent, ..) of a layout_right mdspan, by hand.

template <class T, class E, size_t... K>
auto at(std::mdspan<const T, E> data, size_t i, std::index_sequence<K...>) {
    using Rest = std::extents<size_t, E::static_extent(K + 1)...>;
    return std::mdspan<const T, Rest>(data.data_handle() + i * data.stride(0),
                                      std::array<size_t, sizeof...(K)>{data.extent(K + 1)...});
}

template <class T, class E> T sum_of_parts(std::mdspan<const T, E> data) {
    T sum = 0;
    for (size_t i = 0; i < data.extent(0); ++i) {
        auto plane = at(data, i, std::make_index_sequence<2>{});
        for (size_t j = 0; j < plane.extent(0); ++j) {
            auto row = at(plane, j, std::make_index_sequence<1>{});
            for (size_t k = 0; k < row.extent(0); ++k) sum += row[k];
        }
    }
    return sum;
}

template <class T, size_t N> void subspan3d() {
    auto data = numbers<T>(N * N * N);
    size_t n = N;
    opaque(n);
    Race race{named<T>("Subspan3D"), std::to_string(N)};
    race.enter("C++ by hand", [&] { return sum_by_hand(opaque(data).data(), n, n, n); });
    race.enter("C++ mdspan static", [&] {
        return sum_of_parts(std::mdspan<const T, Cube<N>>(opaque(data).data()));
    });
    race.enter("C++ mdspan dynamic", [&] {
        return sum_of_parts(std::mdspan<const T, AnyCube>(opaque(data).data(), n, n, n));
    });
}

// Every second element of two modes: submdspan with strided_slice, by hand. Its strides are never static.

template <class T, class M> T sum2d(M data) {
    T sum = 0;
    for (size_t i = 0; i < data.extent(0); ++i)
        for (size_t j = 0; j < data.extent(1); ++j) sum += data[i, j];
    return sum;
}

template <class T, size_t N> void every_second() {
    auto data = numbers<T>(N * N);
    size_t n = N;
    opaque(n);
    Race race{named<T>("Every second of two modes"), std::to_string(N)};
    race.enter("C++ by hand", [&] {
        const T* first = opaque(data).data();
        T sum = 0;
        for (size_t i = 0; i < n / 2; ++i)
            for (size_t j = 0; j < n / 2; ++j) sum += first[2 * i * n + 2 * j];
        return sum;
    });
    auto part = [&]<class E>(E extents) {
        std::layout_stride::mapping<E> mapping(extents, std::array<size_t, 2>{2 * n, 2});
        return sum2d<T>(std::mdspan<const T, E, std::layout_stride>(opaque(data).data(), mapping));
    };
    race.enter("C++ mdspan static", [&] { return part(Square<N / 2>()); });
    race.enter("C++ mdspan dynamic", [&] { return part(AnySquare(n / 2, n / 2)); });
}

// Copy2D

template <class O, class M> [[gnu::noinline]] void copy(O out, M data) {
    for (size_t i = 0; i < data.extent(0); ++i)
        for (size_t j = 0; j < data.extent(1); ++j) out[i, j] = data[i, j];
}

[[gnu::noinline]] void copy_by_hand(double* out, const double* data, size_t n) {
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j) out[i + n * j] = data[i * n + j];
}

void copy2d() {
    constexpr size_t N = 1000;
    using Left = std::layout_left;
    auto data = numbers<double>(N * N);
    size_t n = N;
    opaque(n);
    Race race{named<double>("Copy2D to column-major"), std::to_string(N)};
    race.enter_in_place<double>("C++ by hand", N * N,
                                [&](double* out) { copy_by_hand(out, opaque(data).data(), n); });
    race.enter_in_place<double>("C++ mdspan static", N * N, [&](double* out) {
        copy(std::mdspan<double, Square<N>, Left>(out), std::mdspan<const double, Square<N>>(opaque(data).data()));
    });
    race.enter_in_place<double>("C++ mdspan dynamic", N * N, [&](double* out) {
        copy(std::mdspan<double, AnySquare, Left>(out, n, n),
             std::mdspan<const double, AnySquare>(opaque(data).data(), n, n));
    });
}

int main() {
    sum3d<double, 20>(), sum3d<double, 200>();
    sum3d<std::int32_t, 20>(), sum3d<std::int32_t, 200>();
    stencil3d<double>(), stencil3d<std::int32_t>();
    tiny<double>(1000), tiny<double>(1'000'000);
    tiny<std::int32_t>(1000), tiny<std::int32_t>(1'000'000);
    matvec<128>(), matvec<2048>();
    subspan3d<double, 20>(), subspan3d<double, 200>();
    subspan3d<std::int32_t, 20>(), subspan3d<std::int32_t, 200>();
    every_second<double, 128>(), every_second<double, 2048>();
    every_second<std::int32_t, 128>(), every_second<std::int32_t, 2048>();
    copy2d();
}
