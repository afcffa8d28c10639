import { alsoNamedKey, alternativesIn, namesOf } from '../operations/index.ts';
import type { Direction, Place, PlacedField, PlacedFields } from '../profile/index.ts';
import { asList, asObject, isObject, type JsonObject, mapValues } from '../util/index.ts';
import { changedValue } from './changed-value.ts';

export interface Around {
  readonly schemas: JsonObject;
  readonly direction: Direction;
}

/**
 * A field is required if each body of the dialect contains it. References are replaced with copies, because places can differ in
 * each operation. `fields`: a field without a place is left out, because the path of the call contains it.
 */
export function placedSchema(schema: unknown, fields: PlacedFields, around: Around): JsonObject {
  const whole = resolve(schema, around.schemas);
  if (isObject(whole.items)) return { ...whole, items: placedSchema(whole.items, fields, around) };
  if (!isObject(whole.properties)) return copied(whole, around.schemas);
  const top = createNode([{ path: [], since: [] }]);
  addFields(whole, fields, { ...around, top, at: [], source: { path: [], since: [] } });
  return finished(top, keywordsOf(whole));
}

/** The schema's own keywords have priority over those of its `$ref`. */
export function resolve(schema: unknown, schemas: JsonObject): JsonObject {
  const { $ref, ...own } = asObject(schema);
  if (typeof $ref !== 'string') return own;
  return { ...asObject(schemas[$ref.slice($ref.lastIndexOf('/') + 1)]), ...own };
}

function copied(schema: JsonObject, schemas: JsonObject): JsonObject {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    return isObject(value) ? mapValues(resolve(value, schemas), copy) : value;
  };
  return asObject(copy(schema));
}

interface Adding extends Around {
  readonly top: SchemaNode;
  readonly at: Place;
  readonly source: Source;
}

function addFields(object: JsonObject, fields: PlacedFields, adding: Adding): void {
  const required = asList(object.required);
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

/** Public clients and a dialect can use the same name. */
function withoutOwnName(schema: JsonObject, { at }: PlacedField): JsonObject {
  const others = namesOf(schema).filter(other => !`.${at.join('.')}`.endsWith(`.${other}`));
  const { [alsoNamedKey]: _, ...rest } = schema;
  return others.length > 0 ? { ...rest, [alsoNamedKey]: others } : rest;
}

function addField(whole: JsonObject, placed: PlacedField, adding: Adding): void {
  const { top, source } = adding;
  const { at, first, isUnwrapped } = placed;
  const said = placed.provenance && { 'x-profile-provenance': placed.provenance };
  if (isObject(whole.properties) && placed.inner.size > 0 && !placed.isList) {
    if (!isUnwrapped) addAt(top, at, source).keywords = { ...keywordsOf(whole), ...said };
    const canBeNull = [whole.type].flat().includes('null');
    // The fields of an object that can be null are as uncertain as the fields of an object that can be missing.
    const path = canBeNull ? [...source.path, 'not null'] : source.path;
    const inside = { path, since: canBeNull ? path : source.since };
    addFields(whole, placed.inner, { ...adding, at, source: inside });
  } else if (first) addList(whole, placed, adding);
  else addAt(top, at, source).value = { ...fieldSchema(whole, placed, adding), ...said };
}

/** A list with one entry is only at the place of the first entry. */
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

function entrySchema(schema: JsonObject, placed: PlacedField, around: Around): JsonObject {
  if (isObject(schema.properties)) return placedSchema(schema, placed.inner, around);
  if (!isObject(schema.items)) return changedValue(copied(schema, around.schemas), placed, around.direction);
  return { ...schema, items: entrySchema(resolve(schema.items, around.schemas), placed, around) };
}

function keywordsOf({ properties: _p, required: _r, anyOf, allOf, ...rest }: JsonObject): JsonObject {
  const hasGroups = alternativesIn({ anyOf, allOf }).length > 0;
  return hasGroups
    ? rest
    : { ...rest, ...(anyOf !== undefined && { anyOf }), ...(allOf !== undefined && { allOf }) };
}

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

/** An object that only the dialect has gets the provenance of its first field. */
function schemaOf(node: SchemaNode): JsonObject {
  if (node.value) return node.value;
  const schema = finished(node, node.keywords ?? {});
  if (node.keywords) return schema;
  const [first] = Object.values(asObject(schema.properties));
  const provenance = asObject(first)['x-provenance'];
  return provenance === undefined ? schema : { ...schema, 'x-provenance': provenance };
}

/** A part of the contract whose value is at a place of the dialect. */
interface Source {
  readonly path: Place;
  /** The outermost object of the contract that never occurs without this part. An empty path means the whole body. */
  readonly since: Place;
}

interface SchemaNode {
  readonly inner: Map<string, SchemaNode>;
  /** Each part of the contract that is here or further inside causes the object to occur. */
  readonly sources: Source[];
  /** A body needs at least one of the fields of each schema. */
  readonly alternatives: { readonly schema: JsonObject; readonly source: Source }[];
  keywords?: JsonObject;
  /** Undefined for an object. */
  value?: JsonObject;
}

const createNode = (sources: Source[]): SchemaNode => ({ inner: new Map(), sources, alternatives: [] });

function addAt(top: SchemaNode, at: Place, source?: Source): SchemaNode {
  let node = top;
  for (const step of at) {
    const inner = node.inner.get(step) ?? createNode([]);
    node.inner.set(step, inner);
    if (source) inner.sources.push(source);
    node = inner;
  }
  return node;
}

/** Whether `node` never occurs without `inner`. */
const isRequiredIn = (node: SchemaNode, inner: SchemaNode): boolean =>
  node.sources.every(({ path }) => inner.sources.some(({ since }) => startsWith(path, since)));

/** Whether `node` never occurs without this part. */
const isSureIn = ({ sources }: SchemaNode, { since }: Source): boolean =>
  sources.every(({ path }) => startsWith(path, since));

const startsWith = (path: Place, start: Place): boolean => start.every((step, index) => path[index] === step);

/**
 * Returns undefined if one of the fields has a default, is always in the path, or has no place of its own. `around`: the place of
 * the object that contains the fields in the contract.
 */
function placedGroup(group: readonly string[], fields: PlacedFields, around: Place) {
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

/** A linter expects that each required field is also described. */
function branchOf([name = '', ...inside]: Place): JsonObject {
  if (inside.length === 0) return { required: [name] };
  const inner = inside.length === 1 ? { properties: { [inside[0] ?? '']: {} } } : {};
  return { required: [name], properties: { [name]: { ...branchOf(inside), ...inner } } };
}
