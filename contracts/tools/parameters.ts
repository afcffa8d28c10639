import * as z from 'zod';
import { asObject, isObject, type JsonObject } from '../json.ts';
import { type ShownProvenance, showProvenance } from '../openapi/provenance.ts';
import { tidy } from '../openapi/tidy.ts';
import type { AnyOperation } from '../operation.ts';
import type { Dialect } from '../profile/dialect.ts';
import { placeholders } from '../profile/fields.ts';

/** One thing that a request carries. */
export interface Parameter {
  /** As the dialect spells it; `[]` stands behind a list: `Criteria.SearchRooms[].NumAdults`. */
  readonly name: string;
  readonly where: 'body' | 'path' | 'query' | 'header';
  readonly type: string;
  readonly required: boolean;
  /** One of these has to be sent; absent where that does not depend on others. */
  readonly oneOf?: readonly string[];
  readonly provenance: ShownProvenance;
}

interface Place {
  readonly operation: AnyOperation;
  readonly dialect: Pick<Dialect, 'fieldPath'>;
  readonly defs: JsonObject;
}

/**
 * Everything a request of an operation carries: headers, then path, query or body, each field before those inside it.
 *
 * @example parametersOf(operations['hotel.search'], dialect).map(({ name }) => name)
 */
export function parametersOf(operation: AnyOperation, dialect: Pick<Dialect, 'fieldPath'>): Parameter[] {
  const headers = Object.entries(operation.headers ?? {}).map(([name, { provenance }]) => ({
    name,
    where: 'header' as const,
    type: 'text',
    required: false,
    provenance: showProvenance(provenance),
  }));
  const schema = asObject(tidy(z.toJSONSchema(operation.request, { io: 'input', unrepresentable: 'any' })));
  const place = { operation, dialect, defs: asObject(schema.$defs) };
  return [...headers, ...inside(schema, [], place)];
}

function inside(schema: JsonObject, path: readonly string[], place: Place): Parameter[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const groups = alternatives(schema);
  return Object.entries(asObject(schema.properties)).flatMap(([name, field]) => {
    const here = [...path, name];
    const whole = resolve(field, place.defs);
    const item = resolve(whole.items, place.defs);
    const isList = isObject(whole.items);
    const oneOf = groups.find(group => group.includes(name));
    const parameter: Parameter = {
      name: spoken(here, place),
      where: whereOf(here, place.operation),
      type: isList ? `list of ${typeOf(item)}` : typeOf(whole),
      required: required.includes(name),
      ...(oneOf && { oneOf: oneOf.map(other => spoken([...path, other], place)) }),
      provenance: whole['x-provenance'] as ShownProvenance, // tidy has shown it; every field of the registry has one
    };
    const inner = isList ? item : whole;
    return [parameter, ...inside(inner, isList ? [...path, `${name}[]`] : here, place)];
  });
}

/** A schema with what it refers to; marks beside the reference stay. */
function resolve(schema: unknown, defs: JsonObject): JsonObject {
  const { $ref, ...own } = asObject(schema);
  if (typeof $ref !== 'string') return own;
  return { ...asObject(defs[$ref.slice($ref.lastIndexOf('/') + 1)]), ...own };
}

/** Groups of fields of which one has to be there, as `requireOneOf` writes them. */
function alternatives(schema: JsonObject): string[][] {
  const groups = Array.isArray(schema.allOf) ? schema.allOf.map(asObject) : [schema];
  return groups.flatMap(({ anyOf }) =>
    Array.isArray(anyOf)
      ? [anyOf.flatMap(entry => (Array.isArray(entry.required) ? entry.required.map(String) : []))]
      : [],
  );
}

function whereOf(path: readonly string[], { method, path: address }: AnyOperation): Parameter['where'] {
  if (method === 'POST') return 'body';
  return placeholders(address).includes(path[0] ?? '') ? 'path' : 'query';
}

/** A path in the words of the dialect, with the marks of lists put back. */
function spoken(path: readonly string[], { operation, dialect }: Place): string {
  const bare = path.map(step => step.replace('[]', '')).join('.');
  const names = dialect.fieldPath(operation.id, 'request', bare).split('.');
  return names.map((name, index) => (path[index]?.endsWith('[]') ? `${name}[]` : name)).join('.');
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

function typeOf(schema: JsonObject): string {
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(' | ');
  if (schema.format === 'date') return 'date YYYY-MM-DD';
  if (Array.isArray(schema.type)) return schema.type.map(type => words[type] ?? type).join(' or ');
  return words[String(schema.type)] ?? String(schema.type ?? 'any');
}
