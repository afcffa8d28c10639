import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { operationIds, operations } from '#contracts';
import { applyProfile, ProfileError, parseProfile, profileSchema } from '#contracts/profile';
import { problemsOf } from './problems-of.ts';

function expectRefused(value: unknown, path: string, message: string): void {
  expect(problemsOf(value)).toEqual([{ path, message: expect.stringContaining(message) }]);
}

const search = (entry: object) => ({ name: 'x', operations: { 'hotel.search': entry } });
const fields = (names: object) => ({ name: 'x', fields: names });
const place = 'operations["hotel.search"]';
const adults = 'Criteria.SearchRooms.NumAdults';
const again = 'which is already the name of a field; give one of them another name';
const notAnswered = 'is not in the answer of hotel.search in the dialect';
const taken = 'give one of them another path';

describe('a profile', () => {
  it('is accepted when all it names exists', () => {
    const entry = { method: 'POST', path: '/v2', request: { 'Criteria.DestinationId': 'cityCode' } };
    const profile = { name: 'acme', fields: { Token: 'token' }, operations: { 'hotel.search': entry } };
    expect(parseProfile(profile)).toEqual(profile);
  });

  it('can swap two paths and two names', () => {
    const paths = {
      getBooking: { path: operations.getBookingDetail.path },
      getBookingDetail: { path: operations.getBooking.path },
    };
    const swapped = fields({ Token: 'ReToken', ReToken: 'Token' });
    expect(problemsOf({ ...swapped, operations: paths })).toEqual([]);
  });

  it.each<[unknown, string, string]>([
    [null, '', 'expected an object with "name", "fields" and "operations"'],
    ['acme', '', '"acme": expected an object with "name", "fields" and "operations"'],
    [{}, 'name', 'expected a name for the dialect, a text'],
    [{ name: '' }, 'name', '"": expected a name that is not empty'],
    [{ name: 'x', feilds: {} }, 'feilds', 'a profile has no field "feilds" here; did you mean "fields"?'],
    [search({ answers: {} }), `${place}.answers`, 'did you mean "answer"?'],
    [search({ zzz: 1 }), `${place}.zzz`, 'a profile has no field "zzz" here; expected'],
    [{ name: 'x', fields: null }, 'fields', 'expected an object of contract names and their changes'],
    [{ name: 'x', roundTotal: 'down' }, 'roundTotal', '"down": expected "up"'],
    [search({ also: { x: 1 } }), `${place}.also.x`, '1: expected an object, such as { is'],
    [search({ also: { x: {} } }), `${place}.also.x`, 'expected one of "is", "count"'],
    [search({ also: { x: { is: 1, cout: 'x' } } }), `${place}.also.x.cout`, 'did you mean "count"?'],
    [
      search({ also: { 'Hotls.x': { is: 1 } } }),
      `${place}.also["Hotls.x"]`,
      `"Hotls" ${notAnswered}; did you mean "Hotels"?`,
    ],
    [
      search({ also: { x: { count: 'Hotel' } } }),
      `${place}.also.x`,
      `"Hotel" ${notAnswered}; did you mean "Hotels"?`,
    ],
    [
      search({ also: { 'Hotels.x': { hides: [] } } }),
      `${place}.also["Hotels.x"]`,
      `"Hotels.x" ${notAnswered}`,
    ],
    [fields({ Token: 4 }), 'fields.Token', '4: expected the name of a field in the dialect, a text, or an'],
    [fields({ Token: 'a..b' }), 'fields.Token', '"a..b": expected a name ("cityCode"), a path into an'],
    [search({ path: 'v2' }), `${place}.path`, '"v2": expected a path that begins with'],
  ])('of the wrong form is refused: %j', expectRefused);

  it.each(['', ' ', '__proto__', 'a[0]', ' a', 'a '])('cannot call a field %j', name => {
    expect(problemsOf(fields({ Token: name }))).toHaveLength(1);
  });

  it.each(['t', '@type', 'session token', 'constructor', 'hotel-id', 'código'])(
    'can call a field %j',
    name => {
      expect(problemsOf(fields({ Token: name }))).toEqual([]);
    },
  );

  const noSearch = '"hotel.serch" is not an operation; did you mean "hotel.search"?';
  it.each<[object, string, string]>([
    [{ name: 'x', operations: { 'hotel.serch': {} } }, 'operations["hotel.serch"]', noSearch],
    [{ name: 'x', operations: { constructor: {} } }, 'operations.constructor', '"constructor" is not an'],
    [fields({ Tokn: 't' }), 'fields.Tokn', '"Tokn" is not a field of the contract; did you mean "Token"?'],
    [fields({ 'Paxs.Currency': 't' }), 'fields["Paxs.Currency"]', '"Paxs.Currency" is not a field of the'],
  ])('that names what does not exist is refused: %j', expectRefused);

  it.each<[string, string, string]>([
    ['request', 'numNights', 'did you mean "NumNights"?'],
    ['request', 'Hotels', 'did you mean "HotelIds"?'],
    ['answer', 'Hotels.Room.Id', 'did you mean "Hotels.Rooms.Id"?'],
    ['request', 'Criteria.CheckInDate', 'did you mean "Criteria.CheckinDate"?'],
    ['request', 'Criteria.Token.Deep', ''],
    ['answer', '.token', 'did you mean ".Token"?'],
    ['answer', '.Hotels.Rooms', 'remove the dot: only a field at the top level has a dot'],
  ])('that names a field which hotel.search does not have is refused: %s of %s', (part, name, hint) => {
    const message = `"${name}" is not a field of the ${part} of hotel.search${hint && `; ${hint}`}`;
    const path = `${place}.${part}${name.includes('.') ? `["${name}"]` : `.${name}`}`;
    expectRefused(search({ [part]: { [name]: 'n' } }), path, message);
  });

  it.each<[object, string, string]>([
    [fields({ Token: 't', ReToken: 't' }), 'fields.ReToken', 'give one of them another name'],
    [fields({ Token: 'ReToken' }), 'fields.Token', 'give one of them another name'],
    [
      search({ request: { [adults]: 'Quantity' } }),
      `${place}.request["${adults}"]`,
      `"NumAdults" would be called "Quantity" in "SearchRooms" in "Criteria" in the request of hotel.search, ${again}`,
    ],
    [
      fields({ Code: 'Message' }),
      'fields.Code',
      `"Code" would be called "Message" in "Errors" in the answer of ${operationIds[0]}, ${again}`,
    ],
  ])('that gives two fields of one object the same name is refused: %j', expectRefused);

  it('is refused for a clash that only errors outside every operation have', () => {
    const { airportDetail } = operations;
    const own = { airportDetail: { answer: { Message: 'text' } } };
    const message = `"Code" would be called "Message" in "Errors" in the error body, ${again}`;
    const found = problemsOf({ ...fields({ Code: 'Message' }), operations: own }, { airportDetail });
    expect(found).toEqual([{ path: 'fields.Code', message }]);
  });

  it('may give fields of different objects the same name', () => {
    expect(problemsOf(search({ answer: { 'Hotels.HotelId': 'id', 'Hotels.Rooms.Id': 'id' } }))).toEqual([]);
  });

  it.each<[string, object, string]>([
    [
      'operations["hotel.search"].path',
      { 'hotel.search': { path: '/API/rest/ClientBackOffice.svc/GetBooking' } },
      `"POST /api/rest/clientbackoffice.svc/getbooking" is already the address of getBooking; ${taken}`,
    ],
    [
      'operations["car.search"].path',
      { 'car.search': { path: '/ws/REST/Hotel.svc/Search' } },
      `"POST /ws/rest/hotel.svc/search" is already the address of hotel.search; ${taken}`,
    ],
    [
      'operations.getBookingDetail.path',
      { getBooking: { path: '/b' }, getBookingDetail: { path: '/b' } },
      `"POST /b" is already the address of getBooking; ${taken}`,
    ],
    ['operations.getBooking.path', { getBooking: { path: '/b/{BookingID}' } }, 'did you mean {BookingId}?'],
    ['operations.getBooking.path', { getBooking: { path: '/_control/x' } }, '"/_control/x" is an address'],
    ['operations.getBooking.path', { getBooking: { path: '/Docs/b' } }, '"/Docs/b" is an address of the'],
    ['operations.getBooking.method', { getBooking: { method: 'GET' } }, '"GET" does not match getBooking,'],
  ])('whose addresses cannot be served is refused at %s: %j', (path, entries, message) => {
    expectRefused({ name: 'x', operations: entries }, path, message);
  });

  it('may give one path to two operations with different methods', () => {
    const entries = { getBookingDetail: { path: '/b' }, cancelBooking: { path: '/b', method: 'DELETE' } };
    expect(problemsOf({ name: 'x', operations: entries })).toEqual([]);
  });

  it.each<[object, string, string]>([
    [{ path: '/h/{hotelId}/{hotelId}' }, 'path', '"/h/{hotelId}/{hotelId}" does not match hotelDetail:'],
    [{ path: '/h/{hotelId}/{Token}' }, 'path', 'did you mean {token}?'],
    [{ method: 'POST' }, 'method', '"POST" does not match hotelDetail, which has no body; use GET'],
    [{ request: { token: 'key' } }, 'request.token', 'remove this entry'],
  ])('keeps the parameters that stand in a path: %j', (entry, field, message) => {
    const profile = { name: 'x', operations: { hotelDetail: entry } };
    expectRefused(profile, `operations.hotelDetail.${field}`, message);
  });

  it('is refused with everything that is wrong in one message', () => {
    const bad = { name: 'x', fields: { Tokn: 'a' }, operations: { 'hotel.search': { path: '/mcp' } } };
    const tokn = 'fields.Tokn: "Tokn" is not a field of the contract; did you mean "Token"?';
    const mcp = `${place}.path: "/mcp" is an address of the stand-in itself`;
    expect(() => parseProfile(bad)).toThrow(`the profile is invalid: ${tokn}; ${mcp}`);
  });

  it('made by hand is checked when it is applied', () => {
    expect(() => applyProfile(operations, { name: 'x', fields: { Tokn: 'a' } })).toThrow(ProfileError);
  });
});

it('the schema of profiles is a JSON Schema that lists the operations, for editors', () => {
  const properties = { operations: { propertyNames: { enum: operationIds } } };
  expect(z.toJSONSchema(profileSchema)).toMatchObject({ properties, required: ['name'] });
});
