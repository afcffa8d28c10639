/** How much work is done at once. */
interface Turns {
  /** How many items at once. */
  readonly jobs: number;
  /** Aborted: no further item begins. */
  readonly signal: AbortSignal;
}

/**
 * Works through a list in order, several items at once.
 *
 * @throws the first error, when all work that had begun has ended; no item begins after it
 */
export async function inTurns<T>(
  all: readonly T[],
  { jobs, signal }: Turns,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = [...all];
  let failed: { error: unknown } | undefined;
  async function worker(): Promise<void> {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      if (signal.aborted || failed) return;
      try {
        await work(one);
      } catch (error) {
        failed ??= { error };
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, worker));
  if (failed) throw failed.error;
}
