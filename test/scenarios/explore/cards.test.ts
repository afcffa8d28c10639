import { expect, it } from 'vitest';
import { createMemoryLedger } from '#client';
import { readInjection } from '#scenarios/explore/injections';
import { cardsIn } from '#scenarios/explore/suite/cards';
import { createOutput } from '#scenarios/explore/suite/play-test';
import type { ClientSetting } from '#scenarios/run/index';
import { traffic } from '../judge/rules/build.ts';
import { exploreFake, type FakeTest, playWith } from './fake-suite.ts';
import { flowOf } from './scripted-client.ts';

const paid = traffic().pay({ request: { payment: { card: { last4: '1111', luhn: true, ours: true } } } });

it('counts the numbers of the card with which the test paid, and not those in the command', () => {
  const numbers = new Map([
    ['4111111111111111', 2],
    ['5555555555554444', 3],
  ]);
  expect(cardsIn(paid.facts, numbers, 'test')).toEqual({ sent: 1, written: 2 });
  expect(cardsIn(paid.facts, numbers, 'test[4111 1111 1111 1111]')).toEqual({ sent: 1, written: 0 });
});

it('counts the numbers of each stream of an output, wherever its pieces end', () => {
  const output = createOutput();
  const pieces = [
    ['stdout', 'é card 4111 1111-'],
    ['stderr', '41'],
    ['stdout', '1111 1111, id 4'],
    ['stderr', '11111111111111 of 5555555555554444'],
  ] as const;
  for (const [stream, text] of pieces)
    for (const byte of Buffer.from(text)) output.write(stream, Buffer.of(byte));
  expect(output.streams.stdout).toBe('é card 4111 1111-1111 1111, id 4');
  expect(output.last()).toBe(pieces.map(([, text]) => text).join(''));
  const counts = { '4111111111111111': 2, '5555555555554444': 1 };
  expect(Object.fromEntries(output.cards())).toEqual(counts);
});

it.each(['word ', '| ', '.', '1'])(
  'counts a number that comes in two pieces after a very long line of %j',
  text => {
    for (let rest = 1; rest < 19; rest += 1) {
      const output = createOutput();
      const long = Buffer.alloc(100_000, text);
      for (let piece = 0; piece < (rest === 1 ? 101 : 1); piece += 1) output.write('stdout', long);
      const line = ' no 4111-1111-1111-1111';
      output.write('stdout', Buffer.from(line.slice(0, -rest)));
      output.write('stdout', Buffer.from(line.slice(-rest)));
      expect([...output.cards()]).toEqual([['4111111111111111', 1]]);
      expect(output.last()).toHaveLength(2_000);
    }
  },
);

it('warns of the number of a card in the output of a green test, and calls the client wrong if the number comes with each call that sends it', async () => {
  const prepaid = flowOf('hotel-prepaid').scenario.task;
  const [number = ''] = /\d{16}/.exec(JSON.stringify(prepaid)) ?? [];
  const writing =
    (text: string): FakeTest =>
    async setting => {
      await playWith(setting, prepaid);
      setting.output.push(text);
    };
  const written = await exploreFake({ pays: writing(`call 12 ${number}`) }, { maxRuns: 1 });
  expect(written.failures).toMatchObject([{ invariant: 'clean-output', level: 'should', schedule: [] }]);
  expect(written.exitCode).toBe(0);
  const others = writing(`card 5555555555554444, ends in ${number.slice(-4)}`);
  expect((await exploreFake({ pays: others }, { maxRuns: 1 })).failures).toEqual([]);
  // With a refused payment, the reference client sends the card twice.
  const refused = { replay: [readInjection('payBooking:status=429,commit=never')] };
  const once = await exploreFake({ pays: writing(`card ${number}`) }, refused);
  expect(once.failures).toMatchObject([{ invariant: 'clean-output', level: 'should', schedule: [] }]);
  // A runner that repeats a red test writes the number of the test again.
  const repeated: FakeTest = async setting => {
    const paid = writing(`card ${number}`);
    let sent = 0;
    const counting: typeof fetch = (input, init) => {
      if (String(init?.body).includes(number)) sent += 1;
      return setting.fetch(input, init);
    };
    await paid({ ...setting, fetch: counting });
    if (sent > 1) await paid({ ...setting, ledger: createMemoryLedger() });
  };
  const { failures } = await exploreFake({ pays: repeated }, refused);
  const leaks = failures.filter(({ invariant }) => invariant === 'clean-output');
  expect(leaks).toMatchObject([{ level: 'should', schedule: [] }]);
  // A test may write its card again when a call is refused that sends no card.
  const telling: FakeTest = async setting => {
    let isRefused = false;
    const watching: typeof fetch = async (input, init) => {
      const answer = await setting.fetch(input, init);
      isRefused ||= !answer.ok;
      return answer;
    };
    await writing(`card ${number}`)({ ...setting, fetch: watching });
    if (isRefused) setting.output.push(`card ${number}`);
  };
  const lookUp = { replay: [readInjection('getBookingDetail:status=429,commit=never')] };
  const lookedUp = await exploreFake({ pays: telling }, lookUp);
  expect(lookedUp.failures).toMatchObject([{ invariant: 'clean-output', level: 'should', schedule: [] }]);
  const each = (isQuiet: (sent: number) => boolean): FakeTest => {
    const logging = (setting: ClientSetting): typeof fetch => {
      let sent = 0;
      return (input, init) => {
        if (String(init?.body).includes(number)) sent += 1;
        if (!isQuiet(sent)) setting.output.push(String(init?.body));
        return setting.fetch(input, init);
      };
    };
    return setting => playWith({ ...setting, fetch: logging(setting) }, prepaid);
  };
  for (const isQuiet of [(): boolean => false, (sent: number) => sent < 2]) {
    const twice = await exploreFake({ pays: each(isQuiet) }, refused);
    expect(twice).toMatchObject({ exitCode: 1, suite: { wrong: 1, effects: 1, noticed: 0 } });
    expect(twice.failures).toMatchObject([
      {
        invariant: 'clean-output',
        level: 'must',
        schedule: ['payBooking:status,status=429,commit=never,nth=1'],
      },
    ]);
  }
});
