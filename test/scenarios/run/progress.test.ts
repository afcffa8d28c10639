import { describe, expect, it } from 'vitest';
import { watchProgress } from '#scenarios/run/play-command';

const day = 24 * 60 * 60_000;

describe('the progress of a client on virtual time', () => {
  it('is a jump or a call since the last look', () => {
    const done = { jumps: 0, calls: 0, virtualMs: 0 };
    const progress = watchProgress(0, () => done);
    expect([progress.isMade, progress.look()]).toEqual([false, false]);
    done.jumps = 1;
    expect([progress.look(), progress.isMade]).toEqual([true, true]);
    done.calls = 1;
    expect(progress.look()).toBe(true);
    expect([progress.look(), progress.isMade]).toEqual([false, false]);
  });

  it('ends three days of virtual time after the planned waits', () => {
    const done = { jumps: 0, calls: 0, virtualMs: 34 * day - 1 };
    const progress = watchProgress(31 * day, () => {
      done.jumps += 1;
      return done;
    });
    expect(progress.look()).toBe(true);
    done.virtualMs = 34 * day;
    expect(progress.look()).toBe(false);
  });
});
