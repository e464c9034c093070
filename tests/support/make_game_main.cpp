// make_game OUT_DIR: writes the made-up game below a folder. Index it with
// `mecadex index --each OUT_DIR`.
#include <cstdio>
#include <exception>

#include "tests/support/made_game.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_game OUT_DIR\n");
    return 2;
  }
  try {
    mecadex::testing::write_files(argv[1], mecadex::testing::made_game());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_game: %s\n", error.what());
    return 1;
  }
  return 0;
}
