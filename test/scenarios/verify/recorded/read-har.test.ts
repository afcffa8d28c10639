import { describe, expect, it } from 'vitest';
import { applyProfile, operations } from '#contracts';
import { UsageError } from '#contracts/util';
import { judge } from '#scenarios/judge';
import { readTraffic as readCalls } from '#scenarios/judge/traffic/traffic';
import { readHar } from '#scenarios/verify/recorded/har';
import { readExchanges, readTraffic } from '#scenarios/verify/recorded/read-recorded';

const dialect = applyProfile(operations);
const body = {
  Credential: { Username: 'demo', Password: 'demo' },
  Token: 'C1',
  BookingId: '0',
  HotelId: 1001001,
  Rooms: [{ RoomId: 'room-1', Paxs: [{ Name: 'Ana', Surname: 'Silva', Age: 34 }] }],
};

const base = 'http://supplier.example';
const entryAt = (second: number, request: object, answered: object) => ({
  startedDateTime: `2026-11-20T10:00:0${second}Z`,
  time: 20,
  request,
  response: { status: 200, ...answered },
});
const posting = (path: string, sent: object) => ({
  method: 'POST',
  url: base + path,
  postData: { text: JSON.stringify(sent) },
});
const getting = (path: string) => ({ method: 'GET', url: `${base}/new/api/v1/mapping/${path}` });

const harOf = (...entries: object[]) => JSON.stringify({ log: { entries } });

/** Returns a HAR file of two DoBookings of one stay. `answered` is the answer to the first. */
function bookedTwice(answered: object): string {
  const booking = posting('/API/REST/Hotel.svc/DoBooking', body);
  return harOf(entryAt(0, booking, answered), entryAt(5, booking, { content: { text: '{}' } }));
}

const readingOf = (response: object): string | undefined =>
  readCalls(readTraffic(bookedTwice(response), dialect).facts).calls[0]?.reading;

it.each([
  ['loses an answer that is no JSON', { content: { text: '<html>', size: 6 } }, 'lost'],
  ['loses an answer without a body', { content: { size: 0 }, bodySize: 0 }, 'lost'],
  ['cannot tell what a body of some size said that was not kept', { content: { size: 812 } }, 'doubtful'],
  ['cannot tell what a body said of which the wire alone had a size', { bodySize: 300 }, 'doubtful'],
] as const)('a HAR file %s', (_, response, reading) => {
  expect(readingOf(response)).toBe(reading);
});

it('judges an unreadable 200 in the exchanges of a HAR file as a lost answer', () => {
  const exchanges = readExchanges(bookedTwice({ content: { text: '<html>', size: 6 } }), dialect);
  const blind = judge(exchanges).verdicts.find(({ rule }) => rule === 'no-blind-rebooking');
  expect(blind).toMatchObject({ verdict: 'fail', findings: [{ exchanges: [1, 2] }] });
});

describe('a request for static data in a HAR file', () => {
  /** Returns a HAR file with one GET for static data. `more` has the fields that only the stand-in writes. */
  const harOfGet = (query: string, more: object) => {
    const content = { text: '{"id":1001001}' };
    return harOf({ ...entryAt(0, getting(`hotel/1001001/token/t-1${query}`), { content }), ...more });
  };
  const warnedIn = (text: string) =>
    judge(readTraffic(text, dialect).facts).verdicts.flatMap(({ rule, verdict }) =>
      verdict === 'warn' || verdict === 'fail' ? [rule] : [],
    );

  it.each([
    ['of the stand-in', { _number: 1 }],
    ['of a browser', {}],
  ])('%s gets no warning about numbers, because all values in an address are text', (_, more) => {
    expect(warnedIn(harOfGet('?managerId=7', more))).toEqual([]);
  });

  it('still gets a finding without managerId', () => {
    expect(warnedIn(harOfGet('', {}))).toContain('manager-id-sent');
  });
});

describe('a request with the paths and names of public clients in a HAR file', () => {
  const access = 'all/rio/managerid/7/token/t-1';
  const Criteria = {
    HotelsIds: ['1001002'],
    CheckinDate: '2026-12-10',
    NumNights: 1,
    SearchRooms: [{ NumAdults: 2 }],
    MainPaxCountryCodeNationality: 'BR',
  };
  const search = posting('/ws/rest/Hotel.svc/Search', { Credential: body.Credential, Criteria });
  const entries = (more: object) => [
    entryAt(0, search, { content: { text: '{"Hotels":[]}' } }),
    { ...entryAt(1, getting(`autocomplete/${access}/40`), { content: { text: '[]' } }), ...more },
  ];
  const exchangesOf = (more = {}) => readHar({ log: { entries: entries(more) } }, dialect).exchanges;

  it('is found as its operation, and has the names of the contract', () => {
    const [search, places] = exchangesOf();
    const requestBody = { Criteria: { HotelIds: [1001002], NumNights: 1 } };
    const warnings = [
      { kind: 'spelling', field: 'path' },
      { kind: 'lenient', field: 'Criteria.HotelsIds' },
      {},
    ];
    expect(search).toMatchObject({ operation: 'hotel.search', requestBody, warnings });
    const asked = { term: 'rio', managerId: 7, quantity: 40 };
    expect(places).toMatchObject({ operation: 'autocomplete', requestBody: asked, warnings: [] });
    expect(JSON.stringify(places)).not.toContain('t-1');
  });

  it('has the value of the path, although the query has another one', () => {
    const [, places] = exchangesOf({ request: getting(`autocomplete/${access}?managerId=8`) });
    expect(places?.requestBody).toMatchObject({ managerId: 7 });
  });
});

describe('a body that is nested too deep to be read', () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  it('refuses the file, and names the entry', () => {
    const problem =
      'log.entries[0]: the answer is JSON that is nested more than 200 levels deep; remove this value';
    const text = bookedTwice({ content: { text: deep(100_000) } });
    expect(() => readTraffic(text, dialect).facts).toThrow(new UsageError(problem));
  });

  it('refuses such a file of exchanges, and such a HAR file, as a whole', () => {
    for (const text of [deep(100_000), `{"log":{"entries":[],"x":${deep(100_000)}}}`])
      expect(() => readTraffic(text, dialect).facts).toThrow('nested more than 200 levels deep');
  });

  it('reads what is nested less, and counts no bracket inside of a text', () => {
    const text = JSON.stringify({ bookingStatus: `"${'['.repeat(300)}`, x: JSON.parse(deep(190)) });
    expect(readingOf({ content: { text } })).toBe('clear');
  });
});
