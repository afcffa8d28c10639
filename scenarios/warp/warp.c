/*
 * warp: runs an unmodified command on virtual time (Linux, 64-bit).
 *
 *   warp [--quiet MS] [--start NS] [--alone] -- command arguments…
 *   warp --probe
 *
 * The tracer runs the command under ptrace. Virtual time is real time plus an offset. When every thread of the process
 * tree is blocked, the offset can grow: time jumps to the next deadline, and the waits that are due end at once.
 *
 * Protocol: text lines, on file descriptor 3 from the tracer to the runner and on 4 from the runner to the tracer.
 * Times are nanoseconds. <now>, <deadline> and <start> are virtual and count from 1970.
 *
 *   runner → tracer
 *     start <start>                the wall clock of the command begins here. The tracer waits for this line unless it
 *                                  has --start.
 *     jump <sequence> <duration>   advances the time by <duration>, so that both sides keep the same offset. The runner
 *                                  computes it from its own virtual time, because real time passes after an `idle`.
 *                                  <sequence> repeats the one of the last `idle`. The tracer ignores a jump with
 *                                  another sequence. If a thread ran after the `idle`, it answers `busy` instead.
 *     end                          ends every process. The end of the stream means the same.
 *   tracer → runner
 *     idle <sequence> <now> <deadline|none> [ticker]
 *                                  every thread is blocked; <deadline> is the earliest one. `ticker`: only threads that
 *                                  repeat a short wait have deadlines.
 *     busy                         a thread ran after the last `idle`, so that line is no longer valid. A jump makes
 *                                  the line invalid too, without `busy`.
 *     note <text>                  something that warp cannot do, for people
 *     exit <code> | exit signal <number>
 *                                  the command ended; no process of its tree is left
 *     total <real> <virtual> <jumps>  the last line: both durations and the count of jumps
 *
 * With --alone there is no runner: the tracer grants its own jumps, writes notes to stderr, and writes only the line
 * `total` to file descriptor 3, if that is open. `--quiet` (20 ms) is the real time without output, new processes or
 * signals before the tree counts as idle. After a jump that led to none of these, idle does not wait for it.
 *
 * Exit code: that of the command, 128 + n after signal n, 64 for wrong arguments, 69 if the command cannot be traced,
 * 126 if it is not executable, 127 if it does not exist. `--probe` prints `ok` (0) or the reason (1).
 *
 * How it works: a seccomp filter stops a thread only at the system calls that read a clock, wait with a time limit, or
 * send something. The tracer notes the deadline of each wait and keeps the time itself: after a jump it interrupts the
 * waits that are due and lets them return "timed out". Timers of the kernel are set anew by calls that the tracer makes
 * in the name of the process. docs/decisions/0024-warp.md explains the choices.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
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
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NEVER INT64_MAX
#define SECOND INT64_C(1000000000)
#define MILLISECOND INT64_C(1000000)
#define CALL_STOP (SIGTRAP | 0x80)
#define NO_CALL (-1)
/* Codes with which the kernel marks an interrupted call. Programs never see them; tracers do. */
#define RESTART_FIRST (-516)
#define RESTART_LAST (-512)
#define RESTART_IF_NO_HANDLER (-514)
/* Calls that older headers do not name. */
#define CALL_FUTEX_WAITV 449
#define CALL_FUTEX_WAIT 455
#define CALL_EPOLL_PWAIT2 441

/* ------------------------------------------------------------------------------------------------ Architecture */

#if defined(__x86_64__)
typedef struct user_regs_struct registers;
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#define CALL_LENGTH 2

static int64_t get_call(const registers *r) { return (int64_t)r->orig_rax; }
static uint64_t get_pc(const registers *r) { return r->rip; }
static uint64_t get_sp(const registers *r) { return r->rsp; }
static int64_t get_result(const registers *r) { return (int64_t)r->rax; }
static void set_result(registers *r, int64_t value) { r->rax = (uint64_t)value; }

static uint64_t get_argument(const registers *r, int index) {
  const uint64_t all[] = {r->rdi, r->rsi, r->rdx, r->r10, r->r8, r->r9};
  return all[index];
}

static void set_argument(registers *r, int index, uint64_t value) {
  unsigned long long *const all[] = {&r->rdi, &r->rsi, &r->rdx, &r->r10, &r->r8, &r->r9};
  *all[index] = value;
}

/* Makes a thread that is stopped before a call skip that call. */
static void skip_call(pid_t tid, registers *r) {
  (void)tid;
  r->orig_rax = (uint64_t)NO_CALL;
}

static bool is_interrupted(const registers *r, uint64_t pc) {
  const int64_t result = get_result(r);
  return r->rip == pc && (result == -EINTR || (result >= RESTART_FIRST && result <= RESTART_LAST));
}

/* Ends an interrupted call with a result. */
static void end_call(registers *r, uint64_t pc, int64_t result) {
  (void)pc;
  set_result(r, result);
}

/* Lets the kernel repeat a call that it does not repeat after an interruption; a signal handler still sees EINTR. */
static void repeat_call(registers *r, uint64_t first_argument) {
  (void)first_argument;
  if (get_result(r) == -EINTR) set_result(r, RESTART_IF_NO_HANDLER);
}

/* True if the thread stopped in a call, not while it computed. */
static bool is_in_call(pid_t tid, const registers *r) {
  (void)tid;
  return get_call(r) >= 0;
}

/* Prepares a call in a thread whose program counter is just behind a call instruction. */
static void prepare_call(registers *r, long number) {
  r->rip -= CALL_LENGTH;
  r->rax = (uint64_t)number;
  r->orig_rax = (uint64_t)NO_CALL;
}
#elif defined(__aarch64__)
typedef struct user_regs_struct registers;
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#define CALL_LENGTH 4

static int64_t get_call(const registers *r) { return (int64_t)r->regs[8]; }
static uint64_t get_pc(const registers *r) { return r->pc; }
static uint64_t get_sp(const registers *r) { return r->sp; }
static int64_t get_result(const registers *r) { return (int64_t)r->regs[0]; }
static void set_result(registers *r, int64_t value) { r->regs[0] = (uint64_t)value; }
static uint64_t get_argument(const registers *r, int index) { return r->regs[index]; }
static void set_argument(registers *r, int index, uint64_t value) { r->regs[index] = value; }

static void skip_call(pid_t tid, registers *r) {
  int number = NO_CALL;
  struct iovec part = {&number, sizeof number};
  (void)r;
  ptrace(PTRACE_SETREGSET, tid, (void *)NT_ARM_SYSTEM_CALL, &part);
}

/* This kernel rewinds the program counter before the tracer sees an interrupted call. */
static bool is_interrupted(const registers *r, uint64_t pc) {
  const int64_t result = get_result(r);
  const bool has_code = result == -EINTR || (result >= RESTART_FIRST && result <= RESTART_LAST);
  return r->pc == pc - CALL_LENGTH || (r->pc == pc && has_code);
}

static void end_call(registers *r, uint64_t pc, int64_t result) {
  r->pc = pc;
  set_result(r, result);
}

static void repeat_call(registers *r, uint64_t first_argument) {
  if (get_result(r) != -EINTR) return;
  r->pc -= CALL_LENGTH;
  r->regs[0] = first_argument;
}

static bool is_in_call(pid_t tid, const registers *r) {
  const long word = ptrace(PTRACE_PEEKTEXT, tid, (void *)(uintptr_t)(r->pc - CALL_LENGTH), NULL);
  return (uint32_t)word == 0xd4000001 || (uint32_t)(word >> 32) == 0xd4000001;
}

static void prepare_call(registers *r, long number) {
  r->pc -= CALL_LENGTH;
  r->regs[8] = (uint64_t)number;
}
#else
#error "warp knows the registers of x86-64 and aarch64 only"
#endif

/* ------------------------------------------------------------------------------------- The calls that are traced */

enum check {
  ALWAYS,       /* each call stops */
  POINTER,      /* only with a time limit: the pointer is not null */
  LIMIT,        /* only with a limit in milliseconds that is neither zero nor negative */
  CLOCK,        /* not the clocks of CPU time */
  FUTEX,        /* waits with a time limit */
  WRITING,      /* not the short writes with which threads wake each other */
  SOCKET_LIMIT, /* the time limits of sockets */
  REAL_TIMER,   /* not the timers of CPU time */
  DENY,         /* fails with EPERM, without a stop */
};

enum action { WAIT, READ_CLOCK, SEND, CHECK_CHILD, SET_TIMER, MAKE_TIMER, DROP_TIMER, LIMIT_SOCKET, REFUSE };
enum format { NO_TIME, TIMESPEC, TIMEVAL, MILLISECONDS, SECONDS };

struct call {
  long number;
  enum check check;
  enum action action;
  int time_argument;
  enum format format;
  int timed_out; /* the result of a wait that ends by its time limit */
};

static const struct call CALLS[] = {
    {SYS_futex, FUTEX, WAIT, 3, TIMESPEC, -ETIMEDOUT},
#ifdef SYS_poll
    {SYS_poll, LIMIT, WAIT, 2, MILLISECONDS, 0},
    {SYS_select, POINTER, WAIT, 4, TIMEVAL, 0},
    {SYS_epoll_wait, LIMIT, WAIT, 3, MILLISECONDS, 0},
    {SYS_time, ALWAYS, READ_CLOCK, 0, NO_TIME, 0},
    {SYS_alarm, ALWAYS, SET_TIMER, 0, SECONDS, 0},
#endif
    {SYS_epoll_pwait, LIMIT, WAIT, 3, MILLISECONDS, 0},
    {CALL_EPOLL_PWAIT2, POINTER, WAIT, 3, TIMESPEC, 0},
    {SYS_ppoll, POINTER, WAIT, 2, TIMESPEC, 0},
    {SYS_pselect6, POINTER, WAIT, 4, TIMESPEC, 0},
    {SYS_nanosleep, ALWAYS, WAIT, 0, TIMESPEC, 0},
    {SYS_clock_nanosleep, CLOCK, WAIT, 2, TIMESPEC, 0},
    {CALL_FUTEX_WAITV, POINTER, WAIT, 3, TIMESPEC, -ETIMEDOUT},
    {CALL_FUTEX_WAIT, ALWAYS, WAIT, 4, TIMESPEC, -ETIMEDOUT},
    {SYS_semtimedop, POINTER, WAIT, 3, TIMESPEC, -EAGAIN},
    {SYS_rt_sigtimedwait, POINTER, WAIT, 2, TIMESPEC, -EAGAIN},
    {SYS_mq_timedsend, POINTER, WAIT, 4, TIMESPEC, -ETIMEDOUT},
    {SYS_mq_timedreceive, POINTER, WAIT, 4, TIMESPEC, -ETIMEDOUT},
    {SYS_io_getevents, POINTER, WAIT, 4, TIMESPEC, 0},
    {SYS_io_pgetevents, POINTER, WAIT, 4, TIMESPEC, 0},
    {SYS_clock_gettime, CLOCK, READ_CLOCK, 1, TIMESPEC, 0},
    {SYS_gettimeofday, ALWAYS, READ_CLOCK, 0, TIMEVAL, 0},
    {SYS_times, ALWAYS, READ_CLOCK, 0, NO_TIME, 0},
    {SYS_sysinfo, ALWAYS, READ_CLOCK, 0, NO_TIME, 0},
    {SYS_setitimer, REAL_TIMER, SET_TIMER, 1, TIMEVAL, 0},
    {SYS_timer_create, ALWAYS, MAKE_TIMER, 2, NO_TIME, 0},
    {SYS_timer_delete, ALWAYS, DROP_TIMER, 0, NO_TIME, 0},
    {SYS_timer_settime, ALWAYS, SET_TIMER, 2, TIMESPEC, 0},
    {SYS_timerfd_settime, ALWAYS, SET_TIMER, 2, TIMESPEC, 0},
    {SYS_setsockopt, SOCKET_LIMIT, LIMIT_SOCKET, 3, TIMEVAL, 0},
    {SYS_write, WRITING, SEND, 0, NO_TIME, 0},
    {SYS_writev, ALWAYS, SEND, 0, NO_TIME, 0},
    {SYS_sendto, ALWAYS, SEND, 0, NO_TIME, 0},
    {SYS_sendmsg, ALWAYS, SEND, 0, NO_TIME, 0},
    {SYS_sendmmsg, ALWAYS, SEND, 0, NO_TIME, 0},
    {SYS_sendfile, ALWAYS, SEND, 0, NO_TIME, 0},
    {SYS_connect, ALWAYS, SEND, 0, NO_TIME, 0},
    {SYS_wait4, ALWAYS, CHECK_CHILD, 0, NO_TIME, 0},
    {SYS_waitid, ALWAYS, CHECK_CHILD, 0, NO_TIME, 0},
    {SYS_io_uring_setup, ALWAYS, REFUSE, 0, NO_TIME, 0},
    {SYS_clock_settime, DENY, REFUSE, 0, NO_TIME, 0},
    {SYS_settimeofday, DENY, REFUSE, 0, NO_TIME, 0},
};
#define CALL_COUNT (sizeof CALLS / sizeof *CALLS)

static const struct call *find_call(int64_t number) {
  for (size_t i = 0; i < CALL_COUNT; i++)
    if (CALLS[i].number == number) return &CALLS[i];
  return NULL;
}

/* ------------------------------------------------------------------------------------------------------- Filter */

static struct sock_filter program[512];
static unsigned program_length;

static void emit(uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false) {
  program[program_length++] = (struct sock_filter){code, if_true, if_false, value};
}

static void emit_load(size_t offset) { emit(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }
static void emit_load_argument(int index) { emit_load(offsetof(struct seccomp_data, args) + 8 * (size_t)index); }
static void emit_equal(uint32_t value, uint8_t if_true, uint8_t if_false) {
  emit(BPF_JMP | BPF_JEQ | BPF_K, value, if_true, if_false);
}
static void emit_greater(uint32_t value, uint8_t if_true, uint8_t if_false) {
  emit(BPF_JMP | BPF_JGT | BPF_K, value, if_true, if_false);
}
static void emit_return(uint32_t value) { emit(BPF_RET | BPF_K, value, 0, 0); }

/* Both halves of a 64-bit pointer: zero jumps over `skip` more instructions, to the place that allows the call. */
static void emit_pointer_check(int index, uint8_t skip) {
  emit_load(offsetof(struct seccomp_data, args) + 8 * (size_t)index + 4);
  emit_equal(0, 0, 2);
  emit_load_argument(index);
  emit_equal(0, skip, 0);
}

/* The instructions of one call, after its number matched. They end with "stop here" and "allow". */
static void emit_check(const struct call *call) {
  switch (call->check) {
    case ALWAYS: break;
    case DENY: emit_return(SECCOMP_RET_ERRNO | EPERM); return;
    case POINTER: emit_pointer_check(call->time_argument, 1); break;
    case LIMIT:
      emit_load_argument(call->time_argument);
      emit_equal(0, 2, 0);
      emit_greater(INT32_MAX, 1, 0);
      break;
    case CLOCK:
      emit_load_argument(0);
      emit_greater(15, 3, 0);
      emit_equal(CLOCK_PROCESS_CPUTIME_ID, 2, 0);
      emit_equal(CLOCK_THREAD_CPUTIME_ID, 1, 0);
      break;
    case FUTEX:
      emit_load_argument(1);
      emit(BPF_ALU | BPF_AND | BPF_K, FUTEX_CMD_MASK, 0, 0);
      emit_equal(FUTEX_WAIT, 5, 0);
      emit_equal(FUTEX_WAIT_BITSET, 4, 0);
      emit_equal(FUTEX_LOCK_PI, 3, 0);
      emit_equal(FUTEX_WAIT_REQUEUE_PI, 2, 0);
      emit_equal(13 /* FUTEX_LOCK_PI2 */, 1, 0);
      emit_return(SECCOMP_RET_ALLOW);
      emit_pointer_check(3, 1);
      break;
    case WRITING:
      emit_load_argument(0);
      emit_greater(2, 0, 2);
      emit_load_argument(2);
      emit_greater(8, 0, 1);
      break;
    case SOCKET_LIMIT:
      emit_load_argument(1);
      emit_equal(1 /* SOL_SOCKET */, 0, 6);
      emit_load_argument(2);
      emit_equal(20 /* SO_RCVTIMEO_OLD */, 3, 0);
      emit_equal(21 /* SO_SNDTIMEO_OLD */, 2, 0);
      emit_equal(66 /* SO_RCVTIMEO_NEW */, 1, 0);
      emit_equal(67 /* SO_SNDTIMEO_NEW */, 0, 1);
      break;
    case REAL_TIMER:
      emit_load_argument(0);
      emit_equal(ITIMER_REAL, 0, 1);
      break;
  }
  emit_return(SECCOMP_RET_TRACE);
  emit_return(SECCOMP_RET_ALLOW);
}

/* Builds the filter and installs it in the calling process, for this process and all that come from it. */
static bool install_filter(void) {
  emit_load(offsetof(struct seccomp_data, arch));
  emit_equal(THIS_ARCHITECTURE, 1, 0);
  emit_return(SECCOMP_RET_ALLOW);
  emit_load(offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < CALL_COUNT; i++) {
    const unsigned start = program_length;
    emit_equal((uint32_t)CALLS[i].number, 0, 0);
    emit_check(&CALLS[i]);
    program[start].jf = (uint8_t)(program_length - start - 1);
  }
  emit_return(SECCOMP_RET_ALLOW);
  struct sock_fprog whole = {(unsigned short)program_length, program};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole) == 0) return true;
  /* A user without rights must first give up the rights of setuid programs, which a traced process has not anyway. */
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole) == 0;
}

/* -------------------------------------------------------------------------------------------------------- State */

/* A wait with a time limit. `deadline` and `length` are virtual, on the monotonic clock. */
struct wait {
  bool active;
  bool interrupted; /* the tracer already asked the thread to stop */
  int64_t deadline;
  int64_t length;
  int64_t kernel_offset; /* the offset at which the timer of the kernel ends this wait in time; -1: it does not */
  int64_t number;
  uint64_t arguments[6], sp, pc;
  int timed_out;
};

struct thread {
  pid_t tid, pid;
  int status, counts; /* open files of /proc: its state, and how often it ran */
  int64_t runs;
  bool changed;        /* it ran since the last idle */
  bool is_stopped;     /* stopped by job control */
  bool is_vforking;    /* waits until its child runs another program */
  bool is_resumed;     /* its wait was interrupted and goes on */
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
static int64_t quiet = 20 * MILLISECOND;
static int64_t last_event; /* real time of the last output, new process or signal */
static bool is_alone, is_fruitful = true, has_run_counts;
static int64_t jump_count;
static pid_t main_pid, refused_pid;
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
    if (recent == t) recent = NULL;
    free(t);
    threads[i] = threads[--thread_count];
    return;
  }
}

/* --------------------------------------------------------------------------------- Access to a stopped thread */

static bool get_registers(pid_t tid, registers *r) {
  struct iovec part = {r, sizeof *r};
  return ptrace(PTRACE_GETREGSET, tid, (void *)NT_PRSTATUS, &part) == 0 && part.iov_len == sizeof *r;
}

static void set_registers(pid_t tid, registers *r) {
  struct iovec part = {r, sizeof *r};
  ptrace(PTRACE_SETREGSET, tid, (void *)NT_PRSTATUS, &part);
}

static bool read_memory(pid_t tid, uint64_t from, void *to, size_t size) {
  struct iovec here = {to, size}, there = {(void *)(uintptr_t)from, size};
  return from != 0 && process_vm_readv(tid, &here, 1, &there, 1, 0) == (ssize_t)size;
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

static void resume(struct thread *t, int signal) {
  ptrace(t->wants_exit_stop ? PTRACE_SYSCALL : PTRACE_CONT, t->tid, NULL, (void *)(intptr_t)signal);
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

/* -------------------------------------------------------------------------------------------------------- Waits */

static bool is_futex(int64_t number) {
  return number == SYS_futex || number == CALL_FUTEX_WAITV || number == CALL_FUTEX_WAIT;
}

static bool is_select(int64_t number) {
#ifdef SYS_select
  if (number == SYS_select) return true;
#endif
  return number == SYS_pselect6;
}

/* Returns the clock of a wait until a point in time, or -1 for a wait that takes a duration. */
static int clock_of_wait(const struct wait *w) {
  const uint64_t *args = w->arguments;
  switch (w->number) {
    case SYS_clock_nanosleep: return (args[1] & TIMER_ABSTIME) != 0 ? (int)args[0] : -1;
    case SYS_futex: {
      const uint64_t command = args[1] & (uint64_t)FUTEX_CMD_MASK;
      if (command == FUTEX_WAIT) return -1;
      const bool uses_wall = command == FUTEX_LOCK_PI || (args[1] & FUTEX_CLOCK_REALTIME) != 0;
      return uses_wall ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    }
    case CALL_FUTEX_WAITV: return (int)args[4];
    case CALL_FUTEX_WAIT: return (int)args[5];
    case SYS_mq_timedsend:
    case SYS_mq_timedreceive: return CLOCK_REALTIME;
    default: return -1;
  }
}

/* Converts a point in time on a clock of the command to the monotonic clock of the command. */
static int64_t to_monotonic(int64_t time, int clock) {
  if (time == NEVER || clock == CLOCK_MONOTONIC) return time;
  if (clock == CLOCK_REALTIME) return time - wall_now() + now();
  return time - clock_ns(clock) - jumped - (clock == CLOCK_TAI ? wall_shift : 0) + now();
}

static bool is_ticker(const struct thread *t) { return t->repeats >= 3; }

/* Counts how often a thread repeated the same short sleep. A tick may be shorter, when its thread was late. Two kinds of
   threads do not count, because a tick can hide a deadline that must be kept: event loops, which show their nearest
   deadline only, and the first thread of a process, which often polls a condition. */
static void count_repeats(struct thread *t) {
  const struct wait *w = &t->wait;
  const bool can_tick = is_futex(w->number) || w->number == SYS_nanosleep || w->number == SYS_clock_nanosleep;
  const int64_t margin = 5 * MILLISECOND + t->tick / 10;
  if (!can_tick || t->tid == t->pid || w->length > SECOND) {
    t->repeats = 0;
  } else if (w->length <= t->tick + margin && (is_ticker(t) || w->length >= t->tick - margin)) {
    t->repeats++;
  } else {
    t->repeats = 1;
    t->tick = w->length;
  }
}

static void take_call(struct wait *w, const registers *r) {
  w->number = get_call(r);
  w->sp = get_sp(r);
  w->pc = get_pc(r);
  for (int i = 0; i < 6; i++) w->arguments[i] = get_argument(r, i);
}

/* A thread is about to wait: notes the deadline. */
static void begin_wait(struct thread *t, const struct call *call, registers *r) {
  struct wait *w = &t->wait;
  const struct wait before = *w;
  take_call(w, r);
  w->active = w->interrupted = false;
  w->timed_out = call->timed_out;
  const int clock = clock_of_wait(w);
  const uint64_t from = w->arguments[call->time_argument];
  const int64_t time = call->format != MILLISECONDS && from == 0 ? NEVER : read_time(t->tid, from, call->format);
  const bool goes_on = t->is_resumed && before.active && before.number == w->number && before.sp == w->sp && before.pc == w->pc;
  t->is_resumed = false;
  if (time < 0 || time == NEVER || (clock < 0 && time == 0)) return;
  w->active = true;
  w->deadline = goes_on ? before.deadline : clock < 0 ? add(now(), time) : to_monotonic(time, clock);
  w->length = goes_on ? before.length : w->deadline - now();
  w->kernel_offset = clock < 0 && !goes_on ? jumped : -1;
  if (!goes_on) count_repeats(t);
  if (clock == CLOCK_REALTIME || clock == CLOCK_TAI) {
    /* The date of the command may be later than the real one: the kernel must not end the wait by its own clock. */
    if (w->number == SYS_clock_nanosleep) change_argument(t, r, 0, CLOCK_MONOTONIC);
    else change_argument(t, r, call->time_argument, 0);
    watch_exit(t, w->number, 0);
  } else if (is_select(w->number) || w->number == SYS_ppoll) {
    watch_exit(t, w->number, w->arguments[call->time_argument]); /* it writes the remaining time */
  }
}

/* True if the registers are those of the noted wait, which was interrupted. */
static bool is_in_wait(const struct wait *w, const registers *r) {
  if (!w->active || get_sp(r) != w->sp || !is_interrupted(r, w->pc)) return false;
  const int64_t number = get_call(r);
  return number == w->number || number == SYS_restart_syscall;
}

static enum format time_format(int64_t number) {
  const struct call *call = find_call(number);
  return call == NULL ? TIMESPEC : call->format;
}

/* Ends an interrupted wait as its time limit would have done it. */
static void end_wait(struct thread *t, registers *r) {
  struct wait *w = &t->wait;
  if (is_select(w->number)) {
    const char nothing[128] = {0};
    const int count = (int)w->arguments[0];
    const size_t size = count <= 0 ? 0 : ((size_t)count + 63) / 64 * 8;
    for (int set = 1; set <= 3; set++)
      if (w->arguments[set] != 0) write_memory(t->tid, w->arguments[set], nothing, size < 128 ? size : 128);
  }
  if ((is_select(w->number) || w->number == SYS_ppoll) && t->exit_detail != 0)
    write_time(t->tid, t->exit_detail, 0, time_format(w->number));
  end_call(r, w->pc, w->timed_out);
  set_registers(t->tid, r);
  w->active = false;
}

/* The thread stopped because of the tracer or of job control: ends its wait if that is due, otherwise resumes it. */
static void on_interruption(struct thread *t) {
  struct wait *w = &t->wait;
  registers r;
  if (!get_registers(t->tid, &r)) return;
  w->interrupted = false;
  if (!is_in_wait(w, &r)) {
    w->active = false;
    if (is_in_call(t->tid, &r) && get_result(&r) == -EINTR) {
      repeat_call(&r, get_argument(&r, 0));
      set_registers(t->tid, &r);
    }
  } else if (now() >= w->deadline) {
    end_wait(t, &r);
  } else {
    repeat_call(&r, w->arguments[0]);
    set_registers(t->tid, &r);
    t->is_resumed = true;
  }
}

/* True if the process has a handler for the signal. */
static bool is_handled(const struct thread *t, int signal) {
  char text[4096];
  if (read_proc(t->tid, "status", text, sizeof text) <= 0) return true;
  const char *at = strstr(text, "\nSigCgt:");
  return at == NULL || (strtoull(at + 8, NULL, 16) >> (signal - 1) & 1) != 0;
}

/* A signal arrives: the kernel computed the rest of a sleep without the jumps. */
static void on_signal(struct thread *t, int signal) {
  struct wait *w = &t->wait;
  registers r;
  if (signal != SIGCHLD && signal != SIGALRM) mark_event();
  if (!w->active || !get_registers(t->tid, &r)) return;
  if (!is_in_wait(w, &r)) {
    w->active = false;
    return;
  }
  const int rest = w->number == SYS_nanosleep ? 1 : w->number == SYS_clock_nanosleep ? 3 : -1;
  if (rest > 0 && clock_of_wait(w) < 0 && w->arguments[rest] != 0) {
    const int64_t left = w->deadline - now();
    write_time(t->tid, w->arguments[rest], left > 0 ? left : 0, TIMESPEC);
  }
  if (is_handled(t, signal)) w->active = false;
  else on_interruption(t);
}

/* ---------------------------------------------------------------------------- Calls in the name of the process */

static void on_event(struct thread *t, int status);

/* Stops a blocked thread so that the tracer can use it. Returns false if it ended. */
static bool hold_thread(pid_t tid) {
  if (ptrace(PTRACE_INTERRUPT, tid, NULL, NULL) != 0) return false;
  for (;;) {
    int status;
    if (waitpid(tid, &status, __WALL) != tid) return false;
    struct thread *t = find_thread(tid);
    if (t == NULL) return false;
    if (WIFSTOPPED(status) && status >> 16 == PTRACE_EVENT_STOP && WSTOPSIG(status) == SIGTRAP) return true;
    on_event(t, status);
    if (WIFEXITED(status) || WIFSIGNALED(status) || t->is_stopped) return false;
  }
}

/* Makes the held thread do one call. `from` are registers whose program counter is just behind a call instruction. */
static int64_t make_call(pid_t tid, const registers *from, long number, const uint64_t arguments[6]) {
  registers r = *from;
  int held_signal = 0, ends = 0;
  prepare_call(&r, number);
  for (int i = 0; i < 6; i++) set_argument(&r, i, arguments[i]);
  set_registers(tid, &r);
  while (ends < 2) {
    int status;
    if (ptrace(PTRACE_SYSCALL, tid, NULL, NULL) != 0 || waitpid(tid, &status, __WALL) != tid) return -ESRCH;
    if (!WIFSTOPPED(status)) return -ESRCH;
    if (WSTOPSIG(status) == CALL_STOP) ends++;
    else if (status >> 16 == 0) held_signal = WSTOPSIG(status);
  }
  get_registers(tid, &r);
  if (held_signal != 0) syscall(SYS_tgkill, find_thread(tid)->pid, tid, held_signal);
  return get_result(&r);
}

/* Sets one timer of the kernel anew, `left` from now. */
static void set_kernel_timer(struct thread *t, const registers *from, const struct timer *timer) {
  const int64_t left = timer->deadline > now() ? timer->deadline - now() : 1;
  const bool is_itimer = timer->kind == ITIMER;
  const uint64_t at = (get_sp(from) - 512) & ~UINT64_C(15);
  const enum format format = is_itimer ? TIMEVAL : TIMESPEC;
  write_time(t->tid, at, timer->interval, format);
  write_time(t->tid, at + 16, is_itimer && left < 1000 ? 1000 : left, format);
  const long number = is_itimer ? SYS_setitimer : timer->kind == POSIX_TIMER ? SYS_timer_settime : SYS_timerfd_settime;
  const uint64_t arguments[6] = {(uint64_t)timer->id, is_itimer ? at : 0, is_itimer ? 0 : at, 0, 0, 0};
  make_call(t->tid, from, number, arguments);
}

/* Sets all timers of a process anew after a jump. Any thread that waits in a call can do it. */
static void set_timers_of(pid_t pid) {
  for (size_t i = 0; i < thread_count; i++) {
    struct thread *t = threads[i];
    registers before;
    if (t->pid != pid || t->is_stopped || t->is_vforking || !hold_thread(t->tid)) continue;
    if (!get_registers(t->tid, &before) || !is_in_call(t->tid, &before)) {
      resume(t, 0);
      continue;
    }
    for (size_t k = 0; k < timer_count; k++)
      if (timers[k].pid == pid && timers[k].deadline != NEVER) set_kernel_timer(t, &before, &timers[k]);
    /* Back to the place where the kernel decides how an interrupted call goes on. */
    ptrace(PTRACE_INTERRUPT, t->tid, NULL, NULL);
    ptrace(PTRACE_CONT, t->tid, NULL, NULL);
    int status;
    if (waitpid(t->tid, &status, __WALL) != t->tid || !WIFSTOPPED(status)) return;
    set_registers(t->tid, &before);
    on_event(t, status);
    return;
  }
}

/* ------------------------------------------------------------------------------------------------------- Timers */

static struct timer *timer_of(pid_t pid, enum timer_kind kind, int id, bool may_add) {
  for (size_t i = 0; i < timer_count; i++)
    if (timers[i].pid == pid && timers[i].kind == kind && timers[i].id == id) return &timers[i];
  if (!may_add) return NULL;
  timers = grow(timers, timer_count, sizeof *timers);
  timers[timer_count] = (struct timer){pid, kind, id, CLOCK_MONOTONIC, NEVER, 0};
  return &timers[timer_count++];
}

/* Timers that passed their deadline wait for the next one of their interval, or for nothing. */
static void advance_timers(void) {
  for (size_t i = 0; i < timer_count; i++) {
    struct timer *timer = &timers[i];
    if (timer->deadline > now()) continue;
    if (timer->interval <= 0) timer->deadline = NEVER;
    else timer->deadline += ((now() - timer->deadline) / timer->interval + 1) * timer->interval;
  }
}

/* Drops timers whose descriptor was closed. */
static void drop_closed_timers(void) {
  for (size_t i = timer_count; i-- > 0;) {
    char path[64], name[64] = "";
    if (timers[i].kind != TIMERFD) continue;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", timers[i].pid, timers[i].id);
    if (readlink(path, name, sizeof name - 1) < 0 || strcmp(name, "anon_inode:[timerfd]") != 0) timers[i] = timers[--timer_count];
  }
}

/* The clock of a timerfd, from the description that the kernel gives of it. */
static int clock_of_timerfd(pid_t pid, int id) {
  char name[32], text[512];
  snprintf(name, sizeof name, "fdinfo/%d", id);
  read_proc(pid, name, text, sizeof text);
  return (int)labelled(text, "clockid:");
}

/* A process sets a timer. The kernel runs it in real time; a jump sets it anew. */
static void on_set_timer(struct thread *t, const struct call *call, registers *r) {
  const uint64_t first = get_argument(r, 0), from = get_argument(r, call->time_argument);
  const bool is_fd = call->number == SYS_timerfd_settime, is_posix = call->number == SYS_timer_settime;
  const enum timer_kind kind = is_fd ? TIMERFD : is_posix ? POSIX_TIMER : ITIMER;
  const int clock = is_fd ? clock_of_timerfd(t->pid, (int)first) : CLOCK_MONOTONIC;
  struct timer *timer = timer_of(t->pid, kind, kind == ITIMER ? 0 : (int)first, !is_posix && clock >= 0);
  if (timer == NULL) return;
  const bool has_interval = call->format != SECONDS;
  const int64_t interval = has_interval ? read_time(t->tid, from, call->format) : 0;
  int64_t time = read_time(t->tid, has_interval ? from + 16 : from, call->format);
  if (interval < 0 || time < 0) return;
  if (time != 0 && (is_fd || is_posix) && (get_argument(r, 1) & TIMER_ABSTIME) != 0) {
    /* Points in time are virtual: the kernel gets a duration, in memory below the stack of the thread. */
    time = to_monotonic(time, is_fd ? clock : timer->clock) - now();
    if (time < 1) time = 1;
    const uint64_t at = (get_sp(r) - 512) & ~UINT64_C(15);
    write_time(t->tid, at, interval, TIMESPEC);
    write_time(t->tid, at + 16, time, TIMESPEC);
    watch_exit(t, call->number, 0);
    change_argument(t, r, 1, 0);
    change_argument(t, r, 2, at);
  }
  timer->deadline = time == 0 ? NEVER : add(now(), time);
  timer->interval = interval;
}

static void on_make_timer(struct thread *t, const registers *r) {
  const int clock = (int)get_argument(r, 0);
  if (clock < 0 || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) return;
  watch_exit(t, SYS_timer_create, get_argument(r, 2));
}

static void on_drop_timer(const struct thread *t, int id) {
  for (size_t i = timer_count; i-- > 0;)
    if (timers[i].pid == t->pid && timers[i].kind == POSIX_TIMER && timers[i].id == id) timers[i] = timers[--timer_count];
}

/* -------------------------------------------------------------------------------------- Time limits of sockets */

static bool socket_name(pid_t pid, int fd, char *name, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, fd);
  const ssize_t length = readlink(path, name, size - 1);
  name[length > 0 ? length : 0] = '\0';
  return strncmp(name, "socket:", 7) == 0;
}

static struct socket_limit *find_socket(const char *name) {
  for (size_t i = 0; i < socket_count; i++)
    if (strcmp(sockets[i].name, name) == 0) return &sockets[i];
  return NULL;
}

static void on_limit_socket(struct thread *t, const registers *r) {
  char name[40];
  const int64_t limit = read_time(t->tid, get_argument(r, 3), TIMEVAL);
  if (limit < 0 || !socket_name(t->pid, (int)get_argument(r, 0), name, sizeof name)) return;
  struct socket_limit *found = find_socket(name);
  if (found == NULL) {
    sockets = grow(sockets, socket_count, sizeof *sockets);
    found = &sockets[socket_count++];
    *found = (struct socket_limit){.receive = 0, .send = 0};
    snprintf(found->name, sizeof found->name, "%s", name);
  }
  const uint64_t option = get_argument(r, 2);
  if (option == 20 || option == 66) found->receive = limit;
  else found->send = limit;
  if (!t->traces_sockets) watch_exit(t, SYS_setsockopt, 0);
}

/* The limit of a call on a socket: 0 if it has none. */
static int64_t limit_of_call(pid_t pid, int64_t number, int fd) {
  char name[40];
  const bool receives = number == SYS_read || number == SYS_readv || number == SYS_recvfrom || number == SYS_recvmsg ||
                        number == SYS_accept || number == SYS_accept4;
  const bool sends = number == SYS_write || number == SYS_writev || number == SYS_sendto || number == SYS_sendmsg ||
                     number == SYS_connect;
  if ((!receives && !sends) || !socket_name(pid, fd, name, sizeof name)) return 0;
  const struct socket_limit *found = find_socket(name);
  return found == NULL ? 0 : receives ? found->receive : found->send;
}

/* Notes the deadline of a call on a socket with a time limit. The kernel ends it in time if there is no jump. */
static void begin_limited_wait(struct thread *t, const registers *r) {
  struct wait *w = &t->wait;
  const bool goes_on = t->is_resumed && w->active && w->number == get_call(r) && w->sp == get_sp(r) && w->pc == get_pc(r);
  const int64_t limit = limit_of_call(t->pid, get_call(r), (int)get_argument(r, 0));
  t->is_resumed = w->interrupted = false;
  w->active = limit > 0;
  if (limit == 0) return;
  take_call(w, r);
  if (!goes_on) w->deadline = add(now(), limit);
  w->length = limit;
  w->kernel_offset = goes_on ? -1 : jumped;
  w->timed_out = w->number == SYS_connect ? -EINPROGRESS : -EAGAIN;
}

/* Gives all threads of the process a second filter, which also stops at the calls that can wait for a socket. Few
   programs limit their sockets, so the others do not pay for it. */
static void trace_sockets(struct thread *t, registers *before) {
  static const long calls[] = {SYS_read,   SYS_readv,  SYS_recvfrom, SYS_recvmsg, SYS_accept, SYS_accept4,
                               SYS_write,  SYS_writev, SYS_sendto,   SYS_sendmsg, SYS_connect};
  enum { COUNT = sizeof calls / sizeof *calls };
  struct sock_filter filter[COUNT + 3];
  filter[0] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int i = 0; i < COUNT; i++)
    filter[i + 1] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i], COUNT - i, 0);
  filter[COUNT + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[COUNT + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  const uint64_t at = (get_sp(before) - 1024) & ~UINT64_C(15), whole[2] = {COUNT + 3, at + 16};
  write_memory(t->tid, at, whole, sizeof whole);
  write_memory(t->tid, at + 16, filter, sizeof filter);
  const uint64_t install[6] = {SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, at, 0, 0, 0};
  const uint64_t give_up_rights[6] = {PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0};
  int64_t result = make_call(t->tid, before, SYS_seccomp, install);
  if (result == -EACCES && make_call(t->tid, before, SYS_prctl, give_up_rights) == 0)
    result = make_call(t->tid, before, SYS_seccomp, install);
  set_registers(t->tid, before);
  if (result != 0) say("note the time limits of sockets of process %d stay in real time", t->pid);
  for (size_t i = 0; i < thread_count; i++)
    if (threads[i]->pid == t->pid) threads[i]->traces_sockets = true;
}

/* ------------------------------------------------------------------------------------------------------- Clocks */

static bool is_wall_clock(int clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_REALTIME_ALARM || clock == CLOCK_TAI;
}

static bool is_call_of_vdso(struct thread *t, uint64_t pc);

/* Answers a call that reads a clock, in place of the kernel. */
static void on_read_clock(struct thread *t, const struct call *call, registers *r) {
  int64_t result = 0;
  const uint64_t to = get_argument(r, call->time_argument);
  if (is_call_of_vdso(t, get_pc(r))) return;
  if (call->number == SYS_clock_gettime) {
    struct timespec real;
    const int clock = (int)get_argument(r, 0);
    if (clock_gettime(clock, &real) != 0) return; /* the kernel refuses it too */
    const int64_t shift = jumped + (is_wall_clock(clock) ? wall_shift : 0);
    if (!write_time(t->tid, to, real.tv_sec * SECOND + real.tv_nsec + shift, TIMESPEC)) result = -EFAULT;
  } else if (call->number == SYS_gettimeofday) {
    const uint64_t zone = get_argument(r, 1), none = 0;
    if (to != 0 && !write_time(t->tid, to, wall_now(), TIMEVAL)) result = -EFAULT;
    if (zone != 0) write_memory(t->tid, zone, &none, sizeof none);
#ifdef SYS_time
  } else if (call->number == SYS_time) {
    result = wall_now() / SECOND;
    if (to != 0 && !write_memory(t->tid, to, &result, sizeof result)) result = -EFAULT;
#endif
  } else {
    watch_exit(t, call->number, to); /* times and sysinfo: the kernel answers, then the tracer adds the jumps */
    return;
  }
  skip_call(t->tid, r);
  set_result(r, result);
  set_registers(t->tid, r);
}

static void finish_clock_call(struct thread *t, registers *r) {
  if (t->exit_call == SYS_times && get_result(r) != -1) {
    set_result(r, get_result(r) + jumped / (SECOND / sysconf(_SC_CLK_TCK)));
    set_registers(t->tid, r);
  }
  int64_t uptime;
  if (t->exit_call == SYS_sysinfo && read_memory(t->tid, t->exit_detail, &uptime, sizeof uptime)) {
    uptime += jumped / SECOND;
    write_memory(t->tid, t->exit_detail, &uptime, sizeof uptime);
  }
}

/* ------------------------------------------------------------------------------------ Clocks without system calls */

/* Programs read clocks through the vDSO: code of the kernel in their own memory. To stop at each reading would make
   programs slow that read clocks often, such as Node. So the tracer puts a page of code and a page of data into each new
   program. The code calls the vDSO and adds the offset from the data. The symbol table of the vDSO leads to this code.
   Where this fails the tracer hides the vDSO, and programs make system calls. */
struct clock_data {
  uint64_t get_clock, get_day; /* the functions of the vDSO */
  int64_t wall[2], elapsed[2]; /* seconds and nanoseconds to add */
  int64_t wall_microseconds;
};

#define PAGE 4096

static struct clock_data clock_data(void) {
  const int64_t wall = wall_shift + jumped;
  const int64_t seconds = wall >= 0 ? wall / SECOND : -((-wall + SECOND - 1) / SECOND), rest = wall - seconds * SECOND;
  struct clock_data data = {0, 0, {seconds, rest}, {jumped / SECOND, jumped % SECOND}, rest / 1000};
  return data;
}

/* Writes the offset into every process. */
static void share_offset(void) {
  const size_t skipped = offsetof(struct clock_data, wall);
  struct clock_data data = clock_data();
  pid_t written = 0;
  for (size_t i = 0; i < thread_count; i++) {
    const struct thread *t = threads[i];
    if (t->clock_page == 0 || t->pid == written) continue;
    struct iovec here = {(char *)&data + skipped, sizeof data - skipped};
    struct iovec there = {(void *)(uintptr_t)(t->clock_page + PAGE + skipped), sizeof data - skipped};
    if (process_vm_writev(t->tid, &here, 1, &there, 1, 0) > 0) written = t->pid;
  }
}

/* Returns the address of the vDSO of a new program, and where that address is noted for the program. */
static uint64_t find_vdso(pid_t tid, uint64_t sp, uint64_t *noted_at) {
  uint64_t at, word[2] = {0, 0};
  if (!read_memory(tid, sp, &at, sizeof at)) return 0;
  at = sp + 8 * (at + 2);
  while (read_memory(tid, at, word, 8) && word[0] != 0) at += 8;
  for (at += 8; read_memory(tid, at, word, sizeof word) && word[0] != AT_NULL; at += 16) {
    *noted_at = at;
    if (word[0] == AT_SYSINFO_EHDR) return word[1];
  }
  return 0;
}

#if defined(__x86_64__)
extern const char clock_code[], clock_code_day[], clock_code_time[], clock_code_end[];
__asm__(
    ".pushsection .rodata\n"
    ".balign 16\n"
    "clock_code:\n" /* clock_gettime(clock, to) */
    "  cmp $11, %edi\n  ja 7f\n"
    "  mov $0x8f3, %eax\n  bt %edi, %eax\n  jnc 7f\n" /* the clocks of the vDSO; the others need a call */
    "  push %rdi\n  push %rsi\n  sub $8, %rsp\n"
    "  call *clock_code+4096(%rip)\n"
    "  add $8, %rsp\n  pop %rsi\n  pop %rdi\n"
    "  test %eax, %eax\n  jne 9f\n"
    "  lea clock_code+4096+16(%rip), %rdx\n"
    "  mov $0x821, %eax\n  bt %edi, %eax\n  jc 1f\n" /* the clocks of the wall */
    "  add $16, %rdx\n"
    "1: mov 8(%rdx), %rcx\n  mov (%rdx), %rdx\n"
    "  add 8(%rsi), %rcx\n  add (%rsi), %rdx\n"
    "  cmp $1000000000, %rcx\n  jl 2f\n  sub $1000000000, %rcx\n  inc %rdx\n"
    "2: mov %rdx, (%rsi)\n  mov %rcx, 8(%rsi)\n  xor %eax, %eax\n  ret\n"
    "7: mov $228, %eax\n  syscall\n"
    "9: ret\n"
    "clock_code_day:\n" /* gettimeofday(to, zone) */
    "  push %rdi\n  push %rsi\n  sub $8, %rsp\n"
    "  call *clock_code+4096+8(%rip)\n"
    "  add $8, %rsp\n  pop %rsi\n  pop %rdi\n"
    "  test %eax, %eax\n  jne 9f\n  test %rdi, %rdi\n  je 9f\n"
    "  mov clock_code+4096+48(%rip), %rcx\n  mov clock_code+4096+16(%rip), %rdx\n"
    "  add 8(%rdi), %rcx\n  add (%rdi), %rdx\n"
    "  cmp $1000000, %rcx\n  jl 2f\n  sub $1000000, %rcx\n  inc %rdx\n"
    "2: mov %rdx, (%rdi)\n  mov %rcx, 8(%rdi)\n"
    "9: ret\n"
    "clock_code_time:\n" /* time(to) */
    "  sub $24, %rsp\n  mov %rdi, 16(%rsp)\n"
    "  mov $5, %edi\n  mov %rsp, %rsi\n  call clock_code\n"
    "  mov (%rsp), %rax\n  mov 16(%rsp), %rdi\n  add $24, %rsp\n"
    "  test %rdi, %rdi\n  je 9f\n  mov %rax, (%rdi)\n"
    "9: ret\n"
    "clock_code_end:\n"
    ".popsection\n");

/* Leads one symbol of the vDSO to the code for it, and notes where the function of the kernel is. */
static bool lead_symbol(pid_t tid, uint64_t vdso, uint64_t page, const Elf64_Sym *symbol, const char *name, struct clock_data *data) {
  const char *const own = (const char *)getauxval(AT_SYSINFO_EHDR);
  uint64_t code = 0;
  if (strncmp(name, "__vdso_", 7) == 0) name += 7;
  if (strcmp(name, "clock_gettime") == 0) {
    data->get_clock = vdso + symbol->st_value;
  } else if (strcmp(name, "gettimeofday") == 0) {
    data->get_day = vdso + symbol->st_value;
    code = (uint64_t)(clock_code_day - clock_code);
  } else if (strcmp(name, "time") == 0) {
    code = (uint64_t)(clock_code_time - clock_code);
  } else {
    return true;
  }
  const uint64_t value = page + code - vdso;
  return write_memory(tid, vdso + (uint64_t)((const char *)&symbol->st_value - own), &value, sizeof value);
}

/* Leads the symbols of the vDSO. The vDSO of the tracer is the same, so that it serves as a map. */
static bool lead_symbols(pid_t tid, uint64_t vdso, uint64_t page, struct clock_data *data) {
  const char *const own = (const char *)getauxval(AT_SYSINFO_EHDR);
  if (own == NULL) return false;
  const Elf64_Ehdr *const head = (const Elf64_Ehdr *)own;
  const Elf64_Shdr *const sections = (const Elf64_Shdr *)(own + head->e_shoff);
  for (int i = 0; head->e_shoff != 0 && i < head->e_shnum; i++) {
    if (sections[i].sh_type != SHT_DYNSYM) continue;
    const Elf64_Sym *const symbols = (const Elf64_Sym *)(own + sections[i].sh_offset);
    const char *const names = own + sections[sections[i].sh_link].sh_offset;
    for (size_t k = 0; k < sections[i].sh_size / sizeof *symbols; k++)
      if (!lead_symbol(tid, vdso, page, &symbols[k], names + symbols[k].st_name, data)) return false;
  }
  return data->get_clock != 0 && data->get_day != 0;
}

/* Puts the code into a program that has not run yet. Returns the address of its page, or 0. */
static uint64_t add_clock_code(pid_t tid, const registers *before, uint64_t vdso) {
  const uint64_t call = 0x050f, map[6] = {0, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, UINT64_MAX, 0};
  uint64_t start;
  registers r = *before;
  if (!read_memory(tid, get_pc(before), &start, sizeof start) || !write_memory(tid, get_pc(before), &call, 2)) return 0;
  r.rip += CALL_LENGTH;
  int64_t page = make_call(tid, &r, SYS_mmap, map);
  if (page > 0) {
    struct clock_data data = clock_data();
    const uint64_t at = (uint64_t)page, protect[6] = {at, PAGE, PROT_READ | PROT_EXEC, 0, 0, 0};
    const bool is_written = write_memory(tid, at, clock_code, (size_t)(clock_code_end - clock_code));
    if (!is_written || make_call(tid, &r, SYS_mprotect, protect) != 0 || !lead_symbols(tid, vdso, at, &data) ||
        !write_memory(tid, at + PAGE, &data, sizeof data))
      page = 0;
  }
  write_memory(tid, get_pc(before), &start, sizeof start);
  r = *before;
  set_registers(tid, &r);
  return page > 0 ? (uint64_t)page : 0;
}
#else
static uint64_t add_clock_code(pid_t tid, const registers *before, uint64_t vdso) {
  (void)tid, (void)before, (void)vdso;
  return 0;
}
#endif

/* A new program is about to run: changes how it reads clocks. */
static void prepare_clocks(struct thread *t) {
  registers r;
  uint64_t noted_at = 0;
  t->clock_page = 0;
  t->has_vdso_range = false;
  if (!get_registers(t->tid, &r)) return;
  const uint64_t vdso = find_vdso(t->tid, get_sp(&r), &noted_at), none = AT_IGNORE;
  if (vdso == 0) return;
  t->clock_page = add_clock_code(t->tid, &r, vdso);
  if (t->clock_page == 0) write_memory(t->tid, noted_at, &none, sizeof none);
}

/* True for a call that the vDSO itself makes, where the machine has no clock that it can read. Its caller adds the
   offset. */
static bool is_call_of_vdso(struct thread *t, uint64_t pc) {
  if (t->clock_page == 0) return false;
  if (!t->has_vdso_range) {
    char path[64], line[512];
    snprintf(path, sizeof path, "/proc/%d/maps", t->tid);
    FILE *maps = fopen(path, "re");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
      if (strstr(line, "[vdso]") != NULL) sscanf(line, "%" SCNx64 "-%" SCNx64, &t->vdso[0], &t->vdso[1]);
    if (maps != NULL) fclose(maps);
    t->has_vdso_range = true;
  }
  return pc >= t->vdso[0] && pc < t->vdso[1];
}

/* ------------------------------------------------------------------------------------------------------- Events */

/* A thread is stopped before a call of the filter. */
static void on_call(struct thread *t) {
  registers r;
  if (!get_registers(t->tid, &r)) return;
  const struct call *call = find_call(get_call(&r));
  if (call != NULL && call->action == WAIT) {
    begin_wait(t, call, &r);
    return;
  }
  if (call != NULL && call->action == SEND) {
    t->repeats = 0;
    mark_event();
  }
  if (call == NULL || call->action == SEND) {
    if (socket_count > 0) begin_limited_wait(t, &r);
    else t->wait.active = t->is_resumed = false;
    return;
  }
  t->wait.active = t->is_resumed = false;
  switch (call->action) {
    case WAIT:
    case SEND: break;
    case CHECK_CHILD: t->repeats = 0; break;
    case READ_CLOCK: on_read_clock(t, call, &r); break;
    case SET_TIMER: on_set_timer(t, call, &r); break;
    case MAKE_TIMER: on_make_timer(t, &r); break;
    case DROP_TIMER: on_drop_timer(t, (int)get_argument(&r, 0)); break;
    case LIMIT_SOCKET: on_limit_socket(t, &r); break;
    case REFUSE:
      if (t->pid != refused_pid) say("note process %d cannot use io_uring under warp: it gets the error ENOSYS", t->pid);
      refused_pid = t->pid;
      skip_call(t->tid, &r);
      set_result(&r, -ENOSYS);
      set_registers(t->tid, &r);
      break;
  }
}

/* The call whose end the tracer wanted to see has ended. */
static void on_exit_stop(struct thread *t) {
  struct wait *w = &t->wait;
  registers r;
  t->wants_exit_stop = false;
  if (t->is_after_exec) {
    t->is_after_exec = false;
    prepare_clocks(t);
    return;
  }
  if (!get_registers(t->tid, &r)) return;
  for (int i = 0; i < 6; i++)
    if ((t->changed_arguments >> i & 1) != 0) set_argument(&r, i, t->arguments_before[i]);
  if (t->changed_arguments != 0) set_registers(t->tid, &r);
  t->changed_arguments = 0;
  if (t->exit_call == SYS_timer_create && get_result(&r) == 0) {
    int id;
    if (read_memory(t->tid, t->exit_detail, &id, sizeof id))
      timer_of(t->pid, POSIX_TIMER, id, true)->clock = (int)get_argument(&r, 0);
  }
  if (t->exit_call == SYS_setsockopt && get_result(&r) == 0) trace_sockets(t, &r);
  finish_clock_call(t, &r);
  if (!w->active) return;
  const bool writes_rest = (is_select(w->number) || w->number == SYS_ppoll) && t->exit_detail != 0;
  if (writes_rest && w->kernel_offset != jumped) {
    const int64_t left = w->deadline - now();
    write_time(t->tid, t->exit_detail, left > 0 ? left : 0, time_format(w->number));
  }
  if (!is_interrupted(&r, w->pc)) w->active = false;
  else if (now() >= w->deadline) end_wait(t, &r);
  else t->is_resumed = true;
}

/* Says what of a new program warp cannot follow. */
static void check_program(const struct thread *t) {
  char path[64], name[256] = "";
  unsigned char head[5] = {0};
  struct stat about;
  snprintf(path, sizeof path, "/proc/%d/exe", t->pid);
  if (readlink(path, name, sizeof name - 1) < 0) return;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  if (fstat(file, &about) == 0 && (about.st_mode & (S_ISUID | S_ISGID)) != 0 && geteuid() != 0)
    say("note %s is a setuid program: it runs without the rights of its owner", name);
  if (read(file, head, sizeof head) == (ssize_t)sizeof head && head[4] == ELFCLASS32)
    say("note %s is a 32-bit program: its clocks and waits stay in real time", name);
  close(file);
}

static void on_exec(struct thread *t) {
  unsigned long former = 0;
  ptrace(PTRACE_GETEVENTMSG, t->tid, NULL, &former);
  for (size_t i = thread_count; i-- > 0;)
    if (threads[i]->pid == t->pid && threads[i]->tid != t->tid) remove_thread(threads[i]->tid);
  drop_timers(t->pid, true);
  t->wait.active = t->wants_exit_stop = t->is_resumed = false;
  t->changed_arguments = 0;
  t->repeats = 0;
  t->has_execed = t->is_after_exec = true;
  watch_exit(t, NO_CALL, 0);
  check_program(t);
  mark_event();
}

static void on_new_thread(struct thread *t, int event) {
  unsigned long tid = 0;
  ptrace(PTRACE_GETEVENTMSG, t->tid, NULL, &tid);
  t->wait.active = false;
  if (event == PTRACE_EVENT_VFORK) t->is_vforking = true;
  struct thread *new = add_thread((pid_t)tid);
  if (new->status < 0) {
    remove_thread(new->tid); /* it already ended */
    return;
  }
  if (!new->has_execed) new->clock_page = t->clock_page;
  new->traces_sockets = t->traces_sockets;
  if (new->pid == new->tid) mark_event();
}

static void on_stop_event(struct thread *t, int signal) {
  const bool is_job_control = signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
  if (is_job_control) {
    t->is_stopped = true;
    mark_event();
    ptrace(PTRACE_LISTEN, t->tid, NULL, NULL);
    return;
  }
  t->is_stopped = false;
  on_interruption(t);
  resume(t, 0);
}

/* Handles one report of the kernel about a thread. */
static void on_event(struct thread *t, int status) {
  const int event = status >> 16;
  if (WIFEXITED(status) || WIFSIGNALED(status)) {
    if (t->tid == main_pid) {
      has_ended = true;
      main_status = status;
    }
    remove_thread(t->tid);
    return;
  }
  const int signal = WSTOPSIG(status);
  recent = t;
  switch (event) {
    case PTRACE_EVENT_STOP: on_stop_event(t, signal); return;
    case PTRACE_EVENT_SECCOMP: on_call(t); break;
    case PTRACE_EVENT_CLONE:
    case PTRACE_EVENT_FORK:
    case PTRACE_EVENT_VFORK: on_new_thread(t, event); break;
    case PTRACE_EVENT_VFORK_DONE: t->is_vforking = false; break;
    case PTRACE_EVENT_EXEC: on_exec(t); break;
    default:
      if (signal == CALL_STOP) {
        on_exit_stop(t);
      } else {
        on_signal(t, signal);
        resume(t, signal);
        return;
      }
  }
  resume(t, 0);
}

/* Handles everything that happened. Returns false if nothing did. */
static bool take_events(void) {
  bool any = false;
  for (;;) {
    int status;
    const pid_t tid = waitpid(-1, &status, __WALL | WNOHANG);
    if (tid <= 0) return any;
    any = true;
    if (find_thread(tid) == NULL && !WIFSTOPPED(status)) continue;
    on_event(add_thread(tid), status);
    if (has_ended) return true;
  }
}

/* --------------------------------------------------------------------------------------------------------- Idle */

/* Compares the noted wait of a thread that ran with the call in which it is blocked. Returns false if it is not blocked:
   this file of the kernel tells sleeping threads from those that only prepare to sleep. */
static bool check_wait(struct thread *t) {
  char text[256];
  struct wait *w = &t->wait, is = {0};
  read_proc(t->tid, "syscall", text, sizeof text);
  if (strncmp(text, "running", 7) == 0) return false;
  if (t->wants_exit_stop || !w->active) return true;
  uint64_t *a = is.arguments;
  const char *format = "%" SCNd64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64;
  const int found = sscanf(text, format, &is.number, &a[0], &a[1], &a[2], &a[3], &a[4], &a[5], &is.sp, &is.pc);
  w->active = found == 9 && (is.number == w->number || is.number == SYS_restart_syscall) && is.sp == w->sp && is.pc == w->pc &&
              memcmp(a, w->arguments, sizeof is.arguments) == 0;
  return true;
}

/* True if the thread is blocked now. Notes whether it ran since the last idle. The kernel counts how often a thread was
   given a processor; kernels without that count tell how often it lost one. */
static bool look_at(struct thread *t) {
  char text[4096];
  if (t->is_stopped) return true;
  if (read_text(t->status, text, sizeof text) <= 0) {
    t->changed = true; /* it ended; the report comes */
    return true;
  }
  const char *state = has_run_counts ? strrchr(text, ')') : strstr(text, "\nState:");
  int64_t runs;
  if (has_run_counts) {
    char counts[128], *at = counts;
    read_text(t->counts, counts, sizeof counts);
    for (int i = 0; i < 2 && at != NULL; i++) at = strchr(at + (i > 0), ' ');
    runs = at == NULL ? -1 : strtoll(at, NULL, 10);
  } else {
    runs = labelled(text, "\nvoluntary_ctxt_switches:") + labelled(text, "\nnonvoluntary_ctxt_switches:");
  }
  if (runs != t->runs || !has_run_counts) t->changed = true;
  t->runs = runs;
  if (state == NULL || strchr(t->is_vforking ? "SDZX" : "SZX", state[has_run_counts ? 2 : 8]) == NULL) return false;
  return !t->changed || check_wait(t);
}

/* True if there was an instant at which every thread was blocked. Enough is one round in which no thread has run since
   the last idle, except the one that is looked at first. Otherwise a second round must find no change. */
static bool is_all_blocked(void) {
  size_t changed = 0;
  const struct thread *const first = recent;
  if (recent != NULL && !look_at(recent)) return false;
  for (size_t i = 0; i < thread_count; i++) {
    if (threads[i] == first) continue;
    if (!look_at(threads[i])) {
      recent = threads[i]; /* likely the one to wait for */
      return false;
    }
    if (threads[i]->changed) changed++;
  }
  for (size_t i = 0; changed > 0 && i < thread_count; i++) {
    const int64_t before = threads[i]->runs;
    if (!look_at(threads[i]) || threads[i]->runs != before) return false;
  }
  for (size_t i = 0; i < thread_count; i++) threads[i]->changed = false;
  return true;
}

/* True if no thread ran since the tree was found idle. */
static bool is_unchanged(void) {
  for (size_t i = 0; i < thread_count; i++) {
    const int64_t before = threads[i]->runs;
    if (!look_at(threads[i]) || threads[i]->runs != before) return false;
  }
  return true;
}

static int64_t next_deadline(bool *is_tick) {
  int64_t next = NEVER, tick = NEVER;
  drop_closed_timers();
  advance_timers();
  for (size_t i = 0; i < thread_count; i++) {
    const struct thread *t = threads[i];
    if (!t->wait.active || t->is_stopped) continue;
    int64_t *const which = is_ticker(t) ? &tick : &next;
    if (t->wait.deadline < *which) *which = t->wait.deadline;
  }
  for (size_t i = 0; i < timer_count; i++)
    if (timers[i].deadline < next) next = timers[i].deadline;
  *is_tick = next == NEVER && tick != NEVER;
  return *is_tick ? tick : next;
}

/* Interrupts the waits that are due and that the kernel would not end by itself. Returns the next deadline of these. */
static int64_t wake_due(void) {
  int64_t next = NEVER;
  for (size_t i = 0; i < thread_count; i++) {
    struct thread *t = threads[i];
    struct wait *w = &t->wait;
    if (!w->active || w->interrupted || t->is_stopped || w->kernel_offset == jumped) continue;
    if (w->deadline > now()) {
      if (w->deadline < next) next = w->deadline;
    } else if (ptrace(PTRACE_INTERRUPT, t->tid, NULL, NULL) == 0) {
      w->interrupted = true;
    }
  }
  return next;
}

static void jump(int64_t duration) {
  jumped = add(jumped, (duration + 999) / 1000 * 1000); /* whole microseconds: all clocks agree */
  jump_count++;
  share_offset();
  is_fruitful = false;
  for (size_t i = 0; i < timer_count; i++) {
    bool is_first = timers[i].deadline != NEVER;
    for (size_t k = 0; k < i; k++)
      if (timers[k].pid == timers[i].pid && timers[k].deadline != NEVER) is_first = false;
    if (is_first) set_timers_of(timers[i].pid);
  }
  advance_timers();
  wake_due();
}

/* --------------------------------------------------------------------------------------------- Talk with the runner */

static int64_t sequence, idle_deadline, next_look, pause_between_looks;
static bool is_idle, has_runner_gone;

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
  is_idle = true;
  idle_deadline = deadline;
  sequence++;
  if (is_alone) return;
  const int64_t wall = wall_now();
  if (deadline == NEVER) say("idle %" PRId64 " %" PRId64 " none", sequence, wall);
  else say("idle %" PRId64 " %" PRId64 " %" PRId64 "%s", sequence, wall, wall + deadline - at, is_tick ? " ticker" : "");
}

static void on_line(const char *line) {
  int64_t which, duration;
  if (sscanf(line, "jump %" SCNd64 " %" SCNd64, &which, &duration) == 2 && duration >= 0) {
    if (!is_idle || which != sequence) return; /* `busy` was already said */
    if (!is_unchanged()) {
      become_busy();
      return;
    }
    is_idle = false;
    jump(duration);
    look_soon();
  } else if (strcmp(line, "end") == 0) {
    has_runner_gone = true;
  } else {
    say("note unknown line from the runner: %s", line);
  }
}

/* Reads one line from the runner, or as many as there are. Returns false at the end of the stream. */
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
  int64_t wall;
  if (sscanf(line, "start %" SCNd64, &wall) != 1 || wall < SECOND * SECOND) return;
  start_at(wall);
  has_started = true;
}

/* ---------------------------------------------------------------------------------------------------- Main loop */

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
static void wait_for_event(int64_t until, const sigset_t *unblocked) {
  int64_t left = until - real_now();
  if (left < 0) left = 0;
  const struct timespec limit = {left / SECOND, left % SECOND};
  struct pollfd runner = {.fd = is_alone ? -1 : 4, .events = POLLIN};
  if (ppoll(&runner, 1, until == NEVER ? NULL : &limit, unblocked) > 0 && !read_lines(on_line)) has_runner_gone = true;
}

/* One look at the threads, if it is time for one. */
static void look(void) {
  const int64_t at = real_now();
  if (at < next_look) return;
  if (is_idle) {
    next_look = at + 50 * MILLISECOND;
    if (!is_unchanged()) become_busy();
    return;
  }
  if (is_fruitful && at < last_event + quiet) {
    next_look = last_event + quiet;
    return;
  }
  if (is_all_blocked()) become_idle();
  if (next_look > at) return;
  pause_between_looks = pause_between_looks < MILLISECOND ? pause_between_looks * 2 : 2 * MILLISECOND;
  next_look = real_now() + pause_between_looks;
}

static void run_until_end(const sigset_t *unblocked) {
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
    int64_t until = must_end ? give_up : next_look;
    if (due != NEVER && due - jumped < until) until = due - jumped;
    wait_for_event(until, unblocked);
  }
}

/* --------------------------------------------------------------------------------------------------------- Start */

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

/* Blocks the signals that the loop waits for, so that none comes between a check and the wait. */
static void prepare_signals(sigset_t *unblocked) {
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
  sigprocmask(SIG_BLOCK, &blocked, unblocked);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) sigdelset(unblocked, ends[i]);
  sigdelset(unblocked, SIGCHLD);
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
  sigset_t unblocked;
  char reason[256];
  int failures;
  is_alone = true;
  quiet = 0;
  if (!start(NULL, &failures, reason, sizeof reason)) {
    puts(reason);
    return 1;
  }
  prepare_signals(&unblocked);
  alarm(10);
  run_until_end(&unblocked);
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
  if (dprintf(2, "warp: %s\nusage: warp [--quiet MS] [--start NS] [--alone] -- command arguments…\n       warp --probe\n", problem) < 0)
    return 64;
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
    if (fcntl(fd, F_SETFD, FD_CLOEXEC) == 0) continue;
    if (fd == 3 || !is_alone) are_open = false;
    const int other = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (other >= 0 && other != fd) dup3(other, fd, O_CLOEXEC);
  }
  return are_open || is_alone;
}

static int run(char **command) {
  sigset_t unblocked;
  char reason[256];
  int failures;
  if (!start(command, &failures, reason, sizeof reason)) {
    say("note %s", reason);
    say("exit 69");
    return 69;
  }
  prepare_signals(&unblocked);
  const int64_t began = real_now();
  run_until_end(&unblocked);
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
  int64_t number;
  int i = 1;
  for (; i < count && strcmp(arguments[i], "--") != 0; i++) {
    if (strcmp(arguments[i], "--probe") == 0) return probe();
    if (strcmp(arguments[i], "--alone") == 0) {
      is_alone = true;
    } else if (strcmp(arguments[i], "--quiet") == 0) {
      if (!read_number(arguments[++i], 0, &number) || number > 60000) return fail_usage("--quiet needs milliseconds from 0 to 60000");
      quiet = number * MILLISECOND;
    } else if (strcmp(arguments[i], "--start") == 0) {
      if (!read_number(arguments[++i], SECOND * SECOND, &number)) return fail_usage("--start needs nanoseconds since 1970, from 2001 on");
      start_at(number);
      has_started = true;
    } else {
      return fail_usage("unknown option");
    }
    if (i >= count) return fail_usage("a value is missing");
  }
  if (i + 1 >= count) return fail_usage("no command after --");
  if (!prepare_descriptors()) return fail_usage("the runner must open the file descriptors 3 and 4; without a runner, use --alone");
  while (!is_alone && !has_started)
    if (!read_lines(on_start_line)) return fail_usage("the runner ended before it sent start");
  return run(&arguments[i + 1]);
}
