import { isOperationId, type OperationId, operations } from '#contracts';
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
import type { ComparedField, ComparedOperation } from '../report-schema.ts';
import type { Compared } from './compare.ts';
import type { Proposal } from './propose.ts';

/** Changes that a profile can only contain together. */
export interface Unit {
  readonly proposals: readonly OperationProposal[];
  apply(profile: Profile): Profile;
  /** The units to try if the whole unit is not right. Without parts, each proposal is tried alone. */
  readonly parts?: readonly Unit[];
}

interface UnitContext {
  readonly compared: readonly ComparedSubject[];
  readonly given: Profile;
  readonly profile: Profile;
  /** Whether the supplier accepts the dialect of its answers in requests. */
  readonly inRequests: boolean;
}

/**
 * Groups proposals into units. A change becomes one entry for all operations if all answers need the change, and the field occurs in
 * two operations or in later requests. The fields of one object that have moved together are one unit.
 */
export function unitsOf(changes: readonly OperationProposal[], context: UnitContext): Unit[] {
  const units: Unit[] = [];
  const entries: Entry[] = [];
  for (const found of Map.groupBy(changes, one => one.name).values()) {
    const places = withSameWords(found);
    for (const alike of Map.groupBy(places, one => JSON.stringify(one.change)).values()) {
      const [{ name = '', change = {}, proposal } = {}] = alike;
      const isNeeded = alike.length === places.length && isEverywhere(alike, name, context);
      const isTaken = change.to !== undefined && context.given.fields?.[name] !== undefined;
      const isForAll = isNeeded && !isTaken && !isPlace(change) && isShared(alike, name, context);
      if (proposal?.isCorrection) units.push(correctionOf(alike, isNeeded));
      else if (isForAll) units.push(globalUnit({ alike, key: name }));
      else entries.push(...[...Map.groupBy(alike, endOf)].map(([key, same]) => ({ alike: same, key })));
    }
  }
  const families = Map.groupBy(entries, ({ alike, key }) => {
    const [one] = alike;
    const holder = one && holderOf(one);
    return JSON.stringify(holder === undefined ? [key, one?.change] : [key.split('.')[0], holder]);
  });
  return [...units, ...[...families.values()].flatMap(family => familyUnits(family, context))];
}

/** The same change of fields at several places. An entry with this key in a profile would change all of them. */
interface Entry {
  readonly alike: readonly OperationProposal[];
  readonly key: string;
}

const globalUnit = ({ alike, key }: Entry): Unit => ({
  proposals: alike,
  apply: profile => withGlobalChange(profile, key, alike[0]?.change ?? {}),
});

/** Groups changes of fields that have moved together: for all operations if this is possible, else for each operation. */
function familyUnits(family: readonly Entry[], context: UnitContext): Unit[] {
  const proposals = family.flatMap(({ alike }) => alike);
  const alone = [...Map.groupBy(proposals, placeInAnswer).values()].map(unitOf);
  const isForAll = ({ alike, key }: Entry) =>
    key.includes('.') && isShared(alike, key, context) && isEverywhere(alike, key, context);
  if (!family.every(isForAll)) return alone;
  const apply = (profile: Profile) => family.reduce((next, entry) => globalUnit(entry).apply(next), profile);
  return [{ proposals, apply, parts: alone }];
}

function placeInAnswer({ id, place, change }: OperationProposal): string {
  const holder = holderOf({ change });
  const parent = place.slice(0, place.lastIndexOf('.') + 1);
  return JSON.stringify(holder === undefined ? [id, place, change] : [id, parent, holder]);
}

const holderOf = ({ change }: Pick<OperationProposal, 'change'>): string | undefined =>
  /^(.+)\.[^.]+$/.exec(change.to ?? '')?.[1];

/** Returns the name of a field with the name of the object or list around the field. */
const endOf = ({ place }: Pick<OperationProposal, 'place'>): string =>
  place.split('.').slice(-2).join('.').replace(/^\./, '');

/** Whether a change concerns a place. Another operation may need another place, because the objects around the field differ. */
const isPlace = ({ to, each }: FieldChange): boolean =>
  each !== undefined || (to !== undefined && /^\.|[./]/.test(to));

/** Whether one entry can stand for a change in several operations or in later requests. */
function isShared(
  alike: readonly OperationProposal[],
  key: string,
  { profile, inRequests }: UnitContext,
): boolean {
  const ids = [...new Set(alike.map(({ id }) => id))];
  return (
    inRequests && (ids.length > 1 || isHandedBack(key, ids)) && !alike.some(one => hasOwnEntry(profile, one))
  );
}

/** Whether all answers with a field at the end of this path need the change. */
function isEverywhere(alike: readonly OperationProposal[], end: string, { compared }: UnitContext): boolean {
  const changed = new Set(alike.map(({ id, proposal }) => `${id} ${proposal.field.path}`));
  // An empty list does not show the place of a first entry.
  const isEmpty = (path: string, right: Compared['right']) =>
    alike[0]?.change.first !== undefined && (right.get(path) ?? 0) === 0;
  return !compared.some(({ id, fields, right }) =>
    fields.some(
      one =>
        `.${one.field}`.endsWith(`.${end}`) &&
        isPresent(one) &&
        !isEmpty(one.field, right) &&
        !changed.has(`${id} ${one.field}`),
    ),
  );
}

const isPresent = ({ state }: ComparedField): boolean =>
  ['same', 'known', 'other-type', 'other-value'].includes(state);

/** If a word has two meanings, each operation keeps its own words. */
function withSameWords(changes: readonly OperationProposal[]): readonly OperationProposal[] {
  const pairs = changes.flatMap(({ change }) =>
    Object.entries(change.values ?? {}).flatMap(([own, theirs]) =>
      [theirs].flat().map(word => ({ own, word })),
    ),
  );
  const meanings = Map.groupBy(pairs, ({ word }) => word);
  const isClear = [...meanings.values()].every(alike => new Set(alike.map(({ own }) => own)).size === 1);
  if (!isClear) return changes;
  const words = Map.groupBy(pairs, ({ own }) => own);
  const values = Object.fromEntries(
    [...words].map(([own, alike]) => {
      const [first = '', ...others] = new Set(alike.map(({ word }) => word));
      return [own, others.length === 0 ? first : [first, ...others]];
    }),
  );
  return changes.map(one => (one.change.values ? { ...one, change: { ...one.change, values } } : one));
}

export const unitOf = (proposals: readonly OperationProposal[]): Unit => ({
  proposals,
  apply: profile => proposals.reduce(withAnswerChange, profile),
});

/** Returns the unit that removes names which the answers contradict. */
const correctionOf = (proposals: readonly OperationProposal[], isNeeded: boolean): Unit => ({
  proposals,
  apply(profile) {
    const cleaned = withoutRenames(profile, proposals, !isNeeded);
    return (cleaned && usable(cleaned)) ?? proposals.reduce(withAnswerChange, profile);
  },
});

/** The answers of one operation or tool, which can be compared with the contract. */
export interface Subject {
  readonly id: string;
  readonly provenance: ComparedOperation['provenance'];
  readonly answers: number;
  compare(profile: Profile): Compared;
}

export type ComparedSubject = Compared & { readonly id: string };

export interface OperationProposal extends AnswerChange {
  readonly proposal: Proposal;
}

/** Returns the profile change of a proposal; undefined for a tool, because a profile cannot change the answers of tools. */
export function changeOf(id: string, proposal: Proposal): OperationProposal | undefined {
  const { name, path } = proposal.field;
  return isOperationId(id)
    ? { id, name, place: placeOf(path), change: proposal.change, proposal }
    : undefined;
}

interface AnswerChange {
  readonly id: OperationId;
  readonly name: string;
  /** The path of the field in the notation of a profile. The path of a field at the top level starts with a dot. */
  readonly place: string;
  readonly change: FieldChange;
}

const registry: Registry = operations;

const placeOf = (path: string): string => (path.includes('.') ? path : `.${path}`);

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

/** Renames each inner field whose name the object around also has, such as Errors of a booking at the top. */
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
const hasOwnEntry = (profile: Profile, field: Omit<AnswerChange, 'change'>): boolean =>
  entryOf(profile, field).entry?.startsWith('operations') === true;

function entryOf(profile: Profile, { id, name, place }: Omit<AnswerChange, 'change'>) {
  const found = findRuleIn(profile, { id, direction: 'answer' })(place, name);
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

/** Returns undefined if an entry that the answers contradict is correct for other operations. */
function withoutRenames(
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

function without(entries: Changes = {}, names: readonly string[]): Changes | undefined {
  const left = Object.entries(entries).map(([key, change]) => {
    if (!names.includes(key)) return [key, change] as const;
    const { to: _wrong, ...others }: FieldChange = typeof change === 'string' ? {} : change;
    return [key, others] as const;
  });
  const kept = left.filter(([, change]) => typeof change === 'string' || Object.keys(change).length > 0);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

const isHandedBack = (name: string, ids: readonly string[]): boolean =>
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
