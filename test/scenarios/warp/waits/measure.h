/* Measures a wait: prints the requested and the measured duration in nanoseconds. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)
#define MILLISECOND INT64_C(1000000)

static inline int64_t clock_ns(clockid_t clock) {
  struct timespec at;
  clock_gettime(clock, &at);
  return at.tv_sec * SECOND + at.tv_nsec;
}

static inline struct timespec to_timespec(int64_t time) {
  return (struct timespec){time / SECOND, time % SECOND};
}

static inline void fail_if(int is_wrong, const char *what) {
  if (!is_wrong) return;
  printf("failed: %s (errno %d)\n", what, errno);
  exit(1);
}

/* Waits until a wait took less than a millisecond too long: a busy machine can delay a thread. No wait may be short. */
static inline void measure(int64_t requested, void (*wait_for)(int64_t)) {
  int64_t least = INT64_MAX;
  for (int i = 0; i < 50 && least - requested >= MILLISECOND; i++) {
    const int64_t before = clock_ns(CLOCK_MONOTONIC), wall_before = clock_ns(CLOCK_REALTIME);
    wait_for(requested);
    const int64_t wall = clock_ns(CLOCK_REALTIME) - wall_before, measured = clock_ns(CLOCK_MONOTONIC) - before;
    if (measured < least) least = measured;
    fail_if(measured < requested, "the wait was too short");
    fail_if(wall > measured || wall < requested, "the wall clock differs");
  }
  printf("%lld %lld\n", (long long)requested, (long long)least);
}
