import { describe, expect, it } from 'vitest';
import type { BookingRequest, Offer } from '#client';
import { changing, type Json } from './changing.ts';
import { clientOf, createWorld, hotelRequest, minute, rooms } from './world.ts';

describe('the requested offer', () => {
  const people = (...names: string[]) => names.map(Name => ({ Name, Surname: 'Silva', Age: 34 }));
  const criteria = { ...hotelRequest.criteria, SearchRooms: [{ NumAdults: 2 }] };
  const stay = (...names: string[]): BookingRequest => ({
    ...hotelRequest,
    criteria,
    guests: people(...names),
  });

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
    let maxOpen = 0;
    const client = clientOf({
      clock: world.sandbox.clock,
      fetch: async (input, init) => {
        const isBooking = String(input).includes('DoBooking');
        open += Number(isBooking);
        maxOpen = Math.max(maxOpen, open);
        return world.fetch(input, init).finally(() => {
          open -= Number(isBooking);
        });
      },
    });
    await Promise.all(
      [stay('Ana', 'Rui'), stay('Ana', 'Zoe')].map(request => client.book(request, () => true)),
    );
    expect([maxOpen, world.held()]).toEqual([1, ['confirmed', 'confirmed']]);
  });

  it('costs no look-ups when it was given up before it left', async () => {
    const world = createWorld([], { client: { policies: { rate: { calls: 2 } } } });
    await world.bookAndLeave(10_000); // the call waits for its turn in the rate limit
    expect(await world.client.resume()).toMatchObject([{ outcome: { outcome: 'failed' } }]);
    expect(world.calls()).toBe('search, conditions');
  });
});

describe('a user', () => {
  it.each([
    ['six minutes', 6, 5, { outcome: 'error', error: { name: 'OutdatedError' } }],
    ['26 hours', 26 * 60, 3, { outcome: 'unavailable' }],
  ])('who thinks for %s each time gets the reason why nothing was booked', async (_, minutes, times, end) => {
    const world = createWorld();
    let asked = 0;
    const outcome = await world.client.book(hotelRequest, async () => {
      asked += 1;
      world.sandbox.faults.clear();
      world.sandbox.faults.arm(`hotel.getBookingConditions:price=${asked}`);
      await world.sleep(minutes * minute);
      return true;
    });
    expect([asked, outcome]).toMatchObject([times, end]);
  });

  it('whose consent throws anything at all gets an outcome', async () => {
    const world = createWorld();
    const outcome = await world.client.book(hotelRequest, () => {
      throw 'no screen';
    });
    expect(outcome).toEqual({ outcome: 'error', error: 'no screen' });
  });

  it('gets the reason why there are no offers', async () => {
    const Errors = [{ Code: 'SupplierTimeout', Message: 'all suppliers are down' }];
    const change = changing('Search', answer => ({ ...answer, Hotels: [], Errors }));
    const end = { outcome: 'unavailable', reasons: Errors };
    expect(await createWorld([], { change }).book()).toMatchObject(end);
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
    const request: BookingRequest = {
      ...hotelRequest,
      criteria: { ...hotelRequest.criteria, SearchRooms: [{ NumAdults: 2, ChildAges: [9, 4] }] },
      guests: [
        ...hotelRequest.guests.slice(0, 2),
        ...[9, 4].map(Age => ({ Name: `Eva${Age}`, Surname: 'Silva', Age })),
      ],
      choose: (offers: readonly Offer<'hotel'>[]) => {
        offered = offers.filter(rooms.flexible);
        return undefined;
      },
    };
    await createWorld([], { change }).book(request);
    expect(offered.map(({ price }) => price.Value)).toEqual([100, 50, 70]);
  });
});

it('decision 3: look-ups of a lost booking are five minutes apart from the end of one to the next', async () => {
  const world = createWorld(['hotel.doBooking:cut,times=1', 'getBooking:delay=PT10S,nth=1']);
  await world.book();
  const [first, second] = world.sandbox.journal.read({ operation: 'getBooking' });
  expect(Number(second?.facts.opened.at) - Number(first?.facts.opened.at)).toBe(5 * minute + 10_000);
});
