import * as z from 'zod';
import { defineFault } from '../define-fault.ts';

export const roomLimit = defineFault('room-limit', {
  fields: () => ({
    rooms: z.int().min(1).max(100).meta({ description: 'The maximum number of rooms of each hotel.' }),
  }),
  example: 'room-limit=1',
  about:
    'A Search returns only some rooms of each hotel. Rooms on request come first. If the request sets ReturnOnRequestRooms, these rooms displace rooms that can be booked at once.',
  where: 'Search of hotels',
  actsOn: ({ id }) => id === 'hotel.search',
  trials: [{ parameters: { rooms: 1 } }],
  conflictsWith: () => ['rooms'],
  plan: ({ rooms }) => ({ directives: { maxRooms: rooms } }),
});
