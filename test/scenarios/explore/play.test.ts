import { expect, it } from 'vitest';
import { createInventory } from '#reference-data';
import { readInjection } from '#scenarios/explore/injections';
import { playInProcess } from '#scenarios/explore/play-flow';
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
const decidedLater = 'cancelBooking:timeline=pending-cancellation;cancelled@PT10M';
const rejectedLater = 'hotel.doBooking:timeline=pending;rejected@PT15M';
const crashed = 'transfer.doBooking:crash=answered';
const refusedPlace = (nth: number) => `autocomplete:status,status=400,nth=${nth}`;
const refusedTrip = (nth: number) => `getBookingDetail:status,status=400,nth=${nth}`;

/** Each with the outcome and the disturbances. */
const pairs = {
  'a stale status during a cancellation': `cancelled ${decidedLater} ${goesBack}`,
  'a place that is refused after a restart': `pending transfer.doBooking:crash=before ${refusedPlace(3)}`,
  'a look-up of the trip that is refused after its last service was found': `pending ${crashed} ${refusedTrip(3)}`,
  'a look-up of the trip that is refused while its last service is resumed': `pending ${crashed} ${refusedTrip(2)}`,
  'a place that is refused after the first service was found': `confirmed hotel.doBooking:crash=committed ${refusedPlace(2)}`,
  'a hotel that is booked again after its rejection': `confirmed ${rejectedLater} getBookingDetail:crash=answered,nth=2`,
};

it.each(Object.entries(pairs))('the reference client is right with %s', async (_, pair) => {
  const [outcome, ...disturbances] = pair.split(' ');
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
