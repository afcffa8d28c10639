import type { Clock } from '#contracts';
import type { CallOperation } from '../calls.ts';
import type { Shared } from '../in-flight.ts';
import type { Claim, Ledger, LedgerRecord } from '../ledger/index.ts';
import type { Conditions, Consent, Order, Purchase, Question } from './conditions.ts';
import type { BookingOutcome, CancelOutcome } from './outcome.ts';
import type { BookingRequest, ChosenOffer } from './request.ts';
import type { BookingSnapshot } from './snapshot.ts';

/**
 * The booking flow: which state follows which, and when. The compiler holds every step to this table, and the diagram of
 * docs/guides/client.md is generated from it. A booking with a reference of the caller starts in `recalling`, one without
 * in `searching`, one of an ended process in `looking-up`.
 */
export const transitions = {
  searching: {
    quoting: 'an offer is chosen',
    recalling: 'an offer is chosen, and the request has no reference',
    ended: 'nothing fits',
  },
  recalling: {
    recalling: 'another process works on it',
    checking: 'it was confirmed',
    'looking-up': 'a dead process may have sent it',
    absent: 'nothing was sent',
    ended: 'the other process is silent',
  },
  absent: {
    searching: 'before the Search',
    quoting: 'after the Search',
    ended: 'there is only a card to pay by',
  },
  quoting: {
    consenting: 'first price, or something changed',
    quoting: 'agreed, but too old',
    claiming: 'the user has agreed to this',
    sending: 'the user has agreed to this, under the claim',
    searching: 'the ReToken has expired',
    ended: 'the offer is gone',
  },
  consenting: {
    quoting: 'yes, but too late',
    claiming: 'yes',
    sending: 'yes, under the claim',
    ended: 'no',
  },
  claiming: {
    claiming: 'another process works on it',
    checking: 'it was confirmed',
    'looking-up': 'a dead process may have sent it',
    sending: 'claimed',
    ended: 'the other process is silent',
  },
  sending: {
    following: 'DoBooking is answered',
    'looking-up': 'the answer is lost',
    sending: 'HTTP 429',
    quoting: 'conditions are too old or used',
    ended: 'refused',
  },
  'looking-up': {
    following: 'found',
    sending: 'nothing was booked',
    absent: 'nothing was booked, and there is nothing to send',
    ended: 'no answer, or nothing was booked twice',
  },
  checking: { following: 'read', ended: 'no answer' },
  following: {
    reading: 'the voucher is missing',
    paying: 'it waits for a payment',
    polling: 'it is undecided',
    claiming: 'it was cancelled since',
    absent: 'it was cancelled since, before the Search',
    ended: 'decided',
  },
  reading: { following: 'read', ended: 'no answer' },
  paying: { following: 'paid', ended: 'no card, declined or unknown' },
  polling: { following: 'another status', ended: 'time is over' },
  ended: {},
} as const;

export type StateKind = keyof typeof transitions;

/** The state of a kind. */
export type State<K extends StateKind> = Extract<BookingState, { readonly kind: K }>;

/** Each state that the table lets follow a kind. */
export type Next<K extends StateKind> = State<keyof (typeof transitions)[K] & StateKind>;

/** The state of a booking: each kind has exactly the data that its step needs. */
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
  /** How many Searches were sent. */
  readonly searches: number;
  /** The reference of an earlier booking under the same key that was cancelled since. */
  readonly cancelled?: string | undefined;
}

export interface Searching extends Draft {
  readonly kind: 'searching';
}

/** Looks in the ledger for an earlier booking of the same request. */
export interface Recalling {
  readonly kind: 'recalling';
  readonly key: string;
  readonly payment: BookingRequest['payment'];
  /** Whether the outcome of a concurrent caller answers this one too; any does when absent. */
  readonly accepts?: ((outcome: BookingOutcome) => boolean) | undefined;
  /** What follows when there is no such booking. */
  readonly otherwise: Searching | Quoting | Ended;
}

/** The ledger has no such booking any more; a claim on it is released. */
export interface Absent {
  readonly kind: 'absent';
  readonly otherwise: Searching | Quoting | Ended;
  readonly claim?: Claim | undefined;
}

/** Gets conditions for the chosen offer. */
export interface Quoting extends Draft {
  readonly kind: 'quoting';
  readonly chosen: ChosenOffer;
  /** What the user agreed to before. */
  readonly agreed?: Conditions | undefined;
  /** How many times the user agreed to conditions that were too old by then. */
  readonly late: number;
  /** The DoBooking that needs new conditions. */
  readonly renewing?: Sending | undefined;
}

/** Asks the user. */
export interface Consenting extends Omit<Quoting, 'kind'> {
  readonly kind: 'consenting';
  readonly conditions: Conditions;
  readonly question: Question;
}

/** Claims the booking in the ledger, before anything is sent (flow.3). */
export interface Claiming extends Draft, Order {
  readonly kind: 'claiming';
  readonly key: string;
}

/** Sends DoBooking. */
export interface Sending extends Draft, Order {
  readonly kind: 'sending';
  readonly claim: Claim;
  /** The Token of the conditions was used, or may have been. */
  readonly isTokenUsed: boolean;
  /** A new one is made when undefined. */
  readonly idempotencyKey: string | undefined;
  /** How often in a row it was refused by HTTP 429, its answer was lost, and its conditions were renewed. */
  readonly refusals: number;
  readonly losses: number;
  readonly renewals: number;
}

/** Looks for a booking whose DoBooking was sent. */
export interface LookingUp {
  readonly kind: 'looking-up';
  readonly claim: Claim;
  readonly purchase: Purchase;
  /** What follows when nothing was booked. */
  readonly otherwise: Sending | Absent | Ended;
}

/** Reads a booking that was confirmed before. */
export interface Checking {
  readonly kind: 'checking';
  readonly record: LedgerRecord;
  /** What follows when it was cancelled since. */
  readonly otherwise: Claiming | Absent;
}

/** A booking that the client follows up. */
export interface Followed {
  readonly bookingId: string;
  readonly reference?: string | undefined;
  readonly serviceId?: string | undefined;
  /** It began as OnRequest, so the client follows it for a day (decision 1). */
  readonly fromRequest: boolean;
  /** Records each look, so that another process can continue; nothing is recorded without it. */
  readonly claim?: Claim | undefined;
}

interface FollowUp<Kind> extends Followed {
  readonly kind: Kind;
  readonly reference: string;
  readonly snapshot: BookingSnapshot;
  /** Undefined when the flow checks a booking that was confirmed before. */
  readonly purchase: Purchase | undefined;
  /** How many states it has been through since it was found. */
  readonly turns: number;
  /** What follows when it was cancelled since; only in a check of a confirmed booking. */
  readonly otherwise?: Claiming | Absent | undefined;
}

/** Decides by the status which state is next. */
export type Following = FollowUp<'following'>;
/** Reads the booking: for the voucher, and for the status that EM PROGRESSO stands for. */
export type Reading = FollowUp<'reading'>;
/** Pays a prepaid booking. */
export type Paying = FollowUp<'paying'>;
/** Polls an undecided booking by its polling plan. */
export type Polling = FollowUp<'polling'>;

export interface Ended {
  readonly kind: 'ended';
  readonly outcome: BookingOutcome;
}

/** Returns the end with an outcome. */
export const ended = (outcome: BookingOutcome): Ended => ({ kind: 'ended', outcome });

/** The parts of a client that every step of a flow uses. */
export interface Context {
  readonly call: CallOperation;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly username: string;
  readonly newUuid: () => string;
  /** Bookings in flight by ledger key: a concurrent caller with the same key shares the outcome. */
  readonly bookings: Map<string, Promise<BookingState>>;
  /** Cancellations in flight, by what they cancel. */
  readonly cancellations: Map<string, Shared<CancelOutcome>>;
  /** Locks of stays, so that one booking of a stay is in flight at a time (flow.3). */
  readonly locks: Map<string, Promise<void>>;
  /** Ends waits and calls early. */
  readonly signal: AbortSignal | undefined;
}
