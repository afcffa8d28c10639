#include <semaphore.h>
#include <signal.h>
#include "measure.h"
static timer_t timer;
static sem_t semaphore;
static void wait_signal(int64_t time) {
  const struct itimerspec limit = {.it_value = to_timespec(time)};
  sigset_t set;
  siginfo_t info;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  fail_if(timer_settime(timer, 0, &limit, NULL) != 0, "timer_settime");
  fail_if(sigwaitinfo(&set, &info) != SIGUSR1 || info.si_code != SI_TIMER, "sigwaitinfo");
}
static void wait_until(int64_t time) {
  const struct itimerspec limit = {.it_value = to_timespec(clock_ns(CLOCK_REALTIME) + time)};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  fail_if(timer_settime(timer, TIMER_ABSTIME, &limit, NULL) != 0, "timer_settime until");
  fail_if(sigwaitinfo(&set, NULL) != SIGUSR1, "sigwaitinfo");
}
static void on_time(union sigval value) {
  (void)value;
  sem_post(&semaphore);
}
static void wait_thread(int64_t time) {
  const struct itimerspec limit = {.it_value = to_timespec(time)};
  fail_if(timer_settime(timer, 0, &limit, NULL) != 0, "timer_settime for a thread");
  sem_wait(&semaphore);
}
int main(void) {
  sigset_t set;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  sem_init(&semaphore, 0, 0);
  fail_if(timer_create(CLOCK_MONOTONIC, &event, &timer) != 0, "timer_create");
  measure(60 * SECOND, wait_signal);
  fail_if(timer_delete(timer) != 0, "timer_delete");
  fail_if(timer_create(CLOCK_REALTIME, &event, &timer) != 0, "timer_create of the wall clock");
  measure(60 * SECOND, wait_until);
  event = (struct sigevent){.sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_time};
  fail_if(timer_create(CLOCK_MONOTONIC, &event, &timer) != 0, "timer_create for a thread");
  measure(60 * SECOND, wait_thread);
}
