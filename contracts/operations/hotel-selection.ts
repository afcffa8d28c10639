import * as z from 'zod';
import { limits } from '../limits.ts';
import { assumed } from '../provenance.ts';
import { text } from '../shapes/scalars.ts';

const roomIds = z
  .array(text)
  .min(1, { error: 'expected 1 room id or more' })
  .max(limits.rooms.value, { error: `expected at most ${limits.rooms.value} room ids` });

/** What a client chose from a hotel Search. A room wanted n times stands n times in RoomIds. */
export const hotelSelection = {
  HotelId: assumed('field', z.int({ error: 'expected a hotel id, a whole number' })),
  RoomIds: assumed('field', roomIds),
};

/** The same in DoBooking, where Rooms already names the rooms. */
export const bookedSelection = {
  HotelId: hotelSelection.HotelId,
  RoomIds: assumed('field', roomIds.optional()),
};
