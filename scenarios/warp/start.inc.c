/*
 * Starts the command and traces it.
 */

struct failure {
  int error;
  char step; /* f: filter, x: exec */
};

/* What the probe runs: an hour of sleep. */
static int run_probe(void) {
  struct timespec before, after;
  const struct timespec hour = {3600, 0};
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &before);
  syscall(SYS_nanosleep, &hour, NULL);
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &after);
  const int64_t slept = (after.tv_sec - before.tv_sec) * SECOND + after.tv_nsec - before.tv_nsec;
  return slept >= 3600 * SECOND && slept < 3601 * SECOND ? 0 : 1;
}

/* The new process: waits until it is traced, installs the filter and becomes the command. */
static void run_command(char **command, int go, int failures) {
  struct failure failure = {0, 'f'};
  char byte;
  if (read(go, &byte, 1) != 1) _exit(1);
  if (install_filter()) {
    if (command == NULL) _exit(run_probe());
    execvp(command[0], command);
    failure.step = 'x';
  }
  failure.error = errno;
  if (write(failures, &failure, sizeof failure) < 0) _exit(1);
  _exit(failure.step == 'f' ? 69 : failure.error == ENOENT ? 127 : 126);
}

/* Starts the command and traces it. Returns false with a reason. */
static bool start(char **command, int *failures, char *reason, size_t size) {
  int go[2], failed[2];
  if (pipe2(go, O_CLOEXEC) != 0 || pipe2(failed, O_CLOEXEC | O_NONBLOCK) != 0) {
    snprintf(reason, size, "no pipe: %s", strerror(errno));
    return false;
  }
  main_pid = fork();
  if (main_pid == 0) {
    close(go[1]);
    run_command(command, go[0], failed[1]);
  }
  close(go[0]);
  close(failed[1]);
  const long options = PTRACE_O_TRACESECCOMP | PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                       PTRACE_O_TRACEVFORK | PTRACE_O_TRACEVFORKDONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  if (main_pid < 0 || ptrace(PTRACE_SEIZE, main_pid, NULL, (void *)options) != 0) {
    snprintf(reason, size, "this system does not let a process trace its child (ptrace): %s", strerror(errno));
    if (main_pid > 0) kill(main_pid, SIGKILL);
    return false;
  }
  char counts[128];
  int64_t runs = 0;
  has_run_counts = read_proc(getpid(), "schedstat", counts, sizeof counts) > 0 &&
                   sscanf(counts, "%*d %*d %" SCNd64, &runs) == 1 && runs > 0;
  add_thread(main_pid);
  *failures = failed[0];
  if (write(go[1], "g", 1) != 1) return false;
  close(go[1]);
  return true;
}
