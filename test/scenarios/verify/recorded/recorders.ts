import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { asObject } from '#contracts/util';
import { createMockSupplier } from '#mock-server';
import { bookingBody, createHotelClient } from '../../../mock-server/hotel-client.ts';

/** A call as it went over the wire. */
export interface WireCall {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sent: string | undefined;
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly answer: string;
}

const start = Date.parse('2026-11-20T10:00:00.650Z');
/** The time from one call to the next, and the time until an answer, in milliseconds. */
const [pause, took] = [200, 120];
const base = 'http://supplier.example';

const inCapitals = (name: string) => name.replaceAll(/\b[a-z]/g, letter => letter.toUpperCase());

/** Plays a booking at a stand-in, and returns its calls. */
export async function playFlow({ isRight }: { readonly isRight: boolean }): Promise<WireCall[]> {
  const supplier = createMockSupplier({ clock: { mode: 'manual', start } });
  const calls: WireCall[] = [];
  const record: typeof fetch = async (input, init = {}) => {
    const [method, url] = [init.method ?? 'GET', String(input)];
    const named = Object.entries({ accept: 'application/json', ...init.headers });
    const headers = Object.fromEntries(named.map(([name, value]) => [inCapitals(name), String(value)]));
    const came = await supplier.fetch(url, init);
    const answer = await came.text();
    const sent = typeof init.body === 'string' ? init.body : undefined;
    const answerHeaders = Object.fromEntries(came.headers);
    const at = start + calls.length * pause;
    calls.push({ at, method, url, headers, sent, status: came.status, answerHeaders, answer });
    return new Response(answer, came);
  };
  const { call, search, conditions, detail } = createHotelClient(record, { baseUrl: base });
  await call('autocomplete', { term: 'Rio de Janeiro' });
  const found = await search();
  const agreed = await conditions(found);
  const booking = { ...bookingBody(agreed), ExternalReference: 'order-1' };
  const headers = { 'idempotency-key': '3f2b8c1e-5d7a-4e90-b6c4-0a9d8e7f6b5c' };
  const { body } = await call('hotel.doBooking', isRight ? booking : { ...booking, Token: found.Token }, {
    headers,
  });
  if (body.BookingId) await detail(body.BookingId);
  return calls;
}

/** An entry of a HAR file. */
export type Entry = Record<string, unknown>;

/** How a recorder differs from HAR 1.2. Each function gets the entry of HAR 1.2 and its call. */
interface Recorder {
  readonly entry?: (entry: Entry, call: WireCall) => Entry;
  /** Entries that are no calls to the supplier. */
  readonly others?: readonly unknown[];
  readonly file?: (log: { entries: unknown[] }) => string;
}

const pairs = (headers: object) =>
  Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));
const bytes = (text: string) => Buffer.byteLength(text);
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
/** Writes each byte as a character. */
const binary = (data: Buffer) => data.toString('latin1');

/** Cuts bytes into two chunks, as they can arrive. */
const chunksOf = (bytes: Buffer): Buffer[] => [bytes.subarray(0, 100), bytes.subarray(100)];

const empty = { cookies: [], headersSize: -1 };

/** Returns the entry that HAR 1.2 describes. */
function plainEntry({ at, method, url, headers, sent, status, answerHeaders, answer }: WireCall) {
  return {
    startedDateTime: new Date(at).toISOString(),
    time: took,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      ...empty,
      headers: pairs(headers),
      queryString: pairs(Object.fromEntries(new URL(url).searchParams)),
      ...(sent !== undefined && { postData: { mimeType: 'application/json', text: sent } }),
      bodySize: sent === undefined ? 0 : bytes(sent),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      ...empty,
      headers: pairs(answerHeaders),
      content: { size: bytes(answer), mimeType: 'application/json', text: answer },
      redirectURL: '',
      bodySize: bytes(answer),
    },
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
  };
}

/** Changes fields of the request in an entry. */
export const request = (entry: Entry, change: object): Entry => ({
  ...entry,
  request: { ...asObject(entry.request), ...change },
});
/** Changes fields of the response in an entry. */
export const response = (entry: Entry, change: object): Entry => ({
  ...entry,
  response: { ...asObject(entry.response), ...change },
});
const content = (entry: Entry, text: unknown, more: object = {}): Entry =>
  response(entry, { content: { ...asObject(asObject(entry.response).content), text, ...more } });
const posted = (entry: Entry, change: object): Entry => {
  const { postData } = asObject(entry.request);
  return postData === undefined ? entry : request(entry, { postData: { ...asObject(postData), ...change } });
};

const asking = (url: string) => ({ method: 'OPTIONS', url: base + url, headers: [] });
const preflight = {
  startedDateTime: '2026-11-20T10:00:01.000Z',
  request: asking('/API/REST/Hotel.svc/Search'),
  response: { status: 204, headers: [], content: { size: 0, mimeType: 'x-unknown' } },
};
const toolPreflight = { ...preflight, request: asking('/mcp'), response: { status: 405 } };
const page = {
  startedDateTime: '2026-11-20T10:00:00.000Z',
  request: { method: 'GET', url: 'https://shop.example/' },
  response: { status: 200, content: { size: 9, text: '<html>' } },
};
const tunnel = {
  startedDateTime: '2026-11-20T10:00:00.100Z',
  request: { method: 'CONNECT', url: 'supplier.example:443' },
  response: { status: 200 },
};
const socket = {
  ...page,
  request: { method: 'GET', url: 'wss://shop.example/live' },
  response: { status: 101 },
  _resourceType: 'websocket',
  _webSocketMessages: [{ type: 'send', time: 1, opcode: 1, data: 'x' }],
};
const malformed = [
  null,
  'entry',
  7,
  {},
  { request: null },
  { request: { method: 'GET', url: 'about:blank' } },
  { request: { url: '' }, startedDateTime: 'soon' },
  { request: { method: ['GET'], url: {} }, response: [] },
  {
    ...page,
    startedDateTime: 'soon',
    response: { content: { text: '['.repeat(9_999) + ']'.repeat(9_999) } },
  },
];

const cached = {
  ...page,
  request: { method: 'GET', url: `${base}/new/api/v1/mapping/hotel/1001001/token/t-1?managerId=1` },
  _fromCache: 'disk',
};
const missing = { ...page, response: { status: 404, content: { size: 2, text: '{}' } } };

/** Recorders, by the ways in which their documentation, source or issue trackers show that they write HAR. */
export const recorders: Readonly<Record<string, Recorder>> = {
  'HAR 1.2': {},
  'Chrome: pseudo headers of HTTP/2, preflights, a socket and answers of the cache': {
    entry: (entry, { url, method }) =>
      request(entry, {
        httpVersion: 'http/2.0',
        headers: [
          ...pairs({ ':authority': new URL(url).host, ':method': method, ':path': new URL(url).pathname }),
          ...(asObject(entry.request).headers as object[]),
        ],
      }),
    others: [preflight, toolPreflight, socket, page, cached, cached, missing],
  },
  'Firefox: plain text with the label base64': {
    entry: (entry, { answer }) => content(entry, answer, { encoding: 'base64', mimeType: 'text/plain' }),
    others: [preflight, page],
  },
  'Safari: no postData of its own size, and times in fractions': {
    entry: entry => ({
      ...request(entry, { bodySize: -1, httpVersion: 'h2' }),
      time: took + 0.4271,
      _fetchType: 'Network Load',
    }),
    others: [page],
  },
  'Charles: offset of the time zone, base64 of text, sizes of the wire': {
    entry: (entry, { at, answer }) => ({
      ...content(entry, base64(answer), { encoding: 'base64', size: gzipSync(answer).length }),
      startedDateTime: new Date(at + 7_200_000).toISOString().replace('Z', '+02:00'),
    }),
    others: [tunnel, page],
  },
  'Fiddler: times with seven digits, byte order marks, tunnels': {
    entry: (entry, { at, answer }) => ({
      ...content(entry, `\uFEFF${answer}`),
      startedDateTime: new Date(at).toISOString().replace('Z', '0000+00:00'),
      timings: { blocked: -1, dns: -1, connect: 0, ssl: -1, send: 0, wait: took, receive: 0 },
    }),
    others: [tunnel, tunnel],
    file: log => `\uFEFF${JSON.stringify({ log })}`,
  },
  'mitmproxy: microseconds, compressed sizes, null timings': {
    entry: (entry, { at, answer }) => {
      const size = gzipSync(answer).length;
      const sized = content(entry, answer, { size, compression: bytes(answer) - size });
      return {
        ...posted(sized, { params: [] }),
        startedDateTime: new Date(at).toISOString().replace('Z', '871+00:00'),
        timings: { connect: -1.0, ssl: null, send: 0.2, wait: took - 0.2, receive: 0.1 },
      };
    },
    others: [socket],
  },
  'Proxyman: whole seconds, entries without an answer, names without a value': {
    entry: (entry, { at }) => ({
      ...request(entry, {
        headers: [...(asObject(entry.request).headers as object[]), { name: 'Idempotency-Key' }],
      }),
      startedDateTime: new Date(at).toISOString().replace(/\.\d+Z/, '+00:00'),
    }),
    others: [{ ...page, response: undefined }],
  },
  'HTTP Toolkit: joined header lists, empty params, total time unknown': {
    entry: entry => ({ ...posted(entry, { params: [] }), time: -1 }),
    others: [
      page,
      { ...page, response: { status: 0, content: { size: 0, mimeType: 'application/x-unknown' } } },
    ],
  },
  'Playwright: all bodies in base64, no sizes': {
    entry: (entry, { answer }) => ({
      ...response(entry, {
        bodySize: -1,
        content: { size: -1, mimeType: 'application/json', text: base64(answer), encoding: 'base64' },
      }),
      _apiRequest: true,
    }),
    others: [{ ...page, response: { status: -1, content: { size: -1 }, _failureText: 'net::ERR_ABORTED' } }],
  },
  'k6 Studio: bodies in base64 of compressed bytes': {
    entry: (entry, { answer }) => content(entry, base64(gzipSync(answer)), { encoding: 'base64' }),
    others: [page],
  },
  'ZAP: chunks in the text': {
    entry: (entry, { answer }) => {
      const half = Math.floor(answer.length / 2);
      const chunk = (text: string) => `${bytes(text).toString(16)}\r\n${text}\r\n`;
      return content(entry, `${chunk(answer.slice(0, half))}${chunk(answer.slice(half))}0\r\n\r\n`);
    },
    others: [tunnel],
  },
  'ProxyPin: one character for each compressed byte, tunnels': {
    entry: (entry, { answer }) => content(entry, binary(gzipSync(answer))),
    others: [tunnel, { ...tunnel, request: { method: 'CONNECT', url: 'http://supplier.example' } }],
  },
  'a phone proxy: the newest entry first, seconds as numbers, brotli': {
    entry: (entry, { at, answer }) => ({
      ...content(entry, base64(brotliCompressSync(answer)), { encoding: 'base64' }),
      startedDateTime: Math.floor(at / 1_000),
    }),
    file: log => JSON.stringify({ log: { ...log, entries: log.entries.toReversed() } }),
  },
  'Slack: headers as pairs, deflate': {
    entry: (entry, { headers, answerHeaders, answer }) => {
      const asked = request(entry, { headers: Object.entries(headers) });
      const own = response(asked, { headers: Object.entries(answerHeaders) });
      return content(own, base64(deflateSync(answer)), { encoding: 'base64' });
    },
  },
  'a script: headers as one object, bodies as JSON, an address without a host': {
    entry: (entry, { headers, url, answer, sent }) => {
      const { pathname, search } = new URL(url);
      const own = { headers: { ...headers, Host: 'supplier.example' }, url: pathname + search };
      const parsed =
        sent === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.parse(sent) } };
      return content(request(entry, { ...own, ...parsed }), JSON.parse(answer));
    },
  },
  'Burp Logger++: dates in a local form, zstd': {
    entry: (entry, { at, answer }) => {
      const date = new Date(at);
      const two = (value: number) => String(value).padStart(2, '0');
      const day = `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
      const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
      return {
        ...content(entry, base64(zstdCompressSync(answer)), { encoding: 'base64' }),
        startedDateTime: `${day} ${time}`,
      };
    },
    others: [tunnel],
  },
  'a browser with form fields: params without a text': {
    entry: (entry, { sent }) =>
      posted(entry, { text: undefined, params: [{ name: encodeURIComponent(sent ?? ''), value: '' }] }),
    others: [preflight],
  },
  'Polly.js: the chunks of compressed bytes in a list, in base64': {
    entry: (entry, { answer }) => {
      const list = JSON.stringify(chunksOf(gzipSync(answer)).map(chunk => base64(chunk)));
      return { ...content(entry, list, { encoding: 'base64' }), _id: 'c0ffee', _order: 0 };
    },
  },
  'Polly.js before version 6: chunks in hexadecimal digits, in the storage of a browser': {
    entry: (entry, { answer }) => {
      const list = JSON.stringify(chunksOf(gzipSync(answer)).map(chunk => chunk.toString('hex')));
      return content(entry, list, { _isBinary: true });
    },
    file: log => JSON.stringify({ 'Books-a-room_823972681': { log } }),
  },
  'kassette: bodies as JSON beside the text': {
    entry: (entry, { sent, answer }) => {
      const own = sent === undefined ? entry : posted(entry, { text: undefined, json: JSON.parse(sent) });
      return content({ ...own, _kassetteMockKey: 'a' }, undefined, { json: JSON.parse(answer) });
    },
    others: [{ ...page, request: undefined }],
  },
  'Martian: all bodies in base64, nanoseconds, no parts of the time': {
    entry: (entry, { at, sent, answer }) => ({
      ...posted(content(entry, base64(answer), { encoding: 'base64' }), {
        params: null,
        ...(sent !== undefined && { text: base64(sent), encoding: 'base64' }),
      }),
      startedDateTime: new Date(at).toISOString().replace('Z', '123456Z'),
      timings: { send: 0, wait: 0, receive: 0 },
    }),
    others: [tunnel, { ...page, response: undefined }],
  },
  'BrowserUp: an offset without a colon, comments, an error beside the answer': {
    entry: (entry, { at, answer }) => ({
      ...posted(content(entry, answer, { comment: '' }), { params: [], comment: '' }),
      startedDateTime: new Date(at).toISOString().replace('Z', '+0000'),
      comment: '',
    }),
    others: [
      { ...page, response: { status: 0, content: { size: 0 }, _errorMessage: 'Unable to resolve host' } },
    ],
  },
  'a Node script: bodies as the JSON of a Buffer, headers by key, an address without a scheme': {
    entry: (entry, { headers, url, answer }) => {
      const own = Object.entries(headers).map(([key, value]) => ({ key, value }));
      const sent = request(entry, { headers: own, url: url.replace('http://', '') });
      return content(sent, Buffer.from(answer).toJSON());
    },
  },
  'a list of bytes in place of a text': {
    entry: (entry, { answer }) => content(entry, [...Buffer.from(answer)]),
  },
  'a log of IIS: raw deflate, requests as quoted JSON, statuses with their words, relative addresses': {
    entry: (entry, { url, sent, answer, status }) => {
      const own = posted(entry, { text: JSON.stringify(sent) });
      const relative = request(own, { url: url.slice(base.length) });
      const packed = content(relative, base64(deflateRawSync(answer)), { encoding: 'BASE64' });
      return response(packed, { status: `${status} OK` });
    },
  },
  'a filter that leaves malformed entries': { others: [...malformed, page, tunnel] },
};

export function writeHar(
  calls: readonly WireCall[],
  { entry = one => one, others = [], file }: Recorder,
): string {
  const entries = calls.map(call => entry(plainEntry(call), call));
  const creator = { name: 'test', version: '1' };
  const log = { version: '1.2', creator, pages: [], entries: [...others, ...entries] };
  return file ? file(log) : JSON.stringify({ log });
}
