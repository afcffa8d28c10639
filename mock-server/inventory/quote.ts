import type { Complaint, Product, PropertyTax } from '#contracts';
import type { PenaltyWindow } from '../store/index.ts';

/** Who sleeps in, or travels with, one unit of an offer. */
export interface Occupancy {
  adults: number;
  ages: readonly number[];
}

/** What was chosen from a Search, priced: everything that conditions, booking and cancellation need to know. */
export interface Quote {
  product: Product;
  supplierName: string;
  item: string;
  units: string[];
  /** Occupancy of each unit, in the order of `units`; empty where the Search did not say who travels. */
  occupancies: Occupancy[];
  /** How many people fit in, where the Search did not say who travels. */
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
  /** When it begins, epoch milliseconds, where that is a time of day; on other offers the date counts. */
  departs?: number;
  /** Times of day at the place, as local minutes after midnight. */
  opens?: number;
  closes?: number;
}

/** What a client chose: an item of the Search and units of it. */
export interface Selection {
  item: string;
  units: readonly string[];
  serviceDate?: string;
}

/** What a Search offers. */
export interface Offers {
  /** The criteria as JSON text: one string for all Searches alike, so that whoever keeps it keeps no copy. */
  key: string;
  /** Serialised JSON members without braces, plain ASCII: the long list apart, so that nobody copies it. */
  members: readonly [before: string, list: Uint8Array, after: string];
  /** Lets the memory of the list be used again; absent when it is kept. */
  release?: (() => void) | undefined;
  found: number;
}

/** The offers of one product in one sandbox: a pure function of seed and criteria. */
export interface Inventory<Criteria> {
  /** What cannot be met here, at an instant in epoch milliseconds, of criteria that may be anything. */
  complaints(criteria: object, now: number): Complaint[];
  /**
   * The part of a Search answer that depends on the criteria only.
   *
   * @param key the criteria as JSON text
   */
  search(criteria: Criteria, key: string): Offers;
  /** Prices a selection; complaints when it is not from that Search. */
  quote(criteria: Criteria, selection: Selection): Quote | Complaint[];
}
