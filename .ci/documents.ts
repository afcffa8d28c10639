// Creates the OpenAPI document and the JSON Schemas. The published ones describe every kind of fault, and list every rule and
// every field, for editors. The committed ones do not, so that a new kind, rule or field does not change them.
import { createRequire } from 'node:module';
import * as z from 'zod';
import { version } from '#contracts';
import { tokensFile } from '#contracts/control';
import { inventoryJsonSchema } from '#contracts/inventory';
import { controlPart, createOpenApi, examplesIn } from '#contracts/openapi';
import { scenarioJsonSchema } from '#contracts/scenario';
import { asObject, isObject } from '#contracts/util';
import type { Option } from '#scenarios/cli/command';
import { configOptions } from '#scenarios/cli/options';
import { rules } from '#scenarios/judge';
import { reportJsonSchema, verdictsJsonSchema } from '#scenarios/report/schema';
import { fieldNames, profileJsonSchema } from './profile-schema.ts';

type Examples = NonNullable<Parameters<typeof createOpenApi>[0]>['examples'];

/** Returns the documents of the package that differ from the committed ones, by their file in contracts/. */
export function publishedDocuments(examples: Examples = committedExamples()): Record<string, object> {
  const schemas = {
    'profile.schema.json': profileJsonSchema(),
    'inventory.schema.json': inventoryJsonSchema(),
    'scenario.schema.json': scenarioJsonSchema(rules.map(({ id }) => id)),
    'config.schema.json': configJsonSchema(),
    'tokens.schema.json': tokensJsonSchema(),
    'report.schema.json': reportJsonSchema(),
    'verdicts.schema.json': verdictsJsonSchema(),
  };
  return {
    'openapi.json': createOpenApi({ examples, control: controlPart() }),
    ...Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withId(name, schema)])),
  };
}

/** The address of a schema serves the file of the newest package with the same major version. */
const withId = (name: string, { $schema, ...rest }: { $schema?: unknown }): object => ({
  $schema,
  $id: `https://unpkg.com/travel-understudy@${version.split('.')[0]}/dist/contracts/${name}`,
  ...rest,
});

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** Returns the JSON Schema of config files. */
function configJsonSchema(): object {
  const text = { type: 'string' };
  const properties = Object.entries(configOptions).map(([name, option]) => {
    const { description, choices, default: standard, isRepeatable } = option as Option;
    const one = {
      ...(typeof standard === 'number' ? { type: 'integer' } : text),
      ...(choices && { enum: choices }),
    };
    const part = { anyOf: [text, { type: 'object' }] };
    const value = isRepeatable ? { anyOf: [...part.anyOf, { type: 'array', items: part }] } : one;
    return [name, { description, ...value }];
  });
  return {
    $schema: dialect,
    title: 'A config file of Understudy',
    description: 'The options of all commands. A path is relative to the folder of the file.',
    type: 'object',
    properties: { $schema: text, ...Object.fromEntries(properties) },
    additionalProperties: false,
  };
}

/** Returns the JSON Schema of files with the tokens of the control API. */
function tokensJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(tokensFile, { io: 'input' });
  const properties = { $schema: { type: 'string' }, ...rest.properties };
  return { $schema, title: 'Tokens of the control API of Understudy', ...rest, properties };
}

const committedExamples = (): Examples =>
  examplesIn(createRequire(import.meta.url)('../contracts/openapi.json'));

/**
 * Returns a document as it is committed: without the schemas of the kinds of faults and the names of fields, and with a pattern
 * for the ids of rules.
 */
export const committedForm = (document: object): unknown =>
  withoutFieldNames(withoutRuleIds(withoutFaultKinds(document)));

const listedIds = JSON.stringify(rules.map(({ id }) => id));
const anyRule = {
  type: 'string',
  pattern: '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$',
  description: 'The id of a rule in docs/rules.md. The published document lists them.',
};

function withoutRuleIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRuleIds);
  if (!isObject(value)) return value;
  const isRuleId = 'enum' in value && JSON.stringify(value.enum) === listedIds;
  return isRuleId ? anyRule : mapValues(value, withoutRuleIds);
}

function withoutFieldNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFieldNames);
  if (!isObject(value)) return value;
  return value.description === fieldNames ? { description: fieldNames } : mapValues(value, withoutFieldNames);
}

const anyKind = {
  type: 'object',
  description:
    'One of the kinds in docs/guides/fault-kinds.md. The published document describes each of them.',
  properties: { kind: { type: 'string' } },
  required: ['kind'],
};

function withoutFaultKinds(document: object): unknown {
  const kinds = new Set<string>();

  function visit(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(visit);
    if (!isObject(value)) return value;
    const { oneOf } = asObject(value.effect);
    if (!Array.isArray(oneOf)) return mapValues(value, visit);
    for (const schema of oneOf) kinds.add(String(asObject(schema).$ref).replace(/^.*\//, ''));
    return mapValues({ ...value, effect: anyKind }, visit);
  }

  const drop = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(drop);
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([name]) => !kinds.has(name));
    return mapValues(Object.fromEntries(kept), drop);
  };

  return drop(visit(document));
}

const mapValues = (value: object, change: (inner: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner)]));
