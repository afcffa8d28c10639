import { describe, expect, it } from 'vitest';
import { readScenario } from '#contracts/scenario';
import { catalogue, playScenario } from '#scenarios';
import { expectAsSpecified } from './expect-as-specified.ts';
import { scenariosPage } from './scenarios-page.ts';

describe('the catalogue', () => {
  it('has scenarios that can be read, each under an id of its own', () => {
    expect(catalogue.map(readScenario)).toEqual(catalogue);
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  });

  it('starts the clock of each before the dates of its task, so that it never grows old', () => {
    expect(catalogue.filter(({ setup }) => setup?.start === undefined)).toEqual([]);
  });

  it('names at least 25 that can be chosen by what is booked, each once for its product', () => {
    const named = catalogue.flatMap(({ trigger, products }) => trigger && `${products[0]}: ${trigger}`);
    const names = named.filter(name => name !== undefined);
    expect(names.length).toBeGreaterThanOrEqual(25);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is what docs/scenarios.md shows', async () => {
    await expect(scenariosPage()).toMatchFileSnapshot('../../../docs/scenarios.md');
  });

  it.each(catalogue)('$id: $title', async scenario => {
    expectAsSpecified(scenario, await playScenario(scenario));
  });
});
