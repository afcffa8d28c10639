import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type AnyOperation, applyProfile, operations, parseProfile } from '#contracts';
import { provenanceKinds, specified } from '#contracts/provenance';
import { answerFieldsOf, parametersOf } from '#mock-server/web/tool-server/fields';

const plain = applyProfile(operations);
const of = (id: keyof typeof operations, dialect = plain) =>
  new Map(parametersOf(operations[id], dialect).map(parameter => [parameter.name, parameter]));

describe('the parameters of an operation', () => {
  it('name each field with its place, its type, whether it is required, and its source', () => {
    const search = of('hotel.search');
    expect(search.get('Criteria.CheckinDate')).toEqual({
      name: 'Criteria.CheckinDate',
      where: 'body',
      type: 'date YYYY-MM-DD',
      required: true,
      provenance: { kind: 'specified', clause: 'date.local' },
    });
    expect(search.get('Criteria.SearchRooms')?.type).toBe('list of object, 1 or more entries');
    expect(search.get('Criteria.SearchRooms[].NumAdults')).toMatchObject({
      type: 'whole number, 1 to 9',
      required: true,
      constraints: { minimum: 1, maximum: 9 },
      provenance: { kind: 'observed', reason: 'client-request' },
    });
    expect(search.get('Criteria.SearchRooms[].ChildAges')).toMatchObject({
      type: 'list of whole number, 0 to 17',
      required: false,
    });
  });

  it('say of which fields one is enough', () => {
    expect(of('hotel.search').get('Criteria.HotelIds')?.oneOf).toEqual([
      'Criteria.DestinationId',
      'Criteria.HotelIds',
    ]);
    expect(of('getBooking').get('ExternalReference')?.oneOf).toEqual(['BookingId', 'ExternalReference']);
    expect(of('getBooking').get('Credential')).not.toHaveProperty('oneOf');
  });

  it('list the values of a field that has but some', () => {
    expect(of('getBookingList').get('SearchBookingCriteria.ServiceTypes')?.type).toBe(
      'list of hotel | car | transfer | tour',
    );
  });

  it('say what a text has to look like, in words where the contract has them', () => {
    expect(of('car.search').get('Criteria.SippCodes')).toMatchObject({
      type: 'list of text: SIPP code of 4 capital letters, at most 100 entries',
      constraints: { pattern: '^[A-Z]{4}$' },
    });
    expect(of('transfer.search').get('Criteria.Time')?.type).toBe('text: HH:MM, always UTC');
    const card = 'PaymentRequestCC1.CreditCard.CardNumber';
    expect(of('payBooking').get(card)?.type).toBe('text: a card number of 12 to 19 digits without spaces');
  });

  it('begin with the headers that an operation reads', () => {
    const [first] = parametersOf(operations['hotel.doBooking'], plain);
    expect(first).toMatchObject({
      name: 'Idempotency-Key',
      where: 'header',
      provenance: { clause: 'flow.3' },
    });
  });

  it('have a provenance each, and a name of their own', () => {
    for (const operation of Object.values<AnyOperation>(operations)) {
      const parameters = parametersOf(operation, plain);
      for (const { name, provenance } of parameters)
        expect(provenanceKinds, `${operation.id} ${name}`).toContain(provenance?.kind);
      expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
    }
  });

  it('list the names of public clients, except a name that a profile uses', () => {
    const named = (HotelIds: string) =>
      of('hotel.search', applyProfile(operations, parseProfile({ name: 'x', fields: { HotelIds } }))).get(
        `Criteria.${HotelIds}`,
      )?.alsoNamed;
    expect(named('Hotels')).toEqual(['HotelsIds', 'Filters.SelectedHotelsIds']);
    expect(named('HotelsIds')).toEqual(['Filters.SelectedHotelsIds']);
    expect(of('hotel.search').get('Criteria.CheckinDate')).not.toHaveProperty('alsoNamed');
  });

  it('are spelled as a profile spells them, lists included', () => {
    const profile = parseProfile({
      name: 'x',
      operations: { 'hotel.search': { request: { 'Criteria.SearchRooms.NumAdults': 'adults' } } },
      fields: { SearchRooms: 'rooms' },
    });
    expect([...of('hotel.search', applyProfile(operations, profile)).keys()]).toContain(
      'Criteria.rooms[].adults',
    );
  });

  it('of a GET stand in the path where it has a place for them, and else in the query', () => {
    const operation: AnyOperation = {
      ...operations.getBooking,
      id: 'getBooking',
      method: 'GET',
      path: '/x/{a}/token/{token}',
      request: z.strictObject({
        a: specified('ep.airport', z.string()),
        token: specified('ep.airport', z.string()),
        managerId: specified('ep.airport', z.int()),
      }),
    };
    const dialect = applyProfile({ getBooking: operation });
    expect(parametersOf(operation, dialect).map(({ name, where }) => [name, where])).toEqual([
      ['a', 'path'],
      ['token', 'path'],
      ['managerId', 'query'],
    ]);
  });
});

describe('the parameters in a dialect with other places', () => {
  const spoken = (id: keyof typeof operations, own: object) => {
    const profile = parseProfile({ name: 'x', operations: { [id]: own } });
    return parametersOf(operations[id], applyProfile(operations, profile));
  };

  it('name the new place of a field, and the objects that only the dialect has', () => {
    const search = spoken('hotel.search', {
      request: {
        Criteria: '.',
        CheckinDate: { to: 'Stay.From', format: 'DD/MM/YYYY' },
        SearchRooms: { each: 'Room' },
        'Criteria.SearchRooms.NumAdults': { as: 'text' },
        HotelIds: 'Where.Hotels',
        DestinationId: 'Where.City',
      },
    });
    const byName = new Map(search.map(parameter => [parameter.name, parameter]));
    expect(byName.get('Stay')).toMatchObject({ type: 'object', required: true, where: 'body' });
    expect(byName.get('Stay.From')).toMatchObject({
      type: 'text: a date in the format DD/MM/YYYY',
      required: true,
      provenance: { clause: 'date.local' },
    });
    expect(byName.get('SearchRooms')?.type).toBe('list of object, 1 or more entries');
    expect(byName.get('SearchRooms[].Room.NumAdults')?.type).toBe(String.raw`text like ^-?\d+$`);
    expect(byName.get('Where.City')?.oneOf).toEqual(['Where.City', 'Where.Hotels']);
    expect([...byName.keys()].filter(name => /Criteria|Checkin/.test(name))).toEqual([]);
  });

  it('are in the path of a call with a body where the profile has them there', () => {
    const places = spoken('getBookingDetail', {
      path: ['/v2/bookings/{BookingId}', '/v2/detail'],
      request: { 'Credential.Username': { as: 'list' } },
    });
    expect(places.map(({ name, where, required }) => [name, where, required])).toEqual([
      ['BookingId', 'path', true],
      ['Credential', 'body', true],
      ['Credential.Username', 'body', true],
      ['Credential.Password', 'body', true],
    ]);
    expect(places[2]?.type).toBe('list with one entry: text');
  });

  it('are in the query of a GET where the path of the profile has no place for them', () => {
    const places = spoken('hotelDetail', { path: '/v2/hotels/{hotelId}', request: { token: 'key' } });
    expect(places.map(({ name, where }) => [name, where])).toEqual([
      ['hotelId', 'path'],
      ['key', 'query'],
      ['managerId', 'query'],
    ]);
  });
});

describe('the fields of an answer', () => {
  const answered = (id: keyof typeof operations) =>
    new Map(answerFieldsOf(operations[id], plain).map(field => [field.name, field]));

  it('tell what is specified, observed and assumed, field by field (res.hotel-detail, res.booking)', () => {
    const hotel = answered('hotelDetail');
    expect(hotel.get('category')).toMatchObject({
      required: false,
      values: ['1', '2', '3', '4', '5'],
      provenance: { clause: 'res.hotel-detail' },
    });
    expect(hotel.get('rooms')).toMatchObject({
      type: 'list of object',
      provenance: { clause: 'res.hotel-detail' },
    });
    expect(hotel.get('rooms[].photos')).toMatchObject({ provenance: { kind: 'assumed' } });
    const detail = answered('getBookingDetail');
    expect(detail.get('Booking.ConfirmationNumber')?.provenance).toMatchObject({ clause: 'res.booking' });
    expect(detail.get('Booking.Services[].Paxs[].Age')?.provenance).toMatchObject({ kind: 'observed' });
    expect(detail.get('Booking.Services[].Voucher')?.provenance).toMatchObject({ kind: 'assumed' });
    const search = answered('hotel.search');
    expect(search.get('Hotels[].Rooms[].IsPrePayment')?.provenance).toMatchObject({
      clause: 'field.is-prepayment',
    });
  });

  it('name the observed and the assumed words of a status (status.values)', () => {
    const status = answered('payBooking').get('bookingStatus');
    expect(status?.values).toEqual(expect.arrayContaining(['CONFIRMED', 'Expired']));
    expect(status?.type).toContain('Expired is assumed');
  });

  it('of an answer that is a list have the prefix of a list', () => {
    expect([...answered('autocomplete').keys()]).toContain('[].destinationId');
  });

  it('are spelled as a profile spells them in answers', () => {
    const profile = parseProfile({
      name: 'x',
      operations: { 'hotel.search': { answer: { 'Hotels.Rooms.Id': 'code' } } },
    });
    const names = answerFieldsOf(operations['hotel.search'], applyProfile(operations, profile));
    expect(names.map(({ name }) => name)).toContain('Hotels[].Rooms[].code');
  });

  it('are at the places that a profile gives them, the first entry of a list too', () => {
    const profile = parseProfile({
      name: 'x',
      operations: {
        'hotel.search': {
          answer: { 'Hotels.Rooms': { first: 'Room', to: 'More.Rooms' }, 'Hotels.Rooms.Id': 'Ids.Number' },
        },
      },
    });
    const fields = answerFieldsOf(operations['hotel.search'], applyProfile(operations, profile));
    const names = fields.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['Hotels[].Room.Ids.Number', 'Hotels[].More.Rooms[].Ids.Number']),
    );
    expect(names).not.toContain('Hotels[].Rooms');
    for (const { name, provenance } of fields) expect(provenance, name).toBeDefined();
  });

  it('have a provenance each, and a name of their own', () => {
    for (const operation of Object.values<AnyOperation>(operations)) {
      const fields = answerFieldsOf(operation, plain);
      expect(fields.length, operation.id).toBeGreaterThan(0);
      for (const { name, type, provenance } of fields) {
        expect(provenanceKinds, `${operation.id} ${name}`).toContain(provenance?.kind);
        expect(type, `${operation.id} ${name}`).not.toContain('any');
      }
      expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
    }
  });
});
