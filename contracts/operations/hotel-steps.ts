import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { assumed, component } from '../provenance.ts';
import { bookingPayment, pax, text } from '../shapes/index.ts';
import { hotelSearch } from './hotel-search.ts';
import { byId, defineSteps } from './steps.ts';

const roomIds = z
  .array(text)
  .check(
    z.minLength(1, { error: 'expected 1 room id or more' }),
    z.maxLength(limits.rooms.value, { error: `expected at most ${limits.rooms.value} room ids` }),
  );

const hotelId = { HotelId: assumed('field', z.int({ error: 'expected a hotel id, a whole number' })) };

const bookingRoom = component(
  'BookingRoom',
  z.strictObject({
    RoomId: assumed('field', text),
    Paxs: assumed('pax', z.array(pax).check(z.minLength(1, { error: 'expected 1 guest or more' }))),
    Payment: assumed('field', z.optional(bookingPayment)),
  }),
);

/** The steps after a hotel Search (svc.1). A room wanted n times stands n times in RoomIds and in Rooms. */
const steps = defineSteps({
  product: 'hotel',
  what: 'chosen rooms',
  selection: { ...hotelId, RoomIds: assumed('field', roomIds) },
  booked: {
    ...hotelId,
    // Rooms names the rooms as well.
    RoomIds: assumed('field', z.optional(roomIds)),
    Rooms: assumed(
      'field',
      z
        .array(bookingRoom)
        .check(z.minLength(1, { error: 'expected 1 room or more' }), z.maxLength(limits.rooms.value)),
    ),
  },
});

/** Everything that can be done with hotels. */
export const hotelOperations = byId('hotel', { search: hotelSearch, ...steps });
