import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationIds } from '#contracts';
import type { Warning } from '#contracts/exchange';
import { oddText } from '#mock-server/pipeline/read';
import { startSupplier, testCriteria } from '../hotel-client.ts';
import { brief, lastEntry, post } from './exchange-of.ts';
import { fullRequests } from './full-requests.ts';

const { supplier, client } = startSupplier({ options: { rateLimit: false } });
const credential = '"Credential":{"Username":"demo","Password":"demo"}';
const criteria = JSON.stringify(testCriteria);

describe('an odd key', () => {
  const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
  it.each(keys)('such as %s is an unknown field in every place, whatever its value is', async key => {
    for (const value of ['"x"', '1', 'null', '[]', '{"isAdmin":true,"Username":"demo"}']) {
      const odd = `"${key}":${value}`;
      const body = `{${odd},${credential.replace('{', `{${odd},`)},"Criteria":{${odd},${criteria.slice(1)}}`;
      expect(await post(supplier, body)).toMatchObject({ status: 200 });
      const { warnings = [] } = lastEntry(supplier).facts;
      expect(warnings.map(warning => warning.field).sort()).toEqual(
        [key, `Credential.${key}`, `Criteria.${key}`].sort(),
      );
    }
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined(); // the prototype of all objects is unchanged
  });

  it('such as __proto__ cannot stand in for a field that is missing', async () => {
    const inherited = '"__proto__":{"Credential":{"Username":"demo","Password":"demo"}}';
    expect((await post(supplier, `{${inherited},"Criteria":${criteria}}`)).status).toBe(401);
    const body = `{${credential},"Criteria":{"__proto__":${criteria}}}`;
    const { status, errors } = await post(supplier, body);
    expect(status).toBe(400);
    expect(errors.map(entry => entry.Field)).toContain('Criteria.CheckinDate');
  });

  it('that is unknown is accepted with a warning that names the nearest known one', async () => {
    const { CheckinDate, ...rest } = testCriteria;
    const misspelled = { ...rest, CheckinDate, Curency: 'USD', Zzz: 1 };
    expect((await client.call('hotel.search', { Criteria: misspelled })).status).toBe(200);
    const message = 'is not a field of the contract; the server did not use it';
    const curency = { field: 'Criteria.Curency', message: `${message}; did you mean "Currency"?` };
    expect(lastEntry(supplier).facts.warnings).toEqual([
      { kind: 'unknown-field', ...curency },
      { kind: 'unknown-field', field: 'Criteria.Zzz', message },
    ]);
  });

  it.each(operationIds)('is accepted with a warning by %s', async id => {
    await client.call(id, { ...fullRequests[id], Surprise: { deep: [1] } });
    const { warnings = [] } = lastEntry(supplier).facts;
    expect(warnings).toContainEqual(expect.objectContaining({ kind: 'unknown-field', field: 'Surprise' }));
  });

  it('that is unknown is accepted 60,000 times in one body, of which the journal keeps less than 8,000 characters', async () => {
    const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`unknown${index}`, 1]));
    expect((await client.call('hotel.search', { ...many, Criteria: testCriteria })).status).toBe(200);
    expect(JSON.stringify(lastEntry(supplier).facts).length).toBeLessThan(8_000);
  });
});

const searchFor = (change: object) => JSON.stringify({ ...testCriteria, ...change });

describe('an odd value', () => {
  const numbers = ['1e999', '-1e999', '123456789012345678901234567890', '1e308', '0.1', '-0'];
  it.each([...numbers, '9007199254740993'])('such as %s is refused where a count belongs', async number => {
    const rooms = `[{"NumAdults":${number}}]`;
    const body = `{${credential},"Criteria":${searchFor({ SearchRooms: 'ROOMS' }).replace('"ROOMS"', rooms)}}`;
    expect(brief(await post(supplier, body))).toBe('400 InvalidRequest Criteria.SearchRooms[0].NumAdults');
  });

  const texts = ['\ud800', '\udc00\ud800', 'a\u0000b', '\u202e', '🏨'.repeat(50), '\n\r\t', "  -'"];
  it.each(texts)('such as the text %j in a name is answered', async odd => {
    const conditions = await client.conditions();
    const [room] = conditions.choice.rooms;
    const guests = [
      { Name: odd, Surname: 'Silva', Age: 30 },
      { Name: 'Bruno', Surname: odd, Age: 30 },
    ];
    const Rooms = [{ RoomId: room?.Id, Paxs: guests }];
    const answer = await client.book(conditions, { Rooms, ExternalReference: odd });
    expect(answer).toMatchObject({ bookingStatus: 'Rejected', Errors: [{ Code: 'InvalidName' }] });
    expect((await client.detail(answer.BookingId)).Booking?.BookingId).toBe(answer.BookingId);
    expect((await client.call('getBooking', { ExternalReference: odd })).status).toBe(200);
  });

  it('of a megabyte is shown by its beginning only', async () => {
    const Criteria = { ...testCriteria, CheckinDate: 'x'.repeat(900_000) };
    const { status, text } = await client.call('hotel.search', { Criteria });
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(1_000);
    for (const body of [{ BookingId: 'y'.repeat(900_000) }, { BookingId: `${'y'.repeat(900_000)}@` }]) {
      const found = await client.call('getBookingDetail', body);
      expect(found.status).toBe(404);
      expect(found.text.length).toBeLessThan(2_500);
    }
    expect(JSON.stringify(lastEntry(supplier).facts).length).toBeLessThan(2_000);
  });

  it('a thousand times over is answered with a limited list of errors', async () => {
    const SearchRooms = new Array(1_000).fill({ NumAdults: 'many', Quantity: -1 });
    const Criteria = { ...testCriteria, SearchRooms };
    const { status, text } = await client.call('hotel.search', { Criteria });
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(100_000);
    expect(JSON.parse(text).Errors.at(-1).Message).toMatch(/is the first of \d+ more wrong fields/);
    expect(JSON.stringify(lastEntry(supplier).facts).length).toBeLessThan(20_000);
  });

  it('err.400: in a longer list than the contract allows is refused before the entries are checked', async () => {
    const change = { ChildAges: new Array(100_000).fill('x') };
    const Criteria = { ...testCriteria, SearchRooms: [{ NumAdults: 2, ...change }] };
    const refused = await client.call('hotel.search', { Criteria });
    expect(brief(refused)).toBe('400 InvalidRequest Criteria.SearchRooms[0].ChildAges');
    expect(refused.text).toContain('has 100000 entries; send at most 1000');
  });

  it.each([
    [1e308, '1e+308'],
    [2 ** 60, '"9999999999999999999"'],
  ])('is named as it is, or as digits of a number that may be a card: %s', async (NumAdults, shown) => {
    const Criteria = { ...testCriteria, SearchRooms: [{ NumAdults }] };
    const { text } = await client.call('hotel.search', { Criteria });
    expect(text).toContain(`got ${shown.replaceAll('"', '\\"')}`);
  });
});

const isRepeated = 'is repeated; the server read the last value';
const isHalf = expect.stringContaining('half of a surrogate pair');
const isNotUtf8 = expect.stringContaining('bytes that are not UTF-8');

/** Sends a Search with more text at the start of its criteria, and returns the warnings in the journal. */
async function warningsOf(more: string): Promise<Warning[]> {
  const { status, text } = await post(supplier, `{${credential},"Criteria":{${more},${criteria.slice(1)}}`);
  expect(status, text).toBe(200);
  return lastEntry(supplier).facts.warnings ?? [];
}

const found = (text: string) => oddText(text, JSON.parse(text)).map(({ field, message }) => [field, message]);

describe('a body with odd text', () => {
  it('names a key that is repeated, and reads the last value', async () => {
    expect(await warningsOf('"NumNights":9,"NumNights" : 2')).toEqual([
      { kind: 'lenient', field: 'Criteria.NumNights', message: isRepeated },
    ]);
  });

  it.each([
    ['at the top', '{"a":1,"a":2}', ['a']],
    ['three times', '{"a":1,"a":2,"a":3}', ['a']],
    ['with an escape', String.raw`{"a":1,"\u0061":2}`, ['a']],
    ['in objects of a list', '{"l":[{"b":1},{"b":1,"b":2},7,{"b":1,"b":2}]}', ['l[1].b', 'l[3].b']],
    ['below a repeated key', '{"a":{"b":1,"b":2},"a":{"c":1,"c":2}}', ['a.b', 'a', 'a.c']],
    ['after a text that looks like a key', String.raw`{"a":"\"x\":","b":1,"b":2}`, ['b']],
    ['with quotes and backslashes', String.raw`{"\"\\":1,"c":"\\","\"\\":2}`, [String.raw`"\ `.trim()]],
    ['with the name of a prototype', '{"__proto__":1,"__proto__":2}', ['__proto__']],
  ])('names a repeated key %s', (_, text, fields) => {
    expect(found(text)).toEqual(fields.map(field => [field, isRepeated]));
  });

  it('does not name equal keys of different objects', () => {
    expect(found('{"a":{"a":1},"b":[{"a":1},{"a":1}],"c":"a"}')).toEqual([]);
  });

  it('names a text and a key with half of a surrogate pair', async () => {
    expect(await warningsOf(String.raw`"SearchType":"a\ud83d"`)).toEqual([
      { kind: 'lenient', field: 'Criteria.SearchType', message: isHalf },
    ]);
    expect(found(String.raw`{"a":["\uDE00x"],"\ud800":1}`)).toEqual([
      ['a[0]', isHalf],
      ['\uFFFD', isHalf],
    ]);
    expect(found(String.raw`{"a":"\ud83d\uDE00","b":"\\ud83d"}`)).toEqual([]);
  });

  it('names a text with bytes that are not UTF-8', async () => {
    const [before, after] = [`{${credential},"Criteria":{"SearchType":"S`, `o Paulo",${criteria.slice(1)}}`];
    const latin1 = Buffer.concat([Buffer.from(before), Buffer.from([0xe3]), Buffer.from(after)]);
    expect((await post(supplier, latin1)).status).toBe(200);
    expect(lastEntry(supplier).facts.warnings).toEqual([
      { kind: 'lenient', field: 'Criteria.SearchType', message: isNotUtf8 },
    ]);
  });

  it('shows no secret that a client sent as a key (auth.5)', async () => {
    const key = '"4111111111111111"';
    const warnings = await warningsOf(`${key}:1,${key}:2,"demo-static-token":1,"demo-static-token":2`);
    expect(warnings).toHaveLength(4);
    expect(JSON.stringify(warnings)).not.toMatch(/4111111111111111|demo-static-token/);
  });

  it('keeps no value that a later value replaced (auth.5)', async () => {
    const card = '{"CardNumber":"4111111111111111"}';
    await warningsOf(`"SearchType":${card},"SearchType":"x"`);
    expect(JSON.stringify(lastEntry(supplier))).not.toContain('4111111111111111');
  });

  it('has at most twenty warnings, also for very many or very deep repetitions', () => {
    const many = `{"l":[${Array.from({ length: 30_000 }, () => '{"a":1,"a":2}').join()}]}`;
    expect(found(many)).toHaveLength(20);
    const deep = `{"a":${'['.repeat(50_000)}{"b":1,"b":2}${']'.repeat(50_000)},"a":1}`;
    const [[field = ''] = [], ...others] = found(deep);
    expect([field.length < 100, field.endsWith('…'), others]).toEqual([true, true, [['a', isRepeated]]]);
    expect(found(`{"a":"${'\\\\'.repeat(50_000)}","b":1,"b":2}`)).toEqual([['b', isRepeated]]);
  });

  it('is found in any JSON, and in no JSON that has none', () => {
    const json = fc.object({ maxDepth: 3, values: [fc.string({ unit: 'grapheme' }), fc.nat()] });
    const blank = fc.constantFrom('', ' ', '\n');
    fc.assert(
      fc.property(json, blank, fc.string({ unit: 'grapheme' }), (object, space, key) => {
        const text = JSON.stringify(object, undefined, space);
        expect(found(text)).toEqual([]);
        const name = JSON.stringify(key);
        const twice = `{${name}${space}:0,"in":${text},${name}:${text}}`;
        if (key !== 'in') expect(found(twice).map(([, message]) => message)).toEqual([isRepeated]);
      }),
      { seed: 20_261_120 },
    );
  });
});
