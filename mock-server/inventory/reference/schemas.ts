// Other files import only types from this file, so that they do not load zod.
import * as z from 'zod';
import { type InventoryRecord, type ItemKind, inventoryRecords, rateTerms } from '#contracts/inventory';
import { createRotatingMap } from '../../clock/index.ts';

// A record of the model is a record of an inventory file in which nothing is missing that can be generated.
const { destinations, hotels, cars, transfers, tours } = inventoryRecords;
const someText = z.string().min(1);

/** Coordinates are in degrees (ep.airport). */
const airport = destinations().shape.airport.unwrap().required();
const destination = z.object({
  ...destinations().required().shape,
  name: z.object({ pt: someText, en: someText, es: someText }),
  airport,
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

const roomType = z.object({
  name: someText,
  board: someText,
  photos: sharedList(z.url()),
  amenities: sharedList(someText),
  ...rateTerms().shape,
});

const { closed, soldOut, policies, taxes } = rateTerms().shape;
const hotel = z.object({
  ...hotels().required().shape,
  category: z.enum(['1', '2', '3', '4', '5']),
  rooms: sharedList(roomType, 1),
  closed,
  soldOut,
  policies,
  taxes,
});

/** The supplier draws what a car, transfer or tour leaves out from the seed and the id. */
export const recordSchemas = {
  destinations: destination,
  hotels: hotel,
  cars: cars(),
  transfers: transfers(),
  tours: tours(),
};

export const airportSchema = airport.extend({ destination: z.string() });

export type { ItemKind } from '#contracts/inventory';

/** A car, transfer or tour of a destination. */
export type ItemRecord<Kind extends ItemKind = ItemKind> = Readonly<InventoryRecord<Kind>>;

/**
 * A city in which a client can search. Autocomplete returns the `id`, and a Search by destination requires this `id`. `timeZone` is an IANA
 * name, and `currency` the local currency (ISO 4217). The coordinates are those of the centre, in degrees.
 */
export type Destination = Readonly<z.infer<typeof destination>>;

/** A kind of room that a hotel has. */
export type RoomType = Readonly<z.infer<typeof roomType>>;

/** The stars of a hotel in the supplier's form: "1" to "5" (res.hotel-detail). */
export type Category = Hotel['category'];

/**
 * A fictional hotel. The `id` is the number of the destination times 1000, plus 1, 2, 3 and so on. `priceLevel` is from 3 (simple) to
 * 12 (luxury), without a currency.
 */
export type Hotel = Readonly<z.infer<typeof hotel>>;
