import { isObject, type JsonObject } from '../util/index.ts';
import { deepestLists, getAt, setAt } from './json.ts';
import type { Place } from './place.ts';
import type { Default, ReadField, ReadNode, ReadPlan } from './read-plan.ts';

/**
 * Returns a body of the dialect in the names and places of the contract. The function also reads the names of the contract. If a
 * body contains both names of a field, the name of the dialect has priority. An unknown field keeps its name.
 */
export function readBody(plan: ReadPlan, body: unknown): unknown {
  return readEntry(plan, body, 0);
}

/** Reads the body, or an entry of a list. `lists` counts the lists around the value. */
function readEntry(plan: ReadPlan, value: unknown, lists: number): unknown {
  if (Array.isArray(value))
    return lists < deepestLists ? value.map(entry => readEntry(plan, entry, lists + 1)) : value;
  if (!isObject(value)) return value;
  const reading: Reading = { root: {}, unknown: [], byName: new Set(), lists };
  readObject(value, plan.top, reading);
  for (const [path, left] of reading.unknown)
    if (getAt(reading.root, path) === undefined) setAt(reading.root, path, left);
  for (const missing of plan.defaults) addDefault(reading.root, missing);
  return reading.root;
}

/** The object that is read: the result, and the unknown fields, which are added last. */
interface Reading {
  readonly root: JsonObject;
  readonly unknown: [Place, unknown][];
  /** The fields that the body contains under the name of the dialect. */
  readonly byName: Set<ReadField['placed']>;
  readonly lists: number;
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
  if (node.isObject && isKept && !isObject(getAt(reading.root, node.home)))
    setAt(reading.root, node.home, {});
}

function readField(value: unknown, field: ReadField, reading: Reading): void {
  const { placed, path, part, isAlias } = field;
  if (isAlias && reading.byName.has(placed)) return;
  if (!isAlias) reading.byName.add(placed);
  const { root, lists } = reading;
  const present = getAt(root, path);
  // A list whose first entry has another place: the two parts can come in any order.
  const others = Array.isArray(present) && part !== 'whole' ? present : [];
  if (part === 'first') {
    if (value !== null) setAt(root, path, [readOne(value, field, lists), ...others]);
  } else {
    const read = readValue(value, field, lists);
    setAt(root, path, Array.isArray(read) ? [...others, ...read] : read);
  }
}

function readValue(value: unknown, field: ReadField, lists: number): unknown {
  const { each, isListed } = field.placed.change;
  if (isListed)
    return Array.isArray(value) && value.length === 1
      ? readOne(value[0], field, lists)
      : readOne(value, field, lists);
  if (field.placed.field.kind === 'object' || !Array.isArray(value)) return readOne(value, field, lists);
  return value.map(entry => readOne(each === undefined ? entry : withoutObject(entry, each), field, lists));
}

/** Reads one value, or one entry of a list. */
function readOne(value: unknown, { entries, placed }: ReadField, lists: number): unknown {
  if (typeof value === 'object' && value !== null)
    return entries ? readEntry(entries, value, lists + 1) : value;
  return placed.change.read ? placed.change.read(value) : value;
}

const withoutObject = (entry: unknown, name: string): unknown =>
  isObject(entry) && Object.hasOwn(entry, name) && Object.keys(entry).length === 1 ? entry[name] : entry;

/** Adds the value of a field that the request leaves out. Does nothing without the object around the field. */
function addDefault(root: JsonObject, { path, value, others }: Default): void {
  const isMissing = (at: Place) => (getAt(root, at) ?? null) === null;
  if (!isMissing(path) || !others.every(isMissing)) return;
  if (isObject(getAt(root, path.slice(0, -1)))) setAt(root, path, structuredClone(value));
}
