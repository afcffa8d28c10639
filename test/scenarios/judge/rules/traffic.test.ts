import { describe, expect, it } from 'vitest';
import { readTraffic } from '#scenarios/judge/traffic/traffic';
import { booked, type Say, type Shown, type TrafficBuilder, toBooking, traffic, wire } from './build.ts';

const read = (builder: TrafficBuilder) => readTraffic(builder.facts);
/** An answer that a fault changed. */
const by = (kind: 'delay' | 'body'): Say => ({ facts: { faults: [{ id: 'f', kind }] } });

describe('what a client has read', () => {
  it.each<[string, Say]>([
    ['an answer without a recorded body', { facts: { unrecorded: { answer: 'lost' } } }],
    ['an answer that a fault held up for five seconds', { took: 5_000, ...by('delay') }],
    ['an odd body', by('body')],
  ])('is doubtful in %s', (_, say) => {
    expect(read(traffic().search(say)).calls[0]?.reading).toBe('doubtful');
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
    const builder = booked(wire.pending)
      .look({ after: 'PT10M' })
      .cancel({ shows: wire.cancelling })
      .look({ shows: wire.cancelled });
    expect(statuses(builder)).toEqual([['B1', 'pending', 'confirmed', 'pending-cancellation', 'cancelled']]);
  });

  it('shows the status of the service that DoBooking booked, and that of the whole trip in a look-up', () => {
    const service = ([bookingStatus, label]: Shown) => ({
      answer: { services: [{ id: 'B1-1', bookingStatus, label }] },
    });
    const builder = toBooking(service(wire.rejected)).look({
      ...service(wire.confirmed),
      shows: wire.pending,
    });
    expect(read(builder).trips[0]?.seen.map(({ view }) => view.shown)).toEqual(['rejected', 'pending']);
  });

  it('takes PENDING for a booking on request that waits', () => {
    const builder = toBooking({ shows: wire.onRequest }).look({ shows: wire.inProgress });
    expect(statuses(builder)).toEqual([['B1', 'on-request', 'pending']]);
  });

  /** A lost DoBooking, and a list that shows its reference. */
  const listed = () =>
    toBooking({ lost: 'reset' }).list({
      answer: { listed: [{ id: 'B1', bookingStatus: 'PENDING', label: 'EM PROGRESSO', reference: 'ref-1' }] },
    });

  it('begins with the lost DoBooking of a booking that the client found in a list', () => {
    expect(statuses(listed().look({ shows: wire.pending }))).toEqual([['B1', undefined, 'pending']]);
    expect(statuses(listed().pay())).toEqual([['B1', undefined, 'confirmed']]);
  });

  it('does not have the lost DoBooking if the listed booking is of other guests', () => {
    expect(statuses(listed().look({ answer: { guests: ['Otto Kern'] } }))).toEqual([]);
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

  it('is not found for a DoBooking, unless it was refused with 429', () => {
    expect(chains(toBooking({ status: 500 }).book())).toEqual([]);
    const again = { request: { reference: 'r' }, facts: { idempotencyKey: 'k' } };
    expect(chains(toBooking({ status: 429, ...again }).book(again))).toEqual([[3, 4]]);
  });

  it('is found for each of two look-ups that failed, also when the other one has been answered', () => {
    const find = (reference: string, status: number) => ({ status, request: { reference } });
    const failed = toBooking().find(find('a', 500)).find(find('b', 500));
    expect(chains(failed.find(find('a', 200)).find(find('b', 200)))).toEqual([
      [4, 6],
      [5, 7],
    ]);
  });
});
