#include <poll.h>
#include <sys/timerfd.h>
#include "measure.h"
static int file;
static clockid_t clock_id;
static void read_once(uint64_t expected) {
  uint64_t count = 0;
  fail_if(read(file, &count, sizeof count) != (ssize_t)sizeof count || count != expected, "timerfd read");
}
static void wait_for(int64_t time) {
  const struct itimerspec limit = {.it_value = to_timespec(time)};
  fail_if(timerfd_settime(file, 0, &limit, NULL) != 0, "timerfd_settime");
  read_once(1);
}
static void wait_until(int64_t time) {
  const struct itimerspec limit = {.it_value = to_timespec(clock_ns(clock_id) + time)};
  struct pollfd polled = {.fd = file, .events = POLLIN};
  fail_if(timerfd_settime(file, TFD_TIMER_ABSTIME, &limit, NULL) != 0, "timerfd_settime until");
  fail_if(poll(&polled, 1, -1) != 1, "poll of a timerfd");
  read_once(1);
}
static void wait_thrice(int64_t time) {
  const struct itimerspec limit = {.it_value = to_timespec(time / 3), .it_interval = to_timespec(time / 3)};
  const struct itimerspec none = {0};
  struct itimerspec left;
  fail_if(timerfd_settime(file, 0, &limit, NULL) != 0, "timerfd_settime with an interval");
  for (int i = 0; i < 3; i++) read_once(1);
  fail_if(timerfd_gettime(file, &left) != 0 || left.it_interval.tv_sec != time / 3 / SECOND, "timerfd_gettime");
  timerfd_settime(file, 0, &none, NULL);
}
int main(void) {
  const clockid_t clocks[] = {CLOCK_MONOTONIC, CLOCK_REALTIME};
  for (int i = 0; i < 2; i++) {
    clock_id = clocks[i];
    file = timerfd_create(clock_id, 0);
    measure(1800 * SECOND, wait_for);
    measure(1800 * SECOND, wait_until);
    measure(1800 * SECOND, wait_thrice);
  }
}
