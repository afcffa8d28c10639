import { expect, it } from 'vitest';
import { readInjection } from '#scenarios/explore/injections';
import { playInProcess } from '#scenarios/explore/play-flow';
import { flowOf } from './scripted-client.ts';

const play = playInProcess({});
const run = (...disturbances: string[]) => play(flowOf('hotel'), disturbances.map(readInjection));

it('an exploration gives equal runs equal traces', async () => {
  const [one, two] = [await run(), await run()];
  expect(one).toEqual(two);
  expect(one).toMatchObject({ state: 'held', outcome: 'confirmed' });
});

it('an exploration gives faults that look alike to the client equal traces', async () => {
  const [bad, gone] = [await run('hotel.search:status=502'), await run('hotel.search:status=503')];
  expect(bad.trace).toBe(gone.trace);
  expect(bad.trace).not.toBe((await run()).trace);
});

it('a trace distinguishes what the supplier did, although the client sees the same', async () => {
  const [booked, lost] = ['before', 'never'].map(commit => run(`hotel.doBooking:cut,commit=${commit}`));
  expect((await booked)?.trace).not.toBe((await lost)?.trace);
});

it('a trace has the state of a run without faults after it has recovered', async () => {
  const [base, late] = [await run(), await run('hotel.search:status=503')];
  expect(late.states).toHaveLength(base.states.length + 1);
  expect(late.states.slice(3)).toEqual(base.states.slice(2));
  expect(base.states).not.toContain(late.states[2]); // the second attempt
});

it('a trace has equal states if it recovers from two faults in the same way', async () => {
  const [bad, cut] = [await run('hotel.search:status=502'), await run('hotel.search:cut')];
  expect(cut.trace).not.toBe(bad.trace);
  expect(cut.states.slice(2)).toEqual(bad.states.slice(2));
});

it('a trace has other states after the client was killed', async () => {
  const [base, killed] = [await run(), await run('hotel.search:crash=committed')];
  expect(base.states).not.toContain(killed.states.at(-1));
});

it('a trace does not count the equal calls of a wait', async () => {
  const waiting = await run('hotel.doBooking:timeline=technical-problem');
  const polls = waiting.states.filter((_, index) => waiting.calls[index]?.operation === 'getBookingDetail');
  expect(polls.length).toBeGreaterThan(3);
  expect(new Set(polls).size).toBe(2);
});

it('a trace says that a run did not come to its fault, or that its faults contradict each other', async () => {
  expect(await run('payBooking:cut')).toMatchObject({ state: 'not-reached', broken: [] });
  const contrary = await run('hotel.search:status=503', 'hotel.search:status=500');
  expect(contrary).toMatchObject({ state: 'not-applicable' });
});

it.each(['before', 'committed', 'answered'] as const)(
  'an exploration kills the client %s, and starts it again',
  async crash => {
    const ended = await run(`hotel.doBooking:crash=${crash}`);
    expect(ended).toMatchObject({ state: 'held', outcome: 'confirmed', books: { services: ['confirmed'] } });
    expect(ended.calls.filter(({ operation }) => operation === 'hotel.doBooking')).toHaveLength(1);
  },
);
