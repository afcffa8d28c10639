#include "measure.h"
static clockid_t clock_id;
static void wait_for(int64_t time) {
  const struct timespec limit = to_timespec(time);
  fail_if(clock_nanosleep(clock_id, 0, &limit, NULL) != 0, "clock_nanosleep");
}
static void wait_until(int64_t time) {
  const struct timespec limit = to_timespec(clock_ns(clock_id) + time);
  fail_if(clock_nanosleep(clock_id, TIMER_ABSTIME, &limit, NULL) != 0, "clock_nanosleep until");
}
int main(void) {
  const clockid_t clocks[] = {CLOCK_MONOTONIC, CLOCK_REALTIME, CLOCK_BOOTTIME};
  for (int i = 0; i < 3; i++) {
    clock_id = clocks[i];
    measure(600 * SECOND, wait_for);
    measure(600 * SECOND, wait_until);
  }
}
