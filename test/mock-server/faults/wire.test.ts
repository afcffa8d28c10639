import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serve } from '../over-port.ts';
import { type RawCall, rawCall, readRaw, until } from './raw-call.ts';
import { doBookingPath, stage } from './stage.ts';

/** The result of a DoBooking under a fault for a client: over a raw socket, and by `fetch` in process. */
interface Row {
  fault: string;
  wire(seen: RawCall): void;
  process(answer: Promise<Response>): Promise<void>;
  holds: number;
  facts: object;
}

const isBooked = (text: string) =>
  expect(JSON.parse(text)).toMatchObject({ bookingStatus: 'CONFIRMED', Errors: [] });
const isNoJson = (text: string) => expect(() => JSON.parse(text)).toThrow(SyntaxError);

/** A whole answer. Its status, headers and body are checked in the same way on the wire and in process. */
function whole(
  fault: string,
  look: (answer: { status: number; headers: Record<string, string>; body: string }) => void,
  { holds = 1, facts = {} }: Partial<Pick<Row, 'holds' | 'facts'>> = {},
): Row {
  return {
    fault,
    wire(seen) {
      const answer = readRaw(seen);
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
      expect(seen.end).toBe('FIN');
      look({ ...answer, body: Buffer.from(answer.body, 'latin1').toString() });
    },
    async process(answered) {
      const answer = await answered;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const body = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      look({ status: answer.status, headers: Object.fromEntries(answer.headers), body });
    },
    holds,
    facts: { closed: { ending: 'complete' }, ...facts },
  };
}

const unread = { answer: {} };
const nothingSaid = { status: undefined, answered: undefined };
const reset = { status: undefined, answered: undefined, closed: { ending: 'reset', bytes: 0 }, answer: {} };

const statusRow = (status: number, code: string) =>
  whole(
    `status=${status}`,
    answer => {
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body).Errors[0]).toMatchObject({ Code: code });
      expect(answer.headers['retry-after']).toBe(status === 429 ? '1' : undefined);
    },
    { holds: 0, facts: { status, answer: { errors: [code] } } },
  );

const redirectRow = (fault: string, location: string, holds: number) =>
  whole(
    fault,
    ({ status, headers, body }) => {
      expect([`redirect=${status}`, headers.location]).toEqual([fault.split(',')[0], location]);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).toContain('<h1>Moved</h1>');
    },
    { holds, facts: unread },
  );

const rows: Row[] = [
  redirectRow('redirect=302', '/maintenance', 0),
  redirectRow('redirect=307,location=https://moved.example/api', 'https://moved.example/api', 0),
  redirectRow('redirect=308,commit=before', '/maintenance', 1),
  redirectRow('redirect=301,commit=after', '/maintenance', 1),
  statusRow(401, 'InvalidCredential'),
  statusRow(404, 'NotFound'),
  statusRow(405, 'MethodNotAllowed'),
  statusRow(429, 'RateLimited'),
  statusRow(500, 'InternalError'),
  statusRow(502, 'BadGateway'),
  statusRow(503, 'ServiceUnavailable'),
  statusRow(504, 'GatewayTimeout'),
  whole('status=503,retryAfter=7', ({ headers }) => expect(headers['retry-after']).toBe('7'), {
    holds: 0,
    facts: { retryAfter: '7' },
  }),
  whole(
    'status=429,retryAfter=7,retryAfterForm=date',
    ({ headers }) => expect(headers['retry-after']).toBe('Fri, 20 Nov 2026 10:00:07 GMT'),
    { holds: 0 },
  ),
  {
    fault: 'cut',
    wire: seen => expect([seen.bytes, seen.end]).toEqual(['', 'RST']),
    process: answer =>
      expect(answer).rejects.toMatchObject({
        name: 'TypeError',
        message: 'fetch failed',
        cause: { code: 'ECONNRESET' },
      }),
    holds: 0,
    facts: reset,
  },
  {
    fault: 'cut=after-headers,commit=before',
    wire(seen) {
      const { status, headers, body } = readRaw(seen);
      expect([status, body, seen.end]).toEqual([200, '', 'RST']);
      expect(Number(headers['content-length'])).toBeGreaterThan(500);
    },
    async process(answered) {
      const answer = await answered;
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toMatchObject({
        message: 'terminated',
        cause: { code: 'ECONNRESET' },
      });
    },
    holds: 1,
    facts: { status: 200, closed: { ending: 'reset', bytes: 0 }, answer: {} },
  },
  {
    fault: 'cut=mid-body,commit=before',
    wire(seen) {
      const { headers, body } = readRaw(seen);
      expect(seen.end).toBe('RST');
      expect(body.length).toBe(Math.ceil(Number(headers['content-length']) / 2));
      expect(body).toMatch(/^\{"BookingId":"/);
    },
    async process(answered) {
      const reader = (await answered).body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      expect(new TextDecoder().decode(value)).toMatch(/^\{"BookingId":"/);
      await expect(reader?.read()).rejects.toThrow('terminated');
    },
    holds: 1,
    facts: { status: 200, closed: { ending: 'reset' }, ...unread },
  },
  whole(
    'body=truncated',
    ({ body }) => {
      expect(body).toMatch(/^\{"BookingId":"/);
      isNoJson(body);
    },
    { facts: unread },
  ),
  whole(
    'body=invalid-json',
    ({ body }) => {
      expect(body.at(-1)).toBe('}');
      isNoJson(body);
    },
    { facts: unread },
  ),
  whole('body=empty', ({ status, body }) => expect([status, body]).toEqual([200, '']), { facts: unread }),
  whole(
    'body=xml',
    ({ headers, body }) => {
      expect(headers['content-type']).toBe('application/xml; charset=utf-8');
      expect(body).toMatch(/^<\?xml /);
    },
    { facts: unread },
  ),
  whole(
    'body=html',
    ({ headers, body }) => {
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).toMatch(/^<!DOCTYPE html>/);
    },
    { facts: unread },
  ),
  whole(
    'body=byte-order-mark',
    ({ body }) => {
      expect(body[0]).toBe('\uFEFF');
      isNoJson(body);
      isBooked(body.slice(1));
    },
    { facts: { answer: { bookingStatus: 'CONFIRMED' } } },
  ),
  whole('body=wrong-content-type', ({ headers, body }) => {
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    isBooked(body);
  }),
  whole('body=wrong-charset', ({ headers, body }) => {
    expect(headers['content-type']).toBe('application/json; charset=utf-16');
    isBooked(body);
  }),
  {
    fault: 'body=cut-gzip',
    wire(seen) {
      const { headers, body } = readRaw(seen);
      const packed = Buffer.from(body, 'latin1');
      expect([headers['content-encoding'], headers['content-length'], seen.end]).toEqual([
        'gzip',
        String(packed.length),
        'FIN',
      ]);
      expect([...packed.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
      expect(() => gunzipSync(packed)).toThrow('unexpected end of file');
    },
    async process(answered) {
      const answer = await answered;
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      await expect(answer.json()).rejects.toThrow(SyntaxError);
    },
    holds: 1,
    facts: unread,
  },
  whole(
    'status=502,body=html',
    ({ status, body }) => {
      expect(status).toBe(502);
      expect(body).toMatch(/^<!DOCTYPE html>/);
    },
    { holds: 0, facts: { status: 502, ...unread } },
  ),
  whole('business,bookingStatus=FAILED', ({ status, body }) => {
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ bookingStatus: 'FAILED', Status: 'REJEITADO' });
  }),
];

const faultsOf = (fault: string): string[] =>
  fault === 'status=502,body=html'
    ? ['hotel.doBooking:status=502', 'hotel.doBooking:body=html']
    : [`hotel.doBooking:${fault}`];

describe.each(rows)('$fault', ({ fault, wire, process: inProcess, holds, facts }) => {
  it('is sent as described, and the supplier holds the described bookings', async () => {
    const { supplier, sandbox, body, bookings, last } = await stage();
    const { port } = await serve(supplier);
    sandbox.faults.arm(...faultsOf(fault));
    const seen = rawCall(port, { path: doBookingPath, body });
    await until(() => seen.end !== undefined && last()?.closed !== undefined);
    wire(seen);
    expect(bookings()).toBe(holds);
    expect({ ...nothingSaid, ...last() }).toMatchObject(facts);
  });

  it('appears in process as fetch shows it, and the supplier holds the described bookings', async () => {
    const { sandbox, book, bookings, last } = await stage();
    sandbox.faults.arm(...faultsOf(fault));
    await inProcess(book());
    expect(bookings()).toBe(holds);
    expect({ ...nothingSaid, ...last() }).toMatchObject(facts);
    expect(sandbox.faults.list().map(({ seen, fired }) => [seen, fired])).toEqual(
      faultsOf(fault).map(() => [1, 1]),
    );
  });
});
