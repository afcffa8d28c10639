import { operations } from '#contracts';
import { type FieldChange, fieldsOf, namesIn, type Profile, type Registry } from '#contracts/profile';
import type { ComparedField, ComparedOperation, LearnedName } from '../report-schema.ts';
import { type Compared, difference } from './compare.ts';
import { usable, withAnswerChange, withGlobalChange } from './edit-profile.ts';
import { groupAlike, type Proposal, settleNames } from './propose.ts';
import { type Unit, unitsOf } from './units.ts';

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

const registry: Registry = operations;

/** For the Id in `Rooms`, later requests have the names `RoomId` and `RoomIds`. */
function laterNames(path: string): string[] {
  const [list, id] = path.split('.').slice(-2);
  if (id !== 'Id' || list === undefined) return [];
  const wanted = [`${list.replace(/s$/, '')}Ids`, `${list.replace(/s$/, '')}Id`];
  const known = new Set(Object.values(registry).flatMap(one => [...namesIn(fieldsOf(one, 'request'))]));
  return wanted.filter(name => known.has(name));
}
