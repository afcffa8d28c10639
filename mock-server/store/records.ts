import type { ErrorEntry, Pax, Product, ServiceStatus } from '#contracts';

// The records of a sandbox, as plain data that JSON keeps without loss.

/** One penalty window with its amount in cents. */
export interface PenaltyWindow {
  start: string;
  end: string;
  cents: number;
}

/** One step of a service's timeline: the supplier gives it a status at an instant (epoch milliseconds). */
export interface TimelineStep {
  at: number;
  status: ServiceStatus;
}

/** One booked service, with the supplier's status and the status that the stored booking shows. */
export interface ServiceRecord {
  id: string;
  /** The ExternalReference of the DoBooking that booked it. */
  reference?: string;
  product: Product;
  supplier: string;
  /** Hotel, car, transfer or tour id. */
  item: string;
  units: string[];
  start: string;
  end?: string;
  timeZone: string;
  paxs: Pax[];
  /** The criteria of its Search, as JSON text; absent in a sandbox that an older version has saved. */
  criteria?: string;
  cents: number;
  policies: PenaltyWindow[];
  /** What its cancellation cost, in cents. */
  penalty?: number;
  /** The status that the supplier has for the service now. */
  truth: ServiceStatus;
  /** The status that the booking shows. A look-up copies `truth` to it. */
  stored: ServiceStatus;
  /** Whether it began as OnRequest. Its Pending is then written PENDING, and clients poll it longer. */
  onRequest: boolean;
  timeline: TimelineStep[];
  /** The number of its timeline. A new timeline raises it, so that the due rows of the old one have no effect. */
  plan: number;
  confirmation?: string;
  errors: ErrorEntry[];
  /** When the client last got its status, epoch milliseconds. */
  toldAt: number;
}

/** A charge to a card. */
export interface PaymentRecord {
  /** The service that it pays for. A pending charge is settled together with that service. */
  serviceId: string;
  conditionId: string;
  cents: number;
  status: 'Approved' | 'Declined' | 'Pending';
  at: number;
  card: { last4: string; luhn: boolean; ours: boolean };
}

/** A booking (a trip with its services). */
export interface BookingRecord {
  id: string;
  owner: string;
  currency: string;
  createdAt: number;
  updatedAt: number;
  services: ServiceRecord[];
  payments: PaymentRecord[];
  /** The id of the scenario run that its look-ups belong to. */
  play?: string;
}

/** A due event: the supplier moves a service to a status. Without a status, its pending card charge is settled. */
export interface DueRow {
  at: number;
  bookingId: string;
  serviceId: string;
  plan: number;
  status?: ServiceStatus;
}

/** The record of a Search. Its Token and its ReToken refer to it. */
export interface SearchToken {
  step: 'search';
  product: Product;
  owner: string;
  issuedAt: number;
  consumedAt?: number;
  /** The criteria as JSON text. */
  criteria: string;
  /** The id of the scenario run that the Search and the calls with its tokens belong to. */
  play?: string;
}

/** How a price differs from that of the Search: by percent, by cents of the offer's currency, or in another currency. */
export interface PriceChange {
  readonly byPercent?: number;
  readonly byCents?: number;
  readonly currency?: string;
}

/** The record of conditions for a selection. The Token for DoBooking refers to it. */
export interface ConditionsToken {
  step: 'conditions';
  product: Product;
  owner: string;
  issuedAt: number;
  consumedAt?: number;
  criteria: string;
  item: string;
  units: string[];
  serviceDate?: string;
  cents: number;
  currency: string;
  /** How the price of the conditions differs from that of the Search. */
  price?: PriceChange;
  play?: string;
}

/** An answered DoBooking, kept while a sandbox honours idempotency keys. */
export interface AnsweredKey {
  step: 'answered';
  request: string;
  answer: string;
}

/** The record that a token or an idempotency key refers to. */
export type TokenRecord = SearchToken | ConditionsToken | AnsweredKey;
