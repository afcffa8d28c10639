import { isObject } from '#contracts/util';
import type { ComparedField } from '../report-schema.ts';
import { type Field, mismatchesOf } from './field.ts';
import { nameSimilarity, sameSpelling } from './similarity.ts';

/** A field, with its values, that an answer contains but the contract does not define. */
export interface UnknownField {
  readonly key: string;
  readonly values: readonly unknown[];
}

/** A field of the contract, its name at the supplier, and the reason for the match. */
interface Match {
  readonly field: Field;
  readonly key: string;
  readonly because: string;
  readonly score: number;
}

/** The supplier's field names that the answers of several operations confirm, by the names in the contract. */
export type SettledNames = ReadonlyMap<string, string>;

/** A possible name of a missing field. Other operations must confirm this name. */
export interface Guess {
  readonly name: string;
  readonly called: string;
}

/** The comparison of one operation with the contract. */
export interface Compared {
  readonly fields: readonly ComparedField[];
  readonly guesses: readonly Guess[];
}

/** The minimum number of matching operations, or of matching fields in one object. A smaller number could be a coincidence. */
const minMatches = 3;
const maxSamples = 20;

/**
 * Finds renamed fields by similar names or by their values. If two candidates match equally well, the function chooses neither
 * candidate.
 */
export function matchNames(
  fields: readonly Field[],
  unknown: readonly UnknownField[],
  settled: SettledNames,
): Map<Field, Match> {
  const candidates = fields
    .flatMap(field => unknown.flatMap(one => matchOf(field, one, settled) ?? []))
    .sort((a, b) => b.score - a.score);
  const matches = new Map<Field, Match>();
  const taken = new Set<string>();
  const isFree = ({ field, key }: Match) => !matches.has(field) && !taken.has(key);
  for (const best of candidates) {
    const { field, key, score } = best;
    const isRival = (other: Match) =>
      isFree(other) && other.score === score && (other.field === field) !== (other.key === key);
    if (!isFree(best) || candidates.some(isRival)) continue;
    matches.set(field, best);
    taken.add(key);
  }
  return matches;
}

function matchOf(field: Field, { key, values }: UnknownField, settled: SettledNames): Match | undefined {
  const { name } = field;
  const as = (score: number, because: string): Match => ({ field, key, because, score });
  if (sameSpelling(key, name)) return as(10, 'the name differs only in capitals or separators');
  if (!fits(values, field)) return undefined;
  if (settled.get(name) === key)
    return as(8, `the field is the only unknown field of this type in all answers without ${name}`);
  const similarity = nameSimilarity(name, key);
  if (hasSameFields(values, field)) return as(6 + similarity, 'the object contains the same fields');
  return similarity > 0 ? as(2 + similarity, 'the names and the values are similar') : undefined;
}

function fits(values: readonly unknown[], field: Field): boolean {
  const samples = values.filter(value => value !== null).slice(0, maxSamples);
  return samples.length > 0 && samples.every(value => mismatchesOf(value, field).length === 0);
}

/** Whether the first object in the values has enough fields of the contract, including half of the required fields. */
function hasSameFields(values: readonly unknown[], { fields }: Field): boolean {
  const keys = Object.keys(values.flat().find(isObject) ?? {});
  const known = fields.filter(({ name }) => keys.some(key => sameSpelling(key, name)));
  const required = (some: readonly Field[]) => some.filter(({ isRequired }) => isRequired).length;
  return known.length >= minMatches && required(known) * 2 >= required(fields);
}

/** Pairs each missing field with an unknown field, if exactly one unknown field fits. */
export function guessNames(unseen: readonly Field[], unknown: readonly UnknownField[]): Guess[] {
  const missing = unseen.filter(({ isRequired }) => isRequired);
  return missing.flatMap(field => {
    const [only, ...others] = unknown.filter(({ values }) => fits(values, field));
    if (!only || others.length > 0) return [];
    if (missing.some(other => other !== field && fits(only.values, other))) return [];
    return [{ name: field.name, called: only.key }];
  });
}

/** Returns the new names of fields: each name that enough operations suggest, if no operation suggests another one. */
export function settleNames(compared: readonly Compared[]): SettledNames {
  const guesses = compared.flatMap((one, operation) => one.guesses.map(guess => ({ ...guess, operation })));
  const settled = new Map<string, string>();
  for (const [name, all] of Map.groupBy(guesses, guess => guess.name)) {
    const [called = '', ...others] = new Set(all.map(guess => guess.called));
    const operations = new Set(all.map(({ operation }) => operation));
    if (others.length === 0 && operations.size >= minMatches) settled.set(name, called);
  }
  return settled;
}
