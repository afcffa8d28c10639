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
import { shareWord } from '#contracts/util';

/** An entry of Errors[] as the supplier sent it. */
export type Reason = ResponseOf<'getBooking'>['Errors'][number];

/** A booking as the client last saw it, and the service that the flow books or cancels. */
export interface BookingSnapshot {
  readonly bookingId: string;
  readonly serviceId: string | undefined;
  /** The whole booking, with voucher and invoice; undefined if the client has only the answer of DoBooking. */
  readonly booking: Booking | undefined;
  /** The status; undefined if the contract does not define the supplier's status. */
  readonly status: ServiceStatus | undefined;
  /** The supplier's bookingStatus and Status as one text, for messages. */
  readonly statusText: string;
  readonly errors: readonly Reason[];
}

/** Returns a snapshot of one service: the service with the given id or reference, or the only service of the booking. */
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

/**
 * Returns whether a booking can have the given reference. Some suppliers do not store references, and some suppliers return a
 * booking that the client did not request.
 */
export function hasReference(
  { ExternalReference, Services }: Booking,
  reference: string | undefined,
): boolean {
  const known = [ExternalReference, ...Services.map(service => service.ExternalReference)].filter(
    each => each !== undefined && each !== '',
  );
  return reference === undefined || known.length === 0 || known.includes(reference);
}

/**
 * Returns whether a booking can belong to the given guests. Another program can use the same reference for the booking of
 * another guest. A booking that lists no guests can belong to any guests.
 */
export function canBelongTo({ Services }: Booking, guests: string | undefined): boolean {
  const names = Services.flatMap(({ Paxs = [] }) => Paxs.map(({ Name, Surname }) => `${Name} ${Surname}`));
  return guests === undefined || names.length === 0 || shareWord(guests, names.join(' '));
}

/** Returns the bookingStatus and Status of an answer as one text, for messages. */
export const statusTextOf = ({ bookingStatus, Status = '' }: WireStatus): string =>
  `${bookingStatus} (${Status})`;

const byWire = new Map<string, ServiceStatus>();
const byWord = new Map<string, ServiceStatus>();
const byLabel = new Map<string, ServiceStatus[]>();
for (const name of Object.keys(statuses) as ServiceStatus[]) {
  // Object.keys returns string[]
  const { bookingStatus, label } = statuses[name];
  byWire.set(`${bookingStatus} ${label}`, name);
  if (!byWord.has(bookingStatus)) byWord.set(bookingStatus, name);
  byLabel.set(label, [...(byLabel.get(label) ?? []), name]);
}

/** The status of an answer: the word in `bookingStatus` and the label in `Status`. */
export interface WireStatus {
  readonly bookingStatus: string;
  readonly Status?: string | undefined;
}

/**
 * Returns the status that the word and the label of an answer mean. Several statuses share the word PENDING, and the label
 * distinguishes these statuses. If the label is missing or unknown, the word decides. Returns undefined for an unknown word,
 * and if word and label contradict each other. In these cases, a person must decide.
 *
 * @example statusOf({ bookingStatus: 'CONFIRMED', Status: 'REJEITADO' }) // undefined
 */
export function statusOf({ bookingStatus, Status = '' }: WireStatus): ServiceStatus | undefined {
  const exact = byWire.get(`${bookingStatus} ${Status}`);
  if (exact) return exact;
  const word = byWord.get(bookingStatus);
  const labelled = byLabel.get(Status);
  if (word === undefined || labelled === undefined) return word;
  return byWire.get(`${bookingStatus.toUpperCase()} ${Status}`) ?? agreeingStatus(word, labelled);
}

/** Returns the status for a word and a label that differ but mean the same for the client. */
function agreeingStatus(word: ServiceStatus, labelled: readonly ServiceStatus[]): ServiceStatus | undefined {
  // If word and label both mean a final status, the word applies.
  if (isFinal(word) && labelled.every(isFinal)) return word;
  const isPassing = labelled.includes('in-progress');
  // The label can be more exact or newer than the word. The client then polls until both agree.
  const leadsThere = labelled.some(to => canMove(word, to) && isCancelStep(to) === isCancelStep(word));
  if (pollingPlans[word] && (isPassing || leadsThere)) return word;
  // The booking is not confirmed until the label also belongs to a confirmed booking (status.em-progresso).
  return word === 'confirmed' && isPassing ? 'in-progress' : undefined;
}
