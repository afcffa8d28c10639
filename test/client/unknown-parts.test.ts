import { describe, expect, it } from 'vitest';
import type { BookingRequest } from '#client';
import { type OperationId, operationIds, operations } from '#contracts';
import { isObject } from '#contracts/util';
import { testCriteria } from '../mock-server/hotel-client.ts';
import { carCriteria, tourCriteria, transferCriteria, twoAdults } from '../mock-server/trip-client.ts';
import { createWorld, payment } from './flow/world.ts';
import { stage } from './stage.ts';

type Change = (body: unknown) => unknown;

function everywhere(value: unknown, change: (object: object) => object): unknown {
  if (Array.isArray(value)) return value.map(entry => everywhere(entry, change));
  if (!isObject(value)) return value;
  const inside = Object.entries(value).map(([name, entry]) => [name, everywhere(entry, change)]);
  return change(Object.fromEntries(inside));
}

/** Creates a client of a supplier whose good answers are changed. `came` keeps the changed ones. */
function changing(change: Change) {
  const came = new Map<string, unknown>();
  const { client } = createWorld([], {
    supplier: { options: { rateLimit: false } },
    client: { staticToken: 'demo-static-token', managerId: 1 },
    change: async (url, answer) => {
      if (answer.status !== 200) return answer;
      const body = change(await answer.json());
      came.set(new URL(url).pathname, body);
      return Response.json(body);
    },
  });
  return { client, came };
}

/** Changes the RestrictionType of every room. */
const restricted = (RestrictionType: unknown, more: object = {}) =>
  changing(body =>
    everywhere(body, object =>
      'RestrictionType' in object ? { ...object, RestrictionType, ...more } : object,
    ),
  );

const search = { Criteria: testCriteria };
const wanted = { guests: twoAdults, payment };
const requests: readonly BookingRequest[] = [
  { ...wanted, product: 'hotel', criteria: testCriteria },
  { ...wanted, product: 'car', criteria: carCriteria },
  { ...wanted, product: 'transfer', criteria: transferCriteria },
  { ...wanted, product: 'tour', criteria: tourCriteria },
];

it('ep.unspecified: an unknown field in any place of an answer breaks no booking, and is kept', async () => {
  const { client, came } = changing(body => everywhere(body, object => ({ ...object, x_more: { y: [1] } })));
  for (const request of requests) {
    expect(await client.book(request, () => true)).toMatchObject({ outcome: 'confirmed' });
  }
  const { answer } = await client.call('hotel.search', search);
  expect(answer).toEqual(came.get(operations['hotel.search'].path));
  const list = await client.call('getBookingList', {});
  expect(list.answer).toEqual(came.get(operations.getBookingList.path));
  expect(JSON.stringify(list.answer)).toContain('x_more');
  expect(await client.airport('GIG')).toMatchObject({ iataCode: 'GIG', x_more: { y: [1] } });
  expect(await client.hotel(1003001)).toMatchObject({ x_more: { y: [1] } });
  const { answer: places } = await client.call('autocomplete', { term: 'rio' });
  expect(places[0]).toMatchObject({ x_more: { y: [1] } });
});

describe('an unknown word', () => {
  it('ep.unspecified: for which the contract has a list is kept, with all fields around it', async () => {
    const { client, came } = restricted('Perhaps', { x: 1 });
    const { answer } = await client.call('hotel.search', search);
    expect(answer).toEqual(came.get(operations['hotel.search'].path));
    expect(answer.Hotels[0]?.Rooms[0]).toMatchObject({ RestrictionType: 'Perhaps', x: 1 });
  });

  it('status.values: in bookingStatus is kept as it came', async () => {
    const json = {
      BookingId: '1',
      bookingStatus: 'Hibernating',
      Status: 'HIBERNANDO',
      TimeSpan: '2026-11-20 10:00:00',
      Errors: [{ Code: 'Snow', Message: 'too much of it' }],
    };
    const { client } = stage([{ json }]);
    expect((await client.call('cancelBooking', { BookingId: '1' })).answer).toEqual(json);
  });

  it.each([[undefined], [null], [7], [{}], [['CanBook']]])(
    'is an error when the field holds %j instead of a word',
    async instead => {
      await expect(restricted(instead).client.call('hotel.search', search)).rejects.toMatchObject({
        name: 'UnreadableAnswerError',
        message: expect.stringContaining('Hotels.0.Rooms.0.RestrictionType'),
      });
    },
  );

  it('beside a missing field does not hide it', async () => {
    const { fails } = stage([
      { json: { BookingId: '1', bookingStatus: 'Hibernating', Status: 'x', Errors: [] } },
    ]);
    const error = await fails('cancelBooking');
    expect(String(error)).toContain('JSON that does not match the contract (TimeSpan: ');
    expect(String(error)).not.toContain('bookingStatus');
  });
});

describe('a missing field', () => {
  const required: Partial<Record<OperationId, string>> = {
    'hotel.search': 'Token',
    'hotel.getBookingConditions': 'TimeSpan',
    'hotel.doBooking': 'bookingStatus',
    payBooking: 'PaymentStatus',
    getBookingList: 'Bookings',
    airportDetail: 'iataCode',
  };

  it.each(Object.entries(required))('of %s is an error that names it: %s', async (id, field) => {
    const empty = { json: {} };
    const error = await stage([empty]).fails(id as OperationId); // a key of the table
    expect(error).toMatchObject({ name: 'UnreadableAnswerError', operation: id, status: 200 });
    expect(String(error)).toMatch(new RegExp(`[(;] ?${field}: `));
  });

  it.each(operationIds)('of %s does not matter when the answer is not an object', async id => {
    for (const json of ['text', 5, null])
      expect(await stage([{ json }]).fails(id)).toMatchObject({ name: 'UnreadableAnswerError' });
  });

  it('is one of at most five that are named', async () => {
    const error = await restricted(1)
      .client.call('hotel.search', search)
      .catch(caught => caught);
    expect(error.message.match(/RestrictionType: /g)).toHaveLength(5);
  });
});
