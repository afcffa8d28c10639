import { storeRefusal } from '../refusal.ts';
import type { Reported, SandboxKeep } from '../sandboxes/index.ts';
import { StoreError } from '../store-error.ts';
import type { RefuseCall } from './answer.ts';
import type { Answered, Received } from './stages.ts';

/** Answers a call of a sandbox with a durable store. */
export type WhenDurable = (
  keep: SandboxKeep,
  received: Received,
  answer: () => Answered | Promise<Answered>,
) => Answered | Promise<Answered>;

/**
 * Creates the function that delays an answer until the change that it reports is durable. If the write fails, the call
 * gets the status 503, and the sandbox has not changed. After a pause of a fault, an earlier write can contain the change, so
 * the answer then says that the call may have taken effect.
 */
export function createWhenDurable(refuseCall: RefuseCall): WhenDurable {
  return (keep, received, answer) => {
    // The sandbox was lost while the server read the body of this call.
    if (keep.lostBy) return refuseCall(received, storeRefusal(keep.lostBy));
    const made = answer();
    if (made instanceof Promise) return made.then(answered => settle(keep, answered, uncertain));
    return settle(keep, made, error => error);
  };

  function settle(keep: SandboxKeep, answered: Answered, explain: (error: unknown) => unknown) {
    const reported = reportedBy(answered);
    const durable = keep.lostBy ? Promise.reject(keep.lostBy) : keep.settle(reported);
    if (!durable) return answered;
    if (reported === 'change' && !keep.lostBy) answered.reached.storeWithChange(answered);
    return durable.then(
      () => answered,
      error => {
        answered.release?.();
        return refuseCall(answered.reached, storeRefusal(explain(error)));
      },
    );
  }
}

/** Returns the error for a call whose change an earlier write can contain. */
const uncertain = (error: unknown): unknown =>
  error instanceof StoreError && error.code === 'unavailable'
    ? new StoreError('uncertain', error.message, { cause: error })
    : error;

/** Returns what an answer reports. The answers of Searches and conditions depend on no booking, so they wait for nothing. */
function reportedBy({ reached, status, faults }: Answered): Reported {
  const { operation, sandbox } = reached;
  // A fault counts its calls, and an answer with a fault must not be given twice.
  if (faults) return 'change';
  if (!operation || operation.effect === 'validate' || operation.id.endsWith('.search')) return 'none';
  if (operation.effect !== 'read') return status === 200 ? 'change' : 'look';
  // A poll moves the clock of this mode, and no clock of the machine can repeat the movement.
  return sandbox.clock.mode === 'per-poll' ? 'change' : 'look';
}
