import * as z from 'zod';
import type { AnyOperation, Dialect, Direction } from '#contracts';
import { tidySchema } from '#contracts/openapi';
import type { Provenance } from '#contracts/provenance';
import { asObject, isObject, type JsonObject } from '#contracts/util';
import { type FieldForm, formOf } from './field-form.ts';

// The fields of requests and answers, read from the schemas of the contract.

/** One value that a request carries. */
export interface Parameter extends Field {
  readonly where: 'body' | 'path' | 'query' | 'header';
}

/**
 * Everything a request of an operation carries: headers, then path, query or body, each field before those inside it.
 *
 * @example parametersOf(operations['hotel.search'], dialect).map(({ name }) => name)
 */
export function parametersOf(operation: AnyOperation, dialect: Pick<Dialect, 'fieldPath'>): Parameter[] {
  const headers = Object.entries(operation.headers ?? {}).map(([name, { provenance, format }]) => ({
    name,
    where: 'header' as const,
    type: `text: ${format}`,
    required: false,
    provenance,
  }));
  const schema = schemaOf(operation.request, 'input');
  const fields = fieldsOf(schema, { operation, direction: 'request', dialect });
  return [...headers, ...fields.map(({ root, field }) => ({ ...field, where: whereOf(root, operation) }))];
}

/**
 * Everything a successful answer of an operation carries, each field before those inside it.
 *
 * @example answerFieldsOf(operations.getBookingDetail, dialect)[0]?.name // 'Booking'
 */
export function answerFieldsOf(operation: AnyOperation, dialect: Pick<Dialect, 'fieldPath'>): Field[] {
  const schema = schemaOf(operation.answer, 'output');
  return fieldsOf(schema, { operation, direction: 'answer', dialect }).map(({ field }) => field);
}

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output') =>
  asObject(tidySchema(z.toJSONSchema(schema, { io, unrepresentable: 'any' })));

function whereOf(root: string, { method, path }: AnyOperation): Parameter['where'] {
  if (method === 'POST') return 'body';
  return path.includes(`{${root}}`) ? 'path' : 'query';
}

/** One field of a request or an answer. */
export interface Field extends FieldForm {
  /** As the dialect spells it; `[]` stands behind a list: `Criteria.SearchRooms[].NumAdults`. */
  readonly name: string;
  readonly required: boolean;
  /** The specification names it without saying whether it may be left out. */
  readonly requiredByAssumption?: true;
  /** One of these has to be there; absent where that does not depend on others. */
  readonly oneOf?: readonly string[];
  readonly provenance: Provenance;
}

/** One side of an operation, and the dialect that names its fields. */
interface Side {
  readonly operation: Pick<AnyOperation, 'id'>;
  readonly direction: Direction;
  readonly dialect: Pick<Dialect, 'fieldPath'>;
}

/** A field, and the field at the root that it stands in, both in words of the contract. */
interface PlacedField {
  readonly root: string;
  readonly field: Field;
}

/**
 * Every field of a JSON Schema, each before those inside it.
 *
 * @param schema of an object, or of a list of them; its provenances as provenance.ts writes them
 */
function fieldsOf(schema: JsonObject, side: Side): PlacedField[] {
  const place = { ...side, defs: asObject(schema.$defs) };
  if (!isObject(schema.items)) return inside(schema, [], place);
  return inside(resolve(schema.items, place.defs), ['[]'], place);
}

interface Place extends Side {
  readonly defs: JsonObject;
}

function inside(schema: JsonObject, path: readonly string[], place: Place): PlacedField[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const groups = alternatives(schema);
  return Object.entries(asObject(schema.properties)).flatMap(([name, entry]) => {
    const here = [...path, name];
    const whole = resolve(entry, place.defs);
    const item = resolve(whole.items, place.defs);
    const oneOf = groups.find(group => group.includes(name));
    const field: Field = {
      name: spoken(here, place),
      ...formOf(whole, item),
      required: required.includes(name),
      ...(whole['x-assumed-required'] === true && { requiredByAssumption: true }),
      ...(oneOf && { oneOf: oneOf.map(other => spoken([...path, other], place)) }),
      provenance: whole['x-provenance'] as Provenance, // every field of the registry has one
    };
    const isList = isObject(whole.items);
    const inner = inside(isList ? item : whole, isList ? [...path, `${name}[]`] : here, place);
    return [{ root: here[0] ?? '', field }, ...inner];
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

/** A path in the words of the dialect, with the marks of lists put back. */
function spoken(path: readonly string[], { operation, direction, dialect }: Place): string {
  const steps = path.filter(step => step !== '[]');
  const bare = steps.map(step => step.replace('[]', '')).join('.');
  const names = dialect.fieldPath(operation.id, direction, bare).split('.');
  const marked = names.map((name, index) => (steps[index]?.endsWith('[]') ? `${name}[]` : name)).join('.');
  return steps.length < path.length ? `[].${marked}` : marked;
}
