import { describe, expect, it } from 'vitest';
import { bookingBody, createTestSupplier, type HotelClient, startSupplier } from '../../hotel-client.ts';
import { scenarioOf } from './scenarios.ts';

const catalogue = [
  scenarioOf('late', { faults: ['getBookingDetail:status=503,nth=2'] }, { surname: 'Testlate' }),
];

function start() {
  const { client, journal } = startSupplier({ catalogue, options: { rateLimit: false } });
  return { client, played: () => journal.read().map(({ facts }) => facts.scenario) };
}

/** Books for a guest with the given surname, and other guests whose surnames select no scenario. */
async function bookFor(client: HotelClient, surname: string) {
  const conditions = await client.conditions();
  const body = bookingBody(conditions);
  for (const { Paxs } of body.Rooms) for (const pax of Paxs.slice(-1)) pax.Surname = surname;
  return client.book(conditions, body);
}

describe('the surname of a guest', () => {
  it('starts its scenario with DoBooking, in upper or lower case', async () => {
    const { client, played } = start();
    const { BookingId } = await bookFor(client, 'TestLATE');
    const look = async () => (await client.call('getBookingDetail', { BookingId })).status;
    expect([await look(), await look()]).toEqual([200, 503]);
    expect(played()).toEqual([undefined, undefined, 'late', 'late', 'late']);
  });

  it('is an ordinary name where no scenario has it', async () => {
    const { client, played } = start();
    expect((await bookFor(client, 'Testunknown')).bookingStatus).toBe('CONFIRMED');
    expect(played()).toEqual([undefined, undefined, undefined]);
  });

  it('belongs to one scenario', () => {
    const twice = ['a', 'b'].map(id => scenarioOf(id, {}, { surname: 'Testsame' }));
    const message = 'surname "Testsame" begins both "a" and "b"';
    expect(() => createTestSupplier({ catalogue: twice })).toThrow(message);
  });
});
