// The flock step on nanoflann's k-d tree, built anew each step, and the search for the nearest mates.
//
//     flock --dimensions D --agents N --seconds S --threads T [--nearest K]
//
// The same rules and numbers as in ../rust/workload/src.

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <nanoflann.hpp>
#include <string>
#include <vector>

namespace {

constexpr float RADIUS = 1.0f;
constexpr float TIME_STEP = 0.05f;
constexpr float MAX_SPEED = 1.0f;
constexpr float MAX_FORCE = 0.02f;
constexpr float NEAR_SQUARE = 0.25f * RADIUS * RADIUS;
constexpr double NEIGHBORS = 24.0;
constexpr double PI = 3.14159265358979323846;
constexpr int WARM_UP = 2;
// No more: the flock slowly draws together, and the work grows.
constexpr uint64_t MOST_STEPS = 200;
// 10 (the default), 16, 24 and 32 are alike within the noise of 15 %.
constexpr size_t LEAF_SIZE = 24;

struct Setting {
    int dimensions = 2;
    size_t agents = 10000;
    double seconds = 1.0;
    unsigned threads = 1;
    size_t nearest = 0;
};

template <size_t D>
using Vector = std::array<float, D>;

template <size_t D>
float length(const Vector<D>& v) {
    float square = 0.0f;
    for (float c : v) square += c * c;
    return std::sqrt(square);
}

template <size_t D>
Vector<D> scaled(Vector<D> v, float by) {
    for (float& c : v) c *= by;
    return v;
}

template <size_t D>
Vector<D> unit(const Vector<D>& v) {
    float l = length(v);
    return l > 0.0f ? scaled(v, 1.0f / l) : v;
}

template <size_t D>
Vector<D> limit(const Vector<D>& v, float most) {
    float l = length(v);
    return l > most ? scaled(v, most / l) : v;
}

float wrap(float c, float side) {
    float inside = c < 0.0f ? c + side : c;
    return inside >= side ? inside - side : inside;
}

// SplitMix64.
struct Random {
    uint64_t state = 1;
    float next() {
        uint64_t mixed = state += 0x9e3779b97f4a7c15u;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
        return float((mixed ^ (mixed >> 31)) >> 40) / float(1u << 24);
    }
};

template <size_t D>
struct Flock {
    float side;
    std::vector<Vector<D>> positions, velocities, headings;

    explicit Flock(size_t agents) : positions(agents), velocities(agents), headings(agents) {
        double ball = D == 2 ? PI : PI * 4.0 / 3.0;
        side = float(std::pow(double(agents) * ball / NEIGHBORS, 1.0 / D));
        Random random;
        for (auto& place : positions)
            for (float& c : place) c = wrap(random.next() * side, side);
        // Row by row: who is near in space is near in memory.
        auto row = [](const Vector<D>& place) {
            std::array<uint32_t, D> cell;
            for (size_t axis = 0; axis < D; ++axis) cell[axis] = uint32_t(place[axis]);
            return cell;
        };
        std::stable_sort(positions.begin(), positions.end(),
                         [&](const Vector<D>& a, const Vector<D>& b) { return row(a) < row(b); });
        for (auto& velocity : velocities) {
            for (float& c : velocity) c = random.next() - 0.5f;
            velocity = scaled(unit(velocity), 0.5f * random.next());
        }
    }

    // What nanoflann asks of a set of points.
    size_t kdtree_get_point_count() const { return positions.size(); }
    float kdtree_get_pt(size_t nth, size_t axis) const { return positions[nth][axis]; }
    template <class Box>
    bool kdtree_get_bbox(Box&) const { return false; }

    void move(size_t nth) {
        for (size_t axis = 0; axis < D; ++axis)
            positions[nth][axis] = wrap(positions[nth][axis] + velocities[nth][axis] * TIME_STEP, side);
    }
};

template <size_t D>
using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Flock<D>>, Flock<D>, int(D), uint32_t>;

// Sums up the mates as the tree finds them: a result set of nanoflann's, for radiusSearchCustomCallback.
template <size_t D>
struct Sums {
    const Flock<D>& flock;
    const uint32_t own;
    Vector<D> from{};
    Vector<D> away{}, heading{}, toward{};
    uint32_t mates = 0;

    bool full() const { return true; }
    size_t size() const { return mates; }
    float worstDist() const { return RADIUS * RADIUS; }

    bool addPoint(float square, uint32_t other) {
        if (other != own) {
            float push = square < NEAR_SQUARE ? 1.0f / std::max(square, 1e-12f) : 0.0f;
            for (size_t axis = 0; axis < D; ++axis) {
                float offset = flock.positions[other][axis] - from[axis];
                away[axis] -= offset * push;
                heading[axis] += flock.headings[other][axis];
                toward[axis] += offset;
            }
            ++mates;
        }
        return true;
    }

    Vector<D> steer(const Vector<D>& velocity) const {
        Vector<D> force{};
        for (const Vector<D>* sum : {&away, &heading, &toward}) {
            if (length(*sum) == 0.0f) continue;
            Vector<D> aim = unit(*sum);
            for (size_t axis = 0; axis < D; ++axis) force[axis] += aim[axis] * MAX_SPEED - velocity[axis];
        }
        force = limit(force, MAX_FORCE);
        Vector<D> after;
        for (size_t axis = 0; axis < D; ++axis) after[axis] = velocity[axis] + force[axis] * TIME_STEP;
        return limit(after, MAX_SPEED);
    }
};

// Hands out the agents in pieces to the threads. `work` returns how many mates its piece has found.
template <class Work>
uint64_t in_pieces(const Setting& setting, const Work& work) {
    constexpr size_t PIECE = 64;
    uint64_t found = 0;
#pragma omp parallel for num_threads(setting.threads) schedule(dynamic) reduction(+ : found)
    for (size_t first = 0; first < setting.agents; first += PIECE)
        found += work(first, std::min(first + PIECE, setting.agents));
    return found;
}

template <size_t D>
uint64_t flock_step(const Setting& setting, Flock<D>& flock, std::vector<Vector<D>>& after) {
    Tree<D> tree(static_cast<int>(D), flock, nanoflann::KDTreeSingleIndexAdaptorParams(LEAF_SIZE));
    uint64_t mates = in_pieces(setting, [&](size_t first, size_t last) {
        uint64_t seen = 0;
        for (size_t own = first; own < last; ++own) {
            Sums<D> sums{flock, uint32_t(own)};
            const Vector<D>& place = flock.positions[own];
            // From the place itself and from each of its images across the seam that can see into the world.
            Vector<D> shift;
            unsigned near = 0;
            for (size_t axis = 0; axis < D; ++axis) {
                shift[axis] = place[axis] < RADIUS ? flock.side : place[axis] >= flock.side - RADIUS ? -flock.side : 0.0f;
                near |= unsigned(shift[axis] != 0.0f) << axis;
            }
            for (unsigned image = 0; image < 1u << D; ++image) {
                if ((image & near) != image) continue;
                for (size_t axis = 0; axis < D; ++axis)
                    sums.from[axis] = place[axis] + (image >> axis & 1u ? shift[axis] : 0.0f);
                tree.radiusSearchCustomCallback(sums.from.data(), sums, nanoflann::SearchParams(0, 0.0f, false));
            }
            after[own] = sums.steer(flock.velocities[own]);
            seen += sums.mates;
        }
        return seen;
    });
    in_pieces(setting, [&](size_t first, size_t last) {
        for (size_t own = first; own < last; ++own) {
            flock.velocities[own] = after[own];
            flock.headings[own] = unit(after[own]);
            flock.move(own);
        }
        return uint64_t(0);
    });
    return mates;
}

template <size_t D>
uint64_t nearest_step(const Setting& setting, Flock<D>& flock, std::vector<uint32_t>& found) {
    Tree<D> tree(static_cast<int>(D), flock, nanoflann::KDTreeSingleIndexAdaptorParams(LEAF_SIZE));
    const size_t wanted = setting.nearest + 1;  // an agent finds itself, too
    uint64_t mates = in_pieces(setting, [&](size_t first, size_t last) {
        std::vector<float> squares(wanted);
        uint64_t seen = 0;
        for (size_t own = first; own < last; ++own)
            seen += tree.knnSearch(flock.positions[own].data(), wanted, &found[own * wanted], squares.data()) - 1;
        return seen;
    });
    for (size_t own = 0; own < setting.agents; ++own) flock.move(own);
    return mates;
}

template <size_t D>
void measure(const Setting& setting) {
    Flock<D> flock(setting.agents);
    for (size_t nth = 0; nth < setting.agents; ++nth) flock.headings[nth] = unit(flock.velocities[nth]);
    std::vector<Vector<D>> after(setting.agents);
    std::vector<uint32_t> found(setting.agents * (setting.nearest + 1));
    auto step = [&] {
        return setting.nearest ? nearest_step(setting, flock, found) : flock_step(setting, flock, after);
    };
    for (int nth = 0; nth < WARM_UP; ++nth) step();
    double seconds = 0.0;
    uint64_t mates = 0, steps = 0;
    while (steps == 0 || (seconds < setting.seconds && steps < MOST_STEPS)) {
        auto began = std::chrono::steady_clock::now();
        mates += step();
        seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        ++steps;
    }
    std::printf("{\"step_ms\":%.6f,\"steps\":%llu,\"mates\":%.3f}\n", seconds * 1e3 / double(steps),
                (unsigned long long)steps, double(mates) / double(steps) / double(setting.agents));
}

}  // namespace

int main(int count, char** arguments) {
    Setting setting;
    for (int nth = 1; nth + 1 < count; nth += 2) {
        std::string name = arguments[nth];
        double value = std::atof(arguments[nth + 1]);
        if (name == "--dimensions") setting.dimensions = int(value);
        else if (name == "--agents") setting.agents = size_t(value);
        else if (name == "--seconds") setting.seconds = value;
        else if (name == "--threads") setting.threads = unsigned(value);
        else if (name == "--nearest") setting.nearest = size_t(value);
        else { std::fprintf(stderr, "unknown argument %s\n", name.c_str()); return 2; }
    }
    setting.dimensions == 2 ? measure<2>(setting) : measure<3>(setting);
}
