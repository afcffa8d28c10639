/** Starts the items in order, and asks before each one whether it `isOver`. Throws the first error after all started items have ended. */
export async function inTurns<T>(
  all: readonly T[],
  { jobs, isOver }: { readonly jobs: number; isOver(): boolean },
  work: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = [...all];
  let failed: { error: unknown } | undefined;
  async function worker(): Promise<void> {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      if (failed || isOver()) return;
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
