import { isObject, suggest } from '../util/index.ts';
import type { Field } from './fields.ts';
import type { Rule } from './rules.ts';
import { timeFormat } from './time-format.ts';

export interface Change {
  /** Converts a value of the contract, without the fields inside. */
  readonly write?: (value: unknown) => unknown;
  /** Converts a value of the dialect. */
  readonly read?: (value: unknown) => unknown;
  /** The words that the server writes, by the words of the contract. */
  readonly words?: ReadonlyMap<string, unknown>;
  /** The words that the server reads, and their words of the contract. */
  readonly readWords?: ReadonlyMap<unknown, unknown>;
  readonly each?: string;
  readonly isListed?: true;
  readonly as?: 'number' | 'text';
  readonly format?: string;
  /** For a request without the field. */
  readonly byDefault?: { readonly value: unknown };
  readonly isOptional?: true;
}

const unchanged: Change = {};

/** Each change must fit the field and be reversible. */
export function changeOf(name: string, field: Field, rule: Rule | undefined, add: Add): Change {
  if (!rule) return unchanged;
  const scalar = field.entry ?? field; // the changes of a list are those of its entries
  const parts: Change[] = [];
  if (rule.values) parts.push(wordsOf(name, scalar, rule.values, add));
  if (rule.format !== undefined) parts.push(formatOf(name, scalar, rule.format, add));
  if (rule.as === 'list') {
    if (field.kind === 'list') add(`"${name}" is already a list; remove "as: list"`);
    else if (rule.to === '.') add(`"${name}" cannot be "." and a list; remove one of the two`);
    else parts.push({ isListed: true });
  } else if (rule.as !== undefined) parts.push(typeOf(name, scalar, rule.as, add));
  if (rule.each !== undefined) {
    if (field.kind !== 'list') add(`"${name}" is not a list; remove "each"`);
    else parts.push({ each: rule.each });
  }
  if (parts.filter(({ write }) => write).length > 1)
    add(`"${name}" has two of "values", "format" and "as"; keep one of them`);
  return Object.assign({}, ...parts, missing(name, field, rule, add));
}

/** Reports a problem with the profile's entry. */
export type Add = (message: string) => void;
type Word = string | number | boolean;

function wordsOf(name: string, field: Field, values: NonNullable<Rule['values']>, add: Add): Change {
  if (!['text', 'number', 'boolean'].includes(field.kind)) {
    add(`"${name}" is not a text, number or boolean and has no words; remove "values"`);
    return unchanged;
  }
  const written = new Map<string, Word>();
  const read = new Map<Word, unknown>();
  for (const [word, theirs] of Object.entries(values)) {
    const valid = field.kind === 'boolean' ? ['true', 'false'] : field.words;
    if (valid && !valid.includes(word))
      add(
        `"${word}" is not one of the words of "${name}"; ${suggest(word, valid, `expected one of ${valid.join(', ')}`)}`,
      );
    if (field.kind === 'number' && String(Number(word)) !== word)
      add(`"${word}" is not a number, but "${name}" is; write a number such as "7"`);
    const [first, ...others] = [theirs].flat() as [Word, ...Word[]]; // the schema refuses an empty list
    written.set(word, first);
    for (const one of [first, ...others]) {
      if (read.has(one))
        add(
          `"${one}" would mean "${read.get(one)}" and "${word}" of "${name}"; give one of them another word`,
        );
      read.set(one, contractWord(word, field));
    }
  }
  const kept = (field.words ?? []).filter(word => !written.has(word));
  for (const word of kept)
    if (read.has(word))
      add(
        `"${word}" would mean "${read.get(word)}" and itself for "${name}"; give "${word}" another word too`,
      );
  return {
    words: written,
    readWords: read,
    write: value => (isWord(value) ? (written.get(String(value)) ?? value) : value),
    read: value => (isWord(value) ? readWord(value, read, field) : value),
  };
}

/** An unknown word can be in another letter case. */
function readWord(value: Word, read: ReadonlyMap<Word, unknown>, { words = [] }: Field): unknown {
  if (read.has(value)) return read.get(value);
  if (typeof value !== 'string' || words.includes(value)) return value;
  const wanted = value.toLowerCase();
  const near = [...read].find(([word]) => String(word).toLowerCase() === wanted);
  return near ? near[1] : value;
}

const isWord = (value: unknown): value is Word => ['string', 'number', 'boolean'].includes(typeof value);

const contractWord = (word: string, { kind }: Field): unknown =>
  kind === 'boolean' ? word === 'true' : kind === 'number' ? Number(word) : word;

function formatOf(name: string, field: Field, format: string, add: Add): Change {
  if (field.time === undefined) {
    add(`"${name}" is not a date or time; remove "format"`);
    return unchanged;
  }
  const made = timeFormat(format, field.time);
  if (typeof made === 'string') {
    add(made);
    return unchanged;
  }
  return {
    format,
    write: value => (typeof value === 'string' ? made.write(value) : value),
    read: value => made.read(value),
  };
}

function typeOf(name: string, field: Field, as: 'number' | 'text', add: Add): Change {
  const { kind } = field;
  const expected = as === 'number' ? 'text' : 'number';
  if (kind !== expected) {
    add(`"${name}" is not ${as === 'number' ? 'a text' : 'a number'}; remove "as: ${as}"`);
    return unchanged;
  }
  return as === 'number'
    ? { as, write: textToNumber, read: value => (typeof value === 'number' ? String(value) : value) }
    : { as, write: value => (typeof value === 'number' ? String(value) : value), read: textToNumber };
}

/** Only if the number has the same text again. */
function textToNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d/.test(value)) return value;
  const number = Number(value);
  return String(number) === value ? number : value;
}

function missing(name: string, field: Field, rule: Rule, add: Add): Change {
  const { default: value, optional } = rule;
  if (value === undefined && optional === undefined) return unchanged;
  if (rule.direction !== 'request' && rule.isForAll) return unchanged; // the entry applies to requests only
  if (rule.direction !== 'request')
    add(`"${name}" has a default or is optional, which is only possible in the request of an operation`);
  if (optional && !field.isRequiredByAssumption)
    add(
      `"${name}" cannot be optional, because ${field.isRequired ? 'the stand-in needs its value; give it a "default"' : 'the contract does not require it'}`,
    );
  if (value !== undefined && !field.isRequired && !field.alternatives)
    add(`"${name}" needs no default, because the contract does not require it`);
  if (value !== undefined && !fitsField(value, field))
    add(`${JSON.stringify(value)} is not a possible value of "${name}", which is ${kindInWords(field)}`);
  if (value !== undefined && optional) add(`"${name}" has a default, so it needs no "optional"`);
  return {
    ...(value !== undefined && { byDefault: { value } }),
    ...(optional && { isOptional: true as const }),
  };
}

function fitsField(value: unknown, { kind, words, isNullable }: Field): boolean {
  if (value === null) return isNullable;
  if (words) return typeof value === 'string' && words.includes(value);
  if (kind === 'any') return true;
  if (kind === 'list') return Array.isArray(value);
  return kind === 'object' ? isObject(value) : typeof value === (kind === 'text' ? 'string' : kind);
}

function kindInWords({ kind, words, isNullable }: Field): string {
  const names = {
    text: 'a text',
    number: 'a number',
    boolean: 'true or false',
    list: 'a list',
    object: 'an object',
    any: 'any value',
  };
  return (words ? `one of ${words.join(', ')}` : names[kind]) + (isNullable ? ' or null' : '');
}
