import { limits } from '#contracts';
import type { BookingView, ExchangeView } from '#contracts/control';
import { contentOf } from './content-of.ts';
import type { Story, StoryCall } from './schema.ts';
import { shortToken } from './short-token.ts';

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
  const services = bookings.flatMap(({ bookingId, services: all }) =>
    all.map(({ serviceId, product, item, timeline }) => ({
      bookingId,
      serviceId,
      product,
      item,
      states: timeline.map(step => ({ at: at(Date.parse(step.at)), status: step.status })),
    })),
  );
  const charges = bookings.flatMap(({ bookingId, payments }) =>
    payments.map(({ at: when, amount, status }) => ({
      at: at(Date.parse(when)),
      bookingId,
      amount: amount.value,
      currency: amount.currency,
      status,
    })),
  );
  const last = exchanges.map(one => at(endOf(one)));
  const ended = parts.ended === undefined ? undefined : at(parts.ended);
  const events = [...services.flatMap(({ states }) => states), ...charges].map(event => event.at);
  const end = ended ?? Math.max(0, ...last, ...events);
  const restart = exchanges.find(({ number }) => number === restartedAfter);
  const left = exchanges.length - maxCalls;
  return {
    began: new Date(began).toISOString(),
    ended: end,
    calls: exchanges.slice(0, maxCalls).map(one => callOf(one, at, bodyLength)),
    restarts: restart ? [at(endOf(restart))] : [],
    services: services.map(one => ({ ...one, states: one.states.filter(state => state.at <= end) })),
    tokens: tokensOf(exchanges, at, end),
    charges,
    ...(left > 0 && { left }),
  };
}

/** Returns when a call ended, in epoch milliseconds. */
const endOf = ({ opened, answered, closed }: ExchangeView): number => closed?.at ?? answered?.at ?? opened.at;

type Offset = (instant: number) => number;

function callOf(one: ExchangeView, at: Offset, bodyLength: number): StoryCall {
  const { number, opened, operation, method, url, status, closed, faults = [] } = one;
  const bookingId = [one.answer.bookingId, one.request.bookingId].find(id => id !== undefined && id !== '0');
  const [request, answer] = [one.requestBody, one.answerBody].map(body => bodyText(body, bodyLength));
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
    said: contentOf(one),
    ...(request !== undefined && { request }),
    ...(answer !== undefined && { answer }),
  };
}

function bodyText(body: unknown, bodyLength: number): string | undefined {
  if (body === undefined || bodyLength === 0) return undefined;
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 1);
  return text.length <= bodyLength
    ? text
    : `${text.slice(0, bodyLength)}… (${text.length - bodyLength} characters left out)`;
}

/** Returns the lives of the Tokens that the supplier issued. A Token ends when it expires, or when a later call uses it up. */
function tokensOf(exchanges: readonly ExchangeView[], at: Offset, end: number): Story['tokens'] {
  const issued = new Map<string, { kind: 'Token' | 'ReToken'; from: number; used?: number }>();
  for (const one of exchanges) {
    const { token, reToken } = one.answer;
    const sent = one.request.token === undefined ? undefined : issued.get(one.request.token);
    const replaces = token !== undefined || one.answer.bookingId !== undefined;
    if (sent && replaces && token !== one.request.token) sent.used ??= at(endOf(one));
    const from = at(one.answered?.at ?? one.opened.at);
    if (token !== undefined && !issued.has(token)) issued.set(token, { kind: 'Token', from });
    if (reToken !== undefined && !issued.has(reToken)) issued.set(reToken, { kind: 'ReToken', from });
  }
  return [...issued].map(([name, { kind, from, used }]) => {
    const expires = from + limits[kind === 'Token' ? 'tokenLife' : 'reTokenLife'].value;
    const until = Math.min(used ?? Number.POSITIVE_INFINITY, expires, end);
    const how = used === until ? 'used' : expires === until ? 'expired' : 'open';
    return { kind, name: shortToken(name), from, until: Math.max(from, until), end: how };
  });
}
