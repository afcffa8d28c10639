import { type Dialect, isOperationId, type OperationId } from '#contracts';
import {
  type Exchange,
  headerKind,
  markSecret,
  type PersonalHeader,
  personalHeaders,
} from '#contracts/exchange';
import { isToolName } from '#contracts/tools';
import { asObject, isObject, maskBody, maskText, maskUrl, readJson, UsageError } from '#contracts/util';
import { createInspector, type Inspector } from '#mock-server';
import { type Body, bodyOf, numberOf, textIn } from './body.ts';
import { mark } from './seed-mark.ts';
import { endsBefore, isNewestFirst, timeOf } from './times.ts';

type Json = Readonly<Record<string, unknown>>;

/** An entry of a HAR file with a readable address. */
export type HarCall = NonNullable<ReturnType<typeof callOf>>;

type Headers = ReadonlyMap<string, string>;

/** Masks the secrets, and skips other hosts. A file of the stand-in gives the exchanges of its journal. Throws a UsageError. */
export function readHar(value: unknown, dialect: Dialect): { exchanges: Exchange[]; skipped: number } {
  const inspector = createInspector(dialect);
  const { calls: all, skipped } = callsOf(value, inspector);
  const sent = new Set(all.filter(call => !isOfPage(call)).map(keyOf));
  const calls = all.filter(call => !(isOfPage(call) && sent.has(keyOf(call))));
  const timed = calls.map(call => ({ call, start: startOf(call) }));
  // Some programs write the newest entry first, and others the entry that ended first.
  if (isNewestFirst(timed.map(({ start }) => start))) timed.reverse();
  const ordered = endsBefore(
    timed.sort((a, b) => a.start - b.start).map(one => ({ ...one, ms: lengthOf(one.call).total })),
  );
  const exchanges = ordered
    .map(({ call, start }) => exchangeOf(call, start, inspector, dialect))
    .sort((a, b) => a.number - b.number);
  return {
    exchanges: exchanges.map((one, index) => ({ ...one, number: one.number || index + 1 })),
    skipped: skipped + all.length - calls.length,
  };
}

/** Chrome records a call that a service worker forwards twice: as the page sent it, and as the worker sent it. */
const isOfPage = ({ entry }: HarCall) => asObject(entry.response)._fetchedViaServiceWorker === true;
const keyOf = ({ entry, method, url }: HarCall) =>
  JSON.stringify([method, url, asObject(asObject(entry.request).postData).text]);

/**
 * A path ending in /mcp, and an unknown path, belong to the supplier only on its hosts. `others`: the entries with an address that
 * belongs to no operation of the contract. `skipped`: the number of entries that are no calls to the supplier. Throws a UsageError.
 */
export function callsOf(value: unknown, inspector: Pick<Inspector, 'find'>) {
  const { entries } = asObject(asObject(value).log);
  if (!Array.isArray(entries))
    throw new UsageError(
      'this is not a HAR file, because it has no list log.entries; give a HAR file, or exchanges of the control API',
    );
  const all = entries.flatMap((entry, index) => callOf(asObject(entry), index, inspector) ?? []);
  const roots = new Set(all.flatMap(({ found, url }) => (found ? [rootOf(url)] : [])));
  const hosts = new Set(all.flatMap(call => (call.found || isKnownTool(call) ? [call.url.host] : [])));
  const isUnknownPath = ({ url, status }: HarCall) =>
    (status === 404 || status === 405) && roots.has(rootOf(url));
  const isOurs = (call: HarCall) =>
    call.found !== undefined || (call.isToolCall && hosts.has(call.url.host)) || isUnknownPath(call);
  const calls = all.filter(isOurs);
  return { calls, others: all.filter(call => !isOurs(call)), skipped: entries.length - calls.length };
}

/** The first step of a path on a host, such as `/api` of the supplier. */
const rootOf = ({ host, pathname }: URL): string =>
  `${host} ${pathname.split('/', 2).join('/').toLowerCase()}`;

function isKnownTool(call: HarCall): boolean {
  if (!call.isToolCall || isOwn(call.entry)) return call.isToolCall;
  const { name } = asObject(asObject(sentBody(call).json).params);
  return typeof name === 'string' && isToolName(name);
}

/** Whether the stand-in wrote the entry. Its bodies are masked, and have the form that the client saw. */
const isOwn = ({ _number }: Json): boolean => typeof _number === 'number';

/** Undefined for an entry that is surely no call to the supplier. A browser sends no call for what its cache holds. */
function callOf(entry: Json, index: number, inspector: Pick<Inspector, 'find'>) {
  const request = asObject(entry.request);
  const method = textIn(request.method).toUpperCase();
  const headers = headersOf(request.headers);
  const url = URL.parse(textIn(request.url), `https://${headers.get('host') ?? 'unknown.invalid'}`);
  if (!url || method === 'OPTIONS' || method === 'CONNECT' || entry._fromCache) return undefined;
  /** The address in the contract; undefined for a tool call, and for an unknown address of the supplier. */
  const found = inspector.find(method, url.pathname);
  const isToolCall = /\/mcp\/?$/.test(url.pathname);
  /** 0 if the call got no answer. */
  const status = Math.max(0, Number.parseInt(textIn(asObject(entry.response).status), 10) || 0);
  return { entry, index, method, url, headers, found, isToolCall, status };
}

export function sentBody({ entry, method, headers }: HarCall): Body {
  const { postData, bodySize } = asObject(entry.request);
  if (method === 'GET') return {};
  if (isOwn(entry)) return ownBody(entry, postData);
  return bodyOf(asObject(postData), [bodySize, headers.get('content-length')]);
}

export function receivedBody({ entry, status }: HarCall): Body {
  const { content, bodySize, headers, status: given } = asObject(entry.response);
  if (isOwn(entry)) return ownBody(entry, content);
  if (!isObject(entry.response)) return { unread: 'the recording does not contain the answer' };
  if (status === 0 && (textIn(given) === '' || textIn(asObject(content).text) !== ''))
    return { unread: 'the recording does not contain the status of the answer' };
  if (status < 200 || status === 204 || status === 304) return {};
  const part = asObject(content);
  return bodyOf(part, [part.size, bodySize, headersOf(headers).get('content-length')]);
}

function ownBody({ _bodiesDropped }: Json, part: unknown): Body {
  const { text } = asObject(part);
  if (_bodiesDropped === true) return { unread: 'the journal of the stand-in was full' };
  return typeof text === 'string' ? { text, json: readFlat(text, 'the body is') } : {};
}

/** A call without its own time got its answer at the time in the Date header. */
function startOf({ entry, index }: HarCall): number {
  const start =
    timeOf(entry.startedDateTime) ?? timeOf(headersOf(asObject(entry.response).headers).get('date'));
  if (start === undefined)
    throw new UsageError(`log.entries[${index}]: expected a date and a time in startedDateTime`);
  return start;
}

/** Milliseconds until the answer, and until the end of the call. */
function lengthOf({ entry }: HarCall): { wait: number; total: number } {
  const { blocked, dns, connect, send, wait } = asObject(entry.timings);
  const before = [blocked, dns, connect, send].reduce<number>((sum, part) => sum + lengthIn(part), 0);
  const answered = lengthIn(wait ?? entry.time) + before;
  return { wait: answered, total: Math.max(answered, lengthIn(entry.time)) };
}

/** No call takes longer than a day. Recorders write -1 for an unknown time. */
const lengthIn = (ms: unknown): number => Math.min(Math.max(0, numberOf(ms)), 86_400_000);

function exchangeOf(call: HarCall, start: number, inspector: Inspector, dialect: Dialect): Exchange {
  const { entry, index, method, url, found, isToolCall, status } = call;
  const received = receivedBody(call);
  let sent = sentBody(call);
  if (hidesToken(sent.json)) sent = { unread: hiddenToken };
  requireFlat(sent.json, `log.entries[${index}]: the request is`);
  requireFlat(received.json, `log.entries[${index}]: the answer is`);
  const isOurs = isOwn(entry);
  const id = found?.operation.id ?? null;
  const operation: OperationId | null = id !== null && isOperationId(id) ? id : null;
  const inspected = inspectedBy(inspector, call, { sent, start });
  const mask = (body: unknown) => (isOurs ? body : maskBody(body, mark));
  const stamp = (ms: number) => ({ at: start + ms, real: start + ms });
  const { wait, total } = lengthOf(call);
  const response = asObject(entry.response);
  const unrecorded = {
    ...(sent.unread !== undefined && { request: sent.unread }),
    ...(received.unread !== undefined && { answer: received.unread }),
    ...(hidesToken(received.json) && { answer: hiddenToken }),
    ...(!isOurs && lacksHeaders(call) && { headers: true as const }),
  };
  const isOpen = status === 0 && received.unread !== undefined;
  return {
    number: isOurs ? Number(entry._number) : 0,
    operation,
    ...(isToolCall && { toolCall: true as const }),
    method,
    url: isOurs ? url.pathname + url.search : maskUrl(url.pathname + url.search, mark),
    opened: stamp(0),
    ...(status > 0 && { answered: stamp(wait) }),
    ...(!isOpen && {
      closed: {
        ...stamp(total),
        ending: endingOf(entry, status),
        bytes: Math.max(0, numberOf(response.bodySize)),
      },
    }),
    ...(isOurs && Array.isArray(entry._faults) && { faults: entry._faults as Exchange['faults'] & object }), // the stand-in wrote this field
    requestHeaders: keptHeaders(call.headers, isOurs),
    ...personalOf(entry, call.headers),
    requestBody: maskStatic(mask(inspected.body), { method, isOurs }),
    ...(status > 0 && { status, answerHeaders: keptHeaders(headersOf(response.headers), isOurs) }),
    ...(status > 0 && { answerBody: mask(dialect.toContract(operation, 'answer', received.json)) }),
    ...(Object.keys(unrecorded).length > 0 && { unrecorded }),
    warnings: isOurs ? ownWarnings(entry) : inspected.warnings,
  };
}

const hiddenToken = 'the recording hides the Token';
/** Programs that remove secrets from a file leave a word or signs in their place. */
const isHidden = (value: unknown): boolean =>
  typeof value === 'string' && /^\W+$|\*{3}|redact|removed|masked|hidden/i.test(value);
const hidesToken = (body: unknown): boolean =>
  isHidden(asObject(body).Token) || isHidden(asObject(body).ReToken);
/** On the wire, every call has one of the first headers, and every message with a body one of the second. */
const hostHeaders = ['host', ':authority'];
const bodyHeaders = ['content-length', 'transfer-encoding', ':path'];
/** A recorder that leaves these headers out keeps only the headers of a list, which may lack any other. */
function lacksHeaders({ method, headers, entry }: HarCall): boolean {
  const answerHeaders = headersOf(asObject(entry.response).headers);
  const sources = method === 'GET' ? [headers, answerHeaders] : [headers];
  const hasBodyHeader = sources.some(one => bodyHeaders.some(name => one.has(name)));
  return (
    !hostHeaders.some(name => headers.has(name)) || !hasBodyHeader || isHidden(headers.get('idempotency-key'))
  );
}

/** The request with the names of the contract. A request to an unknown address stays as it is. */
function inspectedBy(
  inspector: Inspector,
  call: HarCall,
  { sent, start }: { readonly sent: Body; readonly start: number },
) {
  const { found, url, headers, entry } = call;
  if (!found) return { body: sent.json, warnings: [] };
  // A recording without the type of the body does not show that the client sent no type.
  const mimeType =
    textIn(asObject(asObject(entry.request).postData).mimeType) ||
    (lacksHeaders(call) ? 'application/json' : undefined);
  const header = (name: string) => headers.get(name) ?? (name === 'content-type' ? mimeType : undefined);
  return inspector.inspect(found, {
    query: url.search,
    text: sent.unread === undefined ? (sent.text ?? '') : undefined,
    at: start,
    header,
  });
}

const ownWarnings = ({ _warnings }: Json): Exchange['warnings'] =>
  Array.isArray(_warnings) ? _warnings : [];

/** If an entry has no answer, the connection broke or the client aborted the call. */
function endingOf(entry: Json, status: number): 'complete' | 'client-gone' | 'reset' {
  const { _ending: ending, response } = entry;
  if (ending === 'complete' || ending === 'client-gone' || ending === 'reset') return ending;
  if (status > 0) return 'complete';
  const { _error, _failureText, statusText } = asObject(response);
  return /abort|cancel|timed? ?out/i.test([_error, _failureText, statusText].map(textIn).join(' '))
    ? 'client-gone'
    : 'reset';
}

/** In requests that are not for static data, a field named `token` is not a secret. */
function maskStatic(body: unknown, { method, isOurs }: { method: string; isOurs: boolean }): unknown {
  const { token } = asObject(body);
  if (isOurs || method !== 'GET' || typeof token !== 'string') return body;
  return { ...asObject(body), token: mark(token) };
}

/** Recorders write a list of objects, a list of pairs or one object. */
function headersOf(headers: unknown): Headers {
  const all = Array.isArray(headers) ? headers : Object.entries(asObject(headers));
  return new Map(
    all.flatMap((one): [string, string][] => {
      const { key, name = key, value } = asObject(Array.isArray(one) ? { name: one[0], value: one[1] } : one);
      const text = Array.isArray(value) ? value.map(textIn).join(', ') : textIn(value);
      return typeof name === 'string' && text !== '' ? [[name.toLowerCase(), text]] : [];
    }),
  );
}

function keptHeaders(headers: Headers, isOurs: boolean): Record<string, string> {
  const pairs = [...headers].flatMap(([key, text]): [string, string][] => {
    if (isOurs) return [[key, text]];
    const kind = headerKind(key);
    if (kind === 'credential') return [[key, markSecret(text, mark)]];
    return key === 'date' || kind === 'ordinary' ? [[key, maskText(text)]] : [];
  });
  return Object.fromEntries(pairs);
}

/** The stand-in wrote the list of these headers into its own entries. */
function personalOf(entry: Json, headers: Headers): Pick<Exchange, 'personalHeaders'> {
  const own = Array.isArray(entry._personalHeaders) ? (entry._personalHeaders as PersonalHeader[]) : [];
  const found = isOwn(entry)
    ? own
    : [...headers].flatMap(([key, value]) => {
        const kind = headerKind(key);
        return kind === 'custom' || kind === 'other' ? personalHeaders(key, value) : [];
      });
  return found.length > 0 ? { personalHeaders: found.slice(0, 3) } : {};
}

/** Protects recursive functions. Requests and answers of the supplier have at most a dozen levels. */
const maxDepth = 200;

/** Undefined for other text. Throws a UsageError for more than 200 levels; `what`: the first words of its message. */
export const readFlat = (text: string, what: string): unknown =>
  requireFlat(readJson(text.replace(/^\uFEFF/, '')), what);

function requireFlat(value: unknown, what: string): unknown {
  if (!isDeeperThan(value, maxDepth)) return value;
  throw new UsageError(`${what} JSON that is nested more than ${maxDepth} levels deep; remove this value`);
}

const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(inner => isDeeperThan(inner, levels - 1)));
