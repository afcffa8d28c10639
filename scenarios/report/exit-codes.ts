import { breaksInvariant, hasHarnessError, isBroken } from '../judge/index.ts';
import type { Judged, ScenarioReport } from './schema.ts';

export const exitCodes = { held: 0, broken: 1, unproven: 2, harness: 70 } as const;

/** What decides the exit code of a command. */
interface Result {
  /** Whether the judge or the stand-in failed. */
  readonly hasHarnessError?: boolean;
  readonly isBroken: boolean;
  /** Whether nothing was judged, or less than the user wanted. */
  readonly isUnproven: boolean;
}

export function exitCodeOf({ hasHarnessError: isOurs = false, isBroken: isBad, isUnproven }: Result): number {
  if (isOurs) return exitCodes.harness;
  if (isBad) return exitCodes.broken;
  return isUnproven ? exitCodes.unproven : exitCodes.held;
}

/**
 * 1 also if the baseline lists a failure that did not happen. 2 if a rule named by a scenario was not observed, or no scenario was
 * played; in a strict run, also if the client does not support a task.
 */
export function runExitCode(
  all: readonly Pick<ScenarioReport, 'state' | 'outcome'>[],
  { isStale, isStrict }: { readonly isStale: boolean; readonly isStrict: boolean },
): number {
  const some = (state: ScenarioReport['state']) => all.some(one => one.state === state);
  const isNothing = all.every(({ state }) => state === 'not-played');
  const isLeftOut = isStrict && all.some(one => one.state === 'not-played' && one.outcome === 'unsupported');
  return exitCodeOf({
    hasHarnessError: some('harness-error'),
    isBroken: some('broken') || isStale,
    isUnproven: some('unproven') || isNothing || isLeftOut,
  });
}

/** Returns the exit code for recorded traffic. The code is 2 if there was no call, or if no answer could be read. */
export const trafficExitCode = (judged: readonly Judged[]): number =>
  exitCodeOf({
    hasHarnessError: judged.some(hasHarnessError),
    isBroken: judged.some(one => isBroken(one) || breaksInvariant(one.invariants)),
    isUnproven: judged.every(({ calls, unread = [] }) => {
      return calls === unread.filter(({ part }) => part === 'answer').length;
    }),
  });
