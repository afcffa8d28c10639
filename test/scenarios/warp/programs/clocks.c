/* Reads each clock through the library and by a system call, before and after an hour of sleep. Prints the differences. */
#include <sys/sysinfo.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include "../waits/measure.h"
static const clockid_t clocks[] = {CLOCK_REALTIME,  CLOCK_MONOTONIC,        CLOCK_BOOTTIME,         CLOCK_MONOTONIC_RAW,
                                   CLOCK_TAI,       CLOCK_REALTIME_COARSE,  CLOCK_MONOTONIC_COARSE,
                                   CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID};
enum { COUNT = sizeof clocks / sizeof *clocks, ALL = 2 * COUNT + 4 };
static void read_all(int64_t *to) {
  struct timespec at;
  struct timeval day;
  struct sysinfo about;
  struct tms unused;
  for (int i = 0; i < COUNT; i++) {
    to[2 * i] = clock_ns(clocks[i]) / SECOND;
    fail_if(syscall(SYS_clock_gettime, clocks[i], &at) != 0, "clock_gettime");
    to[2 * i + 1] = at.tv_sec;
    fail_if(to[2 * i + 1] - to[2 * i] < 0 || to[2 * i + 1] - to[2 * i] > 1, "the call and the library differ");
  }
  gettimeofday(&day, NULL);
  sysinfo(&about);
  to[2 * COUNT] = day.tv_sec;
  to[2 * COUNT + 1] = time(NULL);
  to[2 * COUNT + 2] = about.uptime;
  to[2 * COUNT + 3] = times(&unused) / sysconf(_SC_CLK_TCK);
}
int main(void) {
  int64_t before[ALL], after[ALL];
  struct timespec at = {0, 0};
  printf("%lld\n", (long long)(clock_ns(CLOCK_REALTIME) / SECOND));
  read_all(before);
  sleep(3600);
  read_all(after);
  for (int i = 0; i < ALL; i++) {
    const int is_cpu_time = i / 2 == COUNT - 1 || i / 2 == COUNT - 2;
    const int64_t passed = after[i] - before[i];
    fail_if(is_cpu_time ? passed > 60 : passed < 3599 || passed > 3660, "a clock does not agree");
  }
  fail_if(clock_settime(CLOCK_REALTIME, &at) != -1 || errno != EPERM, "clock_settime");
  puts("all clocks agree");
}
