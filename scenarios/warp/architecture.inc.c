/*
 * The registers of a stopped thread, and how the kernel shows an interrupted call in them. x86-64 is tested; aarch64 is
 * only compiled.
 */

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
static void prepare_call(pid_t tid, registers *r, long number) {
  (void)tid;
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

static bool is_call_at(pid_t tid, uint64_t pc) {
  return (uint32_t)ptrace(PTRACE_PEEKTEXT, tid, (void *)(uintptr_t)pc, NULL) == 0xd4000001;
}

static bool is_in_call(pid_t tid, const registers *r) {
  return is_call_at(tid, r->pc) || is_call_at(tid, r->pc - CALL_LENGTH);
}

static void prepare_call(pid_t tid, registers *r, long number) {
  if (!is_call_at(tid, r->pc)) r->pc -= CALL_LENGTH;
  r->regs[8] = (uint64_t)number;
}
#else
#error "warp knows the registers of x86-64 and aarch64 only"
#endif
