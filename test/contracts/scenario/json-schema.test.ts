import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { scenarioJsonSchema } from '#contracts/scenario';
import { catalogue } from '#scenarios';
import { rules } from '#scenarios/judge';

const schema = z.fromJSONSchema({ ...scenarioJsonSchema(rules.map(({ id }) => id)) });

describe('the JSON Schema of scenarios', () => {
  it.each(catalogue)('takes $id', scenario => {
    expect(schema.safeParse(scenario)).toMatchObject({ success: true });
  });

  it.each([
    ['another field', { titel: 'x' }],
    ['an unknown rule', { rules: ['token-used'] }],
    ['no outcome', { outcomes: [] }],
    ['another step', { task: { steps: [{ do: 'boook' }] } }],
  ])('refuses %s', (_, change) => {
    expect(schema.safeParse({ ...catalogue[0], ...change })).toMatchObject({ success: false });
  });

  it('takes the name of itself, as JSON files have it', () => {
    const file = { $schema: 'scenario.schema.json', ...catalogue[0] };
    expect(schema.safeParse(file)).toMatchObject({ success: true });
  });
});
