import type { BookingView, ExchangeView } from '#contracts/control';
import { bodyWriter } from './body-text.ts';
import { bookingOf, causeOf, endOf } from './cause-of.ts';
import { contentOf } from './content-of.ts';
import type { Story, StoryCall } from './schema.ts';
import { tokensOf } from './tokens-of.ts';

/** What a story is made of. The control API returns all of this, so a browser can also create a story. */
export interface StoryParts {
  /** The recorded calls in their order. */
  readonly exchanges: readonly ExchangeView[];
  readonly bookings: readonly BookingView[];
  /** The time at which the story ends, in epoch milliseconds of the sandbox clock. The default is the end of the last event. */
  readonly ended?: number | undefined;
  /** The number of the last exchange before the client was killed and started again. */
  readonly restartedAfter?: number | undefined;
  /** The maximum length of each body, in characters. The default is no body at all. */
  readonly bodyLength?: number | undefined;
  /** The maximum number of calls. The default is all calls. */
  readonly maxCalls?: number | undefined;
}

/**
 * Puts the calls of a client and the events at the supplier on one time axis: statuses of services, lives of Tokens, charges and
 * restarts.
 *
 * @example createStory({ exchanges, bookings }).services[0]?.states // [{ at: 0, status: 'pending' }, …]
 */
export function createStory(parts: StoryParts): Story {
  const { exchanges, bookings, restartedAfter, bodyLength = 0, maxCalls = exchanges.length } = parts;
  const began = exchanges[0]?.opened.at ?? parts.ended ?? 0;
  const at = (instant: number) => Math.max(0, Math.round(instant - began));
  const services = bookings.flatMap(booking => servicesOf(booking, exchanges, at));
  const charges = bookings.flatMap(booking => chargesOf(booking, exchanges, at));
  const lasts = exchanges.map(one => at(endOf(one)));
  const events = [...services.flatMap(({ states }) => states), ...charges].map(event => event.at);
  const ended = parts.ended === undefined ? Math.max(0, ...events) : at(parts.ended);
  const end = lasts.reduce((latest, one) => Math.max(latest, one), ended);
  const restart = exchanges.find(({ number }) => number === restartedAfter);
  const left = exchanges.length - maxCalls;
  const textOf = bodyWriter(exchanges, bodyLength);
  const calls = exchanges.slice(0, maxCalls).map(call => callOf(call, at, textOf));
  return {
    began: new Date(began).toISOString(),
    ended: end,
    calls,
    restarts: restart ? [{ at: at(endOf(restart)), after: restart.number }] : [],
    services,
    tokens: tokensOf(exchanges, at, end),
    charges,
    ...(left > 0 && { left }),
  };
}

type Offset = (instant: number) => number;

const startOf = /doBooking/i;
const later = /payBooking|cancel/i;

function servicesOf(
  { bookingId, services }: BookingView,
  exchanges: readonly ExchangeView[],
  at: Offset,
): Story['services'] {
  return services.map(({ serviceId, product, item, timeline }) => ({
    bookingId,
    serviceId,
    product,
    item,
    states: timeline.map(({ at: when, status }, index) => {
      const operation = index === 0 ? startOf : later;
      const by = causeOf(exchanges, { at: Date.parse(when), bookingId, operation });
      return { at: at(Date.parse(when)), status, ...(by !== undefined && { by }) };
    }),
  }));
}

function chargesOf(
  { bookingId, payments }: BookingView,
  exchanges: readonly ExchangeView[],
  at: Offset,
): Story['charges'] {
  return payments.map(({ at: when, amount, status }) => {
    const by = causeOf(exchanges, { at: Date.parse(when), bookingId, operation: /doBooking|payBooking/i });
    return {
      at: at(Date.parse(when)),
      ...(by !== undefined && { by }),
      bookingId,
      amount: amount.value,
      currency: amount.currency,
      status,
    };
  });
}

function callOf(one: ExchangeView, at: Offset, textOf: (body: unknown) => string | undefined): StoryCall {
  const { number, opened, operation, method, url, status, closed, faults = [] } = one;
  const bookingId = bookingOf(one);
  const [request, answer] = [one.requestBody, one.answerBody].map(textOf);
  return {
    number,
    at: at(opened.at),
    tookMs: Math.max(0, Math.round(endOf(one) - opened.at)),
    operation,
    method,
    url,
    ...(status !== undefined && { status }),
    ...(closed && closed.ending !== 'complete' && { ending: closed.ending }),
    ...(faults.length > 0 && {
      faults: faults.map(({ kind, commit }) => ({ kind, ...(commit && { commit }) })),
    }),
    ...(bookingId !== undefined && { bookingId }),
    said: contentOf(one, { isSplit: true }),
    ...(request !== undefined && { request }),
    ...(answer !== undefined && { answer }),
  };
}
