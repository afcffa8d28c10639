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
 * gets the status 503, and the sandbox has not changed.
 */
export function createWhenDurable(refuseCall: RefuseCall): WhenDurable {
  return (keep, received, answer) => {
    // The sandbox was lost while the server read the body of this call.
    if (keep.isLost) return refuseCall(received, storeRefusal(lost()));
    const made = answer();
    if (made instanceof Promise) return made.then(answered => settle(keep, answered));
    return settle(keep, made);
  };

  function settle(keep: SandboxKeep, answered: Answered): Answered | Promise<Answered> {
    const durable = keep.isLost ? Promise.reject(lost()) : keep.settle(reportedBy(answered));
    if (!durable) return answered;
    return durable.then(
      () => answered,
      error => {
        answered.release?.();
        return refuseCall(answered.reached, storeRefusal(error));
      },
    );
  }
}

const lost = () =>
  new StoreError('unavailable', 'the store of this server failed to write a change of the sandbox');

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
