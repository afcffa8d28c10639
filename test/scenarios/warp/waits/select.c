#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include "measure.h"
static int pipes[2];
static void wait_select(int64_t time) {
  struct timeval limit = {time / SECOND, time % SECOND / 1000};
  fd_set set;
  FD_ZERO(&set);
  FD_SET(pipes[0], &set);
  fail_if(select(pipes[0] + 1, &set, NULL, NULL, &limit) != 0 || FD_ISSET(pipes[0], &set), "select");
  fail_if(limit.tv_sec != 0 || limit.tv_usec != 0, "select: the remaining time is not zero");
}
static void wait_pselect(int64_t time) {
  const struct timespec limit = to_timespec(time);
  fd_set set;
  FD_ZERO(&set);
  FD_SET(pipes[0], &set);
  fail_if(pselect(pipes[0] + 1, &set, NULL, NULL, &limit, NULL) != 0 || FD_ISSET(pipes[0], &set), "pselect");
}
#ifdef SYS_select
static void wait_old_select(int64_t time) {
  struct timeval limit = {time / SECOND, time % SECOND / 1000};
  fd_set set;
  FD_ZERO(&set);
  FD_SET(pipes[0], &set);
  fail_if(syscall(SYS_select, pipes[0] + 1, &set, NULL, NULL, &limit) != 0 || FD_ISSET(pipes[0], &set), "old select");
}
#endif
int main(void) {
  fail_if(pipe(pipes) != 0, "pipe");
  measure(120 * SECOND, wait_select);
  measure(120 * SECOND, wait_pselect);
#ifdef SYS_select
  measure(120 * SECOND, wait_old_select);
#endif
}
