import {
  type Changes,
  type FieldChange,
  findRuleIn,
  type Profile,
  ProfileError,
  parseProfile,
} from '#contracts/profile';
import { memoize } from '#contracts/util';
import type { Field } from './field.ts';
import type { Proposal } from './propose.ts';

/** In the notation of a profile: a field at the top level starts with a dot. */
export const placeOf = ({ path }: Field): string => (path.includes('.') ? path : `.${path}`);

/** The entry keeps its other changes. */
export function withAnswerChange(profile: Profile, { field, change, shared = [] }: Proposal): Profile {
  const { id, name, path } = field;
  const place = placeOf(field);
  const own = profile.operations?.[id];
  const { rule, entry } = entryOf(profile, field);
  const merged = merge(rule, change);
  // An entry with the name of the contract is only needed against an entry for other fields.
  const isNeeded = merged !== name || (entry !== undefined && !entry.endsWith(`[${JSON.stringify(place)}]`));
  const rest = Object.entries(own?.answer ?? {}).filter(([key]) => key !== place);
  const apart = shared
    .map(inner => [`${path}.${inner}`, name + inner] as const)
    .filter(([key]) => !rest.some(([known]) => known === key));
  const answer = Object.fromEntries(isNeeded ? [...rest, [place, merged], ...apart] : rest);
  return { ...profile, operations: { ...profile.operations, [id]: { ...own, answer } } };
}

export function withGlobalChange(profile: Profile, name: string, change: FieldChange): Profile {
  const own = profile.fields?.[name];
  const rule = typeof own === 'string' ? { to: own } : own;
  return { ...profile, fields: { ...profile.fields, [name]: merge(rule, change) } };
}

/** If another operation may need an entry, changes only the answers of the given fields. */
export function withoutRenames(profile: Profile, wrong: readonly Proposal[], isNeeded: boolean): Profile {
  const { fields = {}, operations = {}, ...rest } = profile;
  const name = wrong[0]?.field.name ?? '';
  const cleaned = Object.entries(operations).map(([id, own]) => {
    const places = wrong
      .filter(({ field }) => field.id === id)
      .flatMap(({ field }) => [placeOf(field), name]);
    return [id, { ...own, answer: without(own?.answer, places) }];
  });
  const kept = { ...rest, fields: without(fields, [name]), operations: Object.fromEntries(cleaned) };
  const isShared = !isNeeded && fields[name] !== undefined;
  const usableRest = isShared ? undefined : usable(JSON.parse(JSON.stringify(kept))); // removes undefined fields
  return usableRest ?? wrong.reduce(withAnswerChange, profile);
}

function without(entries: Changes = {}, names: readonly string[]): Changes | undefined {
  const left = Object.entries(entries).map(([key, change]) => {
    if (!names.includes(key)) return [key, change] as const;
    const { to: _wrong, ...others }: FieldChange = typeof change === 'string' ? {} : change;
    return [key, others] as const;
  });
  const kept = left.filter(([, change]) => typeof change === 'string' || Object.keys(change).length > 0);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Whether the operation has its own entry for a field, which has priority over an entry for all operations. */
export const hasOwnEntry = (profile: Profile, field: Field): boolean =>
  entryOf(profile, field).entry?.startsWith('operations') === true;

function entryOf(profile: Profile, field: Field) {
  const found = findRuleIn(profile, { id: field.id, direction: 'answer' })(placeOf(field), field.name);
  if (!found) return { rule: undefined, entry: undefined };
  const { entry, direction: _direction, isForAll: _isForAll, provenance, ...rule } = found;
  return { rule: provenance === undefined ? rule : { ...rule, provenance }, entry };
}

function merge(rule: FieldChange | undefined, change: FieldChange): string | FieldChange {
  const values = { ...rule?.values, ...change.values };
  const merged = { ...rule, ...change, ...(change.values && { values }) };
  const { to, ...others } = merged;
  return to !== undefined && Object.keys(others).length === 0 ? to : merged;
}

/** Undefined for an invalid profile, for example if two fields would get the same name. */
export const usable = (profile: Profile): Profile | undefined => parsed(JSON.stringify(profile)) ?? undefined;

// After each answer, learning tries the same changes again.
const parsed = memoize((json: string): Profile | null => {
  try {
    return parseProfile(JSON.parse(json));
  } catch (error) {
    if (error instanceof ProfileError) return null;
    throw error;
  }
});
