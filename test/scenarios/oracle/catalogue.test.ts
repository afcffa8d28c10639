import { describe, expect, it } from 'vitest';
import { catalogue } from '#scenarios/catalogue/index';
import { askReference } from './ask-reference.ts';

describe('the oracle on the reference client', () => {
  it.each(catalogue.map(scenario => [scenario.id, scenario] as const))(
    'raises nothing in %s',
    async (_, scenario) => {
      for (const seed of ['1', '2', '3']) {
        const verdicts = await askReference(scenario, { seed });
        expect(verdicts.flatMap(({ findings }) => findings)).toEqual([]);
      }
    },
  );
});
