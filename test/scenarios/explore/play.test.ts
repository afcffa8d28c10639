import { expect, it } from 'vitest';
import { createInventory } from '#reference-data';
import { playInProcess } from '#scenarios/explore/play';
import { readInjection } from '#scenarios/explore/shorthand';
import { flowOf } from './scripted-client.ts';

const play = playInProcess({});
const playFlow = (id: string, ...disturbances: string[]) => play(flowOf(id), disturbances.map(readInjection));

it.each(['BookingId,change=missing', 'TotalSellingPrice,change=wrong-type'])(
  'an exploration lets a client repeat a look-up at once if it cannot read the answer because of field=%s',
  async field => {
    const run = await playFlow('hotel-on-request', `getBookingDetail:field=${field}`);
    expect(run).toMatchObject({ state: 'held', outcome: 'confirmed', broken: [] });
    expect(run.calls.filter(({ operation }) => operation === 'getBookingDetail')).toHaveLength(3);
  },
);

// Each pair was found by an exploration of depth 2.
const goesBack = 'getBookingDetail:visibility,goesBackTo=pending,nth=2';
const pendingCancellation = JSON.stringify({
  match: { operations: ['cancelBooking'], nth: 1 },
  effect: {
    kind: 'timeline',
    steps: [
      { after: 'PT0S', status: 'pending-cancellation' },
      { after: 'PT10M', status: 'cancelled' },
    ],
  },
});
const refused = 'status,status=400';

it.each([
  ['cancelled', 'a stale status during a cancellation', pendingCancellation, goesBack],
  [
    'pending',
    'a place that is refused after a restart',
    'transfer.doBooking:crash=before',
    `autocomplete:${refused},nth=3`,
  ],
  [
    'pending',
    'a look-up of the trip that is refused after its last service was found',
    'transfer.doBooking:crash=answered',
    `getBookingDetail:${refused},nth=3`,
  ],
  [
    'pending',
    'a look-up of the trip that is refused while its last service is resumed',
    'transfer.doBooking:crash=answered',
    `getBookingDetail:${refused},nth=2`,
  ],
  [
    'confirmed',
    'a place that is refused after the first service was found',
    'hotel.doBooking:crash=committed',
    `autocomplete:${refused},nth=2`,
  ],
  [
    'confirmed',
    'a hotel that is booked again after its rejection',
    JSON.stringify({
      match: { operations: ['hotel.doBooking'], nth: 1 },
      effect: {
        kind: 'timeline',
        steps: [
          { after: 'PT0S', status: 'pending' },
          { after: 'PT15M', status: 'rejected' },
        ],
      },
    }),
    'getBookingDetail:crash=answered,nth=2',
  ],
])('the reference client ends as %s with %s', async (outcome, _, ...disturbances) => {
  const run = await playFlow(outcome === 'cancelled' ? 'cancel-with-penalty' : 'trip', ...disturbances);
  expect(run).toMatchObject({ state: 'held', outcome, broken: [] });
});

it('the reference client plays with the inventory of the user, so that a saved failure expects the right outcome', async () => {
  const place = { id: '9001', name: 'Utopia City', country: 'BR' };
  const hotels = [{ id: 778812, destination: place.id }];
  const inventory = await createInventory({ destinations: [place], hotels });
  const flow = JSON.parse(JSON.stringify(flowOf('hotel')).replaceAll('Rio de Janeiro', place.name));
  expect(await playInProcess({ inventory })(flow, [])).toMatchObject({ state: 'held', outcome: 'confirmed' });
});
