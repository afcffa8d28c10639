import { describe, expect, it } from 'vitest';
import { createFileLedger } from '#client/node';
import { book } from './requests.ts';
import { createStage, newFolder } from './stage.ts';

describe('a file ledger on an auto clock', () => {
  it('holds the clock while it reads and writes, and lets go of it', async () => {
    const { clock, newClient } = createStage();
    const holders = new Set<string>();
    let instant = 0;
    const moved: number[] = [];
    const hold = (who: string) => {
      holders.add(who);
      instant = clock.now();
      const release = clock.hold(who);
      return () => {
        if (clock.now() !== instant) moved.push(clock.now() - instant);
        release();
      };
    };
    // This caller waits on the clock. Without a hold the clock would jump as soon as nothing else runs.
    const stop = new AbortController();
    const ticking = (async () => {
      for (;;) await clock.sleep(1_000, stop.signal, 'a ticking clock');
    })().catch(() => undefined);
    const ledger = createFileLedger({ dir: newFolder(), hold });
    expect(await book(newClient({ ledger }))).toMatchObject({ outcome: 'confirmed' });
    stop.abort();
    await ticking;
    expect([...holders]).toEqual(['the ledger']);
    expect(moved).toEqual([]);
    expect(clock.holds()).toEqual([]);
  });

  it('lets go of the clock when it fails', async () => {
    const { clock, newClient } = createStage();
    const ledger = createFileLedger({ dir: '/dev/null/x', hold: clock.hold });
    expect(await book(newClient({ ledger }))).toMatchObject({
      outcome: 'error',
      error: { name: 'LedgerError' },
    });
    expect(clock.holds()).toEqual([]);
  });
});
