import { type AnyOperation, pathsOf } from '../operations/index.ts';
import { asObject, isObject, type JsonObject, placeholders, valueAt, writeAddress } from '../util/index.ts';
import { setAt } from './json.ts';
import type { PlacedField, PlacedFields } from './place.ts';
import type { Profile } from './schema.ts';

export interface SpokenAddress {
  readonly method: string;
  /** The path that a client writes. Path parameters are in braces, and have the names of the contract. */
  readonly path: string;
  /** All paths that the server reads, `path` first. */
  readonly paths: readonly string[];
}

/** A part of a path that can have any value. */
export const anyText = '*';

/** A path in the profile replaces all paths of the contract. */
export function addressOf(operation: AnyOperation, profile?: Profile): SpokenAddress {
  const own = profile?.operations?.[operation.id];
  const [path = operation.path, ...others] = own?.path === undefined ? pathsOf(operation) : [own.path].flat();
  return { method: own?.method ?? operation.method, path, paths: [path, ...others] };
}

/** Without the fields in the path that a client writes. */
export function bodyFields(fields: PlacedFields, operation: AnyOperation, profile?: Profile): PlacedFields {
  const inPath = placeholders(addressOf(operation, profile).path);
  return inPath.reduce((left, name) => withoutField(left, name.split('.')), fields);
}

function withoutField(fields: PlacedFields, [name = '', ...inside]: readonly string[]): PlacedFields {
  const placed = fields.get(name);
  if (!placed) return fields;
  const left = new Map(fields);
  if (inside.length === 0) left.delete(name);
  else left.set(name, { ...placed, inner: withoutField(placed.inner, inside) });
  return left;
}

export function fieldAt<F extends { readonly inner: ReadonlyMap<string, F> }>(
  fields: ReadonlyMap<string, F>,
  path: string,
): F | undefined {
  const [name = '', ...inside] = path.split('.');
  const field = fields.get(name);
  return inside.length === 0 || !field ? field : fieldAt(field.inner, inside.join('.'));
}

/** The keys are paths in the contract. */
export function pathFields(fields: PlacedFields, { path }: SpokenAddress): PlacedFields {
  const found = placeholders(path).map(name => [name, fieldAt(fields, name)] as const);
  return new Map(found.flatMap(([name, placed]) => (placed ? [[name, placed] as const] : [])));
}

export function writePath(path: string, request: object, fields: PlacedFields) {
  let rest: JsonObject = { ...request };
  const values: Record<string, unknown> = {};
  for (const name of placeholders(path)) {
    const value = valueAt(rest, name.split('.'));
    const write = fieldAt(fields, name)?.change.write;
    values[name] = value === undefined ? undefined : (write?.(value) ?? value);
    rest = without(rest, name.split('.'));
  }
  return { path: writeAddress(path, values), rest };
}

function without(object: JsonObject, [name = '', ...inside]: readonly string[]): JsonObject {
  const { [name]: value, ...rest } = object;
  return inside.length === 0 || !isObject(value) ? rest : { ...rest, [name]: without(value, inside) };
}

export function readPath(
  request: unknown,
  parameters: ReadonlyMap<string, string>,
  fields: PlacedFields,
): JsonObject {
  const read = { ...asObject(request) };
  for (const [name, text] of parameters) {
    if (name === anyText) continue;
    setAt(read, name.split('.'), readText(text, fieldAt(fields, name)));
  }
  return read;
}

/** A path contains only texts, so the text can mean a number, or a word that is a number. */
function readText(text: string, placed: PlacedField | undefined): unknown {
  if (!placed) return text;
  const { field, change } = placed;
  for (const form of [text, exactValue(text)]) {
    const value = change.read?.(form) ?? form;
    if (value !== form) return value;
  }
  return field.kind === 'number' ? numberIn(text) : field.kind === 'boolean' ? exactValue(text) : text;
}

/** The text itself if no number or boolean has exactly this text. */
function exactValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** A whole number can have leading zeros. */
function numberIn(text: string): unknown {
  if (/^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  const exact = exactValue(text);
  return typeof exact === 'number' ? exact : text;
}
