// Calls programs that were compiled ahead of time through the generated C++ classes.
#include "layer.hpp"
#include "library.hpp"
#include <array>
#include <cstdint>
#include <cstdio>

int main() {
  std::array<float, 6> x{1, 2, 3, 4, 5, 6}, w{1, 0, 0, 1, 2, 2};
  std::array<float, 4> y{};
  layer_program layer(2, 7);
  layer(x, w, y);
  if (y != std::array<float, 4>{7, 8, 16, 17}) {
    std::fputs("call: wrong result of layer\n", stderr);
    return 1;
  }

  std::array<float, 4> a{4, 2, 2, 5}, factor{}, random{}, again{};
  std::array<std::int32_t, 5> keys{3, 1, 2, 5, 4}, sorted{};
  std::array<float, 8> transform{};
  library_program one(1, 7), other(2, 7);
  one(a, keys, factor, sorted, transform, random);
  other(a, keys, factor, sorted, transform, again);
  // transform[6] is the real part of the last element of the transform of {{4, 2}, {2, 5}} along the rows: 2 - 5.
  if (factor[3] != 2 || sorted != std::array<std::int32_t, 5>{1, 2, 3, 4, 5} || transform[6] != -3 || random != again) {
    std::fputs("call: wrong result of library\n", stderr);
    return 1;
  }
  std::puts("called");
}
