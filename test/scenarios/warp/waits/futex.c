#include <linux/futex.h>
#include <sys/syscall.h>
#include "measure.h"
static int word, command;
static void wait_for(int64_t time) {
  const struct timespec limit = to_timespec(time);
  const long result = syscall(SYS_futex, &word, FUTEX_WAIT, 0, &limit, NULL, 0);
  fail_if(result != -1 || errno != ETIMEDOUT, "futex wait");
}
static void wait_until(int64_t time) {
  const clockid_t clock = (command & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  const struct timespec limit = to_timespec(clock_ns(clock) + time);
  const long result = syscall(SYS_futex, &word, command, 0, &limit, NULL, FUTEX_BITSET_MATCH_ANY);
  fail_if(result != -1 || errno != ETIMEDOUT, "futex wait until");
}
int main(void) {
  measure(900 * SECOND, wait_for);
  command = FUTEX_WAIT_BITSET;
  measure(900 * SECOND, wait_until);
  command = FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME;
  measure(900 * SECOND, wait_until);
}
