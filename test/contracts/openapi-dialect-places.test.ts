import { describe, expect, it } from 'vitest';
import { answer, at, described, fieldsOf, media, request } from './described-operation.ts';

type Json = Readonly<Record<string, unknown>>;

describe('a field at another place', () => {
  it('is in an object that only the dialect has, and both are required like the field', () => {
    const schema = answer(
      described('getBookingDetail', {
        answer: { 'Booking.TotalSellingPrice': 'Price.Amount', 'Booking.ExternalReference': 'Price.Note' },
      }),
    );
    const booking = at(schema, 'Booking');
    expect(fieldsOf(at(booking, 'Price'))).toEqual(['Note', 'Amount']);
    expect(at(booking, 'Price').required).toEqual(['Amount']);
    expect(booking.required).toContain('Price');
    expect(at(booking, 'Price')['x-provenance']).toBeDefined();
  });

  it('is not required in an object that can occur without the field', () => {
    const schema = answer(
      described('getBookingDetail', {
        answer: { 'Booking.BookingId': '../Locator', Errors: 'Booking.Faults' },
      }),
    );
    expect(schema.required).toEqual(['Booking']);
    expect(at(schema, 'Booking').required).toEqual(['Faults']);
    expect(fieldsOf(schema)).toEqual(['Booking', 'Locator']);
  });

  it('is in the object around its object, if the dialect has no name for its object', () => {
    const search = request(described('hotel.search', { request: { Criteria: '.' } }));
    expect(fieldsOf(search)).toEqual(expect.arrayContaining(['Credential', 'CheckinDate', 'HotelIds']));
    expect(search.required).toEqual(['Credential', 'CheckinDate', 'SearchRooms']);
    expect(search.allOf).toHaveLength(3);
    const own = { answer: { Booking: '.', 'Booking.Errors': 'BookingErrors' } };
    const detail = answer(described('getBookingDetail', own));
    expect(fieldsOf(detail)).toEqual(expect.arrayContaining(['BookingId', 'BookingErrors', 'Errors']));
    expect(detail.required).toEqual(['Errors']); // an answer without a booking has only errors
  });

  it('stays one of the alternatives of which a request needs one', () => {
    const search = request(described('getBooking', { request: { BookingId: 'Ids.Locator' } }));
    expect(search.anyOf).toEqual([
      { required: ['Ids'], properties: { Ids: { required: ['Locator'], properties: { Locator: {} } } } },
      { required: ['ExternalReference'] },
    ]);
    const outside = request(
      described('hotel.search', {
        request: { 'Criteria.Nationality': '../Nationality', 'Criteria.HotelIds': { default: [7] } },
      }),
    );
    expect(outside.anyOf).toEqual([
      { required: ['Nationality'] },
      {
        required: ['Criteria'],
        properties: {
          Criteria: {
            required: ['MainPaxCountryCodeNationality'],
            properties: { MainPaxCountryCodeNationality: {} },
          },
        },
      },
    ]);
    expect(at(outside, 'Criteria').anyOf).toEqual([
      { required: ['CheckoutDate'] },
      { required: ['NumNights'] },
    ]);
  });

  it('can be the first entry of a list, and the entries can have an object around them', () => {
    const conditions = answer(
      described('hotel.search', {
        answer: {
          'Hotels.Rooms': { to: 'OtherRooms', first: 'Room' },
          'Hotels.Rooms.CancellationPolicies': { each: 'Policy' },
        },
      }),
    );
    const hotel = at(conditions, 'Hotels[]');
    expect(at(hotel, 'Room')).toEqual({ ...at(hotel, 'OtherRooms[]'), 'x-provenance': expect.anything() });
    expect(hotel.required).not.toContain('OtherRooms');
    expect(at(hotel, 'Room.CancellationPolicies[]').required).toEqual(['Policy']);
    expect(fieldsOf(at(hotel, 'Room.CancellationPolicies[].Policy'))).toContain('StartDate');
  });

  it('can be in the path of a call with a body', () => {
    const item = described('getBookingDetail', {
      path: '/v2/bookings/{BookingId}',
      request: { BookingId: { as: 'number' } },
    });
    expect(item.parameters).toEqual([
      {
        in: 'path',
        name: 'BookingId',
        required: true,
        schema: expect.objectContaining({ type: ['number', 'string'] }),
        example: expect.any(Number),
      },
    ]);
    expect(fieldsOf(request(item))).toEqual(['Credential']);
    expect(media(item.requestBody).example).toEqual({ Credential: { Username: 'demo', Password: 'demo' } });
  });

  it('can be in the query in place of the path, and in the path in place of the query', () => {
    const item = described('autocomplete', {
      path: '/find/{managerId}/{token}',
      request: { term: 'text' },
    });
    const parameters = (item.parameters as Json[]).map(({ in: where, name, required, example }) => [
      // an operation has a list of objects
      where,
      name,
      required,
      example,
    ]);
    expect(parameters).toEqual([
      ['path', 'managerId', true, 1],
      ['path', 'token', true, 'demo-static-token'],
      ['query', 'text', true, 'salvador'],
      ['query', 'product', undefined, 'tour'],
      ['query', 'quantity', undefined, undefined],
    ]);
  });
});
