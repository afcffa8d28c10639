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
    const error = new TypeError(`consent: must return true or false (or a promise of one), got ${shown}`);
    expect(outcome).toEqual({ outcome: 'error', error });
    expect(world.calls()).toBe('search, conditions');
  });
});
