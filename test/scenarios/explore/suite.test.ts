import { describe, expect, it } from 'vitest';
import { createMemoryLedger } from '#client';
import { readSuiteBaseline } from '#scenarios/explore/baseline';
import { type Injection, injectionsAt, readInjection, type Schedule } from '#scenarios/explore/injections';
import type { Run } from '#scenarios/explore/play';
import { countsOf } from '#scenarios/explore/report';
import { createEffects } from '#scenarios/explore/search';
import { exploreSuite, type SuiteSetting } from '#scenarios/explore/suite/explore-tests';
import { createMistakes } from '#scenarios/explore/suite/mistakes';
import { documentOf, writeReport } from '#scenarios/report/index';
import type { ClientSetting } from '#scenarios/run/index';
import { createHotelClient } from '../../mock-server/hotel-client.ts';
import { exploreFake, type FakeTest, hangIn, playWith } from './fake-suite.ts';
import { flowOf } from './scripted-client.ts';

const { task } = flowOf('car').scenario;

/** Books, and cancels the booking. */
const trip: typeof task = { ...task, steps: [...task.steps, { do: 'cancel', what: 'trip', step: 0 }] };

async function bookCar(setting: ClientSetting, wanted = task): Promise<void> {
  const { outcome } = await playWith(setting, wanted);
  if (outcome !== 'confirmed') throw new Error(`the outcome is ${outcome}`);
}

/** Sends DoBooking again with a new key when no answer arrives. */
function rebooking(setting: ClientSetting): ClientSetting {
  const send: typeof fetch = async (input, init) => {
    if (!String(input).endsWith('/DoBooking')) return setting.fetch(input, init);
    const again = () => {
      const headers = { ...(init?.headers as object), 'Idempotency-Key': setting.newUuid() };
      return setting.fetch(input, { ...init, headers });
    };
    return again().catch(again);
  };
  return { ...setting, fetch: send };
}

/** Sends no look-up later, as a client does that hands an undecided booking to a worker. */
function withoutWaits(setting: ClientSetting): ClientSetting {
  const { clock } = setting;
  const sleep: typeof clock.sleep = (ms, signal) =>
    ms < 120_000 ? clock.sleep(ms, signal) : Promise.reject(new Error('too long'));
  return { ...setting, clock: { now: () => clock.now(), sleep } };
}

function hotelClientOf({ baseUrl, fetch, identity }: ClientSetting) {
  const [credential] = identity.credentials;
  return createHotelClient(fetch, { baseUrl, ...(credential && { credential }) });
}

const reading =
  (what: string) =>
  ({ fetch, baseUrl, identity: { staticToken, managerId } }: ClientSetting) =>
    fetch(`${baseUrl}/new/api/v1/mapping/${what}/token/${staticToken}?managerId=${managerId}`);
const [airport, place] = [reading('airport/GIG'), reading('autocomplete/Rio')];

describe('the exploration of a suite', () => {
  it('finds that the reference client is right under every fault, also if another test does not read the outcome', async () => {
    const blind: FakeTest = setting => playWith(setting, task);
    const { suite, failures, exitCode, runs, skipped } = await exploreFake(
      { blind, books: bookCar },
      { declines: true },
    );
    expect({ failures, exitCode }).toEqual({ failures: [], exitCode: 0 });
    expect(suite).toMatchObject({ wrong: 0, effects: 0, noticed: 0 });
    expect(suite?.right).toBeGreaterThan(150);
    expect(runs + skipped.sameEffect).toBeGreaterThan(200);
  });

  it('accuses no client whose tests clean up by a cancellation that fails, if another test is red and then cancels again', async () => {
    const play = (setting: ClientSetting) => playWith(setting, trip);
    const cancels: FakeTest = async setting => {
      const { outcome, bookingId } = await play(setting);
      if (outcome === 'cancelled') return;
      await hotelClientOf(setting).call('cancelBooking', { BookingId: bookingId });
      throw new Error(`the outcome is ${outcome}`);
    };
    const { failures } = await exploreFake({ 'cleans up': play, cancels });
    expect(failures.filter(({ invariant }) => invariant === 'truth-told')).toEqual([]);
  });

  it('does not expect a test that cancels its booking to be red after a booking that was never made', async () => {
    const cleansUp: FakeTest = setting => playWith(setting, trip);
    const { failures } = await exploreFake({ cleansUp }, { maxRuns: 150 });
    const untold = failures.filter(({ invariant }) => invariant === 'truth-told');
    expect(untold.map(({ schedule }) => schedule[0])).toEqual([
      expect.stringMatching(/^cancelBooking:status,status=400/),
      expect.stringMatching(/^getBookingDetail:status,status=400/),
    ]);
  });

  it('says which mistake no test notices, and the same mistake is noticed after a test for it', async () => {
    const bookTwice: FakeTest = setting => bookCar(rebooking(setting));
    const bookOnce: FakeTest = async setting => {
      let sent = 0;
      const fetch: typeof globalThis.fetch = (input, init) => {
        if (String(input).endsWith('/DoBooking')) sent += 1;
        return setting.fetch(input, init);
      };
      await bookCar(rebooking({ ...setting, fetch }));
      expect(sent).toBe(1);
    };
    const maxRuns = 110; // all faults at DoBooking
    const before = await exploreFake({ books: bookTwice }, { maxRuns });
    const blind = before.failures.find(({ rule }) => rule === 'no-blind-rebooking');
    expect(before.exitCode).toBe(1);
    expect(blind).toMatchObject({ level: 'must', flow: 'books', outcome: 'green' });
    expect(blind?.suite).toMatchObject({ noticed: 0, noticedBy: [], missedBy: ['books'] });
    expect(blind?.suite?.fixture).toEqual([expect.stringMatching(/^arm\('car\.doBooking:\w+,.*nth=1'\);$/)]);
    expect(blind?.message).not.toMatch(/\d\d:\d\d/);
    const both = { books: bookTwice, 'books once': bookOnce };
    const after = await exploreFake(both);
    expect(after.failures.filter(({ rule }) => rule === 'no-blind-rebooking')).toMatchObject([
      { level: 'should', suite: { noticedBy: ['books once'] } },
    ]);
    expect(after.suite?.noticed).toBeGreaterThan(before.suite?.noticed ?? 0);
    expect((await exploreFake(both, { strict: true, maxRuns })).exitCode).toBe(1);
    const baseline = 'car.doBooking: rules no-blind-rebooking # ticket 12';
    const known = await exploreFake({ books: bookTwice }, { maxRuns, known: readSuiteBaseline(baseline) });
    expect(known.failures.find(({ rule }) => rule === blind?.rule)).toMatchObject({ known: true });
    const stale = { maxRuns: undefined, known: ['payBooking: one-charge'] };
    expect((await exploreFake({ airport }, stale)).stale).toEqual(stale.known);
    expect(
      (await exploreFake({ airport }, { ...stale, others: [{ id: 'other', command: ['other'] }] })).stale,
    ).toEqual([]);
    const text = await writeReport('text', documentOf(before));
    expect(text).toContain('books, with call 1 of car.doBooking');
    expect(text).toMatch(/NOT NOTICED\n {2}rules no-blind-rebooking/);
    expect(text).toMatch(/the suite notices 0 % of what goes wrong \(0 of \d+ effects\)/);
  });

  it('says what a client does that never polls and takes every booking for confirmed, or accepts another price', async () => {
    const believing: FakeTest = setting => bookCar(withoutWaits(setting)).catch(() => undefined);
    const { failures, suite } = await exploreFake({ believing }, { maxRuns: 110 });
    const found = failures.map(({ rule, invariant, level }) => [rule ?? invariant, level]);
    expect(found).toContainEqual(['truth-told', 'must']);
    expect(found).toContainEqual(['ambiguous-status-polled', 'must']);
    const why = /^The test is green, although the supplier holds \w+ in place of confirmed, and no other/;
    expect(failures.find(one => one.invariant === 'truth-told')).toMatchObject({
      outcome: 'green',
      message: expect.stringMatching(why),
      suite: { noticed: 0, missedBy: ['believing'] },
    });
    expect(suite?.wrong).toBeGreaterThan(5);
    const consent = { onPriceChange: 'accept', onConditionsChange: 'accept' } as const;
    const accepting = (setting: ClientSetting) => bookCar(setting, { ...task, ...consent });
    const accepted = await exploreFake({ accepting });
    expect(accepted.exitCode).toBe(0);
    expect(accepted.failures).toMatchObject([{ rule: 'price-change-confirmed', level: 'should' }]);
    const { operation, nth, effect } = {
      operation: 'car.getBookingConditions',
      nth: 1,
      effect: { kind: 'price', byPercent: 10 },
    } as const;
    const declined = await exploreFake(
      { accepting },
      { declines: true, replay: [{ operation, nth, effect }] },
    );
    expect(declined).toMatchObject({ exitCode: 1, suite: { effects: 2, noticed: 0 } });
    expect(declined.failures.map(one => [one.rule ?? one.invariant, one.level])).toEqual([
      ['agreed-price', 'must'],
      ['price-change-confirmed', 'must'],
    ]);
  });

  it('finds a client that cancels the newest booking of the account in place of its own', async () => {
    const cancelsNewest: FakeTest = async setting => {
      await bookCar(setting);
      const client = hotelClientOf(setting);
      const { body } = await client.call('getBookingList', {});
      await client.call('cancelBooking', { BookingId: body.Bookings[0]?.BookingId });
    };
    // It is red with a second booking, also with that of a neighbour.
    const counts: FakeTest = async setting => {
      await bookCar(setting);
      const { body } = await hotelClientOf(setting).call('getBookingList', {});
      expect(body.Bookings).toHaveLength(1);
    };
    const { failures } = await exploreFake({ books: bookCar, cancelsNewest, counts });
    expect(failures.find(({ schedule }) => schedule[0] === 'car.doBooking:neighbour,nth=1')).toMatchObject({
      invariant: 'truth-told',
      level: 'must',
      flow: 'cancelsNewest',
      books: { services: ['confirmed'] },
    });
  });

  it('only warns of a missing look-up after which the test is red, because the client may hand the booking to a worker', async () => {
    const handsOver: FakeTest = setting => bookCar(withoutWaits(setting));
    const isMissing = ({ rule }: { readonly rule?: string | undefined }) =>
      rule === 'ambiguous-status-polled';
    const red = await exploreFake({ handsOver }, { maxRuns: 110, strict: true });
    const [warning, ...others] = red.failures.filter(isMissing);
    expect(red).toMatchObject({ exitCode: 0, suite: { wrong: 0, effects: 0 } });
    const line = /name this finding in the baseline: "(.+)"\.$/.exec(warning?.message ?? '')?.[1] ?? '';
    expect(line).toMatch(/^[\w.]+: rules ambiguous-status-polled$/);
    expect([warning, ...others].map(one => one?.level)).not.toContain('must');
    const accepts: FakeTest = setting => handsOver(setting).catch(() => undefined);
    const green = await exploreFake({ accepts }, { maxRuns: 110, known: readSuiteBaseline(line) });
    expect(green.failures.filter(one => isMissing(one) && one.known)).toMatchObject([{ level: 'must' }]);
  });

  it('calls a client wrong if one test is red and another one is green after the same missing look-up', async () => {
    const injection = readInjection('car.doBooking:status=503');
    const played = (isRed: boolean, schedule: Schedule): Run => ({
      schedule,
      state: schedule.length === 0 ? 'held' : isRed ? 'warned' : 'broken',
      outcome: isRed ? 'red' : 'green',
      test: { isRed },
      calls: [],
      states: [],
      trace: '',
      books: { services: [], charges: [] },
      broken: schedule.map(() => ({
        invariant: 'rules',
        rule: 'ambiguous-status-polled',
        message: '',
        exchanges: [],
        level: isRed ? 'should' : 'must',
      })),
    });
    const mistakes = createMistakes(createEffects());
    for (const isRed of [true, false]) {
      const test = { id: isRed ? 'strict' : 'blind', command: ['test'] as const };
      for (const schedule of [[], [injection]]) mistakes.add(test, played(isRed, schedule));
    }
    const { counterexamples: found } = await mistakes.finish(async ({ id }, schedule) =>
      played(id === 'strict', schedule),
    );
    const wrong = { flow: { id: 'blind' }, broken: { level: 'must' }, notice: { noticed: 1 } };
    expect(found).toMatchObject([wrong]);
    const both = [true, false].map(isRed => ({
      ...played(isRed, [injection]),
      ...{ test: isRed ? 'strict' : 'blind', isRed, isNew: true },
    }));
    expect(countsOf(both, 1).matrix).toMatchObject([
      { test: 'strict', held: 1, heldRed: 1 },
      { test: 'blind', broken: 1, brokenRed: 0 },
    ]);
  });

  it('shows a mistake by a run that proves it, and not by one that only hints at it', async () => {
    const [hint, proof] = ['car.doBooking:status=503', 'car.doBooking:cut'].map(readInjection);
    const played = (schedule: Schedule): Run => ({
      ...{
        schedule,
        outcome: 'green',
        test: { isRed: false },
        calls: [],
        states: [],
        trace: '',
      },
      state: schedule.length === 0 ? 'held' : 'broken',
      broken: schedule.map(one => ({
        ...{ invariant: 'rules', rule: 'conditions-fresh', message: '', exchanges: [] },
        level: one === proof ? 'must' : 'should',
      })),
      books: { services: [], charges: [] },
    });
    const mistakes = createMistakes(createEffects());
    const test = { id: 'books', command: ['test'] as const };
    for (const schedule of [[], [hint], [proof]] as Schedule[]) mistakes.add(test, played(schedule));
    const { counterexamples } = await mistakes.finish(async (_, schedule) => played(schedule));
    expect(counterexamples).toMatchObject([
      { run: { schedule: [proof] }, broken: { level: 'must' }, runs: 2 },
    ]);
  });

  it('only warns of a lost booking if a test is red after it because the supplier perhaps refused to cancel it', async () => {
    const steps = [{ after: 'PT0S', status: 'rejected' }];
    const lost: Injection = { operation: 'car.doBooking', nth: 1, effect: { kind: 'timeline', steps } };
    const booked = { operation: 'car.doBooking', nth: 1, answer: 'ok/Rejected', changed: true } as const;
    const refused = { operation: 'cancelBooking', nth: 1, answer: '400  ', changed: false } as const;
    const played = (id: string, schedule: Schedule): Run => {
      const isLost = schedule.length > 0;
      // With a second disturbance, the supplier accepts the cancellation.
      const isRed = isLost && id !== 'books' && !(id === 'trusts' && schedule.length > 1);
      const services = ['confirmed', ...(id === 'books' ? [] : ['cancelled'])];
      return {
        schedule,
        outcome: isRed ? 'red' : 'green',
        test: { isRed },
        states: [],
        trace: '',
        broken: [],
        state: 'held',
        calls: isLost && (id === 'cancels' || id === 'trusts') ? [booked, refused] : [booked],
        books: { services: isLost ? ['rejected'] : services, charges: [] },
      };
    };
    const lossesOf = async (ids: readonly string[], others: readonly string[] = [], lostBy = ['books']) => {
      const named = others.map(id => ({ id, command: ['test'] as const }));
      const mistakes = createMistakes(createEffects(), named);
      for (const id of ids) {
        const test = { id, command: ['test'] as const };
        for (const schedule of lostBy.includes(id) ? [[], [lost]] : [[]])
          mistakes.add(test, played(id, schedule));
      }
      const play = async ({ id }: { readonly id: string }, schedule: Schedule) => played(id, schedule);
      return (await mistakes.finish(play)).counterexamples;
    };
    expect(await lossesOf(['books'])).toMatchObject([{ broken: { level: 'must' }, notice: { noticed: 0 } }]);
    expect(await lossesOf(['books', 'cancels'])).toMatchObject([
      {
        flow: { id: 'books' },
        broken: {
          level: 'should',
          message: expect.stringContaining(
            'except tests that may be red only because the supplier then refused',
          ),
        },
        notice: { effects: 1, noticed: 1, noticedBy: ['cancels'], missedBy: ['books'] },
      },
    ]);
    expect(await lossesOf(['books', 'trusts'])).toMatchObject([
      {
        broken: {
          level: 'must',
          message: expect.stringContaining(
            'except tests that are red only because the supplier then refused to cancel',
          ),
        },
        notice: { noticedBy: ['trusts'], missedBy: ['books'] },
      },
    ]);
    expect(await lossesOf(['books', 'trusts', 'cancels'])).toMatchObject([{ broken: { level: 'should' } }]);
    expect(await lossesOf(['books', 'cancels', 'reads'])).toEqual([]);
    // The loss of the second test is known, so this test is not played again.
    expect(await lossesOf(['books', 'cancels'], [], ['books', 'cancels'])).toMatchObject([{ runs: 2 }]);
    // One test is played again; the others are asked, too.
    expect(await lossesOf(['books'], ['cancels', 'reads'])).toEqual([]);
  });

  it('counts a red test after a lost booking as noticed, although it is red only because the supplier refused to cancel', async () => {
    const booked = { operation: 'car.doBooking', nth: 1, answer: 'ok', changed: true } as const;
    const cancelled = { operation: 'cancelBooking', nth: 1, answer: 'ok', changed: true } as const;
    const isLost = (one: Injection) => 'effect' in one && one.effect.kind === 'business';
    const play = async ({ id }: { readonly id: string }, schedule: Schedule): Promise<Run> => {
      const [first, accepted] = schedule;
      const lost = first !== undefined && first.operation === 'car.doBooking' && isLost(first);
      const isRed = lost && id === 'cancels' && !accepted;
      const cancel = { ...cancelled, answer: isRed ? '400' : 'ok' };
      const services = ['confirmed', ...(id === 'cancels' ? ['cancelled'] : [])];
      return {
        schedule,
        state: 'held',
        outcome: isRed ? 'red' : 'green',
        test: { isRed },
        calls: id === 'cancels' ? [booked, cancel] : [booked],
        ...{ states: ['first', 'second'], trace: String(isRed), broken: [] },
        books: { services: lost ? ['rejected'] : services, charges: [] },
      };
    };
    const tests = ['cancels', 'books'].map(id => ({ id, command: ['test'] as const }));
    const report = await exploreSuite({ flows: tests, play, seed: 'any', jobs: 1, depth: 1, strict: false });
    const rows = report.matrix.filter(one => one.operation === 'car.doBooking 1' && one.kind === 'business');
    const { length } = injectionsAt({ operation: 'car.doBooking', nth: 1 }).filter(isLost);
    expect(rows).toMatchObject([
      { test: 'cancels', held: length - 1, heldRed: length - 1, broken: 1, brokenRed: 1 },
      { test: 'books', held: 0, broken: 1, brokenRed: 0 },
    ]);
    expect(report.states.broken).toBe(2);
  });

  const twice: FakeTest = async setting => {
    await bookCar(setting);
    await bookCar({ ...setting, ledger: createMemoryLedger() });
  };
  const repeated: FakeTest = async setting => {
    const once = async () => {
      await airport(setting);
      if (!(await place(setting)).ok) throw new Error('refused');
    };
    await once().catch(once);
  };
  const parallel: FakeTest = setting => Promise.all([airport(setting), airport(setting)]);
  const hangs: FakeTest = setting => airport(setting).then(() => new Promise(() => hangIn(setting)));

  it.each<[string, FakeTest, RegExp]>([
    ['is red', () => Promise.reject(new Error('no')), /^red without a disturbance: .*\n {2}Error: no$/s],
    ['hangs', hangs, /^hangs without/],
    [
      'books one stay twice',
      twice,
      /^books one stay twice without a disturbance, so a second booking under a fault proves nothing/,
    ],
    ['calls nothing', async () => undefined, /^made no call to the stand-in/],
    [
      'runs in parallel inside',
      parallel,
      /^runs in parallel inside: airportDetail is called while another airportDetail is open/,
    ],
    ['is repeated when it is red', repeated, /^repeats itself/],
  ])('leaves out a test that %s, and says why', async (_, test, reason) => {
    const { flows, exitCode, failures } = await exploreFake({ test });
    expect(flows).toMatchObject([{ state: 'not-played', reason: expect.stringMatching(reason) }]);
    expect(exitCode).toBe(2);
    expect(failures.filter(({ outcome, level }) => outcome === 'green' && level === 'must')).toEqual([]);
  });

  it('reports a test that differs each time, and not one that calls nothing beside others', async () => {
    let runs = 0;
    const differs: FakeTest = async setting => {
      runs += 1;
      if (runs % 2 === 0) await airport(setting);
      await place(setting);
    };
    expect((await exploreFake({ differs })).flows).toMatchObject([{ state: 'non-deterministic' }]);
    const { exitCode } = await exploreFake({ airport, unit: async () => undefined }, { maxRuns: 5 });
    expect(exitCode).toBe(0);
  });

  describe('with a client that is wrong in the first run of a fault', () => {
    const flows = [{ id: 'reads', command: ['test'] as const }];
    const setting = { flows, seed: 'any', jobs: 1, depth: 1, maxRuns: 1, strict: false };
    const broken = { invariant: 'rules', rule: 'waits-for-booking', level: 'must' } as const;

    function wrongOnce() {
      let disturbed = -1; // the first disturbed run is the probe
      return async (_: unknown, schedule: Schedule): Promise<Run> => {
        if (schedule.length > 0) disturbed += 1;
        const isBroken = disturbed === 1;
        return {
          schedule,
          state: isBroken ? 'broken' : 'held',
          outcome: 'green',
          test: { isRed: false },
          calls: [{ operation: 'airportDetail', nth: 1, answer: 'ok', changed: false }],
          states: ['first'],
          trace: String(isBroken),
          broken: isBroken ? [{ ...broken, message: '', exchanges: [] }] : [],
          books: { services: [], charges: [] },
        };
      };
    }

    it('shows the rule that only one of two equal runs broke, as a busy machine can make it', async () => {
      const { unsteady, exitCode, failures } = await exploreSuite({ ...setting, play: wrongOnce() });
      expect({ exitCode, failures }).toEqual({ exitCode: 2, failures: [] });
      const same = ['airportDetail → ok', 'the test was green', 'the supplier holds nothing'];
      expect(unsteady).toMatchObject([{ traces: [[...same, 'broken: rules waits-for-booking'], same] }]);
    });

    it('says that the run was not played again if the exploration was stopped before', async () => {
      const stop = new AbortController();
      const playOnce = wrongOnce();
      const play: SuiteSetting['play'] = async (test, schedule, tell) => {
        if (tell) stop.abort();
        stop.signal.throwIfAborted();
        return playOnce(test, schedule);
      };
      const { failures } = await exploreSuite({ ...setting, signal: stop.signal, play });
      const story = ['not known: the exploration was stopped before it played this run again'];
      expect(failures).toMatchObject([{ ...broken, story }]);
    });
  });

  it('reports a rule that the client breaks without a disturbance once', async () => {
    const withoutKey: FakeTest = setting => {
      const send: typeof fetch = (input, init) => {
        const headers = new Headers(init?.headers);
        headers.delete('Idempotency-Key');
        return setting.fetch(input, { ...init, headers });
      };
      return bookCar({ ...setting, fetch: send });
    };
    const { failures, suite } = await exploreFake({ books: withoutKey }, { maxRuns: 6 });
    expect(failures).toMatchObject([{ rule: 'idempotency-key-present', schedule: [], runs: 1 }]);
    expect(suite).toMatchObject({ right: 6, wrong: 0, effects: 1, noticed: 0 });
  });

  it('refuses a wrong line in the baseline', () => {
    const message = 'does not have the form "operation: invariant"';
    expect(() => readSuiteBaseline('hotel.doBooking: twice')).toThrow(message);
  });
});
