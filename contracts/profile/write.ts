import { isObject, type JsonObject, valueAt } from '../util/index.ts';
import { addUnknown, deepestLists, setAt } from './json.ts';
import type { Place, PlacedField, PlacedFields } from './place.ts';

/** An unknown field keeps its name and object, unless another field has that place in the dialect. */
export function writeBody(fields: PlacedFields, body: unknown): unknown {
  return writeEntry(fields, body, 0);
}

function writeEntry(fields: PlacedFields, value: unknown, lists: number): unknown {
  if (Array.isArray(value))
    return lists < deepestLists ? value.map(entry => writeEntry(fields, entry, lists + 1)) : value;
  if (!isObject(value)) return value;
  const root: JsonObject = {};
  const unknown: [Place, unknown][] = [];
  writeFields(value, { fields, around: [], root, unknown, lists });
  for (const [at, left] of unknown) addUnknown(root, at, left);
  return root;
}

interface Writing {
  readonly fields: PlacedFields;
  readonly around: Place;
  readonly root: JsonObject;
  /** Written last. */
  readonly unknown: [Place, unknown][];
  readonly lists: number;
}

function writeFields(object: JsonObject, writing: Writing): void {
  for (const [name, value] of Object.entries(object)) {
    const placed = writing.fields.get(name);
    if (!placed) writing.unknown.push([[...writing.around, name], value]);
    else if (isObject(value) && !placed.isList) writeObject(placed, value, writing);
    else if (placed.isUnwrapped) writing.unknown.push([[...writing.around, name], value]);
    else writeField(placed, value, writing);
  }
}

function writeObject({ at, isUnwrapped, inner }: PlacedField, value: JsonObject, writing: Writing): void {
  // A field of another object may already be in this object.
  if (!isUnwrapped && !isObject(valueAt(writing.root, at))) setAt(writing.root, at, {});
  writeFields(value, { ...writing, fields: inner, around: at });
}

function writeField(placed: PlacedField, value: unknown, { root, lists }: Writing): void {
  const { at, first } = placed;
  const written = writeValue(placed, value, lists);
  if (first && Array.isArray(written)) {
    const [head, ...others] = written;
    if (written.length > 0) setAt(root, first, head);
    if (written.length !== 1) setAt(root, at, others);
  } else setAt(root, at, written);
}

function writeValue({ field, inner, change }: PlacedField, value: unknown, lists: number): unknown {
  const { write = (same: unknown) => same, each, isListed } = change;
  const one = (entry: unknown): unknown =>
    typeof entry === 'object' && entry !== null ? writeEntry(inner, entry, lists + 1) : write(entry);
  if (isListed) return [one(value)];
  if (field.kind === 'object' || !Array.isArray(value)) return write(value);
  return value.map(entry => (each === undefined ? one(entry) : { [each]: one(entry) }));
}
