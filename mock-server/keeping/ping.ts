import type { MachineClock } from '../clock/index.ts';
import type { SandboxKeeper } from './keeper.ts';

/** The maximum time until a store that works answers, in milliseconds. */
const maxWait = 2_000;

/**
 * Returns whether a durable store answers.
 *
 * @example await canReach(keeper, hostMachine) // true
 */
export async function canReach(
  keeper: Pick<SandboxKeeper, 'list'>,
  machine: Pick<MachineClock, 'timer'>,
): Promise<boolean> {
  let cancel = () => {};
  const tooLate = new Promise<boolean>(resolve => {
    cancel = machine.timer(maxWait, () => resolve(false));
  });
  const answered = keeper.list('', 1).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, tooLate]);
  } finally {
    cancel();
  }
}
