import type { Complaint, Product, PropertyTax } from '#contracts';
import type { PenaltyWindow } from '../books/index.ts';

export interface Occupancy {
  adults: number;
  ages: readonly number[];
}

export interface Quote {
  product: Product;
  supplierName: string;
  item: string;
  name: string;
  city: string;
  units: string[];
  /** The occupancy of each unit, in the order of `units`; empty when the Search does not name the travellers. */
  occupancies: Occupancy[];
  /** The maximum number of people who can share the item; absent when the Search names the travellers. */
  seats?: number;
  start: string;
  end?: string;
  timeZone: string;
  currency: string;
  cents: number;
  /** The part of `cents` that is tax. */
  taxCents: number;
  restriction: 'CanBook' | 'OnRequest';
  prePayment: boolean;
  payLater: boolean;
  windows: PenaltyWindow[];
  taxes?: PropertyTax[];
  moreInformation?: string;
  /** The instant at which the service begins, in epoch milliseconds; absent when only the date is known. */
  departs?: number;
  /** The times of day at which the service begins and ends, in minutes after local midnight. */
  opens?: number;
  closes?: number;
}

/** An item of a Search that a client has chosen, and the chosen units of the item (such as rooms). */
export interface Selection {
  item: string;
  units: readonly string[];
  serviceDate?: string;
}

/** What a Search leaves out because of a fault. */
export interface LeftOut {
  /** The names of the suppliers whose offers are missing. */
  absent?: readonly string[];
  /** The maximum number of rooms of each hotel for each group of guests. Rooms on request come first. */
  maxRooms?: number;
}

export interface Offers {
  /** The criteria as JSON text. Equal Searches share one string, to save memory. */
  key: string;
  /** The members of the answer that depend on the criteria only, as JSON text without braces. */
  members: string;
  found: number;
}

/** The offers of one product in one sandbox. The offers depend only on the seed and the criteria. */
export interface Inventory<Criteria> {
  complaints(criteria: object, now: number): Complaint[];
  search(criteria: Criteria, key: string, leftOut?: LeftOut): Offers;
  /** Computes the price of a selection. Returns complaints when the Search did not offer the selection. */
  quote(criteria: Criteria, selection: Selection): Quote | Complaint[];
}
