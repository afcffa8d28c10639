/** The least time for a test file, in milliseconds. */
const leastLimit = 60_000;
/** A mutant, and a busy machine, may make a test file this much slower. */
const maxSlowdown = 10;

/**
 * Runs the tests of a mutant with a limit for each test file. A file that exceeds the limit is timed without the mutant. If it is only slow,
 * the tests run again with a longer limit.
 *
 * @param run returns the file that exceeded the limit as `late`
 * @param runAlone runs a file without the mutant
 */
export async function runInTime<Run extends { late: string | undefined }>(
  run: (limit: number) => Promise<Run>,
  runAlone: (file: string) => Promise<unknown>,
): Promise<Run> {
  for (let limit = leastLimit; ; ) {
    const ended = await run(limit);
    if (ended.late === undefined) return ended;
    const start = performance.now();
    await runAlone(ended.late);
    const wanted = maxSlowdown * (performance.now() - start);
    if (wanted <= limit) return ended;
    limit = wanted;
  }
}
