import type { BookingOutcome, Client } from '#client';
import { type OperationId, operations } from '#contracts';
import { asList, asObject } from '#contracts/util';
import type { Draw } from '#scenarios/catalogue/draw/index';
import type { RuleId } from '#scenarios/judge';
import { type ClientSetting, createReferenceClient } from '#scenarios/run/play/reference-client';
import type { Report } from '#scenarios/run/play/report';

/** A reference client with one change. */
export interface BrokenClient {
  /** The text that completes "a client that …". */
  readonly name: string;
  /** The rule that must catch this client. */
  readonly rule: RuleId;
  /** Further rules that necessarily catch it too. */
  readonly overlaps: readonly RuleId[];
  readonly scenario: string;
  /** The draw of the scenario that it runs. Without a draw, it runs the fixed task, with which a drawn client passes. */
  readonly draw?: Draw;
  readonly breakIt: Break;
  /** Why the judge only warns of the mistake, although the rule is a must. */
  readonly onlyWarned?: string;
}

/** Clients, by the text that completes "a client that …". `rules`: the rule that must catch them, and those that necessarily do too. */
export function caughtBy(
  rules: RuleId | readonly [RuleId, ...RuleId[]],
  scenario: string,
  breaks: Readonly<Record<string, Break>>,
  more?: Pick<BrokenClient, 'draw' | 'onlyWarned'>,
): BrokenClient[] {
  const [rule, ...overlaps] = typeof rules === 'string' ? [rules] : rules;
  return Object.entries(breaks).map(([name, breakIt]) => {
    return { name, rule, overlaps, scenario, breakIt, ...more };
  });
}

/** The change: how the client is created, what it reports, or both. */
export interface Break {
  readonly client?: (setting: ClientSetting) => Client;
  readonly report?: (report: Report) => Report;
}

/** The parts of a call to send instead. */
export interface Change {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
}

/** A call of the client that the test holds before it is sent. */
export interface HeldCall {
  readonly url: string;
  /** The body of the request, or an empty string. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Sends the call, unchanged or changed. It can be called several times. */
  readonly send: (change?: Change) => Promise<Response>;
  /** Calls another operation by POST with the same Credential. */
  readonly other: (id: OperationId, body: object, headers?: Record<string, string>) => Promise<Response>;
  readonly get: () => Promise<Response>;
  readonly wait: (ms: number) => Promise<void>;
}

export type Handle = (call: HeldCall) => Promise<Response>;
/** The changes to calls of some operations, and of the tool server. */
export type Handles = { readonly [Id in OperationId | 'tools']?: Handle };

const patterns = Object.values(operations).map(({ id, path }) => ({
  id,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

function operationAt(url: string): OperationId | 'tools' | undefined {
  const { pathname } = new URL(url);
  return pathname === '/mcp' ? 'tools' : patterns.find(({ pattern }) => pattern.test(pathname))?.id;
}

const anyProduct = new WeakSet<object>();

/** Returns a setting with which the changes to the operations of a hotel apply to the other products, too. */
export function withAnyProduct(setting: ClientSetting): ClientSetting {
  const own = { ...setting };
  anyProduct.add(own);
  return own;
}

const likeHotel = (operation: OperationId | 'tools') =>
  operation.replace(/^(?:car|transfer|tour)\./, 'hotel.') as OperationId; // every product has these operations

/** Creates the reference client, and applies the changes to its calls. */
export function onTheWay(setting: ClientSetting, handles: Handles): Client {
  const { fetch: send, clock, baseUrl } = setting;
  const held: typeof fetch = (input, init = {}) => {
    const url = String(input);
    const operation = operationAt(url);
    const handle =
      operation &&
      (handles[operation] ?? (anyProduct.has(setting) ? handles[likeHotel(operation)] : undefined));
    if (!handle) return send(input, init);
    const body = typeof init.body === 'string' ? asObject(JSON.parse(init.body)) : {};
    return handle({
      url,
      body,
      send: (change = {}) => send(change.url ?? url, changed(init, change)),
      other: (id, asked, headers = {}) =>
        send(`${baseUrl}${operations[id].path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ Credential: body.Credential, ...asked }),
        }),
      get: () =>
        send(url, {
          headers: { ...Object.fromEntries(new Headers(init.headers)), accept: 'application/json' },
        }),
      wait: ms => clock.sleep(ms, undefined, 'a broken client'),
    });
  };
  return createReferenceClient({ ...setting, fetch: held });
}

function changed(init: RequestInit, { body, headers }: Change): RequestInit {
  return {
    ...init,
    ...(body && { body: JSON.stringify(body) }),
    ...(headers && { headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } }),
  };
}

/** Returns a change of calls. A function creates the changes for each client that is created, such as changes with a state. */
export const wire = (handles: Handles | ((setting: ClientSetting) => Handles)): Break => ({
  client: setting => onTheWay(setting, typeof handles === 'function' ? handles(setting) : handles),
});

/** Returns a change of some methods of the reference client. */
export const overriding = (change: (client: Client, setting: ClientSetting) => Partial<Client>): Break => ({
  client: setting => {
    const client = createReferenceClient(setting);
    return { ...client, ...change(client, setting) };
  },
});

/** Returns a change of the outcome that the client reports. */
export const reporting = (outcome: Report['outcome']): Break => ({
  report: reported => ({ ...reported, outcome }),
});

/** Takes the place of a look-up that the client never makes. */
export const noLookUp: Handle = async () => {
  throw new TypeError('no look-up');
};

/** Changes the criteria of a Search. */
export const criteria =
  (change: (criteria: Readonly<Record<string, unknown>>) => object): Handle =>
  ({ send, body }) => {
    const given = asObject(body.Criteria);
    return send({ body: { ...body, Criteria: { ...given, ...change(given) } } });
  };

/** Sends a changed call before the right one. */
export const first =
  (change: (call: HeldCall) => Change): Handle =>
  async call => {
    await call.send(change(call));
    return call.send();
  };

/** Sends a Search with other criteria before the right one. */
export const firstWith = (change: object): Handle =>
  first(({ body }) => ({ body: { ...body, Criteria: { ...asObject(body.Criteria), ...change } } }));

/** Sends a call once more after it was answered, and reads only the first answer. */
export const twice =
  (after = 0): Handle =>
  async ({ send, wait }) => {
    const answer = await send();
    await wait(after);
    await send();
    return answer;
  };

/** Makes another call with the answer of a call. */
export const followedBy =
  (next: (call: HeldCall, answer: Readonly<Record<string, unknown>>) => Promise<unknown>): Handle =>
  async call => {
    const answer = await call.send();
    await next(call, await said(answer));
    return answer;
  };

/** Returns the objects of a list in a body. */
export const listOf = (value: unknown): Readonly<Record<string, unknown>>[] => asList(value).map(asObject);

/** Returns the JSON of an answer, and leaves the answer readable. */
export const said = async (answer: Response): Promise<Readonly<Record<string, unknown>>> =>
  asObject(await answer.clone().json());

/** Runs after a booking. */
export type AfterBooking = (ended: {
  readonly client: Client;
  readonly setting: ClientSetting;
  readonly outcome: BookingOutcome;
  readonly bookingId: string;
}) => Promise<unknown>;

/** Returns a change that makes further calls after a booking has ended. */
export const afterBooking = (next: AfterBooking): Break =>
  overriding((client, setting) => ({
    book: async (...asked) => {
      const outcome = await client.book(...asked);
      const bookingId = ('bookingId' in outcome && outcome.bookingId) || 'none';
      await next({ client, setting, outcome, bookingId });
      return outcome;
    },
  }));

export async function look(
  { client, setting, bookingId }: Parameters<AfterBooking>[0],
  { times, every }: { times: number; every: number },
): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    await setting.clock.sleep(every, undefined, 'a broken client');
    await client.call('getBookingDetail', { BookingId: bookingId });
  }
}

export const second = 1_000;
export const minute = 60 * second;
