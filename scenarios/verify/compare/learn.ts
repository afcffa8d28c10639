import { operations } from '#contracts';
import { type FieldChange, fieldsOf, type Profile, type Registry } from '#contracts/profile';
import type { ComparedField, ComparedOperation, LearnedName } from '../report-schema.ts';
import { type Compared, difference } from './compare.ts';
import { type Proposal, settleNames } from './propose.ts';
import {
  type ComparedSubject,
  changeOf,
  type OperationProposal,
  type Subject,
  type Unit,
  unitOf,
  unitsOf,
  usable,
  withAnswerChange,
  withGlobalChange,
} from './units.ts';

export interface Learned {
  readonly profile: Profile;
  readonly names: LearnedName[];
  readonly compared: ComparedOperation[];
}

interface State {
  profile: Profile;
  readonly given: Profile;
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly inRequests: boolean;
  readonly accepted: OperationProposal[];
}

/** The maximum number of rounds. A round can learn the fields inside an object that the round before has found. */
const maxRounds = 10;

/** Each change must leave the profile valid and make more values match. `inRequests`: whether requests may use the dialect. */
export function learn(subjects: readonly Subject[], given: Profile, inRequests = true): Learned {
  const byId = new Map(subjects.map(subject => [subject.id, subject]));
  const state: State = { profile: given, given, subjects: byId, inRequests, accepted: [] };
  for (let round = 0; round < maxRounds; round += 1) {
    const compared = subjects.map(subject => ({ id: subject.id, ...subject.compare(state.profile) }));
    const open = compared.flatMap(({ id, proposals }) => proposals.map(proposal => ({ id, proposal })));
    // A guess is the weakest evidence, so all other changes come first.
    if (!tryAll(open, compared, state) && !tryAll(settleNames(compared), compared, state)) break;
  }
  const names = [...acceptedNames(state), ...laterRequests(state), ...unwrittenNames(state)];
  // An operation without answers has only been refused.
  const answered = subjects.filter(({ answers }) => answers > 0);
  const compared = answered.map(({ id, provenance, answers, compare }) => {
    const own = state.accepted.filter(one => one.id === id);
    return { id, provenance, answers, fields: withLearned(compare(state.profile), own) };
  });
  return { profile: state.profile, names, compared };
}

function tryAll(
  open: readonly { readonly id: string; readonly proposal: Proposal }[],
  compared: readonly ComparedSubject[],
  state: State,
): boolean {
  const before = state.accepted.length;
  const changes = open.flatMap(({ id, proposal }) => changeOf(id, proposal) ?? []);
  const units = unitsOf(changes, { compared, ...state });
  // Usually all changes are right, and one comparison shows this.
  if (!tryUnits(units, state)) for (const unit of units) tryUnit(unit, state);
  return state.accepted.length > before;
}

function tryUnit(unit: Unit, state: State): void {
  if (tryUnits([unit], state) || unit.proposals.some(({ proposal }) => proposal.isCorrection)) return;
  if (unit.parts) for (const part of unit.parts) tryUnit(part, state);
  else for (const one of unit.proposals) tryUnits([unitOf([one])], state);
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
function isBetter({ id, proposal }: OperationProposal, next: Profile, { profile, subjects }: State): boolean {
  const subject = subjects.get(id);
  if (!subject) return false;
  if (proposal.isCorrection) return true;
  const { path } = proposal.field;
  const isInside = (one: string) => one === path || one.startsWith(`${path}.`);
  const [before, after] = [subject.compare(profile).right, subject.compare(next).right];
  const count = (right: ReadonlyMap<string, number>, test: (path: string) => boolean) =>
    [...right].reduce((sum, [one, values]) => sum + (test(one) ? values : 0), 0);
  const isLost = [...before].some(([one, values]) => !isInside(one) && (after.get(one) ?? 0) < values);
  if (isLost) return false;
  if (count(after, isInside) > count(before, isInside)) return true;
  return proposal.state === 'other-name' && isFound(subject, path, next);
}

/** Whether answers contain a field, even if its values have another form. A later round can learn this form. */
const isFound = (subject: Subject, path: string, profile: Profile): boolean =>
  (subject.compare(profile).seen.get(path)?.answers ?? 0) > 0;

function acceptedNames({ accepted }: State): LearnedName[] {
  const groups = Map.groupBy(accepted, ({ name, change }) => JSON.stringify([name, change]));
  return [...groups.values()].flatMap(alike =>
    alike.slice(0, 1).map(({ name, change, proposal: { because } }) => {
      const ids = [...new Set(alike.map(({ id }) => id))];
      return { name, change, operations: ids, because, written: true };
    }),
  );
}

/** Adds the type of an id to the fields of later requests that have another name, such as RoomIds for the Id in Rooms. */
function laterRequests(state: State): LearnedName[] {
  const names: LearnedName[] = [];
  if (!state.inRequests) return names;
  for (const { id, proposal } of state.accepted) {
    const { as } = proposal.change;
    if (as === undefined) continue;
    for (const name of laterNames(proposal.field.path)) {
      const change: FieldChange = { as };
      const isKnown = state.profile.fields?.[name] !== undefined;
      const next = isKnown ? undefined : usable(withGlobalChange(state.profile, name, change));
      if (!next) continue;
      state.profile = next;
      const because = `requests send the field ${proposal.field.path} of the answers as ${name}`;
      names.push({ name, change, operations: [id], because, written: true });
    }
  }
  return names;
}

function unwrittenNames({ subjects, profile }: State): LearnedName[] {
  return [...subjects].flatMap(([id, subject]) =>
    subject.compare(profile).proposals.flatMap(proposal => {
      const one = changeOf(id, proposal);
      if (proposal.state !== 'other-name' || !one || usable(withAnswerChange(profile, one))) return [];
      const { name, change } = one;
      return [{ name, change, operations: [id], because: proposal.because, written: false }];
    }),
  );
}

/** Adds the learned differences of one operation to its fields. A field with a learned difference is not `same` or `known`. */
function withLearned({ fields, seen }: Compared, learned: readonly OperationProposal[]): ComparedField[] {
  const byPath = Map.groupBy(learned, ({ proposal }) => proposal.field.path);
  const shown = new Set<string>();
  return fields.flatMap(one => {
    const own = shown.has(one.field) ? undefined : byPath.get(one.field);
    if (!own) return [one];
    shown.add(one.field);
    const { answers, of } = seen.get(one.field) ?? one;
    const differences = own.map(change => ({ ...learnedDifference(change), answers, of }));
    return one.weight === undefined ? differences : [...differences, one];
  });
}

function learnedDifference({ proposal }: OperationProposal) {
  const { field, state, change, because, expected, got, isCorrection } = proposal;
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

type Fields = ReturnType<typeof fieldsOf>;

function* namesIn(fields: Fields): Generator<string> {
  for (const [name, { inner }] of fields) {
    yield name;
    yield* namesIn(inner);
  }
}
