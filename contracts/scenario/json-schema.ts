import * as z from 'zod';
import { asObject } from '../util/index.ts';
import { scenarioSchema } from './schema.ts';

/**
 * Returns the JSON Schema of scenarios. Editors use this schema to complete and check YAML and JSON files.
 *
 * @param rules the ids of the rules that a scenario can name
 * @example JSON.stringify(scenarioJsonSchema(rules.map(({ id }) => id)), null, 2)
 */
export function scenarioJsonSchema(rules: readonly string[]): object {
  const { $schema, $ref, $defs, ...rest } = z.toJSONSchema(scenarioSchema(), { io: 'input' });
  const { ControlScenario: scenario, ...others } = $defs ?? {};
  if ($ref !== '#/$defs/ControlScenario' || !scenario)
    throw new Error('The schema of scenarios is not the component ControlScenario.');
  return {
    $schema,
    title: 'A scenario of Understudy',
    description: 'The behaviour of the supplier, the task of the client, and the result of a correct client.',
    ...rest,
    ...scenario,
    // A JSON file can name its schema in this field. The loader of scenario files removes the field.
    properties: {
      $schema: { type: 'string' },
      ...scenario.properties,
      rules: { ...asObject(scenario.properties?.rules), items: { type: 'string', enum: rules } },
    },
    $defs: others,
  };
}
