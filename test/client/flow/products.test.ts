import { describe, expect, it } from 'vitest';
import type { BookingRequest } from '#client';
import type { Pax } from '#contracts';
import { tourCriteria, transferCriteria, twoAdults } from '../../mock-server/trip-client.ts';
import { createWorld, type HotelRequest, hotelRequest, payment, type World } from './world.ts';

const wanted = { guests: twoAdults, payment };
const transfer: BookingRequest = { ...wanted, product: 'transfer', criteria: transferCriteria };

async function trip(world: World) {
  const bookingId = await world.bookId();
  return { bookingId, second: await world.book({ ...transfer, attachTo: bookingId }) };
}

const plainCalls = 'search, conditions, book, detail';

it('the client books a tour for the date that was chosen', async () => {
  const world = createWorld();
  const chosen: BookingRequest = {
    ...wanted,
    product: 'tour',
    criteria: tourCriteria,
    choose: offers => offers.find(({ selection }) => selection.ServiceDate > '2026-12-10'),
  };
  const booked = await world.book(chosen);
  const [service] = booked.outcome === 'confirmed' ? booked.booking.Services : [];
  expect(service?.ServiceDate).toMatch(/^2026-12-1[12]$/);
});

describe('a trip', () => {
  it('flow.2, flow.7: does not take a transfer whose price is in another currency', async () => {
    const world = createWorld(['transfer.getBookingConditions:price,currency=USD']);
    const { bookingId, second } = await trip(world);
    const message = `this transfer costs USD, but booking ${bookingId} is in BRL; book the transfer without attachTo, or search again`;
    expect(second).toMatchObject({ outcome: 'error', error: { name: 'TripCurrencyError', message } });
    expect([world.calls(), world.held()]).toEqual([`${plainCalls}, search, conditions`, ['confirmed']]);
  });

  it('poll.pending: is followed up for the transfer that takes its time', async () => {
    const world = createWorld(['transfer.doBooking:timeline=pending;confirmed@PT12M']);
    expect((await trip(world)).second.outcome).toBe('confirmed');
    expect(world.calls()).toBe(`${plainCalls}, ${plainCalls} ×2`);
  });

  it('svc.2, poll.pending-cancellation: keeps its hotel when its transfer is cancelled, which takes ten minutes', async () => {
    const world = createWorld(['transfer.cancelByService:timeline=pending-cancellation;cancelled@PT10M']);
    const { bookingId, second } = await trip(world);
    const services = second.outcome === 'confirmed' ? second.booking.Services : [];
    const id = services.find(({ ServiceDate }) => ServiceDate !== undefined)?.ServiceId ?? 'none';
    const cancelled = await world.client.cancel({ bookingId, service: { product: 'transfer', id } });
    expect(cancelled).toMatchObject({ outcome: 'cancelled', bookingId });
    expect([world.held(), world.minutes()]).toEqual([['confirmed', 'cancelled'], 10]);
    expect(world.calls()).toMatch(/cancelByService, detail ×2$/);
  });
});

describe('guests', () => {
  const [ana, rui, eva] = hotelRequest.guests;
  if (!ana || !rui || !eva) throw new Error('three guests are wanted');
  const leo = { Name: 'Leo', Surname: 'Silva', Age: 4 };
  const bia = { Name: 'Bia', Surname: 'Souza', Age: 61 };

  /** Books rooms, and returns what the DoBooking contained. */
  async function bookedIn(SearchRooms: HotelRequest['criteria']['SearchRooms'], guests: Pax[]) {
    const world = createWorld();
    const criteria = { ...hotelRequest.criteria, SearchRooms };
    expect((await world.book({ ...hotelRequest, criteria, guests })).outcome).toBe('confirmed');
    const [call] = world.sandbox.journal.read({ operation: 'hotel.doBooking' });
    return call?.facts.request ?? {};
  }

  it('field.child-age, field.country: are put into two rooms, each child by its exact age', async () => {
    const SearchRooms = [
      { NumAdults: 1, ChildAges: [4] },
      { NumAdults: 2, ChildAges: [7] },
    ];
    expect(await bookedIn(SearchRooms, [eva, ana, rui, bia, leo])).toMatchObject({
      units: [expect.any(String), expect.any(String)],
      rooms: [
        { adults: 1, ages: [4] },
        { adults: 2, ages: [7] },
      ],
    });
  });

  it.each([[[{ NumAdults: 1, Quantity: 2 }]], [[{ NumAdults: 1 }, { NumAdults: 1 }]]])(
    'are assigned to two equal rooms (%o)',
    async SearchRooms => {
      expect((await bookedIn(SearchRooms, [ana, rui])).units).toHaveLength(2);
    },
  );

  it.each([
    ['a child is missing', [ana, rui], 'a child of 7 is missing'],
    ['a child has another age', [ana, rui, leo], 'a child of 7 is missing'],
    ['an adult is missing', [ana, eva], 'an adult is missing'],
    ['a guest is left over', [ana, rui, eva, bia], '1 more than in the Search criteria (Bia Souza)'],
  ])('field.child-age: are refused before anything is sent where %s', async (_, guests, message) => {
    const world = createWorld();
    const outcome = await world.book({ ...hotelRequest, guests });
    expect(outcome).toMatchObject({
      outcome: 'error',
      error: { name: 'GuestsError', message: expect.stringContaining(message) },
    });
    expect(world.calls()).toBe('');
  });
});
