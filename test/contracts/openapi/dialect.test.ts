import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { type OperationId, operations } from '#contracts';
import { createOpenApi } from '#contracts/openapi';
import committed from '#contracts/openapi.json' with { type: 'json' };
import { applyProfile, parseProfile } from '#contracts/profile';
import { asObject } from '#contracts/util';
import {
  answer,
  answered,
  asked,
  at,
  described,
  describedIn,
  examples,
  fieldsOf,
  media,
  request,
} from './described-operation.ts';
import { documentPlaces } from './document-fields.ts';

type Json = Readonly<Record<string, unknown>>;

describe('the OpenAPI document in a dialect', () => {
  const fields = { BookingId: 'locator', Username: 'login', DestinationId: 'city', Errors: 'faults' };
  const ids = Object.keys(operations);
  const own = (id: string) => ({
    ...(id === 'getBooking' && { method: 'PUT' }),
    ...(id.endsWith('Detail') && id !== 'getBookingDetail' ? {} : { path: [`/v2/${id}`, `/v1/${id}`] }),
  });
  const posts = ids.filter(id => operations[id as OperationId].method === 'POST'); // the ids are the keys of the table
  const changes = Object.fromEntries(posts.map(id => [id, own(id)]));
  const profile = parseProfile({ name: 'renamed', fields, operations: changes });
  const document = createOpenApi({ dialect: applyProfile(operations, profile), examples });
  const text = JSON.stringify(document);
  const operationAt = (path: string, method: string) => asObject(asObject(document.paths[path])[method]);

  it('has the methods and first paths of the dialect only', () => {
    const paths = ids.map(id => (posts.includes(id) ? `/v2/${id}` : operations[id as OperationId].path));
    expect(Object.keys(document.paths)).toEqual(paths);
    expect(operationAt('/v2/getBooking', 'put').operationId).toBe('getBooking');
  });

  it('lists the other paths of an operation', () => {
    expect(operationAt('/v2/getBooking', 'put')['x-other-paths']).toEqual(['/v1/getBooking']);
    expect(operationAt(operations.hotelDetail.path, 'get')).not.toHaveProperty('x-other-paths');
  });

  it('lists the names and words of public clients, except those that the dialect uses itself', () => {
    const type = (values: object) =>
      at(asked('car.search', { 'Criteria.Pickup.LocationType': { values } }), 'Criteria.Pickup.LocationType');
    const words = type({ Destination: 'CITY', Airport: 'Airfield' })['x-also-values'];
    expect(words).toMatchObject({ City_Location: 'CITY' });
    const own = type({ Destination: 'City_Location' });
    expect(Object.keys(asObject(own['x-also-values']))).not.toContain('City_Location');
    const named = (HotelIds: string) => at(asked('hotel.search', { HotelIds }), `Criteria.${HotelIds}`);
    expect(named('Hotels')['x-also-named']).toEqual(['HotelsIds', 'Filters.SelectedHotelsIds']);
    expect(named('HotelsIds')['x-also-named']).toEqual(['Filters.SelectedHotelsIds']);
  });

  it('names fields as the dialect does, at any depth and where they are required', () => {
    const isIn = (name: string) => text.includes(`"${name}":`) || text.includes(`["${name}"`);
    expect(Object.keys(fields).filter(isIn)).toEqual([]);
    expect(text).toContain('"required":["login","Password"]');
    expect(text).toContain('"anyOf":[{"required":["city"]},{"required":["HotelIds"]}]');
  });

  it('shows examples in the names of the dialect', () => {
    const body = media(operationAt('/v2/getBooking', 'put').requestBody);
    const Credential = { login: 'demo', Password: 'demo' };
    expect(body.example).toEqual({ Credential, ExternalReference: 'trip-42' });
  });

  it('keeps the provenance of every field and resolves every reference', () => {
    expect(documentPlaces({ ...document }).filter(({ provenance }) => !provenance)).toEqual([]);
    expect(text).not.toContain('$ref');
  });

  it('is valid OpenAPI', async () => {
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
  });

  it('describes the contract itself without a change of the schemas', () => {
    const dialect = applyProfile(operations, parseProfile({ name: 'same' }));
    const search = describedIn(dialect, 'hotel.search');
    const { properties, required, allOf } = committed.components.schemas.HotelCriteria;
    const criteria = at(request(search), 'Criteria');
    expect(criteria).toMatchObject({ required, allOf });
    expect(fieldsOf(criteria)).toEqual(Object.keys(properties));
    expect(criteria.properties).toMatchObject({ CheckinDate: properties.CheckinDate });
  });
});

describe('a field at another place', () => {
  it('is in an object that only the dialect has, and both are required like the field', () => {
    const places = { 'Booking.TotalSellingPrice': 'Price.Amount', 'Booking.ExternalReference': 'Price.Note' };
    const booking = at(answered('getBookingDetail', places), 'Booking');
    expect(fieldsOf(at(booking, 'Price'))).toEqual(['Note', 'Amount']);
    expect(at(booking, 'Price').required).toEqual(['Amount']);
    expect(booking.required).toContain('Price');
    expect(at(booking, 'Price')['x-provenance']).toBeDefined();
  });

  it('is not required in an object that can occur without the field', () => {
    const places = { 'Booking.BookingId': '../Locator', Errors: 'Booking.Faults' };
    const schema = answered('getBookingDetail', places);
    expect(schema.required).toEqual(['Booking']);
    expect(at(schema, 'Booking').required).toEqual(['Faults']);
    expect(fieldsOf(schema)).toEqual(['Booking', 'Locator']);
  });

  it('is in the object around its object, if the dialect has no name for its object', () => {
    const search = asked('hotel.search', { Criteria: '.' });
    expect(fieldsOf(search)).toEqual(expect.arrayContaining(['Credential', 'CheckinDate', 'HotelIds']));
    expect(search.required).toEqual(['Credential', 'CheckinDate', 'SearchRooms']);
    expect(search.allOf).toHaveLength(3);
    const detail = answered('getBookingDetail', { Booking: '.', 'Booking.Errors': 'BookingErrors' });
    expect(fieldsOf(detail)).toEqual(expect.arrayContaining(['BookingId', 'BookingErrors', 'Errors']));
    expect(detail.required).toEqual(['Errors']); // an answer without a booking has only errors
  });

  it('stays one of the alternatives of which a request needs one', () => {
    const search = asked('getBooking', { BookingId: 'Ids.Locator' });
    expect(search.anyOf).toEqual([
      { required: ['Ids'], properties: { Ids: { required: ['Locator'], properties: { Locator: {} } } } },
      { required: ['ExternalReference'] },
    ]);
    const changes = { 'Criteria.Nationality': '../Nationality', 'Criteria.HotelIds': { default: [7] } };
    const outside = asked('hotel.search', changes);
    const other = 'MainPaxCountryCodeNationality';
    const Criteria = { required: [other], properties: { [other]: {} } };
    const inside = { required: ['Criteria'], properties: { Criteria } };
    expect(outside.anyOf).toEqual([{ required: ['Nationality'] }, inside]);
    const ends = [{ required: ['CheckoutDate'] }, { required: ['NumNights'] }];
    expect(at(outside, 'Criteria').anyOf).toEqual(ends);
  });

  it('can be the first entry of a list, and the entries can have an object around them', () => {
    const conditions = answered('hotel.search', {
      'Hotels.Rooms': { to: 'OtherRooms', first: 'Room' },
      'Hotels.Rooms.CancellationPolicies': { each: 'Policy' },
    });
    const hotel = at(conditions, 'Hotels[]');
    expect(at(hotel, 'Room')).toEqual({ ...at(hotel, 'OtherRooms[]'), 'x-provenance': expect.anything() });
    expect(hotel.required).not.toContain('OtherRooms');
    expect(at(hotel, 'Room.CancellationPolicies[]').required).toEqual(['Policy']);
    expect(fieldsOf(at(hotel, 'Room.CancellationPolicies[].Policy'))).toContain('StartDate');
  });

  it('can be in the path of a call with a body', () => {
    const own = { path: '/v2/bookings/{BookingId}', request: { BookingId: { as: 'number' } } };
    const item = described('getBookingDetail', own);
    const schema = expect.objectContaining({ type: ['number', 'string'] });
    const parameter = { in: 'path', name: 'BookingId', required: true, schema, example: expect.any(Number) };
    expect(item.parameters).toEqual([parameter]);
    expect(fieldsOf(request(item))).toEqual(['Credential']);
    expect(media(item.requestBody).example).toEqual({ Credential: { Username: 'demo', Password: 'demo' } });
  });

  it('can be in the query in place of the path, and in the path in place of the query', () => {
    const item = described('autocomplete', { path: '/find/{managerId}/{token}', request: { term: 'text' } });
    const parameters = (item.parameters as Json[]).map(one => [one.in, one.name, one.required, one.example]); // a list of objects
    expect(parameters).toEqual([
      ['path', 'managerId', true, 1],
      ['path', 'token', true, 'demo-static-token'],
      ['query', 'text', true, 'salvador'],
      ['query', 'product', undefined, 'tour'],
      ['query', 'quantity', undefined, undefined],
    ]);
  });
});

describe('a field with other values', () => {
  const paid = (change: Json) => at(asked('payBooking', change), 'BookingId');

  it('has the words of the dialect: those that the server writes, and in a request those that it reads', () => {
    const values = { hotel: ['H', 'HTL'], car: 7 };
    const both = described('getBookingList', {
      request: { 'SearchBookingCriteria.ServiceTypes': { values } },
      answer: { 'Bookings.ServiceTypes': { values } },
    });
    const read = { type: ['string', 'number'], enum: ['H', 'HTL', 7, 'transfer', 'tour'] };
    expect(at(request(both), 'SearchBookingCriteria.ServiceTypes[]')).toMatchObject(read);
    expect(at(answer(both), 'Bookings[].ServiceTypes[]').enum).toEqual(['H', 7, 'transfer', 'tour']);
  });

  it('has words in place of true and false, and words beside the values of an open text', () => {
    const schema = answered('hotel.search', {
      IsPrePayment: { values: { true: 'Y', false: 'N' } },
      SupplierName: { values: { Understudy: 1 } },
    });
    expect(at(schema, 'Hotels[].Rooms[].IsPrePayment')).toMatchObject({ type: 'string', enum: ['Y', 'N'] });
    expect(at(schema, 'Hotels[].Rooms[].SupplierName').type).toEqual(['string', 'number']);
  });

  it('can be a number, a text, or a list with one entry', () => {
    expect(paid({ BookingId: { as: 'number' } }).type).toEqual(['number', 'string']);
    const items = { type: 'string', minLength: 1 };
    const list = {
      type: 'array',
      items,
      minItems: 1,
      maxItems: 1,
      'x-provenance': { clause: 'res.payment' },
    };
    expect(paid({ BookingId: { as: 'list' } })).toMatchObject(list);
    const age = at(asked('car.doBooking', { 'Paxs.Age': { as: 'text' } }), 'Paxs[].Age');
    expect(age).toMatchObject({ type: ['string', 'null'], pattern: String.raw`^-?\d+$` });
    expect(age).not.toHaveProperty('maximum');
  });

  const isoTime = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$`;
  it.each([
    ['DD/MM/YYYY', 'string', 'a date in the format DD/MM/YYYY', String.raw`^\d{2}/\d{2}/\d{4}$`],
    ['iso', 'string', 'a date in the format YYYY-MM-DDTHH:mm:ss', isoTime],
    ['unix', 'integer', 'a date in seconds since 1970-01-01 00:00:00 UTC', undefined],
    ['dotnet', 'string', expect.stringContaining('/Date(…)/'), expect.any(String)],
  ])('has the date format of the dialect: %s', (format, type, description, pattern) => {
    const date = at(asked('hotel.search', { 'Criteria.CheckinDate': { format } }), 'Criteria.CheckinDate');
    expect([date.type, date.description, date.pattern]).toEqual([type, description, pattern]);
    expect(date).not.toHaveProperty('format');
  });

  it('is not required with a default or where requests can leave it out', () => {
    const schema = asked('payBooking', {
      BookingId: { default: '7', as: 'number' },
      'PaymentRequestCC1.ContractingParty.CPF': { optional: true },
    });
    expect(schema.required).not.toContain('BookingId');
    expect(at(schema, 'BookingId').default).toBe(7);
    const party = at(schema, 'PaymentRequestCC1.ContractingParty');
    expect(party.required).not.toContain('CPF');
    expect(at(party, 'CPF')).not.toHaveProperty('x-assumed-required');
    expect(at(party, 'Email')).toHaveProperty('x-assumed-required');
  });
});
