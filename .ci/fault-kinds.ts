// The committed OpenAPI document and JSON Schema leave the kinds of faults to docs/guides/fault-kinds.md, so that a new kind
// changes one generated file. The published ones, made by the build, describe every kind.
import { createRequire } from 'node:module';
import { controlPart, createOpenApi, examplesIn } from '#contracts/openapi';
import { scenarioJsonSchema } from '#contracts/scenario';
import { asObject, isObject } from '#contracts/util';
import { rules } from '#scenarios/judge';

/** The documents of the package that differ from the committed ones, by their file in contracts/. */
export function publishedDocuments(): Record<string, object> {
  const committed = createRequire(import.meta.url)('../contracts/openapi.json');
  return {
    'openapi.json': createOpenApi({ examples: examplesIn(committed), control: controlPart() }),
    'scenario.schema.json': scenarioJsonSchema(rules.map(({ id }) => id)),
  };
}

const anyKind = {
  type: 'object',
  description:
    'One of the kinds in docs/guides/fault-kinds.md. The published document describes each of them.',
  properties: { kind: { type: 'string' } },
  required: ['kind'],
};

/** Returns a document without the schemas of the kinds of faults. */
export function withoutFaultKinds(document: object): unknown {
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
