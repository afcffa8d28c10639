import { describe, expect, it } from 'vitest';
import { readInjection } from '#scenarios/explore/injections';
import { createCommandPlayer } from '#scenarios/explore/play-flow';
import { placeScenario } from '#scenarios/run/place-scenario';
import { classicProfile as profile } from '../../mock-server/pipeline/classic.ts';
import { scenarioOf } from '../catalogue/scenario-of.ts';
import { flowOf } from '../explore/scripted-client.ts';
import { referenceClient, runIds } from './clients.ts';

const command = [...referenceClient, 'scaled', 'contracts/profile/bundled/classic.yaml'] as const;

describe('a run with the profile classic', () => {
  it('accepts the rounded price of the conditions as the price that the user agreed to', async () => {
    const { scenarios } = await runIds(['price-up', 'more-information-long'], { profile, command });
    expect(scenarios.map(({ state }) => state)).toEqual(['held', 'held']);
  });

  it('leaves out a change of one cent and of the policies, which no client can see in this dialect', async () => {
    const ids = ['price-up-one-cent-declined', 'policies-changed-declined'];
    const { scenarios } = await runIds(ids, { profile, command });
    expect(scenarios.map(({ state }) => state)).toEqual(['not-played', 'not-played']);
    const reason =
      'the profile does not show what this scenario needs: the reference client ends with "confirmed"';
    expect(scenarios.map(scenario => scenario.reason)).toEqual([reason, reason]);
  });

  it('changes no scenario whose changes the client can see', async () => {
    for (const id of ['price-up-declined', 'taxes-changed-declined', 'car-confirmed'])
      expect(await placeScenario(scenarioOf(id), { profile })).toEqual({ scenario: scenarioOf(id) });
  });
});

it('an exploration with a profile accuses no client of changes that the profile hides', async () => {
  const flow = flowOf('hotel');
  const pace = { mode: 'scaled', speed: 'auto' } as const;
  const player = await createCommandPlayer({ flows: [flow], command, pace, profile });
  try {
    const stateWith = async (fault: string) => {
      const run = await player.play(flow, [readInjection(`hotel.getBookingConditions:${fault}`)]);
      return [run.state, run.why];
    };
    expect(await stateWith('terms,nonRefundable')).toEqual([
      'not-applicable',
      'the profile does not show the change that this disturbance makes',
    ]);
    expect(await stateWith('terms,taxesByPercent=50')).toEqual(['held', undefined]);
  } finally {
    await player.close();
  }
});
