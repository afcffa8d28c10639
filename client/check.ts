import { type OperationId, operations, type Product } from '#contracts';
import { isObject, nearest } from '#contracts/util';

// These functions check arguments for callers without TypeScript. A TypeError names the wrong argument, its value and the
// nearest valid name.

const products: readonly Product[] = ['hotel', 'car', 'transfer', 'tour'];

/**
 * The rule for an option: what it must be (see `types`), the methods that it must have, or the rules for the options
 * inside it. A `!` at the end marks a required option.
 */
type Shape = string | readonly string[] | { readonly [name: string]: Shape };

/** The kinds of option values, with their JavaScript types. A message never shows the value of a secret, only its type. */
const types: Readonly<Record<string, string>> = {
  'a string': 'string',
  'an address': 'string',
  'a secret': 'string',
  'a number': 'number',
  'a function': 'function',
  'an object': 'object',
  'a list': 'object',
};
const [text, count, func, object, anything] = ['a string', 'a number', 'a function', 'an object', []];

const clientOptions: Shape = {
  baseUrl: 'an address!',
  commonsUrl: text,
  mcpUrl: text,
  mcpToken: 'a secret',
  credential: { Username: 'a string!', Password: 'a secret!' },
  staticToken: 'a secret',
  managerId: count,
  profile: object,
  clock: ['now', 'sleep'],
  fetch: func,
  ledger: ['claim', 'abandoned', 'takeOver', 'find', 'findBooking'],
  logger: func,
  policies: {
    timeOuts: { search: count, booking: count, other: count },
    breaker: { failures: count, restMs: count },
    // Either the two numbers of the rate limit, or the three queues that `createRate` returns.
    rate: { calls: count, windowMs: count, base: object, commons: object, tools: object },
  },
  newUuid: func,
};
const requestOptions: Shape = {
  product: anything,
  criteria: anything,
  choose: func,
  guests: 'a list!',
  payment: object,
  attachTo: text,
  reference: text,
};

const refuse = (place: string, message: string): never => {
  throw new TypeError(`${place}: ${message}`);
};

/** Formats a value for a message. */
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

function checkShape(place: string, value: unknown, shape: Shape): void {
  if (typeof shape === 'string') checkKind(place, value, shape);
  else if (Array.isArray(shape)) {
    const missing = shape.find(name => value !== undefined && typeof Object(value)[name] !== 'function');
    if (missing) refuse(place, `expected an object with ${missing}(), got ${show(value)}`);
  } else if (value !== undefined || Object.values(shape).some(isRequired)) {
    checkNames(place, value, Object.keys(shape));
    for (const [name, inner] of Object.entries(shape))
      checkShape(`${place}: ${name}`, Object(value)[name], inner);
  }
}

const isRequired = (shape: Shape): boolean => typeof shape === 'string' && shape.endsWith('!');

function checkKind(place: string, value: unknown, shape: string): void {
  const kind = shape.replace('!', '');
  if (value === undefined && kind === shape) return;
  const isOfKind = value !== null && typeof value === types[kind];
  if (isOfKind && Array.isArray(value) === (kind === 'a list')) return;
  if (kind === 'a secret') refuse(place, `expected a string, got ${typeof value}`);
  refuse(place, `expected ${kind}, got ${show(value)}`);
}

/** Throws a TypeError for an unknown, missing or wrong option of createClient. */
export const checkOptions = (options: unknown): void => checkShape('createClient', options, clientOptions);

/** Throws a TypeError for an operation that the contract does not have. */
export const checkOperation = (id: unknown): void =>
  mustBeKnown('call: unknown operation', id, Object.keys(operations));

/** Throws a TypeError if the request for `cancel` is wrong. */
export function checkCancel(request: unknown): void {
  checkShape('cancel', request, { bookingId: 'a string!', service: anything });
  const { service } = Object(request);
  if (service === undefined) return;
  checkShape('cancel: service', service, { product: anything, id: 'a string!' });
  mustBeKnown('cancel: service: unknown product', service.product, products);
}

/** Throws a TypeError if the request for `pay` is wrong. */
export function checkPayment(request: unknown): void {
  checkShape('pay', request, { bookingId: 'a string!', payment: 'an object!' });
  checkCard('pay', Object(request).payment);
}

/**
 * The codes of schema errors that show a mistake in the program. Errors with other codes can depend on the supplier's
 * data, such as its valid destinations.
 */
const programmingErrors: readonly string[] = [
  'unrecognized_keys',
  'invalid_type',
  'invalid_value',
  'invalid_union',
];

/** Throws a TypeError for an unknown product or option, or for criteria that the Search of the product does not accept. */
export function checkBooking(request: unknown, consent: unknown): void {
  checkShape('book', request, requestOptions);
  const { product, criteria, payment } = Object(request);
  mustBeKnown('book: unknown product', product, products);
  checkFields('book: criteria', [`${product as Product}.search`, 'Criteria'], criteria);
  if (payment !== undefined) checkCard('book', payment);
  checkKind('book: consent', consent, 'a function!');
}

/** Throws a TypeError if `choose` returned a value that is not an offer of the product. */
export function checkChosen(offer: unknown, product: Product): void {
  if (Object(offer).product !== product || !isObject(Object(offer).selection))
    refuse('book: choose', `must return one of the offers, or undefined, got ${show(offer)}`);
}

/** Checks a card payment. A message shows only the types of the values, because the values are secret. */
const checkCard = (place: string, payment: unknown): void =>
  checkFields(`${place}: payment`, ['payBooking', 'PaymentRequestCC1'], payment, value => typeof value);

/** Throws a TypeError if the request schema of an operation does not accept a value for its field `top`. */
function checkFields(
  field: string,
  [id, top]: readonly [id: OperationId, top: string],
  given: unknown,
  shown = show,
): void {
  const { request } = operations[id];
  const body = { Credential: { Username: '', Password: '' }, [top]: given };
  const issues = request.safeParse(body).error?.issues ?? [];
  const wrong = issues.filter(({ path, code }) => path[0] === top && programmingErrors.includes(code));
  // A misspelled field causes two errors: an unknown field and a missing field. The message is about the unknown field.
  const issue = wrong.find(({ code }) => code === 'unrecognized_keys') ?? wrong[0];
  if (!issue) return;
  const place = [field, ...issue.path.slice(1)].join('.');
  if (issue.code === 'unrecognized_keys') {
    mustBeKnown(`${place}: unknown field`, issue.keys[0], fieldsAt(request, issue.path));
  }
  const value = issue.path.reduce<unknown>((inside, step) => Object(inside)[step], body);
  if (issue.code === 'invalid_value' && shown === show)
    mustBeKnown(`${place}: unknown value`, value, issue.values.map(String));
  refuse(place, `expected ${'expected' in issue ? issue.expected : 'a valid value'}, got ${shown(value)}`);
}

/** Returns the names of the fields that a zod schema has at a path. */
function fieldsAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  let { shape, element, innerType } = Object(Object(schema).def);
  for (; innerType; ) ({ shape, element, innerType } = innerType.def);
  const [step, ...rest] = path;
  return step === undefined ? Object.keys(shape) : fieldsAt(element ?? shape[step], rest);
}
