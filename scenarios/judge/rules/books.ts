// The costliest rules come first.

import { limits, operations, parseDuration } from '#contracts';
import type { Outcome, Task } from '#contracts/scenario';
import type { BookedService } from '../books.ts';
import { cents } from '../reported.ts';
import { defineBooksRule, type Found } from '../rule.ts';
import {
  centsText,
  isKnown,
  namesOf,
  type Purchase,
  proofOf,
  type RunEnd,
  searchedInVain,
  seenAnswers,
  stands,
  taken,
} from '../run-end.ts';
import { formatDuration } from '../time.ts';
import { type Call, couldNotCollide } from '../traffic/index.ts';

export const bookRules = [
  defineBooksRule('one-booking', {
    clauses: ['flow.3', 'status.problema-tecnico'],
    title:
      'A correct client leaves at most one standing booking for each purchase, and it is what the user wanted.',
    judgeEnd(end) {
      const { books, purchases, isOneClient } = end;
      if (!purchases) {
        if (books.services.length === 0) return { notApplicable: 'the supplier holds no booking' };
        // Without a task, two programs may have booked the same stay, so this is only a warning.
        const stays = [...Map.groupBy(books.services.filter(stands), ({ stay }) => stay).values()];
        return stays.flatMap(same =>
          bookedTwice(same, end).map(breach => (isOneClient ? breach : { ...breach, warn: true as const })),
        );
      }
      const wanted = new Set(purchases.flatMap(({ services }) => services));
      const extra = books.services.filter(service => stands(service) && !wanted.has(service));
      return [
        ...purchases.flatMap(({ services }) => bookedTwice(services.filter(stands), end)),
        ...purchases.flatMap(purchase => otherThanWanted(purchase, end)),
        ...extra.map(service => {
          const message = `The supplier holds ${namesOf(service)}, but the user wanted no ${service.product}.`;
          return breach(message, [service], end);
        }),
      ];
    },
  }),
  defineBooksRule('one-charge', {
    clauses: ['svc.3', 'flow.6'],
    title: 'A correct client causes at most one card charge for each purchase, of the price of the booking.',
    judgeEnd(end) {
      const { books, purchases = [] } = end;
      if (!books.services.some(service => taken(service).length > 0))
        return { notApplicable: 'the supplier charged no card' };
      return [
        ...books.services.flatMap(service => judgeCharges(service, end)),
        ...purchases.flatMap(({ services }) => chargedTwice(services, end)),
      ];
    },
  }),
  defineBooksRule('truth-told', {
    clauses: ['svc.1', 'flow.4', 'flow.5'],
    title: 'A correct client reports an outcome that agrees with the books of the supplier.',
    judgeEnd(end) {
      const { purchases, result, finish } = end;
      if (!purchases) return { notApplicable: 'the task of the client is unknown' };
      const [only, ...others] = purchases;
      if (!only) return { notApplicable: 'the task books nothing' };
      if (!result && !finish) return { notApplicable: 'the result of the client is unknown' };
      if (!result) return purchases.flatMap(purchase => judgeSilence(purchase, 'reported no result', end));
      if (others.length === 0) return judgeOutcome(only, result.outcome, end);
      if ((result.services ?? []).length > 0) return judgeEach(purchases, end);
      // The result has one outcome for several services, so it must agree with one of them.
      const all = purchases.map(purchase => judgeOutcome(purchase, result.outcome, end));
      return all.some(breaches => breaches.length === 0) ? [] : (all[0] ?? []);
    },
  }),
  defineBooksRule('nothing-orphaned', {
    clauses: ['flow.3', 'client.states'],
    title: 'A correct client knows every booking that stands at the supplier, in its result or in its state.',
    judgeEnd(end) {
      const { books, calls, result, state } = end;
      const standing = books.services.filter(stands);
      if (standing.length === 0) return { notApplicable: 'no booking stands at the supplier' };
      if (end.isOneClient) return judgeUnasked(standing, end);
      if (!result && state === undefined)
        return { notApplicable: 'neither the result nor the state of the client is known' };
      const last = calls.at(-1)?.opened.at ?? 0;
      const unknown = standing.filter(
        service =>
          isKnown(service, end) !== true &&
          !(holding.includes(result?.outcome) && seenAnswers(service, end).length > 0) &&
          searchedInVain(service, end, last) !== 'whole',
      );
      if (unknown.length > 0 && state === undefined)
        return {
          notApplicable: 'the result does not have all bookings, and the state of the client is unknown',
        };
      return unknown.map(service => {
        const message = `The supplier holds ${namesOf(service)}, but neither the result nor the state of the client has its id or reference. No one would pay, use or cancel this booking.`;
        return breach(message, [service], end);
      });
    },
  }),
  defineBooksRule('agreed-price', {
    clauses: ['flow.2', 'field.pricing-info', 'field.cancellation-policies'],
    title: 'A correct client books at the price and with the policies that the user last agreed to.',
    judgeEnd(end) {
      if (!end.books.services.some(stands)) return { notApplicable: 'no booking stands at the supplier' };
      const ruled = end.verdicts
        .filter(({ rule, verdict }) => agreement.includes(rule) && verdict === 'fail')
        .flatMap(({ findings }) => findings.map(({ message, exchanges }): Found => ({ message, exchanges })));
      if (ruled.length > 0) return ruled;
      const shown = end.result?.shownToUser?.total;
      const [purchase, ...others] = end.purchases ?? [];
      if (!shown || !purchase || others.length > 0)
        return { notApplicable: 'no price that the user saw is known' };
      const agreed = { cents: cents(shown.Value), currency: shown.Currency };
      return purchase.services.filter(stands).flatMap(service => judgePrice(service, agreed, end));
    },
  }),
  defineBooksRule('ends', {
    clauses: ['poll.technical-problem', 'poll.pending', 'poll.pending-cancellation'],
    title: 'A correct client ends by itself within the time that its polling plans allow.',
    judgeEnd({ finish, task, calls }) {
      if (!finish) return { notApplicable: 'the end of the client is unknown' };
      const exchanges = calls.slice(-1).map(({ number }) => number);
      const took = formatDuration(finish.virtualMs);
      if (!finish.byItself)
        return [{ message: `The client did not end by itself; it was stopped after ${took}.`, exchanges }];
      const allowed = task && allowedTime(task);
      if (allowed === undefined || finish.virtualMs <= allowed) return [];
      const message = `The client ended only after ${took}, but its task and its polling plans take at most ${formatDuration(allowed)}.`;
      return [{ message, exchanges }];
    },
  }),
  defineBooksRule('clean-output', {
    clauses: ['auth.5'],
    title: 'A correct client writes no secret to its output, not even in a stack trace.',
    judgeEnd({ leaks }) {
      if (!leaks) return { notApplicable: 'no one searched the output of the client' };
      return leaks.map(({ what, where, isKept }) => ({
        message: `The ${isKept ? 'state' : 'output'} of the client contains a secret (${what}) in ${where}.`,
        exchanges: [],
        // The specification forbids only card data in files. The rule credentials-not-in-output warns of a password, too.
        ...(isKept && what === 'password' && { warn: true as const }),
      }));
    },
  }),
  defineBooksRule('recovers', {
    level: 'should',
    clauses: ['err.retry', 'err.429', 'err.500'],
    title: 'A correct client completes the purchase after one transient failure that it may repeat.',
    judgeEnd({ calls, purchases, result }) {
      if (!purchases || purchases.length === 0)
        return { notApplicable: 'the purchases of the user are unknown' };
      if (!result) return { notApplicable: 'the result of the client is unknown' };
      const [hit, ...more] = calls.filter(({ facts: { faults = [] } }) => faults.length > 0);
      if (!hit || more.length > 0 || !isRepeatable(hit))
        return {
          notApplicable: 'the run does not have exactly one transient failure that a client may repeat',
        };
      if (!givenUp.includes(result.outcome)) return [];
      const { operation, status } = hit.facts;
      const failure = status === undefined ? 'got no answer' : `was answered ${status}`;
      const message = `One call (${operation}, exchange ${hit.number}) ${failure}, and the client gave up with "${result.outcome}".`;
      return [{ message, exchanges: [hit.number] }];
    },
  }),
] as const;

/** `services`: the bookings that the finding is about. */
const breach = (message: string, services: readonly BookedService[], end: RunEnd, warn = false): Found => ({
  message,
  exchanges: proofOf(end, services),
  ...(warn && { warn: true as const }),
});

/** Another stay, other guests, another trip. */
const otherThanWanted = ({ booked, index }: Purchase, end: RunEnd): Found[] =>
  booked.flatMap(({ held, differences }) => {
    if (!stands(held) || differences.length === 0) return [];
    const fields = differences.slice(0, maxFields).map(({ field }) => field);
    const more = differences.length > maxFields ? ` and ${differences.length - maxFields} more` : '';
    const message = `The supplier holds ${namesOf(held)}, but the user wanted another one in steps[${index}]: ${fields.join(', ')}${more} differ.`;
    return breach(message, [held], end);
  });

const maxFields = 6;

/** A booking that no client could find does not count. */
function bookedTwice(standing: readonly BookedService[], end: RunEnd): Found[] {
  const searches = standing.map((service, index) => {
    const next = standing[index + 1];
    return next ? searchedInVain(service, end, next.bookedAt) : 'none';
  });
  if (standing.filter((_, index) => searches[index] !== 'whole').length < 2) return [];
  const isEarly = searches.every((search, index) => index === standing.length - 1 || search !== 'none');
  const message = `The supplier holds ${standing.length} bookings for one purchase: ${namesOf(...standing)}. The traveller may pay for each of them.`;
  return [breach(message, standing, end, isEarly)];
}

function judgeCharges(service: BookedService, end: RunEnd): Found[] {
  const { cents, priceCurrency } = service;
  const charges = taken(service);
  if (charges.length <= 1 && charges.every(charge => charge.cents === cents)) return [];
  const texts = charges.map(charge => centsText(charge.cents, priceCurrency)).join(' and ');
  const message =
    charges.length > 1
      ? `The card was charged ${charges.length} times for ${namesOf(service)}: ${texts}.`
      : `The card was charged ${texts} for ${namesOf(service)}, whose price is ${centsText(cents, priceCurrency)}.`;
  return [breach(message, [service], end)];
}

/** The supplier gives back the charge of a rejected booking. */
function chargedTwice(services: readonly BookedService[], end: RunEnd): Found[] {
  const charged = services.filter(service => stands(service) && taken(service).length > 0);
  if (charged.length < 2) return [];
  const message = `The card was charged for ${charged.length} bookings of one purchase: ${namesOf(...charged)}.`;
  return [breach(message, charged, end)];
}

function judgeSilence({ services }: Purchase, what: string, end: RunEnd): Found[] {
  const standing = services.filter(stands);
  if (standing.length === 0) return [];
  const message = `The client ${what}, but the supplier holds ${namesOf(...standing)}.`;
  return [breach(message, standing, end)];
}

function judgeEach(purchases: readonly Purchase[], end: RunEnd): Found[] {
  const rest = [...(end.result?.services ?? [])];
  return purchases.flatMap(purchase => {
    const { step, index } = purchase;
    const at = rest.findIndex(({ product }) => product === step.product);
    const [reported] = at < 0 ? [] : rest.splice(at, 1);
    if (!reported)
      return judgeSilence(purchase, `reported no outcome for the ${step.product} of steps[${index}]`, end);
    // For a service that was cancelled later, the client may report the outcome of the booking or of the cancellation.
    if (purchase.isCancelled && !purchase.services.some(stands)) return [];
    return judgeOutcome(purchase, reported.outcome, end);
  });
}

function judgeOutcome(purchase: Purchase, outcome: Outcome | string, end: RunEnd): Found[] {
  const why = untruth(purchase, outcome, end);
  if (why === undefined) return [];
  const { services, step, index } = purchase;
  const held =
    services.length === 0
      ? 'the supplier holds no booking for it'
      : `the supplier holds ${namesOf(...services)}`;
  const message = `The client reported "${outcome}" for the ${step.product} of steps[${index}], but ${held}. ${why}`;
  return [breach(message, services, end, outcome === 'confirmed' && couldNotCollide(end.calls))];
}

/** Undefined if the outcome agrees with the books. */
function untruth(purchase: Purchase, outcome: string, end: RunEnd): string | undefined {
  const standing = purchase.services.filter(stands);
  if (outcome === 'pending' || outcome === 'ask-support') return untruthOfOpen(standing, end);
  if (outcome === 'confirmed') return untruthOfConfirmed(purchase, end) ?? untruthOfPenalty(purchase);
  if (outcome === 'cancelled')
    return standing.length > 0 ? 'The user would not know that the booking still stands.' : undefined;
  if (outcome === 'payment-declined') return untruthOfDeclined(standing) ?? untruthOfPenalty(purchase);
  return untruthOfNothing(purchase, outcome, end);
}

function untruthOfOpen(standing: readonly BookedService[], end: RunEnd): string | undefined {
  const isNameless = standing.some(
    service => isKnown(service, end) === false && searchedInVain(service, end, timeOf(end)) !== 'whole',
  );
  return isNameless
    ? 'Neither its result nor its state has the BookingId or the reference, so no one could ask for this booking.'
    : undefined;
}

function untruthOfConfirmed({ services, isCancelled }: Purchase, { result }: RunEnd): string | undefined {
  const isGood = services.some(
    ({ status }) => status === 'confirmed' || (isCancelled && status === 'cancellation-failed'),
  );
  if (!isGood) return 'The traveller would arrive without a booking.';
  const { bookingId, services: several = [] } = result ?? {};
  if (bookingId === undefined || several.length > 0) return undefined;
  return services.some(service => service.bookingId === bookingId)
    ? undefined
    : `The supplier does not know booking "${bookingId}", which the client reported.`;
}

function untruthOfDeclined(standing: readonly BookedService[]): string | undefined {
  if (standing.some(service => taken(service).length > 0)) return 'The card was charged in spite of that.';
  return standing.every(({ status }) => status === 'awaiting-payment')
    ? undefined
    : 'The booking does not wait for a payment.';
}

function untruthOfNothing(purchase: Purchase, outcome: string, end: RunEnd): string | undefined {
  const isUnreported = purchase.services.some(service => {
    if (!stands(service)) return false;
    if (outcome === 'expired' && timeOf(end) - service.bookedAt >= limits.onRequestLife.value) return false;
    if (purchase.isCancelled && isUnchanged(service, end)) return false;
    return searchedInVain(service, end, timeOf(end)) !== 'whole';
  });
  if (isUnreported) return 'The user would not know of this booking, and may book and pay again.';
  return untruthOfPenalty(purchase);
}

/** Of bookings that the client cancelled although the user did not want that. */
function untruthOfPenalty({ services, isCancelled }: Purchase): string | undefined {
  const owed = services.find(({ penalty }) => penalty !== undefined && penalty.Value > 0);
  if (isCancelled || !owed?.penalty) return undefined;
  const { Value, Currency } = owed.penalty;
  return `The user owes a penalty of ${centsText(Math.round(Value * 100), Currency)}.`;
}

/** Whether the client saw the booking confirmed, it still stands as before, and the client knows its id. */
const isUnchanged = (service: BookedService, end: RunEnd): boolean =>
  (service.status === 'confirmed' || service.status === 'cancellation-failed') &&
  seenAnswers(service, end).some(({ facts }) => facts.answer.bookingStatus === 'CONFIRMED') &&
  isKnown(service, end) !== false;

/** Of the last call, in epoch milliseconds. */
const timeOf = ({ calls, finish }: RunEnd): number => {
  const first = calls[0]?.opened.at ?? 0;
  return Math.max(calls.at(-1)?.opened.at ?? 0, first + (finish?.virtualMs ?? 0));
};

/** With these, a client that has read the id gives the booking to the user. */
const holding: readonly (string | undefined)[] = ['confirmed', 'cancelled', 'payment-declined'];

/** Only a warning, because the client may have asked its user to look. */
function judgeUnasked(standing: readonly BookedService[], { calls, changing }: RunEnd): Found[] {
  const lost = changing.findLast(call => call.isLost);
  if (!lost) return [];
  const next = calls.filter(({ number }) => number > lost.number).map(({ step }) => step);
  if (next.includes('look') || next.includes('list') || next.includes(lost.step)) return [];
  const message = `The client sent no look-up after the answer to ${lost.facts.operation} (exchange ${lost.number}) was lost. The supplier holds ${namesOf(...standing)}.`;
  return [{ message, exchanges: [lost.number], warn: true }];
}

const agreement: readonly string[] = ['price-change-confirmed', 'policies-shown'];

function judgePrice(
  service: BookedService,
  agreed: { readonly cents: number; readonly currency: string },
  end: RunEnd,
): Found[] {
  const isSameCurrency = agreed.currency === service.priceCurrency;
  if ((isSameCurrency && agreed.cents === service.cents) || isQuoted(service, agreed, end)) return [];
  // At an unchanged price, the shown price may contain a margin of the seller, or be in a currency of the seller.
  const isMargin = !hasChangedPrice(end) && !(isSameCurrency && agreed.cents < service.cents);
  const message = `The user agreed to ${centsText(agreed.cents, agreed.currency)}, but ${namesOf(service)} costs ${centsText(service.cents, service.priceCurrency)}.`;
  return [breach(message, [service], end, isMargin)];
}

const wholeUnit = 100;

/** Some suppliers round the price in the conditions up, and book at the exact price. */
const isQuoted = (
  { product, bookingId, reference = '', cents: exact }: BookedService,
  agreed: { readonly cents: number; readonly currency: string },
  { about, openBooks }: RunEnd,
): boolean =>
  exact < agreed.cents &&
  agreed.cents - exact < wholeUnit &&
  [...about(bookingId), ...openBooks(reference)].some(({ step, issuer, ...call }) => {
    const price = step === 'book' && call.product === product ? issuer?.facts.answer.price : undefined;
    return price !== undefined && price.currency === agreed.currency && cents(price.value) === agreed.cents;
  });

/** Through a fault or between two calls. */
function hasChangedPrice({ calls }: RunEnd): boolean {
  const given = calls.filter(({ step }) => step === 'conditions');
  const isFaulty = given.some(({ facts: { faults = [] } }) =>
    faults.some(({ kind }) => kind === 'price' || kind === 'revalidate' || kind === 'terms'),
  );
  const prices = given.flatMap(({ facts: { answer } }) =>
    answer.price ? `${answer.price.value} ${answer.price.currency}` : [],
  );
  return isFaulty || new Set(prices).size > 1;
}

/** The number of polling windows of 30 minutes that one step can need: look-ups, payments, statuses and cancellations. */
const windowsPerStep = 8;

/** Milliseconds: the waits of the user, and for each step a day for the hotel and the polling windows. */
function allowedTime({ steps, waits = {} }: Task): number {
  const thinking = Object.values(waits).map(wait => (wait === undefined ? 0 : parseDuration(wait)));
  const each = steps.map(step => {
    const after = step.do === 'static' && step.after !== undefined ? parseDuration(step.after) : 0;
    return after + limits.onRequestLife.value + windowsPerStep * limits.pollWindow.value;
  });
  return [...thinking, ...each].reduce((sum, time) => sum + time, 0);
}

const givenUp: readonly string[] = ['error', 'failed', 'unavailable', 'ask-support'];

/** Decision 2. */
function isRepeatable(call: Call): boolean {
  const { operation, status } = call.facts;
  if (operation === null) return false;
  const { effect } = operations[operation];
  return status === 429 || ((effect === 'read' || effect === 'validate') && call.isLost);
}
