import type { Place, PlacedField, PlacedFields } from '../profile/index.ts';
import type { JsonObject } from '../util/index.ts';

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
