import { describe, expect, it } from 'vitest';
import { transferCriteria, twoAdults } from '../../mock-server/trip-client.ts';
import { clientOf, createWorld, payment, type World } from './world.ts';

const another = ({ fetch, sandbox: { clock } }: World) => clientOf({ clock, fetch });

/** The names of the cancellation calls and of the calls after them. */
const cancelling = (world: World): string => world.calls().replace('search, conditions, book, detail, ', '');

/** A supplier that answers a late cancellation in its own way. */
const answering = (status: number, body: object) =>
  createWorld([], {
    change: async (url, answer) => {
      const original = await answer.clone().json();
      if (!url.endsWith('/CancelBooking') || original.Errors.length === 0) return answer;
      return Response.json({ ...original, ...body }, { status });
    },
  });

describe('a cancellation that two callers request at once', () => {
  it('svc.2: is sent once, and both share its outcome', async () => {
    const world = createWorld();
    const bookingId = await world.bookId();
    const cancel = () => world.client.cancel({ bookingId });
    const [one, other] = await Promise.all([cancel(), cancel()]);
    expect(one).toEqual({ outcome: 'cancelled', bookingId, penalty: undefined });
    expect([other, cancelling(world)]).toEqual([one, 'cancelBooking']);
  });

  it('svc.2: is sent once for a service, and once for each of two services', async () => {
    const world = createWorld();
    const attachTo = await world.bookId();
    const transfer = { product: 'transfer', criteria: transferCriteria, guests: twoAdults, payment } as const;
    await world.book({ ...transfer, attachTo });
    const [hotel = 'none', ride = 'none'] =
      world.sandbox.store.booking(attachTo)?.services.map(({ id }) => id) ?? [];
    const cancel = (product: 'hotel' | 'transfer', id: string) =>
      world.client.cancel({ bookingId: attachTo, service: { product, id } });
    const ends = [cancel('hotel', hotel), cancel('transfer', ride), cancel('hotel', hotel)];
    expect(await Promise.all(ends)).toMatchObject(Array(3).fill({ outcome: 'cancelled' }));
    expect(world.calls()).toMatch(/detail, cancelByService ×2$/);
  });

  it('continues for the second caller when the first one aborts', async () => {
    const world = createWorld(['cancelBooking:delay=PT5S']);
    const bookingId = await world.bookId();
    const gone = new AbortController();
    const first = world.client.cancel({ bookingId }, { signal: gone.signal });
    const second = world.client.cancel({ bookingId });
    void world.sleep(1_000).then(() => gone.abort(new Error('closed the window')));
    await expect(first).rejects.toThrow('closed the window');
    expect(await second).toMatchObject({ outcome: 'cancelled' });
    expect(cancelling(world)).toBe('cancelBooking');
  });

  it('ends when the last caller has left, and can be requested again', async () => {
    const world = createWorld(['cancelBooking:hang,times=1']);
    const bookingId = await world.bookId();
    const signals = [new AbortController(), new AbortController()];
    const both = signals.map(({ signal }) => world.client.cancel({ bookingId }, { signal }));
    void world.sleep(1_000).then(() => {
      for (const [index, one] of signals.entries()) one.abort(new Error(`left ${index}`));
    });
    expect(await Promise.allSettled(both)).toMatchObject([
      { reason: { message: 'left 0' } },
      { reason: { message: 'left 1' } },
    ]);
    expect(world.sandbox.clock.waits()).toEqual([]);
    expect(await world.client.cancel({ bookingId })).toMatchObject({ outcome: 'cancelled' });
    expect(cancelling(world)).toBe('cancelBooking ×2');
  });

  it('does not start for a caller whose signal is already aborted, nor uses up the rate limit', async () => {
    const world = createWorld([], { client: { policies: { rate: { calls: 5 } } } });
    const bookingId = await world.bookId();
    const signal = AbortSignal.abort(new Error('never came'));
    await expect(world.client.cancel({ bookingId }, { signal })).rejects.toThrow('never came');
    expect([cancelling(world), world.held()]).toEqual(['search, conditions, book, detail', ['confirmed']]);
    expect(await world.client.cancel({ bookingId })).toMatchObject({ outcome: 'cancelled' });
    expect(world.minutes()).toBe(0);
  });
});

describe('a cancellation that another program made before', () => {
  it('flow.4: is done, as the booking says', async () => {
    const world = createWorld();
    const bookingId = await world.bookId();
    await another(world).cancel({ bookingId });
    expect(await world.client.cancel({ bookingId })).toMatchObject({ outcome: 'cancelled' });
    expect(cancelling(world)).toBe('cancelBooking ×2, detail');
  });

  it('poll.pending-cancellation: is followed up by both', async () => {
    const world = createWorld(['cancelBooking:timeline=pending-cancellation;cancelled@PT10M']);
    const bookingId = await world.bookId();
    const ends = [another(world), world.client].map(client => client.cancel({ bookingId }));
    expect(await Promise.all(ends)).toMatchObject([{ outcome: 'cancelled' }, { outcome: 'cancelled' }]);
    expect(world.minutes()).toBe(10);
  });

  it.each([
    [200, { bookingStatus: 'FAILED', Status: 'REJEITADO' }],
    [200, { bookingStatus: 'CONFIRMED', Status: 'CONFIRMADO' }],
    [400, {}],
    [409, {}],
  ])('flow.4: is done where the supplier refuses the second one by HTTP %i with %o', async (status, body) => {
    const world = answering(status, body);
    const bookingId = await world.bookId();
    await another(world).cancel({ bookingId });
    expect(await world.client.cancel({ bookingId })).toMatchObject({ outcome: 'cancelled', bookingId });
    expect(cancelling(world)).toBe('cancelBooking ×2, detail');
  });

  it('flow.4: fails where the supplier refuses to cancel a confirmed booking', async () => {
    const world = createWorld(['cancelBooking:business,errors=AlreadyCancelled']);
    const bookingId = await world.bookId();
    expect(await world.client.cancel({ bookingId })).toMatchObject({
      outcome: 'failed',
      reasons: [{ Code: 'AlreadyCancelled' }],
    });
    expect(world.held()).toEqual(['confirmed']);
  });

  it('status.values: is for people where word and label contradict each other', async () => {
    const world = createWorld([], {
      change: async (_url, answer) => {
        const text = await answer.text();
        return new Response(text.replaceAll('"bookingStatus":"Cancelled"', '"bookingStatus":"CONFIRMED"'));
      },
    });
    const bookingId = await world.bookId();
    expect(await world.client.cancel({ bookingId })).toMatchObject({
      outcome: 'ask-support',
      why: 'the contract does not define the status CONFIRMED (CANCELADO)',
    });
  });
});
