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

/** A booking as the client last saw it, and the service of it that a flow is about. */
export interface BookingSnapshot {
  readonly bookingId: string;
  readonly serviceId: string | undefined;
  /** The whole booking, with voucher and invoice; undefined when only the answer of DoBooking was seen. */
  readonly booking: Booking | undefined;
  /** Undefined for words that the contract does not know. */
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
 * Whether a booking is the one that was sent with a reference, as far as it says so: some suppliers keep no references, and
 * some answer with another booking than the requested one.
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
 * The status behind a word and its label. The label decides where one word stands for several statuses (PENDING, also where a
 * supplier writes it Pending); one that is missing or unknown says nothing against the word. Undefined for a word that the
 * contract does not know, and for a word and a label that contradict each other: those are for people to look at.
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

/** What a word and the label of other statuses come to, where nothing can go wrong by it. */
function harmless(word: ServiceStatus, labelled: readonly ServiceStatus[]): ServiceStatus | undefined {
  // Nothing is booked, whichever it is.
  if (isFinal(word) && labelled.every(isFinal)) return word;
  const isPassing = labelled.includes('in-progress');
  // The one says more than the other, or is ahead of it: what is followed up anyway has to agree in the end.
  const leadsThere = labelled.some(to => canMove(word, to) && isCancelStep(to) === isCancelStep(word));
  if (pollingPlans[word] && (isPassing || leadsThere)) return word;
  // Not settled as long as the label does not say so (status.em-progresso).
  return word === 'confirmed' && isPassing ? 'in-progress' : undefined;
}
