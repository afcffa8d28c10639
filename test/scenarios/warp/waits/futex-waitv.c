#include <linux/futex.h>
#include <sys/syscall.h>
#include "measure.h"
struct waiter {
  uint64_t value, address;
  uint32_t flags, reserved;
};
static uint32_t word;
static clockid_t clock_id;
static void wait_until(int64_t time) {
  struct waiter waiter = {0, (uint64_t)(uintptr_t)&word, 2 | 128, 0};
  const struct timespec limit = to_timespec(clock_ns(clock_id) + time);
  const long result = syscall(449, &waiter, 1, 0, &limit, clock_id);
  fail_if(result != -1 || errno != ETIMEDOUT, "futex_waitv");
}
int main(void) {
  clock_id = CLOCK_MONOTONIC;
  measure(60 * SECOND, wait_until);
  clock_id = CLOCK_REALTIME;
  measure(60 * SECOND, wait_until);
}
