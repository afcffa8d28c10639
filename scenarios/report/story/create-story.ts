import { limits } from '#contracts';
import type { BookingView, ExchangeView } from '#contracts/control';
import { contentOf, type Facts, shortToken } from '#contracts/exchange';
import { compact } from '#contracts/util';
import type { Story, StoryCall } from './schema.ts';

/** What a story is made of. The control API returns all of this, so a browser can also create a story. */
export interface StoryParts {
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

/** Statuses of services, lives of Tokens, charges and restarts are on the time axis of the calls. */
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

// The console creates stories in a browser, and the table of operations would bring all schemas into its page.
const startOf = /doBooking/i;
const later = /payBooking|cancel/i;

function servicesOf(
  { bookingId, services }: BookingView,
  exchanges: readonly ExchangeView[],
  at: Offset,
): Story['services'] {
  return services.map(({ serviceId, product, item, name, timeline }) => {
    const states = timeline.map(({ at: when, status }, index) => {
      const by = causeOf(exchanges, {
        at: Date.parse(when),
        bookingId,
        operation: index === 0 ? startOf : later,
      });
      return compact({ at: at(Date.parse(when)), status, by });
    });
    return compact({ bookingId, serviceId, product, item, name, states });
  });
}

function chargesOf(
  { bookingId, payments }: BookingView,
  exchanges: readonly ExchangeView[],
  at: Offset,
): Story['charges'] {
  return payments.map(({ at: when, amount: { value: amount, currency }, status }) => {
    const by = causeOf(exchanges, { at: Date.parse(when), bookingId, operation: /doBooking|payBooking/i });
    return compact({ at: at(Date.parse(when)), by, bookingId, amount, currency, status });
  });
}

function callOf(one: ExchangeView, at: Offset, textOf: (body: unknown) => string | undefined): StoryCall {
  const { number, opened, operation, method, url, status, closed, faults = [] } = one;
  return compact({
    number,
    at: at(opened.at),
    tookMs: Math.max(0, Math.round(endOf(one) - opened.at)),
    operation,
    method,
    url,
    status,
    ending: closed?.ending === 'complete' ? undefined : closed?.ending,
    faults: faults.length > 0 ? faults.map(({ kind, commit }) => compact({ kind, commit })) : undefined,
    bookingId: bookingOf(one),
    said: contentOf(one, { isSplit: true }),
    request: textOf(one.requestBody),
    answer: textOf(one.answerBody),
  });
}

const endOf = ({ opened, answered, closed }: ExchangeView): number => closed?.at ?? answered?.at ?? opened.at;

/** Undefined if the supplier changed it between two calls. A lost call names no booking, so such a call is the second choice. */
function causeOf(
  exchanges: readonly ExchangeView[],
  { at, bookingId, operation }: { at: number; bookingId: string; operation: RegExp },
): number | undefined {
  const during = exchanges.filter(
    one =>
      operation.test(one.operation ?? '') &&
      one.opened.at <= at &&
      at <= endOf(one) &&
      (one.faults ?? []).every(({ commit }) => commit !== 'never'),
  );
  const own =
    during.find(one => bookingOf(one) === bookingId) ?? during.find(one => bookingOf(one) === undefined);
  return own?.number;
}

/** Returns the booking of a call. A DoBooking that creates a booking sends the BookingId "0". */
const bookingOf = ({ answer, request }: ExchangeView): string | undefined =>
  [answer.bookingId, request.bookingId].find(id => id !== undefined && id !== '0');

type Life = { kind: 'Token' | 'ReToken'; from: number; by: number; used?: { at: number; by: number } };

/** A Token ends when it expires, or when a later call uses it up. `at`: the offset of an instant. `end`: the end of the story. */
function tokensOf(
  exchanges: readonly ExchangeView[],
  at: (instant: number) => number,
  end: number,
): Story['tokens'] {
  const issued: (Life & { readonly name: string })[] = [];
  const latest = (name: string | undefined) => issued.findLast(one => one.name === name);
  for (const one of exchanges) {
    const { number, answer, request } = one;
    const { token, reToken } = answer;
    const sent = latest(request.token);
    const replaces = token !== undefined || answer.bookingId !== undefined;
    if (sent && replaces && token !== request.token) sent.used ??= { at: at(endOf(one)), by: number };
    const from = at(one.answered?.at ?? one.opened.at);
    const isNew = (name: string) => latest(name) === undefined || latest(name)?.used !== undefined;
    if (token !== undefined && isNew(token)) issued.push({ name: token, kind: 'Token', from, by: number });
    if (reToken !== undefined && isNew(reToken))
      issued.push({ name: reToken, kind: 'ReToken', from, by: number });
  }
  return issued.map(life => ({ ...lifeOf(life, end), name: shortToken(life.name) }));
}

function lifeOf({ kind, from, by, used }: Life, end: number): Omit<Story['tokens'][number], 'name'> {
  const expires = from + limits[kind === 'Token' ? 'tokenLife' : 'reTokenLife'].value;
  const until = Math.max(from, Math.min(used?.at ?? Number.POSITIVE_INFINITY, expires, end));
  if (used && used.at === until) return { kind, by, usedBy: used.by, from, until, end: 'used' };
  return { kind, by, from, until, end: expires === until ? 'expired' : 'open' };
}

/** No client may log these Tokens, and no report may show them in full (auth.5). */
export function tokensIn(facts: readonly Facts[]): ReadonlySet<string> {
  const all = facts.flatMap(({ request, answer }) => [
    request.token,
    request.reToken,
    answer.token,
    answer.reToken,
  ]);
  return new Set(all.filter(token => token !== undefined));
}

/** The text shows no Token in full. The journal has already masked the other secrets. */
function bodyWriter(
  exchanges: readonly ExchangeView[],
  bodyLength: number,
): (body: unknown) => string | undefined {
  const keys = exchanges.flatMap(({ idempotencyKey = [] }) => idempotencyKey);
  const known = new Set([...tokensIn(exchanges), ...keys]);
  return body => {
    if (body === undefined || bodyLength === 0) return undefined;
    const text = typeof body === 'string' ? body : JSON.stringify(body, shortened, 1);
    // The text is cut before the search, with enough room for a Token at the cut, because a body can be large.
    let safe = text.slice(0, bodyLength + longestToken);
    for (const token of known) safe = safe.replaceAll(token, shortToken(token));
    const left = text.length - bodyLength;
    return left <= 0 ? safe : `${safe.slice(0, bodyLength)}… (${left} characters left out)`;
  };
}

const longestToken = 100;

/** Shortens every field that carries a Token, also in offers. JSON.stringify calls this function for each field. */
const shortened = (name: string, value: unknown): unknown =>
  typeof value === 'string' && /^(re)?token$/i.test(name) ? shortToken(value) : value;
