import { beforeEach, describe, expect, it } from 'vitest';
import type { Claim, Claiming, Ledger, LedgerRecord } from '#client';
import { record } from './record.ts';

function claimIn(claiming: Claiming): Claim {
  if (claiming.kind !== 'claimed') throw new Error(`claimIn: it is ${claiming.kind}`);
  return claiming.claim;
}

export const claimed = async (ledger: Ledger, key: string, fresh = record(key)): Promise<Claim> =>
  claimIn(await ledger.claim(key, () => fresh));

/** Leaves a record that no process holds. */
export async function abandon(ledger: Ledger, left: LedgerRecord): Promise<void> {
  const claim = await claimed(ledger, left.key);
  await claim.save(left);
  await claim.release();
}

/** Declares the tests that every ledger must pass, whatever stores its records. */
export function describeLedger(name: string, createLedger: () => Ledger | Promise<Ledger>): void {
  const never = () => {
    throw new Error('a record was there already');
  };
  let ledger: Ledger;

  beforeEach(async () => {
    ledger = await createLedger();
  });

  describe(`the ${name} ledger`, () => {
    it('gives a new booking to the first who claims it, and says to others that it is held', async () => {
      const claim = await claimed(ledger, 'a');
      expect(claim.record).toEqual(record('a'));
      expect(await ledger.claim('a', never)).toEqual({ kind: 'held', record: record('a') });
    });

    it('shows others what its holder saved', async () => {
      const claim = await claimed(ledger, 'a');
      await claim.save({ sentAt: 5, bookingId: '7', updatedAt: 6 });
      const saved = record('a', { sentAt: 5, bookingId: '7', updatedAt: 6 });
      expect(claim.record).toEqual(saved);
      expect(await ledger.claim('a', never)).toEqual({ kind: 'held', record: saved });
    });

    it('lets what is undecided go on from where it was left', async () => {
      await abandon(ledger, record('a', { sentAt: 5 }));
      const second = claimIn(await ledger.claim('a', never));
      expect(second.record).toEqual(record('a', { sentAt: 5 }));
    });

    it('finishes a confirmed booking even before its holder has released it', async () => {
      const claim = await claimed(ledger, 'a');
      await claim.save({ state: 'CONFIRMED', bookingId: '7' });
      const done = { kind: 'done', record: record('a', { state: 'CONFIRMED', bookingId: '7' }) };
      expect(await ledger.claim('a', never)).toEqual(done);
      await claim.release();
      expect(await ledger.claim('a', never)).toEqual(done);
    });

    it('begins anew what failed, with nothing of what it was', async () => {
      const failed = {
        sentAt: 5,
        bookingId: '7',
        serviceId: '7-1',
        status: 'rejected',
        state: 'FAILED',
      } as const;
      await abandon(ledger, record('a', failed));
      const again = await claimed(ledger, 'a', record('a', { reference: 'another' }));
      expect(again.record).toEqual(record('a', { reference: 'another' }));
      expect(await ledger.claim('a', never)).toEqual({ kind: 'held', record: again.record });
    });

    it('does not mind when the record of a new one cannot be made', async () => {
      await expect(ledger.claim('a', never)).rejects.toThrow('a record was there already');
      expect((await claimed(ledger, 'a')).record).toEqual(record('a'));
    });

    it('frees what failed when the record of a new one cannot be made', async () => {
      await abandon(ledger, record('a', { state: 'FAILED' }));
      await expect(ledger.claim('a', never)).rejects.toThrow('a record was there already');
      expect((await claimed(ledger, 'a')).record).toEqual(record('a'));
    });

    it('keeps a claim of its next holder when an earlier one gives it back again', async () => {
      const first = await claimed(ledger, 'a');
      await first.release();
      await claimed(ledger, 'a');
      await first.release();
      expect(await ledger.claim('a', never)).toMatchObject({ kind: 'held' });
    });

    it('writes nothing under a claim that was released', async () => {
      const first = await claimed(ledger, 'a');
      await first.release();
      await expect(first.save({ sentAt: 5 })).rejects.toThrow('the claim of a was released');
      expect((await claimed(ledger, 'a')).record).toEqual(record('a'));
    });

    it('lists the undecided bookings that no one holds', async () => {
      const states = { open: 'PENDING', done: 'CONFIRMED', failed: 'FAILED' } as const;
      for (const [key, state] of Object.entries(states)) await abandon(ledger, record(key, { state }));
      await claimed(ledger, 'held');
      expect(await ledger.abandoned()).toEqual(['open']);
    });

    it('gives what was abandoned to one taker, and nothing else to any', async () => {
      const open = await claimed(ledger, 'open', record('open', { sentAt: 5 }));
      expect(await ledger.takeOver('open')).toBeUndefined();
      await open.release();
      const takers = await Promise.all([ledger.takeOver('open'), ledger.takeOver('open')]);
      const [taker] = takers.filter(taken => taken !== undefined);
      expect(takers.filter(taken => taken !== undefined)).toHaveLength(1);
      expect(taker?.record).toEqual(record('open', { sentAt: 5 }));
      await taker?.save({ state: 'FAILED' });
      await taker?.release();
      expect(await ledger.takeOver('open')).toBeUndefined();
      expect(await ledger.takeOver('unknown')).toBeUndefined();
      expect(await ledger.abandoned()).toEqual([]);
    });

    it('shows a record to any caller, held or not, and nothing where there is no record', async () => {
      const claim = await claimed(ledger, 'a');
      await claim.save({ sentAt: 5 });
      expect(await ledger.find('a')).toEqual(record('a', { sentAt: 5 }));
      await claim.release();
      expect(await ledger.find('a')).toEqual(record('a', { sentAt: 5 }));
      expect(await ledger.find('b')).toBeUndefined();
    });

    it('finds a record by the id of its booking, of several one that is open', async () => {
      const services = { first: 'CONFIRMED', second: 'PENDING', third: 'FAILED' } as const;
      for (const [key, state] of Object.entries(services))
        await abandon(ledger, record(key, { state, bookingId: '7' }));
      expect(await ledger.findBooking('7')).toMatchObject({ key: 'second' });
      expect(await ledger.findBooking('8')).toBeUndefined();
    });

    it('keeps bookings apart, whatever their keys look like', async () => {
      const keys = ['', '.', '../a', 'a/b', 'ä ☂ "\u0000', 'x'.repeat(5_000), 'A', 'a'];
      for (const key of keys) await abandon(ledger, record(key));
      expect((await ledger.abandoned()).sort()).toEqual([...keys].sort());
    });

    it('gives each of 15 claims at once to one holder at a time', async () => {
      let holders = 0;
      let maxHolders = 0;
      let turns = 0;
      async function work(): Promise<void> {
        let claiming = await ledger.claim('a', () => record('a'));
        while (claiming.kind !== 'claimed') claiming = await ledger.claim('a', () => record('a'));
        const { claim } = claiming;
        holders += 1;
        maxHolders = Math.max(maxHolders, holders);
        await claim.save({ updatedAt: claim.record.updatedAt + 1 });
        turns += 1;
        holders -= 1;
        await claim.release();
      }
      await Promise.all(Array.from({ length: 15 }, work));
      expect({ maxHolders, turns }).toEqual({ maxHolders: 1, turns: 15 });
      // No write was lost.
      expect((await claimed(ledger, 'a')).record.updatedAt).toBe(15);
    });
  });
}
