import { operations } from '#contracts';
import type { MockSupplier } from '#mock-server';
import { createTestSupplier, testCriteria, testStart } from '../../hotel-client.ts';

/** The time-out of a client that expects no answer, in milliseconds. */
export const patience = 100;
/** The time-out of a client that expects an answer, in milliseconds. */
export const muchPatience = 10_000;

const real = { delay: 100, drip: 200 };

/** A fault on the wire, and what reaches the client with any HTTP stack. `minMs` is its minimum duration. */
export const wireFaults = {
  none: { short: [], arrives: '200 json, whole', ending: 'complete' },
  'cut before-headers': { short: ['cut,commit=before'], arrives: 'nothing', ending: 'reset' },
  'cut after-headers': {
    short: ['cut=after-headers,commit=before'],
    arrives: '200 json, no body',
    ending: 'reset',
  },
  'cut mid-body': { short: ['cut=mid-body,commit=before'], arrives: '200 json, half', ending: 'reset' },
  hang: { short: ['hang'], arrives: 'nothing', ending: 'client-gone' },
  'status 429': {
    short: ['status=429,retryAfter=7'],
    arrives: '429 json, RateLimited, Retry-After 7',
    ending: 'complete',
  },
  'status 503': {
    short: ['status=503,retryAfter=3,retryAfterForm=date'],
    arrives: '503 json, ServiceUnavailable, Retry-After Fri, 20 Nov 2026 10:00:03 GMT',
    ending: 'complete',
  },
  delay: { short: ['delay=PT0.1S'], arrives: '200 json, whole', ending: 'complete', minMs: real.delay },
  truncated: { short: ['body=truncated'], arrives: '200 json, half', ending: 'complete' },
  'invalid-json': { short: ['body=invalid-json'], arrives: '200 json, a comma too many', ending: 'complete' },
  empty: { short: ['body=empty'], arrives: '200 json, no body', ending: 'complete' },
  xml: { short: ['body=xml'], arrives: '200 application/xml; charset=utf-8, <?xml', ending: 'complete' },
  html: { short: ['body=html'], arrives: '200 text/html; charset=utf-8, <!DOCTYPE', ending: 'complete' },
  'byte-order-mark': {
    short: ['body=byte-order-mark'],
    arrives: '200 json, mark and whole',
    ending: 'complete',
  },
  'wrong-content-type': {
    short: ['body=wrong-content-type'],
    arrives: '200 text/html; charset=utf-8, whole',
    ending: 'complete',
  },
  'wrong-charset': {
    short: ['body=wrong-charset'],
    arrives: '200 application/json; charset=utf-16, whole',
    ending: 'complete',
  },
  'slow-drip': {
    short: ['body=slow-drip,over=PT0.2S'],
    arrives: '200 json, whole',
    ending: 'complete',
    minMs: real.drip,
  },
  'cut-gzip': { short: ['body=cut-gzip'], arrives: '200 json, half of a gzip', ending: 'complete' },
} as const satisfies Record<
  string,
  { short: readonly string[]; arrives: string; ending: string; minMs?: number }
>;

/** The name of a fault on the wire. */
export type WireFault = keyof typeof wireFaults;
/** All names. */
export const wireFaultNames = Object.keys(wireFaults) as WireFault[]; // Object.keys widens to string

/** Where a fault occurs: its sandbox has only this fault. */
export const pathOf = (fault: WireFault): string =>
  `/sandbox/${idOf(fault)}${operations['hotel.search'].path}`;
/** Returns the id of the sandbox of a fault. */
export const idOf = (fault: WireFault): string => fault.replaceAll(' ', '-');
/** A Search, equal for every stack. */
export const searchBody = JSON.stringify({
  Credential: { Username: 'demo', Password: 'demo' },
  Criteria: testCriteria,
});

/**
 * Creates a supplier with a sandbox for each fault. Clocks stand still, except for faults that take time: there they follow
 * the machine.
 */
export function createFaultySupplier(): MockSupplier {
  const supplier = createTestSupplier();
  for (const fault of wireFaultNames) {
    supplier.sandboxes.create({
      id: idOf(fault),
      credential: { Username: 'demo', Password: 'demo' },
      clock: { mode: 'minMs' in wireFaults[fault] ? 'scaled' : 'manual', scale: 1, start: testStart },
      options: { rateLimit: false },
      faults: wireFaults[fault].short.map(text => `hotel.search:${text}`),
    });
  }
  return supplier;
}
