import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyProfile, operations } from '#contracts';
import type { Facts } from '#contracts/exchange';
import { asObject } from '#contracts/util';
import { catalogue, playScenario } from '#scenarios';
import { type Judgement, judge } from '#scenarios/judge';
import { documentOf, trafficExitCode, verdictReport, writeReport } from '#scenarios/report/index';
import { verdictsPage } from '#scenarios/report/page';
import { verifyTraffic } from '#scenarios/verify';
import { readTraffic } from '#scenarios/verify/recorded/read-recorded';
import { type Entry, playFlow, recorders, request, response, writeHar } from './recorders.ts';

const dialect = applyProfile(operations);
const [right, wrong] = [await playFlow({ isRight: true }), await playFlow({ isRight: false })];

const read = (text: string) => {
  const { facts, skipped } = readTraffic(text, dialect);
  return { ...judge(facts), skipped };
};
const accusations = ({ verdicts }: Judgement) =>
  verdicts.flatMap(({ rule, verdict, findings }) =>
    verdict === 'fail' || verdict === 'warn' ? [`${rule}: ${findings[0]?.message}`] : [],
  );
const verdictOf = ({ verdicts }: Judgement, id: string) => verdicts.find(({ rule }) => rule === id)?.verdict;

describe.each(Object.entries(recorders))('a recording of %s', (_, recorder) => {
  const judged = read(writeHar(right, recorder));

  it('does not accuse a right client, and reads all its bodies', () => {
    expect(accusations(judged)).toEqual([]);
    expect(judged).toMatchObject({ calls: right.length, skipped: recorder.others?.length ?? 0 });
    expect(judged).not.toHaveProperty('unread');
    expect(verdictOf(judged, 'booking-uses-conditions-token')).toBe('pass');
  });

  it('has the same answers for verify', () => {
    const compared = (text: string) => {
      const { operations: all } = verifyTraffic({ name: 'a.har', text, now: () => 0 }).report;
      return new Map(all.map(operation => [operation.id, operation]));
    };
    expect(compared(writeHar(right, recorder))).toEqual(compared(writeHar(right, {})));
  });

  it('shows that a client books with the Token of the Search', () => {
    const broken = read(writeHar(wrong, recorder));
    expect(verdictOf(broken, 'booking-uses-conditions-token')).toBe('fail');
    expect(trafficExitCode([broken])).toBe(1);
    const rulesOf = (one: Judgement) => accusations(one).map(line => line.replace(/:.*/, ''));
    expect(rulesOf(broken)).toEqual(rulesOf(read(writeHar(wrong, {}))));
  });
});

/** Ways in which a recorder does not keep a body, and what remains of it. */
const losses: readonly (readonly [string, (body: Kept) => object])[] = [
  ['only its size', ({ size }) => ({ size })],
  ['an empty text', ({ size }) => ({ size, text: '' })],
  ['a name of a file', ({ size }) => ({ size, _file: 'a1b2.json' })],
  ['its beginning', ({ size, text }) => ({ size, text: text.slice(0, 40) })],
  ['its beginning, without a size', ({ text }) => ({ text: text.slice(0, 40) })],
  ['its middle and a comment', ({ text }) => ({ text: text.slice(1, 9), comment: 'Body was truncated' })],
  ['a word in its place', ({ size }) => ({ size, text: '(Body is too large)' })],
  ['base64 of unknown bytes', ({ text }) => ({ text: scrambled(text), encoding: 'base64' })],
  ['a list of chunks of unknown bytes', ({ text }) => ({ text: JSON.stringify([scrambled(text)]) })],
  ['compressed bytes as damaged text', () => ({ text: '\u001F\uFFFD\b\u0000\uFFFD' })],
  ['nothing', () => ({})],
];
interface Kept {
  readonly size: number;
  readonly text: string;
}
const scrambled = (text: string) =>
  Buffer.from(Buffer.from(text.slice(0, 99)).map(byte => byte ^ 0xa5)).toString('base64');

/** Writes the calls of a flow, and changes the entry of one call. */
const harWithout = (calls: typeof right, index: number, change: (entry: Entry) => object) =>
  harWith(calls, (entry, at) => (at === index ? change(entry) : entry));

/** Writes the calls of a flow, and changes the entry of each call. */
function harWith(calls: typeof right, change: (entry: Entry, index: number) => object): string {
  const { log } = JSON.parse(writeHar(calls, {}));
  return JSON.stringify({ log: { entries: log.entries.map(change) } });
}

const isProven = ({ verdict }: Judgement['verdicts'][number]) => verdict === 'pass' || verdict === 'fail';

describe('a recorder that does not keep a body', () => {
  it.each(losses)('but %s makes no verdict right that needs the body', (_, lose) => {
    for (const [index, { answer }] of wrong.entries()) {
      const content = lose({ size: Buffer.byteLength(answer), text: answer });
      const change = (entry: Entry) => response(entry, { headers: [], bodySize: -1, content });
      for (const calls of [right, wrong]) {
        const judged = read(harWithout(calls, index, change));
        const whole = accusations(read(writeHar(calls, {})));
        expect(whole).toEqual(expect.arrayContaining(accusations(judged)));
        expect(judged.unread).toMatchObject([{ exchange: index + 1, part: 'answer' }]);
        expect(verdictOf(judged, 'booking-uses-conditions-token')).toMatch(
          calls === wrong && index > 1 ? /^fail$/ : /^(?:inconclusive|fail)$/,
        );
        expect(verdictOf(judged, 'idempotency-key-present')).toBe('pass');
      }
    }
  });

  it.each([
    ['without a text', (body: object) => ({ ...body, postData: { mimeType: 'application/json' } })],
    ['without postData', ({ postData: _, ...body }: { postData?: unknown }) => ({ ...body, bodySize: -1 })],
    ['with half a text', (body: object) => ({ ...body, postData: { text: '{"Credential":{"Use' } })],
  ])('of a request, %s, proves nothing', (_, lose) => {
    const judged = read(
      harWithout(right, 3, entry => ({ ...entry, request: lose(asObject(entry.request)) })),
    );
    expect(judged.unread).toMatchObject([{ exchange: 4, part: 'request' }]);
    expect(judged.verdicts.filter(isProven)).toEqual([]);
    expect(accusations(judged)).toEqual([]);
  });

  it('of an answer that is missing leaves the call open', () => {
    const text = harWithout(right, 3, ({ response: _, ...entry }) => entry);
    const judged = read(text);
    expect(readTraffic(text, dialect).facts[3]).not.toHaveProperty('closed');
    expect(judged.unread).toMatchObject([{ exchange: 4, part: 'answer' }]);
    expect(accusations(judged)).toEqual([]);
    expect(verdictOf(judged, 'no-blind-rebooking')).toBe('inconclusive');
  });

  it('never makes it accuse a right client, in any scenario', async () => {
    const unread = (one: Facts): Facts => ({ ...one, answer: {}, unrecorded: { answer: 'too large' } });
    const lostPayment = catalogue.findIndex(({ id }) => id === 'payment-not-arrived');
    for (const scenario of catalogue.filter((_, index) => index % 5 === lostPayment % 5)) {
      const { facts } = await playScenario(scenario);
      const records = facts.map((_, lost) => facts.map((one, index) => (index === lost ? unread(one) : one)));
      for (const record of [facts.map(unread), ...records]) {
        const { verdicts } = judge(record);
        const failed = verdicts.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
        expect(failed, scenario.id).toEqual([]);
      }
    }
  });

  it.each([
    ['no status', { status: undefined }],
    ['a body with the status 0', { status: 0 }],
  ])('but %s makes no verdict right that needs the answer', (_, change) => {
    for (const calls of [right, wrong]) {
      const judged = read(harWith(calls, entry => response(entry, change)));
      expect(accusations(judged)).toEqual([]);
      expect(judged.unread).toHaveLength(calls.length);
      expect(trafficExitCode([judged])).toBe(2);
    }
  });

  it('of the headers makes no verdict right that needs them', () => {
    for (const headers of [[], [{ name: 'Idempotency-Key', value: '[redacted]' }]]) {
      const judged = read(harWithout(right, 3, entry => request(entry, { headers })));
      expect(judged).not.toHaveProperty('unread');
      expect(verdictOf(judged, 'idempotency-key-present')).toBe('inconclusive');
      expect(verdictOf(judged, 'booking-uses-conditions-token')).toBe('pass');
    }
  });

  it.each(['[token redacted]', '***'])('but leaves "%s" in place of each Token accuses no one', hidden => {
    for (const calls of [right, wrong]) {
      const text = writeHar(calls, {}).replaceAll(/(\\"(?:Re)?Token\\":\\")[^"\\]+/g, `$1${hidden}`);
      const judged = read(text);
      expect(accusations(judged)).toEqual([]);
      const reason = 'the recording hides the Token';
      expect(judged.unread).toContainEqual({ exchange: 4, part: 'request', reason });
      expect(verdictOf(judged, 'token-used-once')).toBe('inconclusive');
    }
  });

  it('of any answer proves nothing about the client, so the exit code is 2', async () => {
    const judged = read(harWith(right, entry => response(entry, { content: { size: 9 } })));
    expect(trafficExitCode([judged])).toBe(2);
    const text = await writeReport('text', documentOf(verdictReport([judged], 2)));
    expect(text).toContain('the answer of exchange 1: the recording does not contain the body');
    expect(text).toContain('5 calls; bodies not read: 5; rules: ');
    expect(verdictsPage(verdictReport([judged], 2)).notes).toMatchObject([{ title: 'Not read' }]);
  });
});

const withWireHeaders = (call: (typeof right)[number]): (typeof right)[number] => ({
  ...call,
  headers: {
    Host: 'supplier.example',
    ...call.headers,
    ...(call.sent !== undefined && { 'Content-Length': `${call.sent.length}` }),
  },
  answerHeaders: { ...call.answerHeaders, 'Content-Length': `${call.answer.length}` },
});
const toolCall = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_endpoints', arguments: {} },
});

describe.each([
  [['Content-Type']],
  [['Accept', 'User-Agent']],
  [['Authorization']],
  [['Host', 'Content-Type', 'Accept', 'User-Agent']],
  [['Content-Type', 'Content-Length', 'Accept']],
])('a recorder that keeps the bodies, and only the headers %j,', kept => {
  const onlyKept = (headers: { name: string }[]) => headers.filter(({ name }) => kept.includes(name));
  const filtered = (calls: typeof right, mimeType: string | undefined) => {
    const { log } = JSON.parse(writeHar(calls.map(withWireHeaders), {}));
    for (const { request, response } of log.entries) {
      request.headers = onlyKept(request.headers);
      if (request.postData) request.postData.mimeType = mimeType;
      response.headers = onlyKept(response.headers);
    }
    return JSON.stringify({ log });
  };

  it.each(['application/json', '', undefined])(
    'accuses no right client, and proves none right (a body of the type %j)',
    mimeType => {
      const text = filtered(right, mimeType);
      const { facts } = readTraffic(text, dialect);
      expect(facts.filter(({ unrecorded }) => !unrecorded?.headers)).toEqual([]);
      const judged = read(text);
      expect(accusations(judged)).toEqual([]);
      expect(verdictOf(judged, 'idempotency-key-present')).toBe('inconclusive');
      expect(verdictOf(judged, 'request-matches-contract')).toBe('pass');
    },
  );

  it('accuses no client of the tool server', () => {
    const call = { ...right[0], method: 'POST', url: 'http://supplier.example/mcp', sent: toolCall };
    const judged = read(filtered([call as (typeof right)[number]], undefined));
    expect(accusations(judged)).toEqual([]);
    expect(verdictOf(judged, 'tools-accept-both')).toBe('inconclusive');
  });
});

it('a recorder that keeps all headers accuses a client that sends no Idempotency-Key', () => {
  const calls = right.map(({ headers, ...call }) => {
    const { 'Idempotency-Key': _, ...others } = headers;
    return withWireHeaders({ ...call, headers: others });
  });
  expect(accusations(read(writeHar(calls, {})))).toEqual([
    expect.stringMatching(/^idempotency-key-present: .* without an Idempotency-Key/),
  ]);
});

it('a recorder that keeps all headers keeps those of a GET, which has no Content-Length', () => {
  const { facts } = readTraffic(writeHar(right.map(withWireHeaders), {}), dialect);
  expect(facts.map(({ method }) => method)).toContain('GET');
  expect(facts.filter(({ unrecorded }) => unrecorded?.headers)).toEqual([]);
});

/** Draws an entry of which any part can have any form. The paths belong to no operation of the supplier. */
const json = fc.jsonValue({ maxDepth: 2 });
const any = (known: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: json });
const addresses = ['https://shop.example/x', 'wss://a', 'data:,x', ''];
const text = fc.constantFrom('GET', 'OPTIONS', ...addresses, 'base64', '[{', 'e30=', '5\r\n{}');
const some = (fields: Record<string, fc.Arbitrary<unknown>>) => any(fc.record(fields, { requiredKeys: [] }));
const headers = any(fc.array(some({ name: any(text), value: json })));
const body = some({ text: any(text), encoding: any(text), size: json, params: json, comment: json });
const anyRequest = some({ method: any(text), url: any(text), headers, postData: body, bodySize: json });
const anyResponse = some({ status: json, headers, content: body, bodySize: json });
const times = { startedDateTime: json, time: json, timings: json };
const anyEntry = some({ ...times, request: anyRequest, response: anyResponse });

describe('a recording', () => {
  it('with other entries of any form is read as without them', () => {
    const { log } = JSON.parse(writeHar(wrong, {}));
    const plain = read(writeHar(wrong, {}));
    const check = (others: unknown[]) => {
      const judged = read(JSON.stringify({ log: { entries: [...others, ...log.entries] } }));
      expect(judged).toEqual({ ...plain, skipped: others.length });
    };
    fc.assert(fc.property(fc.array(anyEntry, { maxLength: 5 }), check), { numRuns: 150, seed: 39 });
  });

  it('of Chrome with a service worker, which has each call twice, is read as without it', () => {
    for (const calls of [right, wrong]) {
      const { log } = JSON.parse(writeHar(calls, {}));
      const entries = log.entries.flatMap((entry: Entry) => [
        response(entry, { _fetchedViaServiceWorker: true }),
        entry,
      ]);
      const plain = { ...read(writeHar(calls, {})), skipped: calls.length };
      expect(read(JSON.stringify({ log: { entries } }))).toEqual(plain);
    }
  });

  it.each([
    ['a missing page on the host of the supplier', 'http://supplier.example/favicon.ico', {}],
    ['a tool server on another host', 'https://shop.example/mcp', { method: 'initialize' }],
  ])('with %s is read as without it', (_, url, sent) => {
    const { log } = JSON.parse(writeHar(wrong, {}));
    const request = { method: 'POST', url, postData: { text: JSON.stringify(sent) } };
    log.entries.push({ request, response: { status: 404, content: { text: '{}' } } });
    expect(read(JSON.stringify({ log }))).toEqual({ ...read(writeHar(wrong, {})), skipped: 1 });
  });

  it.each([
    ['list_endpoints', 1],
    ['add_to_cart', 0],
  ])('of a call of the tool %s alone has %d calls to the supplier', (name, calls) => {
    const text = JSON.stringify({ method: 'tools/call', params: { name } });
    const request = { method: 'POST', url: 'https://supplier.example/mcp', postData: { text } };
    const response = { status: 200, content: { text: '{"result":{}}' } };
    const entries = [{ startedDateTime: '2026-11-20T10:00:00Z', request, response }];
    expect(readTraffic(JSON.stringify({ log: { entries } }), dialect).facts).toHaveLength(calls);
  });

  it('with calls of any form is read, or names the entry that has no time', () => {
    const url = right[1]?.url;
    const check = (entry: unknown, method: string) => {
      const call = request(asObject(entry), { method, url });
      const harText = JSON.stringify({ log: { entries: [call] } });
      try {
        expect(read(harText).skipped).toBeLessThan(2);
        verifyTraffic({ name: 'a.har', text: harText, now: () => 0 });
      } catch (error) {
        expect(String(error)).toMatch(/^UsageError: log\.entries\[0\]: expected a date and a time/);
      }
    };
    fc.assert(fc.property(anyEntry, fc.constantFrom('POST', 'GET'), check), { numRuns: 400, seed: 39 });
  });

  it.each([
    ['Request timed out', 'client-gone'],
    ['canceled', 'client-gone'],
    ['net::ERR_CONNECTION_RESET', 'reset'],
  ])('with the error %s has a call that ended with %s', (_error, ending) => {
    const text = harWithout(right, 4, entry => ({ ...entry, response: { status: 0, content: {}, _error } }));
    expect(readTraffic(text, dialect).facts[4]?.closed).toMatchObject({ ending });
  });

  it('without a time has the time of the Date header, or names the entry', () => {
    const dated = (headers: object[]) => (entry: Entry) =>
      response({ ...entry, startedDateTime: 'soon' }, { headers });
    const date = { name: 'date', value: 'Fri, 20 Nov 2026 10:00:09 GMT' };
    const { verdicts } = read(harWithout(right, 4, dated([date])));
    expect(verdicts.some(({ verdict }) => verdict === 'pass')).toBe(true);
    expect(() => read(harWithout(right, 4, dated([])))).toThrow('log.entries[4]: expected a date and a time');
  });

  it('with an impossible duration has a call of a day at most', () => {
    const text = harWithout(right, 4, entry => ({ ...entry, time: 1e300 }));
    const [last] = readTraffic(text, dialect).facts.slice(-1);
    expect((last?.closed?.at ?? 0) - (last?.opened.at ?? 0)).toBe(86_400_000);
  });

  it('of an answer that has no body is whole', () => {
    const text = harWithout(right, 0, entry => ({ ...entry, response: { status: 304, content: {} } }));
    expect(read(text)).not.toHaveProperty('unread');
  });

  it('of the stand-in without its bodies has read none', () => {
    const text = harWithout(right, 4, entry => ({ ...entry, _number: 5, _bodiesDropped: true }));
    expect(read(text).unread).toMatchObject([
      { exchange: 5, part: 'request', reason: 'the journal of the stand-in was full' },
      { exchange: 5, part: 'answer' },
    ]);
  });

  const unknown = { status: 404, content: { text: '{"Errors":[{"Code":"NotFound"}]}' } };
  const asText = { headers: [{ name: 'Content-Type', value: 'text/plain' }] };

  it.each<[string, (entry: Entry) => Entry, string, object?]>([
    ['in lower case', ({ url }) => ({ url: String(url).toLowerCase() }), 'canonical-paths'],
    ['as text', () => asText, 'request-matches-contract'],
    ['at a wrong path', ({ url }) => ({ url: `${url}es` }), 'canonical-paths', { response: unknown }],
  ])('of a request %s gets the warning that the live journal gets', (_, change, rule, more) => {
    const altered = (entry: Entry) => ({ ...request(entry, change(asObject(entry.request))), ...more });
    expect(verdictOf(read(harWithout(right, 4, altered)), rule)).toBe('warn');
  });
});
