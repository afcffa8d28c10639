import { describe, expect, it } from 'vitest';
import { readTraffic } from '#scenarios/judge/traffic/traffic';
import { minute, type TrafficBuilder, toBooking, toConditions, traffic, wire } from './build.ts';

const read = (builder: TrafficBuilder) => readTraffic(builder.facts);
const callAt = (builder: TrafficBuilder, number: number) => read(builder).calls[number - 1];

describe('the lineage of tokens', () => {
  it('leads from a DoBooking by its conditions to its Search', () => {
    const book = callAt(toBooking(), 3);
    expect([book?.issuer?.number, book?.search?.number]).toEqual([2, 1]);
  });

  it('leads by the ReToken where that was sent', () => {
    const book = callAt(toConditions().revalidate('SameRoomsFound').book(), 4);
    expect([book?.issuer?.number, book?.search?.number]).toEqual([3, 1]);
  });

  it('links conditions of the same selection of the same Search', () => {
    const again = callAt(toConditions().revalidate('SameRoomsFound'), 3);
    expect([again?.sameBefore?.number, again?.sameBefore?.sameAfter?.number]).toEqual([2, 3]);
    expect(callAt(toConditions().search().conditions(), 4)?.sameBefore).toBeUndefined();
  });
});

describe('what a client has read', () => {
  it.each([
    ['an answer', traffic().search(), 'clear'],
    ['an error', traffic().search({ status: 503 }), 'clear'],
    ['a connection that was reset', traffic().search({ lost: 'reset' }), 'lost'],
    ['an unreadable answer', traffic().search({ unreadable: true }), 'lost'],
    [
      'an answer without a recorded body',
      traffic().search({ facts: { unrecorded: { answer: 'lost' } } }),
      'doubtful',
    ],
    ['an odd body', traffic().search({ facts: { faults: [{ id: 'f', kind: 'body' }] } }), 'doubtful'],
    [
      'an answer that came late',
      traffic().search({ took: 12_000, facts: { faults: [{ id: 'f', kind: 'delay' }] } }),
      'doubtful',
    ],
    [
      'an error that came late',
      traffic().search({ took: 15_000, status: 503, facts: { faults: [{ id: 'f', kind: 'delay' }] } }),
      'doubtful',
    ],
    ['an airport, of which facts hold nothing', traffic().call('airportDetail'), 'clear'],
  ] as const)('knows how the client received %s', (_, builder, reading) => {
    expect(callAt(builder, 1)?.reading).toBe(reading);
  });

  it('is nothing where it was killed', () => {
    const { facts } = toBooking().book();
    const { calls } = readTraffic(facts, { killedIn: [3] });
    expect(calls.map(({ reading }) => reading)).toEqual(['clear', 'clear', 'lost', 'clear']);
  });
});

describe('a trip', () => {
  const statuses = (builder: TrafficBuilder) =>
    read(builder).trips.map(({ id, events }) => [
      id,
      ...events.map(({ view }) => view && [...view.services.values()].map(({ status }) => status).join(' ')),
    ]);

  it('has what was seen of its services, one after the other', () => {
    const builder = toBooking({ shows: [wire.pending] })
      .look({ after: 10 * minute })
      .cancel({ shows: [wire.cancelling] })
      .look({ shows: [wire.cancelled] });
    expect(statuses(builder)).toEqual([['B1', 'pending', 'confirmed', 'pending-cancellation', 'cancelled']]);
  });

  it('takes PENDING for a booking on request that waits', () => {
    const builder = toBooking({ shows: [wire.onRequest] }).look({ shows: [wire.inProgress] });
    expect(statuses(builder)).toEqual([['B1', 'on-request', 'pending']]);
  });

  it('has the DoBooking whose answer was lost, once a look has found it', () => {
    const builder = toBooking({ lost: 'reset' }).find({ shows: [wire.confirmed] });
    expect(statuses(builder)).toEqual([['B1', undefined, 'confirmed']]);
    expect(callAt(builder, 3)?.trip?.id).toBe('B1');
  });

  it('has nothing of a booking that no call found', () => {
    expect(statuses(toBooking({ lost: 'reset' }).find())).toEqual([]);
  });
});

describe('a stay', () => {
  const sizes = (builder: TrafficBuilder) => read(builder).stays.map(books => books.length);
  const begun = toBooking;

  it('is the same for the same credential, item, units, first day and main guest', () => {
    expect(sizes(begun().conditions().book())).toEqual([2]);
  });

  it('is the same for a main guest in capitals, without accents, or with a space more', () => {
    const as = (mainPax: string) => ({ request: { mainPax } });
    const builder = traffic()
      .book(as('Ana Luísa Silva'))
      .book(as('ANA LUISA SILVA'))
      .book(as(' Ana  Luísa Silva'));
    expect(sizes(builder)).toEqual([3]);
  });

  it.each([
    ['credential', { by: 'other' }],
    ['hotel', { request: { item: '1001002' } }],
    ['room', { request: { units: ['room-2'] } }],
    ['main guest', { request: { mainPax: 'Rui Silva' } }],
  ])('is another one for another %s', (_, say) => {
    expect(sizes(begun().book(say))).toEqual([1, 1]);
  });

  it('is another one for another first day', () => {
    expect(
      sizes(
        begun()
          .search({ request: { start: '2026-12-20' } })
          .conditions()
          .book(),
      ),
    ).toEqual([1, 1]);
  });
});

describe('a repeated call', () => {
  const chains = (builder: TrafficBuilder) =>
    read(builder)
      .retries()
      .chains.map(chain => chain.map(({ number }) => number));

  it('is the same request after it had failed', () => {
    expect(chains(traffic().list({ status: 503 }).list({ after: 250 }).list())).toEqual([[1, 2]]);
  });

  it('is distinguished by its request', () => {
    const builder = traffic()
      .look({ status: 500, request: { bookingId: 'B1' } })
      .look({ status: 500, request: { bookingId: 'B2' } })
      .look({ request: { bookingId: 'B1' } });
    expect(chains(builder)).toEqual([[1, 3], [2]]);
  });

  it('is a call of its own minutes later', () => {
    expect(
      chains(
        traffic()
          .list({ status: 503 })
          .list({ after: 5 * minute, status: 503 }),
      ),
    ).toEqual([[1], [2]]);
  });

  it('is not found for a DoBooking, unless it was refused with 429', () => {
    expect(chains(toBooking({ status: 500 }).book())).toEqual([]);
    const again = { request: { reference: 'r' }, facts: { idempotencyKey: 'k' } };
    expect(chains(toBooking({ status: 429, ...again }).book(again))).toEqual([[3, 4]]);
  });
});
