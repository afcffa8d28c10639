import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { operationIds, operations } from '#contracts';
import {
  applyProfile,
  ProfileError,
  type ProfileProblem,
  parseProfile,
  profileSchema,
} from '#contracts/profile';
import { pages } from './hotel-page.ts';

type Registry = Parameters<typeof applyProfile>[0];

function problemsOf(value: unknown, registry: Registry = operations): readonly ProfileProblem[] {
  try {
    parseProfile(value, registry);
  } catch (error) {
    if (error instanceof ProfileError) return error.problems;
    throw error;
  }
  return [];
}

const search = (entry: object) => ({ name: 'x', operations: { 'hotel.search': entry } });
const fields = (names: object) => ({ name: 'x', fields: names });

describe('a profile', () => {
  it('is accepted when all it names exists', () => {
    const profile = {
      name: 'acme',
      fields: { Token: 'sessionToken' },
      operations: {
        'hotel.search': { method: 'POST', path: '/v2', request: { 'Criteria.DestinationId': 'cityCode' } },
      },
    };
    expect(parseProfile(profile)).toEqual(profile);
  });

  it('can swap two paths and two names', () => {
    const paths = {
      getBooking: { path: operations.getBookingDetail.path },
      getBookingDetail: { path: operations.getBooking.path },
    };
    expect(
      problemsOf({ name: 'x', fields: { Token: 'ReToken', ReToken: 'Token' }, operations: paths }),
    ).toEqual([]);
  });

  it.each<[unknown, string, string]>([
    [null, '', 'expected an object with "name", "fields" and "operations"'],
    ['acme', '', '"acme": expected an object with "name", "fields" and "operations"'],
    [{}, 'name', 'expected a name for the dialect, a text'],
    [{ name: '' }, 'name', '"": expected a name that is not empty'],
    [{ name: 'x', feilds: {} }, 'feilds', 'a profile has no field "feilds" here; did you mean "fields"?'],
    [search({ answers: {} }), 'operations["hotel.search"].answers', 'did you mean "answer"?'],
    [search({ zzz: 1 }), 'operations["hotel.search"].zzz', 'a profile has no field "zzz" here; expected'],
    [{ name: 'x', fields: null }, 'fields', 'expected an object of contract names and their changes'],
    [{ name: 'x', roundTotal: 'down' }, 'roundTotal', '"down": expected "up"'],
    [search({ also: { x: 1 } }), 'operations["hotel.search"].also.x', '1: expected an object, such as { is'],
    [search({ also: { x: {} } }), 'operations["hotel.search"].also.x', 'expected one of "is", "count"'],
    [
      search({ also: { x: { is: 1, cout: 'x' } } }),
      'operations["hotel.search"].also.x.cout',
      'did you mean "count"?',
    ],
    [
      search({ also: { 'Hotls.x': { is: 1 } } }),
      'operations["hotel.search"].also["Hotls.x"]',
      '"Hotls" is not in the answer of hotel.search in the dialect; did you mean "Hotels"?',
    ],
    [
      search({ also: { x: { count: 'Hotel' } } }),
      'operations["hotel.search"].also.x',
      '"Hotel" is not in the answer of hotel.search in the dialect; did you mean "Hotels"?',
    ],
    [
      search({ also: { 'Hotels.x': { hides: [] } } }),
      'operations["hotel.search"].also["Hotels.x"]',
      '"Hotels.x" is not in the answer of hotel.search in the dialect',
    ],
    [fields({ Token: 4 }), 'fields.Token', '4: expected the name of a field in the dialect, a text, or an'],
    [fields({ Token: 'a..b' }), 'fields.Token', '"a..b": expected a name ("cityCode"), a path into an'],
    [search({ path: 'v2' }), 'operations["hotel.search"].path', '"v2": expected a path that begins with'],
  ])('of the wrong form is refused: %j', (value, path, message) => {
    expect(problemsOf(value)).toEqual([{ path, message: expect.stringContaining(message) }]);
  });

  it.each(['', ' ', '__proto__', 'a[0]', ' a', 'a '])('cannot call a field %j', name => {
    expect(problemsOf(fields({ Token: name }))).toHaveLength(1);
  });

  it.each(['t', '@type', 'session token', 'constructor', 'hotel-id', 'código'])(
    'can call a field %j',
    name => {
      expect(problemsOf(fields({ Token: name }))).toEqual([]);
    },
  );

  it.each<[object, string, string]>([
    [
      { name: 'x', operations: { 'hotel.serch': {} } },
      'operations["hotel.serch"]',
      '"hotel.serch" is not an operation; did you mean "hotel.search"?',
    ],
    [{ name: 'x', operations: { constructor: {} } }, 'operations.constructor', '"constructor" is not an'],
    [fields({ Tokn: 't' }), 'fields.Tokn', '"Tokn" is not a field of the contract; did you mean "Token"?'],
    [fields({ 'Paxs.Currency': 't' }), 'fields["Paxs.Currency"]', '"Paxs.Currency" is not a field of the'],
  ])('that names what does not exist is refused: %j', (value, path, message) => {
    expect(problemsOf(value)).toEqual([{ path, message: expect.stringContaining(message) }]);
  });

  it.each<[Record<string, object>, string, string]>([
    [{ request: { numNights: 'n' } }, 'request.numNights', 'did you mean "NumNights"?'],
    [{ request: { Hotels: 'n' } }, 'request.Hotels', 'did you mean "HotelIds"?'],
    [{ answer: { 'Hotels.Room.Id': 'n' } }, 'answer["Hotels.Room.Id"]', 'did you mean "Hotels.Rooms.Id"?'],
    [
      { request: { 'Criteria.CheckInDate': 'n' } },
      'request["Criteria.CheckInDate"]',
      'did you mean "Criteria.CheckinDate"?',
    ],
    [{ request: { 'Criteria.Token.Deep': 'n' } }, 'request["Criteria.Token.Deep"]', ''],
    [{ answer: { '.token': 'n' } }, 'answer[".token"]', 'did you mean ".Token"?'],
    [
      { answer: { '.Hotels.Rooms': 'n' } },
      'answer[".Hotels.Rooms"]',
      'remove the dot: only a field at the top level has a dot',
    ],
  ])('that names a field which hotel.search does not have is refused: %j', (entry, place, hint) => {
    const [[part, names] = ['', {}]] = Object.entries<object>(entry);
    const [name] = Object.keys(names);
    const message = `"${name}" is not a field of the ${part} of hotel.search${hint && `; ${hint}`}`;
    expect(problemsOf(search(entry))).toEqual([
      { path: `operations["hotel.search"].${place}`, message: expect.stringContaining(message) },
    ]);
  });

  it.each<[object, string, string]>([
    [fields({ Token: 't', ReToken: 't' }), 'fields.ReToken', 'give one of them another name'],
    [fields({ Token: 'ReToken' }), 'fields.Token', 'give one of them another name'],
    [
      search({ request: { 'Criteria.SearchRooms.NumAdults': 'Quantity' } }),
      'operations["hotel.search"].request["Criteria.SearchRooms.NumAdults"]',
      '"NumAdults" would be called "Quantity" in "SearchRooms" in "Criteria" in the request of hotel.search, which is already the name of a field; give one of them another name',
    ],
    [
      fields({ Code: 'Message' }),
      'fields.Code',
      `"Code" would be called "Message" in "Errors" in the answer of ${operationIds[0]}, which is already the name of a field; give one of them another name`,
    ],
  ])('that gives two fields of one object the same name is refused: %j', (value, path, message) => {
    expect(problemsOf(value)).toEqual([{ path, message: expect.stringContaining(message) }]);
  });

  it('is refused for a clash that only errors outside every operation have', () => {
    const value = {
      ...fields({ Code: 'Message' }),
      operations: { hotelPage: { answer: { Message: 'text' } } },
    };
    const message =
      '"Code" would be called "Message" in "Errors" in the error body, which is already the name of a field; give one of them another name';
    expect(problemsOf(value, pages)).toEqual([{ path: 'fields.Code', message }]);
  });

  it('may give fields of different objects the same name', () => {
    expect(problemsOf(search({ answer: { 'Hotels.HotelId': 'id', 'Hotels.Rooms.Id': 'id' } }))).toEqual([]);
  });

  it.each<[object, string, string]>([
    [
      { 'hotel.search': { path: '/API/rest/ClientBackOffice.svc/GetBooking' } },
      'operations["hotel.search"].path',
      '"POST /api/rest/clientbackoffice.svc/getbooking" is already the address of getBooking; give one of them another path',
    ],
    [
      { 'car.search': { path: '/ws/REST/Hotel.svc/Search' } },
      'operations["car.search"].path',
      '"POST /ws/rest/hotel.svc/search" is already the address of hotel.search; give one of them another path',
    ],
    [
      { getBooking: { path: '/b' }, getBookingDetail: { path: '/b' } },
      'operations.getBookingDetail.path',
      '"POST /b" is already the address of getBooking; give one of them another path',
    ],
    [{ getBooking: { path: '/b/{BookingID}' } }, 'operations.getBooking.path', 'did you mean {BookingId}?'],
    [{ getBooking: { path: '/_control/x' } }, 'operations.getBooking.path', '"/_control/x" is an address'],
    [{ getBooking: { path: '/Docs/b' } }, 'operations.getBooking.path', '"/Docs/b" is an address of the'],
    [{ getBooking: { method: 'GET' } }, 'operations.getBooking.method', '"GET" does not match getBooking,'],
  ])('whose addresses cannot be served is refused: %j', (entries, path, message) => {
    expect(problemsOf({ name: 'x', operations: entries })).toEqual([
      { path, message: expect.stringContaining(message) },
    ]);
  });

  it('may give one path to two operations with different methods', () => {
    const entries = { getBookingDetail: { path: '/b' }, cancelBooking: { path: '/b', method: 'DELETE' } };
    expect(problemsOf({ name: 'x', operations: entries })).toEqual([]);
  });

  it.each<[object, string, string]>([
    [{ path: '/h/{hotelId}/{hotelId}' }, 'path', '"/h/{hotelId}/{hotelId}" does not match hotelPage:'],
    [{ path: '/h/{hotelId}/{Token}' }, 'path', 'did you mean {token}?'],
    [{ method: 'POST' }, 'method', '"POST" does not match hotelPage, which has no body; use GET'],
    [{ request: { token: 'key' } }, 'request.token', 'remove this entry'],
  ])('keeps the parameters that stand in a path: %j', (entry, place, message) => {
    expect(problemsOf({ name: 'x', operations: { hotelPage: entry } }, pages)).toEqual([
      { path: `operations.hotelPage.${place}`, message: expect.stringContaining(message) },
    ]);
  });

  it('is refused with everything that is wrong in one message', () => {
    const bad = { name: 'x', fields: { Tokn: 'a' }, operations: { 'hotel.search': { path: '/mcp' } } };
    expect(() => parseProfile(bad)).toThrow(
      'the profile is invalid: fields.Tokn: "Tokn" is not a field of the contract; did you mean "Token"?; ' +
        'operations["hotel.search"].path: "/mcp" is an address of the stand-in itself',
    );
  });

  it('made by hand is checked when it is applied', () => {
    expect(() => applyProfile(operations, { name: 'x', fields: { Tokn: 'a' } })).toThrow(ProfileError);
  });
});

it('the schema of profiles is a JSON Schema that lists the operations, for editors', () => {
  expect(z.toJSONSchema(profileSchema)).toMatchObject({
    properties: { operations: { propertyNames: { enum: Object.keys(operations) } } },
    required: ['name'],
  });
});
