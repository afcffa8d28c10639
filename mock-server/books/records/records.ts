import type { ErrorEntry, Pax, Product, ServiceStatus } from '#contracts';
import type { PriceChange, TermsChange } from '#contracts/fault';

// Plain data, so that JSON represents the records without loss.

export interface PenaltyWindow {
  start: string;
  end: string;
  cents: number;
}

/** `at`: epoch milliseconds. */
export interface TimelineStep {
  at: number;
  status: ServiceStatus;
}

export interface ServiceRecord {
  id: string;
  reference?: string;
  product: Product;
  supplier: string;
  item: string;
  name: string;
  city: string;
  units: string[];
  start: string;
  end?: string;
  timeZone: string;
  paxs: Pax[];
  /** The number of guests in each hotel room, in the order of `paxs`. */
  guestsPerRoom?: number[];
  /** Of the Search that offered the service, as JSON text. */
  criteria: string;
  cents: number;
  policies: PenaltyWindow[];
  /** Of a cancelled service, in cents; absent when nothing must be paid. */
  penalty?: number;
  /** The status at the supplier. */
  truth: ServiceStatus;
  /** What the booking shows. A look-up copies `truth` to it. */
  stored: ServiceStatus;
  /** Such a service shows Pending as PENDING, and clients poll its booking longer. */
  onRequest: boolean;
  timeline: TimelineStep[];
  /** A new timeline raises this number, so that due events of the old one have no effect. */
  plan: number;
  confirmation?: string;
  errors: ErrorEntry[];
  /** When the client last received the status, in epoch milliseconds. */
  toldAt: number;
}

export interface PaymentRecord {
  serviceId: string;
  conditionId: string;
  cents: number;
  status: 'Approved' | 'Declined' | 'Pending';
  at: number;
  card: { last4: string; luhn: boolean; ours: boolean };
}

export interface BookingRecord {
  id: string;
  owner: string;
  currency: string;
  createdAt: number;
  updatedAt: number;
  services: ServiceRecord[];
  payments: PaymentRecord[];
  /** The scenario run of calls that look up the booking. */
  play?: string;
  /** A fault created the booking for another guest. */
  isOthers?: true;
}

/** Without `status`, the supplier decides the pending charges of the service. */
export interface DueRow {
  at: number;
  bookingId: string;
  serviceId: string;
  plan: number;
  status?: ServiceStatus;
}

interface IssuedToken {
  product: Product;
  owner: string;
  issuedAt: number;
  consumedAt?: number;
  criteria: string;
  /** The scenario run of the Search and of the calls with its tokens. */
  play?: string;
}

export interface SearchToken extends IssuedToken {
  step: 'search';
}

export interface ConditionsToken extends IssuedToken {
  step: 'conditions';
  item: string;
  units: string[];
  serviceDate?: string;
  cents: number;
  currency: string;
  /** The difference from the price of the Search; absent when both are equal. */
  price?: PriceChange;
  /** The same for taxes and cancellation policies. */
  terms?: TermsChange;
}

/** A DoBooking, in a sandbox that honours idempotency keys. */
export interface AnsweredKey {
  step: 'answered';
  request: string;
  answer: string;
}

export type TokenRecord = SearchToken | ConditionsToken | AnsweredKey;
