import type { RenamedFields } from './renames.ts';

/** How the keys of an object are renamed on the way from one language to the other. Parts that keep all names are left out. */
export interface Translator {
  /** By the key that is read: the key to write and what happens inside. */
  readonly keys: ReadonlyMap<string, { readonly to: string; readonly inner: Translator | undefined }>;
  /** By the key to write: the key that is read for it, where the two differ. */
  readonly sources: ReadonlyMap<string, string>;
}

/** The contract has no list directly in a list; a bound keeps a body of a million brackets off the stack. */
const deepestLists = 2;

/** Builds the way from contract names to dialect names, or undefined where nothing is renamed. */
export function towardsDialect(fields: RenamedFields): Translator | undefined {
  const keys = new Map<string, { to: string; inner: Translator | undefined }>();
  for (const [name, { to, inner }] of fields) keys.set(name, { to, inner: towardsDialect(inner) });
  return translator(keys);
}

/** Builds the way from dialect names to contract names, or undefined where nothing is renamed. */
export function towardsContract(fields: RenamedFields): Translator | undefined {
  const keys = new Map<string, { to: string; inner: Translator | undefined }>();
  for (const [name, { to, inner }] of fields) keys.set(to, { to: name, inner: towardsContract(inner) });
  for (const [name, { to }] of fields) {
    // A client may go on writing the contract's own name, unless the dialect gave that name to another field.
    if (!keys.has(name)) keys.set(name, { to: name, inner: keys.get(to)?.inner });
  }
  return translator(keys);
}

function translator(all: Translator['keys']): Translator | undefined {
  const keys = new Map([...all].filter(([key, { to, inner }]) => key !== to || inner !== undefined));
  if (keys.size === 0) return undefined;
  const renamed = [...keys].filter(([key, { to }]) => key !== to);
  return { keys, sources: new Map(renamed.map(([key, { to }]) => [to, key])) };
}

/**
 * Renames the keys of a JSON value. The value given is not changed; parts in which nothing is renamed are shared with
 * the result. Unknown keys pass through, unless they stand where a renamed field has to go.
 */
export function translate(by: Translator, value: unknown, lists = 0): unknown {
  if (Array.isArray(value)) {
    return lists < deepestLists ? value.map(entry => translate(by, entry, lists + 1)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, inside] of Object.entries(value)) {
    const known = by.keys.get(key);
    const to = known?.to ?? key;
    const source = by.sources.get(to);
    if (source !== undefined && source !== key && Object.hasOwn(value, source)) continue;
    put(result, to, known?.inner ? translate(known.inner, inside) : inside);
  }
  return result;
}

/** Assigning to `__proto__` would change the object's prototype instead of adding the key that JSON had. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
