/* A child ends in the middle of each wait of 100 seconds. Its signal, which is ignored, must not change the wait. */
#include <linux/futex.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include "../waits/measure.h"
static int kind, queue, word;
static void wait_for(int64_t time) {
  struct timespec limit = to_timespec(time);
  struct epoll_event event;
  if (fork() == 0) _exit((int)sleep((unsigned)(time / SECOND / 3)));
  if (kind == 0) nanosleep(&limit, NULL);
  if (kind == 1) poll(NULL, 0, (int)(time / MILLISECOND));
  if (kind == 2) ppoll(NULL, 0, &limit, NULL);
  if (kind == 3) epoll_wait(queue, &event, 1, (int)(time / MILLISECOND));
  if (kind == 4) pselect(0, NULL, NULL, NULL, &limit, NULL);
  if (kind == 5) syscall(SYS_futex, &word, FUTEX_WAIT, 0, &limit, NULL, 0);
  if (kind == 6) {
    limit = to_timespec(clock_ns(CLOCK_REALTIME) + time);
    clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &limit, NULL);
  }
  while (wait(NULL) > 0) continue;
}
int main(void) {
  queue = epoll_create1(0);
  for (kind = 0; kind < 7; kind++) measure(100 * SECOND, wait_for);
}
