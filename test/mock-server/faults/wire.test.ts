import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serve } from '../over-port.ts';
import { parseAnswer } from '../pipeline/raw-socket.ts';
import { type RawCall, rawCall, until } from './raw-call.ts';
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

/** A whole answer as text. */
interface Whole {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A row for a whole answer. Its status, headers and body are checked in the same way on the wire and in process. */
function whole(fault: string, look: (answer: Whole) => void, holds = 1, facts: object = {}): Row {
  return {
    fault,
    wire(seen) {
      const answer = parseAnswer(seen.bytes);
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

const unread = { answer: expect.not.objectContaining({ bookingStatus: expect.any(String) }) };
const nothingSaid = { status: undefined, answered: undefined };
const reset = { ...nothingSaid, closed: { ending: 'reset', bytes: 0 }, ...unread };

const statusRow = (status: number, code: string) => {
  const look = (answer: Whole) => {
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body).Errors[0]).toMatchObject({ Code: code });
    expect(answer.headers['retry-after']).toBe(status === 429 ? '1' : undefined);
  };
  return whole(`status=${status}`, look, 0, { status, answer: { errors: [code] } });
};

const redirectRow = (fault: string, location: string, holds: number) => {
  const look = ({ status, headers, body }: Whole) => {
    expect([`redirect=${status}`, headers.location]).toEqual([fault.split(',')[0], location]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<h1>Moved</h1>');
  };
  return whole(fault, look, holds, unread);
};

/** Checks the status and the content type of a whole answer, and its body. */
const isOf =
  (type: string, looks: ((body: string) => void)[], wanted = 200) =>
  ({ status, headers, body }: Whole) => {
    expect([status, headers['content-type']]).toEqual([wanted, type]);
    for (const look of looks) look(body);
  };
const json = 'application/json; charset=utf-8';
const html = 'text/html; charset=utf-8';
const isHtml = (body: string) => expect(body).toMatch(/^<!DOCTYPE html>/);
const isXml = (body: string) => expect(body).toMatch(/^<\?xml /);
const begins = (body: string) => expect(body).toMatch(/^\{"BookingId":"/);
const ends = (body: string) => expect(body.at(-1)).toBe('}');
const isMarked = (body: string) => expect(body[0]).toBe('\uFEFF');
const retryIn = (value: string) => (answer: Whole) => expect(answer.headers['retry-after']).toBe(value);

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
  whole('status=503,retryAfter=7', retryIn('7'), 0, { retryAfter: '7' }),
  whole('status=429,retryAfter=7,retryAfterForm=date', retryIn('Fri, 20 Nov 2026 10:00:07 GMT'), 0),
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
      const { status, headers, body } = parseAnswer(seen.bytes);
      expect([status, body, seen.end]).toEqual([200, '', 'RST']);
      expect(Number(headers['content-length'])).toBeGreaterThan(500);
    },
    async process(answered) {
      const answer = await answered;
      expect(answer.status).toBe(200);
      const cause = { code: 'ECONNRESET' };
      await expect(answer.text()).rejects.toMatchObject({ message: 'terminated', cause });
    },
    holds: 1,
    facts: { status: 200, closed: { ending: 'reset', bytes: 0 }, ...unread },
  },
  {
    fault: 'cut=mid-body,commit=before',
    wire(seen) {
      const { headers, body } = parseAnswer(seen.bytes);
      expect(seen.end).toBe('RST');
      expect(body.length).toBe(Math.ceil(Number(headers['content-length']) / 2));
      begins(body);
    },
    async process(answered) {
      const reader = (await answered).body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      begins(new TextDecoder().decode(value));
      await expect(reader?.read()).rejects.toThrow('terminated');
    },
    holds: 1,
    facts: { status: 200, closed: { ending: 'reset' }, ...unread },
  },
  whole('body=truncated', isOf(json, [begins, isNoJson]), 1, unread),
  whole('body=invalid-json', isOf(json, [ends, isNoJson]), 1, unread),
  whole('body=empty', ({ status, body }) => expect([status, body]).toEqual([200, '']), 1, unread),
  whole('body=xml', isOf('application/xml; charset=utf-8', [isXml]), 1, unread),
  whole('body=html', isOf(html, [isHtml]), 1, unread),
  whole('body=byte-order-mark', isOf(json, [isMarked, isNoJson, body => isBooked(body.slice(1))]), 1, {
    answer: { bookingStatus: 'CONFIRMED' },
  }),
  whole('body=wrong-content-type', isOf(html, [isBooked])),
  whole('body=wrong-charset', isOf('application/json; charset=utf-16', [isBooked])),
  {
    fault: 'body=cut-gzip',
    wire(seen) {
      const { headers, body } = parseAnswer(seen.bytes);
      const packed = Buffer.from(body, 'latin1');
      const { 'content-encoding': encoding, 'content-length': length } = headers;
      expect([encoding, length, seen.end]).toEqual(['gzip', String(packed.length), 'FIN']);
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
  whole('status=502,body=html', isOf(html, [isHtml], 502), 0, { status: 502, ...unread }),
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
