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

/**
 * Closes a sandbox like `closeSandbox`. If there are many events, they happen in slices. The promise rejects when the sandbox is
 * closed, reset or removed in the meantime.
 */
export function closeInSlices(sandbox: Sandbox): Fired[] | Promise<Fired[]> {
  const { clock, closed } = sandbox;
  const close = (fired: Fired[]): Fired[] => {
    sandbox.close();
    return fired;
  };
  if (closed) return close([]);
  const advanced = clock.advanceInSlices(clock.mode === 'real' ? [] : allWindows);
  return advanced instanceof Promise ? advanced.then(({ fired }) => close(fired)) : close(advanced.fired);
}

/** The advances that pass the life of all tokens and all scheduled events. */
const allWindows: readonly Advance[] = [{ by: limits.reTokenLife.value }, { until: () => false }];

const passAllWindows = (clock: VirtualClock): Fired[] => allWindows.flatMap(how => clock.advance(how).fired);
