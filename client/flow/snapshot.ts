import {
  type Booking,
  canMove,
  isCancelStep,
  isFinal,
  pollingPlans,
  type ResponseOf,
  type ServiceStatus,
  statuses,
} from '#contracts';
import { statusNames, statusWith } from '#contracts/booking-status';
import { shareWord } from '#contracts/util';

/** An entry of Errors[] as the supplier sent it. */
export type Reason = ResponseOf<'getBooking'>['Errors'][number];

/** The service is the one that the flow books or cancels. */
export interface BookingSnapshot {
  readonly bookingId: string;
  readonly serviceId: string | undefined;
  /** Undefined if the client has only the answer of DoBooking. */
  readonly booking: Booking | undefined;
  readonly status: ServiceStatus | undefined;
  readonly statusText: string;
  readonly errors: readonly Reason[];
}

export function snapshotOf(
  booking: Booking,
  { reference, serviceId }: { reference?: string | undefined; serviceId?: string | undefined },
): BookingSnapshot {
  const { Services, Errors } = booking;
  const service =
    Services.find(({ ServiceId }) => ServiceId === serviceId) ??
    Services.find(({ ExternalReference }) => reference !== undefined && ExternalReference === reference) ??
    (Services.length === 1 ? Services[0] : undefined);
  return {
    bookingId: booking.BookingId,
    serviceId: service?.ServiceId,
    booking,
    status: statusOf(service ?? booking),
    statusText: statusTextOf(service ?? booking),
    errors: Errors,
  };
}

/** Some suppliers do not store references, and some return another booking. */
export function hasReference(
  { ExternalReference, Services }: Booking,
  reference: string | undefined,
): boolean {
  const known = [ExternalReference, ...Services.map(service => service.ExternalReference)].filter(
    each => each !== undefined && each !== '',
  );
  return reference === undefined || known.length === 0 || known.includes(reference);
}

/** Another program can use the same reference for other guests. */
export function canBelongTo({ Services }: Booking, guests: string | undefined): boolean {
  const names = Services.flatMap(({ Paxs = [] }) => Paxs.map(({ Name, Surname }) => `${Name} ${Surname}`));
  return guests === undefined || names.length === 0 || shareWord(guests, names.join(' '));
}

export const statusTextOf = ({ bookingStatus, Status = '' }: WireStatus): string =>
  `${bookingStatus} (${Status})`;

export interface WireStatus {
  readonly bookingStatus: string;
  readonly Status?: string | undefined;
}

/** Without a known label, the word decides. Undefined for an unknown word or a contradiction, which a person must decide. */
export function statusOf({ bookingStatus, Status = '' }: WireStatus): ServiceStatus | undefined {
  const exact = statusWith(bookingStatus, Status);
  if (exact) return exact;
  const word = statusWith(bookingStatus);
  const labelled = statusNames.filter(name => statuses[name].label === Status);
  if (word === undefined || labelled.length === 0) return word;
  return statusWith(bookingStatus.toUpperCase(), Status) ?? agreeingStatus(word, labelled);
}

function agreeingStatus(word: ServiceStatus, labelled: readonly ServiceStatus[]): ServiceStatus | undefined {
  if (isFinal(word) && labelled.every(isFinal)) return word;
  const isPassing = labelled.includes('in-progress');
  // The label can be more exact or newer; the client polls until both agree.
  const leadsThere = labelled.some(to => canMove(word, to) && isCancelStep(to) === isCancelStep(word));
  if (pollingPlans[word] && (isPassing || leadsThere)) return word;
  // Not confirmed until the label agrees (status.em-progresso).
  return word === 'confirmed' && isPassing ? 'in-progress' : undefined;
}
