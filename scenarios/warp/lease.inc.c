/*
 * Jumps that the tracer makes alone, because no call of the command is in flight: the supplier follows before a thread
 * sends something.
 */

static bool is_free;
/* The jump that the runner has not confirmed yet begins with no call in flight. */
static bool is_agreed_free;
/* What the runner was not told yet: the duration and the number of jumps. */
static int64_t unreported, unreported_jumps;
static int64_t last_passed, last_report; /* the number of the last `passed`, and its real time */

static void report_jumps(void) {
  if (unreported_jumps == 0) return;
  last_passed = ++sequence;
  say("passed %" PRId64 " %" PRId64 " %" PRId64, sequence, unreported, unreported_jumps);
  unreported = unreported_jumps = 0;
  last_report = real_now();
}

/* The clock of the supplier counts whole milliseconds. Reports without need let it follow from time to time, for a runner
   that ends the command. */
static void jump_freely(int64_t duration) {
  const int64_t whole = add(duration, MILLISECOND - 1) / MILLISECOND * MILLISECOND;
  unreported += whole;
  unreported_jumps++;
  jump(whole);
  if (real_now() >= last_report + 20 * MILLISECOND) report_jumps();
}

static void begin_freedom(void) {
  is_free = true;
  last_report = real_now();
}

/* From now on, the tracer asks for each jump. A wait can end by itself, and its thread send something, before the runner has
   confirmed a jump: the call is then in flight. */
static void end_freedom(void) {
  report_jumps();
  is_free = is_agreed_free = false;
}
