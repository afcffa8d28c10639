import { describe, expect, it } from 'vitest';
import type { BookingRequest } from '#client';
import type { MockSupplierOptions } from '#mock-server';
import { leaving } from '../flow/world.ts';
import { abandon } from './ledger-suite.ts';
import { record } from './record.ts';
import { book, prepaid, stay, stayWhere } from './requests.ts';
import { bookingsOf, createStage, minutesOf } from './stage.ts';

const onRequest = stayWhere(offer => offer.restrictionType === 'OnRequest');

/** Creates a client that gives up 10 s after each request, before the answer to its DoBooking, and another client of its ledger. */
async function leftBehind(
  faults: MockSupplierOptions['faults'] = [],
  requests: readonly BookingRequest[] = [stay],
) {
  const stage = createStage(faults);
  const { clock, sandbox, newClient } = stage;
  const [hang] = sandbox.faults.arm('hotel.doBooking:hang,commit=before');
  const first = newClient();
  for (const request of requests) await leaving(first.book, { clock, ms: 10_000, request });
  sandbox.faults.disarm(hang?.id ?? '');
  return { ...stage, client: newClient() };
}

describe('resume', () => {
  it.each<[string, string, BookingRequest, string]>([
    ['confirmed', 'confirmed', stay, 'confirmed'],
    ['rejected', 'rejected', stay, 'rejected'],
    ['failed', 'failed', stay, 'failed'],
    ['pending, then confirmed', 'pending;confirmed@PT20M', stay, 'confirmed'],
    ['always pending', 'pending', stay, 'ask-support'],
    ['technical problem, then confirmed', 'technical-problem;confirmed@PT12M', stay, 'confirmed'],
    ['on request, then confirmed', 'on-request;confirmed@PT5H', onRequest, 'confirmed'],
    ['on request, then rejected', 'on-request;rejected@PT15M', onRequest, 'rejected'],
    ['always on request', 'on-request', onRequest, 'expired'],
    ['awaiting payment', 'awaiting-payment', { ...prepaid, reference: 'trip 9' }, 'pending'],
  ])('client.states: finds a booking that is %s', async (_, timeline, request, outcome) => {
    const { client, sandbox } = await leftBehind([`hotel.doBooking:timeline=${timeline}`], [request]);
    const [resumed, ...others] = await client.resume();
    expect([resumed?.requestReference, others]).toEqual([request.reference, []]);
    const [[id] = []] = bookingsOf(sandbox);
    expect(resumed?.outcome).toMatchObject({ outcome, bookingId: id });
    expect(minutesOf(sandbox, 'hotel.doBooking')).toHaveLength(1);
    // The client looks up undecided bookings again, but not decided ones.
    expect((await client.resume()).map(each => each.outcome.outcome)).toEqual(
      outcome === 'ask-support' || outcome === 'pending' ? [outcome] : [],
    );
  });

  it('flow.3: looks for 30 minutes, every five, and then knows that nothing was booked', async () => {
    const { newClient, sandbox } = createStage(['hotel.doBooking:cut,commit=never']);
    await leaving(newClient().book, { clock: sandbox.clock, ms: 60_000, request: stay });
    const [resumed] = await newClient().resume();
    expect(resumed?.outcome).toEqual({ outcome: 'failed', bookingId: undefined, reasons: [] });
    expect(minutesOf(sandbox, 'getBooking')).toEqual([0, 5, 10, 15, 20, 25, 30]);
    expect(minutesOf(sandbox, 'hotel.doBooking')).toEqual([0]);
    expect(await newClient().resume()).toEqual([]);
    expect(bookingsOf(sandbox)).toEqual([]);
  });

  it('flow.3: finds a booking that shows only at the end of the 30 minutes', async () => {
    const { client, sandbox } = await leftBehind(['getBooking:visibility,hiddenFor=PT29M']);
    expect((await client.resume())[0]?.outcome).toMatchObject({ outcome: 'confirmed' });
    expect(await book(client)).toMatchObject({ outcome: 'confirmed' });
    expect(bookingsOf(sandbox)).toHaveLength(1);
  });

  it('asks support when the last look-up was not answered, and looks again the next time', async () => {
    const { client, sandbox } = await leftBehind(['getBooking:cut']);
    const unknown = { outcome: 'ask-support', bookingId: undefined };
    expect((await client.resume())[0]?.outcome).toMatchObject(unknown);
    sandbox.faults.clear();
    expect((await client.resume())[0]?.outcome).toMatchObject({ outcome: 'confirmed' });
  });

  it('finishes several at once', async () => {
    const requests = [1, 2, 3].map(index => ({ ...onRequest, reference: `trip ${index}` }));
    const { client, clock, sandbox } = await leftBehind(['hotel.doBooking:timeline=on-request'], requests);
    const begin = clock.now();
    const outcomes = (await client.resume()).map(({ outcome }) => outcome.outcome);
    expect(outcomes).toEqual(['expired', 'expired', 'expired']);
    expect(clock.now() - begin).toBeLessThan(25 * 3_600_000);
    expect(bookingsOf(sandbox)).toHaveLength(3);
  });

  it('reports a booking that was never sent as failed', async () => {
    const { ledger, newClient, sandbox } = createStage();
    await abandon(ledger, record('a'));
    expect(await newClient().resume()).toEqual([
      { reference: 'reference of a', outcome: { outcome: 'failed', bookingId: undefined, reasons: [] } },
    ]);
    expect(sandbox.journal.read()).toEqual([]);
  });

  it('looks a booking up by its id where that is known, and never takes it for none', async () => {
    const { ledger, newClient, sandbox } = createStage();
    await abandon(ledger, record('a', { sentAt: 1, bookingId: '4711' }));
    const [resumed] = await newClient().resume();
    expect(resumed?.outcome).toMatchObject({ outcome: 'ask-support', bookingId: '4711' });
    expect(minutesOf(sandbox, 'getBooking')).toEqual([]);
    expect(await ledger.abandoned()).toEqual(['a']);
  });

  it('leaves to another process what that one is finishing', async () => {
    const { newClient, ledger, sandbox } = await leftBehind();
    const twice = await Promise.all([newClient({ ledger }).resume(), newClient({ ledger }).resume()]);
    expect(twice.flat()).toHaveLength(1);
    expect(minutesOf(sandbox, 'getBooking')).toHaveLength(1);
  });

  it('stops when its signal is aborted, and releases every claim', async () => {
    const requests = [1, 2].map(index => ({ ...stay, reference: `trip ${index}` }));
    const { client, clock, ledger } = await leftBehind(['hotel.doBooking:timeline=pending'], requests);
    const controller = new AbortController();
    const stopped = expect(client.resume({ signal: controller.signal })).rejects.toThrow('enough');
    void clock.sleep(60_000).then(() => controller.abort(new Error('enough')));
    await stopped;
    expect(await ledger.abandoned()).toHaveLength(2);
  });

  it('auth.1: says that it is refused, and keeps what it could not finish', async () => {
    const { client, ledger, sandbox } = await leftBehind([
      'getBookingDetail:status=401',
      'hotel.doBooking:timeline=pending',
    ]);
    const [[bookingId] = []] = bookingsOf(sandbox);
    const outcome = { outcome: 'pending', error: { status: 401 }, bookingId, reference: expect.any(String) };
    expect((await client.resume())[0]?.outcome).toMatchObject(outcome);
    expect(await ledger.abandoned()).toHaveLength(1);
  });
});

it.each(['404', '500'])(
  'a booking that was answered does not fail when its look-ups are answered %s',
  async status => {
    const { client, clock, sandbox } = createStage([`getBookingDetail:status=${status}`]);
    const outcome = await book(client);
    const [[bookingId] = []] = bookingsOf(sandbox);
    expect(outcome).toMatchObject({ outcome: 'ask-support', bookingId });
    sandbox.faults.clear();
    clock.advance({ by: 60_000 }); // longer than the pause of an open breaker
    expect(await book(client)).toMatchObject({ outcome: 'confirmed' });
    expect(bookingsOf(sandbox)).toHaveLength(1);
  },
);
