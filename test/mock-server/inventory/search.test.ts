import { describe, expect, it } from 'vitest';
import { testCriteria } from '../hotel-client.ts';
import {
  carCriteria,
  type FlatProduct,
  flatProducts,
  isEasy,
  type Offer,
  selectionOf,
  startTrips,
} from '../trip-client.ts';

const { client } = startTrips();
const idOf = (offer: Offer) => Object.values(selectionOf(offer))[0];

describe.each(flatProducts)('a Search of %s', product => {
  it('svc.6: has offers of every kind, of three suppliers, the first of which can be booked and paid later', async () => {
    const { offers } = await client.find(product);
    expect(offers.length).toBeGreaterThanOrEqual(20);
    expect(offers[0] && isEasy(offers[0])).toBe(true);
    const kinds = new Set(
      offers.map(offer => `${offer.RestrictionType} ${offer.IsPrePayment} ${offer.CanPayLater}`),
    );
    expect([...kinds].sort()).toEqual([
      'CanBook false false',
      'CanBook false true',
      'CanBook true true',
      'OnRequest false true',
    ]);
    expect(new Set(offers.map(offer => offer.SupplierName)).size).toBe(3);
    const taxes = offers.flatMap(offer => offer.PropertyTaxes ?? []);
    expect(new Set(taxes.map(tax => tax.Currency))).toEqual(new Set(['BRL', 'USD']));
    expect(offers.some(offer => offer.MoreInformation && !offer.PropertyTaxes)).toBe(true);
  });

  it('gives every offer its own id, which is the same in every equal Search and in every sandbox with its seed', async () => {
    const [first, again] = [await client.find(product), await client.find(product)];
    const other = await startTrips().client.find(product);
    expect(new Set(first.offers.map(idOf)).size).toBe(first.offers.length);
    expect(again.offers).toEqual(first.offers);
    expect(other.offers).toEqual(first.offers);
    expect(again.Token).not.toBe(first.Token);
  });

  it('has other prices with another seed, and nothing else', async () => {
    const prices = (offers: Offer[]) => offers.map(offer => offer.TotalSellingPrice.Value);
    const { offers } = await client.find(product);
    const other = await startTrips({ seed: 'another' }).client.find(product);
    expect(other.offers.map(idOf)).toEqual(offers.map(idOf));
    expect(prices(other.offers)).not.toEqual(prices(offers));
  });

  it('sells in the requested currency, BRL by default', async () => {
    const currencies = async (Currency?: string) => {
      const { offers } = await client.find(product, { Currency });
      return new Set(
        offers.flatMap(offer =>
          [offer.TotalSellingPrice, ...offer.CancellationPolicies].map(price => price.Currency),
        ),
      );
    };
    expect([...(await currencies())]).toEqual(['BRL']);
    expect([...(await currencies('EUR'))]).toEqual(['EUR']);
  });

  it('field.total-selling-price, field.cancellation-policies: shows every offer as its conditions do', async () => {
    const { offers, ...found } = await client.find(product);
    for (const offer of offers.slice(0, 12)) {
      const fresh = await client.find(product);
      const conditions = await client.validate(product, { ...found, Token: fresh.Token, offers }, offer);
      for (const name of shown) expect(Reflect.get(conditions, name), name).toEqual(Reflect.get(offer, name));
      expect(conditions.CancelPolicies).toEqual(offer.CancellationPolicies);
      expect(conditions.PricingInfo?.Total).toEqual(offer.TotalSellingPrice);
    }
  });
});

/** The fields of an offer that its conditions repeat. */
const shown = [
  'TotalSellingPrice',
  'CancellationPolicies',
  'RestrictionType',
  'IsPrePayment',
  'CanPayLater',
  'PropertyTaxes',
  'MoreInformation',
  'SupplierName',
];

const factsOf = async (product: FlatProduct, change: object) => {
  const { client, journal } = startTrips();
  await client.find(product, change);
  return journal.read({ limit: 1 })[0]?.facts;
};

it('the facts of a Search state the place, the time and the guests', async () => {
  const days = { destination: 'GIG', start: '2026-12-10', end: '2026-12-12' };
  expect((await factsOf('car', {}))?.request).toMatchObject(days);
  const back = { ServiceDateBack: '2026-12-12', ChildrenAges: [7] };
  const rooms = [{ adults: 2, ages: [7] }];
  expect((await factsOf('transfer', back))?.request).toMatchObject({ ...days, rooms });
  const byAge = { NumberOfAdults: undefined, AdultAges: [34, 35], ChildAges: [3] };
  const facts = await factsOf('tour', byAge);
  expect(facts?.request).toMatchObject({ destination: '1001', rooms: [{ adults: 2, ages: [3] }] });
  expect(facts?.answer).toMatchObject({ token: expect.stringMatching(/^S/), found: 40 });
});

// These tests check the fields and values that public clients of this family of APIs read and send beside the main ones.

const rentalFrom = (place: object) => ({
  Pickup: { ...carCriteria.Pickup, ...place },
  Dropoff: { ...carCriteria.Dropoff, ...place },
});

it('an airport by the number of its destination is the airport of this destination in a car Search', async () => {
  const offerAt = async (LocationCode: string) =>
    (await client.find('car', rentalFrom({ LocationType: 'Airport', LocationCode }))).offers[0];
  const [byNumber, byCode] = [await offerAt('1001'), await offerAt('GIG')];
  expect(Object(byNumber).PickUpLocationDetail.Address).toBe(Object(byCode).PickUpLocationDetail.Address);
  expect(byNumber?.TotalSellingPrice).toEqual(byCode?.TotalSellingPrice);
});

it('HotelIds beside DestinationId returns only the listed hotels in the destination', async () => {
  const HotelIds = [1_003_002, 1_004_001, 1_003_005];
  const search = async (DestinationId?: string) =>
    (await client.search({ ...testCriteria, DestinationId, HotelIds })).Hotels.map(({ HotelId }) => HotelId);
  expect(await search('1003')).toEqual([1_003_002, 1_003_005]);
  expect(await search()).toEqual(HotelIds);
  expect(await search('1004')).toEqual([1_004_001]);
  expect(await search('1005')).toEqual([]);
});

describe('a booked service', () => {
  it('names the hotel, its city and the nights of a stay', async () => {
    const conditions = await client.conditions(await client.search());
    const booked = await client.book(conditions);
    const { HotelId } = conditions.choice;
    const { body: hotel } = await client.call('hotelDetail', { hotelId: HotelId });
    const shown = { HotelId, HotelName: hotel.name, CityName: 'Rio de Janeiro', NumberOfNights: 2 };
    expect(booked.Services[0]).toMatchObject(shown);
    const service = (await client.detail(booked.BookingId)).Booking?.Services[0];
    expect(service).toMatchObject(shown);
    expect(service).not.toHaveProperty('BookingDescription');
  });

  it.each([
    ['car', 'CarModel'],
    ['transfer', 'TransferName'],
    ['tour', 'TourName'],
  ] as const)('describes a %s by its name in the Search, and names its city', async (product, field) => {
    const [offer] = (await client.find(product)).offers;
    const { BookingId } = await client.bookService(product);
    const { Booking } = await client.detail(BookingId);
    const BookingDescription = Object(offer)[field];
    expect(Booking?.Services[0]).toMatchObject({ BookingDescription, CityName: 'Rio de Janeiro' });
    expect(Booking?.Services[0]).not.toHaveProperty('HotelName');
  });
});
