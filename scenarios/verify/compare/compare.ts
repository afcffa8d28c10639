import type { AnyOperation } from '#contracts';
import { maskText } from '#contracts/exchange';
import type { Profile } from '#contracts/profile';
import { fieldsOf, type RenamedFields, renamedFields } from '#contracts/profile';
import type { Provenance } from '#contracts/provenance';
import { isObject } from '#contracts/util';
import { type Expected, expectedOf } from './expected.ts';
import { entryMismatch, type Mismatch, mismatchOf, typeOf, wantedType } from './form.ts';
import { answersIn, holding, type Instance, lacking } from './instances.ts';
import { findNames, guessNames, type Pair, type Stranger } from './names.ts';
import type { ComparedField, FieldState } from './schema.ts';

/** What is compared: an operation, or a tool of the tool server. */
export type Comparable = Pick<
  AnyOperation,
  'id' | 'answer' | 'answerProvenance' | 'method' | 'path' | 'provenance' | 'request'
>;

/** An answer of status 200 as it came. */
export interface CameAnswer {
  readonly json: unknown;
  /** It says itself that something went wrong, so what is not there says nothing. */
  readonly isPartial?: boolean;
}

/** A name that may be that of a field: one operation alone cannot tell. */
export interface Guess {
  readonly name: string;
  readonly called: string;
  /** Where the field belongs. */
  readonly path: string;
  /** No other field that has to be there is missing, and each object there has this name. */
  readonly isAlone: boolean;
}

/** How the answers of one operation compare. */
export interface Compared {
  readonly fields: readonly ComparedField[];
  readonly guesses: readonly Guess[];
}

/** What the answers of an operation are compared with. */
export interface CompareOptions {
  /** The names that are known already. */
  readonly profile?: Profile | undefined;
  /** What other operations have shown names to be: field → name. */
  readonly settled?: ReadonlyMap<string, string>;
  /** What fields of this operation are probably called: path → name. */
  readonly probable?: ReadonlyMap<string, string>;
}

interface Place {
  /** In names of the contract, with a dot at its end unless it is the root. */
  readonly prefix: string;
  readonly names: RenamedFields;
}

interface Run {
  readonly settled: ReadonlyMap<string, string>;
  readonly probable: ReadonlyMap<string, string>;
  readonly fields: ComparedField[];
  readonly guesses: Guess[];
}

/**
 * Compares answers of one operation, field by field, with its schema. A field that no answer could show is `not-seen`, never
 * `missing`.
 *
 * @param answers as they came, in the names of the supplier
 * @example compareAnswers(operations['hotel.search'], [{ json }]).fields.filter(({ weight }) => weight === 'drift')
 */
export function compareAnswers(
  operation: Comparable,
  answers: readonly CameAnswer[],
  { profile = { name: '' }, settled = new Map(), probable = new Map() }: CompareOptions = {},
): Compared {
  const run: Run = { settled, probable, fields: [], guesses: [] };
  const { id, answer, answerProvenance } = operation;
  const root = expectedOf(answer, answerProvenance);
  const names = renamedFields(fieldsOf(operation as AnyOperation, 'answer'), profile, {
    id,
    direction: 'answer',
  });
  const instances = answers.map(({ json, isPartial = false }, index) => ({
    answer: index,
    value: json,
    isPartial,
  }));
  const wrong = judgeValues(root, '', { values: instances, of: answers.length, run });
  if (wrong === 0 && answers.length > 0) run.fields.push(sameAt(root, '', instances, answers.length));
  compareInside(root, instances, { run, place: { prefix: '', names } });
  return run;
}

const sourceOf = (provenance: Provenance) =>
  ({
    provenance: provenance.kind,
    source: provenance.kind === 'specified' ? provenance.clause : provenance.reason,
  }) as const;

const weightOf = ({ kind }: Provenance): 'drift' | 'learned' => (kind === 'specified' ? 'drift' : 'learned');

function sameAt(
  { provenance }: Expected,
  field: string,
  holders: readonly Instance[],
  of: number,
): ComparedField {
  const state: FieldState = provenance.kind === 'specified' ? 'same' : 'known';
  return { field, state, ...sourceOf(provenance), answers: answersIn(holders), of };
}

const notAsGiven = (called: string): string =>
  `as in the contract; the profile that was given says "${called}"`;

const probably = ({ name }: Expected, key: string): Pair => ({
  key,
  because: `it is the only one of its kind where ${name} is missing`,
  isProbable: true,
});

/** The fields of the objects among the instances, or among their entries. */
function compareInside(
  expected: Expected,
  instances: readonly Instance[],
  { run, place }: { run: Run; place: Place },
): void {
  const values =
    expected.form === 'list'
      ? instances.flatMap(instance =>
          Array.isArray(instance.value) ? instance.value.map(value => ({ ...instance, value })) : [],
        )
      : instances;
  if (expected.inner.length === 0) return;
  const objects = values.filter(({ value }) => isObject(value));
  const spoken = (field: Expected) => place.names.get(field.name)?.to ?? field.name;
  const known = new Set(expected.inner.map(spoken));
  const strangers = strangersIn(objects, known);
  const unseen = expected.inner.filter(field => holding(objects, spoken(field)).length === 0);
  const open = objects.length > 0 ? unseen : [];
  const pairs = findNames({ fields: open, strangers, settled: run.settled });
  for (const field of open) {
    const key = run.probable.get(place.prefix + field.name);
    if (key !== undefined && !pairs.has(field)) pairs.set(field, probably(field, key));
  }
  const taken = new Set([...pairs.values()].map(({ key }) => key));
  const left = strangers.filter(({ key }) => !taken.has(key));
  const missing = open.filter(field => field.isRequired && !pairs.has(field));
  for (const [{ name }, called] of guessNames({ fields: missing, strangers: left })) {
    const isAlone = missing.length === 1 && holding(objects, called).length === objects.length;
    run.guesses.push({ name, called, path: place.prefix + name, isAlone });
  }
  for (const field of expected.inner) {
    const pair = pairs.get(field);
    const called = pair?.key ?? spoken(field);
    const path = place.prefix + field.name;
    const holders = holding(objects, called);
    const isOwn = pair?.key === field.name;
    if (pair) {
      run.fields.push({
        field: path,
        state: 'other-name',
        weight: isOwn ? 'learned' : weightOf(field.provenance),
        ...sourceOf(field.provenance),
        answers: answersIn(holders),
        of: answersIn(objects),
        called: shownName(pair.key),
        because: isOwn ? notAsGiven(spoken(field)) : pair.because,
        ...(pair.isProbable && { probable: true }),
      });
    }
    compareField(field, path, { holders, objects, run, isPaired: pair !== undefined });
    const inner = place.names.get(field.name)?.inner ?? new Map();
    compareInside(field, holders, { run, place: { prefix: `${path}.`, names: inner } });
  }
  for (const stranger of left) run.fields.push(extra(stranger, objects, place.prefix));
}

/** One field: whether it is there, and whether it is what it should be. */
function compareField(
  field: Expected,
  path: string,
  { holders, objects, run, isPaired }: Held & { objects: readonly Instance[]; run: Run; isPaired: boolean },
): void {
  const of = answersIn(objects);
  const without = field.isRequired ? lacking(objects, holders) : 0;
  if (without > 0) {
    const weight = weightOf(field.provenance);
    run.fields.push({
      field: path,
      state: 'missing',
      weight,
      ...sourceOf(field.provenance),
      answers: without,
      of,
      expected: wantedOf(field),
    });
  }
  if (holders.length === 0) {
    if (without === 0)
      run.fields.push({ field: path, state: 'not-seen', ...sourceOf(field.provenance), answers: 0, of });
    return;
  }
  const wrong = judgeValues(field, path, { values: holders, of, run });
  if (wrong === 0 && without === 0 && !isPaired) run.fields.push(sameAt(field, path, holders, of));
}

interface Held {
  readonly holders: readonly Instance[];
}

const wantedOf = (field: Expected): string =>
  field.words ? `one of ${field.words.join(', ')}` : wantedType(field);

/** Reports values of another type or form, and entries of such lists; gives how many sorts of them there are. */
function judgeValues(
  field: Expected,
  path: string,
  { values, of, run }: { values: readonly Instance[]; of: number; run: Run },
): number {
  const bad = values.flatMap((instance): (Mismatch & Instance)[] => {
    const own = mismatchOf(instance.value, field);
    if (own) return [{ ...instance, ...own }];
    const entries = field.form === 'list' && Array.isArray(instance.value) ? instance.value : [];
    return entries.flatMap(entry => {
      const mismatch = entryMismatch(entry, field);
      return mismatch ? [{ ...instance, ...mismatch }] : [];
    });
  });
  const sorts = Map.groupBy(bad, ({ state, expected }) => `${state} ${expected}`);
  for (const sort of sorts.values()) {
    const [first] = sort;
    if (!first) continue;
    const { state, expected } = first;
    const provenance = state === 'other-value' ? field.wordsProvenance : field.formProvenance;
    run.fields.push({
      field: path,
      state,
      weight: weightOf(provenance),
      ...sourceOf(provenance),
      answers: answersIn(sort),
      of,
      expected,
      got: [...new Set(sort.map(({ got }) => got))].slice(0, mostGot),
    });
  }
  return sorts.size;
}

const mostGot = 4;

/** A map by ids would otherwise be told entry by entry. */
const mostStrangers = 25;

function strangersIn(objects: readonly Instance[], known: ReadonlySet<string>): Stranger[] {
  const values = new Map<string, unknown[]>();
  for (const { value } of objects) {
    for (const [key, entry] of isObject(value) ? Object.entries(value) : []) {
      if (known.has(key)) continue;
      const seen = values.get(key);
      if (seen) seen.push(entry);
      else if (values.size < mostStrangers) values.set(key, [entry]);
    }
  }
  return [...values].map(([key, entries]) => ({ key, values: entries }));
}

function extra({ key, values }: Stranger, objects: readonly Instance[], prefix: string): ComparedField {
  return {
    field: prefix + shownName(key),
    state: 'extra',
    weight: 'learned',
    answers: answersIn(holding(objects, key)),
    of: answersIn(objects),
    got: [...new Set(values.map(typeOf))].slice(0, mostGot),
  };
}

/** A name as it can be told: a map can have anything for its names. It is not cut: half a secret would be known by nobody. */
const shownName = (key: string): string => maskText(key);
