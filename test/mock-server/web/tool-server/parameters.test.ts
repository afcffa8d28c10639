import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type AnyOperation, applyProfile, operations, parseProfile } from '#contracts';
import { provenanceKinds, specified } from '#contracts/provenance';
import { answerFieldsOf, parametersOf } from '#mock-server/web/tool-server/fields';

const plain = applyProfile(operations);
const dialectOf = (entries: object) => applyProfile(operations, parseProfile({ name: 'x', ...entries }));
const of = (id: keyof typeof operations, dialect = plain) =>
  new Map(parametersOf(operations[id], dialect).map(parameter => [parameter.name, parameter]));
const places = (parameters: ReturnType<typeof parametersOf>) =>
  parameters.map(({ name, where }) => `${where}: ${name}`);

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
    const ages = { type: 'list of whole number, 0 to 17', required: false };
    expect(search.get('Criteria.SearchRooms[].ChildAges')).toMatchObject(ages);
  });

  it('say of which fields one is enough', () => {
    const enough = ['Criteria.DestinationId', 'Criteria.HotelIds'];
    expect(of('hotel.search').get('Criteria.HotelIds')?.oneOf).toEqual(enough);
    expect(of('getBooking').get('ExternalReference')?.oneOf).toEqual(['BookingId', 'ExternalReference']);
    expect(of('getBooking').get('Credential')).not.toHaveProperty('oneOf');
  });

  it('list the values of a field that has but some', () => {
    const types = of('getBookingList').get('SearchBookingCriteria.ServiceTypes')?.type;
    expect(types).toBe('list of hotel | car | transfer | tour');
  });

  it('say what a text has to look like, in words where the contract has them', () => {
    const type = 'list of text: SIPP code of 4 capital letters, at most 100 entries';
    const constraints = { pattern: '^[A-Z]{4}$' };
    expect(of('car.search').get('Criteria.SippCodes')).toMatchObject({ type, constraints });
    expect(of('transfer.search').get('Criteria.Time')?.type).toBe('text: HH:MM, always UTC');
    const card = 'PaymentRequestCC1.CreditCard.CardNumber';
    expect(of('payBooking').get(card)?.type).toBe('text: a card number of 12 to 19 digits without spaces');
  });

  it('begin with the headers that an operation reads', () => {
    const [first] = parametersOf(operations['hotel.doBooking'], plain);
    const header = { name: 'Idempotency-Key', where: 'header', provenance: { clause: 'flow.3' } };
    expect(first).toMatchObject(header);
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
      of('hotel.search', dialectOf({ fields: { HotelIds } })).get(`Criteria.${HotelIds}`)?.alsoNamed;
    expect(named('Hotels')).toEqual(['HotelsIds', 'Filters.SelectedHotelsIds']);
    expect(named('HotelsIds')).toEqual(['Filters.SelectedHotelsIds']);
    expect(of('hotel.search').get('Criteria.CheckinDate')).not.toHaveProperty('alsoNamed');
  });

  it('are spelled as a profile spells them, lists included', () => {
    const own = { 'hotel.search': { request: { 'Criteria.SearchRooms.NumAdults': 'adults' } } };
    const dialect = dialectOf({ operations: own, fields: { SearchRooms: 'rooms' } });
    expect([...of('hotel.search', dialect).keys()]).toContain('Criteria.rooms[].adults');
  });

  it('of a GET stand in the path where it has a place for them, and else in the query', () => {
    const [text, number] = [specified('ep.airport', z.string()), specified('ep.airport', z.int())];
    const operation: AnyOperation = {
      ...operations.getBooking,
      id: 'getBooking',
      method: 'GET',
      path: '/x/{a}/token/{token}',
      request: z.strictObject({ a: text, token: text, managerId: number }),
    };
    const dialect = applyProfile({ getBooking: operation });
    const found = places(parametersOf(operation, dialect));
    expect(found).toEqual(['path: a', 'path: token', 'query: managerId']);
  });
});

describe('the parameters in a dialect with other places', () => {
  const spoken = (id: keyof typeof operations, own: object) =>
    parametersOf(operations[id], dialectOf({ operations: { [id]: own } }));

  it('name the new place of a field, and the objects that only the dialect has', () => {
    const request = {
      Criteria: '.',
      CheckinDate: { to: 'Stay.From', format: 'DD/MM/YYYY' },
      HotelIds: 'Where.Hotels',
      SearchRooms: { each: 'Room' },
      'Criteria.SearchRooms.NumAdults': { as: 'text' },
      DestinationId: 'Where.City',
    };
    const search = spoken('hotel.search', { request });
    const byName = new Map(search.map(parameter => [parameter.name, parameter]));
    expect(byName.get('Stay')).toMatchObject({ type: 'object', required: true, where: 'body' });
    const type = 'text: a date in the format DD/MM/YYYY';
    const from = { type, required: true, provenance: { clause: 'date.local' } };
    expect(byName.get('Stay.From')).toMatchObject(from);
    expect(byName.get('SearchRooms')?.type).toBe('list of object, 1 or more entries');
    expect(byName.get('SearchRooms[].Room.NumAdults')?.type).toBe(String.raw`text like ^-?\d+$`);
    expect(byName.get('Where.City')?.oneOf).toEqual(['Where.City', 'Where.Hotels']);
    expect([...byName.keys()].filter(name => /Criteria|Checkin/.test(name))).toEqual([]);
  });

  it('are in the path of a call with a body where the profile has them there', () => {
    const path = ['/v2/bookings/{BookingId}', '/v2/detail'];
    const request = { 'Credential.Username': { as: 'list' } };
    const found = spoken('getBookingDetail', { path, request });
    const credential = ['Credential', 'Credential.Username', 'Credential.Password'];
    expect(places(found)).toEqual(['path: BookingId', ...credential.map(name => `body: ${name}`)]);
    expect(found.filter(({ required }) => !required)).toEqual([]);
    expect(found[2]?.type).toBe('list with one entry: text');
  });

  it('are in the query of a GET where the path of the profile has no place for them', () => {
    const found = spoken('hotelDetail', { path: '/v2/hotels/{hotelId}', request: { token: 'key' } });
    expect(places(found)).toEqual(['path: hotelId', 'query: key', 'query: managerId']);
  });
});

describe('the fields of an answer', () => {
  const answered = (id: keyof typeof operations, dialect = plain) =>
    new Map(answerFieldsOf(operations[id], dialect).map(field => [field.name, field]));
  const clause = (name: string) => ({ provenance: { clause: name } });

  it('tell what is specified, observed and assumed, field by field (res.hotel-detail, res.booking)', () => {
    const hotel = answered('hotelDetail');
    const stars = { required: false, values: ['1', '2', '3', '4', '5'], ...clause('res.hotel-detail') };
    expect(hotel.get('category')).toMatchObject(stars);
    expect(hotel.get('rooms')).toMatchObject({ type: 'list of object', ...clause('res.hotel-detail') });
    expect(hotel.get('rooms[].photos')).toMatchObject({ provenance: { kind: 'assumed' } });
    const detail = answered('getBookingDetail');
    expect(detail.get('Booking.ConfirmationNumber')).toMatchObject(clause('res.booking'));
    expect(detail.get('Booking.Services[].Paxs[].Age')?.provenance).toMatchObject({ kind: 'observed' });
    expect(detail.get('Booking.Services[].Voucher')?.provenance).toMatchObject({ kind: 'assumed' });
    const prepaid = answered('hotel.search').get('Hotels[].Rooms[].IsPrePayment');
    expect(prepaid).toMatchObject(clause('field.is-prepayment'));
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
    const own = { 'hotel.search': { answer: { 'Hotels.Rooms.Id': 'code' } } };
    const fields = answered('hotel.search', dialectOf({ operations: own }));
    expect([...fields.keys()]).toContain('Hotels[].Rooms[].code');
  });

  it('are at the places that a profile gives them, the first entry of a list too', () => {
    const answer = { 'Hotels.Rooms': { first: 'Room', to: 'More.Rooms' }, 'Hotels.Rooms.Id': 'Ids.Number' };
    const fields = answered('hotel.search', dialectOf({ operations: { 'hotel.search': { answer } } }));
    const names = [...fields.keys()];
    const moved = ['Hotels[].Room.Ids.Number', 'Hotels[].More.Rooms[].Ids.Number'];
    expect(names).toEqual(expect.arrayContaining(moved));
    expect(names).not.toContain('Hotels[].Rooms');
    for (const { name, provenance } of fields.values()) expect(provenance, name).toBeDefined();
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
