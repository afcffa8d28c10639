import type { Direction, Fields } from './fields.ts';
import { placeText } from './problem.ts';
import type { Profile } from './schema.ts';

/** What a field is called in the dialect, and the entry of the profile that says so. */
interface Rename {
  readonly to: string;
  readonly entry: string;
}

/** A field of the contract with its name in the dialect and what lies inside it. */
export interface RenamedField {
  readonly to: string;
  /** The entry of the profile that renames it; undefined for a field that keeps its name. */
  readonly entry?: string;
  readonly inner: RenamedFields;
}

/** The fields of one body by their contract names. */
export type RenamedFields = ReadonlyMap<string, RenamedField>;

type Rule = (place: string, name: string) => Rename | undefined;

/**
 * Applies a profile to the fields of one body. The most specific entry wins: the operation's path, the operation's bare
 * name, the name for all operations.
 *
 * @param fields what the body holds
 * @param profile the profile
 * @param body which body it is; without it only the names for all operations apply
 */
export function renamedFields(
  fields: Fields,
  profile: Profile,
  body?: { id: string; direction: Direction },
): RenamedFields {
  const everywhere = renamesAt(profile.fields, ['fields']);
  const here =
    body &&
    renamesAt(profile.operations?.[body.id]?.[body.direction], ['operations', body.id, body.direction]);
  return apply(fields, (place, name) => here?.get(place) ?? here?.get(name) ?? everywhere.get(name));
}

function renamesAt(
  names: Readonly<Record<string, string>> | undefined,
  keys: readonly string[],
): Map<string, Rename> {
  const entries = Object.entries(names ?? {});
  return new Map(entries.map(([key, to]) => [key, { to, entry: placeText([...keys, key]) }]));
}

/** `prefix` is the path of the object and a dot: at the top a lone dot, as `.Token` is written. */
function apply(fields: Fields, rule: Rule, prefix = ''): RenamedFields {
  const renamed = new Map<string, RenamedField>();
  for (const [name, fieldsInside] of fields) {
    const inner = apply(fieldsInside, rule, `${prefix}${name}.`);
    const rename = rule(prefix === '' ? `.${name}` : `${prefix}${name}`, name);
    renamed.set(name, rename ? { ...rename, inner } : { to: name, inner });
  }
  return renamed;
}
