import { operations } from '#contracts';
import {
  type Changes,
  type FieldChange,
  fieldsOf,
  findRuleIn,
  namesIn,
  type Profile,
  ProfileError,
  parseProfile,
  type Registry,
} from '#contracts/profile';
import { memoize } from '#contracts/util';
import type { ComparedField, ComparedOperation, LearnedName } from '../report-schema.ts';
import { type Compared, difference } from './compare.ts';
import type { Field } from './field.ts';
import { groupAlike, type Proposal, settleNames } from './propose.ts';
import { wordTable } from './propose-values.ts';

const registry: Registry = operations;

interface Subject {
  readonly id: string;
  readonly provenance: ComparedOperation['provenance'];
  readonly answers: readonly unknown[];
  compare(profile: Profile): Compared;
}

interface State {
  profile: Profile;
  readonly given: Profile;
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly inRequests: boolean;
  readonly accepted: Proposal[];
}

/** A round can learn the fields inside an object that the round before has found. */
const maxRounds = 10;

/** Each change must leave the profile valid and make more values match. `inRequests`: whether requests may use the dialect. */
export function learn(subjects: readonly Subject[], given: Profile, inRequests = true) {
  const byId = new Map(subjects.map(subject => [subject.id, subject]));
  const state: State = { profile: given, given, subjects: byId, inRequests, accepted: [] };
  for (let round = 0; round < maxRounds; round += 1) {
    const compared = subjects.map(subject => subject.compare(state.profile));
    // A guess is the weakest evidence, so all other changes come first.
    const all = compared.flatMap(({ proposals }) => proposals);
    const [open, guesses] = [all.filter(one => !one.isGuess), all.filter(one => one.isGuess)];
    if (!tryAll(open, compared, state) && !tryAll(settleNames(guesses), compared, state)) break;
  }
  const names = [...acceptedNames(state), ...laterRequests(state), ...unwrittenNames(state)];
  // An operation without answers has only been refused.
  const answered = subjects.filter(({ answers }) => answers.length > 0);
  const compared = answered.map(({ id, provenance, answers, compare }): ComparedOperation => {
    const own = state.accepted.filter(({ field }) => field.id === id);
    return { id, provenance, answers: answers.length, fields: withLearned(compare(state.profile), own) };
  });
  return { profile: state.profile, names, compared };
}

function tryAll(open: readonly Proposal[], compared: readonly Compared[], state: State): boolean {
  const before = state.accepted.length;
  const units = unitsOf(open, { compared, ...state });
  // Usually all changes are right, and one comparison shows this.
  if (!tryUnits(units, state)) for (const unit of units) tryUnit(unit, state);
  return state.accepted.length > before;
}

function tryUnit(unit: Unit, state: State): void {
  if (!tryUnits([unit], state)) for (const part of unit.parts) tryUnit(part, state);
}

/** Adds the changes of all units if the profile stays valid and each change explains a difference. */
function tryUnits(units: readonly Unit[], state: State): boolean {
  const proposals = units.flatMap(unit => unit.proposals);
  if (proposals.length === 0) return false;
  const next = usable(units.reduce((profile, unit) => unit.apply(profile), state.profile));
  if (!next || !proposals.every(one => isBetter(one, next, state))) return false;
  state.profile = next;
  state.accepted.push(...proposals);
  return true;
}

/** Whether more values of the field and of its inner fields match with the new profile, and no other field loses values. */
function isBetter({ field, state: found, isCorrection }: Proposal, next: Profile, state: State): boolean {
  const subject = state.subjects.get(field.id);
  if (!subject || isCorrection) return isCorrection === true;
  const { path } = field;
  const isInside = (one: string) => one === path || one.startsWith(`${path}.`);
  const [before, after] = [subject.compare(state.profile).counts, subject.compare(next).counts];
  const count = (counts: Compared['counts']) =>
    [...counts].reduce((sum, [one, { right }]) => sum + (isInside(one) ? right : 0), 0);
  const isLost = [...before].some(
    ([one, { right }]) => !isInside(one) && (after.get(one)?.right ?? 0) < right,
  );
  if (isLost) return false;
  // Even if the values of a field with another name have another form. A later round can learn this form.
  const isFound = found === 'other-name' && (after.get(path)?.answers ?? 0) > 0;
  return isFound || count(after) > count(before);
}

function acceptedNames({ accepted }: State): LearnedName[] {
  return groupAlike(accepted, ({ field, change }) => [field.name, change]).map(alike => {
    const [{ field, change, because }] = alike;
    const ids = new Set(alike.map(one => one.field.id));
    return { name: field.name, change, operations: [...ids], because, written: true };
  });
}

/** Adds the type of an id to the fields of later requests that have another name, such as RoomIds for the Id in Rooms. */
function laterRequests(state: State): LearnedName[] {
  const names: LearnedName[] = [];
  if (!state.inRequests) return names;
  for (const { field, change: found } of state.accepted) {
    if (found.as === undefined) continue;
    for (const name of laterNames(field.path)) {
      const change: FieldChange = { as: found.as };
      const isKnown = state.profile.fields?.[name] !== undefined;
      const next = isKnown ? undefined : usable(withGlobalChange(state.profile, name, change));
      if (!next) continue;
      state.profile = next;
      const because = `requests send the field ${field.path} of the answers as ${name}`;
      names.push({ name, change, operations: [field.id], because, written: true });
    }
  }
  return names;
}

function unwrittenNames({ subjects, profile }: State): LearnedName[] {
  const open = [...subjects.values()].flatMap(subject => subject.compare(profile).proposals);
  return open
    .filter(one => one.state === 'other-name' && !one.isGuess && !usable(withAnswerChange(profile, one)))
    .map(({ field: { id, name }, change, because }) => {
      return { name, change, operations: [id], because, written: false };
    });
}

/** A field with a learned difference is not `same` or `known`. */
function withLearned({ fields, counts }: Compared, learned: readonly Proposal[]): ComparedField[] {
  const byPath = Map.groupBy(learned, ({ field }) => field.path);
  const shown = new Set<string>();
  return fields.flatMap(one => {
    const own = shown.has(one.field) ? undefined : byPath.get(one.field);
    if (!own) return [one];
    shown.add(one.field);
    const { answers, of } = counts.get(one.field) ?? one;
    const differences = own.map(change => ({ ...learnedDifference(change), answers, of }));
    return one.weight === undefined ? differences : [...differences, one];
  });
}

function learnedDifference({ field, state, change, because, expected, got, isCorrection }: Proposal) {
  const { to = change.first ?? change.each } = change;
  const provenance = state === 'other-value' ? field.wordsProvenance : field.provenance;
  return {
    ...difference(field, state, state === 'other-type' ? field.formProvenance : provenance),
    ...(to !== undefined && { called: to }),
    because,
    ...(expected !== undefined && { expected }),
    ...(got && { got: [...got] }),
    // The supplier uses the name of the contract, so only the given profile is wrong.
    ...(isCorrection && { weight: 'learned' as const }),
  };
}

/** For the Id in `Rooms`, later requests have the names `RoomId` and `RoomIds`. */
function laterNames(path: string): string[] {
  const [list, id] = path.split('.').slice(-2);
  if (id !== 'Id' || list === undefined) return [];
  const wanted = [`${list.replace(/s$/, '')}Ids`, `${list.replace(/s$/, '')}Id`];
  const known = new Set(Object.values(registry).flatMap(one => [...namesIn(fieldsOf(one, 'request'))]));
  return wanted.filter(name => known.has(name));
}

/** Changes that a profile can only contain together. */
interface Unit {
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
function unitsOf(proposals: readonly Proposal[], context: UnitContext): Unit[] {
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

const isHandedBack = (name: string, ids: ReadonlySet<string>): boolean =>
  Object.values(registry).some(
    operation => !ids.has(operation.id) && fieldsOf(operation, 'request').get(name)?.inner.size === 0,
  );

/** In the notation of a profile: a field at the top level starts with a dot. */
const placeOf = ({ path }: Field): string => (path.includes('.') ? path : `.${path}`);

/** The entry keeps its other changes. */
function withAnswerChange(profile: Profile, { field, change, shared = [] }: Proposal): Profile {
  const { id, name, path } = field;
  const place = placeOf(field);
  const own = profile.operations?.[id];
  const { rule, entry } = ruleOf(profile, field);
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

function withGlobalChange(profile: Profile, name: string, change: FieldChange): Profile {
  const own = profile.fields?.[name];
  const rule = typeof own === 'string' ? { to: own } : own;
  return { ...profile, fields: { ...profile.fields, [name]: merge(rule, change) } };
}

/** If another operation may need an entry, changes only the answers of the given fields. */
function withoutRenames(profile: Profile, wrong: readonly Proposal[], isNeeded: boolean): Profile {
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
const hasOwnEntry = (profile: Profile, field: Field): boolean =>
  ruleOf(profile, field).entry?.startsWith('operations') === true;

function ruleOf(profile: Profile, field: Field) {
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
const usable = (profile: Profile): Profile | undefined => parsed(JSON.stringify(profile)) ?? undefined;

// After each answer, learning tries the same changes again.
const parsed = memoize((json: string): Profile | null => {
  try {
    return parseProfile(JSON.parse(json));
  } catch (error) {
    if (error instanceof ProfileError) return null;
    throw error;
  }
});
