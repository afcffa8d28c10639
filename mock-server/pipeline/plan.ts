import { isMadeUp } from '../faults/course.ts';
import { meetFaults } from '../faults/meet.ts';
import { findPlay } from '../plays/find-play.ts';
import { refuseRevoked } from './authenticate.ts';
import type { Planned, Playing, Validated } from './stages.ts';

/** Finds the scenario that a call plays, and begins one where the call asks for it. */
export const joinPlay = (call: Validated): Playing => ({ ...call, play: findPlay(call) });

/**
 * Matches the faults of the sandbox and of the scenario, and makes one plan of them.
 *
 * @throws Refusal 401 when the scenario has revoked the credential
 */
export function plan(call: Playing): Planned {
  if (call.play) refuseRevoked(call);
  const course = meetFaults(call);
  // An answer that no supplier gave counts towards no rate (decision 10).
  if (course && isMadeUp(course)) call.rate?.giveBack(call.now);
  return { ...call, plan: course };
}
