/* Sleeps for each argument that is a number of seconds, writes each other argument as a line, and stops itself at `stop`. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **texts) {
  for (int i = 1; i < count; i++) {
    const int seconds = atoi(texts[i]);
    if (seconds > 0) sleep((unsigned)seconds);
    else if (strcmp(texts[i], "stop") == 0) raise(SIGSTOP);
    else {
      puts(texts[i]);
      fflush(stdout);
    }
  }
  return 0;
}
