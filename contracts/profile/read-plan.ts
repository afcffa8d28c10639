import type { Place, PlacedField, PlacedFields } from './place.ts';

/** One object of the dialect: the meaning of each key. */
export interface ReadNode {
  readonly keys: Map<string, ReadEntry>;
  /** The contract path at which the unknown fields of the object are kept. */
  readonly home: Place;
  /** Whether the contract has an object at `home`, so that an empty object is kept. */
  readonly isObject: boolean;
  /** Whether the contract requires this object. */
  readonly isRequired: boolean;
}

/** The meaning of one key of the dialect: an object in which fields are, or a field, or both. */
export interface ReadEntry {
  node?: ReadNode;
  field?: ReadField;
}

/** A field of the contract under a key of the dialect. */
export interface ReadField {
  readonly placed: PlacedField;
  /** The path of the field in the contract. */
  readonly path: Place;
  /** The part of the field under this key: the whole value, or the first entry of a list. */
  readonly part: 'whole' | 'first' | 'others';
  /** Whether the key is the name of the contract, and the dialect has another name. */
  readonly isAlias: boolean;
  /** The plan for the objects inside; undefined for a field without fields inside. */
  readonly entries: ReadPlan | undefined;
}

/** A value for a field that a request leaves out. */
export interface Default {
  readonly path: Place;
  readonly value: unknown;
  /** The paths of the fields that a request can contain instead. */
  readonly others: readonly Place[];
}

/** The plan by which a body, or an entry of a list, is read. */
export interface ReadPlan {
  readonly top: ReadNode;
  readonly defaults: readonly Default[];
}

/** Creates the plan for the fields of a body or of the entries of a list. */
export function readPlanOf(fields: PlacedFields): ReadPlan {
  const top: ReadNode = { keys: new Map(), home: [], isObject: true, isRequired: true };
  const defaults: Default[] = [];
  addFields(fields, [], { top, defaults });
  addAliases(fields, [], { top, nodes: [top] });
  return { top, defaults };
}

function addFields(fields: PlacedFields, prefix: Place, plan: { top: ReadNode; defaults: Default[] }): void {
  for (const [name, placed] of fields) {
    const { field, at, isUnwrapped, first, change, inner } = placed;
    const path = [...prefix, name];
    if (change.byDefault) {
      const others = (field.alternatives ?? []).map(other => [...prefix, other]);
      plan.defaults.push({ path, value: change.byDefault.value, others });
    }
    if (holdsFields(placed)) {
      if (!isUnwrapped) nodeAt(plan.top, placed, path);
      addFields(inner, path, plan);
    }
    if (!isUnwrapped) entryAt(plan.top, at).field = readField(placed, path, first ? 'others' : 'whole');
    if (first) entryAt(plan.top, first).field = readField(placed, path, 'first');
  }
}

/** Whether the fields inside have places that begin at the same object as the place of the field. */
const holdsFields = ({ field, change, inner }: PlacedField): boolean =>
  inner.size > 0 && field.kind !== 'list' && !change.isListed;

function readField(placed: PlacedField, path: Place, part: ReadField['part'], isAlias = false): ReadField {
  const entries = placed.inner.size > 0 && !holdsFields(placed) ? readPlanOf(placed.inner) : undefined;
  return { placed, path, part, isAlias, entries };
}

/**
 * Adds the names of the contract, because a client may also send these names. A name that the dialect uses for another field
 * keeps the meaning of the dialect.
 *
 * @param nodes the objects of the dialect that can contain the fields
 */
function addAliases(
  fields: PlacedFields,
  prefix: Place,
  { top, nodes }: { top: ReadNode; nodes: readonly ReadNode[] },
): void {
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
      entry.field ??= readField(placed, path, placed.first ? 'others' : 'whole', true);
      node.keys.set(name, entry);
    }
    if (holdsFields(placed)) addAliases(placed.inner, path, { top, nodes: inside });
  }
}

/** Returns the node of an object of the contract, and creates the nodes on the way. */
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

/** Returns the entry at a place, and creates the nodes on the way. */
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
