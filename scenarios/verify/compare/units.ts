import { operations } from '#contracts';
import { type FieldChange, fieldsOf, type Profile, type Registry } from '#contracts/profile';
import type { Compared } from './compare.ts';
import { hasOwnEntry, placeOf, withAnswerChange, withGlobalChange, withoutRenames } from './edit-profile.ts';
import { groupAlike, type Proposal } from './propose.ts';
import { wordTable } from './propose-values.ts';

/** Changes that a profile can only contain together. */
export interface Unit {
  readonly proposals: readonly Proposal[];
  apply(profile: Profile): Profile;
  /** The units to try if the whole unit is not right. */
  readonly parts: readonly Unit[];
}

interface UnitContext {
  readonly compared: readonly Compared[];
  readonly given: Profile;
  readonly profile: Profile;
  /** Whether the supplier accepts the dialect of its answers in requests. */
  readonly inRequests: boolean;
}

type Alike = readonly [Proposal, ...Proposal[]];

/** The same change of fields at several places. An entry with this key in a profile would change all of them. */
type Entry = ReturnType<typeof entryOf>;

/** A change is one entry for all operations if all answers need it, and two operations or later requests have the field. */
export function unitsOf(proposals: readonly Proposal[], context: UnitContext): Unit[] {
  const units: Unit[] = [];
  const entries: Entry[] = [];
  for (const found of Map.groupBy(proposals, ({ field }) => field.name).values()) {
    const places = withSameWords(found);
    for (const alike of groupAlike(places, ({ change }) => change)) {
      const [{ field, change, isCorrection }] = alike;
      const key = field.name;
      const isNeeded = alike.length === places.length && isEverywhere(alike, key, context);
      const isTaken = change.to !== undefined && context.given.fields?.[key] !== undefined;
      if (isCorrection) units.push(correctionOf(alike, isNeeded));
      else if (isNeeded && !isTaken && !isPlace(change) && isShared(alike, key, context))
        units.push(...familyUnits([{ alike, key, isForAll: true }]));
      else entries.push(...groupAlike(alike, endOf).map(same => entryOf(same, context)));
    }
  }
  const families = groupAlike(entries, ({ alike: [one], key }) => {
    const holder = holderOf(one);
    return holder === undefined ? [key, one.change] : [key.split('.')[0], holder];
  });
  return [...units, ...families.flatMap(familyUnits)];
}

function entryOf(alike: Alike, context: UnitContext) {
  const key = endOf(alike[0]);
  const isForAll = key.includes('.') && isShared(alike, key, context) && isEverywhere(alike, key, context);
  return { alike, key, isForAll };
}

/** Fields that have moved together are one unit: for all operations if possible, else for each operation. */
function familyUnits(family: readonly Entry[]): Unit[] {
  const proposals = family.flatMap(({ alike }) => alike);
  const parts = groupAlike(proposals, placeInAnswer).map(localUnit);
  if (!family.every(({ isForAll }) => isForAll)) return parts;
  const apply = (profile: Profile) =>
    family.reduce((next, { key, alike: [one] }) => withGlobalChange(next, key, one.change), profile);
  return [{ proposals, apply, parts }];
}

const localUnit = (proposals: readonly Proposal[]): Unit => ({
  proposals,
  apply: profile => proposals.reduce(withAnswerChange, profile),
  parts: proposals.length === 1 ? [] : proposals.map(one => localUnit([one])),
});

const correctionOf = (proposals: readonly Proposal[], isNeeded: boolean): Unit => ({
  proposals,
  apply: profile => withoutRenames(profile, proposals, isNeeded),
  parts: [],
});

function placeInAnswer(proposal: Proposal): unknown {
  const { field, change } = proposal;
  const holder = holderOf(proposal);
  const place = placeOf(field);
  return holder === undefined
    ? [field.id, place, change]
    : [field.id, place.slice(0, place.lastIndexOf('.') + 1), holder];
}

const holderOf = ({ change }: Proposal): string | undefined => /^(.+)\.[^.]+$/.exec(change.to ?? '')?.[1];

/** With the name of the object or list around. */
const endOf = ({ field }: Proposal): string => field.path.split('.').slice(-2).join('.');

/** Whether a change concerns a place. Another operation may need another place, because the objects around the field differ. */
const isPlace = ({ to, each }: FieldChange): boolean =>
  each !== undefined || (to !== undefined && /^\.|[./]/.test(to));

/** Whether one entry can stand for a change in several operations or in later requests. */
function isShared(alike: Alike, key: string, { profile, inRequests }: UnitContext): boolean {
  const ids = new Set(alike.map(({ field }) => field.id));
  return (
    inRequests &&
    (ids.size > 1 || isHandedBack(key, ids)) &&
    !alike.some(({ field }) => hasOwnEntry(profile, field))
  );
}

/** Whether all answers with a field at the end of this path need the change. */
function isEverywhere(alike: Alike, end: string, { compared }: UnitContext): boolean {
  const changed = new Set(alike.map(({ field: { id, path } }) => `${id} ${path}`));
  // An empty list does not show the place of a first entry.
  const isEmpty = (path: string, { counts }: Compared) =>
    alike[0].change.first !== undefined && (counts.get(path)?.right ?? 0) === 0;
  return !compared.some(one =>
    one.fields.some(
      ({ field, state }) =>
        `.${field}`.endsWith(`.${end}`) &&
        ['same', 'known', 'other-type', 'other-value'].includes(state) &&
        !isEmpty(field, one) &&
        !changed.has(`${one.id} ${field}`),
    ),
  );
}

/** If a word has two meanings, each operation keeps its own words. */
function withSameWords(proposals: readonly Proposal[]): readonly Proposal[] {
  const pairs = proposals.flatMap(({ change }) =>
    Object.entries(change.values ?? {}).flatMap(([own, theirs]) =>
      [theirs].flat().map(word => ({ own, word })),
    ),
  );
  const meanings = Map.groupBy(pairs, ({ word }) => word);
  const isClear = [...meanings.values()].every(alike => new Set(alike.map(({ own }) => own)).size === 1);
  if (!isClear) return proposals;
  const values = wordTable(pairs);
  return proposals.map(one => (one.change.values ? { ...one, change: { ...one.change, values } } : one));
}

const registry: Registry = operations;

const isHandedBack = (name: string, ids: ReadonlySet<string>): boolean =>
  Object.values(registry).some(
    operation => !ids.has(operation.id) && fieldsOf(operation, 'request').get(name)?.inner.size === 0,
  );
