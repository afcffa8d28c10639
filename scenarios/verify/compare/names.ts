import * as z from 'zod/mini';
import { isObject } from '#contracts/util';
import type { ComparedField } from '../report-schema.ts';
import { type Field, mismatchesOf } from './field.ts';
import { nameSimilarity, sameSpelling } from './similarity.ts';

/** A field of an answer that the contract does not have there, with its values. */
export interface UnknownField {
  readonly key: string;
  readonly values: readonly unknown[];
}

/** The name that a supplier has for a field of the contract, and why. */
export interface Pair {
  readonly key: string;
  readonly because: string;
  /** It may be another field all the same. */
  readonly isProbable?: boolean;
}

/** Names that several answers have settled: by the name of the field for certain, or by its place. */
export type SettledNames = ReadonlyMap<string, Pair>;

/** A name that may belong to a field: the answers of one operation cannot tell. */
export interface Guess {
  readonly path: string;
  readonly called: string;
  /** The field is the only one that is missing, and every object there has the name. */
  readonly isAlone: boolean;
}

/** How the answers of one operation compare with the contract. */
export interface Compared {
  readonly fields: readonly ComparedField[];
  /** Names that may belong to missing fields; more operations have to confirm them. */
  readonly guesses: readonly Guess[];
}

/** From so many operations, or fields of one object, on a match is no coincidence. */
const minMatches = 3;
const maxSamples = 20;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
/** Returns the field and the object that it is in, in whatever operation: `Cars.SippCode`. */
const placeOf = (path: string): string => path.split('.').slice(-2).join('.');

interface Candidate extends Pair {
  readonly field: Field;
  readonly score: number;
}

/** Finds fields that have another name, by the name or by the values. Of two that fit equally well it takes neither. */
export function matchNames(given: {
  readonly fields: readonly Field[];
  readonly unknown: readonly UnknownField[];
  readonly settled: SettledNames;
}): Map<Field, Pair> {
  const candidates = given.fields
    .flatMap(field => given.unknown.flatMap(one => candidateOf(field, one, given.settled) ?? []))
    .sort((a, b) => b.score - a.score);
  const pairs = new Map<Field, Pair>();
  const taken = new Set<string>();
  const isFree = ({ field, key }: Candidate) => !pairs.has(field) && !taken.has(key);
  for (const best of candidates.values()) {
    const { field, key, because, isProbable = false, score } = best;
    const isRival = (other: Candidate) =>
      isFree(other) && other.score === score && (other.field === field) !== (other.key === key);
    if (!isFree(best) || candidates.some(isRival)) continue;
    pairs.set(field, { key, because, isProbable });
    taken.add(key);
  }
  return pairs;
}

function candidateOf(
  field: Field,
  { key, values }: UnknownField,
  settled: SettledNames,
): Candidate | undefined {
  const { name, path, words, schema } = field;
  const as = (score: number, because: string): Candidate => ({ field, key, because, score });
  if (sameSpelling(key, name)) return as(10, 'the name is the same but for its spelling');
  if (!fits(values, field)) return undefined;
  const known = settled.get(name) ?? settled.get(placeOf(path));
  const isSettled = known?.key === key;
  if (isSettled && !known.isProbable) return as(8, known.because);
  const similarity = nameSimilarity(name, key);
  if (hasSameFields(values, field)) return as(6 + similarity, 'what is inside it is the same');
  if (similarity > 0) return as(2 + similarity, 'the names are alike, and so are their values');
  if (words && values.every(value => z.safeParse(schema, value).success))
    return { ...as(1, `it has the words of ${name}`), isProbable: true };
  return isSettled ? { ...as(0, known.because), isProbable: true } : undefined;
}

function fits(values: readonly unknown[], field: Field): boolean {
  const samples = values.filter(value => value !== null).slice(0, maxSamples);
  return samples.length > 0 && samples.every(value => mismatchesOf(value, field).length === 0);
}

/** Whether an object among the values has enough fields of the contract's, at least half of the required ones among them. */
function hasSameFields(values: readonly unknown[], { fields }: Field): boolean {
  const sample = values.flat().find(isObject);
  if (!sample) return false;
  const keys = Object.keys(sample);
  const found = fields.filter(({ name }) => keys.some(key => sameSpelling(key, name)));
  const required = fields.filter(({ isRequired }) => isRequired);
  const foundRequired = found.filter(({ isRequired }) => isRequired);
  return found.length >= minMatches && foundRequired.length * 2 >= required.length;
}

/** Pairs missing fields with the unknown ones that alone fit them. */
export function guessNames(
  unseen: readonly Field[],
  unknown: readonly UnknownField[],
  objects: number,
): Guess[] {
  const missing = unseen.filter(({ isRequired }) => isRequired);
  return missing.flatMap(field => {
    const [only, ...others] = unknown.filter(({ values }) => fits(values, field));
    if (!only || others.length > 0) return [];
    if (missing.some(other => other !== field && fits(only.values, other))) return [];
    const isAlone = missing.length === 1 && only.values.length === objects;
    return [{ path: field.path, called: only.key, isAlone }];
  });
}

/**
 * Returns the names that the guesses of several operations agree on: for certain where enough operations have a guess for the
 * field, probably where a name is the only one left at a place and no operation contradicts.
 */
export function settleNames(compared: readonly Compared[]): SettledNames {
  const guesses = compared.flatMap((one, operation) => one.guesses.map(guess => ({ ...guess, operation })));
  const settled = new Map<string, Pair>();
  for (const [name, all] of Map.groupBy(guesses, ({ path }) => nameOf(path))) {
    const key = commonName(all);
    if (key !== undefined && new Set(all.map(({ operation }) => operation)).size >= minMatches)
      settled.set(name, { key, because: `it is the only one of its kind left wherever ${name} is missing` });
  }
  for (const [place, all] of Map.groupBy(guesses, ({ path }) => placeOf(path))) {
    const key = commonName(all);
    if (key === undefined || !all.every(({ isAlone }) => isAlone) || settled.has(nameOf(place))) continue;
    const because = `it is the only one of its kind where ${nameOf(place)} is missing`;
    if (compared.every(one => allowsGuess(one, place)))
      settled.set(place, { key, because, isProbable: true });
  }
  return settled;
}

function commonName(guesses: readonly Guess[]): string | undefined {
  const [first] = guesses;
  return guesses.every(({ called }) => called === first?.called) ? first?.called : undefined;
}

/** Whether an operation lacks the field wherever it belongs, and has a guess for each such place. */
const allowsGuess = ({ fields, guesses }: Compared, place: string): boolean =>
  fields
    .filter(({ field }) => placeOf(field) === place)
    .every(
      ({ field, state }) =>
        state === 'not-seen' ||
        state === 'extra' ||
        (state === 'missing' && guesses.some(({ path }) => path === field)),
    );
