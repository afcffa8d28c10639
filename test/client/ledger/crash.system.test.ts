import { cpSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createClient } from '#client';
import { createFileLedger } from '#client/node';
import { createMockSupplier, type Sandbox } from '#mock-server';
import { testStart } from '../../mock-server/hotel-client.ts';
import { serve } from '../../mock-server/over-port.ts';
import { ended, startScript } from './processes.ts';
import { book, demo, prepaid, stay } from './requests.ts';
import { bookingsOf, chargesOf, credentialOf, minutesOf, newFolder } from './stage.ts';

it.each([
  ['one booking', false],
  ['one booking and one charge', true],
])(
  'flow.3, svc.3: a process that is killed while it books leads to %s, at whatever step the process was killed',
  async (_, isPrepaid) => {
    const { supplier, newSandbox, play } = await openStage();
    const request = isPrepaid ? prepaid : stay;

    async function goOn(sandbox: Sandbox, { dir, resumes }: { dir: string; resumes: boolean }) {
      const { clock, identity } = sandbox;
      const booked = bookingsOf(sandbox).length;
      const client = createClient({
        ...demo,
        baseUrl: `http://supplier.test/sandbox/${identity.id}`,
        credential: credentialOf(sandbox),
        clock,
        fetch: supplier.fetch,
        ledger: createFileLedger({ dir, hold: clock.hold }),
      });
      const resumed = resumes ? await client.resume() : [];
      const again = await book(client, request);
      return {
        booked,
        resumed: resumed.map(({ outcome }) => outcome.outcome),
        again,
        bookings: bookingsOf(sandbox),
        charges: chargesOf(sandbox),
        lookUps: minutesOf(sandbox, 'getBooking').length,
      };
    }

    async function crash(point: number) {
      const id = `point-${point}`;
      const sandbox = newSandbox(id);
      const dir = newFolder();
      expect(await play(id, { dir, dieAt: point, prepaid: isPrepaid })).toBeUndefined();
      const copy = newFolder();
      cpSync(dir, copy, { recursive: true });
      const twin = supplier.sandboxes.restore(sandbox.dump(), { id: `${id}-twin` });
      return [await goOn(sandbox, { dir, resumes: true }), await goOn(twin, { dir: copy, resumes: false })];
    }

    newSandbox('whole');
    const whole = await play('whole', { dir: newFolder(), prepaid: isPrepaid });
    const points = Array.from({ length: whole?.steps ?? 0 }, (_, index) => index + 1);
    const all: ({ point: number } & Awaited<ReturnType<typeof goOn>>)[] = [];
    async function lane(): Promise<void> {
      for (let point = points.shift(); point; point = points.shift())
        for (const after of await crash(point)) all.push({ point, ...after });
    }
    await Promise.all([lane(), lane(), lane()]);

    const wrong = all.filter(({ again, bookings, resumed, booked, charges }) => {
      const isOne =
        bookings.length === 1 && again.outcome === 'confirmed' && again.bookingId === bookings[0]?.[0];
      const isCharged = charges.join() === (isPrepaid ? 'Approved' : '');
      // The client that resumes has no card, so an unpaid booking stays unpaid.
      const found = isPrepaid ? ['confirmed', 'pending'] : ['confirmed'];
      const isTold = resumed.every(outcome => (booked === 1 ? found : ['failed']).includes(outcome));
      return !isOne || !isCharged || !isTold;
    });
    expect(wrong).toEqual([]);
    expect(all.length).toBe((whole?.steps ?? 0) * 2);
    const seen = new Set(all.map(({ booked, resumed }) => `${booked} booked, ${resumed}`));
    const found = isPrepaid ? ['1 booked, confirmed', '1 booked, pending'] : ['1 booked, confirmed'];
    expect([...seen].sort()).toEqual(['0 booked, ', '0 booked, failed', '1 booked, ', ...found]);
    // If nothing was booked, the client looked for the booking for half an hour, because it could not know.
    expect(all.filter(({ booked, lookUps }) => booked === 0 && lookUps >= 6).length).toBeGreaterThan(1);
  },
  180_000,
);

it.each([
  { references: undefined, times: 100, bookings: 1 },
  { references: ['trip 1', 'trip 2'], times: 20, bookings: 2 },
])(
  'flow.3: two processes that share a ledger make $bookings of what both want many times at once',
  async ({ references, times, bookings }) => {
    const { newSandbox, play } = await openStage();
    const sandbox = newSandbox('shared');
    const dir = newFolder();
    const task = { dir, times, ...(references && { references }) };
    const outcomes = await Promise.all([play('shared', task), play('shared', task)]);
    const results = outcomes.flatMap(outcome => outcome?.results ?? []);
    const ids = bookingsOf(sandbox).map(([id]) => id);
    expect(ids).toHaveLength(bookings);
    expect(results).toHaveLength(2 * times * bookings);
    expect([...new Set(results)].sort()).toEqual(ids.map(id => `confirmed ${id}`).sort());
  },
);

/** Creates a supplier on a port, and processes that book there. */
async function openStage() {
  const supplier = createMockSupplier();
  const { url } = await serve(supplier);
  const newSandbox = (id: string) =>
    supplier.sandboxes.create({
      id,
      clock: { mode: 'auto', start: testStart },
      options: { rateLimit: false },
      credential: { Username: id, Password: `password of ${id}` },
    });
  /** Has a process book in a sandbox; what it wrote is undefined when it was killed. */
  async function play(id: string, task: object): Promise<{ results: string[]; steps: number } | undefined> {
    const credential = { Username: id, Password: `password of ${id}` };
    const baseUrl = `${url}/sandbox/${id}`;
    const all = { baseUrl, credential, start: testStart, times: 1, ...task };
    const child = startScript('one-process.ts', [JSON.stringify(all)]);
    let text = '';
    child.stdout?.on('data', chunk => {
      text += chunk;
    });
    const closed = new Promise(resolve => child.once('close', resolve));
    const end = await ended(child);
    await closed;
    if (end === 'SIGKILL') return undefined;
    if (end !== 0) throw new Error(`the process that books ended with ${end}`);
    return JSON.parse(text);
  }
  return { supplier, newSandbox, play };
}
