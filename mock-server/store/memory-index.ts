import type { ServiceRecord } from './records.ts';

/** Where bookings stand by what their services say. */
export interface BookingIndex {
  /** Adds one service of a booking. */
  add(id: string, owner: string, service: Pick<ServiceRecord, 'start' | 'reference'>): void;
  /** Ids of bookings with a service that a client gave this reference, the last booked last; an id can repeat. */
  byReference(owner: string, reference: string): readonly string[];
  /** Ids of bookings with a service that starts from the one date to the other, both inclusive; an id can repeat. */
  byStart(from: string | undefined, to: string | undefined): string[];
}

/**
 * An empty index in memory.
 *
 * @example createBookingIndex().byReference('demo', 'trip-1') // []
 */
export function createBookingIndex(): BookingIndex {
  const references = createLists();
  const starts = createLists();
  // As JSON, because both parts can hold any character.
  const keyOf = (owner: string, reference: string) => JSON.stringify([owner, reference]);
  return {
    add(id, owner, { start, reference }) {
      starts.add(start, id);
      if (reference !== undefined) references.add(keyOf(owner, reference), id);
    },
    byReference: (owner, reference) => references.get(keyOf(owner, reference)),
    byStart: (from = '', to = '9999-12-31') =>
      starts.keys().flatMap(start => (start >= from && start <= to ? starts.get(start) : [])),
  };
}

/** Lists of ids by key. A list of one is kept as the id itself: of references nearly all are, and there are millions. */
function createLists() {
  const lists = new Map<string, string | string[]>();
  return {
    keys: () => [...lists.keys()],
    get(key: string): readonly string[] {
      const list = lists.get(key) ?? [];
      return typeof list === 'string' ? [list] : list;
    },
    add(key: string, id: string): void {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, id);
      else if (typeof list === 'string') lists.set(key, [list, id]);
      else list.push(id);
    },
  };
}
