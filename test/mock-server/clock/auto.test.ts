import { describe, expect, it } from 'vitest';
import { ClockStalledError, VirtualClock } from '#mock-server/clock/index';
import { createRows, promises, stage, start } from './fakes.ts';

const day = 86_400_000;
const forever = Number.POSITIVE_INFINITY;

const auto = () => stage({ mode: 'auto' });

describe('an auto clock', () => {
  it('jumps from one due instant to the next while all wait on it', async () => {
    const { clock, machine, add } = auto();
    const seen: [string, number][] = [];
    add(start + 20_000, 'confirmed', () => seen.push(['event', clock.now() - start]));
    const sleeper = async (name: string, ms: number) => {
      for (let i = 0; i < 2; i++) {
        await clock.sleep(ms);
        seen.push([name, clock.now() - start]);
      }
    };
    void sleeper('a', 15_000);
    void sleeper('b', 20_000);
    await machine.turnUntilQuiet();
    expect(seen).toEqual([
      ['a', 15_000],
      ['event', 20_000],
      ['b', 20_000],
      ['a', 30_000],
      ['b', 40_000],
    ]);
  });

  it('stands still while no one waits on it, whatever is due', async () => {
    const { clock, machine, add } = auto();
    add(start + 10, 'confirmed');
    clock.exchangeOpened()();
    machine.pass(day);
    expect([await machine.turnUntilQuiet(), clock.now(), clock.speed]).toEqual([0, start, 0]);
  });

  it('waits until a whole turn of the event loop has passed without activity', async () => {
    const { clock, machine } = auto();
    void clock.sleep(day);
    await machine.turn();
    expect(clock.now()).toBe(start);
    void clock.sleep(2 * day);
    await machine.turn();
    expect(clock.now()).toBe(start);
    clock.exchangeOpened()();
    await machine.turn();
    expect(clock.now()).toBe(start);
    await machine.turn();
    expect(clock.now()).toBe(start + day);
  });

  it.each(['exchange', 'hold'] as const)('stands still while an %s is open', async kind => {
    const { clock, machine, notes, of } = auto();
    const open = () => (kind === 'hold' ? clock.hold('file ledger') : clock.exchangeOpened());
    const [first, second] = [open(), open()];
    of('sleeper', clock.sleep(day));
    await machine.turnUntilQuiet();
    first();
    first();
    await machine.turnUntilQuiet();
    expect([notes, clock.now()]).toEqual([[], start]);
    second();
    await machine.turnUntilQuiet();
    expect([notes, clock.now()]).toEqual([['sleeper woke'], start + day]);
  });

  it('names its holders', () => {
    const { clock } = auto();
    const release = clock.hold('file ledger');
    clock.hold('recorder');
    release();
    expect(clock.holds()).toEqual(['recorder']);
  });

  it('throws when all wait for ever and nothing is due, and names the waiting callers', async () => {
    const { clock, machine } = auto();
    const hang = clock.sleep(forever, undefined, 'a hang at hotel.search').catch((error: unknown) => error);
    void clock.sleep(forever, undefined, 'the client').catch(() => {});
    void clock.sleep(forever, undefined, 'the client').catch(() => {});
    await machine.turnUntilQuiet();
    const error = await hang;
    expect(error).toBeInstanceOf(ClockStalledError);
    const client = { at: null, who: 'the client' };
    const waits = [{ at: null, who: 'a hang at hotel.search' }, client, client];
    expect(error).toMatchObject({ name: 'ClockStalledError', waits });
    expect(String(error)).toMatch(
      /2030-06-01T00:00:00\.000Z, .* a hang at hotel\.search, the client \(2 times\)/,
    );
    expect(clock.waits()).toEqual([]);
  });

  it('does not give up while an exchange is open or something is due', async () => {
    const { clock, machine, add, notes, of } = auto();
    add(start + 10, 'confirmed', () => notes.push('confirmed'));
    const close = clock.exchangeOpened();
    of('client', clock.sleep(forever));
    await machine.turnUntilQuiet();
    expect(notes).toEqual([]);
    close();
    await machine.turnUntilQuiet();
    expect(notes[0]).toBe('confirmed');
    expect(notes[1]).toMatch(/^client failed: No event is due after 2030-06-01T00:00:00\.010Z/);
  });

  it('forgets a sleeper that was aborted: the time-out of an answered call costs no time', async () => {
    const { clock, machine, notes, of } = auto();
    const abort = new AbortController();
    of('time-out', clock.sleep(15_000, abort.signal));
    of('poll', clock.sleep(60_000));
    await promises();
    abort.abort('answered');
    await machine.turn();
    await machine.turn();
    await machine.turn();
    expect([notes, clock.now()]).toEqual([['time-out failed: answered', 'poll woke'], start + 60_000]);
  });

  it('begins to jump when the mode is set to auto, and ends when it is set to another', async () => {
    const { clock, machine, notes, of } = auto();
    clock.setMode({ mode: 'manual' });
    of('first', clock.sleep(day));
    await machine.turnUntilQuiet();
    expect(notes).toEqual([]);
    clock.setMode({ mode: 'auto' });
    await machine.turnUntilQuiet();
    expect(notes).toEqual(['first woke']);
    of('second', clock.sleep(day));
    clock.setMode({ mode: 'manual' });
    await machine.turnUntilQuiet();
    expect([notes, clock.now()]).toEqual([['first woke'], start + day]);
  });

  it('lets a year of polls pass on the machine it runs on, without waiting', async () => {
    const clock = new VirtualClock({ mode: 'auto', start, events: createRows().events });
    for (let i = 0; i < 365; i++) await clock.sleep(day);
    expect(clock.now()).toBe(start + 365 * day);
  });
});
