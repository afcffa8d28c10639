/** Runs work to its end. Returns its result and the number of its steps. */
export function countSteps<R>(work: Iterator<unknown, R>): { result: R; steps: number } {
  for (let steps = 0; ; steps += 1) {
    const step = work.next();
    if (step.done) return { result: step.value, steps };
  }
}
