import { expect, it } from 'vitest';
import { regressionOf } from '#scenarios/explore/explore';
import { readInjection } from '#scenarios/explore/injections';
import { playInProcess } from '#scenarios/explore/play-flow';
import { flowOf } from './scripted-client.ts';

const play = playInProcess({});

/** Returns the scenario of a failure at a lost DoBooking. */
const saved = async (broken: { invariant: string; level: 'must' | 'should' }) => {
  const flow = flowOf('hotel');
  const schedule = [readInjection('hotel.doBooking:cut,commit=before,nth=1')];
  const run = await play(flow, schedule);
  const failure = { ...broken, message: 'The client failed.', exchanges: [] };
  return regressionOf({ flow, broken: failure, run }, 1, play);
};

it('a regression test accepts a client that is more cautious than the reference client, as an exploration does', async () => {
  const { outcomes, tolerated } = await saved({ invariant: 'truth-told', level: 'must' });
  expect(outcomes).toEqual(['confirmed']);
  expect(tolerated).toEqual(['ask-support', 'pending', 'error', 'failed', 'unavailable']);
});

it('a regression test accepts no client that still gives up without need', async () => {
  const { outcomes, tolerated } = await saved({ invariant: 'recovers', level: 'should' });
  expect({ outcomes, tolerated }).toEqual({ outcomes: ['confirmed'], tolerated: undefined });
});
