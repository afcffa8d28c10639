import { limits, type Product, type ResponseOf } from '#contracts';
import { HttpError, mayHaveTakenEffect, OutdatedError, UnreadableAnswerError } from '../errors.ts';
import { waitAfter } from '../retry.ts';
import type { Context } from './context.ts';
import type { Offer } from './offer.ts';
import type { Reason } from './reason.ts';
import type { Searched } from './wish.ts';

type Answer = ResponseOf<`${Product}.getBookingConditions`>;

/** Conditions that were given, with the Token for DoBooking. */
export interface Given {
  readonly answer: Answer;
  readonly token: string;
  /** When the answer had come, epoch milliseconds. */
  readonly at: number;
}

/** What came of asking: conditions, nothing any more, or that only a new Search helps (retoken.expired). */
export type Asked =
  | { readonly kind: 'given'; readonly given: Given }
  | { readonly kind: 'gone'; readonly reasons: readonly Reason[] }
  | { readonly kind: 'search-again' };

const spentTokens: readonly string[] = ['TokenExpired', 'TokenConsumed', 'TokenUnknown', 'TokenWrongStep'];

/** Whether an error says that a Token is of no use any more. */
export const isTokenSpent = (error: unknown): boolean =>
  error instanceof HttpError && error.errors.some(({ Code }) => spentTokens.includes(Code));

const isReTokenOld = (error: unknown): boolean =>
  error instanceof HttpError && error.errors.some(({ Code }) => Code === 'ReTokenExpired');

/**
 * Validates price and conditions of what was chosen: by the Token of the Search while it is young and unused, else by the
 * ReToken, for 25 hours (flow.1, field.retoken). An answer that was lost may have used the Token up, so the ReToken takes
 * over then (decision 3).
 */
export async function askConditions(searched: Searched, { call, clock, signal }: Context): Promise<Asked> {
  const { offer, token, reToken, at: since } = searched;
  for (let attempt = 1; ; attempt += 1) {
    const age = clock.now() - since;
    const byToken = !searched.isTokenUsed && age < limits.tokenLife.value;
    if (!byToken && age >= limits.reTokenLife.value) return { kind: 'search-again' };
    searched.isTokenUsed = true;
    const proof = byToken ? { Token: token } : { ReToken: reToken };
    try {
      const request = { ...proof, ...offer.selection } as never; // the selection of this very product
      const id = `${offer.product}.getBookingConditions` as const;
      const goodUntil = since + (byToken ? limits.tokenLife : limits.reTokenLife).value;
      const { answer, at } = await call(id, request, { signal, goodUntil, attempts: 1 });
      const { Token, RevalidateBookingConditions, Errors } = answer;
      const isGone =
        RevalidateBookingConditions === 'RoomsNotFound' || Token === undefined || Errors.length > 0;
      if (isGone) return { kind: 'gone', reasons: Errors };
      if (!answer.TotalSellingPrice)
        throw new UnreadableAnswerError(
          { operation: id, attempt },
          { status: 200, what: 'conditions that name no price' },
        );
      return { kind: 'given', given: { answer: { ...flagsOf(offer), ...answer }, token: Token, at } };
    } catch (error) {
      if (isReTokenOld(error)) return { kind: 'search-again' };
      if (error instanceof OutdatedError) continue;
      // Refused before all else, so its Token is as good as before.
      const isRefused = error instanceof HttpError && error.status === 429;
      if (isRefused) searched.isTokenUsed = !byToken;
      const mayGoOn = isRefused || (byToken && isTokenSpent(error)) || mayHaveTakenEffect(error);
      const wait = waitAfter(attempt, error);
      if (!mayGoOn || wait === undefined || attempt >= limits.attempts.value) throw error;
      await clock.sleep(wait, signal, 'the next attempt at conditions');
    }
  }
}

/** What conditions do not say again is as the Search said. */
const flagsOf = ({ restrictionType, isPrePayment, canPayLater }: Offer) => ({
  RestrictionType: restrictionType,
  IsPrePayment: isPrePayment,
  CanPayLater: canPayLater,
});

/** From when on conditions are too old to book by, epoch milliseconds (flow.2). */
export const staleFrom = ({ at }: Given): number => at + limits.conditionsAge.value - margin;

/** Whether conditions are too old to book by. */
export const areStale = (given: Given, now: number): boolean => now >= staleFrom(given);

/** A DoBooking sent just in time would arrive too late. */
const margin = 5_000;
