import * as z from 'zod/mini';
import { isObject } from '#contracts/util';
import type { Expected } from './expected.ts';
import { mismatchOf } from './form.ts';
import { likeness } from './likeness.ts';

/** A name that stands where the contract has none, with what stands under it. */
export interface Stranger {
  readonly key: string;
  readonly values: readonly unknown[];
}

/** What a field is taken to be called, and why. */
export interface Pair {
  readonly key: string;
  readonly because: string;
  /** It may be another field all the same. */
  readonly isProbable?: boolean;
}

/** Fields that never came, and names nobody knows, of the same objects. */
export interface Unmatched {
  readonly fields: readonly Expected[];
  readonly strangers: readonly Stranger[];
  /** What earlier answers have shown a name to be: field → name. */
  readonly settled: ReadonlyMap<string, string>;
}

interface Candidate extends Pair {
  readonly field: Expected;
  readonly score: number;
}

/**
 * Finds fields that stand there under another name: by the name itself, or by what stands under it. Where two would fit
 * alike, neither is taken.
 */
export function findNames({ fields, strangers, settled }: Unmatched): Map<Expected, Pair> {
  const candidates = fields
    .flatMap(field => strangers.flatMap(stranger => candidateOf(field, stranger, settled) ?? []))
    .sort((a, b) => b.score - a.score);
  const found = new Map<Expected, Pair>();
  const taken = new Set<string>();
  for (const { field, key, because, score, isProbable = false } of candidates) {
    if (found.has(field) || taken.has(key)) continue;
    const rival = candidates.some(
      other =>
        other.score === score &&
        (other.field === field) !== (other.key === key) &&
        !found.has(other.field) &&
        !taken.has(other.key),
    );
    if (rival) continue;
    found.set(field, { key, because, ...(isProbable && { isProbable }) });
    taken.add(key);
  }
  return found;
}

/** What is left over on both sides and alone of its kind: it may be the same field, which one answer cannot tell. */
export function guessNames({ fields, strangers }: Omit<Unmatched, 'settled'>): Map<Expected, string> {
  const needed = fields.filter(({ isRequired }) => isRequired);
  const fitting = (field: Expected) => strangers.filter(({ values }) => fits(values, field));
  const guesses = needed.flatMap((field): [Expected, string][] => {
    const [only, ...others] = fitting(field);
    if (!only || others.length > 0) return [];
    return needed.some(other => other !== field && fits(only.values, other)) ? [] : [[field, only.key]];
  });
  return new Map(guesses);
}

const enough = 20;

const fits = (values: readonly unknown[], field: Expected): boolean => {
  const some = values.filter(value => value !== null).slice(0, enough);
  return some.length > 0 && some.every(value => mismatchOf(value, field) === undefined);
};

function candidateOf(
  field: Expected,
  { key, values }: Stranger,
  settled: ReadonlyMap<string, string>,
): Candidate | undefined {
  const { name } = field;
  const as = (score: number, because: string): Candidate => ({ field, key, because, score });
  if (plain(key) === plain(name)) return as(10, 'the name is the same but for its spelling');
  if (!fits(values, field)) return undefined;
  if (settled.get(name) === key)
    return as(8, `it is the only one of its kind left wherever ${name} is missing`);
  const alike = likeness(name, key);
  if (sharedInside(values, field) >= tellingFields) return as(6 + alike, 'what is inside it is the same');
  if (alike > 0) return as(2 + alike, 'the names are alike, and so are their values');
  return hasItsWords(values, field)
    ? { ...as(1, `it has the words of ${name}`), isProbable: true }
    : undefined;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** So many fields of one object are no coincidence. */
const tellingFields = 3;

/** How many fields of an object, at least half of those that it needs, stand in the values, too. */
function sharedInside(values: readonly unknown[], { inner }: Expected): number {
  const sample = values.flat().find(isObject);
  if (!sample || inner.length === 0) return 0;
  const keys = new Set(Object.keys(sample).map(plain));
  const there = inner.filter(({ name }) => keys.has(plain(name))).length;
  const needed = inner.filter(({ isRequired }) => isRequired);
  const has = needed.filter(({ name }) => keys.has(plain(name))).length;
  return has * 2 >= needed.length ? there : 0;
}

const hasItsWords = (values: readonly unknown[], { words, schema }: Expected): boolean =>
  words !== undefined && values.every(value => z.safeParse(schema, value).success);
