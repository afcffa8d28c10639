import type { Place, PlacedField, PlacedFields } from '../profile/index.ts';
import { asObject, type JsonObject } from '../util/index.ts';

/**
 * Lists the groups of fields of which an object needs at least one. `requireOneOf` writes these groups into a schema.
 *
 * @example alternativesIn({ anyOf: [{ required: ['Token'] }, { required: ['ReToken'] }] }) // [['Token', 'ReToken']]
 */
export function alternativesIn({ allOf, ...own }: JsonObject): string[][] {
  const groups = Array.isArray(allOf) ? allOf.map(asObject) : [own];
  return groups.flatMap(({ anyOf }) =>
    Array.isArray(anyOf) ? [anyOf.flatMap(branch => namesIn(asObject(branch)))] : [],
  );
}

/** Returns the paths of the fields that one branch of a group requires. */
function namesIn({ required, properties }: JsonObject): string[] {
  const names = Array.isArray(required) ? required.map(String) : [];
  return names.flatMap(name => {
    const inside = namesIn(asObject(asObject(properties)[name]));
    return inside.length > 0 ? inside.map(inner => `${name}.${inner}`) : [name];
  });
}

/** A group of alternatives in a dialect: the place of the object that has the group, and the keywords of the group. */
interface PlacedGroup {
  readonly at: Place;
  readonly schema: JsonObject;
}

/**
 * Returns a group of alternatives in the places of a dialect. Returns undefined if a request needs none of the fields: if one
 * of them has a default, is always in the path, or has no place of its own.
 *
 * @param around the place of the object that contains the fields in the contract
 */
export function placedGroup(
  group: readonly string[],
  fields: PlacedFields,
  around: Place,
): PlacedGroup | undefined {
  const members = group.flatMap(name => fields.get(name) ?? []);
  const isNeeded = ({ change, isUnwrapped }: PlacedField) => !change.byDefault && !isUnwrapped;
  if (members.length < group.length || !members.every(isNeeded)) return undefined;
  const places = members.flatMap(({ at, first }) => (first ? [first, at] : [at]));
  const at = around.slice(0, Math.min(...places.map(place => sharedSteps(around, place.slice(0, -1)))));
  return { at, schema: { anyOf: places.map(place => branchOf(place.slice(at.length))) } };
}

function sharedSteps(a: Place, b: Place): number {
  const different = a.findIndex((step, index) => b[index] !== step);
  return different === -1 ? a.length : different;
}

/** Returns the schema that requires the field at a place. A linter expects that each required field is also described. */
function branchOf([name = '', ...inside]: Place): JsonObject {
  if (inside.length === 0) return { required: [name] };
  const inner = inside.length === 1 ? { properties: { [inside[0] ?? '']: {} } } : {};
  return { required: [name], properties: { [name]: { ...branchOf(inside), ...inner } } };
}
