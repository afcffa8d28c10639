/* Forbids other processes to read its memory, and measures an hour of sleep. Prints the minutes. */
#include <stdio.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  const time_t before = time(NULL);
  if (prctl(PR_SET_DUMPABLE, 0) != 0) return 1;
  sleep(3600);
  printf("%d\n", (int)((time(NULL) - before) / 60));
  return 0;
}
