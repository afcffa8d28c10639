import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MockSupplier } from '#mock-server';
import { type Listening, listen } from '#mock-server/node';
import { curlStack, hasCurl, runCurl } from './stacks/curl.ts';
import { fetchStack } from './stacks/fetch.ts';
import { nodeHttpStack } from './stacks/node-http.ts';
import { canRun, warnWithout } from './stacks/programs.ts';
import { hasPython, lookWithPython } from './stacks/python.ts';
import { rawSocketStack } from './stacks/raw-socket.ts';
import { type Seen, type Stack, tellArrival } from './stacks/seen.ts';
import {
  createFaultySupplier,
  idOf,
  muchPatience,
  pathOf,
  patience,
  searchBody,
  type WireFault,
  wireFaultNames,
  wireFaults,
} from './stacks/wire-faults.ts';

/** How a call ends for the caller, as the stack reports it. Faults that are not listed end like a good answer. */
type Ends = Partial<Record<WireFault, string>> & { none: string };

const unreadable = ['truncated', 'invalid-json', 'empty', 'xml', 'html'] as const;
const allOf = (faults: readonly WireFault[], end: string): Partial<Record<WireFault, string>> =>
  Object.fromEntries(faults.map(fault => [fault, end]));
const cuts = ['cut before-headers', 'cut after-headers', 'cut mid-body'] as const;

const ends = {
  fetch: {
    none: 'read',
    ...allOf(cuts, 'TypeError: terminated <- ECONNRESET'),
    'cut before-headers': 'TypeError: fetch failed <- ECONNRESET',
    hang: 'TimeoutError: The operation was aborted due to timeout',
    ...allOf(unreadable, 'SyntaxError'),
    // It decompresses the received part, and ignores that the end is missing.
    'cut-gzip': 'SyntaxError',
  },
  'node:http': {
    none: 'read',
    ...allOf(cuts, 'read ECONNRESET (ECONNRESET)'),
    hang: 'timeout',
    ...allOf([...unreadable, 'byte-order-mark'], 'SyntaxError'),
    'cut-gzip': 'unexpected end of file (Z_BUF_ERROR)',
  },
  'http.client': {
    none: 'read',
    ...allOf(cuts, 'ConnectionResetError'),
    hang: 'TimeoutError',
    ...allOf([...unreadable, 'byte-order-mark'], 'JSONDecodeError'),
    // It follows the charset of the header, and reads Chinese characters.
    'wrong-charset': 'JSONDecodeError',
    'cut-gzip': 'EOFError',
  },
  curl: { none: 'exit 0', ...allOf(cuts, 'exit 56'), hang: 'exit 28' },
  socket: { none: 'FIN', ...allOf(cuts, 'RST'), hang: 'still open' },
} as const satisfies Record<string, Ends>;

/** The results that are the same for every stack. Only fetch returns the decompressed part. */
const arrivals = (stack: keyof typeof ends): Record<string, string> => ({
  ...Object.fromEntries(wireFaultNames.map(fault => [fault, wireFaults[fault].arrives])),
  ...(stack === 'fetch' && { 'cut-gzip': '200 json, the beginning' }),
});

let supplier: MockSupplier;
let listening: Listening;
let whole: Buffer;
beforeEach(async () => {
  supplier = createFaultySupplier();
  listening = await listen(supplier, { port: 0 });
  const plain = await createFaultySupplier().fetch(`http://x${pathOf('none')}`, {
    method: 'POST',
    body: searchBody,
  });
  whole = Buffer.from(await plain.arrayBuffer());
});
afterEach(() => listening.close());

const timeoutOf = (fault: WireFault): number => (fault === 'hang' ? patience : muchPatience);

async function playAll(stack: Stack): Promise<ReadonlyMap<string, Seen>> {
  const played = wireFaultNames.map(async fault => {
    const seen = await stack({
      url: listening.url + pathOf(fault),
      body: searchBody,
      timeoutMs: timeoutOf(fault),
    });
    return [fault, seen] as const;
  });
  return new Map(await Promise.all(played));
}

/** Compares what a client received with the expectation of the fault and with the journal. */
async function expectFaults(stack: keyof typeof ends, seen: ReadonlyMap<string, Seen>): Promise<void> {
  const asTold = (tell: (one: Seen) => string) =>
    Object.fromEntries([...seen].map(([fault, one]) => [fault, tell(one)]));
  expect(asTold(one => tellArrival(one, whole))).toEqual(arrivals(stack));
  const { none, ...others }: Ends = ends[stack];
  expect(asTold(one => one.end)).toEqual({ ...allOf(wireFaultNames, none), ...others });
  for (const fault of wireFaultNames) {
    const { journal } = supplier.sandboxes.require(idOf(fault));
    const { ending, minMs } = { minMs: 0, ...wireFaults[fault] };
    const last = () => journal.read({ limit: 1 })[0]?.facts;
    await expect.poll(() => [fault, last()?.closed?.ending]).toEqual([fault, ending]);
    const { opened, closed } = last() ?? {};
    expect((closed?.at ?? 0) - (opened?.at ?? 0), fault).toBeGreaterThanOrEqual(minMs);
  }
}

warnWithout('python3', hasPython, import.meta.url);
warnWithout('curl', hasCurl, import.meta.url);

describe('what a fault says reaches, over a port,', () => {
  it.each([
    ['fetch', fetchStack],
    ['node:http', nodeHttpStack],
    ['socket', rawSocketStack],
  ] as const)('%s', async (name, stack) => {
    await expectFaults(name, await playAll(stack));
  });

  it.runIf(canRun(hasCurl))('curl', async () => {
    await expectFaults('curl', await playAll(curlStack));
  });

  it.runIf(canRun(hasPython))("Python's http.client", async () => {
    const calls = wireFaultNames.map(fault => ({
      name: fault,
      host: new URL(listening.url).host,
      path: pathOf(fault),
      timeout: timeoutOf(fault) / 1_000,
    }));
    await expectFaults('http.client', await lookWithPython(calls, searchBody));
  });
});

it.runIf(canRun(hasCurl))('gives a curl that unpacks the beginning of a cut gzip, and no error', async () => {
  const url = listening.url + pathOf('cut-gzip');
  const { code, out } = await runCurl(['--compressed', '--data-binary', '@-', url], searchBody);
  expect(code).toBe(0);
  expect(out.length).toBeGreaterThan(0);
  expect(out).toEqual(whole.subarray(0, out.length));
  expect(out.length).toBeLessThan(whole.length);
});
