import type { MachineClock } from '../clock/index.ts';
import type { SandboxKeeper } from './keeper.ts';

/** The maximum time until a store that works has written a value, in milliseconds. */
const maxWait = 2_000;

/**
 * Returns whether a durable store can be written. A full disk or a full memory still answers reads, but refuses every change.
 *
 * @example await canReach(keeper, hostMachine) // true
 */
export async function canReach(
  keeper: Pick<SandboxKeeper, 'ping'>,
  machine: Pick<MachineClock, 'timer'>,
): Promise<boolean> {
  let cancel = () => {};
  const tooLate = new Promise<boolean>(resolve => {
    cancel = machine.timer(maxWait, () => resolve(false));
  });
  const written = keeper.ping().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([written, tooLate]);
  } finally {
    cancel();
  }
}
