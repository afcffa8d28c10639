import type { Complaint, Product } from '#contracts';
import type { PenaltyWindow } from '../books/index.ts';
import type { priceOf } from './rates.ts';

export interface Occupancy {
  adults: number;
  ages: readonly number[];
}

type Price = ReturnType<typeof priceOf>;

export interface Quote extends Price {
  product: Product;
  supplierName: string;
  item: string;
  name: string;
  city: string;
  units: string[];
  /** How many units the Search requested; absent when each offer has one unit. */
  wanted?: number;
  /** In the order of `units`; empty when the Search does not name the travellers. */
  occupancies: Occupancy[];
  /** Absent when the Search names the travellers. */
  seats?: number;
  start: string;
  end?: string;
  timeZone: string;
  windows: PenaltyWindow[];
  /** The record offers nothing on these dates any more. */
  isClosed: boolean;
  /** After this instant in epoch milliseconds, the offer is gone; absent when only the date is known. */
  departs?: number;
  /** Begin and end in minutes after local midnight. */
  opens?: number;
  closes?: number;
}

/** What a client has chosen from a Search. The units are, for example, rooms. */
export interface Selection {
  item: string;
  units: readonly string[];
  serviceDate?: string;
}

/** What a Search leaves out because of a fault. `absent`: the suppliers whose offers are missing. */
export interface LeftOut {
  absent?: readonly string[];
  /** Of each hotel for each group of guests. Rooms on request come first. */
  maxRooms?: number;
}

export interface Offers {
  /** The criteria as JSON text. Equal Searches share one string, to save memory. */
  key: string;
  /** The members of the answer that depend on the criteria only, as JSON text without braces. */
  members: string;
  found: number;
}

/** The offers depend only on the seed, the places and the criteria. */
export interface Inventory<Criteria> {
  complaints(criteria: object, now: number): Complaint[];
  search(criteria: Criteria, key: string, leftOut?: LeftOut): Offers;
  /** Returns complaints when the Search did not offer the selection. */
  quote(criteria: Criteria, selection: Selection): Quote | Complaint[];
}
