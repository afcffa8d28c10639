import { canMove, type ServiceStatus } from '#contracts';
import { type ControlBody, supplierDecisions } from '#contracts/control';
import { viewBooking } from '../sandboxes/index.ts';
import type { BookingRecord, ServiceRecord } from '../store/index.ts';
import { requireBooking } from './bookings.ts';
import type { SomeHandlers } from './handler.ts';
import { type ControlRefusal, refuseDetails, refuseUnknown, requireOpen } from './refusal.ts';

/** The handler with which an operator makes the decisions of the supplier. */
export const decisionHandlers = {
  decideBooking({ sandbox, params, body: { status, serviceId } }) {
    requireOpen(sandbox, 'its bookings cannot change');
    sandbox.clock.settle(); // a change that is due now happens before the decision
    const booking = requireBooking(sandbox, params.bookingId ?? '', 'bookingId');
    const services = serviceId === undefined ? booking.services : [findService(booking, serviceId)];
    const decided = services.filter(({ truth }) => canMove(truth, status));
    if (decided.length === 0) throw impossible(status, services);
    for (const service of decided) sandbox.decide(booking, service, status);
    return { json: viewBooking(booking, sandbox.redactor) };
  },
} satisfies SomeHandlers;

type Decision = ControlBody<'decideBooking'>['status'];

function findService({ id, services }: BookingRecord, serviceId: string): ServiceRecord {
  const found = services.find(service => service.id === serviceId);
  if (found) return found;
  const ids = services.map(service => service.id);
  return refuseUnknown('serviceId', serviceId, `booking "${id}" has no service "${serviceId}"`, ids);
}

/** Returns the refusal of a decision that no service allows. The refusal names the possible statuses of each service. */
function impossible(status: Decision, services: readonly ServiceRecord[]): ControlRefusal {
  const states = services.map(({ id, truth }) => {
    const possible = possibleFrom(truth);
    const next = possible.length > 0 ? `can only become ${possible.join(', ')}` : 'cannot change any more';
    return `service "${id}" is ${truth} and ${next}`;
  });
  const valid = supplierDecisions.filter(one => services.some(({ truth }) => canMove(truth, one)));
  const message = `the supplier cannot decide "${status}" now: ${states.join('; ')}`;
  return refuseDetails('Conflict', [{ field: 'status', message, value: status, valid }]);
}

const possibleFrom = (truth: ServiceStatus): Decision[] =>
  supplierDecisions.filter(one => canMove(truth, one));
