import { isFinal, type ServiceStatus, statuses } from '#contracts';

const byWire = new Map<string, ServiceStatus>();
const byWord = new Map<string, ServiceStatus>();
for (const name of Object.keys(statuses) as ServiceStatus[]) {
  // Object.keys widens to string
  const { bookingStatus, label } = statuses[name];
  byWire.set(`${bookingStatus} ${label}`, name);
  if (!byWord.has(bookingStatus)) byWord.set(bookingStatus, name);
}

/** The status behind a word and its label; undefined for a word that the contract does not know. */
export const statusIn = (word: string | undefined, label = ''): ServiceStatus | undefined =>
  word === undefined ? undefined : (byWire.get(`${word} ${label}`) ?? byWord.get(word));

/** The statuses that a client has to follow up. */
const unknown: readonly ServiceStatus[] = ['technical-problem', 'pending', 'on-request', 'in-progress'];
/** Whether nobody knows yet what becomes of a booking. */
export const isUnknown = (status: ServiceStatus): boolean => unknown.includes(status);

/** Whether a status is polled by a plan of the specification; what is in progress is looked at, no more is said of it. */
export const isPolled = (status: ServiceStatus): boolean =>
  (isUnknown(status) && status !== 'in-progress') || status === 'pending-cancellation';

/** Whether a status asks for nothing more. */
export const isSettled = (status: ServiceStatus): boolean => status === 'confirmed' || isFinal(status);

/** A status as the wire has it, for people. */
export const wordOf = (status: ServiceStatus): string => statuses[status].bookingStatus;
