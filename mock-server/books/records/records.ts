import type { ErrorEntry, Pax, Product, ServiceStatus } from '#contracts';
import type { PriceChange, TermsChange } from '#contracts/fault';

// The records of a sandbox are plain data, so that JSON can represent the records without loss.

export interface PenaltyWindow {
  start: string;
  end: string;
  cents: number;
}

/** One step of a service's timeline: the instant (epoch milliseconds) and the status that the supplier then gives to the service. */
export interface TimelineStep {
  at: number;
  status: ServiceStatus;
}

/** One booked service, with two statuses: the supplier's status, and the status that the stored booking shows. */
export interface ServiceRecord {
  id: string;
  reference?: string;
  product: Product;
  supplier: string;
  item: string;
  /** The name of the hotel, car, transfer or tour, and of its city. Old versions of this package did not store them. */
  name?: string;
  city?: string;
  units: string[];
  start: string;
  end?: string;
  timeZone: string;
  paxs: Pax[];
  /** The number of guests in each hotel room, in the order of `paxs`. Absent for other products, and in a sandbox that an older version saved. */
  guestsPerRoom?: number[];
  /** The criteria of the Search that offered the service, as JSON text. Old versions of this package did not store them. */
  criteria?: string;
  cents: number;
  policies: PenaltyWindow[];
  /** The penalty for the cancellation of the service, in cents; absent when nothing must be paid. */
  penalty?: number;
  /** The status that the supplier has for the service now. */
  truth: ServiceStatus;
  /** The status that the booking shows. A look-up copies `truth` to this field. */
  stored: ServiceStatus;
  /** Whether the service began as OnRequest. Such a service shows Pending as PENDING, and clients poll its booking longer. */
  onRequest: boolean;
  timeline: TimelineStep[];
  /** The number of the current timeline of the service. A new timeline raises this number, so that due events of the old timeline have no effect. */
  plan: number;
  confirmation?: string;
  errors: ErrorEntry[];
  /** The instant at which the client last received the status of the service, in epoch milliseconds. */
  toldAt: number;
}

export interface PaymentRecord {
  /** The id of the service that the charge pays. A pending charge waits for the supplier's decision. */
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
  /** The id of the scenario run to which calls that look up the booking belong. */
  play?: string;
  /** Whether a fault created the booking for another guest. No call of the client made this booking. */
  isOthers?: true;
}

/** A due event: the supplier gives a status to a service or, without `status`, decides the service's pending charges. */
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
  /** The id of the scenario run that the Search and the calls with its tokens belong to. */
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
  /** How the price in the conditions differs from the price of the Search; absent when both are equal. */
  price?: PriceChange;
  /** How the taxes and policies in the conditions differ from those of the Search. */
  terms?: TermsChange;
}

/** The request and the answer of a DoBooking. Only a sandbox that honours idempotency keys stores such a record. */
export interface AnsweredKey {
  step: 'answered';
  request: string;
  answer: string;
}

export type TokenRecord = SearchToken | ConditionsToken | AnsweredKey;
