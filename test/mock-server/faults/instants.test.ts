import { describe, expect, it } from 'vitest';
import { ClockStalledError } from '#mock-server';
import { wireOf } from '#mock-server/pipeline/wire-of';
import { startSupplier, testStart } from '../hotel-client.ts';
import { readProfile } from '../pipeline/classic.ts';
import { brief } from '../pipeline/exchange-of.ts';
import { until } from './raw-call.ts';
import { stage } from './stage.ts';

const minute = 60_000;
const bookingsIn = ({ sandbox }: Awaited<ReturnType<typeof stage>>) => [
  ...sandbox.store.list({ owner: 'demo' }),
];

describe('one advance over all that a call waits for', () => {
  it('passes a delay and a hang one after the other', async () => {
    const { clock, arm, hold } = await stage();
    arm('delay=PT2S', 'hang=PT1S,commit=before');
    const { answer } = await hold();
    clock.advance({ by: 5_000 });
    expect((await answer).headers.get('x-understudy-time')).toBe('2026-11-20T10:00:03.000Z');
  });

  const slow = ['hang=PT1M,commit=after', 'delay=PT1M'];
  it.each(slow)('lets %s take effect when it was due, with a Token as old as then', async fault => {
    const staged = await stage();
    staged.arm(fault, 'timeline=on-request;confirmed@PT10M');
    const { answer } = await staged.hold();
    const { fired } = staged.clock.advance({ by: 40 * minute });
    expect((await answer).status).toBe(200);
    expect(bookingsIn(staged)[0]?.createdAt).toBe(testStart + minute);
    expect(fired).toMatchObject([{ at: testStart + 11 * minute, to: 'confirmed' }]);
  });
});

describe('on an auto clock', () => {
  const auto = { clock: { mode: 'auto', start: testStart } } as const;

  it.each([
    ['delay=PT12S', 12_000],
    ['hang=PT1M,commit=before', minute],
    ['body=slow-drip', 10_000],
  ])('%s passes while its client waits for nothing else', async (fault, ms) => {
    const { arm, clock, book } = await stage(auto);
    arm(fault);
    expect(await (await book()).json()).toMatchObject({ bookingStatus: 'CONFIRMED' });
    expect(clock.now()).toBe(testStart + ms);
  });

  it('a hang ends when its client, which waits on the same clock, gives up', async () => {
    const { arm, clock, book, bookings } = await stage(auto);
    arm('hang,commit=before');
    const gone = new AbortController();
    const patience = clock.sleep(45_000).then(() => gone.abort(new Error('too late')));
    await expect(book(gone.signal)).rejects.toThrow('too late');
    await patience;
    expect([bookings(), clock.now()]).toEqual([1, testStart + 45_000]);
  });

  it('a hang without an end is an error for the caller, and is recorded like any other call', async () => {
    const { arm, book, bookings, last } = await stage(auto);
    arm('hang,commit=before');
    await expect(book()).rejects.toThrow(ClockStalledError);
    expect(bookings()).toBe(1);
    const faults = [{ kind: 'hang', commit: 'before' }];
    expect(last()).toMatchObject({ operation: 'hotel.doBooking', faults, closed: { ending: 'reset' } });
  });
});

describe('what the journal says of a commit', () => {
  it('is that there was none where the client of a delayed call gave up before a cut, until it comes after all', async () => {
    const { arm, clock, hold, bookings, last } = await stage();
    arm('delay=PT3S', 'cut');
    const gone = new AbortController();
    const { answer } = await hold(gone.signal);
    gone.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
    clock.advance({ by: minute });
    expect([bookings(), last()?.faults?.map(({ commit }) => commit)]).toEqual([0, ['never', 'never']]);
  });

  it('is that there was none where the sandbox was closed before it was due', async () => {
    const { arm, sandbox, hold, bookings, last } = await stage();
    arm('hang=PT1H,commit=after');
    const { answer } = await hold();
    sandbox.close();
    await expect(answer).rejects.toThrow('fetch failed');
    expect([bookings(), last()?.faults]).toEqual([0, [{ id: 'fault-1', kind: 'hang', commit: 'never' }]]);
  });

  it('is that there was none where the operation itself refused', async () => {
    const { arm, book, bookings, last } = await stage();
    await book();
    arm('cut,commit=before');
    await expect(book()).rejects.toThrow('fetch failed');
    expect([bookings(), last()?.faults]).toEqual([1, [{ id: 'fault-1', kind: 'cut', commit: 'never' }]]);
  });

  it('is empty of what a client could not have read of a drip that it left', async () => {
    const { arm, book, last } = await stage();
    arm('body=slow-drip');
    const gone = new AbortController();
    const { body } = await book(gone.signal);
    gone.abort(new Error('gone'));
    await expect(new Response(body).text()).rejects.toThrow('gone');
    await until(() => last()?.closed !== undefined);
    expect(last()).toMatchObject({ closed: { ending: 'client-gone' } });
    expect(last()?.answer).toEqual({});
  });
});

it('the server lets a delayed operation take effect after its client has left, as a slow supplier does not notice', async () => {
  const { arm, clock, hold, bookings } = await stage();
  arm('delay=PT1M');
  const gone = new AbortController();
  const { answer } = await hold(gone.signal);
  clock.advance({ by: 45_000 });
  gone.abort(new Error('gone'));
  await expect(answer).rejects.toThrow('gone');
  expect(bookings()).toBe(0);
  clock.advance({ by: 15_000 });
  expect(bookings()).toBe(1);
});

it('the server takes what was due into account when an operation takes effect after its answer', async () => {
  const { sandbox, client, conditions } = await stage();
  sandbox.faults.arm('hotel.doBooking:timeline=on-request;rejected@PT10M');
  const { BookingId } = await client.book(conditions);
  sandbox.faults.arm('cancelBooking:status=503,commit=after');
  sandbox.clock.advance({ by: 10 * minute });
  expect((await client.call('cancelBooking', { BookingId })).status).toBe(503);
  expect(sandbox.store.booking(BookingId)?.services.map(({ truth }) => truth)).toEqual(['rejected']);
});

it('the journal keeps of an answer that cannot be read how it began', async () => {
  const { arm, sandbox, book } = await stage();
  arm('body=html');
  await book();
  const [entry] = sandbox.journal.read({ limit: 1 });
  const head = expect.stringContaining('<!DOCTYPE html>');
  expect(entry && wireOf(sandbox, entry).answerBody).toMatchObject({ unreadable: true, head });
  expect(entry?.facts.answer).toEqual({});
});

it('the server brings the time of a look along on a per-poll clock, for what cannot be seen yet as well', async () => {
  const { sandbox, client, conditions } = await stage({ clock: { mode: 'per-poll', start: testStart } });
  sandbox.faults.arm('hotel.doBooking:cut,commit=before', 'getBooking:visibility=PT4M');
  await client.book(conditions, { ExternalReference: 'r1' }).catch(() => undefined);
  const look = async () =>
    (await client.call('getBooking', { ExternalReference: 'r1' })).body.Booking?.bookingStatus;
  expect([await look(), await look(), await look()]).toEqual([undefined, 'CONFIRMED', 'CONFIRMED']);
});

it('the server sends nothing for a call whose signal was aborted before', async () => {
  const { arm, faults, book, bookings } = await stage();
  arm('hang,commit=before');
  await expect(book(AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  expect([bookings(), faults.list()[0]?.seen]).toEqual([0, 0]);
});

it('the server counts answers that a fault makes up towards no rate (decision 6)', async () => {
  const { client, faults } = await stage({ options: { rateLimit: 6 } });
  const given = ['status=503,nth=1-3', 'status=429,nth=4', 'cut,nth=5-7'];
  faults.arm(...given.map(fault => `getBookingList:${fault}`));
  const statuses: unknown[] = [];
  for (let call = 0; call < 12; call += 1)
    statuses.push((await client.call('getBookingList', {}).catch(() => ({ status: 'cut' }))).status);
  // Two of the six are the Search and the conditions of the setup.
  expect(statuses).toEqual([503, 503, 503, 429, 'cut', 'cut', 'cut', 200, 200, 200, 200, 429]);
});

it.each([
  ['status=503', 503, { problems: [{ code: 'ServiceUnavailable', text: expect.any(String) }] }],
  ['body=wrong-charset,commit=never', 200, { TimeSpan: expect.any(String), problems: [] }],
])('the server writes the answer that %s makes up in the dialect', async (fault, status, body) => {
  const profile = readProfile('docs/guides/acme.yaml');
  const { fetch } = startSupplier({ profile, faults: [`hotel.search:${fault}`] });
  const stay = { cityCode: '1001', arrival: '2026-12-10', departure: '2026-12-12', Nationality: 'BR' };
  const sent = { auth: { user: 'demo', secret: 'demo' }, query: { ...stay, rooms: [{ adults: 2 }] } };
  const init = { method: 'POST', body: JSON.stringify(sent) };
  const answer = await fetch('http://supplier.test/v2/hotels/availability', init);
  expect([answer.status, await answer.json()]).toEqual([status, body]);
});

it('the server says of static data that its token is wrong when a fault answers 401', async () => {
  const { client, faults } = await stage();
  faults.arm('airportDetail:status=401');
  const answer = await client.call('airportDetail', { airportCode: 'GIG' });
  expect(brief(answer)).toMatch(/^401 InvalidStaticToken/);
});

it('the fault visibility hides a booking as long as it says, also from a look that is delayed', async () => {
  const { sandbox, client } = await stage();
  const { BookingId } = await client.book();
  sandbox.faults.arm('getBookingDetail:visibility=PT1M', 'getBookingDetail:delay=PT2M');
  const look = client.detail(BookingId);
  await until(() => sandbox.clock.waits().length > 0);
  sandbox.clock.advance({ by: 2 * minute });
  expect((await look).Booking?.BookingId).toBe(BookingId);
});
