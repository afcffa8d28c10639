/** How work is done. */
interface Turns {
  /** How many at once. */
  readonly jobs: number;
  /** Lets nothing more begin. */
  readonly signal: AbortSignal;
}

/**
 * Does something for each of a list in order, several at once.
 *
 * @throws the first error, once nothing is under way any more; nothing is begun after it
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
