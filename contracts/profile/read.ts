import { isObject, type JsonObject, valueAt } from '../util/index.ts';
import { addUnknown, deepestLists, setAt } from './json.ts';
import type { Place, PlacedField, PlacedFields } from './place.ts';

/** Also reads the names of the contract, but the name of the dialect has priority. An unknown field keeps its name. */
export function readBody(plan: ReadPlan, body: unknown, onIgnored?: OnIgnored): unknown {
  return readEntry(plan, body, { lists: 0, onIgnored });
}

/** Called with the contract name of a field of which the server ignores one of two values. */
export type OnIgnored = (name: string) => void;

interface Around {
  readonly lists: number;
  readonly onIgnored: OnIgnored | undefined;
}

const inList = ({ lists, onIgnored }: Around): Around => ({ lists: lists + 1, onIgnored });

function readEntry(plan: ReadPlan, value: unknown, around: Around): unknown {
  if (Array.isArray(value))
    return around.lists < deepestLists ? value.map(entry => readEntry(plan, entry, inList(around))) : value;
  if (!isObject(value)) return value;
  const reading: Reading = { root: {}, unknown: [], byName: new Set(), byAlias: new Set(), ...around };
  readObject(value, plan.top, reading);
  for (const [path, left] of reading.unknown) addUnknown(reading.root, path, left);
  for (const missing of plan.defaults) addDefault(reading.root, missing);
  return reading.root;
}

interface Reading extends Around {
  readonly root: JsonObject;
  readonly unknown: [Place, unknown][];
  /** Fields under the name of the dialect. */
  readonly byName: Set<ReadField['placed']>;
  /** Fields under the name of the contract, which the dialect does not use. */
  readonly byAlias: Set<ReadField['placed']>;
}

function readObject(object: JsonObject, node: ReadNode, reading: Reading): void {
  for (const [key, value] of Object.entries(object)) {
    const entry = node.keys.get(key);
    if (entry?.node && isObject(value)) {
      readObject(value, entry.node, reading);
    } else if (entry?.field) readField(value, entry.field, reading);
    else reading.unknown.push([[...node.home, key], value]);
  }
  // If all fields of the object have other places in the contract, an object that the contract does not require is missing.
  const isKept = node.isRequired || Object.keys(object).length === 0;
  if (node.isObject && isKept && !isObject(valueAt(reading.root, node.home)))
    setAt(reading.root, node.home, {});
}

function readField(value: unknown, field: ReadField, reading: Reading): void {
  const { placed, path, part, isAlias } = field;
  (isAlias ? reading.byAlias : reading.byName).add(placed);
  if (reading.byName.has(placed) && reading.byAlias.has(placed)) reading.onIgnored?.(path.join('.'));
  if (isAlias && reading.byName.has(placed)) return;
  const { root } = reading;
  const present = valueAt(root, path);
  // A list whose first entry has another place: the two parts can come in any order.
  const others = Array.isArray(present) && part !== 'whole' ? present : [];
  if (part === 'first') {
    if (value !== null) setAt(root, path, [readOne(bare(value, field), field, reading), ...others]);
  } else {
    const read = readValue(value, field, reading);
    setAt(root, path, Array.isArray(read) ? [...others, ...read] : read);
  }
}

function readValue(value: unknown, field: ReadField, around: Around): unknown {
  if (field.placed.change.isListed) {
    const [only] = Array.isArray(value) && value.length === 1 ? value : [value];
    return readOne(only, field, around);
  }
  if (field.placed.field.kind === 'object' || !Array.isArray(value)) return readOne(value, field, around);
  return value.map(entry => readOne(bare(entry, field), field, around));
}

function readOne(value: unknown, { entries, placed }: ReadField, around: Around): unknown {
  if (typeof value === 'object' && value !== null)
    return entries ? readEntry(entries, value, inList(around)) : value;
  return placed.change.read ? placed.change.read(value) : value;
}

function bare(entry: unknown, { placed }: ReadField): unknown {
  const { each } = placed.change;
  if (each === undefined || !isObject(entry) || !Object.hasOwn(entry, each)) return entry;
  return Object.keys(entry).length === 1 ? entry[each] : entry;
}

function addDefault(root: JsonObject, { path, value, others }: Default): void {
  const isMissing = (at: Place) => (valueAt(root, at) ?? null) === null;
  if (!isMissing(path) || !others.every(isMissing)) return;
  if (isObject(valueAt(root, path.slice(0, -1)))) setAt(root, path, structuredClone(value));
}

interface ReadNode {
  readonly keys: Map<string, ReadEntry>;
  /** Where the unknown fields of the object are kept. */
  readonly home: Place;
  /** Whether the contract has an object at `home`. */
  readonly isObject: boolean;
  readonly isRequired: boolean;
}

/** An object in which fields are, or a field, or both. */
interface ReadEntry {
  node?: ReadNode;
  field?: ReadField;
}

interface ReadField {
  readonly placed: PlacedField;
  readonly path: Place;
  readonly part: 'whole' | 'first' | 'others';
  /** Whether the dialect has another name. */
  readonly isAlias: boolean;
  readonly entries: ReadPlan | undefined;
}

interface Default {
  readonly path: Place;
  readonly value: unknown;
  /** Fields that a request can contain instead. */
  readonly others: readonly Place[];
}

export interface ReadPlan {
  readonly top: ReadNode;
  readonly defaults: readonly Default[];
}

export function readPlanOf(fields: PlacedFields): ReadPlan {
  const top: ReadNode = { keys: new Map(), home: [], isObject: true, isRequired: true };
  const defaults: Default[] = [];
  addFields(fields, [], top, defaults);
  addAliases(fields, [], top, [top]);
  return { top, defaults };
}

function addFields(fields: PlacedFields, prefix: Place, top: ReadNode, defaults: Default[]): void {
  for (const [name, placed] of fields) {
    const { field, at, isUnwrapped, first, change, inner } = placed;
    const path = [...prefix, name];
    if (change.byDefault) {
      const others = (field.alternatives ?? []).map(other => [...prefix, other]);
      defaults.push({ path, value: change.byDefault.value, others });
    }
    if (holdsFields(placed)) {
      if (!isUnwrapped) nodeAt(top, placed, path);
      addFields(inner, path, top, defaults);
    }
    if (!isUnwrapped) entryAt(top, at).field = toReadField(placed, path, first ? 'others' : 'whole');
    if (first) entryAt(top, first).field = toReadField(placed, path, 'first');
  }
}

/** Whether the fields inside begin at the same object as the field. */
const holdsFields = ({ isList, inner }: PlacedField): boolean => inner.size > 0 && !isList;

function toReadField(placed: PlacedField, path: Place, part: ReadField['part'], isAlias = false): ReadField {
  const entries = placed.inner.size > 0 && !holdsFields(placed) ? readPlanOf(placed.inner) : undefined;
  return { placed, path, part, isAlias, entries };
}

/** A client may also send the names of the contract, except one that the dialect uses for another field. `nodes` can contain the fields. */
function addAliases(fields: PlacedFields, prefix: Place, top: ReadNode, nodes: readonly ReadNode[]): void {
  for (const [name, placed] of fields) {
    const path = [...prefix, name];
    const own = placed.isUnwrapped ? nodes : holdsFields(placed) ? [nodeAt(top, placed, path)] : [];
    const inside = [...own];
    for (const node of nodes) {
      const entry = node.keys.get(name) ?? {};
      if (entry.field && entry.field.placed !== placed) continue;
      if (holdsFields(placed)) {
        entry.node ??= own[0] && !placed.isUnwrapped ? own[0] : objectNode(placed, path, new Map());
        if (!inside.includes(entry.node)) inside.push(entry.node);
      }
      entry.field ??= toReadField(placed, path, placed.first ? 'others' : 'whole', true);
      node.keys.set(name, entry);
    }
    if (holdsFields(placed)) addAliases(placed.inner, path, top, inside);
  }
}

function nodeAt(top: ReadNode, placed: PlacedField, home: Place): ReadNode {
  const entry = entryAt(top, placed.at);
  // Another field inside may have created the node for an object that only the dialect has.
  if (!entry.node?.isObject) entry.node = objectNode(placed, home, entry.node?.keys ?? new Map());
  return entry.node;
}

const objectNode = ({ field }: PlacedField, home: Place, keys: ReadNode['keys']): ReadNode => ({
  keys,
  home,
  isObject: true,
  isRequired: field.isRequired,
});

function entryAt(top: ReadNode, at: Place): ReadEntry {
  let node = top;
  for (const step of at.slice(0, -1)) {
    const entry = node.keys.get(step) ?? {};
    entry.node ??= { keys: new Map(), home: [...node.home, step], isObject: false, isRequired: false };
    node.keys.set(step, entry);
    node = entry.node;
  }
  const name = at.at(-1) ?? '';
  const entry = node.keys.get(name) ?? {};
  node.keys.set(name, entry);
  return entry;
}
