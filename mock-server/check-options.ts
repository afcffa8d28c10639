import { nearest } from '#contracts/util';

/** The rule for an option: any value, one of several words, a value that a check accepts, options, methods, or a list. */
export type Shape =
  | 'any'
  | readonly string[]
  | Fitting
  | Options
  | { readonly methods: readonly string[] }
  | { readonly listOf: Shape };
/** A check of a value. `expected` describes the values that pass, such as "a function". */
interface Fitting {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  /** Marks a secret value. Messages show only the type of the value. */
  readonly isSecret?: true;
}
/** The rules for an object of options. `required` lists the options without a default. */
export interface Options<T = Record<string, unknown>> {
  readonly fields: { readonly [Name in keyof T]-?: Shape };
  readonly required?: readonly (keyof T & string)[];
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ofType = (type: string, expected: string): Fitting => ({
  expected,
  fits: value => typeof value === type,
});
export const text = ofType('string', 'text');
export const secret: Fitting = { ...text, isSecret: true };
export const number = ofType('number', 'a number');
export const bool = ofType('boolean', 'true or false');
export const func = ofType('function', 'a function');
export const plainObject: Fitting = { expected: 'an object', fits: isObject };
export const wholeNumber: Fitting = {
  expected: 'a whole number from 0',
  fits: value => Number.isSafeInteger(value) && Number(value) >= 0,
};

/**
 * Refuses options that do not exist or have a wrong value. Otherwise a wrong option would have no effect, or fail much later.
 *
 * @param place the name of the function that takes the options
 * @throws TypeError that names the option, its value, and the nearest valid name or value
 * @example checkOptions('listen', { prot: 1 }, listenOptions) // TypeError: listen: unknown option "prot"; did you mean "port"? …
 */
export function checkOptions<T>(place: string, given: unknown, options: Options<T>): void {
  try {
    check(given, options, '');
  } catch (error) {
    throw error instanceof WrongOption ? new TypeError(`${place}: ${error.message}`) : error;
  }
}

/** An error about an option. The message does not yet name the function that takes the options. */
class WrongOption extends Error {}

function check(value: unknown, shape: Shape, path: string): void {
  if (value === undefined || shape === 'any') return;
  if (isWords(shape)) checkWord(value, shape, path);
  else if ('fits' in shape) checkValue(value, shape, path);
  else if ('methods' in shape) checkMethods(value, shape.methods, path);
  else if ('listOf' in shape) checkList(value, shape.listOf, path);
  else checkObject(value, shape, path);
}

const isWords = (shape: Shape): shape is readonly string[] => Array.isArray(shape);

function checkWord(value: unknown, words: readonly string[], path: string): void {
  if (typeof value === 'string' && words.includes(value)) return;
  const expected = words.map(word => `"${word}"`).join(', ');
  throw new WrongOption(`${path} is ${show(value)}; ${hint(value, words)}expected one of ${expected}`);
}

function checkValue(value: unknown, { fits, expected, isSecret }: Fitting, path: string): void {
  const shown = isSecret ? `a value of type ${typeof value}` : show(value);
  if (!fits(value)) throw new WrongOption(`${path} is ${shown}; expected ${expected}`);
}

function checkMethods(value: unknown, methods: readonly string[], path: string): void {
  const missing = methods.find(name => typeof Object(value)[name] !== 'function');
  if (missing === undefined) return;
  const expected = isObject(value) ? `the method ${missing}() is missing; ` : '';
  throw new WrongOption(
    `${path} is ${show(value)}; ${expected}expected an object with the methods ${methods.join(', ')}`,
  );
}

function checkList(value: unknown, shape: Shape, path: string): void {
  if (!Array.isArray(value)) throw new WrongOption(`${path} is ${show(value)}; expected a list`);
  for (const [index, entry] of value.entries()) check(entry, shape, `${path}[${index}]`);
}

function checkObject(value: unknown, { fields, required = [] }: Options, path: string): void {
  if (!isObject(value))
    throw new WrongOption(`${path || 'the argument'} is ${show(value)}; expected an object`);
  const known = Object.keys(fields);
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  for (const [name, entry] of Object.entries(value)) {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!shape)
      throw new WrongOption(
        `unknown option "${at(name)}"; ${hint(name, known)}the options are ${known.join(', ')}`,
      );
    check(entry, shape, at(name));
  }
  const missing = required.find(name => Reflect.get(value, name) === undefined);
  if (missing !== undefined) throw new WrongOption(`${at(missing)} is missing; give this option a value`);
}

function hint(given: unknown, valid: readonly string[]): string {
  const near = typeof given === 'string' ? nearest(given, valid) : undefined;
  return near === undefined ? '' : `did you mean "${near}"? `;
}

function show(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`;
  if (value === null || typeof value === 'number') return String(value);
  return `a value of type ${typeof value}`;
}
