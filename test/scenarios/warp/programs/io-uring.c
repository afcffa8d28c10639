#include <sys/syscall.h>
#include "../waits/measure.h"
int main(void) {
  char parameters[512] = {0};
  fail_if(syscall(425, 8, parameters) != -1 || errno != ENOSYS, "io_uring_setup");
  puts("refused");
}
