#include <sys/epoll.h>
#include <sys/syscall.h>
#include "measure.h"
static int queue;
static struct epoll_event event;
static void wait_epoll(int64_t time) {
  fail_if(epoll_wait(queue, &event, 1, (int)(time / MILLISECOND)) != 0, "epoll_wait");
}
static void wait_pwait(int64_t time) {
  fail_if(epoll_pwait(queue, &event, 1, (int)(time / MILLISECOND), NULL) != 0, "epoll_pwait");
}
static void wait_pwait2(int64_t time) {
  const struct timespec limit = to_timespec(time);
  fail_if(syscall(441, queue, &event, 1, &limit, NULL, 0) != 0, "epoll_pwait2");
}
int main(void) {
  queue = epoll_create1(0);
  measure(600 * SECOND, wait_epoll);
  measure(600 * SECOND, wait_pwait);
  measure(600 * SECOND + 1500, wait_pwait2);
}
