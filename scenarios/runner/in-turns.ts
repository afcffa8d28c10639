interface Turns {
  /** How many items are processed at the same time. */
  readonly jobs: number;
  /** After its abort, no further item starts. */
  readonly signal: AbortSignal;
}

/**
 * Processes a list in order, several items at the same time.
 *
 * @throws the first error, after all started work has ended; no item starts after an error
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
