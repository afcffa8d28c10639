import { isObject, type JsonObject, valueAt } from '../util/index.ts';
import { addUnknown, deepestLists, setAt } from './json.ts';
import type { Place } from './place.ts';
import type { Default, ReadField, ReadNode, ReadPlan } from './read-plan.ts';

/**
 * Returns a body of the dialect in the names and places of the contract. The function also reads the names of the contract. If a
 * body contains both names of a field, the name of the dialect has priority. An unknown field keeps its name.
 *
 * @param onIgnored called with the name of each field that the body contains under two names
 */
export function readBody(plan: ReadPlan, body: unknown, onIgnored?: OnIgnored): unknown {
  return readEntry(plan, body, { lists: 0, onIgnored });
}

/** Called with the name of a field in the contract, if the server ignores one of two values of the field. */
export type OnIgnored = (name: string) => void;

interface Around {
  /** The number of lists around the value. */
  readonly lists: number;
  readonly onIgnored: OnIgnored | undefined;
}

const inList = ({ lists, onIgnored }: Around): Around => ({ lists: lists + 1, onIgnored });

/** Reads the body, or an entry of a list. */
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

/** The object that is read: the result, and the unknown fields, which are added last. */
interface Reading extends Around {
  readonly root: JsonObject;
  readonly unknown: [Place, unknown][];
  /** The fields that the body contains under the name of the dialect. */
  readonly byName: Set<ReadField['placed']>;
  /** The fields that the body contains under the name of the contract, which the dialect does not use. */
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

/** Reads one value, or one entry of a list. */
function readOne(value: unknown, { entries, placed }: ReadField, around: Around): unknown {
  if (typeof value === 'object' && value !== null)
    return entries ? readEntry(entries, value, inList(around)) : value;
  return placed.change.read ? placed.change.read(value) : value;
}

/** Returns the entry of a list without the object that the dialect has around the entry. */
function bare(entry: unknown, { placed }: ReadField): unknown {
  const { each } = placed.change;
  return each === undefined ? entry : withoutObject(entry, each);
}

const withoutObject = (entry: unknown, name: string): unknown =>
  isObject(entry) && Object.hasOwn(entry, name) && Object.keys(entry).length === 1 ? entry[name] : entry;

/** Adds the value of a field that the request leaves out. Does nothing without the object around the field. */
function addDefault(root: JsonObject, { path, value, others }: Default): void {
  const isMissing = (at: Place) => (valueAt(root, at) ?? null) === null;
  if (!isMissing(path) || !others.every(isMissing)) return;
  if (isObject(valueAt(root, path.slice(0, -1)))) setAt(root, path, structuredClone(value));
}
