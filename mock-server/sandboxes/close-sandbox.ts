import { limits } from '#contracts';
import type { Fired } from '../clock/index.ts';
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
  const fired = closed ? [] : clock.mode === 'real' ? clock.settle() : passAllWindows(sandbox);
  sandbox.close();
  return fired;
}

function passAllWindows({ clock }: Sandbox): Fired[] {
  const windows = clock.advance({ by: limits.reTokenLife.value });
  const rest = clock.advance({ until: () => false });
  return [...windows.fired, ...rest.fired];
}
