import type { Complaint, Product, PropertyTax } from '#contracts';
import type { PenaltyWindow } from '../store/index.ts';

/** The guests or travellers of one unit of an offer. */
export interface Occupancy {
  adults: number;
  ages: readonly number[];
}

/** The price of a selection, with everything that conditions, booking and cancellation need. */
export interface Quote {
  product: Product;
  supplierName: string;
  item: string;
  units: string[];
  /** The occupancy of each unit, in the order of `units`; empty when the Search does not name the travellers. */
  occupancies: Occupancy[];
  /** How many people it takes, when the Search does not name the travellers. */
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
  /** When it begins, epoch milliseconds, when that is a time of day; for other offers the date counts. */
  departs?: number;
  /** Times of day at the place, as local minutes after midnight. */
  opens?: number;
  closes?: number;
}

/** An item of a Search, and units of it, that a client has chosen. */
export interface Selection {
  item: string;
  units: readonly string[];
  serviceDate?: string;
}

/** The offers of a Search. */
export interface Offers {
  /** The criteria as JSON text. Equal Searches share one string, so that their records hold no copies. */
  key: string;
  /** JSON members without braces, in ASCII. The long list is separate, so that it is not copied. */
  members: readonly [before: string, list: Uint8Array, after: string];
  /** Returns the memory of the list for the next Search; absent when the list is kept. */
  release?: (() => void) | undefined;
  found: number;
}

/** The offers of one product in one sandbox: a pure function of seed and criteria. */
export interface Inventory<Criteria> {
  /** Checks criteria, which may be anything, at an instant in epoch milliseconds. */
  complaints(criteria: object, now: number): Complaint[];
  /**
   * Returns the part of a Search answer that depends on the criteria only.
   *
   * @param key the criteria as JSON text
   */
  search(criteria: Criteria, key: string): Offers;
  /** Prices a selection; returns complaints when it is not from that Search. */
  quote(criteria: Criteria, selection: Selection): Quote | Complaint[];
}
