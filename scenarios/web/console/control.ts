import { signal } from '@preact/signals';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { systemClock } from '#contracts';
import type {
  ArmedFaultView,
  BookingView,
  ControlAnswer,
  ControlDetail,
  ExchangeView,
  Facts,
  NewSandboxRequest,
  SandboxView,
} from '#contracts/control';
import { shellQuote } from '../shared/index.ts';

/** If the token belongs to a namespace, the server names the id in this namespace, and the call is repeated with it. */
export async function inNamespace<T>(
  id: string | undefined,
  call: (id: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await call(id);
  } catch (error) {
    const isForbidden = error instanceof ControlFailure && error.status === 403;
    const own = isForbidden ? error.details[0]?.nearest : undefined;
    if (own === undefined) throw error;
    return call(own);
  }
}

export interface LoggedCall {
  readonly id: number;
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
  /** The status of the answer; undefined while the call runs, and 0 if no answer arrived. */
  readonly status: number | undefined;
  /** How often the page repeated this call. */
  readonly times: number;
}

const maxLogged = 200;
const maxBody = 2_000;

/** The calls of this page, the newest first. Repeated readings of the same address are one entry. */
export const loggedCalls = signal<readonly LoggedCall[]>([]);

let last = 0;

export function logCall(method: string, url: string, body?: string): (status: number) => void {
  last += 1;
  const id = last;
  const shown = body !== undefined && body.length > maxBody ? '@file.json' : body;
  const same = loggedCalls.value.find(
    one => method === 'GET' && one.method === 'GET' && withoutQuery(one.url) === withoutQuery(url),
  );
  const entry: LoggedCall = {
    id,
    method,
    url,
    body: shown,
    status: undefined,
    times: (same?.times ?? 0) + 1,
  };
  // A repeated reading keeps its place, so that the calls that change something do not move away.
  loggedCalls.value = same
    ? loggedCalls.value.map(one => (one === same ? entry : one))
    : [entry, ...loggedCalls.value].slice(0, maxLogged);
  return status => {
    loggedCalls.value = loggedCalls.value.map(one => (one.id === id ? { ...one, status } : one));
  };
}

const withoutQuery = (url: string): string => url.replace(/\?.*/, '');

/** Returns a call as a command for a shell. The token is a variable, so that the command can be shared. */
export function asCurl(
  { method, url, body }: Pick<LoggedCall, 'method' | 'url' | 'body'>,
  hasToken: boolean,
) {
  const parts = [
    'curl',
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]),
    shellQuote(url),
    ...(hasToken ? ['-H "Authorization: Bearer $CONTROL_TOKEN"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellQuote(body)}`]),
  ];
  return parts.join(' ');
}

const day = 86_400_000;

export function searchBody({ credential, clock }: Pick<SandboxView, 'credential' | 'clock'>): object {
  const date = (days: number) => new Date(Date.parse(clock.now) + days * day).toISOString().slice(0, 10);
  return {
    Credential: credential,
    Criteria: {
      HotelIds: [1003001],
      CheckinDate: date(30),
      CheckoutDate: date(32),
      SearchRooms: [{ NumAdults: 2 }],
      Nationality: 'BR',
    },
  };
}

export const controlToken = signal<string | undefined>(undefined);
/** Why the page needs a token; undefined if the server has not refused a call for its token. */
export const tokenProblem = signal<'missing' | 'wrong' | 'metrics' | undefined>(undefined);

/** The address of the control API. The address is relative, so that a proxy can add a prefix to the path. */
const controlUrl = (): string => new URL('_control/', location.href.replace(/[?#].*/s, '')).href;

export const serverUrl = (): string => controlUrl().replace(/\/_control\/$/, '');

/** An error of a call to the control API. The status is 0 if no answer arrived. */
export class ControlFailure extends Error {
  override readonly name = 'ControlFailure';
  readonly status: number;
  readonly details: readonly ControlDetail[];

  constructor(status: number, message: string, details: readonly ControlDetail[] = []) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly text?: string;
  readonly signal?: AbortSignal;
  readonly isLong?: boolean;
}

const timeLimit = 15_000;

/** The log shows the call. Throws a ControlFailure for an error status, and if no answer arrives. */
export async function send<T>(
  path: string,
  options: CallOptions,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const { method = 'GET', body, text = body === undefined ? undefined : JSON.stringify(body) } = options;
  const setStatus = logCall(method, controlUrl() + path, text);
  const [late, ended] = [new AbortController(), new AbortController()];
  const ignore = () => {}; // the call ended before the limit
  if (!options.isLong) systemClock.sleep(timeLimit, ended.signal).then(() => late.abort(), ignore);
  const sent = controlToken.value;
  try {
    const answer = await fetch(controlUrl() + path, {
      method,
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.any([late.signal, ...(options.signal ? [options.signal] : [])]),
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(sent !== undefined && { authorization: `Bearer ${sent}` }),
      },
      ...(text !== undefined && { body: text }),
    });
    setStatus(answer.status);
    if (!answer.ok) throw await failureOf(answer, sent);
    return await read(answer);
  } catch (error) {
    if (error instanceof ControlFailure) throw error;
    setStatus(0);
    throw options.signal?.aborted ? error : new ControlFailure(0, 'The server does not answer.');
  } finally {
    ended.abort();
  }
}

export const sendJson = <T>(path: string, options: CallOptions = {}): Promise<T> =>
  send(path, options, async answer => (await answer.json()) as T); // the contract describes the answer

async function failureOf(answer: Response, sent: string | undefined): Promise<ControlFailure> {
  if (answer.status === 401) tokenProblem.value = sent === undefined ? 'missing' : 'wrong';
  const problem = (await answer.json().catch(() => undefined)) as
    | { error?: { message?: string; details?: ControlDetail[] } }
    | undefined; // a proxy can answer something else, so each member is optional
  const { message, details } = problem?.error ?? {};
  return new ControlFailure(answer.status, message ?? `The server answered ${answer.status}.`, details);
}

interface EventHandlers {
  onEvent(event: EventSourceMessage): void;
  /** Runs while the stream is open. Its end, or a failure, ends the reading. */
  whileOpen(): Promise<void>;
}

/** Reads until the server ends the stream. `EventSource` cannot send the control token, so `fetch` reads. Throws a ControlFailure. */
export function readEvents(sandbox: string, signal: AbortSignal, { onEvent, whileOpen }: EventHandlers) {
  return send(`${pathOf(sandbox)}/events`, { signal, isLong: true }, async ({ body }) => {
    const events = body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    const reader = events?.getReader();
    const read = async () => {
      for (let next = await reader?.read(); next?.value; next = await reader?.read()) onEvent(next.value);
    };
    await Promise.race([read(), whileOpen()]);
  });
}

export type ClockAnswer = ControlAnswer<'getClock'>;
export type Verdicts = ControlAnswer<'judgeSandbox'>;
export type Rule = ControlAnswer<'listRules'>[number];

const encode = encodeURIComponent;
const pathOf = (id: string): string => `sandboxes/${encode(id)}`;

export const serverApi = {
  list: (after: string, limit: number) =>
    send(`sandboxes?limit=${limit}${after === '' ? '' : `&after=${encode(after)}`}`, {}, async answer => ({
      sandboxes: (await answer.json()) as SandboxView[], // the contract describes the answer
      hasMore: answer.headers.has('link'),
    })),
  create: (body: NewSandboxRequest) => sendJson<SandboxView>('sandboxes', { method: 'POST', body }),
  rules: () => sendJson<Rule[]>('rules'),
  scenarios: () => sendJson<ControlAnswer<'listScenarios'>>('scenarios'),
  importFile: (text: string, id: string | undefined) =>
    sendJson<SandboxView>(`sandboxes/import${id === undefined ? '' : `?id=${encode(id)}`}`, {
      method: 'POST',
      text,
      isLong: true,
    }),
};

export interface InventoryRecord {
  readonly id: string | number;
  readonly [field: string]: unknown;
}

export type InventoryPage = Awaited<ReturnType<SandboxApi['inventory']>>;

export type Advance = { readonly by: string } | { readonly to: string };

export function sandboxApi(id: string) {
  const path = pathOf(id);
  const post = <T>(end: string, body: unknown = {}) =>
    sendJson<T>(`${path}/${end}`, { method: 'POST', body });
  const remove = (end: string) => send(path + end, { method: 'DELETE' }, async () => undefined);
  const recordPath = (kind: string, record: string | number) => `${path}/inventory/${kind}/${encode(record)}`;
  const blob = (end: string) => send(`${path}/${end}`, { isLong: true }, answer => answer.blob());
  return {
    view: () => sendJson<SandboxView>(path),
    reset: () => post<SandboxView>('reset'),
    remove: () => remove(''),
    restore: () => sendJson<SandboxView>(path, { method: 'PUT', body: {} }),
    snapshot: () => post<ControlAnswer<'takeSnapshot'>>('snapshots'),
    exportFile: () => blob('export'),
    har: () => blob('exchanges.har'),
    clock: () => sendJson<ClockAnswer>(`${path}/clock`),
    setClock: (body: { mode: string; scale?: number }) =>
      sendJson<ClockAnswer>(`${path}/clock`, { method: 'PUT', body }),
    advance: (how: Advance) => post<ClockAnswer>('clock/advance', how),
    faults: () => sendJson<ArmedFaultView[]>(`${path}/faults`),
    arm: (fault: object) => post<ArmedFaultView>('faults', fault),
    disarm: (fault: string) => remove(`/faults/${encode(fault)}`),
    disarmAll: () => remove('/faults'),
    /** Returns calls without headers and bodies. */
    facts: ({ after, limit }: { after?: number; limit: number }) =>
      sendJson<Facts[]>(
        `${path}/exchanges?bodies=false&limit=${limit}${after === undefined ? '' : `&after=${after}`}`,
      ),
    exchange: async (number: number) => {
      const [found] = await sendJson<ExchangeView[]>(`${path}/exchanges?after=${number - 1}&limit=1`);
      return found?.number === number ? found : undefined;
    },
    bookings: (limit: number) => sendJson<BookingView[]>(`${path}/bookings?limit=${limit}`),
    decide: (booking: string, body: { status: string; serviceId: string }) =>
      post<BookingView>(`bookings/${encode(booking)}/decide`, body),
    inventory: (kind: string, search: string, signal: AbortSignal) =>
      send(`${path}/inventory/${kind}?limit=50&search=${encode(search)}`, { signal }, async answer => ({
        records: (await answer.json()) as InventoryRecord[], // the contract describes the answer
        hasMore: answer.headers.has('link'),
      })),
    hasRecord: (kind: string, record: string | number) =>
      sendJson(recordPath(kind, record)).then(
        () => true,
        error => {
          if (error.status === 404) return false;
          throw error;
        },
      ),
    putRecord: (kind: string, record: string | number, body: object) =>
      sendJson<InventoryRecord>(recordPath(kind, record), { method: 'PUT', body }),
    patchRecord: (kind: string, record: string | number, body: object) =>
      sendJson<InventoryRecord>(recordPath(kind, record), { method: 'PATCH', body }),
    removeRecord: (kind: string, record: string | number) => remove(`/inventory/${kind}/${encode(record)}`),
    verdicts: () => sendJson<Verdicts>(`${path}/verdicts`, { isLong: true }),
  };
}

export type SandboxApi = ReturnType<typeof sandboxApi>;
