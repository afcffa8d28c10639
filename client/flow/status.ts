import { type ServiceStatus, statuses } from '#contracts';

const byWire = new Map<string, ServiceStatus>();
const byWord = new Map<string, ServiceStatus>();
for (const name of Object.keys(statuses) as ServiceStatus[]) {
  // Object.keys widens to string
  const { bookingStatus, label } = statuses[name];
  byWire.set(`${bookingStatus} ${label}`, name);
  if (!byWord.has(bookingStatus)) byWord.set(bookingStatus, name);
}

/** Status word and label of an answer. */
export interface WireStatus {
  readonly bookingStatus: string;
  readonly Status?: string | undefined;
}

/**
 * The status behind a word and its label; undefined for a word that the contract does not know, which is then for people
 * to look at. The label decides where one word stands for several statuses (PENDING).
 */
export const statusOf = ({ bookingStatus, Status = '' }: WireStatus): ServiceStatus | undefined =>
  byWire.get(`${bookingStatus} ${Status}`) ?? byWord.get(bookingStatus);
