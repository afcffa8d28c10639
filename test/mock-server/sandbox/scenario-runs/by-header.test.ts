import { describe, expect, it } from 'vitest';
import type { MockSupplier } from '#mock-server';
import { createHotelClient, startSupplier, testCriteria } from '../../hotel-client.ts';
import { createToolCaller } from '../../web/tool-server/tool-caller.ts';
import { outcomeOf, playing } from './header-client.ts';
import { smallCatalogue as catalogue } from './scenarios.ts';

const start = () => {
  const { client: plain, ...started } = startSupplier({ catalogue, options: { rateLimit: false } });
  return { ...started, plain };
};
const facts = (supplier: MockSupplier) =>
  supplier.sandboxes
    .require('default')
    .journal.read()
    .map(entry => entry.facts);
const criteria = { Criteria: testCriteria };

describe('a call that asks for a scenario', () => {
  it('begins it for what grows from it, and for nothing else', async () => {
    const { supplier, plain } = start();
    const search = await playing(supplier, 'rejected').search();
    const other = await plain.search({ CheckinDate: '2026-12-11', CheckoutDate: '2026-12-13' });
    const [inPlay, outside] = [await plain.conditions(search), await plain.conditions(other)];
    expect((await plain.book(inPlay)).bookingStatus).toBe('Rejected');
    expect((await plain.book(outside)).bookingStatus).toBe('CONFIRMED');
    const none = undefined;
    const seen = facts(supplier).map(({ scenario }) => scenario);
    expect(seen).toEqual(['rejected', none, 'rejected', none, 'rejected', none]);
  });

  it('leaves clock, seed and options of the sandbox alone', async () => {
    const { supplier, sandbox } = start();
    const { identity, clock } = sandbox;
    const before = [structuredClone(identity), clock.now()];
    await playing(supplier, 'with-setup').call('getBookingList', {});
    expect([identity, clock.now()]).toEqual(before);
  });

  it('follows the ReToken, the booking and the reference', async () => {
    const { supplier, plain } = start();
    const search = await playing(supplier, 'second-look-fails').search();
    const change = { Token: undefined, ReToken: search.ReToken };
    const conditions = await plain.conditions(search, { change });
    const { BookingId } = await plain.book(conditions, { ExternalReference: 'trip-1' });
    const filters = [{ ExternalReference: 'trip-1' }, { BookingNumber: [BookingId] }];
    const looks = [
      await plain.call('getBookingDetail', { BookingId }),
      await plain.call('getBooking', { ExternalReference: 'trip-1' }),
      await plain.call('getBookingList', { SearchBookingCriteria: filters[0] }),
      await plain.call('getBookingList', { SearchBookingCriteria: filters[1] }),
      await plain.call('getBookingDetail', { BookingId }),
    ];
    expect(looks.map(({ status }) => status)).toEqual([200, 200, 200, 200, 503]);
    expect(new Set(facts(supplier).map(({ scenario }) => scenario))).toEqual(new Set(['second-look-fails']));
  });

  it('is known by the reference of a DoBooking also when nothing was booked', async () => {
    const { supplier, plain } = start();
    const conditions = await plain.conditions(await playing(supplier, 'not-booked').search());
    await outcomeOf(plain.book(conditions, { ExternalReference: 'trip-2' }));
    const look = await plain.call('getBooking', { ExternalReference: 'trip-2' });
    expect([look.status, facts(supplier).at(-1)?.scenario]).toEqual([503, 'not-booked']);
  });

  it('shares no counters with another client that asks for the same at the same time', async () => {
    const { supplier } = start();
    const outcomes = ['2026-12-10', '2026-12-11'].map(async CheckinDate => {
      const client = playing(supplier, 'answer-lost');
      const search = await client.search({ CheckinDate, CheckoutDate: '2026-12-15' });
      return outcomeOf(client.book(await client.conditions(search)));
    });
    expect(await Promise.all(outcomes)).toEqual(['cut off', 'cut off']);
  });

  it('starts again with each answered Search, and resumes after a Search that failed once', async () => {
    const { supplier } = start();
    const client = playing(supplier, 'answer-lost');
    expect([await outcomeOf(client.book()), await outcomeOf(client.book())]).toEqual(['cut off', 'cut off']);
    const { call } = playing(supplier, 'search-fails-once');
    const statuses = [];
    for (let sent = 0; sent < 4; sent += 1) statuses.push((await call('hotel.search', criteria)).status);
    expect(statuses).toEqual([500, 200, 500, 200]);
  });

  it('is shared by calls without lineage that have the same content', async () => {
    const { call } = playing(start().supplier, 'airport-fails-once');
    const statuses = [];
    for (const airportCode of ['GIG', 'GIG', 'LIS'])
      statuses.push((await call('airportDetail', { airportCode })).status);
    expect(statuses).toEqual([503, 200, 503]);
  });

  it('stays in the play that it grew from, whatever else it asks for', async () => {
    const { supplier } = start();
    const search = await playing(supplier, 'rejected').search();
    const client = playing(supplier, 'sold-out');
    expect((await client.book(await client.conditions(search))).bookingStatus).toBe('Rejected');
    const warning = { kind: 'ignored', field: 'X-Understudy-Scenario' };
    expect(facts(supplier).at(-1)?.warnings).toEqual([expect.objectContaining(warning)]);
  });

  it('revokes a credential for its own calls only', async () => {
    const { supplier, plain } = start();
    const client = playing(supplier, 'credential-revoked');
    expect(await outcomeOf(client.conditions())).toContain('401');
    expect((await plain.book()).bookingStatus).toBe('CONFIRMED');
  });

  it('goes on in the play of the booking that it attaches to, and takes along one from outside', async () => {
    const { supplier, plain } = start();
    const client = playing(supplier, 'second-is-rejected');
    const first = await client.book();
    const second = await client.book(undefined, { BookingId: first.BookingId });
    expect([first.bookingStatus, second.bookingStatus]).toEqual(['CONFIRMED', 'Rejected']);
    const { BookingId } = await plain.book();
    await client.book(undefined, { BookingId });
    await plain.detail(BookingId);
    expect(facts(supplier).at(-1)?.scenario).toBe('second-is-rejected');
  });
});

it('faults of a sandbox together with those of a scenario run act as well, give way where both decide the same, and say whose they are', async () => {
  const { supplier, sandbox } = start();
  const { faults } = sandbox;
  faults.arm('hotel.search:status=503,id=outage', 'hotel.doBooking:status=500,commit=before,id=lost');
  const { call } = playing(supplier, 'search-fails-once');
  const answers = [await call('hotel.search', criteria), await call('hotel.search', criteria)];
  expect(answers.map(({ status }) => status)).toEqual([500, 503]);
  expect(facts(supplier)[0]?.faults).toEqual([expect.objectContaining({ id: 'search-fails-once:1' })]);
  expect(answers[0]?.text).toContain('a fault of the scenario \\"search-fails-once\\"');
  expect(answers[1]?.text).toContain('by outage, a fault of this sandbox');
  faults.disarm('outage');
  const client = playing(supplier, 'rejected');
  expect(await outcomeOf(client.book())).toContain('500');
  expect(faults.list().map(({ id, fired }) => [id, fired])).toEqual([['lost', 1]]);
  const own = { kind: 'status', id: 'lost' };
  const ofRun = { kind: 'timeline', id: 'rejected:1' };
  expect(facts(supplier).at(-1)?.faults).toMatchObject([own, ofRun]);
});

describe('a scenario that does not exist', () => {
  it('is refused with the valid ids and the nearest', async () => {
    const { status, body } = await playing(start().supplier, 'rejectd').call('hotel.search', criteria);
    const hint = /no scenario "rejectd"; did you mean "rejected"\? known are ordinary, /;
    const Message = expect.stringMatching(hint);
    const error = { Code: 'UnknownScenario', Message, Field: 'X-Understudy-Scenario' };
    expect([status, body.Errors]).toEqual([400, [error]]);
  });

  it('is refused with parameters, which no scenario takes', async () => {
    const { call } = playing(start().supplier, 'rejected; step=2');
    const { status, body } = await call('hotel.search', criteria);
    const Message =
      'X-Understudy-Scenario: "step=2": scenario "rejected" takes no parameters; send "X-Understudy-Scenario: rejected"';
    const error = { Code: 'InvalidRequest', Message, Field: 'X-Understudy-Scenario' };
    expect([status, body.Errors]).toEqual([400, [error]]);
  });

  it('is refused by the tool server, and by a server without a catalogue', async () => {
    const headers = { authorization: 'Bearer demo-mcp-token', 'x-understudy-scenario': 'rejectd' };
    const tools = createToolCaller(start().supplier.fetch, 'http://supplier.test/mcp');
    const refused = await tools.ask('tools/list', undefined, headers);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('did you mean')]);
    const { call } = playing(startSupplier().supplier, 'rejected');
    const { status, text } = await call('hotel.search', criteria);
    expect([status, text]).toEqual([400, expect.stringContaining('this server has no catalogue')]);
  });
});

it('the least recently used scenario runs are given up, and their calls are ordinary again', () => {
  const { runs } = start().sandbox;
  const first = runs.join('rejected', 'first');
  const second = runs.join('rejected', 'second');
  runs.get(first.id);
  for (let count = 0; count < 1_999; count += 1) runs.join('ordinary', `more ${count}`);
  expect([runs.size, runs.byKey('first'), runs.byKey('second')]).toEqual([2_000, first, undefined]);
  expect(runs.get(second.id)).toBeUndefined();
});

it('a booking in mid-play goes on in a fork, each with counters of its own', async () => {
  const { supplier, sandbox } = start();
  const client = playing(supplier, 'second-look-fails');
  const { BookingId } = await client.book();
  await client.detail(BookingId);
  const state = sandbox.dump();
  const fork = supplier.sandboxes.restore(structuredClone(state), { id: 'fork' });
  expect(fork.dump().plays).toEqual(state.plays);
  for (const prefix of ['', '/sandbox/fork']) {
    const { call } = createHotelClient(supplier.fetch, { baseUrl: `http://supplier.test${prefix}` });
    const first = await call('getBookingDetail', { BookingId });
    const second = await call('getBookingDetail', { BookingId });
    expect([first.status, second.status]).toEqual([503, 200]);
  }
});
