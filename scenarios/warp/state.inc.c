/*
 * What the tracer knows about threads, and its access to the memory and registers of a stopped thread.
 */

/* A wait with a time limit. `deadline` and `length` are virtual, on the monotonic clock. */
struct wait {
  bool active;
  bool interrupted; /* the tracer already asked the thread to stop */
  int64_t deadline;
  int64_t length;
  int64_t real_end; /* when it would end without jumps, in real time */
  int64_t kernel_offset; /* the offset at which the timer of the kernel ends this wait in time; -1: it does not */
  int64_t number;
  uint64_t arguments[6], sp, pc;
  int timed_out;
};

struct thread {
  pid_t tid, pid;
  int status, counts, call; /* open files of /proc: its state, how often it ran, and the call in which it is blocked */
  int64_t runs;
  bool changed;        /* it ran since the last idle */
  bool is_sending;     /* blocked in a call that sends something: its reader is slow */
  bool is_stopped;     /* stopped by job control */
  int stop_signal;     /* the signal that stopped it last */
  bool is_vforking;    /* waits until its child runs another program */
  bool is_resumed;     /* its wait was interrupted and goes on */
  bool is_unreadable;  /* the kernel refuses its memory */
  bool has_execed, is_after_exec;
  bool traces_sockets; /* stops at every call that can wait for a socket */
  bool has_vdso_range;
  uint64_t vdso[2];
  uint64_t clock_page; /* the code and data for clocks, see prepare_clocks */
  bool wants_exit_stop;
  unsigned changed_arguments; /* one bit for each argument that the tracer changed for this call */
  uint64_t arguments_before[6];
  int64_t exit_call; /* the call whose end must be seen */
  uint64_t exit_detail;
  int repeats;
  enum { UNKNOWN, OF_PROGRAM, OF_RUNTIME } kind;
  enum { UNWATCHED, WOKEN, RETURNS, WAITS } watch; /* what it did since the tracer ended its wait */
  int64_t tick; /* the longest of the repeated waits */
  struct wait wait;
};

enum timer_kind { ITIMER, POSIX_TIMER, TIMERFD };
struct timer {
  pid_t pid;
  enum timer_kind kind;
  int id, clock;
  int64_t deadline, interval;
};

struct socket_limit {
  char name[40]; /* socket:[inode] */
  int64_t receive, send;
};

static struct thread **threads;
static size_t thread_count;
static struct thread *recent; /* the thread that the last report was about */
static struct timer *timers;
static size_t timer_count;
static struct socket_limit *sockets;
static size_t socket_count;

static int64_t jumped;     /* the sum of all jumps */
static int64_t wall_shift; /* what the wall clock of the command differed at its start */
static int64_t quiet = 20 * MILLISECOND, longest_tick = SECOND;
static int64_t last_event; /* real time of the last output, new process or signal */
static bool has_said_endless; /* the note about a command that waits without a time limit */
static bool is_alone, is_fruitful = true, has_run_counts, is_quiet_asked;
static bool has_strangers; /* the command has connected with a program that is neither the runner nor its own */
static bool has_runner_gone;
/* Since every thread was blocked, only threads ran whose wait the tracer ended, and they made no call but the same wait. So
   they could not wake another thread. */
static bool are_others_blocked;
static int64_t sequence, confirmed; /* the number of the last `idle` or `passed`, and of the last `go` */
static sigset_t unblocked;          /* the signals of the tracer while it waits */
static int64_t jump_count;
static pid_t main_pid;
static bool has_more_events;
static bool are_ticks_targets; /* at the last look, only tickers had deadlines */
static int main_status;
static bool has_ended;
static volatile sig_atomic_t end_signal, is_from_terminal;

static int64_t clock_ns(clockid_t clock) {
  struct timespec at;
  clock_gettime(clock, &at);
  return at.tv_sec * SECOND + at.tv_nsec;
}

static int64_t real_now(void) { return clock_ns(CLOCK_MONOTONIC); }
static int64_t now(void) { return real_now() + jumped; }
static int64_t wall_now(void) { return clock_ns(CLOCK_REALTIME) + wall_shift + jumped; }
static int64_t add(int64_t a, int64_t b) { return b > NEVER - a ? NEVER : a + b; }

static void say(const char *format, ...) {
  char line[1024];
  va_list parts;
  va_start(parts, format);
  int length = vsnprintf(line, sizeof line - 1, format, parts);
  va_end(parts);
  if (length > (int)sizeof line - 2) length = (int)sizeof line - 2;
  for (int i = 0; i < length; i++)
    if (line[i] == '\n') line[i] = ' ';
  line[length++] = '\n';
  if (is_alone && strncmp(line, "note ", 5) == 0) {
    if (dprintf(2, "warp: %.*s", length - 5, line + 5) < 0) return;
  } else if (!is_alone || strncmp(line, "total ", 6) == 0) {
    if (write(3, line, (size_t)length) < 0) return; /* a runner that is gone shows by the end of its stream */
  }
}

static void mark_event(void) {
  last_event = real_now();
  is_fruitful = true;
}

static void *grow(void *list, size_t count, size_t size) {
  void *larger = realloc(list, (count + 1) * size);
  if (larger == NULL) abort();
  return larger;
}

/* Returns the value after a label such as "Tgid:" in a file of /proc, or -1. */
static int64_t labelled(const char *text, const char *label) {
  const char *at = strstr(text, label);
  return at == NULL ? -1 : strtoll(at + strlen(label), NULL, 10);
}

static ssize_t read_text(int file, char *text, size_t size) {
  const ssize_t length = pread(file, text, size - 1, 0);
  text[length > 0 ? length : 0] = '\0';
  return length;
}

static int open_proc(pid_t tid, const char *name) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", tid, name);
  return open(path, O_RDONLY | O_CLOEXEC);
}

/* Reads a whole file of /proc, such as "status". */
static ssize_t read_proc(pid_t tid, const char *name, char *text, size_t size) {
  const int file = open_proc(tid, name);
  const ssize_t length = read_text(file, text, size);
  if (file >= 0) close(file);
  return length;
}

static struct thread *find_thread(pid_t tid) {
  for (size_t i = 0; i < thread_count; i++)
    if (threads[i]->tid == tid) return threads[i];
  return NULL;
}

static struct thread *add_thread(pid_t tid) {
  struct thread *t = find_thread(tid);
  if (t != NULL) return t;
  t = calloc(1, sizeof *t);
  if (t == NULL) abort();
  char text[4096];
  t->tid = t->pid = tid;
  t->status = open_proc(tid, has_run_counts ? "stat" : "status");
  t->counts = open_proc(tid, "schedstat");
  t->call = open_proc(tid, "syscall");
  if (read_proc(tid, "status", text, sizeof text) > 0) t->pid = (pid_t)labelled(text, "\nTgid:");
  threads = grow(threads, thread_count, sizeof(struct thread *));
  threads[thread_count++] = t;
  return t;
}

static void drop_timers(pid_t pid, bool keeps_alarm) {
  for (size_t i = timer_count; i-- > 0;)
    if (timers[i].pid == pid && !(keeps_alarm && timers[i].kind != POSIX_TIMER)) timers[i] = timers[--timer_count];
}

static void remove_thread(pid_t tid) {
  for (size_t i = 0; i < thread_count; i++) {
    struct thread *t = threads[i];
    if (t->tid != tid) continue;
    if (t->tid == t->pid) drop_timers(t->pid, false);
    if (t->status >= 0) close(t->status);
    if (t->counts >= 0) close(t->counts);
    if (t->call >= 0) close(t->call);
    if (recent == t) recent = NULL;
    free(t);
    threads[i] = threads[--thread_count];
    return;
  }
}

static bool get_registers(pid_t tid, registers *r) {
  struct iovec part = {r, sizeof *r};
  return ptrace(PTRACE_GETREGSET, tid, (void *)NT_PRSTATUS, &part) == 0 && part.iov_len == sizeof *r;
}

static void set_registers(pid_t tid, registers *r) {
  struct iovec part = {r, sizeof *r};
  ptrace(PTRACE_SETREGSET, tid, (void *)NT_PRSTATUS, &part);
}

/* Reads word by word, for systems that forbid process_vm_readv. */
static bool peek_memory(pid_t tid, uint64_t from, char *to, size_t size) {
  for (size_t i = 0; i < size;) {
    const size_t skipped = (from + i) % sizeof(long), left = size - i;
    const size_t count = left < sizeof(long) - skipped ? left : sizeof(long) - skipped;
    errno = 0;
    const long word = ptrace(PTRACE_PEEKDATA, tid, (void *)(uintptr_t)(from + i - skipped), NULL);
    if (errno != 0) return false;
    memcpy(to + i, (const char *)&word + skipped, count);
    i += count;
  }
  return true;
}

static bool read_memory(pid_t tid, uint64_t from, void *to, size_t size) {
  struct iovec here = {to, size}, there = {(void *)(uintptr_t)from, size};
  if (from == 0) return false;
  if (process_vm_readv(tid, &here, 1, &there, 1, 0) == (ssize_t)size) return true;
  return (errno == EPERM || errno == ENOSYS) && peek_memory(tid, from, to, size);
}

/* Writes whole words, also where the process itself may not write. */
static bool write_memory(pid_t tid, uint64_t to, const void *from, size_t size) {
  for (size_t i = 0; i < size; i += sizeof(long)) {
    long word = 0;
    if (size - i < sizeof word) word = ptrace(PTRACE_PEEKDATA, tid, (void *)(uintptr_t)(to + i), NULL);
    memcpy(&word, (const char *)from + i, size - i < sizeof word ? size - i : sizeof word);
    if (ptrace(PTRACE_POKEDATA, tid, (void *)(uintptr_t)(to + i), (void *)word) != 0) return false;
  }
  return true;
}

/* Reads a duration or a point in time. Returns -1 for one that the kernel will refuse too. */
static int64_t read_time(pid_t tid, uint64_t from, enum format format) {
  if (format == MILLISECONDS) return (int64_t)(int)from * MILLISECOND;
  if (format == SECONDS) return (int64_t)(unsigned)from * SECOND;
  int64_t parts[2];
  if (!read_memory(tid, from, parts, sizeof parts)) return -1;
  const int64_t unit = format == TIMEVAL ? 1000 : 1;
  if (parts[0] < 0 || parts[1] < 0 || parts[1] >= SECOND / unit) return -1;
  return parts[0] > NEVER / SECOND - 1 ? NEVER : parts[0] * SECOND + parts[1] * unit;
}

static bool write_time(pid_t tid, uint64_t to, int64_t time, enum format format) {
  const int64_t parts[2] = {time / SECOND, time % SECOND / (format == TIMEVAL ? 1000 : 1)};
  return write_memory(tid, to, parts, sizeof parts);
}

/* Later parts set these functions, so that no part needs a later one. */
static void (*handle_event)(struct thread *t, int status);
/* A thread is about to send something. */
static void (*before_send)(void);

static void resume(struct thread *t, int signal) {
  ptrace(t->wants_exit_stop || t->watch == WOKEN ? PTRACE_SYSCALL : PTRACE_CONT, t->tid, NULL, (void *)(intptr_t)signal);
}

/* Stops the thread also at the end of this call. */
static void watch_exit(struct thread *t, int64_t number, uint64_t detail) {
  t->wants_exit_stop = true;
  t->exit_call = number;
  t->exit_detail = detail;
}

static void change_argument(struct thread *t, registers *r, int index, uint64_t value) {
  t->changed_arguments |= 1U << index;
  t->arguments_before[index] = get_argument(r, index);
  set_argument(r, index, value);
  set_registers(t->tid, r);
}
