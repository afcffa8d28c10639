import * as z from 'zod';
import { asObject } from '../util/index.ts';
import { scenarioSchema } from './schema.ts';

/**
 * Returns the JSON Schema of scenarios. Editors use this schema to complete and check YAML and JSON files.
 *
 * @param rules the ids of all rules; a scenario can name only these rules
 * @example JSON.stringify(scenarioJsonSchema(rules.map(({ id }) => id)), null, 2)
 */
export function scenarioJsonSchema(rules: readonly string[]): object {
  const { $schema, $ref, $defs, ...rest } = z.toJSONSchema(scenarioSchema(), { io: 'input' });
  const { ControlScenario: scenario, ...others } = $defs ?? {};
  if ($ref !== '#/$defs/ControlScenario' || !scenario)
    throw new Error('The schema of scenarios has no component with the name "ControlScenario".');
  return {
    $schema,
    title: 'A scenario of Understudy',
    description:
      'Describes how the supplier behaves, what the client must do, and what a correct client reports.',
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
