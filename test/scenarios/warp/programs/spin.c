/* Reads the clock without a break until 200 ms have passed. */
#include "../waits/measure.h"
int main(void) {
  const int64_t end = clock_ns(CLOCK_MONOTONIC) + 200 * MILLISECOND;
  while (clock_ns(CLOCK_MONOTONIC) < end) continue;
  puts("done");
}
