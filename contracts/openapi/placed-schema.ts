import { alsoNamedKey, namesOf } from '../aliases.ts';
import type { Direction, Place, PlacedField, PlacedFields } from '../profile/index.ts';
import { alternativesIn } from '../require.ts';
import { asObject, isObject, type JsonObject } from '../util/index.ts';
import { changedValue } from './changed-value.ts';

/** The schemas to which a schema refers, and the direction of the body that the schema describes. */
export interface Around {
  readonly schemas: JsonObject;
  readonly direction: Direction;
}

/**
 * Returns the schema of a body, or of the entries of a list, in a dialect: each field is at its place in the dialect, and has the
 * form of the dialect. A field is required if each body of the dialect contains the field. References are replaced with copies,
 * because a schema can have other places in each operation.
 *
 * @param fields the places of the fields; a field without a place is left out, because the path of the call contains the field
 * @example placedSchema({ type: 'object', properties }, dialect.fields('getBooking', 'request'), { schemas: {}, direction })
 */
export function placedSchema(schema: unknown, fields: PlacedFields, around: Around): JsonObject {
  const whole = resolve(schema, around.schemas);
  if (isObject(whole.items)) return { ...whole, items: placedSchema(whole.items, fields, around) };
  if (!isObject(whole.properties)) return copied(whole, around.schemas);
  const top = createTop();
  addFields(whole, fields, { ...around, top, at: [], source: { path: [], since: [] } });
  return finished(top, keywordsOf(whole));
}

/** Returns a schema together with the keywords of the schema to which its `$ref` refers. Its own keywords have priority. */
export function resolve(schema: unknown, schemas: JsonObject): JsonObject {
  const { $ref, ...own } = asObject(schema);
  if (typeof $ref !== 'string') return own;
  return { ...asObject(schemas[$ref.slice($ref.lastIndexOf('/') + 1)]), ...own };
}

/** Returns a copy of a schema without references. */
function copied(schema: JsonObject, schemas: JsonObject): JsonObject {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    return isObject(value)
      ? Object.fromEntries(Object.entries(resolve(value, schemas)).map(([key, inner]) => [key, copy(inner)]))
      : value;
  };
  return asObject(copy(schema));
}

/** An object of the contract whose fields are added, and the schema to which they are added. */
interface Adding extends Around {
  readonly top: SchemaNode;
  /** The place of the object in the dialect. */
  readonly at: Place;
  readonly source: Source;
}

function addFields(object: JsonObject, fields: PlacedFields, adding: Adding): void {
  const required = Array.isArray(object.required) ? object.required : [];
  for (const [name, schema] of Object.entries(asObject(object.properties))) {
    const placed = fields.get(name);
    if (!placed) continue;
    const path = [...adding.source.path, name];
    const { byDefault, isOptional } = placed.change;
    const isSure = required.includes(name) && !byDefault && !isOptional;
    const { 'x-assumed-required': assumed, ...whole } = resolve(schema, adding.schemas);
    const named = withoutOwnName(whole, placed);
    const kept = assumed !== undefined && isSure ? { ...named, 'x-assumed-required': assumed } : named;
    addField(kept, placed, { ...adding, source: { path, since: isSure ? adding.source.since : path } });
  }
  for (const group of alternativesIn(object)) {
    const placed = placedGroup(group, fields, adding.at);
    if (!placed) continue;
    addAt(adding.top, placed.at).alternatives.push({ schema: placed.schema, source: adding.source });
  }
}

/** Removes the name of a field from the list of its other names, because public clients and a dialect can use the same name. */
function withoutOwnName(schema: JsonObject, { at }: PlacedField): JsonObject {
  const others = namesOf(schema).filter(other => !`.${at.join('.')}`.endsWith(`.${other}`));
  const { [alsoNamedKey]: _, ...rest } = schema;
  return others.length > 0 ? { ...rest, [alsoNamedKey]: others } : rest;
}

function addField(whole: JsonObject, placed: PlacedField, adding: Adding): void {
  const { top, source } = adding;
  const { at, first, isUnwrapped } = placed;
  const said = placed.provenance && { 'x-profile-provenance': placed.provenance };
  if (holdsFields(whole, placed)) {
    if (!isUnwrapped) addAt(top, at, source).keywords = { ...keywordsOf(whole), ...said };
    const canBeNull = [whole.type].flat().includes('null');
    // The fields of an object that can be null are as uncertain as the fields of an object that can be missing.
    const path = canBeNull ? [...source.path, 'not null'] : source.path;
    const inside = { path, since: canBeNull ? path : source.since };
    addFields(whole, placed.inner, { ...adding, at, source: inside });
  } else if (first) addList(whole, placed, adding);
  else addAt(top, at, source).value = { ...fieldSchema(whole, placed, adding), ...said };
}

const holdsFields = ({ properties }: JsonObject, { field, inner, change }: PlacedField): boolean =>
  isObject(properties) && inner.size > 0 && field.kind !== 'list' && !change.isListed;

/** Adds a list whose first entry has its own place. A list with one entry is only at the place of the first entry. */
function addList(whole: JsonObject, placed: PlacedField, { top, source, ...around }: Adding): void {
  const { minItems = 0, maxItems, ...list } = fieldSchema(whole, placed, around);
  const { 'x-provenance': provenance } = whole;
  const path = [...source.path, 'first'];
  const since = Number(minItems) > 0 ? source.since : path;
  const entry = { ...asObject(list.items), ...(provenance !== undefined && { 'x-provenance': provenance }) };
  addAt(top, placed.first ?? [], { path, since }).value = entry;
  const others = [...source.path, 'others'];
  addAt(top, placed.at, { path: others, since: others }).value = {
    ...list,
    ...(maxItems !== undefined && { maxItems: Number(maxItems) - 1 }),
  };
}

/** Returns the schema of a field whose inner fields have no places in the object around the field. */
export function fieldSchema(whole: JsonObject, placed: PlacedField, around: Around): JsonObject {
  const { change, field } = placed;
  const value = change.byDefault?.value;
  const hasDefault = value !== undefined && (value === null || typeof value !== 'object');
  const shown = {
    ...whole,
    ...(hasDefault && { default: change.write?.(value) ?? value }),
  };
  if (change.isListed) {
    const { 'x-provenance': provenance, ...entry } = entrySchema(shown, placed, around);
    return {
      type: 'array',
      items: entry,
      minItems: 1,
      maxItems: 1,
      ...(provenance !== undefined && { 'x-provenance': provenance }),
    };
  }
  if (field.kind !== 'list' || !isObject(whole.items)) return entrySchema(shown, placed, around);
  const entry = entrySchema(resolve(whole.items, around.schemas), placed, around);
  const { each } = change;
  if (each === undefined) return { ...shown, items: entry };
  const { 'x-provenance': provenance } = whole;
  const inner = { ...(provenance !== undefined && { 'x-provenance': provenance }), ...entry };
  return { ...shown, items: { type: 'object', properties: { [each]: inner }, required: [each] } };
}

/** Returns the schema of a single value or of an entry of a list. */
function entrySchema(schema: JsonObject, placed: PlacedField, around: Around): JsonObject {
  if (isObject(schema.properties)) return placedSchema(schema, placed.inner, around);
  const direction = around.direction;
  if (!isObject(schema.items)) return changedValue(copied(schema, around.schemas), { ...placed, direction });
  return { ...schema, items: entrySchema(resolve(schema.items, around.schemas), placed, around) };
}

/** Returns the keywords of an object schema that do not describe its fields. */
function keywordsOf({ properties: _p, required: _r, anyOf, allOf, ...rest }: JsonObject): JsonObject {
  const hasGroups = alternativesIn({ anyOf, allOf }).length > 0;
  return hasGroups
    ? rest
    : { ...rest, ...(anyOf !== undefined && { anyOf }), ...(allOf !== undefined && { allOf }) };
}

/** Returns the schema of an object with all its fields. */
function finished(node: SchemaNode, { type = 'object', ...keywords }: JsonObject): JsonObject {
  const required = [...node.inner].flatMap(([name, inner]) => (isRequiredIn(node, inner) ? [name] : []));
  const groups = node.alternatives.filter(({ source }) => isSureIn(node, source)).map(({ schema }) => schema);
  return {
    type,
    properties: Object.fromEntries([...node.inner].map(([name, inner]) => [name, schemaOf(inner)])),
    ...(required.length > 0 && { required }),
    ...(groups.length > 1 ? { allOf: groups } : groups[0]),
    ...keywords,
  };
}

/** Returns the schema of a field or object. An object that only the dialect has gets the provenance of its first field. */
function schemaOf(node: SchemaNode): JsonObject {
  if (node.value) return node.value;
  const schema = finished(node, node.keywords ?? {});
  if (node.keywords) return schema;
  const [first] = Object.values(asObject(schema.properties));
  const provenance = asObject(first)['x-provenance'];
  return provenance === undefined ? schema : { ...schema, 'x-provenance': provenance };
}

/** A part of the contract whose value is at a place of the dialect. */
export interface Source {
  /** The path of the part in the contract. */
  readonly path: Place;
  /** The outermost object of the contract that never occurs without this part. An empty path means the whole body. */
  readonly since: Place;
}

/** Fields of an object of the contract of which a body needs at least one. */
interface Alternatives {
  readonly schema: JsonObject;
  /** The object of the contract. */
  readonly source: Source;
}

/** One object or field of the dialect. */
export interface SchemaNode {
  readonly inner: Map<string, SchemaNode>;
  /** The parts of the contract that are here or further inside. Each part causes the object to occur. */
  readonly sources: Source[];
  readonly alternatives: Alternatives[];
  /** The keywords of the object of the contract that is here, without its fields. */
  keywords?: JsonObject;
  /** The schema of the field that is here; undefined for an object. */
  value?: JsonObject;
}

const createNode = (sources: Source[]): SchemaNode => ({ inner: new Map(), sources, alternatives: [] });

/** Creates the object that contains all fields: a body, or an entry of a list. */
export const createTop = (): SchemaNode => createNode([{ path: [], since: [] }]);

/** Returns the object or field at a place, and creates the objects on the way. */
export function addAt(top: SchemaNode, at: Place, source?: Source): SchemaNode {
  let node = top;
  for (const step of at) {
    const inner = node.inner.get(step) ?? createNode([]);
    node.inner.set(step, inner);
    if (source) inner.sources.push(source);
    node = inner;
  }
  return node;
}

/** Whether an object of the dialect never occurs without an inner object or field. */
export const isRequiredIn = (node: SchemaNode, inner: SchemaNode): boolean =>
  node.sources.every(({ path }) => inner.sources.some(({ since }) => startsWith(path, since)));

/** Whether an object of the dialect never occurs without a part of the contract. */
export const isSureIn = ({ sources }: SchemaNode, { since }: Source): boolean =>
  sources.every(({ path }) => startsWith(path, since));

const startsWith = (path: Place, start: Place): boolean => start.every((step, index) => path[index] === step);

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
