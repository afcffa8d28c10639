import { describe, expect, it } from 'vitest';
import { createClient, createRate } from '#client';
import { createWorld, hotelRequest } from './flow/world.ts';

const access = { baseUrl: 'http://supplier.test', credential: { Username: 'demo', Password: 'demo' } };
const typeError = (message: string) => expect.objectContaining({ name: 'TypeError', message });

it.each<[string, object]>([
  ['unknown field "clok"; did you mean "clock"?', { clok: 1 }],
  ['policies: unknown field "timeouts"; did you mean "timeOuts"?', { policies: { timeouts: {} } }],
  ['policies.timeOuts: unknown field "serch"; did you', { policies: { timeOuts: { serch: 1 } } }],
  ['policies.rate: expected an object, got number', { policies: { rate: 5 } }],
  ['credential: unknown field "username"; did you mean', { credential: { username: 'a', Password: 'b' } }],
  ['credential: expected an object, got undefined', { credential: undefined }],
  ['credential: expected an object, got string', { credential: 'demo:s3cret' }],
  ['credential.Password: expected a string, got undefined', { credential: { Username: 'demo' } }],
  ['credential.Password: expected a string, got number', { credential: { Username: 'a', Password: 90210 } }],
  ['mcpToken: expected a string, got number', { mcpToken: 90210 }],
  ['baseUrl: expected an address such as https://', { baseUrl: undefined }],
  ...['baseUrl', 'commonsUrl', 'mcpUrl'].flatMap(name =>
    [
      'supplier',
      'localhost:4010',
      'ftp://supplier.test',
      '',
      ' http://supplier.test',
      'http:supplier',
      'http://supplier.test/?a=1',
      'http://supplier.test#a',
    ].map((url): [string, object] => [
      `${name}: expected an address such as https://supplier.example.com, got "${url}"`,
      { [name]: url },
    ]),
  ),
  ['baseUrl: expected an address such as', { baseUrl: 'http://demo:s3cret@supplier.test' }],
  ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31].flatMap((value): [string, object][] => {
    const policies = {
      timeOuts: { search: value, booking: value, other: value },
      breaker: { failures: value },
      rate: { calls: value, windowMs: value },
    };
    return Object.entries(policies).flatMap(([policy, given]) =>
      Object.keys(given).map((name): [string, object] => [
        `policies.${policy}.${name}: expected a whole number from 1 to 2147483647, got ${value}`,
        { policies: { [policy]: { [name]: value } } },
      ]),
    );
  }),
  ...[-1, 0.5, Number.NaN].flatMap((value): [string, object][] => [
    [
      `policies.breaker.restMs: expected a whole number from 0 to 2147483647, got ${value}`,
      { policies: { breaker: { restMs: value } } },
    ],
    [`managerId: expected a whole number from 0 to 9007199254740991, got ${value}`, { managerId: value }],
  ]),
  ['policies.rate.calls: expected a whole number from 1 to', { policies: { rate: { calls: '5' } } }],
  ['fetch: expected a function, got 5', { fetch: 5 }],
  ['ledger.claim: expected a function, got undefined', { ledger: {} }],
  ['clock.sleep: expected a function, got undefined', { clock: { now: Date.now } }],
])('createClient throws a TypeError, and shows no secret: %s', (message, options) => {
  const create = () => createClient({ ...access, ...options } as never);
  expect(create).toThrow(TypeError);
  expect(create).toThrow(`createClient: ${message}`);
  expect(create).not.toThrow('s3cret');
});

it('createClient takes each managerId with which the server creates a sandbox', () => {
  expect(() => createClient({ ...access, managerId: 4_000_000_000 })).not.toThrow();
});

it.each<[string, object]>([
  ['calls: expected a whole number from 1 to 2147483647, got 0', { calls: 0 }],
  ['unknown field "window"; did you mean "windowMs"?', { window: 5 }],
])('createRate throws a TypeError: %s', (message, options) => {
  expect(() => createRate(options)).toThrow(new TypeError(`createRate: ${message}`));
});

describe('book', () => {
  const { criteria } = hotelRequest;
  const rooms = (room: object) => ({ criteria: { ...criteria, SearchRooms: [room] } });

  it.each<[string, object | undefined]>([
    ['expected an object, got undefined', undefined],
    ['product: unknown value "hotell"; did you mean "hotel"?', { product: 'hotell' }],
    ['unknown field "referense"; did you mean "reference"?', { referense: 'my-trip-1' }],
    ['criteria: expected an object, got undefined', { criteria: undefined }],
    [
      'criteria: unknown field "Nationalty"; did you mean "Nationality"?',
      { criteria: { ...criteria, Nationalty: 'BR' } },
    ],
    [
      'criteria.SearchRooms.0: unknown field "ChildAge"; did you mean "ChildAges"?',
      rooms({ NumAdults: 2, ChildAge: [7] }),
    ],
    [
      'criteria.SearchRooms.0.NumAdults: expected a whole number of adults, got "2"',
      rooms({ NumAdults: '2' }),
    ],
    ['guests: expected a list, got undefined', { guests: undefined }],
    ['payment: expected an object, got string', { payment: 'visa' }],
    ['payment: unknown field "CreditCrad"; did you mean "CreditCard"?', { payment: { CreditCrad: {} } }],
    ['reference: expected a string, got 5', { reference: 5 }],
    ['choose: expected a function, got 1', { choose: 1 }],
  ])('ends as an error and sends nothing: %s', async (message, change) => {
    const world = createWorld();
    const outcome = await world.client.book((change && { ...hotelRequest, ...change }) as never, () => true);
    expect(outcome).toEqual({ outcome: 'error', error: typeError(`book: ${message}`) });
    expect(world.calls()).toBe('');
  });

  it('ends as an error without a consent function, or when choose returns no offer', async () => {
    const { client } = createWorld();
    expect(await client.book(hotelRequest, true as never)).toMatchObject({
      error: typeError('book: consent: expected a function, got true'),
    });
    expect(await client.book({ ...hotelRequest, choose: () => 'x' } as never, () => true)).toMatchObject({
      error: typeError('book: choose: must return one of the offers, or undefined, got "x"'),
    });
  });

  it.each<[unknown, string]>([
    ['yes', '"yes"'],
    [undefined, 'undefined'],
    [Promise.resolve(1), '1'],
    [{ agreed: false }, '[object Object]'],
  ])('books nothing when the consent function returns %o', async (returned, shown) => {
    const world = createWorld();
    const outcome = await world.client.book(hotelRequest, () => returned as never);
    const error = typeError(`consent: must return true, false, or a promise of true or false, got ${shown}`);
    expect(outcome).toEqual({ outcome: 'error', error });
    expect(world.calls()).toBe('search, conditions');
  });
});

describe('the other calls', () => {
  it.each<['cancel' | 'pay', string, unknown]>([
    ['cancel', 'expected an object, got undefined', undefined],
    ['cancel', 'unknown field "bookingid"; did you mean "bookingId"?', { bookingid: '5' }],
    ['cancel', 'bookingId: expected a string, got 5', { bookingId: 5 }],
    [
      'cancel',
      'service.product: unknown value "hotle"; did you mean "hotel"?',
      { bookingId: '5', service: { product: 'hotle', id: '5-1' } },
    ],
    ['pay', 'expected an object, got undefined', undefined],
    ['pay', 'bookingId: expected a string, got 5', { bookingId: 5 }],
    ['pay', 'payment: expected an object, got undefined', { bookingId: '5' }],
    [
      'pay',
      'payment.ContractingParty: expected an object, got number',
      { bookingId: '5', payment: { ContractingParty: 4111111111111111 } },
    ],
  ])(
    '%s ends as an error, sends nothing, and shows no value of a card: %s',
    async (verb, message, request) => {
      const world = createWorld();
      const error = typeError(`${verb}: ${message}`);
      expect(await world.client[verb](request as never)).toMatchObject({ outcome: 'error', error });
      expect(world.calls()).toBe('');
    },
  );

  it('call rejects an unknown operation', async () => {
    const message = 'call: unknown operation "hotel.serch"; did you mean "hotel.search"?';
    await expect(createWorld().client.call('hotel.serch' as never, {} as never)).rejects.toThrow(
      new TypeError(message),
    );
  });
});
