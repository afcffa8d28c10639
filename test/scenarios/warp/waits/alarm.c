#include <signal.h>
#include <sys/time.h>
#include "measure.h"
static volatile sig_atomic_t count;
static void on_alarm(int signal) {
  (void)signal;
  count++;
}
static void wait_alarm(int64_t time) {
  fail_if(alarm((unsigned)(time / SECOND)) != 0, "alarm");
  fail_if(pause() != -1 || errno != EINTR, "pause");
}
static void wait_timer(int64_t time) {
  const struct itimerval limit = {.it_value = {time / SECOND, 0}};
  fail_if(setitimer(ITIMER_REAL, &limit, NULL) != 0, "setitimer");
  pause();
}
static void wait_interval(int64_t time) {
  const struct itimerval limit = {.it_value = {time / 4 / SECOND, 0}, .it_interval = {time / 4 / SECOND, 0}};
  const struct itimerval none = {0};
  count = 0;
  fail_if(setitimer(ITIMER_REAL, &limit, NULL) != 0, "setitimer with an interval");
  while (count < 4) pause();
  setitimer(ITIMER_REAL, &none, NULL);
}
int main(void) {
  const struct sigaction action = {.sa_handler = on_alarm};
  sigaction(SIGALRM, &action, NULL);
  measure(600 * SECOND, wait_alarm);
  measure(600 * SECOND, wait_timer);
  measure(600 * SECOND, wait_interval);
}
