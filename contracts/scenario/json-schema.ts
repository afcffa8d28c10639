import * as z from 'zod';
import { asObject } from '../util/index.ts';
import { scenarioSchema } from './schema.ts';

/**
 * The schema of scenarios as JSON Schema, for editors: what they complete and underline in YAML and JSON.
 *
 * @param rules the ids of the rules that a scenario can name, which the judge knows
 * @example JSON.stringify(scenarioJsonSchema(rules.map(({ id }) => id)), null, 2)
 */
export function scenarioJsonSchema(rules: readonly string[]): object {
  const { $schema, $ref, $defs, ...rest } = z.toJSONSchema(scenarioSchema(), { io: 'input' });
  const { ControlScenario: scenario, ...others } = $defs ?? {};
  if ($ref !== '#/$defs/ControlScenario' || !scenario) throw new Error('the schema of scenarios has no name');
  return {
    $schema,
    title: 'A scenario of Understudy',
    description: 'What a supplier does, what a client is asked to do, and what a correct one ends with.',
    ...rest,
    ...scenario,
    // Where a JSON file names its schema; the reader leaves it out.
    properties: {
      $schema: { type: 'string' },
      ...scenario.properties,
      rules: { ...asObject(scenario.properties?.rules), items: { type: 'string', enum: rules } },
    },
    $defs: others,
  };
}
