import { limits } from '#contracts';
import type { Fired } from '../clock/index.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * Closes a sandbox. Its clock first advances past every window in which a client could still act; a real clock does not move.
 * The sandbox refuses further requests.
 *
 * @returns the events that happened on the way; none for a sandbox that was closed before
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
