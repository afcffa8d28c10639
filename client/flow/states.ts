import type { Clock } from '#contracts';
import type { CallOperation } from '../calls.ts';
import type { Shared } from '../in-flight.ts';
import type { Claim, Ledger, LedgerRecord } from '../ledger/index.ts';
import type { Conditions, Consent, Order, Purchase, Question } from './agree-conditions.ts';
import type { BookingOutcome, CancelOutcome } from './outcome.ts';
import type { BookingRequest, ChosenOffer } from './request.ts';
import type { BookingSnapshot } from './snapshot.ts';

/** The types of the steps and the diagram in docs/guides/client.md come from this table. */
export const transitions = {
  searching: {
    quoting: 'an offer is chosen',
    recalling: 'an offer is chosen, and the request has no reference',
    ended: 'no offer fits',
  },
  recalling: {
    recalling: 'another process holds the claim',
    checking: 'the ledger shows a confirmed booking',
    'looking-up': 'an ended process may have sent DoBooking',
    absent: 'DoBooking was not sent',
    ended: 'the other process does not update the record',
  },
  absent: {
    searching: 'the flow has not searched',
    quoting: 'the flow has searched',
    ended: 'the caller only wants to pay',
  },
  quoting: {
    consenting: 'the conditions are new or changed',
    quoting: 'the user has agreed, but the conditions are too old',
    claiming: 'the user has agreed to the conditions',
    sending: 'the user has agreed to the conditions, and the claim exists',
    searching: 'the ReToken has expired',
    ended: 'the offer is not available any more',
  },
  consenting: {
    quoting: 'the user agrees too late',
    claiming: 'the user agrees',
    sending: 'the user agrees, and the claim exists',
    ended: 'the user does not agree',
  },
  claiming: {
    claiming: 'another process holds the claim',
    checking: 'the ledger shows a confirmed booking',
    'looking-up': 'an ended process may have sent DoBooking',
    sending: 'this process has claimed the booking',
    ended: 'the other process does not update the record',
  },
  sending: {
    following: 'DoBooking is answered',
    'looking-up': 'the answer is lost',
    sending: 'HTTP 429',
    quoting: 'the conditions are too old or used',
    ended: 'DoBooking was refused',
  },
  'looking-up': {
    following: 'the booking is found',
    sending: 'nothing was booked',
    absent: 'nothing was booked, and the flow has not searched',
    ended: 'no answer, or nothing was booked in two attempts',
  },
  checking: { following: 'the booking is read', ended: 'no answer' },
  following: {
    reading: 'the voucher is missing',
    paying: 'the booking waits for a payment',
    polling: 'the status is not final',
    claiming: 'a confirmed booking was cancelled',
    absent: 'a confirmed booking was cancelled, and the flow has not searched',
    ended: 'the status is final',
  },
  reading: { following: 'the booking is read', ended: 'no answer' },
  paying: { following: 'the booking is paid', ended: 'no card, or the payment is declined or unknown' },
  polling: { following: 'the status has changed', ended: 'the polling plan has ended' },
  ended: {},
} as const;

export type StateKind = keyof typeof transitions;

export type State<K extends StateKind> = Extract<BookingState, { readonly kind: K }>;

export type Next<K extends StateKind> = State<keyof (typeof transitions)[K] & StateKind>;

export type BookingState =
  | Searching
  | Recalling
  | Absent
  | Quoting
  | Consenting
  | Claiming
  | Sending
  | LookingUp
  | Checking
  | Following
  | Reading
  | Paying
  | Polling
  | Ended;

interface Draft {
  readonly request: BookingRequest;
  readonly consent: Consent;
  readonly searches: number;
  /** Of an earlier booking with the same key that was confirmed and then cancelled. */
  readonly cancelled?: string | undefined;
}

export interface Searching extends Draft {
  readonly kind: 'searching';
}

export interface Recalling {
  readonly kind: 'recalling';
  readonly key: string;
  readonly payment: BookingRequest['payment'];
  /** By default always. */
  readonly accepts?: ((outcome: BookingOutcome) => boolean) | undefined;
  readonly fallback: Searching | Quoting | Ended;
}

export interface Absent {
  readonly kind: 'absent';
  readonly fallback: Searching | Quoting | Ended;
  readonly claim?: Claim | undefined;
}

export interface Quoting extends Draft {
  readonly kind: 'quoting';
  readonly chosen: ChosenOffer;
  readonly agreed?: Conditions | undefined;
  readonly late: number;
  /** Continues with new conditions; undefined before DoBooking. */
  readonly renewing?: Sending | undefined;
}

export interface Consenting extends Omit<Quoting, 'kind'> {
  readonly kind: 'consenting';
  readonly conditions: Conditions;
  readonly question: Question;
}

/** Before DoBooking (flow.3). */
export interface Claiming extends Draft, Order {
  readonly kind: 'claiming';
  readonly key: string;
}

export interface Sending extends Draft, Order {
  readonly kind: 'sending';
  readonly claim: Claim;
  readonly isTokenUsed: boolean;
  readonly idempotencyKey: string | undefined;
  readonly refusals: number;
  readonly losses: number;
  readonly renewals: number;
}

export interface LookingUp {
  readonly kind: 'looking-up';
  readonly claim: Claim;
  readonly purchase: Purchase;
  readonly fallback: Sending | Absent | Ended;
}

export interface Checking {
  readonly kind: 'checking';
  readonly record: LedgerRecord;
  readonly fallback: Claiming | Absent;
}

export interface Followed {
  readonly bookingId: string;
  readonly reference?: string | undefined;
  readonly serviceId?: string | undefined;
  readonly fromRequest: boolean;
  readonly claim?: Claim | undefined;
}

interface FollowUp<Kind> extends Followed {
  readonly kind: Kind;
  readonly reference: string;
  readonly snapshot: BookingSnapshot;
  /** Undefined for a booking that was confirmed before. */
  readonly purchase: Purchase | undefined;
  readonly turns: number;
  /** If the booking was confirmed before and is now cancelled. */
  readonly fallback?: Claiming | Absent | undefined;
}

export type Following = FollowUp<'following'>;
export type Reading = FollowUp<'reading'>;
export type Paying = FollowUp<'paying'>;
export type Polling = FollowUp<'polling'>;

export interface Ended {
  readonly kind: 'ended';
  readonly outcome: BookingOutcome;
}

export const ended = (outcome: BookingOutcome): Ended => ({ kind: 'ended', outcome });

export interface Context {
  readonly call: CallOperation;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly username: string;
  readonly newUuid: () => string;
  /** By ledger key. Concurrent callers with the same key share the outcome. */
  readonly bookings: Map<string, Promise<BookingState>>;
  readonly cancellations: Map<string, Shared<CancelOutcome>>;
  /** One for each stay (flow.3). */
  readonly locks: Map<string, Promise<void>>;
  readonly signal: AbortSignal | undefined;
}
