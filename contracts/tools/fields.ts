import type { AnyOperation } from '../operation.ts';
import type { Dialect, Direction } from '../profile/dialect.ts';
import type { Provenance } from '../provenance.ts';
import { asObject, isObject, type JsonObject } from '../util/json.ts';
import { type FieldForm, formOf } from './field-form.ts';

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

/** Which side of which operation is looked at, and in whose words it is told. */
export interface Side {
  readonly operation: Pick<AnyOperation, 'id'>;
  readonly direction: Direction;
  readonly dialect: Pick<Dialect, 'fieldPath'>;
}

/** A field, and the field at the root that it stands in, both in words of the contract. */
export interface PlacedField {
  readonly root: string;
  readonly field: Field;
}

/**
 * Every field of a JSON Schema, each before those inside it.
 *
 * @param schema of an object, or of a list of them; its provenances as provenance.ts writes them
 */
export function fieldsOf(schema: JsonObject, side: Side): PlacedField[] {
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
