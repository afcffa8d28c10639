#include <signal.h>
#include "measure.h"
static void wait_for(int64_t time) {
  const struct timespec limit = to_timespec(time);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  fail_if(sigtimedwait(&set, NULL, &limit) != -1 || errno != EAGAIN, "sigtimedwait");
}
int main(void) { measure(300 * SECOND, wait_for); }
