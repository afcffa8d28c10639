import { isFinal, type ServiceStatus, statuses } from '#contracts';

const byStatusAndLabel = new Map<string, ServiceStatus>();
const byStatus = new Map<string, ServiceStatus>();
for (const name of Object.keys(statuses) as ServiceStatus[]) {
  // The cast above is needed, because Object.keys returns string[].
  const { bookingStatus, label } = statuses[name];
  byStatusAndLabel.set(`${bookingStatus} ${label}`, name);
  if (!byStatus.has(bookingStatus)) byStatus.set(bookingStatus, name);
}

/** Returns the status for a `bookingStatus` and its label in an answer; undefined if the `bookingStatus` is unknown. */
export const statusIn = (word: string | undefined, label = ''): ServiceStatus | undefined =>
  word === undefined ? undefined : (byStatusAndLabel.get(`${word} ${label}`) ?? byStatus.get(word));

/** The statuses of a booking that may still succeed or fail. */
const unknown: readonly ServiceStatus[] = ['technical-problem', 'pending', 'on-request', 'in-progress'];
/** Returns whether the result of a booking is still unknown. */
export const isUnknown = (status: ServiceStatus): boolean => unknown.includes(status);

/** Returns whether the specification gives a polling plan for a status. The specification has no plan for in-progress. */
export const isPolled = (status: ServiceStatus): boolean =>
  (isUnknown(status) && status !== 'in-progress') || status === 'pending-cancellation';

/** Returns whether a client needs no further call after a status. */
export const isSettled = (status: ServiceStatus): boolean => status === 'confirmed' || isFinal(status);

/** Returns the word in the field `bookingStatus` for a status. */
export const statusWord = (status: ServiceStatus): string => statuses[status].bookingStatus;
