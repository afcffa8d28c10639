import { describe, expect, it } from 'vitest';
import { judgeRoutes } from '#scenarios';
import { createControlClient } from './control/control-client.ts';
import { createHotelClient, createTestSupplier } from './hotel-client.ts';

/** Words of paths, names, enums, problems and dates that could also be a password. */
const words = [
  'transfer',
  'search',
  'Search',
  'Criteria',
  'Credential',
  'Password',
  'hotel.search',
  'CONFIRMED',
  'OnRequest',
  'complete',
  'requestHeaders',
  'lenient',
  'InvalidRequest',
  '2026-12-10',
  '123456',
  'understudy',
];

/** Runs a booking flow and some wrong calls, with or without another sandbox, and returns all readable texts. */
async function recorded(password: string, otherPassword?: string) {
  const supplier = createTestSupplier({
    credential: { Username: 'agency', Password: password },
    routes: [judgeRoutes],
  });
  if (otherPassword !== undefined)
    supplier.sandboxes.create({ id: 'other', credential: { Username: 'other', Password: otherPassword } });
  const client = createHotelClient(supplier.fetch, {
    credential: { Username: 'agency', Password: password },
  });
  const { BookingId } = await client.book(await client.conditions(), { ExternalReference: 'trip-1' });
  await client.detail(BookingId);
  await client.call('hotel.search', {});
  await client.call('hotel.getBookingConditions', { Token: 'nothing', HotelId: 1, RoomIds: ['1'] });
  await supplier.fetch('http://supplier.test/API/REST/Transfer.svc/Serch', { method: 'POST', body: '{}' });
  const control = createControlClient(supplier.fetch);
  const answers = await Promise.all(
    (['listExchanges', 'exportHar', 'judgeSandbox', 'listBookings'] as const).map(id => control.send(id)),
  );
  const entries = supplier.sandboxes.require('default').journal.read();
  return {
    statuses: answers.map(({ status }) => status),
    facts: entries.map(({ facts: { opened, answered, closed, ...facts } }) => facts),
  };
}

describe('a password that is an ordinary word', () => {
  it('leaves operations, paths, statuses and enum words of its own sandbox as they are', async () => {
    const plain = await recorded('Str0ng-and-strange');
    for (const word of words) {
      const { statuses, facts } = await recorded(word);
      expect(statuses, word).toEqual([200, 200, 200, 200]);
      const structure = (all: typeof facts) =>
        all.map(({ number, operation, method, status, url, answer }) => ({
          number,
          operation,
          method,
          status,
          url,
          errors: answer.errors,
        }));
      expect(structure(facts), word).toEqual(structure(plain.facts));
    }
  });

  it('changes nothing in other sandboxes', async () => {
    const alone = await recorded('Str0ng-and-strange');
    for (const word of words) {
      const beside = await recorded('Str0ng-and-strange', word);
      expect(beside.facts, word).toEqual(alone.facts);
      expect(beside.statuses, word).toEqual([200, 200, 200, 200]);
    }
  });
});
