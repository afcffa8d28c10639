/*
 * warp: runs an unmodified command on virtual time (Linux, 64-bit).
 *
 *   warp [--quiet MS] [--tick MS] [--start NS] [--alone] -- command arguments…
 *   warp --probe
 *
 * The tracer runs the command under ptrace. Virtual time is real time plus an offset. When every thread of the process
 * tree is blocked, the offset can grow: time jumps to the next deadline, and the waits that are due end at once.
 *
 * Protocol: text lines, on file descriptor 3 from the tracer to the runner and on 4 from the runner to the tracer.
 * Times are nanoseconds. <now>, <deadline> and <start> are virtual and count from 1970.
 *
 *   runner → tracer
 *     start <start> [<monotonic>]  the wall clock of the command begins here, or it had this time when the monotonic clock
 *                                  of the machine showed <monotonic>. The tracer waits for this line unless it has --start.
 *     jump <sequence> <duration>   asks for an advance of the time by <duration>, so that both sides keep the same offset. The runner
 *                                  computes it from its own virtual time, because real time passes after an `idle`.
 *                                  <sequence> repeats the one of the last `idle`. The tracer ignores a jump with
 *                                  another sequence. If a thread ran after the `idle`, it answers `busy` instead.
 *     jump <sequence> <duration> free
 *                                  the same, and no call of the command is in flight. After this jump, the tracer may
 *                                  jump alone until a thread is about to send something, see `passed`.
 *     go <sequence>                confirms a `jumped` or a `passed`. Before it, the runner moves the clock of the
 *                                  supplier, so that no process sends anything at a later time than that of the supplier.
 *     end                          ends every process. The end of the stream means the same.
 *   tracer → runner
 *     idle <sequence> <now> <deadline|none> [ticker]
 *                                  every thread is blocked; <deadline> is the earliest one. `ticker`: only threads that
 *                                  repeat a short wait have deadlines.
 *     jumped <sequence>            agrees to a jump. The time of the command moves, and its waits end, after `go`.
 *     passed <sequence> <duration> <jumps>
 *                                  the time jumped by <duration> in <jumps> jumps that the tracer made alone, since the
 *                                  last `passed`. A thread that is about to send something waits for `go`, and then the
 *                                  tracer asks for each jump again. Durations of jumps are whole milliseconds.
 *     busy                         a thread ran after the last `idle`, so that line is no longer valid. A jump makes
 *                                  the line invalid too, without `busy`.
 *     endless <text>               why nothing will end the idle state, for people, after 3 s of it. Without a runner, it is
 *                                  a note, once.
 *     note <text>                  something that warp cannot do, for people
 *     exit <code> | exit signal <number>
 *                                  the command ended; no process of its tree is left
 *     total <real> <virtual> <jumps>  the last line: both durations and the count of jumps
 *
 * With --alone there is no runner: the tracer grants its own jumps, writes notes to stderr, and writes only the line
 * `total` to file descriptor 3, if that is open. If file descriptor 4 is open for reading, its end still ends every
 * process, so that nothing runs on after the death of the process that started the tracer. `--quiet` is the real time without output, new processes or signals
 * before the tree counts as idle. After a jump that led to none of these, idle does not wait for it. Without the option,
 * the tree is idle at once, and after it connected with another program than the runner, after 20 ms. `--tick`
 * (1000 ms) is the longest repeated sleep that makes a thread a ticker, see waits.inc.c; 0 knows no tickers.
 *
 * Exit code: that of the command, 128 + n after signal n, 64 for wrong arguments, 69 if the command cannot be traced,
 * 126 if it is not executable, 127 if it does not exist. `--probe` prints `ok` (0) or the reason (1).
 *
 * How it works: a seccomp filter stops a thread only at the system calls that read a clock, wait with a time limit, or
 * send something. The tracer notes the deadline of each wait and keeps the time itself: after a jump it interrupts the
 * waits that are due and lets them return "timed out". Timers of the kernel are set anew by calls that the tracer makes
 * in the name of the process. docs/decisions/0025-warp.md explains the choices.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The parts of the tracer, in the order in which they need each other. */
#include "architecture.inc.c"
#include "calls.inc.c"
#include "state.inc.c"
#include "waits.inc.c"
#include "timers.inc.c"
#include "sockets.inc.c"
#include "peers.inc.c"
#include "clocks.inc.c"
#include "events.inc.c"
#include "idle.inc.c"
#include "lease.inc.c"
#include "start.inc.c"

static int64_t next_look, pause_between_looks;
static bool is_idle;
/* The duration of a jump that the runner has not confirmed yet. Until then, the tracer asks for no other jump. */
static int64_t agreed = NEVER;
/* When the idle state without a deadline has lasted so long that people want to know. */
static int64_t endless_after = NEVER;
/* File descriptor 4 is open. Its end ends every process. */
static bool has_runner;

static void look_soon(void) {
  pause_between_looks = 20000;
  next_look = real_now() + pause_between_looks;
}

static void become_busy(void) {
  if (is_idle && !is_alone) say("busy");
  is_idle = false;
  look_soon();
}

/* Every thread is blocked: asks the runner for a jump, or jumps if there is no runner. */
static void become_idle(void) {
  bool is_tick;
  const int64_t deadline = next_deadline(&is_tick), at = now();
  if (deadline <= at) return; /* this wait ends in a moment */
  if (is_alone && deadline != NEVER) {
    jump(deadline - at);
    look_soon();
    return;
  }
  if (is_free && deadline != NEVER) {
    jump_freely(deadline - at);
    look_soon();
    return;
  }
  end_freedom();
  is_idle = true;
  endless_after = deadline == NEVER ? real_now() + 3 * SECOND : NEVER;
  sequence++;
  if (is_alone) return;
  const int64_t wall = wall_now();
  if (deadline == NEVER) say("idle %" PRId64 " %" PRId64 " none", sequence, wall);
  else say("idle %" PRId64 " %" PRId64 " %" PRId64 "%s", sequence, wall, wall + deadline - at, is_tick ? " ticker" : "");
}

/* Says why the command does not go on. */
static void say_endless(void) {
  const char *const start = is_alone ? "note" : "endless";
  endless_after = NEVER;
  if (is_alone && has_said_endless) return;
  has_said_endless = true;
  for (size_t i = 0; i < thread_count; i++) {
    if (!threads[i]->is_stopped) continue;
    const int by = threads[i]->stop_signal;
    const char *const name = by == SIGTSTP ? "SIGTSTP" : by == SIGTTIN ? "SIGTTIN" : by == SIGTTOU ? "SIGTTOU" : "SIGSTOP";
    say("%s process %d is stopped by %s", start, threads[i]->pid, name);
    return;
  }
  say("%s every thread waits without a time limit", start);
}

static void on_line(const char *line) {
  int64_t which, duration;
  char free[5] = "";
  if (sscanf(line, "jump %" SCNd64 " %" SCNd64 " %4s", &which, &duration, free) >= 2 && duration >= 0) {
    if (!is_idle || which != sequence) return; /* `busy` was already said */
    if (!is_unchanged()) {
      become_busy();
      return;
    }
    is_idle = false;
    agreed = duration;
    is_agreed_free = strcmp(free, "free") == 0;
    say("jumped %" PRId64, which);
  } else if (sscanf(line, "go %" SCNd64, &which) == 1) {
    if (which > confirmed) confirmed = which;
    if (agreed == NEVER || which != sequence) return;
    duration = agreed;
    agreed = NEVER;
    if (is_agreed_free && !has_strangers) begin_freedom();
    jump(duration);
    look_soon();
  } else if (strcmp(line, "end") == 0) {
    has_runner_gone = true;
  } else {
    say("note unknown line from the runner: %s", line);
  }
}

/* Reads the lines from the runner that are there, at least one. Returns false at the end of the stream. */
static bool read_lines(void (*take)(const char *)) {
  static char text[4096];
  static size_t length;
  const ssize_t count = read(4, text + length, sizeof text - 1 - length);
  if (count <= 0) return count < 0 && (errno == EINTR || errno == EAGAIN);
  length += (size_t)count;
  text[length] = '\0';
  char *line = text;
  for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
    *end = '\0';
    take(line);
  }
  length -= (size_t)(line - text);
  memmove(text, line, length);
  return length < sizeof text - 1;
}

static void start_at(int64_t wall) { wall_shift = (wall - clock_ns(CLOCK_REALTIME)) / 1000 * 1000; }

static bool has_started;
static void on_start_line(const char *line) {
  int64_t wall, sent;
  const int count = sscanf(line, "start %" SCNd64 " %" SCNd64, &wall, &sent);
  if (count < 1 || wall < SECOND * SECOND) return;
  start_at(count == 2 ? wall + real_now() - sent : wall);
  has_started = true;
}

static void note_signal(int signal, siginfo_t *about, void *unused) {
  (void)unused;
  end_signal = signal;
  is_from_terminal = about->si_code == SI_KERNEL;
}
static void ignore_signal(int signal) { (void)signal; }

/* Kills every process that is left, and waits until they are gone. */
static void end_all(void) {
  prctl(PR_SET_CHILD_SUBREAPER, 1); /* processes whose parents end become children of the tracer */
  for (;;) {
    for (size_t i = 0; i < thread_count; i++) kill(threads[i]->pid, SIGKILL);
    int status;
    const pid_t tid = waitpid(-1, &status, __WALL);
    if (tid <= 0 && errno != EINTR) return;
    if (tid <= 0) continue;
    if (WIFSTOPPED(status)) {
      add_thread(tid);
      if (status >> 16 == PTRACE_EVENT_CLONE || status >> 16 == PTRACE_EVENT_FORK || status >> 16 == PTRACE_EVENT_VFORK) {
        unsigned long new = 0;
        ptrace(PTRACE_GETEVENTMSG, tid, NULL, &new);
        add_thread((pid_t)new);
      }
      kill(tid, SIGKILL);
      ptrace(PTRACE_CONT, tid, NULL, NULL);
    } else {
      if (tid == main_pid && !has_ended) main_status = status;
      remove_thread(tid);
    }
  }
}

/* Waits until something happens: a report about a thread, a line of the runner, a deadline or the time to look. */
static void wait_for_event(int64_t until) {
  int64_t left = until - real_now();
  if (left < 0) left = 0;
  const struct timespec limit = {left / SECOND, left % SECOND};
  struct pollfd runner = {.fd = has_runner && !has_runner_gone ? 4 : -1, .events = POLLIN};
  if (ppoll(&runner, 1, until == NEVER ? NULL : &limit, &unblocked) > 0 && !read_lines(on_line)) has_runner_gone = true;
}

/* A thread is about to send something: the supplier must have the time of the command before. */
static void wait_for_supplier(void) {
  end_freedom();
  while (confirmed < last_passed && !has_runner_gone && end_signal == 0) wait_for_event(NEVER);
}

/* One look at the threads, if it is time for one. */
static void look(void) {
  const int64_t at = real_now();
  if (at < next_look) return;
  if (agreed != NEVER) {
    next_look = at + 50 * MILLISECOND; /* the runner moves the clock of the supplier */
    return;
  }
  if (is_idle) {
    next_look = at + 50 * MILLISECOND;
    if (!is_unchanged()) become_busy();
    else if (at >= endless_after) say_endless();
    return;
  }
  const int64_t needed = has_strangers || is_quiet_asked ? quiet : 0;
  if (is_fruitful && at < last_event + needed) {
    next_look = last_event + needed;
    return;
  }
  if (is_all_blocked()) {
    if (needed == 0 && is_fruitful && at < last_event + quiet && is_sending()) next_look = last_event + quiet;
    else become_idle();
  }
  if (next_look > at) return;
  pause_between_looks = pause_between_looks < MILLISECOND ? pause_between_looks * 2 : 2 * MILLISECOND;
  next_look = real_now() + pause_between_looks;
}

static void run_until_end(void) {
  int64_t give_up = NEVER;
  mark_event();
  look_soon();
  while (!has_ended) {
    if (take_events()) become_busy();
    if (has_ended) break;
    const bool must_end = end_signal != 0 || has_runner_gone;
    if (must_end && give_up == NEVER) {
      /* Ctrl-C of a terminal reaches the command without help. */
      if (!is_from_terminal) kill(main_pid, end_signal != 0 ? end_signal : SIGTERM);
      give_up = real_now() + SECOND / 2;
    }
    if (real_now() >= give_up) break;
    const int64_t due = wake_due();
    if (!must_end) look();
    int64_t until = has_more_events ? 0 : must_end ? give_up : next_look;
    if (due != NEVER && due - jumped < until) until = due - jumped;
    wait_for_event(until);
  }
  end_freedom();
}

/* Blocks the signals that the loop waits for, so that none comes between a check and the wait. */
static void prepare_signals(void) {
  const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM};
  sigset_t blocked;
  sigemptyset(&blocked);
  struct sigaction action = {.sa_sigaction = note_signal, .sa_flags = SA_SIGINFO};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    sigaction(ends[i], &action, NULL);
    sigaddset(&blocked, ends[i]);
  }
  action = (struct sigaction){.sa_handler = ignore_signal};
  sigaction(SIGCHLD, &action, NULL);
  sigaddset(&blocked, SIGCHLD);
  signal(SIGPIPE, SIG_IGN);
  sigprocmask(SIG_BLOCK, &blocked, &unblocked);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) sigdelset(&unblocked, ends[i]);
  sigdelset(&unblocked, SIGCHLD);
  prctl(PR_SET_TIMERSLACK, 1);
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
}

/* Says how the command ended. Returns the exit code of the tracer. */
static int report_end(int failures, char **command) {
  struct failure failure;
  if (read(failures, &failure, sizeof failure) == (ssize_t)sizeof failure) {
    if (failure.step == 'f') say("note this system refuses the filter (seccomp): %s", strerror(failure.error));
    else say("note cannot start \"%s\": %s", command[0], strerror(failure.error));
  }
  const bool is_killed = WIFSIGNALED(main_status);
  const int code = end_signal != 0 ? 128 + end_signal : is_killed ? 128 + WTERMSIG(main_status) : WEXITSTATUS(main_status);
  if (end_signal != 0 || is_killed) say("exit signal %d", code - 128);
  else say("exit %d", code);
  return code;
}

static int probe(void) {
  char reason[256];
  int failures;
  is_alone = true;
  quiet = 0;
  if (!start(NULL, &failures, reason, sizeof reason)) {
    puts(reason);
    return 1;
  }
  prepare_signals();
  alarm(10);
  run_until_end();
  end_all();
  struct failure failure;
  if (read(failures, &failure, sizeof failure) == (ssize_t)sizeof failure) {
    printf("this system refuses the filter (seccomp): %s\n", strerror(failure.error));
  } else if (end_signal != 0 || !WIFEXITED(main_status) || WEXITSTATUS(main_status) != 0) {
    puts("a process under trace does not stop at its system calls: its time cannot be changed");
  } else {
    puts("ok");
    return 0;
  }
  return 1;
}

static int fail_usage(const char *problem) {
  fprintf(stderr, "warp: %s\nusage: warp [--quiet MS] [--tick MS] [--start NS] [--alone] -- command arguments…\n", problem);
  fputs("       warp --probe\n", stderr);
  return 64;
}

static bool read_number(const char *text, int64_t least, int64_t *number) {
  char *end;
  errno = 0;
  *number = text == NULL ? -1 : strtoll(text, &end, 10);
  return text != NULL && errno == 0 && end != text && *end == '\0' && *number >= least;
}

/* Keeps the descriptors 3 and 4 from the command, and from other files of the tracer. */
static bool prepare_descriptors(void) {
  bool are_open = true;
  for (int fd = 3; fd <= 4; fd++) {
    struct stat about;
    if (fcntl(fd, F_SETFD, FD_CLOEXEC) == 0) {
      if (fd == 4) has_runner = !is_alone || (fstat(fd, &about) == 0 && (S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode)));
      continue;
    }
    are_open = false;
    const int other = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (other >= 0 && other != fd) dup3(other, fd, O_CLOEXEC);
  }
  return are_open || is_alone;
}

static int run(char **command) {
  char reason[256];
  int failures;
  if (!start(command, &failures, reason, sizeof reason)) {
    say("note %s", reason);
    say("exit 69");
    return 69;
  }
  prepare_signals();
  const int64_t began = real_now();
  run_until_end();
  size_t left = 0;
  for (size_t i = 0; i < thread_count; i++)
    if (threads[i]->pid == threads[i]->tid && threads[i]->tid != main_pid) left++;
  if (has_ended && left > 0) say("note ended processes that the command left behind: %zu", left);
  const int64_t real = real_now() - began;
  end_all();
  const int code = report_end(failures, command);
  say("total %" PRId64 " %" PRId64 " %" PRId64, real, real + jumped, jump_count);
  return code;
}

int main(int count, char **arguments) {
  handle_event = on_event;
  before_send = wait_for_supplier;
  int64_t number;
  int i = 1;
  for (; i < count && strcmp(arguments[i], "--") != 0; i++) {
    if (strcmp(arguments[i], "--probe") == 0) return probe();
    if (strcmp(arguments[i], "--alone") == 0) {
      is_alone = true;
    } else if (strcmp(arguments[i], "--quiet") == 0) {
      if (!read_number(arguments[++i], 0, &number) || number > 60000)
        return fail_usage("--quiet needs milliseconds from 0 to 60000");
      quiet = number * MILLISECOND;
      is_quiet_asked = true;
    } else if (strcmp(arguments[i], "--tick") == 0) {
      if (!read_number(arguments[++i], 0, &number) || number > 60000)
        return fail_usage("--tick needs milliseconds from 0 to 60000");
      longest_tick = number * MILLISECOND;
    } else if (strcmp(arguments[i], "--start") == 0) {
      if (!read_number(arguments[++i], SECOND * SECOND, &number))
        return fail_usage("--start needs nanoseconds since 1970, from 2001 on");
      start_at(number);
      has_started = true;
    } else {
      return fail_usage("unknown option");
    }
    if (i >= count) return fail_usage("a value is missing");
  }
  if (i + 1 >= count) return fail_usage("no command after --");
  if (!prepare_descriptors())
    return fail_usage("the runner must open the file descriptors 3 and 4; without a runner, use --alone");
  while (!is_alone && !has_started)
    if (!read_lines(on_start_line)) return fail_usage("the runner ended before it sent start");
  return run(&arguments[i + 1]);
}
