import type { LongSteps } from './long-step.ts';
import type { Stepper } from './stepper.ts';
import type { Advance, Advanced, Fired } from './types.ts';

interface SlicedParts {
  readonly stepper: Stepper;
  readonly steps: LongSteps;
  /** Called after each step that has moved the clock. */
  reset(): void;
}

/** Creates the functions that move a clock in slices, and `settle`, which reports their errors. */
export function createSlicedSteps({ stepper, steps, reset }: SlicedParts) {
  let failure: { readonly error: unknown } | undefined;
  const note = (error: unknown) => {
    failure = { error };
  };

  function advance(advances: readonly Advance[]): Advanced | Promise<Advanced> {
    steps.finish();
    try {
      return steps.run(mustWait => stepper.advanceAll(advances, mustWait));
    } finally {
      reset();
    }
  }

  return {
    advance,
    begin(): Promise<void> | undefined {
      if (steps.ended || stepper.isRunning || !stepper.isDue) return steps.ended;
      try {
        const settling = advance([]);
        return settling instanceof Promise ? settling.then(() => {}, note) : undefined;
      } catch (error) {
        note(error);
        return undefined;
      }
    },
    settle(): Fired[] {
      steps.finish();
      const { error } = failure ?? {};
      if (!failure) return stepper.settle();
      failure = undefined;
      throw error;
    },
  };
}
