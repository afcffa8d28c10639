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

/** An entry of Errors[] as the supplier wrote it. */
export type Reason = ResponseOf<'getBooking'>['Errors'][number];

/** A booking as the client last saw it, and the service that the flow is about. */
export interface BookingSnapshot {
  readonly bookingId: string;
  readonly serviceId: string | undefined;
  /** The whole booking, with voucher and invoice; undefined when the client has only the answer of DoBooking. */
  readonly booking: Booking | undefined;
  /** Undefined for a word that the contract does not have. */
  readonly status: ServiceStatus | undefined;
  /** The status in the supplier's words, for people. */
  readonly words: string;
  readonly errors: readonly Reason[];
}

/** Returns a snapshot of the service with an id or a reference, or of the booking's only service. */
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
    words: wordsOf(service ?? booking),
    errors: Errors,
  };
}

/**
 * Returns whether a booking can be the one with a reference. Some suppliers keep no references, and some answer with another
 * booking than the requested one.
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

/** Returns a status in the supplier's words. */
export const wordsOf = ({ bookingStatus, Status = '' }: WireStatus): string => `${bookingStatus} (${Status})`;

const byWire = new Map<string, ServiceStatus>();
const byWord = new Map<string, ServiceStatus>();
const byLabel = new Map<string, ServiceStatus[]>();
for (const name of Object.keys(statuses) as ServiceStatus[]) {
  // Object.keys widens to string
  const { bookingStatus, label } = statuses[name];
  byWire.set(`${bookingStatus} ${label}`, name);
  if (!byWord.has(bookingStatus)) byWord.set(bookingStatus, name);
  byLabel.set(label, [...(byLabel.get(label) ?? []), name]);
}

/** Status word and label of an answer. */
export interface WireStatus {
  readonly bookingStatus: string;
  readonly Status?: string | undefined;
}

/**
 * Returns the status of a word and its label. The label decides where one word is used for several statuses (PENDING, or
 * Pending as some suppliers write it); a label that is missing or unknown does not contradict the word. Returns undefined for
 * a word that the contract does not know, and for a word and a label that contradict each other: people have to look.
 *
 * @example statusOf({ bookingStatus: 'CONFIRMED', Status: 'REJEITADO' }) // undefined
 */
export function statusOf({ bookingStatus, Status = '' }: WireStatus): ServiceStatus | undefined {
  const exact = byWire.get(`${bookingStatus} ${Status}`);
  if (exact) return exact;
  const word = byWord.get(bookingStatus);
  const labelled = byLabel.get(Status);
  if (word === undefined || labelled === undefined) return word;
  return byWire.get(`${bookingStatus.toUpperCase()} ${Status}`) ?? harmless(word, labelled);
}

/** Returns the status of a word with the label of another status, where both have the same consequence. */
function harmless(word: ServiceStatus, labelled: readonly ServiceStatus[]): ServiceStatus | undefined {
  // Both are final.
  if (isFinal(word) && labelled.every(isFinal)) return word;
  const isPassing = labelled.includes('in-progress');
  // The label is more exact, or ahead: the client polls anyway until both agree.
  const leadsThere = labelled.some(to => canMove(word, to) && isCancelStep(to) === isCancelStep(word));
  if (pollingPlans[word] && (isPassing || leadsThere)) return word;
  // Not confirmed until the label says so too (status.em-progresso).
  return word === 'confirmed' && isPassing ? 'in-progress' : undefined;
}
