import { describe, expect, it } from 'vitest';
import type { OperationId } from '#contracts';
import { airport, learnFrom } from './learn-from.ts';

const list = { TimeSpan: '2026-11-20 10:00:00', Errors: [] };
const refusal = { Error: { Code: 'NotFound', Message: 'No such booking' } };

const differencesOf = ({ compared }: ReturnType<typeof learnFrom>) =>
  compared.flatMap(({ fields }) => fields.filter(({ weight }) => weight !== undefined));
const unexplained = (learned: ReturnType<typeof learnFrom>) =>
  differencesOf(learned).flatMap(({ field, state, because }) => (because ? [] : [`${field} ${state}`]));

describe('learning a dialect', () => {
  it.each([
    ['2026-11-20T10:00:00Z', 'iso'],
    ['2026-11-20T10:00:00', 'YYYY-MM-DDTHH:mm:ss'],
    ['31/12/2026 10:00:00', 'DD/MM/YYYY HH:mm:ss'],
    ['/Date(1795168800000)/', 'dotnet'],
    [1_795_168_800, 'unix'],
    [1_795_168_800_000, 'unix-ms'],
  ])('learns the format of the time stamp %s', (TimeSpan, format) => {
    const learned = learnFrom({ getBookingList: [{ ...list, Bookings: [], TimeSpan }] });
    expect(learned.profile.operations).toEqual({ getBookingList: { answer: { '.TimeSpan': { format } } } });
    expect(unexplained(learned)).toEqual([]);
  });

  it.each([
    ['a day that could be a month', ['05/06/2026 10:00:00'], 'DD/MM/YYYY HH:mm:ss and MM/DD/YYYY HH:mm:ss'],
    ['two formats', ['31/12/2026 10:00:00', '2026-11-20T10:00:00Z'], undefined],
    ['a number that is no date', [7], undefined],
  ])('learns no format from %s', (_, stamps, hint) => {
    const answers = stamps.map(TimeSpan => ({ ...list, Bookings: [], TimeSpan }));
    const learned = learnFrom({ getBookingList: answers });
    expect(learned.profile).toEqual({ name: 'x' });
    const [found] = differencesOf(learned);
    expect(found?.field).toBe('TimeSpan');
    if (hint !== undefined) expect(found?.hint).toContain(hint);
  });

  it('decides between two formats by a second value', () => {
    const answers = ['05/06/2026 10:00:00', '06/25/2026 10:00:00'].map(TimeSpan => ({
      ...list,
      Bookings: [],
      TimeSpan,
    }));
    const { profile } = learnFrom({ getBookingList: answers });
    expect(profile.operations?.getBookingList?.answer).toEqual({
      '.TimeSpan': { format: 'MM/DD/YYYY HH:mm:ss' },
    });
  });

  const booking = (bookingStatus: string, Status: string) => ({
    ...list,
    Bookings: [{ bookingStatus, Status }],
  });
  const wordsIn = ({ profile }: ReturnType<typeof learnFrom>) =>
    profile.operations?.getBookingList?.answer ?? profile.fields;

  it('learns a label from the status word beside the label', () => {
    const answers = [booking('CONFIRMED', 'Booked'), booking('Cancelled', 'Void')];
    expect(wordsIn(learnFrom({ getBookingList: answers }))).toEqual({
      'Bookings.Status': { values: { CONFIRMADO: 'Booked', CANCELADO: 'Void' } },
    });
  });

  it('learns words that differ in capitals, and then the labels beside these words', () => {
    expect(wordsIn(learnFrom({ getBookingList: [booking('confirmed', 'Booked')] }))).toEqual({
      'Bookings.bookingStatus': { values: { CONFIRMED: 'confirmed' } },
      'Bookings.Status': { values: { CONFIRMADO: 'Booked' } },
    });
  });

  it.each([
    ['several labels are possible', [booking('PENDING', 'Waiting')]],
    ['the word occurs with two statuses', [booking('CONFIRMED', 'Done'), booking('Cancelled', 'Done')]],
    ['both words are unknown', [booking('Reserved', 'Done')]],
  ])('learns no word if %s, and says how to write the words', (_, answers) => {
    const learned = learnFrom({ getBookingList: answers });
    expect(learned.profile).toEqual({ name: 'x' });
    expect(differencesOf(learned).find(({ field }) => field === 'Bookings.Status')?.hint).toContain(
      '"values" of Status: { CONFIRMADO: <word> }',
    );
  });

  it('learns an envelope around all fields', () => {
    const learned = learnFrom({ airportDetail: [{ data: airport }] });
    expect(learned.profile.operations?.airportDetail?.answer).toMatchObject({
      '.city': 'data.city',
      '.name': 'data.name',
    });
    expect(unexplained(learned)).toEqual([]);
  });

  const policies = (policy: object) => ({ ...list, Cars: [{ CancellationPolicies: [policy] }] });
  const price = { TotalPrice: {}, Currency: 'BRL', Value: 7 };

  it.each<[string, OperationId, object, object]>([
    [
      'a value in an object, and the field beside the value,',
      'car.search',
      policies({ Value: { amount: 7, Currency: 'BRL' } }),
      {
        'Cars.CancellationPolicies.Value': 'Value.amount',
        'Cars.CancellationPolicies.Currency': 'Value.Currency',
      },
    ],
    [
      'the place of one field, if that of a field beside it explains nothing,',
      'car.search',
      policies({ Fee: { Value: 'all', Currency: 'BRL' } }),
      { 'Cars.CancellationPolicies.Currency': 'Fee.Currency' },
    ],
    [
      'fields that are one object further out',
      'car.search',
      { ...list, Cars: [{ PriceInformation: price }] },
      {
        'Cars.PriceInformation.TotalPrice.Currency': '../Currency',
        'Cars.PriceInformation.TotalPrice.Value': '../Value',
      },
    ],
    ['a single value in a list', 'airportDetail', { ...airport, city: ['Rio'] }, { '.city': { as: 'list' } }],
  ])('learns %s from an answer of %s', (_, id, json, answer) => {
    expect(learnFrom({ [id]: [json] }).profile.operations?.[id]?.answer).toEqual(answer);
  });

  it('writes one entry for the same lists of several operations', () => {
    const CancellationPolicies = [{ Value: { Value: 7, Currency: 'BRL' } }];
    const { profile } = learnFrom({
      'hotel.search': [{ ...list, Hotels: [{ Rooms: [{ CancellationPolicies }] }] }],
      'car.search': [{ ...list, Cars: [{ CancellationPolicies }] }],
    });
    expect(profile).toEqual({
      name: 'x',
      fields: {
        'CancellationPolicies.Value': 'Value.Value',
        'CancellationPolicies.Currency': 'Value.Currency',
      },
    });
  });

  it('keeps a name of the given profile for requests if the answers of several operations have another name', () => {
    const fields = { TimeSpan: 'stamp' };
    const { TimeSpan, ...rest } = list;
    const answers = [{ ...rest, Bookings: [], time_span: TimeSpan }];
    const learned = learnFrom({ getBookingList: answers, cancelBooking: answers }, { name: 'x', fields });
    const answer = { '.TimeSpan': 'time_span' };
    expect(learned.profile).toMatchObject({
      fields,
      operations: { getBookingList: { answer }, cancelBooking: { answer } },
    });
  });

  it('keeps an entry for each operation if another operation has the place of the contract', () => {
    const moved = [{ CancellationPolicies: [{ Value: { Value: 7, Currency: 'BRL' } }] }];
    const own = [{ CancellationPolicies: [{ Value: 7, Currency: 'BRL' }] }];
    const { profile } = learnFrom({
      'car.search': [{ ...list, Cars: moved }],
      'tour.search': [{ ...list, Tours: moved }],
      'transfer.search': [{ ...list, Transfers: own }],
    });
    expect(profile.fields).toBeUndefined();
    expect(Object.keys(profile.operations ?? {})).toEqual(['car.search', 'tour.search']);
  });

  it('learns the names of fields whose object is left out', () => {
    const identity = { ReservationId: '7', bookingStatus: 'CONFIRMED', Status: 'CONFIRMADO' };
    const times = { CreatedAt: list.TimeSpan, UpdatedAt: list.TimeSpan };
    const rest = { ...times, Services: [], Paxs: [], Payments: [], Currency: 'BRL' };
    const own = { booking_id: '7', total_selling: { Value: 7, Currency: 'BRL' } };
    const json = { ...list, ...identity, ...rest, ...own };
    const { profile } = learnFrom({ getBookingDetail: [json] });
    expect(profile.operations?.getBookingDetail?.answer).toMatchObject({
      '.Booking': '.',
      'Booking.TotalSellingPrice': 'total_selling',
    });
  });

  it('does not take a field with a general name in another object for a missing field', () => {
    const hotel = { Rooms: [{ CancellationPolicies: [{ Value: 7, Fee: { Currency: 'BRL' } }] }] };
    const learned = learnFrom({ 'hotel.search': [{ ...list, Hotels: [hotel] }] });
    expect(learned.profile).toEqual({ name: 'x' });
    expect(unexplained(learned)).toContain('Hotels.Rooms.CancellationPolicies.Fee extra');
  });

  it('sends an id of a list back as a number under its name in requests', () => {
    const rooms = [{ Rooms: [{ Id: 7 }] }];
    const { profile, names } = learnFrom({ 'hotel.search': [{ ...list, Hotels: rooms }] });
    expect(profile.fields).toEqual({ RoomIds: { as: 'number' }, RoomId: { as: 'number' } });
    expect(profile.operations?.['hotel.search']?.answer).toEqual({ 'Hotels.Rooms.Id': { as: 'number' } });
    expect(names.map(({ name }) => name)).toEqual(['Id', 'RoomIds', 'RoomId']);
  });

  it.each([
    ['an answer with status 200', 200],
    ['a refusal', 404],
  ])('learns a single error object from %s', (_, status) => {
    const learned = learnFrom({ getBooking: [refusal], getBookingDetail: [refusal] }, undefined, status);
    expect(learned.profile.fields).toEqual({ Errors: { first: 'Error' } });
    expect(unexplained(learned)).toEqual([]);
  });

  it('guesses no name from refusals, even where several operations have the same unknown field', () => {
    const unknown = { Errors: [{ Message: 'No such booking', kind: 'NotFound' }] };
    const answers = { getBooking: [unknown], getBookingDetail: [unknown], cancelBooking: [unknown] };
    expect(learnFrom(answers, undefined, 404).profile).toEqual({ name: 'x' });
  });

  it('reports fields that no change explains', () => {
    const learned = learnFrom({ airportDetail: [{ ...airport, latitude: { degrees: 'S' }, zone: {} }] });
    expect(learned.profile).toEqual({ name: 'x' });
    expect(unexplained(learned)).toEqual(['latitude other-type', 'zone extra']);
  });
});
