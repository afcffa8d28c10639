import { operations, type Product } from '#contracts';
import { isObject, nearest } from '#contracts/util';
import { usualBreaker, usualRate, usualTimeOuts } from './policies/index.ts';

// Callers without TypeScript get a TypeError that names what is wrong, its value, and the nearest valid name.

const products: readonly Product[] = ['hotel', 'car', 'transfer', 'tour'];
const requestNames = 'product criteria choose guests payment attachTo reference'.split(' ');
const optionNames =
  'baseUrl commonsUrl mcpUrl mcpToken credential staticToken managerId profile clock fetch ledger logger policies newUuid'.split(
    ' ',
  );

const refuse = (place: string, message: string): never => {
  throw new TypeError(`${place}: ${message}`);
};

const show = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 60);

function mustBeKnown(place: string, value: unknown, known: readonly string[]): void {
  if (typeof value === 'string' && known.includes(value)) return;
  const near = nearest(String(value), known);
  refuse(place, `unknown ${show(value)}; ${near ? `did you mean "${near}"?` : `valid: ${known.join(', ')}`}`);
}

function checkNames(place: string, value: unknown, known: readonly string[]): void {
  // The value itself may be a password.
  if (!isObject(value)) refuse(place, `expected an object, got ${value === null ? value : typeof value}`);
  for (const name of Object.keys(Object(value))) mustBeKnown(place, name, known);
}

/** Throws a TypeError for an unknown option of createClient, or a missing address or credential. */
export function checkOptions(options: unknown): void {
  checkNames('createClient', options, optionNames);
  const { baseUrl, credential, policies = {} } = Object(options);
  if (typeof baseUrl !== 'string')
    refuse('createClient: baseUrl', `expected an address, got ${show(baseUrl)}`);
  checkNames('createClient: credential', credential, ['Username', 'Password']);
  checkNames('createClient: policies', policies, ['timeOuts', 'breaker', 'rate']);
  const { timeOuts = {}, breaker = {}, rate = {} } = policies;
  checkNames('createClient: policies.timeOuts', timeOuts, Object.keys(usualTimeOuts));
  checkNames('createClient: policies.breaker', breaker, Object.keys(usualBreaker));
  if (!('base' in rate)) checkNames('createClient: policies.rate', rate, Object.keys(usualRate));
}

/** Mistakes in the program. Whether a value of the right type exists, such as a destination, is for the supplier to say. */
const misuses: readonly string[] = ['unrecognized_keys', 'invalid_type', 'invalid_value', 'invalid_union'];

/** Throws a TypeError for an unknown product or option, and for criteria that no Search of the product takes. */
export function checkBooking(request: unknown, consent: unknown): void {
  checkNames('book', request, requestNames);
  const { product, criteria, guests, choose = show } = Object(request);
  mustBeKnown('book: product', product, products);
  checkCriteria(product, criteria);
  if (!Array.isArray(guests)) refuse('book: guests', `expected a list, got ${show(guests)}`);
  for (const [name, value] of Object.entries({ choose, consent }))
    if (typeof value !== 'function') refuse(`book: ${name}`, `expected a function, got ${show(value)}`);
}

function checkCriteria(product: Product, criteria: unknown): void {
  const { request } = operations[`${product}.search`];
  const body = { Credential: { Username: '', Password: '' }, Criteria: criteria };
  const issues = request.safeParse(body).error?.issues ?? [];
  const issue = issues.find(({ path, code }) => path[0] === 'Criteria' && misuses.includes(code));
  if (!issue) return;
  const place = ['book: criteria', ...issue.path.slice(1)].join('.');
  if (issue.code === 'unrecognized_keys') {
    mustBeKnown(place, issue.keys[0], fieldsAt(request, issue.path));
  }
  const value = issue.path.reduce<unknown>((inside, step) => Object(inside)[step], body);
  if (issue.code === 'invalid_value') mustBeKnown(place, value, issue.values.map(String));
  refuse(place, `expected ${'expected' in issue ? issue.expected : 'another value'}, got ${show(value)}`);
}

/** Returns the fields that a schema of zod has at a path. */
function fieldsAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  let { shape, element, innerType } = Object(Object(schema).def);
  for (; innerType; ) ({ shape, element, innerType } = innerType.def);
  const [step, ...rest] = path;
  return step === undefined ? Object.keys(shape) : fieldsAt(element ?? shape[step], rest);
}
