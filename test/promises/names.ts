import { operations } from '#contracts';
import { controlEndpoints } from '#contracts/control';
import { reportedOutcomes } from '#contracts/scenario';
import { tools } from '#contracts/tools';
import { stateForms } from '#mock-server/provider-states/index';
import { catalogue } from '#scenarios';
import { flagOf, variableOf } from '#scenarios/cli/command';
import { loadCommands } from '#scenarios/cli/commands/index';
import { configOptions } from '#scenarios/cli/options';
import { clauses, rules } from '#scenarios/judge';
import { exitCodes } from '#scenarios/runner/exit-code';
import { readProjectFile } from '../house/project-files.ts';

/** The environment variables in the table of a guide. Another test compares the table with the commands. */
function variablesIn(guide: string): string[] {
  const [, table = ''] = readProjectFile(`docs/guides/${guide}.md`).split('| value |');
  const rows = table.split('\n\n')[0]?.split('\n') ?? [];
  return rows.flatMap(row =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
}

type Json = Readonly<Record<string, unknown>>;
const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {}); // JSON

/** Returns the fields of every component of the OpenAPI document: `Room.Id string`, with `!` for a required field. */
function wireFields(): string[] {
  const { components } = JSON.parse(readProjectFile('contracts/openapi.json'));
  return Object.entries<unknown>(components.schemas).flatMap(([name, schema]) =>
    fieldsOf(name, object(schema)),
  );
}

function fieldsOf(path: string, schema: Json): string[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const own = Object.entries(object(schema.properties)).flatMap(([name, field]) => {
    const there = required.includes(name) ? '!' : '';
    return [
      `${path}.${name}${there} ${kindOf(object(field))}`,
      ...fieldsOf(`${path}.${name}`, object(field)),
    ];
  });
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flat().filter(part => part !== undefined);
  return [
    ...own,
    ...parts.flatMap(part => fieldsOf(path, object(part))),
    ...(schema.items === undefined ? [] : fieldsOf(`${path}[]`, object(schema.items))),
  ];
}

function kindOf({ $ref, type, items, const: only, enum: words }: Json): string {
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(words)) return words.join('|');
  if (items !== undefined) return `[${kindOf(object(items))}]`;
  return [type ?? 'any'].flat().join('|');
}

/** Returns the fields of a scenario file. */
function scenarioFields(): string[] {
  const { $defs, ...scenario } = JSON.parse(readProjectFile('contracts/scenario.schema.json'));
  const parts = Object.entries<unknown>({ Scenario: scenario, ...$defs });
  return parts.flatMap(([name, schema]) => fieldsOf(name, object(schema)));
}

/** Returns every name that users may rely on, with a list for each kind of name. */
export async function promisedNames(): Promise<Record<string, string[]>> {
  const commands = await loadCommands();
  const options = commands.flatMap(({ name, command }) =>
    Object.entries(command.options).map(([key, option]) => {
      const file = Object.entries(configOptions).some(
        ([name, known]) => known === option || (option.isConfig && name === key),
      )
        ? key
        : '';
      return [name, `--${flagOf(key)}`, variableOf(key, option) ?? '', file].join(' ').trimEnd();
    }),
  );
  return {
    'scenario-ids': catalogue.map(({ id }) => id),
    'rule-ids': rules.map(({ id, level }) => `${id} ${level}`),
    'clause-ids': Object.keys(clauses),
    outcomes: [...reportedOutcomes],
    commands: [...commands.map(({ name }) => name), ...options],
    'exit-codes-of-run': Object.entries(exitCodes).map(([name, code]) => `${code} ${name}`),
    'variables-of-clients': ['exec', 'run'].flatMap(guide =>
      variablesIn(guide).map(name => `${guide} ${name}`),
    ),
    'control-routes': Object.entries(controlEndpoints).map(
      ([id, { method, path }]) => `${method} ${path} ${id}`,
    ),
    operations: Object.entries(operations).map(([id, { method, path }]) => `${method} ${path} ${id}`),
    'wire-fields': wireFields(),
    'scenario-fields': scenarioFields(),
    'provider-states': [...stateForms],
    tools: Object.keys(tools),
  };
}
