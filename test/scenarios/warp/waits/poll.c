#include <poll.h>
#include "measure.h"
static int pipes[2];
static void wait_poll(int64_t time) {
  struct pollfd file = {.fd = pipes[0], .events = POLLIN, .revents = 7};
  fail_if(poll(&file, 1, (int)(time / MILLISECOND)) != 0 || file.revents != 0, "poll");
}
static void wait_ppoll(int64_t time) {
  struct pollfd file = {.fd = pipes[0], .events = POLLIN, .revents = 7};
  const struct timespec limit = to_timespec(time);
  fail_if(ppoll(&file, 1, &limit, NULL) != 0 || file.revents != 0, "ppoll");
}
int main(void) {
  fail_if(pipe(pipes) != 0, "pipe");
  measure(45 * SECOND, wait_poll);
  measure(45 * SECOND, wait_ppoll);
}
