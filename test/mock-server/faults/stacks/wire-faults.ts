import { operations } from '#contracts';
import type { MockSupplier } from '#mock-server';
import { createTestSupplier, testCriteria, testStart } from '../../hotel-client.ts';

/** How long a client waits for an answer that never comes, milliseconds. */
export const patience = 100;
/** How long one waits that expects an answer. */
export const muchPatience = 10_000;

const real = { delay: 100, drip: 200 };

/**
 * A fault on the wire as the supplier tells it: what reaches the client, whatever its HTTP stack makes of that.
 * `minMs` is how long it takes at least.
 */
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

/** The name of one of them. */
export type WireFault = keyof typeof wireFaults;
/** All of them. */
export const wireFaultNames = Object.keys(wireFaults) as WireFault[]; // Object.keys widens to string

/** Where a fault is met: a sandbox has none but that one. */
export const pathOf = (fault: WireFault): string =>
  `/sandbox/${idOf(fault)}${operations['hotel.search'].path}`;
/** The sandbox of a fault. */
export const idOf = (fault: WireFault): string => fault.replaceAll(' ', '-');
/** A Search, the same for every stack. */
export const searchBody = JSON.stringify({
  Credential: { Username: 'demo', Password: 'demo' },
  Criteria: testCriteria,
});

/** A supplier with a sandbox for each fault. Clocks stand still, but where a fault takes time: there they run as the machine's. */
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
