import * as z from 'zod/mini';
import { type OperationId, operations, type Product, products } from '#contracts';
import { schemaAt, shapeOf } from '#contracts/schema-walk';
import { isObject, maxTimer, suggest, valueAt } from '#contracts/util';

// For callers without TypeScript.

/** No message shows their values, nor the values inside them. */
const secrets: readonly PropertyKey[] = ['Password', 'staticToken', 'mcpToken', 'payment'];

const text = z.string();
const wholeNumber = (min: number, max: number) =>
  z.custom(
    value => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    `a whole number from ${min} to ${max}`,
  );
/** Durations in milliseconds, and counts. */
const positive = wholeNumber(1, maxTimer);
/** A path is added to an address, and `fetch` refuses one with a password. */
const address = z.custom(
  value => typeof value === 'string' && /^https?:\/\/[^\s@?#]+$/i.test(value) && URL.canParse(value),
  'an address such as https://supplier.example.com',
);
const func = z.custom(value => typeof value === 'function', 'a function');
const object = z.looseObject({});
const methods = (...names: string[]) => z.looseObject(Object.fromEntries(names.map(name => [name, func])));

const clock = methods('now', 'sleep');
const rateLimits = { calls: positive, windowMs: positive };
const rateOptions = z.partial(z.strictObject({ ...rateLimits, clock }));
const clientOptions = z.strictObject({
  baseUrl: address,
  commonsUrl: z.optional(address),
  mcpUrl: z.optional(address),
  mcpToken: z.optional(text),
  credential: z.strictObject({ Username: text, Password: text }),
  staticToken: z.optional(text),
  managerId: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  profile: z.optional(object),
  clock: z.optional(clock),
  fetch: z.optional(func),
  ledger: z.optional(methods('claim', 'abandoned', 'takeOver', 'find', 'findBooking')),
  logger: z.optional(func),
  policies: z.optional(
    z.strictObject({
      timeOuts: z.optional(
        z.partial(z.strictObject({ search: positive, booking: positive, other: positive })),
      ),
      breaker: z.optional(
        z.partial(z.strictObject({ failures: positive, restMs: wholeNumber(0, maxTimer) })),
      ),
      rate: z.optional(
        z.partial(z.strictObject({ ...rateLimits, base: object, commons: object, tools: object })),
      ),
    }),
  ),
  newUuid: z.optional(func),
});
const bookingOptions = z.strictObject({
  product: z.enum(products),
  criteria: z.optional(z.unknown()),
  choose: z.optional(func),
  guests: z.array(z.unknown()),
  payment: z.optional(object),
  attachTo: z.optional(text),
  reference: z.optional(text),
});
const cancelOptions = z.strictObject({
  bookingId: text,
  service: z.optional(z.strictObject({ product: z.enum(products), id: text })),
});
const paymentOptions = z.strictObject({ bookingId: text, payment: object });

export const show = (value: unknown): string =>
  typeof value === 'string' ? `"${value.replace(/\/\/.*@/, '//***@').slice(0, 60)}"` : String(value);

const typeName = (value: unknown): string => (value === null ? 'null' : typeof value);

function mustBeKnown(what: string, value: unknown, known: readonly string[]): void {
  if (typeof value === 'string' && known.includes(value)) return;
  throw new TypeError(
    `${what} ${show(value)}; ${suggest(String(value), known, `valid: ${known.join(', ')}`)}`,
  );
}

const words: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  object: 'an object',
  array: 'a list',
};

function check(place: string, value: unknown, schema: z.core.$ZodType, codes?: readonly string[]): void {
  const all = z.safeParse(schema, value).error?.issues ?? [];
  const issues = all.filter(({ code }) => codes?.includes(code) ?? true);
  // A misspelled name is an unknown and a missing name; the message is about the unknown one.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (!issue) return;
  const { path, code, message } = issue;
  const where = [place, path.join('.')].filter(part => part !== '').join(': ');
  const given = valueAt(value, path);
  const isHidden =
    path.some(step => secrets.includes(step)) || (code === 'invalid_type' && issue.expected === 'object');
  if (code === 'unrecognized_keys')
    mustBeKnown(`${where}: unknown field`, issue.keys[0], Object.keys(shapeOf(schemaAt(schema, path))));
  if (code === 'invalid_value' && !isHidden)
    mustBeKnown(`${where}: unknown value`, given, issue.values.map(String));
  const type = 'expected' in issue ? (words[issue.expected] ?? issue.expected) : 'a valid value';
  const expected = message.startsWith('Invalid input') ? type : message.replace(/^expected /, '');
  throw new TypeError(`${where}: expected ${expected}, got ${isHidden ? typeName(given) : show(given)}`);
}

export const checkOptions = (value: unknown): void => check('createClient', value, clientOptions);

export const checkRate = (value: unknown): void => check('createRate', value, rateOptions);

export const checkOperation = (id: unknown): void =>
  mustBeKnown('call: unknown operation', id, Object.keys(operations));

export const checkCancel = (value: unknown): void => check('cancel', value, cancelOptions);

export function checkPayment(value: unknown): void {
  check('pay', value, paymentOptions);
  checkFields('pay', value, { payment: card });
}

export function checkBooking(request: unknown, consent: unknown): void {
  check('book', request, bookingOptions);
  const { product } = Object(request);
  checkFields('book', request, { criteria: [`${product as Product}.search`, 'Criteria'], payment: card });
  check('book: consent', consent, func);
}

export function checkChosen(offer: unknown, product: Product): void {
  if (Object(offer).product === product && isObject(Object(offer).selection)) return;
  throw new TypeError(`book: choose: must return one of the offers, or undefined, got ${show(offer)}`);
}

/** Other issues can depend on the data of the supplier, such as its destinations. */
const programmingErrors = ['unrecognized_keys', 'invalid_type', 'invalid_value', 'invalid_union'];

type RequestField = readonly [id: OperationId, field: string];
const card: RequestField = ['payBooking', 'PaymentRequestCC1'];

function checkFields(place: string, value: unknown, fields: Readonly<Record<string, RequestField>>): void {
  const shape = Object.entries(fields).map(([name, [id, field]]) => {
    const schema = schemaAt(operations[id].request, [field]);
    if (!schema) throw new Error(`${id} has no field ${field}`);
    return [name, name === 'payment' ? z.optional(schema) : schema];
  });
  check(place, value, z.looseObject(Object.fromEntries(shape)), programmingErrors);
}
