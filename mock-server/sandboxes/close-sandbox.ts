import { limits } from '#contracts';
import type { Advance, Fired, VirtualClock } from '../clock/index.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * Closes a sandbox. First, its clock advances until all tokens have expired and all scheduled events have happened (a clock in
 * mode `real` does not advance). Then the sandbox refuses all requests.
 *
 * @returns the events that happened while the clock advanced; an empty list for a sandbox that was already closed
 * @example closeSandbox(sandbox).map(({ to }) => to) // ['confirmed']
 */
export function closeSandbox(sandbox: Sandbox): Fired[] {
  const { clock, closed } = sandbox;
  const fired = closed ? [] : clock.mode === 'real' ? clock.settle() : passAllWindows(clock);
  sandbox.close();
  return fired;
}

/** The advances that pass the life of all tokens and all scheduled events. */
const allWindows: readonly Advance[] = [{ by: limits.reTokenLife.value }, { until: () => false }];

const passAllWindows = (clock: VirtualClock): Fired[] => allWindows.flatMap(how => clock.advance(how).fired);
