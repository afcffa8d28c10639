import { operations, type Product } from '#contracts';
import { isObject, nearest } from '#contracts/util';

// These functions check arguments for callers without TypeScript. A TypeError names the wrong argument, its value and the
// nearest valid name.

const products: readonly Product[] = ['hotel', 'car', 'transfer', 'tour'];
const requestNames = 'product criteria choose guests payment attachTo reference'.split(' ');
const optionNames =
  'baseUrl commonsUrl mcpUrl mcpToken credential staticToken managerId profile clock fetch ledger logger policies newUuid'.split(
    ' ',
  );

const refuse = (place: string, message: string): never => {
  throw new TypeError(`${place}: ${message}`);
};

/** Returns a value in the form that a message shows. */
export const show = (value: unknown): string =>
  typeof value === 'string' ? `"${value.slice(0, 60)}"` : String(value);

function mustBeKnown(what: string, value: unknown, known: readonly string[]): void {
  if (typeof value === 'string' && known.includes(value)) return;
  const near = nearest(String(value), known);
  const hint = near ? `did you mean "${near}"?` : `valid: ${known.join(', ')}`;
  throw new TypeError(`${what} ${show(value)}; ${hint}`);
}

function checkNames(place: string, value: unknown, known: readonly string[]): void {
  // The message does not contain the value, because the value may be a password.
  if (!isObject(value)) refuse(place, `expected an object, got ${value === null ? value : typeof value}`);
  for (const name of Object.keys(Object(value))) mustBeKnown(`${place}: unknown option`, name, known);
}

/** Throws a TypeError for an unknown option of createClient, or a missing address or credential. */
export function checkOptions(options: unknown): void {
  checkNames('createClient', options, optionNames);
  const { baseUrl, credential, policies = {} } = Object(options);
  if (typeof baseUrl !== 'string')
    refuse('createClient: baseUrl', `expected an address, got ${show(baseUrl)}`);
  checkNames('createClient: credential', credential, ['Username', 'Password']);
  checkNames('createClient: policies', policies, ['timeOuts', 'breaker', 'rate']);
}

/**
 * The codes of schema issues that are mistakes in the program. Other issues depend on data that only the supplier has, such as
 * valid destinations.
 */
const programmingErrors: readonly string[] = [
  'unrecognized_keys',
  'invalid_type',
  'invalid_value',
  'invalid_union',
];

/** Throws a TypeError for an unknown product or option, or for criteria that the Search of the product does not accept. */
export function checkBooking(request: unknown, consent: unknown): void {
  checkNames('book', request, requestNames);
  const { product, criteria, guests, choose = show } = Object(request);
  mustBeKnown('book: unknown product', product, products);
  checkCriteria(product, criteria);
  if (!Array.isArray(guests)) refuse('book: guests', `expected a list, got ${show(guests)}`);
  for (const [name, value] of Object.entries({ choose, consent }))
    if (typeof value !== 'function') refuse(`book: ${name}`, `expected a function, got ${show(value)}`);
}

function checkCriteria(product: Product, criteria: unknown): void {
  const { request } = operations[`${product}.search`];
  const body = { Credential: { Username: '', Password: '' }, Criteria: criteria };
  const issues = request.safeParse(body).error?.issues ?? [];
  const issue = issues.find(({ path, code }) => path[0] === 'Criteria' && programmingErrors.includes(code));
  if (!issue) return;
  const place = ['book: criteria', ...issue.path.slice(1)].join('.');
  if (issue.code === 'unrecognized_keys') {
    mustBeKnown(`${place}: unknown field`, issue.keys[0], fieldsAt(request, issue.path));
  }
  const value = issue.path.reduce<unknown>((inside, step) => Object(inside)[step], body);
  if (issue.code === 'invalid_value') mustBeKnown(`${place}: unknown value`, value, issue.values.map(String));
  refuse(place, `expected ${'expected' in issue ? issue.expected : 'another value'}, got ${show(value)}`);
}

/** Returns the names of the fields that a zod schema has at a path. */
function fieldsAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  let { shape, element, innerType } = Object(Object(schema).def);
  for (; innerType; ) ({ shape, element, innerType } = innerType.def);
  const [step, ...rest] = path;
  return step === undefined ? Object.keys(shape) : fieldsAt(element ?? shape[step], rest);
}
