import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { type VerdictReport, verdictReportSchema } from '#scenarios/report/schema';
import { judgeRoutes } from '#scenarios/run/routes';
import { createFolder } from '../../folder.ts';
import { createControlClient } from '../../mock-server/control/control-client.ts';
import { runBeside, runCommand } from './run-command.ts';

const folder = createFolder();

type Judged = VerdictReport['judged'][number];
const Credential = { Username: 'demo', Password: 'demo' };
const criteria = (Nationality: string) => ({
  DestinationId: '1001',
  CheckinDate: '2099-01-10',
  NumNights: 2,
  SearchRooms: [{ NumAdults: 2 }],
  Nationality,
});

const server = await listen(createMockSupplier({ routes: [judgeRoutes] }), { port: 0 });
beforeAll(async () => {
  for (const country of ['BR', 'BRA', 'BRA']) {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ Credential, Criteria: criteria(country) });
    await fetch(`${server.url}/API/REST/hotel.svc/Search`, { method: 'POST', headers, body });
    // A HAR file has a resolution of milliseconds, so calls within one millisecond would seem concurrent.
    await createControlClient(fetch, server.url).ask('advanceClock', { body: { by: 'PT1S' } });
  }
});
afterAll(() => server.close());

const control = () => `${server.url}/_control`;
const judge = (...args: string[]) => judgedIn(runCommand(['judge', '--json', ...args]).stdout);
function judgedIn(stdout: string): Judged {
  const { judged } = verdictReportSchema.parse(JSON.parse(stdout));
  const [only] = judged;
  if (!only) throw new Error('nothing was judged');
  return only;
}

/** An entry of a HAR file, which another program has recorded. */
const entry = (url: string, body: object, status = 200, text = '{"Errors":[]}') => ({
  startedDateTime: '2026-12-01T10:00:00.000Z',
  time: 12,
  request: { method: 'POST', url, headers: [], postData: { text: JSON.stringify({ Credential, ...body }) } },
  response: { status, headers: [], content: { text } },
});
const judgeHar = (...entries: object[]) =>
  judge(folder.write('other.har', JSON.stringify({ log: { entries } })));

const verdictsOf = ({ verdicts }: Judged) =>
  verdicts.map(({ rule, verdict, findings }) => [rule, verdict, findings.map(({ exchanges }) => exchanges)]);

describe('understudy judge', () => {
  it('judges a sandbox of a server that runs', async () => {
    const { status, stdout } = await runBeside(['judge', '--sandbox', 'default', '--control', control()]);
    expect(status).toBe(1);
    expect(stdout).toContain('  country-codes (must)');
    expect(stdout).toContain('The client sent the country "BRA" (exchange 2).');
  });

  it('says the same of a HAR file, of lines and of a list that the server has written', async () => {
    const args = ['judge', '--json', '--sandbox', 'default', '--control', control()];
    const live = verdictsOf(judgedIn((await runBeside(args)).stdout));
    const exchanges = `${control()}/sandboxes/default/exchanges`;
    const read = async (url: string, accept = '*/*') => (await fetch(url, { headers: { accept } })).text();
    const files = [
      folder.write('a.har', await read(`${exchanges}.har`)),
      folder.write('a.ndjson', await read(exchanges, 'application/x-ndjson')),
      folder.write('a.json', await read(exchanges)),
    ];
    for (const file of files) expect(verdictsOf(judge(file)), file).toEqual(live);
  });

  it('reads records of a browser or a proxy, at any address of the supplier, and leaves other calls out', async () => {
    const path = 'https://supplier.example/v2/API/REST/Hotel.svc/Search';
    const unanswered = entry(`${path}?Password=my-password`, { Criteria: criteria('BR') }, 0);
    const judged = judgeHar(
      entry('https://elsewhere.example/page', {}),
      entry(path, { Criteria: criteria('BRA') }),
      { ...unanswered, response: { status: 0 } },
    );
    expect(judged).toMatchObject({ calls: 2, skipped: 1 });
    const verdict = (rule: string) => judged.verdicts.find(one => one.rule === rule)?.verdict;
    expect([verdict('country-codes'), verdict('credential-in-body')]).toEqual(['fail', 'fail']);
    expect(JSON.stringify(judged)).not.toContain('my-password');
  });

  it('holds requests to other suppliers to the contract, field by field: what is specified, and what is assumed', () => {
    const sent = (operation: string, body: object, status: number) =>
      entry(`https://supplier.example/API/REST/${operation}`, body, status, '{"message":"no"}');
    const right = criteria('BR');
    const today = { SearchBookingCriteria: { InitialBookingDate: 'today' } };
    const { verdicts } = judgeHar(
      sent('Hotel.svc/Search', { Criteria: { ...right, CheckinDate: '10/01/2099' } }, 422),
      sent('Hotel.svc/Search', { Criteria: { ...right, CheckinDat: '2099-01-10', NumNights: '2' } }, 200),
      sent('Hotel.svc/Search', { Criteria: right }, 200),
      sent('ClientBackOffice.svc/GetBookingList', today, 200),
    );
    const matches = verdicts.find(({ rule }) => rule === 'request-matches-contract');
    expect(matches?.verdict).toBe('fail');
    expect(matches?.findings.map(({ warn }) => warn)).toEqual([undefined, true, true, true]);
    expect(matches?.findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/\(exchange 1, .*Criteria\.CheckinDate: .*YYYY-MM-DD.*"10\/01\/2099"/),
      expect.stringMatching(/\(exchange 2, .*Criteria\.CheckinDat: .*did you mean "CheckinDate"/),
      expect.stringMatching(/\(exchange 4, .*InitialBookingDate: .*"today"/),
      expect.stringMatching(/hotel\.search Criteria\.NumNights: is text, but the contract has a number/),
    ]);
  });

  const noServer = 'http://127.0.0.1:1/_control';

  it.each([
    ['the nearest sandbox', 'defualt', control(), 64, 'did you mean "default"?'],
    ['no server', 'default', noServer, 1, `no server answers at ${noServer}/sandboxes/default`],
  ])('names %s, if it finds none for --sandbox', async (_, sandbox, address, status, message) => {
    const ended = await runBeside(['judge', '--sandbox', sandbox, '--control', address]);
    expect(ended).toMatchObject({ status, stderr: expect.stringContaining(message) });
  });

  const other = JSON.stringify({
    log: { entries: [{ request: { method: 'GET', url: 'https://shop.example/' } }] },
  });

  it.each([
    ['[]', 'the recording has no entry.'],
    ['{"log":{"version":"1.2","entries":[]}}', 'the recording has no entry.'],
    [other, 'no entry of the recording is a call to the supplier.'],
  ])('reports by its exit code that there were no calls in %s', (file, reason) => {
    const stdout = expect.stringContaining(`Nothing was judged, because ${reason}`);
    const ended = runCommand(['judge', folder.write('empty.json', file)]);
    expect(ended).toMatchObject({ status: 2, stdout });
  });
});

describe('understudy explain', () => {
  const ofTokenFresh = [
    'must: a client that breaks the rule fails',
    'limit.token: ',
    'token-expired-retoken-same',
  ];

  it.each([
    ['token-fresh', [...ofTokenFresh, 'sends a Token that was issued 41 minutes ago']],
    ['flow.3', ['Two DoBooking calls can create two bookings', 'no-blind-rebooking: ', 'answer-lost-booked']],
    ['nothing-orphaned', ['must: ', 'every booking that stands at the supplier', 'client.states: ']],
    ['client.states', ['nothing-orphaned: ']],
    ['answer-lost-booked', ['DoBooking books the room, but the connection breaks', 'booked-as-expected']],
  ])('explains %s', (name, parts) => {
    const { status, stdout } = runCommand(['explain', name]);
    for (const part of parts) expect(stdout).toContain(part);
    expect(status).toBe(0);
  });

  it('names the nearest of a wrong name', () => {
    expect(runCommand(['explain', 'token-fresch']).stderr).toContain('did you mean "token-fresh"?');
  });

  it('lists what can be explained where no name is given', () => {
    const { status, stdout } = runCommand(['explain']);
    expect(status).toBe(0);
    for (const rule of ['no-blind-rebooking', 'nothing-orphaned'])
      expect(stdout).toMatch(new RegExp(`^ {2}${rule} +[a-z]`, 'm'));
    for (const name of ['flow\\.3', 'answer-lost-booked'])
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +[A-Z]`, 'm'));
  });
});
