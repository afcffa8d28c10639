import { describe, expect, it } from 'vitest';
import { operations } from '#contracts';
import type { ComparedField } from '#scenarios/verify';
import { compareAnswers, toolAnswer } from '#scenarios/verify/compare/index';
import { nameSimilarity } from '#scenarios/verify/compare/propose';
import { type Answers, airport, learnFrom } from './learn-from.ts';

const { airportDetail, getBookingDetail } = operations;

const summaryOf = (fields: readonly ComparedField[]) =>
  fields.flatMap(({ field, state, called, weight }) =>
    weight === undefined ? [] : [[field, state, ...(called === undefined ? [] : [called])].join(' ')],
  );
const compared = (json: object) => ({ fields: fieldsIn({ airportDetail: [json] }) });
const without = (...names: (keyof typeof airport)[]) =>
  Object.fromEntries(Object.entries(airport).filter(([name]) => !names.some(gone => gone === name)));

const fieldsIn = (answers: Answers) => learnFrom(answers).compared.flatMap(({ fields }) => fields);

/** Compares answers of several operations, with one list for each. */
const comparedTogether = (...[car = [], tour = [], transfer = []]: object[][]) =>
  learnFrom({ 'car.search': car, 'tour.search': tour, 'transfer.search': transfer }).compared;

const offers = { Cars: [], Tours: [], Transfers: [] };
const search = {
  Token: 'a',
  ReToken: 'b',
  TimeSpan: '2026-11-20 10:00:00',
  TotalTime: 1,
  Errors: [],
  ...offers,
};

describe('comparing an answer with the contract', () => {
  it('finds nothing where nothing differs, and knows then what was assumed', () => {
    const { fields } = compared(airport);
    expect(fields.map(({ state }) => state)).toEqual(Array(9).fill('known'));
  });

  it('takes another spelling, and a like name with like values, for the same field', () => {
    const { fields } = compared({ ...without('timeZone', 'city'), time_zone: 'UTC', cityLabel: 'Rio' });
    expect(summaryOf(fields)).toEqual(['city other-name cityLabel', 'timeZone other-name time_zone']);
  });

  it.each([
    ['Latitude', 'Altitude'],
    ['NumAdults', 'NumChildren'],
    ['TotalTime', 'TotalResults'],
    ['TotalSellingPrice', 'TotalTaxes'],
    ['BookingId', 'BookingStatus'],
    ['TourName', 'TourDate'],
    ['ReToken', 'Token'],
    ['Id', 'sessionId'],
    ['Age', 'agency'],
    ['Age', 'agencyFee'],
    ['Term', 'terminal'],
    ['EndDate', 'endorsement'],
    ['Currency', 'currencyRate'],
    ['Penalty', 'penaltyDays'],
    ['HotelId', 'hotelChainId'],
    ['Address', 'addressee'],
    ['Id', 'roomId'],
  ])('does not take %s and %s, which share but a word, for the same', (name, other) => {
    expect(nameSimilarity(name, other)).toBe(0);
  });

  it.each([
    ['NumAdults', 'adult_count'],
    ['Latitude', 'lat'],
    ['HotelId', 'hotelCode'],
    ['CheckinDate', 'CheckIn'],
    ['SupplierName', 'Supplier'],
    ['CancellationPolicies', 'cancelationPolicy'],
    ['Hotels', 'HotelList'],
    ['MoreInformation', 'moreInfo'],
    ['Token', 'sessionToken'],
    ['Longitude', 'lon'],
    ['NumberOfDoors', 'Doors'],
    ['Address', 'Addresses'],
  ])('takes %s and %s for the same', (name, other) => {
    expect(nameSimilarity(name, other)).toBeGreaterThan(0);
  });

  it.each([
    ['a similar name', 'latitude', { altitude: 20 }, ['altitude extra']],
    ['another type', 'city', { cityLabel: 7 }, ['cityLabel extra']],
    [
      'an equal right to the name',
      'city',
      { cityLabel: 'Rio', labelCity: 'Rio' },
      ['cityLabel extra', 'labelCity extra'],
    ],
  ] as const)('takes a new field with %s not for the missing field %s', (_, gone, added, extra) => {
    const { fields } = compared({ ...without(gone), ...added });
    expect(summaryOf(fields)).toEqual([`${gone} missing`, ...extra]);
  });

  it('reports a missing and a new field as two differences, until other operations show the same pair', () => {
    const one = compared({ ...without('destinationId'), place: 'x' });
    expect(summaryOf(one.fields)).toEqual(['destinationId missing', 'place extra']);

    const json = { Token: 'a', TimeSpan: '2026-11-20 10:00:00', TotalTime: 1, key: 'b' };
    const states = comparedTogether([json], [json], [json]).map(({ fields }) => summaryOf(fields)[0]);
    expect(states).toEqual(Array(3).fill('ReToken other-name key'));
  });

  const { TotalTime: _gone, ...other } = { ...search, TotalResults: 20 };
  const states = (...answers: object[][]) =>
    comparedTogether(...answers).flatMap(({ fields }) => fields.filter(({ field }) => field === 'TotalTime'));

  it('takes the only name left in three operations for that of the field, and in fewer not', () => {
    expect(states([other], [other], [other])[0]).toMatchObject({
      state: 'other-name',
      called: 'TotalResults',
    });
    expect(states([other], [other])).toMatchObject([{ state: 'missing' }, { state: 'missing' }]);
  });

  it.each([
    ['one of the operations has the field', [[other], [other], [search]]],
    ['another answer has the field', [[other], [other], [other, search]]],
    ['one of them has another name', [[other], [other], [{ ...other, TotalResults: undefined, Count: 1 }]]],
    ['one of them has no name left', [[other], [other], [{ ...other, TotalResults: 'many' }]]],
    ['two names are left in one', [[other], [other], [{ ...other, Count: 1 }]]],
  ])('takes no name for that of the field where %s', (_, answers) => {
    const clean = answers.map(list => list.map(json => JSON.parse(JSON.stringify(json))));
    const found = states(...clean).filter(({ called }) => called !== undefined);
    expect(found).toEqual([]);
  });

  it('shows values by their form alone', () => {
    const { fields } = compared({ ...airport, countryCode: 'ana@example.com', latitude: 'secret' });
    const text = JSON.stringify(fields);
    expect(text).toContain('text like \\"aaa@aaaaaaa.aaa\\"');
    expect(text).not.toMatch(/ana@|secret|Galeão/);
  });

  it('says of a list where an object belongs, and of an object where a list belongs, just that', () => {
    expect(summaryOf(compareAnswers(airportDetail, [[]]).fields)).toEqual([' other-type']);
    const { fields } = compareAnswers(operations.autocomplete, [{ items: [] }]);
    expect(summaryOf(fields)).toEqual([' other-type']);
  });

  it('proposes no change for the answer of a tool, which a profile cannot translate', () => {
    const answer = { Content: [{ type: 'text', text: 'no hotel' }] };
    const { fields, proposals } = compareAnswers(toolAnswer('tools/find'), [answer]);
    expect(summaryOf(fields)).toEqual(['content missing', 'Content extra']);
    expect(proposals).toEqual([]);
  });

  it('is milder with words and prices that the specification leaves open', () => {
    const json = {
      Booking: { bookingStatus: 'Waiting', TotalSellingPrice: 7, BookingId: true },
      Errors: [{}],
    };
    const { fields } = compareAnswers(getBookingDetail, [json]);
    const weights = fields.flatMap(({ field, weight }) => (weight ? [`${field} ${weight}`] : []));
    expect(weights).toEqual([
      'Booking.BookingId drift',
      'Booking.bookingStatus learned',
      'Booking.TotalSellingPrice learned',
    ]);
  });
});

describe('a learned profile', () => {
  const hotel = { Name: 'Sol', Address: 'Rua A', Category: '4', Latitude: 1, Longitude: 2, Rooms: [] };

  it('has what requests hand back for all operations, and the rest where it was seen', () => {
    const { Name: title, ...rest } = hotel;
    const answer = { ...search, Hotels: [{ ...rest, hotelCode: 7, NAME: title }] };
    expect(learnFrom({ 'hotel.search': [answer] }).profile).toEqual({
      name: 'x',
      fields: { HotelId: 'hotelCode' },
      operations: { 'hotel.search': { answer: { 'Hotels.Name': 'NAME' } } },
    });
  });

  const { Token, ...tokenless } = search;

  it('keeps what was given, and renames only there what elsewhere has its own name', () => {
    const given = { name: 'x', operations: { 'car.search': { path: '/v2/cars' } } };
    const answers = { 'car.search': [{ ...tokenless, sessionToken: Token }], 'tour.search': [search] };
    expect(learnFrom(answers, given).profile).toEqual({
      name: 'x',
      operations: { 'car.search': { path: '/v2/cars', answer: { '.Token': 'sessionToken' } } },
    });
  });

  it.each([
    ['for all', { fields: { iataCode: 'code', city: 'town' } }],
    ['to another place', { fields: { iataCode: 'place.code', city: 'town' } }],
    [
      'for the operation',
      { fields: { city: 'town' }, operations: { airportDetail: { answer: { '.iataCode': 'code' } } } },
    ],
    [
      'by its bare name',
      { fields: { city: 'town' }, operations: { airportDetail: { answer: { iataCode: 'code' } } } },
    ],
  ])('drops a line %s that renames a field which has the name of the contract', (_, lines) => {
    const { city: town, ...rest } = airport;
    const { compared: all, profile } = learnFrom(
      { airportDetail: [{ ...rest, town }] },
      { name: 'x', ...lines },
    );
    const wrong = all.flatMap(({ fields }) => fields).filter(({ weight }) => weight !== undefined);
    expect(wrong).toMatchObject([
      {
        field: 'iataCode',
        weight: 'learned',
        because: 'the name in the contract is right; the given profile says "code"',
      },
    ]);
    expect(profile.fields).toEqual({ city: 'town' });
    expect(JSON.stringify(profile)).not.toContain('iataCode');
  });

  it('keeps a line that is wrong in one operation alone, and has its own for that', () => {
    const given = { name: 'x', fields: { Token: 'key' } };
    const answers = { 'car.search': [search], 'tour.search': [{ ...tokenless, key: Token }] };
    expect(learnFrom(answers, given).profile).toEqual({
      ...given,
      operations: { 'car.search': { answer: { '.Token': 'Token' } } },
    });
  });

  it('leaves out a name that a profile cannot contain, with a warning', () => {
    const { timeZone, ...rest } = airport;
    const { profile, names } = learnFrom({ airportDetail: [{ ...rest, 'time[zone]': timeZone }] });
    expect(profile).toEqual({ name: 'x' });
    expect(names).toMatchObject([{ name: 'timeZone', change: { to: 'time[zone]' }, written: false }]);
  });
});
