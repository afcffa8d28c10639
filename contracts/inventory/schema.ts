import * as z from 'zod';
import { duration, lateComponent, words } from '../input/index.ts';
import { once } from '../util/index.ts';

/** The kinds of records that are not places. */
export const itemKinds = ['cars', 'transfers', 'tours'] as const;
export const inventoryKinds = ['destinations', 'hotels', ...itemKinds] as const;
export type InventoryKind = (typeof inventoryKinds)[number];
export type ItemKind = (typeof itemKinds)[number];

/** The currencies of prices. The supplier converts them with fixed rates. */
export const inventoryCurrencies = ['BRL', 'USD', 'EUR', 'GBP'] as const;

const maxAmount = 10_000_000;
const maxText = 500;
const maxDescription = 5_000;
const maxList = 500;

const text = words.max(maxText, { error: `expected at most ${maxText} characters` });
const texts = z.array(text).max(maxList);
const degrees = (max: number) =>
  z
    .number({ error: `expected degrees from -${max} to ${max}` })
    .min(-max)
    .max(max);
const amount = (least: number) =>
  z
    .number({ error: 'expected an amount such as 410.50' })
    .min(least, { error: `expected an amount of at least ${least}` })
    .max(maxAmount, { error: `expected an amount of at most ${maxAmount}` })
    .refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
      error: 'expected an amount with at most two decimals, such as 410.50',
    });
const currency = z.enum(inventoryCurrencies);
const date = z.iso.date({ error: 'expected a date such as "2027-02-12"' });
const period = z
  .string({ error: 'expected a date, or two dates such as "2027-02-12/2027-02-17"' })
  .check(({ value, issues }) => {
    const [first = '', last = first, ...more] = value.split('/');
    if ([first, last].every(day => date.safeParse(day).success) && more.length === 0 && first <= last) return;
    const message = 'expected a date, or a first and a last date such as "2027-02-12/2027-02-17"';
    issues.push({ code: 'custom', input: value, message });
  });
const penalty = z
  .string({ error: 'expected "50%", "night" or "full"' })
  .regex(/^(?:full|night|(?:\d|[1-9]\d|100)%)$/, { error: 'expected "50%", "night" or "full"' });

// Most servers have only the built-in records, and start without these schemas.
export const inventoryTax = once(() =>
  z.strictObject({
    name: text,
    amount: amount(0),
    currency: currency.optional(),
    type: z.enum(['PerNight', 'PerStay', 'PerPerson', 'PerPersonPerNight']).default('PerStay'),
  }),
);
const policies = once(() =>
  z.strictObject({
    freeUntil: duration.describe(
      'The time before the start until which a cancellation is free, in whole days.',
    ),
    // biome-ignore lint/suspicious/noThenProperty: the value is a text, so no code takes the object for a promise
    then: penalty
      .default('full')
      .describe('The penalty after this time: a share of the price, one night, or all.'),
  }),
);

const availability = once(() => ({
  closed: z
    .array(period)
    .max(maxList)
    .describe('The dates on which nothing is offered. A period includes both dates.'),
  soldOut: z.boolean().describe('Whether nothing is offered on any date.'),
  policies: policies().describe('The cancellation policies.'),
  taxes: z.array(inventoryTax()).max(20).describe('The taxes that are paid on the spot.'),
}));
const rate = once(() => ({
  ...availability(),
  price: amount(0.01).describe(
    'The price: of a room for a night, a car for a day, a transfer for one way (shared: for a person), a tour for an adult.',
  ),
  currency: currency.describe('The currency of the price. Default: BRL.'),
  restriction: z.enum(['CanBook', 'OnRequest']),
  confirmsAfter: duration.describe('The time until the supplier confirms a booking on request.'),
  prePayment: z.boolean(),
  canPayLater: z.boolean(),
  refundable: z.boolean().describe('Whether a cancellation can be free of charge.'),
}));
const partial = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).partial().shape;

/** The fields of a record about prices, rules and free dates. */
export const rateTerms = once(() => z.object(partial(rate())));
export type RateTerms = z.infer<ReturnType<typeof rateTerms>>;
export type AvailabilityTerms = Pick<RateTerms, keyof ReturnType<typeof availability>>;

const itemId = z
  .string({ error: 'expected text; put a number in quotes' })
  .regex(/^[\w.:-]{1,60}$/, { error: 'expected 1 to 60 letters, digits, "_", ".", ":" or "-"' });
const placeId = z
  .string({ error: 'expected text; put a number in quotes' })
  .regex(/^\S(?:.{0,58}\S)?$/, { error: 'expected 1 to 60 characters without a blank at the ends' });
const country = z.string().regex(/^[A-Z]{2}$/, { error: 'expected two capital letters such as BR' });
const timeZone = text.refine(isTimeZone, { error: 'expected an IANA time zone such as America/Sao_Paulo' });

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const inThreeLanguages = once(() => z.strictObject({ pt: text, en: text, es: text }));
const coordinates = once(() => ({ latitude: degrees(90), longitude: degrees(180) }));
const airport = once(() =>
  z.strictObject({
    ...partial({ name: text, ...coordinates() }),
    code: z.string().regex(/^[A-Z]{3}$/, { error: 'expected three capital letters such as GIG' }),
  }),
);

const room = once(() =>
  z.strictObject({
    name: text,
    ...partial({
      board: text.describe('The meals, such as "Breakfast included"; "Room only" means none.'),
      amenities: texts,
      photos: z.array(z.url()).max(maxList),
      ...rate(),
    }),
  }),
);

const destinations = lateComponent('InventoryDestination', () => ({
  id: placeId,
  ...partial({
    name: z.union([text, inThreeLanguages()], 'expected a name, or names in pt, en and es'),
    country,
    timeZone,
    currency: z.string().regex(/^[A-Z]{3}$/),
    ...coordinates(),
    airport: airport(),
    districts: z.array(text).min(1).max(99),
  }),
}));

const hotels = lateComponent('InventoryHotel', () => ({
  id: z.int({ error: 'expected a whole number' }).positive().describe('The HotelId.'),
  destination: placeId,
  ...partial({
    name: text,
    category: z.coerce
      .string()
      .pipe(z.enum(['1', '2', '3', '4', '5'], 'expected a number of stars from 1 to 5'))
      .describe('The number of stars.'),
    address: text,
    ...coordinates(),
    supplier: text,
    amenities: texts,
    photos: z.array(z.url()).max(maxList),
    priceLevel: z
      .int()
      .min(3)
      .max(12)
      .describe('From 3 (simple) to 12 (luxury), for prices that the seed draws.'),
    rooms: z
      .array(room())
      .min(1, { error: 'expected at least one room; leave the field out for rooms that the seed draws' })
      .max(100)
      .describe(
        'The kinds of rooms. If one of them says something about its price or its rules, each of them is one offer; otherwise the hotel sells them with the usual rate plans.',
      ),
    ...availability(),
  }),
}));

/** A record that is no place. */
const item = <Shape extends z.ZodRawShape>(component: string, own: () => Shape) =>
  lateComponent(component, () => ({
    id: itemId,
    destination: placeId,
    ...partial({ name: text, ...own(), ...rate() }),
  }));

const cars = item('InventoryCar', () => ({
  category: text,
  sipp: z.string().regex(/^[A-Z]{4}$/, { error: 'expected four capital letters such as EDMR' }),
  company: text,
  seats: z.int().min(1).max(99),
  bags: z.int().min(0).max(99),
  doors: z.int().min(0).max(9),
}));

const transfers = item('InventoryTransfer', () => ({
  type: z.enum(['Private', 'Shared']),
  vehicle: text,
  seats: z.int().min(1).max(99),
}));

const tours = item('InventoryTour', () => ({
  description: words.max(maxDescription, { error: `expected at most ${maxDescription} characters` }),
  hours: z.int().min(1).max(72),
  weekdays: z
    .array(z.int({ error: 'expected a day from 0 (Sunday) to 6 (Saturday)' }).min(0).max(6))
    .min(1)
    .max(7)
    .describe('The days on which the tour takes place; 0 is Sunday.'),
}));

/** Functions that return the schema of a record of each kind. Only the ids are required. */
export const inventoryRecords = { destinations, hotels, cars, transfers, tours };

type Records = typeof inventoryRecords;
/** A record as a person writes it. */
export type InventoryRecord<Kind extends InventoryKind = InventoryKind> = z.infer<ReturnType<Records[Kind]>>;

/** The schema of an inventory file. */
export const inventoryFile = once(() =>
  z.strictObject({
    destinations: z.array(destinations()).optional(),
    hotels: z.array(hotels()).optional(),
    cars: z.array(cars()).optional().describe('Without this list, every destination has the built-in cars.'),
    transfers: z.array(transfers()).optional(),
    tours: z.array(tours()).optional(),
    builtIn: z
      .boolean()
      .optional()
      .describe('Whether the built-in inventory exists beside these records. Default: false.'),
  }),
);

/** The content of an inventory file. */
export type InventoryFile = z.infer<ReturnType<typeof inventoryFile>>;

/** Returns the JSON Schema of inventory files, with which editors complete and check YAML and JSON files. */
export function inventoryJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(inventoryFile(), { io: 'input', unrepresentable: 'any' });
  return {
    $schema,
    title: 'An inventory of Understudy',
    ...rest,
    properties: { $schema: { type: 'string' }, ...rest.properties },
  };
}
