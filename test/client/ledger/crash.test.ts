import { cpSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type BookingOutcome, createClient } from '#client';
import { createFileLedger } from '#client/node';
import type { Sandbox } from '#mock-server';
import { newFolder } from './folder.ts';
import { openStage } from './over-port.ts';
import { bookingsOf, credentialOf, minutesOf } from './stage.ts';
import { book, demo } from './wish.ts';

/** What became of a crash, in a sandbox and a folder of its own. */
interface After {
  readonly booked: number;
  readonly resumed: string[];
  readonly again: BookingOutcome;
  readonly bookings: ReturnType<typeof bookingsOf>;
  readonly lookUps: number;
}

describe('a process that is killed while it books', () => {
  it('flow.3: leads to one booking, wherever it was killed', async () => {
    const { supplier, newSandbox, play } = await openStage();

    async function goOn(
      sandbox: Sandbox,
      { dir, resumes }: { dir: string; resumes: boolean },
    ): Promise<After> {
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
      const again = await book(client);
      return {
        booked,
        resumed: resumed.map(({ outcome }) => outcome.outcome),
        again,
        bookings: bookingsOf(sandbox),
        lookUps: minutesOf(sandbox, 'getBooking').length,
      };
    }

    async function crash(point: number): Promise<After[]> {
      const id = `point-${point}`;
      const sandbox = newSandbox(id);
      const dir = newFolder();
      expect(await play(id, { dir, dieAt: point })).toBeUndefined();
      const copy = newFolder();
      cpSync(dir, copy, { recursive: true });
      const twin = supplier.sandboxes.restore(sandbox.dump(), { id: `${id}-twin` });
      return [await goOn(sandbox, { dir, resumes: true }), await goOn(twin, { dir: copy, resumes: false })];
    }

    newSandbox('whole');
    const whole = await play('whole', { dir: newFolder() });
    const points = Array.from({ length: whole?.steps ?? 0 }, (_, index) => index + 1);
    const all: { point: number; after: After }[] = [];
    async function lane(): Promise<void> {
      for (let point = points.shift(); point; point = points.shift())
        for (const after of await crash(point)) all.push({ point, after });
    }
    await Promise.all([lane(), lane(), lane()]);

    const wrong = all.filter(({ after: { again, bookings, resumed, booked } }) => {
      const isOne =
        bookings.length === 1 && again.outcome === 'confirmed' && again.bookingId === bookings[0]?.[0];
      const isTold = resumed.every(outcome => outcome === (booked === 1 ? 'confirmed' : 'failed'));
      return !isOne || !isTold;
    });
    expect(wrong).toEqual([]);
    expect(all.length).toBe((whole?.steps ?? 0) * 2);
    const seen = new Set(all.map(({ after: { booked, resumed } }) => `${booked} booked, ${resumed}`));
    expect([...seen].sort()).toEqual(['0 booked, ', '0 booked, failed', '1 booked, ', '1 booked, confirmed']);
    // Where nothing was booked, and nobody could know, it was looked for during half an hour.
    expect(all.filter(({ after }) => after.booked === 0 && after.lookUps >= 6).length).toBeGreaterThan(1);
  }, 180_000);
});
