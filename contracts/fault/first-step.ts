import { findStatus, isCancelStep, type ServiceStatus, statuses } from '../booking-status.ts';
import { parseDuration } from '../duration.ts';
import type { AnyOperation } from '../operation.ts';

/** A status that a booking comes to, and how long after the call. */
export interface Step {
  after: string;
  status: string;
}

const names = Object.keys(statuses) as ServiceStatus[]; // Object.keys widens to string

/**
 * Why a timeline cannot begin at an operation as it does, with the statuses it can begin with; undefined when it can.
 *
 * @example whyNotFirst(operations['hotel.doBooking'], [{ after: 'PT0S', status: 'expired' }])
 */
export function whyNotFirst({ id, effect }: AnyOperation, steps: readonly Step[]): string | undefined {
  const [first] = steps
    .map(({ after, status }) => ({ at: parseDuration(after), status: findStatus(status) }))
    .sort((a, b) => a.at - b.at);
  if (first?.status === undefined) return undefined;
  const valid = firstStatuses(effect, first.at);
  if (valid === undefined || valid.includes(first.status)) return undefined;
  return `a timeline of ${id} cannot begin with ${first.status}; its first status is one of ${valid.join(', ')}`;
}

/**
 * The statuses that the first step of an operation can have; undefined for those of which the transition table knows
 * more: a step that comes later goes from what was sold.
 */
function firstStatuses(effect: AnyOperation['effect'], at: number): ServiceStatus[] | undefined {
  // A cancellation that the supplier refuses leaves the booking confirmed.
  if (effect === 'cancel') return names.filter(name => isCancelStep(name) || name === 'confirmed');
  if (effect === 'pay') return names.filter(name => statuses['awaiting-payment'].to.some(to => to === name));
  if (effect === 'book' && at === 0) return names.filter(name => !isCancelStep(name) && name !== 'expired');
  return undefined;
}
