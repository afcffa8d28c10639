import { type OperationId, operations } from '#contracts';
import {
  type Changes,
  type FieldChange,
  type Fields,
  fieldsOf,
  findRuleIn,
  type Profile,
  ProfileError,
  parseProfile,
  type Registry,
} from '#contracts/profile';

/** A change of one field in the answers of one operation. */
export interface AnswerChange {
  readonly id: OperationId;
  /** The name of the field in the contract. */
  readonly name: string;
  /** The path of the field in the notation of a profile. The path of a field at the top level starts with a dot. */
  readonly place: string;
  readonly change: FieldChange;
}

const registry: Registry = operations;

/** Returns the path of a field in the notation of a profile. */
export const placeOf = (path: string): string => (path.includes('.') ? path : `.${path}`);

/** Adds a change to the entry for one field in the answers of one operation. The entry keeps its other changes. */
export function withAnswerChange(profile: Profile, { id, name, place, change }: AnswerChange): Profile {
  const own = profile.operations?.[id];
  const { rule, entry } = entryOf(profile, { id, name, place });
  const merged = merge(rule, change);
  // An entry with the name of the contract is only needed against an entry for other fields.
  const isNeeded = merged !== name || (entry !== undefined && !entry.endsWith(`[${JSON.stringify(place)}]`));
  const rest = Object.entries(own?.answer ?? {}).filter(([key]) => key !== place);
  const answer = isNeeded ? [...rest, [place, merged] as const, ...apart({ id, place, change }, rest)] : rest;
  const operation = { ...own, answer: Object.fromEntries(answer) };
  return { ...profile, operations: { ...profile.operations, [id]: operation } };
}

/**
 * Returns the entries that an object without a name needs: a new name for each of its fields whose name the object around it
 * also has, such as Errors of a booking at the top of the answer.
 */
function apart(
  { id, place, change }: Pick<AnswerChange, 'id' | 'place' | 'change'>,
  entries: readonly (readonly [string, unknown])[],
): [string, string][] {
  const path = place.replace(/^\./, '').split('.');
  const outer = path.slice(0, -1).reduce(fieldsInside, fieldsOf(operations[id], 'answer'));
  const name = path.at(-1) ?? '';
  if (change.to !== '.') return [];
  const shared = [...(outer.get(name)?.inner.keys() ?? [])].filter(inner => outer.has(inner));
  return shared
    .map((inner): [string, string] => [[...path, inner].join('.'), name + inner])
    .filter(([key]) => !entries.some(([known]) => known === key));
}

const fieldsInside = (fields: Fields, name: string): Fields => fields.get(name)?.inner ?? new Map();

/** Adds a change to the entry for all fields with a name. The entry keeps its other changes. */
export function withGlobalChange(profile: Profile, name: string, change: FieldChange): Profile {
  const own = profile.fields?.[name];
  const rule = typeof own === 'string' ? { to: own } : own;
  return { ...profile, fields: { ...profile.fields, [name]: merge(rule, change) } };
}

/** Whether the operation has its own entry for a field, which has priority over an entry for all operations. */
export const hasOwnEntry = (profile: Profile, field: Omit<AnswerChange, 'change'>): boolean =>
  entryOf(profile, field).entry?.startsWith('operations') === true;

function entryOf(profile: Profile, { id, name, place }: Omit<AnswerChange, 'change'>) {
  const found = findRuleIn(profile, { id, direction: 'answer' })(place, name);
  if (!found) return { rule: undefined, entry: undefined };
  const { entry, direction: _direction, isForAll: _isForAll, provenance, ...rule } = found;
  return { rule: provenance === undefined ? rule : { ...rule, provenance }, entry };
}

/** Merges two changes of a field. A change that only renames the field is a text. */
function merge(rule: FieldChange | undefined, change: FieldChange): string | FieldChange {
  const values = { ...rule?.values, ...change.values };
  const merged = { ...rule, ...change, ...(change.values && { values }) };
  const { to, ...others } = merged;
  return to !== undefined && Object.keys(others).length === 0 ? to : merged;
}

/**
 * Removes entries that rename fields which the supplier sends with the name of the contract. Returns undefined if such an entry is
 * correct for other operations.
 */
export function withoutRenames(
  profile: Profile,
  places: readonly AnswerChange[],
  isSeen: boolean,
): Profile | undefined {
  const { fields = {}, operations: all = {}, ...rest } = profile;
  const name = places[0]?.name ?? '';
  if (isSeen && fields[name] !== undefined) return undefined;
  const cleaned = Object.entries(all).map(([id, own]) => {
    const wrong = places.filter(place => place.id === id).flatMap(({ place }) => [place, name]);
    return [id, { ...own, answer: without(own?.answer, wrong) }];
  });
  const kept = { ...rest, fields: without(fields, [name]), operations: Object.fromEntries(cleaned) };
  return JSON.parse(JSON.stringify(kept)); // removes undefined fields
}

/** Returns the entries without the new names of some fields; undefined if no entry is left. */
function without(entries: Changes = {}, names: readonly string[]): Changes | undefined {
  const left = Object.entries(entries).map(([key, change]) => {
    if (!names.includes(key)) return [key, change] as const;
    const { to: _wrong, ...others }: FieldChange = typeof change === 'string' ? {} : change;
    return [key, others] as const;
  });
  const kept = left.filter(([, change]) => typeof change === 'string' || Object.keys(change).length > 0);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Whether requests for other operations contain the field at the top level. */
export const isHandedBack = (name: string, ids: readonly string[]): boolean =>
  Object.values(registry).some(
    operation => !ids.includes(operation.id) && fieldsOf(operation, 'request').get(name)?.inner.size === 0,
  );

/** The results of `usable`, by the profile as JSON. After each answer, learning tries the same changes again. */
const checked = new Map<string, Profile | undefined>();
const maxChecked = 1_000;

/** Returns the parsed profile; undefined for an invalid profile, for example if two fields would get the same name. */
export function usable(profile: Profile): Profile | undefined {
  const key = JSON.stringify(profile);
  if (!checked.has(key)) {
    if (checked.size >= maxChecked) checked.clear();
    checked.set(key, parsed(profile));
  }
  return checked.get(key);
}

function parsed(profile: Profile): Profile | undefined {
  try {
    return parseProfile(profile);
  } catch (error) {
    if (error instanceof ProfileError) return undefined;
    throw error;
  }
}
