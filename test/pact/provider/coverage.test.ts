import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { applyProfile, operationIds, operations } from '#contracts';
import { unwrap } from '#contracts/schema-walk';
import { asObject, isObject } from '#contracts/util';
import { createFinder } from '#scenarios/verify/pact/request';
import { committedPact, pactNames } from '../verifying.ts';

const find = createFinder(applyProfile(operations, undefined));
const interactions = pactNames.flatMap(name => committedPact(name).interactions);

describe('the pacts of the reference client', () => {
  it.each(operationIds)('say how %s goes, and how it is refused', id => {
    const own = interactions.filter(({ method, path }) => find(method, path)?.id === id);
    const statuses = new Set(own.map(({ status }) => status));
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 429, 500]));
  });

  it('name no interaction twice, and hold no version of a tool and no path of a machine', () => {
    const names = interactions.map(({ description }) => description);
    expect(new Set(names).size).toBe(names.length);
    const text = pactNames.map(name => JSON.stringify(committedPact(name).json)).join('\n');
    expect(text).not.toMatch(/"pact-js"|"pactRust"|\/tmp\/|127\.0\.0\.1:\d/);
  });
});

/** The fields of answers that no pact holds, by operation and place, with the reason. */
const unseen: readonly { readonly of: RegExp; readonly fields: RegExp; readonly why: string }[] = [
  {
    of: /^hotel\.doBooking|^getBooking(?:Detail)?$/,
    fields: /Services\.(?:ServiceDate(?:Back)?|BookingDescription)$/,
    why: 'a room has a hotel and days of arrival and departure instead; the pacts of cars and tours have it',
  },
  {
    of: /^autocomplete$/,
    fields: /^(?:hotelId|names)/,
    why: 'the pact is about any entry of the list, and an entry can lack optional fields; the tests of autocomplete check both',
  },
  {
    of: /^(?:car|transfer|tour)\.doBooking$/,
    fields: /^Services\.(?:CheckinDate|CheckoutDate|NumberOfNights|HotelId|HotelName|ExternalReference)$/,
    why: 'only a room has a hotel, nights and the two days, and only the room of the samples is given a reference',
  },
  {
    of: /^(?:transfer|tour)\./,
    fields: /^Services\.ServiceDateBack$|^CheckOutHour$|^(?:\w+\.)?MoreInformation$/,
    why: 'the transfers of the samples go one way, a tour is on one day, nothing of either closes, and none has a note',
  },
  {
    of: /^getBooking(?:Detail)?$/,
    fields: /\.Paxs\.(?:IsChild|Title|Document\w+|Cpf|Phone\w+|Nationality|Residence)$/,
    why: 'the sample tells no more of its guests; DoBooking, which tells all, shows them by the same shape',
  },
  {
    of: /^getBooking$/,
    fields: /^Booking\.Errors\./,
    why: 'GetBookingDetail returns a booking in every status, and GetBooking has the same shape',
  },
  {
    of: /^getBookingDetail$/,
    fields: /^Booking\.Errors\.Field$/,
    why: 'what the supplier did with a booking is no field of a request',
  },
  {
    of: /^getBookingList$/,
    fields: /^Errors\.Field$/,
    why: 'a list needs no criteria, so it is refused by a fault, which names no field',
  },
];

it.each(operationIds)(
  'the answers of the pacts have every field of %s that the contract knows, bar those with a reason',
  id => {
    const own = interactions.filter(({ method, path }) => find(method, path)?.id === id);
    const seen = new Set(own.flatMap(({ json }) => placesOf(asObject(asObject(json.response).body).content)));
    const fields = fieldsOf(operations[id].answer);
    const excused = fields.filter(place => unseen.some(one => one.of.test(id) && one.fields.test(place)));
    expect(fields.filter(place => !seen.has(place))).toEqual(excused);
  },
);

/** Returns every place in a schema, without the indexes of entries. */
function fieldsOf(schema: z.core.$ZodType, at = ''): string[] {
  const { def } = (unwrap(schema) as z.core.$ZodTypes)._zod; // every kind of schema has its own definition
  if (def.type === 'array') return fieldsOf(def.element, at);
  if (def.type !== 'object') return [];
  return Object.entries(def.shape).flatMap(([name, field]) => [
    at + name,
    ...fieldsOf(field, `${at}${name}.`),
  ]);
}

/** Returns every place in an example, in the same form. */
function placesOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap(entry => placesOf(entry, at));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) => [at + name, ...placesOf(entry, `${at}${name}.`)]);
}
