/*
 * Clocks: how a program reads virtual time.
 */

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

/* Writes into the memory of a process that runs. Some systems forbid process_vm_writev, but not this file. */
static bool write_running(pid_t tid, uint64_t to, const void *from, size_t size) {
  struct iovec here = {(void *)(uintptr_t)from, size}, there = {(void *)(uintptr_t)to, size};
  if (process_vm_writev(tid, &here, 1, &there, 1, 0) == (ssize_t)size) return true;
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", tid);
  const int memory = open(path, O_WRONLY | O_CLOEXEC);
  if (memory < 0) return false;
  const bool is_written = pwrite(memory, from, size, (off_t)to) == (ssize_t)size;
  close(memory);
  return is_written;
}

/* Writes the offset into every process. */
static void share_offset(void) {
  const size_t skipped = offsetof(struct clock_data, wall);
  struct clock_data data = clock_data();
  pid_t written = 0;
  for (size_t i = 0; i < thread_count; i++) {
    const struct thread *t = threads[i];
    if (t->clock_page == 0 || t->pid == written) continue;
    const uint64_t to = t->clock_page + PAGE + skipped;
    if (write_running(t->tid, to, (const char *)&data + skipped, sizeof data - skipped)) written = t->pid;
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
static bool lead_symbol(pid_t tid, uint64_t vdso, uint64_t page, const Elf64_Sym *symbol, const char *name,
                        struct clock_data *data) {
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
