import { type Call, firstFrom, isGood } from './call.ts';
import type { Traffic } from './traffic.ts';

/** The looks and lists that a credential sent between the end of one call and another call. */
export function looksBetween(
  first: Pick<Call, 'by' | 'opened' | 'ended'>,
  last: Call,
  traffic: Traffic,
): Call[] {
  const looks = traffic.looksBy(first.by);
  const found: Call[] = [];
  for (let index = firstFrom(looks, first.ended ?? first.opened); index < looks.length; index += 1) {
    const look = looks[index];
    if (!look || look.number >= last.number) break;
    found.push(look);
  }
  return found;
}

/** The conditions that DoBookings were sent by; where none was sent, the last that were given. */
export function bookedConditions(traffic: Traffic): Call[] {
  const booked = traffic.of('book').flatMap(({ issuer }) => (issuer?.step === 'conditions' ? [issuer] : []));
  if (booked.length > 0) return booked;
  const last = traffic.of('conditions').findLast(isGood);
  return last ? [last] : [];
}

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
