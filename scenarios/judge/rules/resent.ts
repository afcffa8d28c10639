import type { Call } from '../traffic/call.ts';

/** Sent sooner after a broken connection than any program decides to, ms of real time. */
const atOnce = 20;

/** A note where what was sent again came from the HTTP stack of the client and not from its own code. */
export function resentBy(first: Call, again: Call): string {
  const { closed, connection } = first.facts;
  const isReused = connection !== undefined && connection.request > 1;
  const isAtOnce = closed !== undefined && again.opened.real - closed.real <= atOnce;
  const isSame = first.facts.idempotencyKey === again.facts.idempotencyKey;
  return closed?.ending === 'reset' && isReused && isAtOnce && isSame ? ' (resent by your HTTP stack)' : '';
}
