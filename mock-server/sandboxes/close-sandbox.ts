import { limits } from '#contracts';
import type { Fired } from '../clock/index.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * Closes a sandbox for good: its clock passes every window that a client could still be waiting for (a real clock cannot be
 * moved), so that what was not sent by then never came; further requests are refused.
 *
 * @returns what came due on the way; nothing for a sandbox that was closed already
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
