/* A signal with a handler interrupts sleeps of 10,000 seconds after 4,000. Prints the rest that the kernel tells, in hundreds of seconds. */
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include "../waits/measure.h"
static pthread_t sleeper;
static void on_signal(int signal) { (void)signal; }
static void *interrupt_sleep(void *unused) {
  const struct timespec limit = {4000, 0};
  nanosleep(&limit, NULL);
  pthread_kill(sleeper, SIGUSR1);
  return unused;
}
int main(void) {
  const struct sigaction action = {.sa_handler = on_signal};
  struct timespec limit = {10000, 0}, rest = {0, 0};
  pthread_t thread;
  sleeper = pthread_self();
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, interrupt_sleep, NULL);
  fail_if(nanosleep(&limit, &rest) != -1 || errno != EINTR, "nanosleep");
  pthread_join(thread, NULL);
  printf("%.1f\n", ((double)rest.tv_sec + (double)rest.tv_nsec / 1e9) / 100);
  pthread_create(&thread, NULL, interrupt_sleep, NULL);
  fail_if(syscall(SYS_pselect6, 0, NULL, NULL, NULL, &limit, NULL) != -1 || errno != EINTR, "pselect6");
  printf("%.1f\n", ((double)limit.tv_sec + (double)limit.tv_nsec / 1e9) / 100);
}
