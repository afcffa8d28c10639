import { describe, expect, it } from 'vitest';
import type { Warning } from '#contracts/exchange';
import { judge } from '#scenarios/judge';
import { contractingParty, testCriteria } from '../hotel-client.ts';
import { carCriteria, startTrips } from '../trip-client.ts';
import { lastEntry } from './exchange-of.ts';

const { supplier, client } = startTrips();
const { DestinationId: _, ...withoutPlace } = testCriteria;
const warnings = (): Warning[] => lastEntry(supplier).facts.warnings ?? [];
const fields = () => warnings().map(({ field }) => field);
const searchHotels = (change: object) =>
  client.call('hotel.search', { Criteria: { ...withoutPlace, ...change } });
const idsFound = async (change: object) =>
  (await searchHotels(change)).body.Hotels.map(({ HotelId }) => HotelId);
const warning = (kind: string, message: string) => ({ kind, field: 'Criteria.HotelsIds', message });
const isRead = 'is read as "HotelIds"; public clients of this family send this name';

describe('a field with the name that public clients send', () => {
  const beside = [{}, { DestinationId: '1001' }];
  it.each(beside)('selects the hotels by HotelsIds beside %j, with a warning', async change => {
    const HotelsIds = [1001002, 1001004];
    const exact = await searchHotels({ ...change, HotelIds: HotelsIds });
    expect((await searchHotels({ ...change, HotelsIds })).body.Hotels).toEqual(exact.body.Hotels);
    expect(warnings()).toEqual([warning('lenient', isRead)]);
    expect(lastEntry(supplier).bodies?.request).toMatchObject({ Criteria: { HotelIds: HotelsIds } });
  });

  it('is also found one level deeper, and its value is converted like any other', async () => {
    const Filters = { SelectedHotelsIds: '1001002', CheapestRoomOnly: true };
    expect(await idsFound({ Filters })).toEqual([1001002]);
    const names = ['Filters.SelectedHotelsIds', 'HotelIds', 'HotelIds[0]'];
    expect(fields()).toEqual(names.map(name => `Criteria.${name}`));
    const { request } = lastEntry(supplier).bodies ?? {};
    expect(request).toMatchObject({ Criteria: { Filters: { CheapestRoomOnly: true } } });
  });

  it('is not used when the request also contains the name of the contract', async () => {
    expect(await idsFound({ HotelsIds: [1001004], HotelIds: [1001002] })).toEqual([1001002]);
    const both = 'is another name of "HotelIds"; the request contains both, and the server read "HotelIds"';
    expect(warnings()).toEqual([warning('ignored', both)]);
  });

  it('counts as missing when it is an empty list', async () => {
    expect((await searchHotels({ DestinationId: '1001', HotelsIds: [] })).status).toBe(200);
    const message = 'is an empty list; the server read the field as missing';
    expect(warnings()).toEqual([warning('lenient', message)]);
    const { text } = await searchHotels({ HotelsIds: [] });
    expect(text).toContain('missing: send \\"DestinationId\\" or \\"HotelIds\\"');
  });

  it('err.400: is refused with the name of the contract when its value is wrong', async () => {
    const { text } = await searchHotels({ HotelsIds: ['north', 'south'] });
    expect(text).toContain('Criteria.HotelIds[0]: expected a hotel id, a whole number, got \\"north\\"');
  });

  it('gives the judge a warning that does no harm, and no other finding', async () => {
    await searchHotels({ HotelsIds: [1001002] });
    const { verdicts } = judge([lastEntry(supplier).facts]);
    const found = verdicts.flatMap(({ rule, findings }) =>
      findings.map(({ warn, harmless }) => ({ rule, warn, deviation: harmless?.deviation })),
    );
    expect(found).toEqual([{ rule: 'request-matches-contract', warn: true, deviation: isRead }]);
  });

  it.each([{}, { PhoneDDD: null }])('completes the payer as PhoneNumberDDD, beside %j', async change => {
    const { PhoneDDD, ...party } = contractingParty;
    const ContractingParty = { ...party, ...change, PhoneNumberDDD: PhoneDDD };
    const body = { BookingId: '1', PaymentConditionId: '1', PaymentRequestCC1: { ContractingParty } };
    expect((await client.call('payBooking', body)).text).not.toContain('PhoneDDD');
    expect(fields()).toEqual(['PaymentRequestCC1.ContractingParty.PhoneNumberDDD']);
  });

  it('filters the list of bookings as IninalBookingDate', async () => {
    await client.book();
    const SearchBookingCriteria = { IninalBookingDate: '2026-11-21' };
    expect((await client.call('getBookingList', { SearchBookingCriteria })).body.Bookings).toEqual([]);
    expect(lastEntry(supplier).facts.request.filter).toEqual({ dates: { InitialBookingDate: '2026-11-21' } });
  });
});

describe('an enum word that public clients send', () => {
  const pickup = (LocationType: string, LocationCode: string) => ({
    ...carCriteria,
    Pickup: { ...carCriteria.Pickup, LocationType, LocationCode },
  });

  it.each([
    ['City_Location', '1001', 'Destination'],
    ['city_location', '1001', 'Destination'],
    ['CarRental', '1001', 'Destination'],
    ['Accommodation', '1001001', 'Hotel'],
    ['Accomodation', '1001001', 'Hotel'],
  ])('%s with the code %s is read as %s, with a warning', async (type, code, word) => {
    const exact = await client.find('car', pickup(word, code));
    expect((await client.find('car', pickup(type, code))).offers).toEqual(exact.offers);
    const message = expect.stringMatching(new RegExp(`^"${type}" is read as "${word}"; public clients`, 'i'));
    expect(warnings()).toEqual([{ kind: 'lenient', field: 'Criteria.Pickup.LocationType', message }]);
  });

  it.each(['Station', 'City', '', 'toString'])('err.400: as %j is refused, with the words', async word => {
    const { text } = await client.call('car.search', { Criteria: pickup(word, 'GIG') });
    const message = `expected one of Destination, Hotel, PointOfInterest, Airport, got \\"${word}\\"`;
    expect(text).toContain(`Criteria.Pickup.LocationType: ${message}`);
  });
});
