import type { ScenarioReport } from '../reports/index.ts';

/** The exit codes of a run. */
export const exitCodes = { held: 0, broken: 1, unproven: 2, harness: 70 } as const;

/**
 * Returns the exit code of a run. The code is 70 if the judge or the stand-in failed. The code is 1 if a rule was broken, or the
 * baseline lists a failure that did not happen. The code is 2 if a rule named by a scenario was not observed, or no scenario was
 * played. In a strict run, the code is also 2 if the client does not support a task.
 *
 * @param run whether the baseline lists a failure that did not happen, and whether the run is strict
 */
export function exitCodeOf(
  all: readonly Pick<ScenarioReport, 'state' | 'outcome'>[],
  { isStale, isStrict }: { readonly isStale: boolean; readonly isStrict: boolean },
): number {
  const some = (state: ScenarioReport['state']) => all.some(one => one.state === state);
  if (some('harness-error')) return exitCodes.harness;
  if (some('broken') || isStale) return exitCodes.broken;
  const isNothing = all.every(({ state }) => state === 'not-played');
  const isLeftOut = isStrict && all.some(one => one.state === 'not-played' && one.outcome === 'unsupported');
  return some('unproven') || isNothing || isLeftOut ? exitCodes.unproven : exitCodes.held;
}
