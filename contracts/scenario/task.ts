import * as z from 'zod';
import { limits } from '../limits.ts';
import { component } from '../provenance.ts';
import { duration, words } from '../scalars.ts';
import { countryCode, currencyCode, isoDate, paxWithAge, paymentRequest } from '../shapes/index.ts';

const ages = z.array(z.int().min(0).max(limits.childAge.value)).optional();
const people = { adults: z.int().min(1), childAges: ages };

/** A name that Autocomplete finds, or an airport code. */
const place = z.union([
  z.strictObject({ destination: words }),
  z.strictObject({
    airport: z.string().regex(/^[A-Z]{3}$/, { error: 'expected an airport code, such as "GIG"' }),
  }),
]);

/** The client converts the time to UTC (date.hours). */
const localMoment = {
  date: isoDate,
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'expected a local time of day as HH:MM' }),
  zone: words.meta({ description: 'The IANA time zone of the place.', examples: ['America/Sao_Paulo'] }),
};

const currency = z.optional(currencyCode).meta({
  description:
    'The currency in which the user wants the prices. When absent, the client requests no currency.',
});

const hotelCriteria = z.strictObject({
  destination: words.meta({ description: 'The name of a place that Autocomplete finds.' }),
  checkinDate: isoDate,
  nights: z.int().min(1).max(limits.nights.value),
  rooms: z.array(z.strictObject(people)).min(1).max(limits.rooms.value),
  nationality: countryCode,
  currency,
  onRequestRooms: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the Search also returns rooms on request.' }),
});

const carCriteria = z.strictObject({
  pickup: z.strictObject({ at: place, ...localMoment }),
  dropoff: z.strictObject({ at: place, ...localMoment }),
  currency,
});

const transferCriteria = z.strictObject({ from: place, to: place, ...localMoment, ...people, currency });

const tourCriteria = z.strictObject({ destination: words, from: isoDate, to: isoDate, ...people, currency });

/** The client takes the first offer with all these values. */
const choice = z.strictObject({
  name: words.optional().meta({ description: 'The name of the hotel, car, transfer or tour to book.' }),
  restrictionType: z.enum(['CanBook', 'OnRequest']).optional(),
  isPrePayment: z.boolean().optional(),
  canPayLater: z.boolean().optional(),
});

const booking = {
  do: z.literal('book'),
  choose: choice.optional(),
  guests: z.array(paxWithAge).min(1).meta({
    description:
      'All guests with their names, documents and contact data. Guests of several hotel rooms are listed room by room.',
  }),
  payment: z.optional(paymentRequest).meta({
    description:
      'The card of the user. NumberPayments is the number of instalments that the user chose. A client sends the card only for a booking that needs a payment.',
  }),
  attachTo: z.int().min(0).optional().meta({
    description:
      'The index, counted from 0, of an earlier step. The client adds this service to the booking of that step.',
  }),
  times: z
    .int()
    .min(1)
    .max(10)
    .optional()
    .meta({ description: 'How many times the user submits the booking at the same moment.' }),
};

const bookSteps = [
  z.strictObject({ ...booking, product: z.literal('hotel'), criteria: hotelCriteria }),
  z.strictObject({ ...booking, product: z.literal('car'), criteria: carCriteria }),
  z.strictObject({ ...booking, product: z.literal('transfer'), criteria: transferCriteria }),
  z.strictObject({ ...booking, product: z.literal('tour'), criteria: tourCriteria }),
] as const;

const otherSteps = [
  z.strictObject({
    do: z.literal('cancel'),
    what: z.enum(['trip', 'service']),
    step: z.int().min(0).meta({
      description: 'The index, counted from 0, of the step whose booking or service the client cancels.',
    }),
  }),
  z.strictObject({
    do: z.literal('static'),
    airport: words.optional(),
    hotelId: z.int().optional(),
    times: z.int().min(1).max(10).optional(),
    after: duration.optional().meta({ description: 'How long the client waits after the previous step.' }),
  }),
  z.strictObject({ do: z.literal('lookups'), count: z.int().min(1).max(1_000) }),
  z.strictObject({ do: z.literal('tools') }),
] as const;

const step = z.discriminatedUnion('do', [z.discriminatedUnion('product', bookSteps), ...otherSteps]);

export const taskSchema = component(
  'ControlTask',
  z.strictObject({
    steps: z.array(step).min(1),
    waits: z
      .strictObject({ afterSearch: duration.optional(), afterConditions: duration.optional() })
      .optional()
      .meta({ description: 'How long the user thinks before the next step.' }),
    onPriceChange: z.enum(['accept', 'decline']).optional(),
    onConditionsChange: z.enum(['accept', 'decline']).optional(),
  }),
);

/** The task of a client under test. */
export type Task = z.infer<typeof taskSchema>;
/** One step of a task. */
export type TaskStep = Task['steps'][number];
