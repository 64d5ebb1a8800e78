// The header in C++17: a handle that closes itself, errors as exceptions, columns, worlds on several threads.
#include <flockstep.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {
struct Close {
    void operator()(flockstep_world *world) const { flockstep_world_close(world); }
};
using World = std::unique_ptr<flockstep_world, Close>;

void check(int code) {
    if (code != FLOCKSTEP_OK) throw std::runtime_error(flockstep_error_message());
}
World open(const std::string &scenario) {
    flockstep_world *world = nullptr;
    check(flockstep_world_open(scenario.c_str(), &world));
    return World(world);
}
void must(bool so, const char *what) {
    if (!so) throw std::runtime_error(what);
}
}  // namespace

int main() try {
    World school = open("school");
    check(flockstep_world_step(school.get(), 30));
    flockstep_columns at{};
    check(flockstep_world_positions(school.get(), &at));
    must(at.count == flockstep_world_count(school.get()) && at.x && at.y, "columns of everyone");

    std::string told;
    try {
        open("schol");
    } catch (const std::runtime_error &error) {
        told = error.what();
    }
    must(told.find("school") != std::string::npos, "an unknown scene is an exception with a suggestion");

    // Readers side by side on one world; other worlds on other threads; each thread its own message.
    const uint64_t hash = flockstep_world_hash(school.get());
    std::vector<std::thread> threads;
    std::vector<int> good(8);
    for (size_t nth = 0; nth < good.size(); nth++) {
        threads.emplace_back([&, nth] {
            const flockstep_agent *ids = nullptr;
            size_t count = 0;
            bool fine = flockstep_world_ids(school.get(), &ids, &count) == FLOCKSTEP_OK && count == at.count;
            fine = fine && flockstep_world_hash(school.get()) == hash;
            fine = fine && std::string(flockstep_error_message()).empty();
            World own = open("school");
            fine = fine && flockstep_world_step(own.get(), 30) == FLOCKSTEP_OK;
            fine = fine && flockstep_world_hash(own.get()) == hash;
            good[nth] = fine;
        });
    }
    for (std::thread &thread : threads) thread.join();
    for (int fine : good) must(fine != 0, "eight threads at once");
    std::puts("cpp: all is well");
    return 0;
} catch (const std::exception &error) {
    std::printf("cpp: not so: %s\n", error.what());
    return 1;
}
