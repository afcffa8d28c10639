import { statuses } from '#contracts/booking-status';
import type { FieldChange } from '#contracts/profile';
import type { JsonObject } from '#contracts/util';
import { type Field, formatOf, mismatchesOf } from './field.ts';
import { type ObjectContext, only, type Proposal, sameSpelling, samplesOf, valuesOf } from './propose.ts';

export function proposeValues(field: Field, { objects }: ObjectContext): Proposal[] {
  const samples = samplesOf(valuesOf(field.name, objects).flatMap(value => entriesOf(value, field)));
  const wrong = samples.filter(value => scalarMismatch(value, field) !== undefined);
  const [first] = wrong;
  if (first === undefined) return [];
  const found = wordsOf(field, objects, wrong) ?? (samples.length === wrong.length && formOf(field, wrong));
  if (!found) return [];
  const { state = 'other-value', expected = '' } = scalarMismatch(first, field) ?? {};
  const got = [...new Set(wrong.flatMap(value => scalarMismatch(value, field)?.got ?? []))].slice(0, 4);
  return [{ field, state, expected, got, ...found }];
}

const entriesOf = (value: unknown, { form }: Field): unknown[] =>
  form === 'list' && Array.isArray(value) ? value : [value];

function scalarMismatch(value: unknown, field: Field) {
  if (field.fields.length > 0 || typeof value === 'object') return undefined;
  return mismatchesOf(value, { ...field, form: 'value' })[0];
}

type Found = Pick<Proposal, 'change' | 'because'>;

function formOf(field: Field, values: readonly unknown[]): Found | undefined {
  const form = formatOf(values, field);
  if (form && 'format' in form)
    return { change: form, because: `every value has the format ${form.format}, and no other known format` };
  const kind = (field.placed?.field.entry ?? field.placed?.field)?.kind;
  if (form || field.words) return undefined;
  if (kind === 'text' && values.every(value => typeof value === 'number'))
    return { change: { as: 'number' }, because: 'every value is a number in place of text' };
  if (kind === 'number' && values.every(value => typeof value === 'string'))
    return { change: { as: 'text' }, because: 'every value is a number as text' };
  return undefined;
}

type Words = NonNullable<FieldChange['values']>;
type Word = string | number | boolean;

const truths: readonly (readonly [Word, Word])[] = [
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['s', 'n'],
  ['1', '0'],
  [1, 0],
];

/** Words with a doubtful meaning are left out. */
function wordsOf(field: Field, objects: readonly JsonObject[], wrong: readonly unknown[]): Found | undefined {
  const kind = field.placed?.field.kind;
  if (kind === 'boolean') return truthsOf(wrong);
  if (!field.words) return undefined;
  const theirs = [...new Set(wrong)].filter(word => typeof word === 'string');
  const pairs = theirs.flatMap(word => {
    const alike = field.words?.filter(own => sameSpelling(own, word)) ?? [];
    const own = only(alike.length > 0 ? alike : pairedWords(field, objects, word));
    return own === undefined ? [] : [{ own, word, isAlike: alike.length > 0 }];
  });
  if (pairs.length === 0) return undefined;
  const because = pairs.every(({ isAlike }) => isAlike)
    ? 'the words differ only in capitals or separators'
    : `each of the words occurs only together with one ${otherStatus(field.name)} of the contract`;
  return { change: { values: wordTable(pairs) }, because };
}

/** By the words of the contract, as a profile has them. */
export function wordTable(pairs: readonly { readonly own: string; readonly word: Word }[]): Words {
  const table = [...Map.groupBy(pairs, ({ own }) => own)].map(([own, alike]) => {
    const [first = '', ...others] = new Set(alike.map(({ word }) => word));
    return [own, others.length === 0 ? first : [first, ...others]] as const;
  });
  return Object.fromEntries(table);
}

function truthsOf(wrong: readonly unknown[]): Found | undefined {
  const folded = (word: unknown) => (typeof word === 'string' ? word.toLowerCase() : word);
  const found = truths.filter(pair => wrong.every(word => pair.some(own => own === folded(word))));
  const words = [...new Set(wrong)] as Word[]; // every entry is in a list of words
  const [pair, ...others] = found;
  if (!pair || (others.length > 0 && !words.some(word => folded(word) === pair[0]))) return undefined;
  const spelled = (own: Word): Word => words.find(word => folded(word) === own) ?? inCaseOf(own, words[0]);
  const values = { true: spelled(pair[0]), false: spelled(pair[1]) };
  return { change: { values }, because: `every value is ${pair[0]} or ${pair[1]}` };
}

const inCaseOf = (word: Word, other: Word | undefined): Word => {
  if (typeof word !== 'string' || typeof other !== 'string' || other === other.toLowerCase()) return word;
  return other === other.toUpperCase()
    ? word.toUpperCase()
    : word.replace(/^./, first => first.toUpperCase());
};

type StatusField = 'Status' | 'bookingStatus';

const isStatus = (name: string): name is StatusField => name === 'Status' || name === 'bookingStatus';

/** It always shows the same status. */
const otherStatus = (name: string): StatusField => (name === 'Status' ? 'bookingStatus' : 'Status');

/** That fit the other status field in all objects with the word. */
function pairedWords({ name, words = [] }: Field, objects: readonly JsonObject[], word: string): string[] {
  if (!isStatus(name)) return [];
  const other = otherStatus(name);
  const rows = Object.values(statuses).map(({ bookingStatus, label }) => ({ bookingStatus, Status: label }));
  const seen = new Set(objects.flatMap(object => (object[name] === word ? [object[other]] : [])));
  const possible = [...seen].map(
    status => new Set<string>(rows.filter(row => row[other] === status).map(row => row[name])),
  );
  return possible.length === 0 ? [] : words.filter(own => possible.every(set => set.has(own)));
}
