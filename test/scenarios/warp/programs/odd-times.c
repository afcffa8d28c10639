/* Times that are negative, past or endless. */
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include "../waits/measure.h"
static void on_alarm(int signal) { (void)signal; }
int main(void) {
  const struct timespec negative = {-1, 0}, too_many = {0, 2 * SECOND}, past = {5, 0}, endless = {INT64_MAX, 0};
  const struct sigaction action = {.sa_handler = on_alarm};
  int word = 0;
  fail_if(nanosleep(&negative, NULL) != -1 || errno != EINVAL, "a negative sleep");
  fail_if(nanosleep(&too_many, NULL) != -1 || errno != EINVAL, "too many nanoseconds");
  fail_if(nanosleep((void *)16, NULL) != -1 || errno != EFAULT, "a bad address");
  fail_if(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &past, NULL) != 0, "a past deadline");
  fail_if(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &past, NULL) != 0, "a past date");
  errno = 0;
  fail_if(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 0, &past, NULL, -1) != -1 || errno != ETIMEDOUT,
          "a futex with a past date");
  sigaction(SIGALRM, &action, NULL);
  alarm(100);
  fail_if(nanosleep(&endless, NULL) != -1 || errno != EINTR, "an endless sleep");
  alarm(100);
  fail_if(poll(NULL, 0, -1) != -1 || errno != EINTR, "an endless poll");
  puts("done");
}
