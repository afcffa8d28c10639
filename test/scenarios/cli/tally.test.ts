import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createClient } from '#client';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { createTally, tallyText } from '#scenarios/cli/commands/exec';
import { hotelRequest } from '../../client/flow/world.ts';

const clock = { mode: 'auto', start: Date.parse('2026-11-20T10:00:00Z') } as const;

function stage(options: MockSupplierOptions['options'] = { rateLimit: false }) {
  const supplier = createMockSupplier({ clock, options });
  const tally = createTally(supplier.sandboxes);
  const clientOf = (id: string, fetch = supplier.fetch as typeof globalThis.fetch) => {
    const { identity, clock } = supplier.sandboxes.require(id);
    const [credential = { Username: '', Password: '' }] = identity.credentials;
    return createClient({ baseUrl: `http://supplier.test/sandbox/${id}`, credential, clock, fetch });
  };
  const book = (id: string, reference: string) =>
    clientOf(id).book({ ...hotelRequest, reference }, () => true);
  return { supplier, clientOf, book, text: () => stripVTControlCharacters(tallyText(tally())) };
}

describe('the tally of a stand-in', () => {
  it('shows bookings with the status at the supplier and the status that the client saw last', async () => {
    const { supplier, clientOf, text } = stage();
    const { faults, clock } = supplier.sandboxes.require('default');
    faults.arm('hotel.doBooking:timeline=pending;confirmed@PT5M');
    const leaving = new AbortController();
    const client = clientOf('default', async (input, init) => {
      const answer = await supplier.fetch(String(input), init);
      if (String(input).endsWith('/DoBooking')) leaving.abort();
      return answer;
    });
    await expect(client.book(hotelRequest, () => true, leaving)).rejects.toThrow('aborted');
    clock.advance({ by: 300_000 });
    expect(text()).toMatch(/^ +\d+ +hotel +confirmed +pending +[\d.]+ BRL +\S+$/m);
  });

  it('names the sandbox of a booking and of a fault that are not in the default one, also after its end', async () => {
    const { supplier, book, text } = stage();
    supplier.sandboxes.create({ id: 'ana', clock, faults: ['hotel.search:status=503,times=1'] });
    await book('ana', 'trip-1');
    const before = text();
    supplier.sandboxes.remove('ana');
    expect(text()).toBe(before);
    expect(before).toMatch(/^ +\d+ in ana +hotel +confirmed +confirmed /m);
    expect(before).toMatch(/^ +fault-1 in ana +status +matched one call$/m);
  });

  it('counts what a sandbox was asked before a reset and after it, each once', async () => {
    const { supplier, book, text } = stage();
    await book('default', 'trip-1');
    supplier.sandboxes.reset('default');
    await book('default', 'trip-1');
    expect(text()).toMatch(/^ +hotel\.doBooking +2 +200 ×2$/m);
    expect(text().match(/^ +\d+ +hotel /gm)).toHaveLength(2);
  });

  it('shows thirty bookings, and says how many more there are', async () => {
    const { book, text } = stage();
    for (let trip = 0; trip < 32; trip += 1) await book('default', `trip-${trip}`);
    expect(text().match(/^ +\d+ +hotel /gm)).toHaveLength(30);
    expect(text()).toMatch(/^ {2}and 2 more$/m);
  });

  it('says how many calls the journal had no room for', async () => {
    const { supplier, text } = stage({ journalBytes: 2_000 });
    for (let call = 0; call < 20; call += 1) await supplier.fetch('http://supplier.test/nowhere');
    const [, dropped] = /^ {2}and (\d+) earlier calls, which the full journal dropped$/m.exec(text()) ?? [];
    const [, kept] = /^ +unknown address +(\d+) +404/m.exec(text()) ?? [];
    expect(Number(dropped)).toBeGreaterThan(0);
    expect(Number(dropped) + Number(kept)).toBe(20);
  });
});
