#include "measure.h"
static void wait_for(int64_t time) {
  const struct timespec limit = to_timespec(time);
  fail_if(nanosleep(&limit, NULL) != 0, "nanosleep");
}
int main(void) {
  measure(24 * 3600 * SECOND, wait_for);
  measure(3 * MILLISECOND, wait_for);
}
