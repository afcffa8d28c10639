import { describe, expect, it } from 'vitest';
import type { MockSupplier } from '#mock-server';
import { createHotelClient, createTestSupplier, testCriteria } from '../hotel-client.ts';
import { outcomeOf, playing } from './header-client.ts';
import { smallCatalogue as catalogue } from './scenarios.ts';

const start = () => createTestSupplier({ catalogue, options: { rateLimit: false } });
const facts = (supplier: MockSupplier) =>
  supplier.sandboxes
    .require('default')
    .journal.read()
    .map(entry => entry.facts);
const criteria = { Criteria: testCriteria };

describe('a call that asks for a scenario', () => {
  it('begins it for what grows from it, and for nothing else', async () => {
    const supplier = start();
    const plain = createHotelClient(supplier.fetch);
    const search = await playing(supplier, 'rejected').search();
    const other = await plain.search({ CheckinDate: '2026-12-11', CheckoutDate: '2026-12-13' });
    const [inPlay, outside] = [await plain.conditions(search), await plain.conditions(other)];
    expect((await plain.book(inPlay)).bookingStatus).toBe('Rejected');
    expect((await plain.book(outside)).bookingStatus).toBe('CONFIRMED');
    expect(facts(supplier).map(({ operation, scenario }) => [operation, scenario])).toEqual([
      ['hotel.search', 'rejected'],
      ['hotel.search', undefined],
      ['hotel.getBookingConditions', 'rejected'],
      ['hotel.getBookingConditions', undefined],
      ['hotel.doBooking', 'rejected'],
      ['hotel.doBooking', undefined],
    ]);
  });

  it('leaves clock, seed and options of the sandbox alone', async () => {
    const supplier = start();
    const { identity, clock } = supplier.sandboxes.require('default');
    const before = [structuredClone(identity), clock.now()];
    const answer = await outcomeOf(playing(supplier, 'with-setup').call('getBookingList', {}));
    expect([answer, identity, clock.now()]).toEqual(['answered', ...before]);
  });

  it('follows the ReToken, the booking and the reference', async () => {
    const supplier = start();
    const plain = createHotelClient(supplier.fetch);
    const search = await playing(supplier, 'second-look-fails').search();
    const conditions = await plain.conditions(search, {
      change: { Token: undefined, ReToken: search.ReToken },
    });
    const { BookingId } = await plain.book(conditions, { ExternalReference: 'trip-1' });
    const looks = [
      await plain.call('getBookingDetail', { BookingId }),
      await plain.call('getBooking', { ExternalReference: 'trip-1' }),
      await plain.call('getBookingList', { SearchBookingCriteria: { ExternalReference: 'trip-1' } }),
      await plain.call('getBookingList', { SearchBookingCriteria: { BookingNumber: [BookingId] } }),
      await plain.call('getBookingDetail', { BookingId }),
    ];
    expect(looks.map(({ status }) => status)).toEqual([200, 200, 200, 200, 503]);
    expect(new Set(facts(supplier).map(({ scenario }) => scenario))).toEqual(new Set(['second-look-fails']));
  });

  it('is known by the reference of a DoBooking also when nothing was booked', async () => {
    const supplier = start();
    const plain = createHotelClient(supplier.fetch);
    const conditions = await plain.conditions(await playing(supplier, 'not-booked').search());
    await outcomeOf(plain.book(conditions, { ExternalReference: 'trip-2' }));
    const look = await plain.call('getBooking', { ExternalReference: 'trip-2' });
    expect([look.status, facts(supplier).at(-1)?.scenario]).toEqual([503, 'not-booked']);
  });

  it('shares no counters with another client that asks for the same at the same time', async () => {
    const supplier = start();
    const clients = ['2026-12-10', '2026-12-11'].map(day => ({
      client: playing(supplier, 'answer-lost'),
      dates: { CheckinDate: day, CheckoutDate: '2026-12-15' },
    }));
    const outcomes = await Promise.all(
      clients.map(async ({ client, dates }) => {
        const conditions = await client.conditions(await client.search(dates));
        return outcomeOf(client.book(conditions));
      }),
    );
    expect(outcomes).toEqual(['cut off', 'cut off']);
  });

  it('starts again with each answered Search', async () => {
    const supplier = start();
    const client = playing(supplier, 'answer-lost');
    expect(await outcomeOf(client.book())).toBe('cut off');
    expect(await outcomeOf(client.book())).toBe('cut off');
  });

  it('resumes after a Search that failed once', async () => {
    const supplier = start();
    const client = playing(supplier, 'search-fails-once');
    const statuses = async () => (await client.call('hotel.search', criteria)).status;
    expect([await statuses(), await statuses()]).toEqual([500, 200]);
    expect([await statuses(), await statuses()]).toEqual([500, 200]);
  });

  it('is shared by calls without lineage that have the same content', async () => {
    const supplier = start();
    const client = playing(supplier, 'airport-fails-once');
    const airport = async (airportCode: string) =>
      (await client.call('airportDetail', { airportCode })).status;
    expect([await airport('GIG'), await airport('GIG'), await airport('LIS')]).toEqual([503, 200, 503]);
  });

  it('stays in the play that it grew from, whatever else it asks for', async () => {
    const supplier = start();
    const search = await playing(supplier, 'rejected').search();
    const client = playing(supplier, 'sold-out');
    const { bookingStatus } = await client.book(await client.conditions(search));
    expect(bookingStatus).toBe('Rejected');
    expect(facts(supplier).at(-1)?.warnings).toEqual([
      expect.objectContaining({ kind: 'ignored', field: 'X-Understudy-Scenario' }),
    ]);
  });

  it('revokes a credential for its own calls only', async () => {
    const supplier = start();
    const client = playing(supplier, 'credential-revoked');
    const search = await client.search();
    const { status } = await client.call('hotel.getBookingConditions', {
      Token: search.Token,
      HotelId: search.Hotels[0]?.HotelId,
      RoomIds: [search.Hotels[0]?.Rooms[0]?.Id],
    });
    expect(status).toBe(401);
    expect((await createHotelClient(supplier.fetch).book()).bookingStatus).toBe('CONFIRMED');
  });
});

describe('what is attached to a booking', () => {
  it('goes on in the play of that booking where it asks for the same scenario', async () => {
    const supplier = start();
    const client = playing(supplier, 'second-is-rejected');
    const first = await client.book();
    const second = await client.book(undefined, { BookingId: first.BookingId });
    expect([first.bookingStatus, second.bookingStatus]).toEqual(['CONFIRMED', 'Rejected']);
  });
});

describe('faults of a sandbox together with those of a scenario run', () => {
  it('act as well, and give way where both decide the same', async () => {
    const supplier = start();
    const { faults } = supplier.sandboxes.require('default');
    faults.arm('hotel.search:status=503,id=outage', 'hotel.doBooking:status=500,commit=before,id=lost');
    const client = playing(supplier, 'search-fails-once');
    expect((await client.call('hotel.search', criteria)).status).toBe(500);
    expect(facts(supplier).at(-1)?.faults).toEqual([expect.objectContaining({ id: 'search-fails-once:1' })]);
    expect((await client.call('hotel.search', criteria)).status).toBe(503);
    faults.disarm('outage');
    expect(
      await outcomeOf(client.book(await client.conditions(await playing(supplier, 'rejected').search()))),
    ).toContain('500');
    expect(faults.list().map(({ id, fired }) => [id, fired])).toEqual([['lost', 1]]);
    expect(facts(supplier).at(-1)?.faults).toEqual([
      expect.objectContaining({ kind: 'status', id: 'lost' }),
      expect.objectContaining({ kind: 'timeline', id: 'rejected:1' }),
    ]);
  });
});

describe('the answer of a fault of a scenario run', () => {
  it('says of which scenario it is, and of the sandbox where it is that', async () => {
    const supplier = start();
    const client = playing(supplier, 'search-fails-once');
    const searchOnce = async () => (await client.call('hotel.search', criteria)).text;
    expect(await searchOnce()).toContain(
      'by search-fails-once:1, a fault of the scenario \\"search-fails-once\\"',
    );
    supplier.sandboxes.require('default').faults.arm('hotel.search:status=503,id=outage');
    expect(await searchOnce()).toContain('by outage, a fault of this sandbox');
  });
});

describe('a scenario that does not exist', () => {
  it('is refused with the valid ids and the nearest', async () => {
    const { status, body } = await playing(start(), 'rejectd').call('hotel.search', criteria);
    expect([status, body.Errors]).toEqual([
      400,
      [
        {
          Code: 'UnknownScenario',
          Message: expect.stringMatching(
            /no scenario "rejectd"; did you mean "rejected"\? known are ordinary, /,
          ),
          Field: 'X-Understudy-Scenario',
        },
      ],
    ]);
  });

  it('is refused by the tool server, too', async () => {
    const response = await start().fetch('http://supplier.test/mcp', {
      method: 'POST',
      headers: {
        authorization: 'Bearer demo-mcp-token',
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'x-understudy-scenario': 'rejectd',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('did you mean')]);
  });
});

describe('the least recently used scenario runs', () => {
  it('are given up, and their calls are ordinary again', async () => {
    const supplier = start();
    const { runs } = supplier.sandboxes.require('default');
    const first = runs.join('rejected', 'first');
    const second = runs.join('rejected', 'second');
    runs.get(first.id);
    for (let count = 0; count < 1_999; count += 1) runs.join('ordinary', `more ${count}`);
    expect([runs.size, runs.byKey('first'), runs.byKey('second')]).toEqual([2_000, first, undefined]);
    expect(runs.get(second.id)).toBeUndefined();
  });
});

describe('a booking in mid-play', () => {
  it('goes on in a fork, each with counters of its own', async () => {
    const supplier = start();
    const client = playing(supplier, 'second-look-fails');
    const { BookingId } = await client.book(await client.conditions());
    await client.detail(BookingId);
    const state = supplier.sandboxes.require('default').dump();
    const fork = supplier.sandboxes.restore(structuredClone(state), { id: 'fork' });
    expect(fork.dump().plays).toEqual(state.plays);
    const looks = ['', '/sandbox/fork'].map(async prefix => {
      const baseUrl = `http://supplier.test${prefix}`;
      const plain = createHotelClient(supplier.fetch, { baseUrl });
      const statuses = [];
      for (let look = 0; look < 2; look += 1)
        statuses.push((await plain.call('getBookingDetail', { BookingId })).status);
      return statuses;
    });
    expect(await Promise.all(looks)).toEqual([
      [503, 200],
      [503, 200],
    ]);
  });
});
