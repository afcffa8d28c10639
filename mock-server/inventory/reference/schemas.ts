// Other files import only types from this file, so that they do not load zod.
import * as z from 'zod';
import {
  availabilityTerms,
  type InventoryRecord,
  type ItemKind,
  inventoryRecords,
  rateTerms,
} from '#contracts/inventory';
import { createRotatingMap } from '../../clock/index.ts';

const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);
const countryCode = z.string().regex(/^[A-Z]{2}$/);
const someText = z.string().min(1);

/** An airport, and the id of the destination that the airport serves. Coordinates are in degrees (ep.airport). */
export const airportSchema = z.object({
  iataCode: z.string().regex(/^[A-Z]{3}$/),
  name: someText,
  latitude,
  longitude,
  destinationId: z.string(),
});

/** The schema of a Destination. Records are checked when they are added to the collection. */
export const destinationSchema = z.object({
  id: someText,
  name: z.object({ pt: someText, en: someText, es: someText }),
  countryCode,
  timeZone: someText,
  currency: z.string().regex(/^[A-Z]{3}$/),
  latitude,
  longitude,
  airport: airportSchema.omit({ destinationId: true }),
  districts: z.array(someText).min(1).readonly(),
});

const listsShared = 100;

/** Parses equal lists once, because copies of the generated rooms of thousands of hotels need much memory. A collection copies its input. */
function sharedList<Schema extends z.ZodType>(entry: Schema, least = 0) {
  const plain = z.array(entry).min(least).readonly();
  const parsed = createRotatingMap<string, z.output<typeof plain>>(listsShared);
  return z.custom<z.input<typeof plain>>().transform((value, context): z.output<typeof plain> => {
    const key = JSON.stringify(value);
    const known = parsed.get(key);
    if (known) return known;
    const { data, error } = plain.safeParse(value);
    if (!data) {
      for (const { path, message } of error.issues)
        context.issues.push({ code: 'custom', path: [...path], message, input: value });
      return z.NEVER;
    }
    parsed.set(key, data);
    return data;
  });
}

const roomTypeSchema = z.object({
  name: someText,
  boardDescription: someText,
  photos: sharedList(z.url()),
  amenities: sharedList(someText),
  ...rateTerms().shape,
});

/** The schema of a Hotel. Records are checked when they are added to the collection. */
export const hotelSchema = z.object({
  id: z.int().positive(),
  destinationId: z.string(),
  name: someText,
  address: someText,
  category: z.enum(['1', '2', '3', '4', '5']),
  latitude,
  longitude,
  supplierName: someText,
  amenities: z.array(someText).readonly(),
  photos: z.array(z.url()).readonly(),
  roomTypes: sharedList(roomTypeSchema, 1),
  baseUnit: z.int().min(3).max(12),
  /** Present in a record of a user. HotelDetail then returns all its fields. */
  isOwn: z.literal(true).optional(),
  ...availabilityTerms().shape,
});

/** The schemas of cars, transfers and tours. The supplier draws what a record leaves out from the seed and the id. */
export const itemSchemas = {
  cars: itemSchema('cars'),
  transfers: itemSchema('transfers'),
  tours: itemSchema('tours'),
};

function itemSchema<Kind extends ItemKind>(kind: Kind) {
  const { destination, ...shape } = inventoryRecords[kind]().shape;
  return z.object({ ...shape, destinationId: destination });
}

export type { ItemKind } from '#contracts/inventory';

type Placed<Record extends { destination: string }> = Readonly<Omit<Record, 'destination'>> & {
  readonly destinationId: string;
};

/** A car, transfer or tour of a destination. */
export type ItemRecord<Kind extends ItemKind = ItemKind> = Placed<InventoryRecord<Kind>>;

/**
 * A city in which a client can search. Autocomplete returns the `id`, and a Search by destination requires this `id`.
 * `timeZone` is an IANA name, and `currency` the local currency (ISO 4217). The coordinates are those of the centre, in
 * degrees.
 */
export type Destination = Readonly<z.infer<typeof destinationSchema>>;

/** A kind of room that a hotel has. */
export type RoomType = Readonly<z.infer<typeof roomTypeSchema>>;

/** The stars of a hotel in the supplier's form: "1" to "5" (res.hotel-detail). */
export type Category = z.infer<typeof hotelSchema>['category'];

/**
 * A fictional hotel. The `id` is the number of the destination times 1000, plus 1, 2, 3 and so on. `baseUnit` is the price level,
 * from 3 (simple) to 12 (luxury), without a currency.
 */
export type Hotel = Readonly<z.infer<typeof hotelSchema>>;
