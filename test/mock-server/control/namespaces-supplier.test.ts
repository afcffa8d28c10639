import { expect, it } from 'vitest';
import { type OperationId, operationIds, operations } from '#contracts';
import type { SampleCall } from '#contracts/sample-calls';
import story from '#contracts/sample-calls.json' with { type: 'json' };
import type { MockSupplier } from '#mock-server';
import { playThrough } from '#mock-server/control/make-provider-states';
import { createHotelClient, createTestSupplier, testStart } from '../hotel-client.ts';

const calls = story as unknown as SampleCall[]; // the generator has written this type

/** Returns a client that calls a sandbox with the credential and the static token of another sandbox. */
function clientOf(supplier: MockSupplier, { of, at }: { of: string; at: string }) {
  const { credentials, staticToken, managerId } = supplier.sandboxes.require(of).identity;
  return createHotelClient(supplier.fetch, {
    baseUrl: `http://supplier.test/sandbox/${at}`,
    credential: credentials[0] ?? { Username: '', Password: '' },
    staticAccess: { token: staticToken, managerId },
  });
}

/** Returns the state of a sandbox that calls of other sandboxes must not change. The journal records refused calls. */
function stateOf(supplier: MockSupplier, id: string): unknown {
  const { store, faults, plays, closed } = supplier.sandboxes.require(id).dump();
  return { store, faults, plays, closed };
}

it.each(operationIds)('a client of another namespace gets and changes nothing with %s', async operation => {
  const supplier = createTestSupplier();
  for (const id of ['team-a.hidden', 'team-b.own']) supplier.sandboxes.create({ id });
  const owner = clientOf(supplier, { of: 'team-a.hidden', at: 'team-a.hidden' });
  const isStatic = operations[operation].base === 'commons';
  let tried = 0;
  const answer = await playThrough(operation, {
    story: calls,
    now: testStart,
    async call(id: OperationId, request: object) {
      if (id === operation) {
        tried += 1;
        const before = stateOf(supplier, 'team-a.hidden');
        // The address of the other sandbox with the own credential.
        const refused = await clientOf(supplier, { of: 'team-b.own', at: 'team-a.hidden' }).call(id, request);
        expect(refused.status, refused.text).toBe(401);
        expect(refused.text.replaceAll('team-a.hidden', 'the id that was sent')).not.toContain('team-a');
        // The ids and tokens of the other sandbox in the own sandbox. Searches and static data need no such value.
        const own = await clientOf(supplier, { of: 'team-b.own', at: 'team-b.own' }).call(id, request);
        const isOpen = isStatic || id.endsWith('.search') || /^getBooking(?:List)?$/.test(id);
        expect([own.status === 200, own.text.includes('team-a')], own.text).toEqual([isOpen, false]);
        if (id.startsWith('getBooking')) expect(Object(own.body).Bookings ?? []).toEqual([]);
        expect(stateOf(supplier, 'team-a.hidden')).toEqual(before);
      }
      const { status, text, body } = await owner.call(id, request);
      expect(status, text).toBe(200);
      return body;
    },
  });
  expect([tried, answer]).toEqual([1, expect.any(Object)]);
});
