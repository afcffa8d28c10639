import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { operations } from '#contracts';
import { applyProfile, type Profile, parseProfile } from '#contracts/profile';
import { problemsOf } from './problems-of.ts';
import { samples } from './sample-operation.ts';

const guide = readFileSync('docs/guides/profile.md', 'utf8');
/** The rows of the table in the guide: the entry, a body of the contract, and the body of the dialect. */
const cells = guide.matchAll(/^\| `(.+?)` \| `(\{.+?\})` \| `(\{.+?\})` \|$/gm);
const rows = [...cells].map(([, ...row]) => row);

const requestOf = (request: Profile['fields']): Profile =>
  parseProfile({ name: 'x', operations: { sample: { request } } }, samples);

const messagesFor = (sample: object): string[] =>
  problemsOf({ name: 'x', operations: { sample } }, samples).map(({ message }) => message);

describe('the table of changes in the guide', () => {
  it('has a row for each change', () => {
    const { change } = JSON.parse(readFileSync('contracts/profile.schema.json', 'utf8')).$defs;
    const shown = rows.map(([entry]) => Object.values(parse(entry ?? ''))[0]);
    const changes = new Set(
      shown.flatMap(one => Object.keys(typeof one === 'string' ? { to: one } : Object(one))),
    );
    const elsewhere = ['default', 'optional', 'provenance'];
    expect([...changes, ...elsewhere].sort()).toEqual(Object.keys(change.anyOf[1].properties).sort());
  });

  it.each(rows)('shows what %s does', (entry = '', contract = '', spoken = '') => {
    const dialect = applyProfile(samples, requestOf(parse(entry)));
    expect(dialect.toDialect('sample', 'request', JSON.parse(contract))).toEqual(JSON.parse(spoken));
    expect(dialect.toContract('sample', 'request', JSON.parse(spoken))).toEqual(JSON.parse(contract));
  });
});

describe('a change', () => {
  const dialectOf = (request: Profile['fields']) => applyProfile(samples, requestOf(request));
  const readWith = (request: Profile['fields'], body: object) =>
    dialectOf(request).toContract('sample', 'request', body);
  const writtenWith = (request: Profile['fields'], body: object) =>
    dialectOf(request).toDialect('sample', 'request', body);

  it('reads every word of a list, and keeps an unknown word', () => {
    const values = { bookingStatus: { values: { CONFIRMED: ['OK', 'HK', 1] } } };
    for (const word of ['OK', 'HK', 1, 'CONFIRMED'])
      expect(readWith(values, { bookingStatus: word })).toEqual({ bookingStatus: 'CONFIRMED' });
    expect(readWith(values, { bookingStatus: 'PENDING' })).toEqual({ bookingStatus: 'PENDING' });
    expect(readWith(values, { bookingStatus: 'XX' })).toEqual({ bookingStatus: 'XX' });
  });

  it('keeps a value that it could not restore', () => {
    const asNumber = { BookingId: { as: 'number' } } as const;
    expect(writtenWith(asNumber, { BookingId: '007' })).toEqual({ BookingId: '007' });
    const format = { CheckinDate: { format: 'unix' } };
    expect(writtenWith(format, { CheckinDate: '2027-02-30' })).toEqual({ CheckinDate: '2027-02-30' });
    expect(writtenWith(format, { CheckinDate: '2027-03-10' })).toEqual({ CheckinDate: 1_804_636_800 });
  });

  it('leaves the other entries of a list in the list', () => {
    const first = { Errors: { to: 'More', first: 'Error' } };
    const body = { Errors: [{ Code: 'a' }, { Code: 'b' }] };
    const spoken = { Error: { Code: 'a' }, More: [{ Code: 'b' }] };
    expect(writtenWith(first, body)).toEqual(spoken);
    expect(readWith(first, spoken)).toEqual(body);
    expect(writtenWith(first, { Errors: [] })).toEqual({ More: [] });
    expect(dialectOf(first).fieldPath('sample', 'request', 'Errors[0].Code')).toBe('Error.Code');
    expect(dialectOf(first).fieldPath('sample', 'request', 'Errors[2].Code')).toBe('More[1].Code');
  });

  it('adds a default only to a request without the field', () => {
    const withDefault = { BookingId: { to: 'id', default: '0' } };
    expect(readWith(withDefault, {})).toEqual({ BookingId: '0' });
    expect(readWith(withDefault, { id: null })).toEqual({ BookingId: '0' });
    expect(readWith(withDefault, { id: '7' })).toEqual({ BookingId: '7' });
  });

  it('makes a field optional where only an assumption requires the field', () => {
    const dialect = dialectOf({ Phone: { optional: true } });
    expect(dialect.isOptional('sample', 'Phone')).toBe(true);
    expect(dialect.isOptional('sample', 'BookingId')).toBe(false);
  });

  it('can move a field into an object of the contract that the request leaves out', () => {
    const moved = { Token: 'Criteria.key' };
    const body = { Token: 't', Criteria: { NumNights: 2 } };
    expect(writtenWith(moved, body)).toEqual({ Criteria: { key: 't', NumNights: 2 } });
    expect(readWith(moved, { Criteria: { key: 't', NumNights: 2 } })).toEqual(body);
    expect(writtenWith(moved, { Token: 't' })).toEqual({ Criteria: { key: 't' } });
  });
});

describe('a place in a dialect', () => {
  it('can be a path whose texts mean numbers of the dialect', () => {
    const values = { CONFIRMED: 1 };
    const numbers = { HotelId: { as: 'text' }, BookingId: { as: 'number' } } as const;
    const request = { bookingStatus: { values }, CheckinDate: { format: 'unix' }, ...numbers };
    const path = '/{bookingStatus}/{CheckinDate}/{HotelId}/{BookingId}/{IsPaid}';
    const profile = parseProfile({ name: 'x', operations: { sample: { path, request } } }, samples);
    const dialect = applyProfile(samples, profile);
    const ids = { HotelId: 7, BookingId: '007' };
    const body = { bookingStatus: 'CONFIRMED', CheckinDate: '2027-03-10', ...ids, IsPaid: true };
    const { url } = dialect.writeCall('sample', body);
    expect(url).toBe('/1/1804636800/7/007/true');
    const names = path.match(/\w+/g) ?? [];
    const parameters = new Map(names.map((name, index) => [name, url.split('/')[index + 1] ?? '']));
    expect(dialect.withParameters('sample', {}, parameters)).toEqual(body);
  });

  it('has its path in a body that is a list', () => {
    const answer = { id: 'info.key' };
    const dialect = applyProfile(operations, { name: 'x', operations: { autocomplete: { answer } } });
    expect(dialect.fieldPath('autocomplete', 'answer', '[2].id')).toBe('[2].info.key');
  });
});

describe('a profile with a change that does not fit', () => {
  it.each<[object, string]>([
    [{ Criteria: { values: { a: 'b' } } }, 'remove "values"'],
    [{ bookingStatus: { values: { CONFIRMD: 'a' } } }, 'did you mean "CONFIRMED"?'],
    [{ bookingStatus: { values: { x: 'a' } } }, 'expected one of CONFIRMED, PENDING'],
    [{ IsPaid: { values: { yes: 'a' } } }, 'expected one of true, false'],
    [{ bookingStatus: { values: { CONFIRMED: 'a', PENDING: 'a' } } }, 'give one of them another word'],
    [{ bookingStatus: { values: { CONFIRMED: 'PENDING' } } }, '"PENDING" would mean "CONFIRMED" and'],
    [{ Token: { format: 'iso' } }, '"Token" is not a date or time; remove "format"'],
    [{ Time: { format: 'unix' } }, '"unix" needs a date, but the field has only a time of day'],
    [{ Token: { as: 'text' } }, '"Token" is not a number; remove "as: text"'],
    [{ HotelId: { as: 'number' } }, '"HotelId" is not a text; remove "as: number"'],
    [{ RoomIds: { as: 'list' } }, '"RoomIds" is already a list; remove "as: list"'],
    [{ Criteria: { to: '.', as: 'list' } }, '"Criteria" cannot be "." and a list; remove one of the two'],
    [{ Token: { each: 'a' } }, '"Token" is not a list; remove "each"'],
    [{ BookingId: { as: 'number', values: { a: 'b' } } }, '"BookingId" has two of "values", "format" and'],
    [{ Token: { default: 'a' } }, '"Token" needs no default, because the contract does not require it'],
    [{ BookingId: { optional: true } }, '"BookingId" cannot be optional, because the stand-in needs its'],
    [{ Token: { optional: true } }, '"Token" cannot be optional, because the contract does not require it'],
    [{ Phone: { optional: true, default: '1' } }, '"Phone" has a default, so it needs no "optional"'],
    [{ Token: '.' }, '"Token" cannot be "." because it is not an object'],
    [{ Price: '.' }, '"Price" cannot be "." because it can be null, and the dialect would have no place'],
    [{ Filters: '.' }, '"Filters" cannot be "." because an empty object and a missing object would look'],
    [{ RoomIds: { to: 'others', first: '.' } }, 'the first entry of "RoomIds" needs a name; replace "."'],
    [{ Token: { first: 'a' } }, '"Token" is not a list and has no first entry; remove "first"'],
    [{ Token: '../a' }, '"../a" leaves the body or the entry of a list; remove a "../"'],
    [{ 'Errors.Code': '../a' }, '"../a" leaves the body or the entry of a list; remove a "../"'],
    [{ Token: 'HotelId.a' }, 'give one of them another place'],
    [{ Token: 'Filters.a' }, 'give one of them another place'],
    [{ Token: 'Price.a' }, 'give one of them another place'],
    [{ Criteria: '.', Token: 'NumNights' }, 'give one of them another name'],
  ])('is refused: %j', (request, message) => {
    expect(messagesFor({ request })).toEqual([expect.stringContaining(message)]);
  });

  it.each<[object, string]>([
    [{ answer: { Token: { default: 'a' } } }, '"Token" has a default or is optional, which is only'],
    [{ path: '/a/{*}' }, '"/a/{*}" does not match sample: a client writes the first path, so {*} is only'],
    [{ path: '/a/{Criteria}' }, '"/a/{Criteria}" does not match sample: {Criteria} is an object; only a'],
    [{ path: '/a/{RoomIds}' }, '"/a/{RoomIds}" does not match sample: {RoomIds} is a list; only a single'],
    [{ path: '/a/{Errors.Code}' }, '"/a/{Errors.Code}" does not match sample: {Errors.Code} is in the'],
    [{ path: ['/a', '/A'] }, '"POST /a" is in the list twice; remove one of the two'],
    [{ path: '/a/{Token}', request: { Token: 'b' } }, 'remove this entry'],
  ])('is refused in an address or in an answer: %j', (entry, message) => {
    expect(messagesFor(entry)).toContainEqual(expect.stringContaining(message));
  });

  const formats = ['DD/MM', 'YYYY-MM-DD DD', 'text'];
  it.each(formats)('is refused with the format %s, which does not keep the whole date', format => {
    const message = expect.stringMatching(/each once; or use iso, unix, unix-ms or dotnet$/);
    expect(messagesFor({ request: { CheckinDate: { format } } })).toEqual([message]);
  });
});

it.each([
  ['DD/MM/YYYY HH:mm:ss', '01/01/0001 14:30:00'],
  ['YYYY-MM-DDTHH:mm', '0001-01-01T14:30'],
  ['iso', '14:30:00'],
])('the format of a time of day in a profile keeps the value: %s', (format, written) => {
  const id = 'hotel.getBookingConditions';
  const own = { [id]: { answer: { CheckOutHour: { format } } } };
  const dialect = applyProfile(operations, parseProfile({ name: 'x', operations: own }));
  const answer = { CheckOutHour: '14:30' };
  expect(dialect.toDialect(id, 'answer', answer)).toEqual({ CheckOutHour: written });
  expect(dialect.toContract(id, 'answer', { CheckOutHour: written })).toEqual(answer);
});
