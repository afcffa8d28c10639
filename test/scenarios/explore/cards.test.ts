import { expect, it } from 'vitest';
import { createMemoryLedger } from '#client';
import { readInjection } from '#scenarios/explore/injections';
import { createCardCounter } from '#scenarios/explore/suite/cards';
import type { ClientSetting } from '#scenarios/run/index';
import { exploreFake, type FakeTest, playWith } from './fake-suite.ts';
import { flowOf } from './scripted-client.ts';

it('counts numbers that may be of a card in an output that comes in pieces', () => {
  const counter = createCardCounter('test[4012 8888 8888 1881]');
  for (const text of [
    'card 4111 1111-',
    '1111 1111 again 41111',
    '11111111111, id 4',
    ' and 4012888888881881',
  ])
    counter.read(text);
  expect([...counter.all()]).toEqual([['1111', 2]]);
});

it('counts a number at each place of a piece that ends within a line', () => {
  const line =
    'card 4111111111111111 of Ada Lovelace and of Grace who has paid for all nights of the stay at once and in full ';
  for (let end = 1; end <= line.length; end += 1) {
    const counter = createCardCounter('test');
    counter.read(line.slice(0, end));
    counter.read(line.slice(end));
    expect([...counter.all()], line.slice(0, end)).toEqual([['1111', 1]]);
  }
});

it.each(['word ', '| ', '.'])(
  'counts a number after a very long line of %j that ends within the number',
  text => {
    const line = `${text.repeat(50_000)} no 4111-1111-1111-1111`;
    for (let rest = 1; rest < 19; rest += 1) {
      const counter = createCardCounter('test');
      counter.read(line.slice(0, -rest));
      counter.read(`${line.slice(-rest)}\n`);
      expect([...counter.all()]).toEqual([['1111', 1]]);
    }
  },
);

it('counts the numbers of two streams apart', () => {
  const counter = createCardCounter('test');
  counter.read('12', 'stdout');
  counter.read('card 4111 1111 ', 'stdout');
  counter.read('41', 'stderr');
  counter.read('1111 1111\n', 'stdout');
  counter.read('11111111111111\n', 'stderr');
  expect([...counter.all()]).toEqual([['1111', 2]]);
});

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
