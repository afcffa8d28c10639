import { type Call, isGood } from '../traffic/call.ts';
import type { Traffic } from '../traffic/index.ts';

/** The conditions that DoBookings were sent by; where none was sent, the last that were given. */
export function bookedConditions(traffic: Traffic): Call[] {
  const booked = traffic.of('book').flatMap(({ issuer }) => (issuer?.step === 'conditions' ? [issuer] : []));
  if (booked.length > 0) return booked;
  const last = traffic.of('conditions').findLast(isGood);
  return last ? [last] : [];
}
