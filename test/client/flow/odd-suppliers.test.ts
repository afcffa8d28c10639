import { describe, expect, it } from 'vitest';
import type { Offer, Wish } from '#client';
import { choosing, createWorld, hotelWish, minute, payment, rooms } from './world.ts';

// Suppliers that answer otherwise than the stand-in does, within what the specification leaves open.

type Json = Record<string, unknown>;

/** Changes the JSON of the answers of one operation. */
const changing =
  (operation: string, change: (answer: Json) => unknown) => async (url: string, came: Response) =>
    url.endsWith(operation) && came.status === 200
      ? Response.json(change((await came.json()) as Json))
      : came;

const prepaid = { ...hotelWish, choose: choosing('prepaid') };
const waiting = { bookingStatus: 'PENDING', Status: 'AGUARDANDO PAGAMENTO' };

/** A booking as it was before its payment, with one charge. */
const stillWaiting = (PaymentStatus: string) =>
  changing('GetBookingDetail', ({ Booking, ...rest }) => {
    const booking = Booking as Json & { Payments: Json[]; Services: Json[] };
    const Payments = booking.Payments.map(entry => ({ ...entry, PaymentStatus }));
    const Services = booking.Services.map(entry => ({ ...entry, ...waiting }));
    return { ...rest, Booking: { ...booking, ...waiting, Payments, Services } };
  });

const count = (calls: string, name: string) =>
  calls.split(', ').reduce((sum, call) => {
    const [what, times = '1'] = call.split(' ×');
    return sum + (what === name ? Number(times) : 0);
  }, 0);

describe('a charge that stands', () => {
  it.each(['Approved', 'Pending'])(
    'is not paid again while the booking still waits for it: %s',
    async status => {
      const world = createWorld([], { change: stillWaiting(status) });
      const first = await world.book(prepaid);
      expect(first).toMatchObject({ outcome: 'ask-support', why: expect.stringContaining('it was paid') });
      expect(world.minutes()).toBe(30);
      const { bookingId } = Object(first);
      expect((await world.client.pay({ bookingId, payment })).outcome).toBe('ask-support');
      expect((await world.book(prepaid)).outcome).toBe('ask-support');
      expect(count(world.calls(), 'pay')).toBe(1);
    },
  );

  it('is not taken for declined because its answer says FAILED', async () => {
    const change = changing('payBooking', answer => ({
      ...answer,
      bookingStatus: 'FAILED',
      Status: 'REJEITADO',
    }));
    const world = createWorld([], { change });
    expect((await world.book(prepaid)).outcome).toBe('confirmed');
    expect(world.charges()).toEqual(['Approved']);
  });

  it('is looked for half an hour by whoever goes on after an abort in mid-payment', async () => {
    const world = createWorld(['payBooking:cut,times=1']);
    const controller = new AbortController();
    const book = world.client.book(prepaid, () => true, { signal: controller.signal });
    const gone = expect(book).rejects.toThrow('gone');
    await world.sleep(7 * minute);
    controller.abort(new Error('gone'));
    await gone;
    expect((await world.book(prepaid)).outcome).toBe('confirmed');
    expect(world.calls()).toBe('search, conditions, book, pay, detail ×2, search, detail ×6, pay, detail');
    expect(world.minutes()).toBeGreaterThanOrEqual(30);
    expect(world.charges()).toEqual(['Approved']);
  });

  it('is looked for, and no card asked for, by one that resumes without a card', async () => {
    const world = createWorld(['payBooking:hang,commit=after,times=1', 'getBookingDetail:cut,times=1']);
    const controller = new AbortController();
    const book = world.client.book(prepaid, () => true, { signal: controller.signal });
    const gone = expect(book).rejects.toThrow('gone');
    await world.sleep(2_000);
    controller.abort(new Error('gone'));
    await gone;
    const [resumed] = await world.client.resume();
    expect(resumed?.outcome.outcome).toBe('confirmed');
    expect(world.charges()).toEqual(['Approved']);
  });
});

describe('a card that cannot be charged as it was given', () => {
  it('is an error of its caller, no emergency, and the booking waits', async () => {
    const world = createWorld(['payBooking:payment=declined,times=1']);
    const { bookingId } = Object(await world.book(prepaid));
    const odd = { ...payment, CreditCard: { ...payment.CreditCard, NumberPayments: 77 } };
    expect(await world.client.pay({ bookingId, payment: odd })).toMatchObject({
      outcome: 'error',
      bookingId,
      error: { name: 'InstalmentsError' },
    });
    expect((await world.client.pay({ bookingId, payment })).outcome).toBe('confirmed');
  });

  it('is told from another one that is tried at the same time', async () => {
    const world = createWorld(['payBooking:payment=declined,nth=1-2']);
    const { bookingId } = Object(await world.book(prepaid));
    const both = await Promise.all([1, 2].map(() => world.client.pay({ bookingId, payment })));
    expect(both.map(({ outcome }) => outcome)).toEqual(['payment-declined', 'confirmed']);
    expect(world.charges()).toEqual(['Declined', 'Declined', 'Approved']);
  });

  it('never makes pay reject', async () => {
    const world = createWorld(['payBooking:payment=declined,times=1']);
    const { bookingId } = Object(await world.book(prepaid));
    world.sandbox.faults.arm('getBookingDetail:status=401');
    expect(await world.client.pay({ bookingId, payment })).toMatchObject({ outcome: 'error', bookingId });
  });
});

describe("a booking that is somebody else's", () => {
  const foreign = { BookingId: '999', ExternalReference: 'foreign' };
  const anothers = (operation: string) =>
    changing(operation, ({ Booking, ...rest }) => {
      const { Services, ...booking } = Booking as Json & { Services: Json[] };
      const others = Services.map(entry => ({ ...entry, ExternalReference: 'foreign' }));
      return { ...rest, Booking: { ...booking, ...foreign, Services: others } };
    });

  it('is not believed to be the one whose answer was lost', async () => {
    const world = createWorld(['hotel.doBooking:cut,commit=before,times=1'], {
      change: anothers('GetBooking'),
    });
    const outcome = await world.book();
    expect(outcome.outcome).toBe('confirmed');
    expect(Object(outcome).bookingId).not.toBe('999');
    expect(count(world.calls(), 'look-up')).toBe(7);
  });

  it('is not read as the voucher of another one', async () => {
    const world = createWorld([], { change: anothers('GetBookingDetail') });
    expect((await world.book()).outcome).toBe('ask-support');
  });
});

describe('an answer to DoBooking', () => {
  it('of a whole trip is read for the service that was booked', async () => {
    const world = createWorld();
    const trip = await world.book();
    const { bookingId: attachTo } = Object(trip);
    world.sandbox.faults.arm('hotel.doBooking:timeline=rejected');
    const { Services } = Object(trip).booking as { Services: Json[] };
    const whole = changing('DoBooking', answer => ({
      ...answer,
      bookingStatus: 'CONFIRMED',
      Status: 'CONFIRMADO',
      Services: [...Services, ...(answer.Services as Json[])],
    }));
    const client = createWorld([], {
      client: {
        fetch: async (input, init) => whole(String(input), await world.fetch(input, init)),
        clock: world.sandbox.clock,
      },
    }).client;
    const criteria = { ...hotelWish.criteria, CheckinDate: '2027-02-10', CheckoutDate: '2027-02-12' };
    expect((await client.book({ ...hotelWish, criteria, attachTo }, () => true)).outcome).toBe('rejected');
  });

  it.each([
    ['FAILED and Errors[] alone', { bookingStatus: 'FAILED' }, 0],
    ['Errors[] alone', {}, 30],
  ])('flow.4: that has %s is a failure with its reasons, sent once', async (_, said, minutes) => {
    const Errors = [{ Code: 'NoAvailability', Message: 'sold out' }];
    const change = (url: string, came: Response) =>
      url.includes('DoBooking') ? Response.json({ ...said, Errors }) : came;
    const world = createWorld(['hotel.doBooking:timeline=failed', 'getBooking:visibility,hiddenFor=PT9H'], {
      change,
    });
    expect(await world.book()).toMatchObject({ outcome: 'failed', reasons: [{ Message: 'sold out' }] });
    expect(count(world.calls(), 'book')).toBe(1);
    expect(world.minutes()).toBe(minutes);
  });

  it.each(['', '0'])(
    'poll.technical-problem: with the id "%s" is looked up by its reference',
    async BookingId => {
      const world = createWorld(['hotel.doBooking:timeline=technical-problem;confirmed@PT12M'], {
        change: changing('DoBooking', answer => ({ ...answer, BookingId })),
      });
      expect((await world.book()).outcome).toBe('confirmed');
      expect(count(world.calls(), 'book')).toBe(1);
    },
  );

  it('err.429: that is refused for good comes five times in all, by one key, and is an error', async () => {
    const keys = new Set<string | null>();
    const fetch =
      (world: ReturnType<typeof createWorld>): typeof globalThis.fetch =>
      (input, init) => {
        if (String(input).includes('DoBooking')) keys.add(new Headers(init?.headers).get('idempotency-key'));
        return world.fetch(input, init);
      };
    const world = createWorld(['hotel.doBooking:status=429,retryAfter=100']);
    const { client } = createWorld([], { client: { fetch: fetch(world), clock: world.sandbox.clock } });
    expect(await client.book(hotelWish, () => true)).toMatchObject({
      outcome: 'error',
      error: { status: 429 },
    });
    expect(count(world.calls(), 'book')).toBe(5);
    expect(keys.size).toBe(1);
  });
});

describe('what was wanted', () => {
  const people = (...names: string[]) => names.map(Name => ({ Name, Surname: 'Silva', Age: 34 }));
  const criteria = { ...hotelWish.criteria, SearchRooms: [{ NumAdults: 2 }] };
  const stay = (...names: string[]): Wish => ({ ...hotelWish, criteria, guests: people(...names) });

  it('is another booking for other guests, and the same whatever order its fields are written in', async () => {
    const world = createWorld();
    const [first, other, again] = [
      await world.book(stay('Ana', 'Rui')),
      await world.book(stay('Ana', 'Zoe')),
      await world.book({
        ...stay('Ana', 'Rui'),
        criteria: Object.fromEntries(Object.entries(criteria).reverse()) as never,
      }),
    ];
    expect(Object(other).bookingId).not.toBe(Object(first).bookingId);
    expect(Object(again).bookingId).toBe(Object(first).bookingId);
    expect(world.held()).toEqual(['confirmed', 'confirmed']);
  });

  it('flow.3: is booked one after the other where it is the same stay', async () => {
    const world = createWorld(['hotel.doBooking:delay=PT10S']);
    let open = 0;
    let most = 0;
    const { client } = createWorld([], {
      client: {
        clock: world.sandbox.clock,
        fetch: async (input, init) => {
          const isBooking = String(input).includes('DoBooking');
          open += Number(isBooking);
          most = Math.max(most, open);
          return world.fetch(input, init).finally(() => {
            open -= Number(isBooking);
          });
        },
      },
    });
    await Promise.all([stay('Ana', 'Rui'), stay('Ana', 'Zoe')].map(wish => client.book(wish, () => true)));
    expect([most, world.held()]).toEqual([1, ['confirmed', 'confirmed']]);
  });

  it('costs no look-ups when it was given up before it left', async () => {
    const world = createWorld([], { client: { policies: { rate: { calls: 2 } } } });
    const controller = new AbortController();
    const book = world.client.book(hotelWish, () => true, { signal: controller.signal });
    const gone = expect(book).rejects.toThrow('gone');
    await world.sleep(10_000); // it waits for its place in the rate
    controller.abort(new Error('gone'));
    await gone;
    expect(await world.client.resume()).toMatchObject([{ outcome: { outcome: 'failed' } }]);
    expect(world.calls()).toBe('search, conditions');
  });
});

describe('a user', () => {
  it('who thinks for six minutes each time is asked five times, and told why nothing was booked', async () => {
    const world = createWorld();
    let asked = 0;
    const outcome = await world.client.book(hotelWish, async () => {
      asked += 1;
      world.sandbox.faults.clear();
      world.sandbox.faults.arm(`hotel.getBookingConditions:price=${asked}`);
      await world.sleep(6 * minute);
      return true;
    });
    expect([asked, outcome]).toMatchObject([5, { outcome: 'error', error: { name: 'OutdatedError' } }]);
  });

  it('whose consent throws anything at all gets an outcome', async () => {
    const world = createWorld();
    const outcome = await world.client.book(hotelWish, () => {
      throw 'no screen';
    });
    expect(outcome).toEqual({ outcome: 'error', error: 'no screen' });
  });

  it('is told why there is nothing to choose from', async () => {
    const Errors = [{ Code: 'SupplierTimeout', Message: 'all suppliers are down' }];
    const change = changing('Search', answer => ({ ...answer, Hotels: [], Errors }));
    expect(await createWorld([], { change }).book()).toMatchObject({
      outcome: 'unavailable',
      reasons: Errors,
    });
  });

  it('chooses among all rooms of a hotel, whatever order the ages of the children come in', async () => {
    let offered: readonly Offer[] = [];
    const change = changing('Search', ({ Hotels, ...rest }) => {
      const [hotel] = Hotels as (Json & { Rooms: Json[] })[];
      const room = hotel?.Rooms.find(
        each => each.RestrictionType === 'CanBook' && each.CanPayLater && !each.IsPrePayment,
      );
      const Rooms = [100, 50, 70].map(Value => ({
        ...room,
        Id: `R${Value}`,
        ChildAges: [4, 9],
        TotalSellingPrice: { Value, Currency: 'BRL' },
      }));
      return { ...rest, Hotels: [{ ...hotel, Rooms }] };
    });
    const wish: Wish = {
      ...hotelWish,
      criteria: { ...hotelWish.criteria, SearchRooms: [{ NumAdults: 2, ChildAges: [9, 4] }] },
      guests: [
        ...hotelWish.guests.slice(0, 2),
        ...[9, 4].map(Age => ({ Name: `Eva${Age}`, Surname: 'Silva', Age })),
      ],
      choose: (offers: readonly Offer<'hotel'>[]) => {
        offered = offers.filter(rooms.flexible);
        return undefined;
      },
    };
    await createWorld([], { change }).book(wish);
    expect(offered.map(({ price }) => price.Value)).toEqual([100, 50, 70]);
  });
});

describe('look-ups of a lost booking', () => {
  it('err.401: end at once where the credential is refused', async () => {
    const world = createWorld(['hotel.doBooking:cut,times=1', 'getBooking:status=401']);
    expect(await world.book()).toMatchObject({
      outcome: 'error',
      error: { status: 401 },
      reference: expect.any(String),
    });
    expect(count(world.calls(), 'look-up')).toBe(1);
  });

  it('decision 7: are five minutes apart from the end of one to the next', async () => {
    const world = createWorld(['hotel.doBooking:cut,times=1', 'getBooking:delay=PT10S,nth=1']);
    await world.book();
    const looks = world.sandbox.journal
      .read()
      .filter(({ facts }) => facts.operation === 'getBooking')
      .map(({ facts }) => facts.opened.at);
    const gaps = looks.slice(1).map((at, index) => at - (looks[index] ?? 0));
    expect(gaps[0]).toBe(5 * minute + 10_000);
  });
});
