import type { BookingOutcome, Client } from '#client';
import { type OperationId, operations } from '#contracts';
import { asObject } from '#contracts/util';
import type { RuleId } from '#scenarios/judge';
import { type ClientSetting, createReferenceClient } from '#scenarios/play/reference-client';
import type { Report } from '#scenarios/play/report';

/** The reference client with one thing changed. */
export interface BrokenClient {
  /** Completes "a client that …". */
  readonly name: string;
  /** The rule that is to catch it. */
  readonly rule: RuleId;
  /** Further rules that cannot but see it as well. */
  readonly overlaps?: readonly RuleId[];
  /** The id of the scenario of the catalogue that it plays. */
  readonly scenario: string;
  readonly breakIt: Break;
}

/** What is changed: how the client is made, what it reports, or both. */
export interface Break {
  readonly client?: (setting: ClientSetting) => Client;
  readonly report?: (report: Report) => Report;
}

/** What a call is sent with instead. */
export interface Change {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
}

/** A call of the client, held on its way. */
export interface HeldCall {
  readonly url: string;
  /** The body of the request, or an empty string. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Sends it on, as it is or changed, as often as wanted. */
  readonly send: (change?: Change) => Promise<Response>;
  /** Calls another operation by POST with the Credential of this one. */
  readonly other: (id: OperationId, body: object, headers?: Record<string, string>) => Promise<Response>;
  /** Calls the same address by GET. */
  readonly get: () => Promise<Response>;
  readonly wait: (ms: number) => Promise<void>;
}

/** What becomes of a call. */
export type Handle = (call: HeldCall) => Promise<Response>;
/** What becomes of the calls of some operations, and of those of the tool server. */
export type Handles = { readonly [Id in OperationId | 'tools']?: Handle };

const patterns = Object.values(operations).map(({ id, path }) => ({
  id,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

function operationAt(url: string): OperationId | 'tools' | undefined {
  const { pathname } = new URL(url);
  return pathname === '/mcp' ? 'tools' : patterns.find(({ pattern }) => pattern.test(pathname))?.id;
}

/** The reference client, some of whose calls are changed, repeated, delayed or dropped on their way. */
export function onTheWay(setting: ClientSetting, handles: Handles): Client {
  const { fetch: send, clock, baseUrl } = setting;
  const held: typeof fetch = (input, init = {}) => {
    const url = String(input);
    const operation = operationAt(url);
    const handle = operation && handles[operation];
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

/** A break on the way of calls that remembers nothing. */
export const wire = (handles: Handles): Break => ({ client: setting => onTheWay(setting, handles) });

/** What an answer says, without using it up. */
export const said = async (answer: Response): Promise<Readonly<Record<string, unknown>>> =>
  asObject(await answer.clone().json());

/** What is done behind a booking. */
export type Behind = (ended: {
  readonly client: Client;
  readonly setting: ClientSetting;
  readonly outcome: BookingOutcome;
  readonly bookingId: string;
}) => Promise<unknown>;

/** A break that does something more once a booking has ended. */
export const afterBooking = (behind: Behind): Break => ({
  client: setting => {
    const client = createReferenceClient(setting);
    return {
      ...client,
      book: async (...asked) => {
        const outcome = await client.book(...asked);
        const bookingId = ('bookingId' in outcome && outcome.bookingId) || 'none';
        await behind({ client, setting, outcome, bookingId });
        return outcome;
      },
    };
  },
});

/** Looks at a booking again and again. */
export async function look(
  { client, setting, bookingId }: Parameters<Behind>[0],
  { times, every }: { times: number; every: number },
): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    await setting.clock.sleep(every, undefined, 'a broken client');
    await client.call('getBookingDetail', { BookingId: bookingId });
  }
}

/** Milliseconds. */
export const second = 1_000;
export const minute = 60 * second;
