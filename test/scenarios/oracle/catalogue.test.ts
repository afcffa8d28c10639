import { describe, expect, it } from 'vitest';
import { catalogue } from '#scenarios/catalogue/index';
import { drawScenario } from '#scenarios/draw/index';
import { askReference } from './ask-reference.ts';

describe('the oracle on the reference client', () => {
  it.each(catalogue.map(scenario => [scenario.id, scenario] as const))(
    'raises nothing in %s',
    async (_, scenario) => {
      for (const number of [0, 1]) {
        const played = number === 0 ? scenario : drawScenario(scenario, { seed: '1', number });
        const verdicts = await askReference(played);
        expect(verdicts.flatMap(({ findings }) => findings)).toEqual([]);
      }
    },
  );
});
