import type { OperationId } from '#contracts';
import { type Control, controlOf, sandboxId } from './addresses.ts';

const prefix = 'hold-';

/** The faults that hold a call for two seconds of the sandbox's clock: before its operation has an effect, or after that. */
export const holds = [
  { kind: 'hang', for: 'PT2S', commit: 'before' },
  { kind: 'hang', for: 'PT2S', commit: 'after' },
  { kind: 'delay', by: 'PT2S' },
] as const;

/** The call that a fault holds. The fault applies once. */
export interface HeldCall {
  readonly name: string;
  readonly operation: OperationId;
  /** A field of the request that selects the call, and its value. */
  readonly body: Readonly<Record<string, string>>;
  readonly hold: (typeof holds)[number];
}

interface Holder {
  readonly control: Control;
  advance(): Promise<void>;
}

/** Advances the clock until all calls have ended, so a held call always ends, also if all clients hold calls at the same time. */
export async function whileHeld<Result>(
  { control, advance }: Holder,
  { name, operation, body, hold }: HeldCall,
  call: () => Promise<Result>,
): Promise<Result> {
  const match = { operations: [operation], body, times: 1 };
  const fault = { id: `${prefix}${name}`, match, effect: hold };
  const armed = await control.send('armFaults', { id: sandboxId, body: fault });
  if (armed.status === 409) return await call(); // another client holds a call for the same booking
  if (!armed.ok) throw new Error(`the hold ${name} was answered ${armed.status}: ${await armed.text()}`);
  // A killed server can refuse to advance the clock while the other server holds the call.
  return await advanceUntilOver(call(), () => advance().catch(unlessServerEnded));
}

/** Advances a clock until a promise has settled, and returns its result. */
export async function advanceUntilOver<Result>(
  waiting: Promise<Result>,
  advance: () => Promise<void>,
): Promise<Result> {
  let isOver = false;
  const ended = waiting.finally(() => {
    isOver = true;
  });
  ended.catch(() => {}); // the last line of this function reports the failure
  while (!isOver) await advance();
  return await ended;
}

function unlessServerEnded(error: unknown): void {
  if (!(error instanceof TypeError)) throw error;
}

/** Disarms the holds of a server that was killed, so that they hold no call of a later client. */
export async function endHolds(url: string): Promise<void> {
  const control = controlOf(url);
  const { body: faults } = await control.ask('listFaults', { id: sandboxId });
  for (const { id } of faults)
    if (id.startsWith(prefix)) await control.ask('disarmFault', { id: sandboxId, faultId: id });
}
