import type { ErrorEntry, Pax, Product, ServiceStatus } from '#contracts';

// What a sandbox remembers, as plain data: JSON in and out without loss.

/** One penalty window with its amount in cents. */
export interface PenaltyWindow {
  start: string;
  end: string;
  cents: number;
}

/** One step of what the supplier does with a service. */
export interface TimelineStep {
  at: number;
  status: ServiceStatus;
}

/** One booked service: what the supplier holds and what the stored booking says of it. */
export interface ServiceRecord {
  id: string;
  /** What the client called the DoBooking that booked it. */
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
  /** The criteria of the Search that it was found by, as JSON text; absent in a sandbox that an older version has saved. */
  criteria?: string;
  cents: number;
  policies: PenaltyWindow[];
  /** What its cancellation cost, in cents. */
  penalty?: number;
  /** The supplier's truth now. */
  truth: ServiceStatus;
  /** What the booking says; it follows the truth when someone looks. */
  stored: ServiceStatus;
  /** Began as OnRequest: a Pending is then spelled PENDING and followed up longer. */
  onRequest: boolean;
  timeline: TimelineStep[];
  /** Raised when the timeline is replaced (a cancellation), so that older due rows no longer count. */
  plan: number;
  confirmation?: string;
  errors: ErrorEntry[];
  /** When its status was last told to the client. */
  toldAt: number;
}

/** A charge to a card. */
export interface PaymentRecord {
  /** The service it pays for; with that, a pending one is settled. */
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
  /** The play that its look-ups are a part of. */
  play?: string;
}

/** What is due: the supplier moves a service to a status, or, without one, a card that is pending for it is settled. */
export interface DueRow {
  at: number;
  bookingId: string;
  serviceId: string;
  plan: number;
  status?: ServiceStatus;
}

/** A Search: what its Token and its ReToken stand for. */
export interface SearchToken {
  step: 'search';
  product: Product;
  owner: string;
  issuedAt: number;
  consumedAt?: number;
  /** The criteria as JSON text. */
  criteria: string;
  /** The play that whatever grows from it is a part of. */
  play?: string;
}

/** How a price differs from what the Search said: by percent, by cents of the offer's currency, in another currency. */
export interface PriceChange {
  readonly byPercent?: number;
  readonly byCents?: number;
  readonly currency?: string;
}

/** Conditions given for a selection: what the Token for DoBooking stands for. */
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
  /** How the price these conditions gave differs from that of the Search. */
  price?: PriceChange;
  play?: string;
}

/** An answered DoBooking, kept while a sandbox honours idempotency keys. */
export interface AnsweredKey {
  step: 'answered';
  request: string;
  answer: string;
}

/** Whatever stands behind a token or key. */
export type TokenRecord = SearchToken | ConditionsToken | AnsweredKey;
