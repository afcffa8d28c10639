#include <pthread.h>
#include "measure.h"
/* Forty threads sleep for different times. A jump to the deadline of one must not change the others. */
static void wait_for(int64_t time) {
  const struct timespec limit = to_timespec(time);
  fail_if(nanosleep(&limit, NULL) != 0, "nanosleep");
}
static void *sleep_long(void *seconds) {
  measure((int64_t)(intptr_t)seconds * SECOND, wait_for);
  return NULL;
}
int main(void) {
  pthread_t all[40];
  for (intptr_t i = 0; i < 40; i++) pthread_create(&all[i], NULL, sleep_long, (void *)(100 + 7 * i));
  for (int i = 0; i < 40; i++) pthread_join(all[i], NULL);
}
