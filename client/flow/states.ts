import type { Clock } from '#contracts';
import type { CallOperation } from '../calls.ts';
import type { Shared } from '../in-flight.ts';
import type { Claim, Ledger, LedgerRecord } from '../ledger/index.ts';
import type { Conditions, Consent, Order, Purchase, Question } from './conditions.ts';
import type { BookingOutcome, CancelOutcome } from './outcome.ts';
import type { BookingRequest, ChosenOffer } from './request.ts';
import type { BookingSnapshot } from './snapshot.ts';

/**
 * The transitions of the booking flow: for each state, the next states and the reason for each. The types of the steps and
 * the diagram in docs/guides/client.md come from this table. A request with a reference starts in `recalling`, and a request
 * without a reference starts in `searching`. A booking that an ended process left open starts in `looking-up`.
 */
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

/** The type of the state with a given kind. */
export type State<K extends StateKind> = Extract<BookingState, { readonly kind: K }>;

/** The types of all states that can follow the state with a given kind. */
export type Next<K extends StateKind> = State<keyof (typeof transitions)[K] & StateKind>;

/** The state of a booking. Each state has exactly the data that its function in `steps` needs. */
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
  /** The number of Searches that were sent. */
  readonly searches: number;
  /** The reference of an earlier booking with the same key that was confirmed and then cancelled. */
  readonly cancelled?: string | undefined;
}

export interface Searching extends Draft {
  readonly kind: 'searching';
}

/** The state in which the flow looks in the ledger for an earlier booking of the same request. */
export interface Recalling {
  readonly kind: 'recalling';
  readonly key: string;
  readonly payment: BookingRequest['payment'];
  /**
   * Returns whether this caller can take over the outcome of a concurrent caller. If the function is absent, the caller takes
   * over every outcome.
   */
  readonly accepts?: ((outcome: BookingOutcome) => boolean) | undefined;
  /** The next state if there is no earlier booking. */
  readonly fallback: Searching | Quoting | Ended;
}

/** The state if nothing is booked for the key of the request. The flow then releases the claim. */
export interface Absent {
  readonly kind: 'absent';
  readonly fallback: Searching | Quoting | Ended;
  readonly claim?: Claim | undefined;
}

/** The state in which the flow requests the conditions of the chosen offer. */
export interface Quoting extends Draft {
  readonly kind: 'quoting';
  readonly chosen: ChosenOffer;
  /** The conditions that the user agreed to before. */
  readonly agreed?: Conditions | undefined;
  /** The number of times that the user agreed to conditions that had already expired. */
  readonly late: number;
  /** The state `sending` to which the flow must return with new conditions; undefined before DoBooking. */
  readonly renewing?: Sending | undefined;
}

/** The state in which the flow asks the user for consent. */
export interface Consenting extends Omit<Quoting, 'kind'> {
  readonly kind: 'consenting';
  readonly conditions: Conditions;
  readonly question: Question;
}

/** The state in which the flow claims the booking in the ledger, before DoBooking (flow.3). */
export interface Claiming extends Draft, Order {
  readonly kind: 'claiming';
  readonly key: string;
}

/** The state in which the flow sends DoBooking. */
export interface Sending extends Draft, Order {
  readonly kind: 'sending';
  readonly claim: Claim;
  /** Whether the Token of the conditions was used or may have been used. */
  readonly isTokenUsed: boolean;
  /** The Idempotency-Key. If undefined, the state `sending` creates a new key. */
  readonly idempotencyKey: string | undefined;
  /** The number of consecutive answers with status 429. */
  readonly refusals: number;
  /** The number of lost answers to DoBooking. */
  readonly losses: number;
  /** The number of times that the conditions were renewed. */
  readonly renewals: number;
}

/** The state in which the flow looks for the booking after DoBooking was sent. */
export interface LookingUp {
  readonly kind: 'looking-up';
  readonly claim: Claim;
  readonly purchase: Purchase;
  /** The next state if nothing was booked. */
  readonly fallback: Sending | Absent | Ended;
}

/** The state in which the flow reads a booking that was confirmed before. */
export interface Checking {
  readonly kind: 'checking';
  readonly record: LedgerRecord;
  /** The next state if the booking was cancelled after its confirmation. */
  readonly fallback: Claiming | Absent;
}

/** A booking that the client polls until its status is final. */
export interface Followed {
  readonly bookingId: string;
  readonly reference?: string | undefined;
  readonly serviceId?: string | undefined;
  /** Whether the booking began as OnRequest. The client polls such a booking for a day (decision 1). */
  readonly fromRequest: boolean;
  /** The claim with which the client records each snapshot; without a claim, the client records nothing. */
  readonly claim?: Claim | undefined;
}

interface FollowUp<Kind> extends Followed {
  readonly kind: Kind;
  readonly reference: string;
  readonly snapshot: BookingSnapshot;
  /** The data for the payment; undefined for a booking that was confirmed before. */
  readonly purchase: Purchase | undefined;
  /** The number of status changes since the booking was found. */
  readonly turns: number;
  /** The next state if the booking was confirmed before and is now cancelled. */
  readonly fallback?: Claiming | Absent | undefined;
}

/** The state in which the flow chooses the next state by the status of the booking. */
export type Following = FollowUp<'following'>;
/** The state in which the flow reads the booking, for the voucher or to find out which status EM PROGRESSO means. */
export type Reading = FollowUp<'reading'>;
/** The state in which the flow pays a prepaid booking. */
export type Paying = FollowUp<'paying'>;
/** The state in which the flow polls a booking by the polling plan of its status. */
export type Polling = FollowUp<'polling'>;

export interface Ended {
  readonly kind: 'ended';
  readonly outcome: BookingOutcome;
}

/** Returns the final state with an outcome. */
export const ended = (outcome: BookingOutcome): Ended => ({ kind: 'ended', outcome });

/** The parts of a client that the steps of a flow use. */
export interface Context {
  readonly call: CallOperation;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly username: string;
  readonly newUuid: () => string;
  /** The bookings that are in progress, by their keys in the ledger. Concurrent callers with the same key share the outcome. */
  readonly bookings: Map<string, Promise<BookingState>>;
  /** The cancellations in progress, by booking and service. Concurrent callers with the same key share the outcome. */
  readonly cancellations: Map<string, Shared<CancelOutcome>>;
  /** One lock for each stay, so that two bookings of the same stay are never in progress at the same time (flow.3). */
  readonly locks: Map<string, Promise<void>>;
  /** The signal that aborts the calls and the waits of the flow. */
  readonly signal: AbortSignal | undefined;
}
