import { describe, expect, it } from 'vitest';
import { createClient } from '#client';
import { createWorld, hotelRequest } from './flow/world.ts';

const access = { baseUrl: 'http://supplier.test', credential: { Username: 'demo', Password: 'demo' } };

describe('createClient', () => {
  it.each<[string, object, string]>([
    [
      'an unknown option',
      { ...access, clok: 1 },
      'createClient: unknown option "clok"; did you mean "clock"?',
    ],
    [
      'an unknown policy',
      { ...access, policies: { timeouts: {} } },
      'createClient: policies: unknown option "timeouts"; did you mean "timeOuts"?',
    ],
    [
      'a credential in other words',
      { ...access, credential: { username: 'demo', Password: 'demo' } },
      'createClient: credential: unknown option "username"; did you mean "Username"?',
    ],
    [
      'no credential',
      { baseUrl: access.baseUrl },
      'createClient: credential: expected an object, got undefined',
    ],
    [
      'no address',
      { credential: access.credential },
      'createClient: baseUrl: expected an address, got undefined',
    ],
    [
      'half a credential',
      { ...access, credential: { Username: 'demo' } },
      'createClient: credential: Password: expected a string, got undefined',
    ],
    ['a fetch by number', { ...access, fetch: 5 }, 'createClient: fetch: expected a function, got 5'],
    [
      'a ledger without methods',
      { ...access, ledger: {} },
      'createClient: ledger: expected an object with claim(), got [object Object]',
    ],
    [
      'a clock without methods',
      { ...access, clock: { now: Date.now } },
      'createClient: clock: expected an object with sleep(), got [object Object]',
    ],
    [
      'an unknown time-out',
      { ...access, policies: { timeOuts: { serch: 1 } } },
      'createClient: policies: timeOuts: unknown option "serch"; did you mean "search"?',
    ],
    [
      'a rate by number',
      { ...access, policies: { rate: 5 } },
      'createClient: policies: rate: expected an object, got number',
    ],
  ])('refuses %s by a TypeError', (_, options, message) => {
    expect(() => createClient(options as never)).toThrow(new TypeError(message));
  });

  it('shows no secret that it refuses', () => {
    const options = { ...access, credential: 'demo:s3cret' } as never;
    expect(() => createClient(options)).toThrow(/credential: expected an object, got string$/);
  });
});

describe('book', () => {
  const { criteria } = hotelRequest;
  it.each<[string, unknown, string]>([
    ['no request', undefined, 'book: expected an object, got undefined'],
    [
      'an unknown product',
      { ...hotelRequest, product: 'hotell' },
      'book: unknown product "hotell"; did you mean "hotel"?',
    ],
    [
      'an unknown option',
      { ...hotelRequest, referense: 'my-trip-1' },
      'book: unknown option "referense"; did you mean "reference"?',
    ],
    [
      'no criteria',
      { ...hotelRequest, criteria: undefined },
      'book: criteria: expected object, got undefined',
    ],
    [
      'an unknown field in the criteria',
      { ...hotelRequest, criteria: { ...criteria, Nationalty: 'BR' } },
      'book: criteria: unknown field "Nationalty"; did you mean "Nationality"?',
    ],
    [
      'an unknown field deep in the criteria',
      { ...hotelRequest, criteria: { ...criteria, SearchRooms: [{ NumAdults: 2, ChildAge: [7] }] } },
      'book: criteria.SearchRooms.0: unknown field "ChildAge"; did you mean "ChildAges"?',
    ],
    [
      'a value of another type',
      { ...hotelRequest, criteria: { ...criteria, SearchRooms: [{ NumAdults: '2' }] } },
      'book: criteria.SearchRooms.0.NumAdults: expected number, got "2"',
    ],
    ['no guests', { ...hotelRequest, guests: undefined }, 'book: guests: expected a list, got undefined'],
    [
      'a payment by name',
      { ...hotelRequest, payment: 'visa' },
      'book: payment: expected an object, got "visa"',
    ],
    [
      'an unknown field in the payment',
      { ...hotelRequest, payment: { CreditCrad: {} } },
      'book: payment: unknown field "CreditCrad"; did you mean "CreditCard"?',
    ],
    ['a reference by number', { ...hotelRequest, reference: 5 }, 'book: reference: expected a string, got 5'],
    ['a choice by number', { ...hotelRequest, choose: 1 }, 'book: choose: expected a function, got 1'],
  ])('ends as an error that names %s, and sends nothing', async (_, request, message) => {
    const world = createWorld();
    const outcome = await world.client.book(request as never, () => true);
    expect(outcome).toEqual({ outcome: 'error', error: new TypeError(message) });
    expect(world.calls()).toBe('');
  });

  it('ends as an error when there is no consent function', async () => {
    const outcome = await createWorld().client.book(hotelRequest, true as never);
    const error = new TypeError('book: consent: expected a function, got true');
    expect(outcome).toEqual({ outcome: 'error', error });
  });

  it.each<[unknown, string]>([
    ['yes', '"yes"'],
    [undefined, 'undefined'],
    [Promise.resolve(1), '1'],
    [{ agreed: false }, '[object Object]'],
  ])('books nothing when the consent function returns %o', async (returned, shown) => {
    const world = createWorld();
    const outcome = await world.client.book(hotelRequest, () => returned as never);
    const error = new TypeError(
      `consent: must return true, false, or a promise of true or false, got ${shown}`,
    );
    expect(outcome).toEqual({ outcome: 'error', error });
    expect(world.calls()).toBe('search, conditions');
  });
});

describe('the other calls', () => {
  const outcomeOf = async (message: string, outcome: Promise<unknown>) =>
    expect(await outcome).toMatchObject({ outcome: 'error', error: new TypeError(message) });

  it('ends as an error when choose returns no offer', () =>
    outcomeOf(
      'book: choose: must return one of the offers, or undefined, got "x"',
      createWorld().client.book({ ...hotelRequest, choose: () => 'x' } as never, () => true),
    ));

  it.each<[unknown, string]>([
    [undefined, 'cancel: expected an object, got undefined'],
    [{ bookingid: '5' }, 'cancel: unknown option "bookingid"; did you mean "bookingId"?'],
    [{ bookingId: 5 }, 'cancel: bookingId: expected a string, got 5'],
    [
      { bookingId: '5', service: { product: 'hotle', id: '5-1' } },
      'cancel: service: unknown product "hotle"; did you mean "hotel"?',
    ],
    [{ service: { product: 'hotle' } }, 'cancel: bookingId: expected a string, got undefined'],
  ])('cancel(%j) ends as an error and sends nothing', async (request, message) => {
    const world = createWorld();
    await outcomeOf(message, world.client.cancel(request as never));
    expect(world.calls()).toBe('');
  });

  it.each<[unknown, string]>([
    [undefined, 'pay: expected an object, got undefined'],
    [{ bookingId: 5 }, 'pay: bookingId: expected a string, got 5'],
    [{ bookingId: '5' }, 'pay: payment: expected an object, got undefined'],
    [
      { bookingId: '5', payment: { ContractingParty: 4111111111111111 } },
      'pay: payment.ContractingParty: expected object, got number',
    ],
  ])('pay(%j) ends as an error, and shows no value of a card', async (request, message) => {
    const { client } = createWorld();
    await outcomeOf(message, client.pay(request as never));
  });

  it('call rejects an unknown operation', async () => {
    const { client } = createWorld();
    const message = 'call: unknown operation "hotel.serch"; did you mean "hotel.search"?';
    await expect(client.call('hotel.serch' as never, {} as never)).rejects.toThrow(new TypeError(message));
  });
});
