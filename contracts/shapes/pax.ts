import * as z from 'zod';
import { asObject } from '../json.ts';
import { limits } from '../limits.ts';
import type { Complaint } from '../operation.ts';
import { assumed, component, specified } from '../provenance.ts';
import { count, countryCode, text } from './scalars.ts';

const paxFields = {
  Name: assumed('pax', text),
  Surname: assumed('pax', text),
  Age: assumed('pax', z.int().min(0, { error: 'expected an age of 0 or more' }).max(limits.age.value)),
  MainPax: assumed('pax', z.boolean().optional()),
  IsChild: assumed('pax', z.boolean().optional()),
  Title: assumed('pax', z.string().optional()),
  Email: assumed('pax', z.string().optional()),
  DocumentType: assumed('pax', z.string().optional()),
  DocumentNumber: assumed('pax', z.string().optional()),
  Cpf: assumed('pax', z.string().optional()),
  PhoneDDI: assumed('pax', z.string().optional()),
  PhoneDDD: assumed('pax', z.string().optional()),
  PhoneNumber: assumed('pax', z.string().optional()),
  Nationality: specified('field.country', countryCode.optional()),
  Residence: specified('field.country', countryCode.optional()),
};

/** A guest as DoBooking sends it. */
export const pax = component('Pax', z.strictObject(paxFields));
/** A guest as a booking gives it back. */
export const bookedPax = component('BookedPax', z.looseObject(paxFields));

/** Everyone a car, transfer or tour is booked for. */
export const travellers = assumed(
  'pax',
  z
    .array(pax)
    .min(1, { error: 'expected 1 traveller or more' })
    .max(limits.travellers.value, { error: `expected at most ${limits.travellers.value} travellers` }),
);

/** The exact ages of the children that a Search is for (field.child-age). */
export const childAges = assumed('pax', z.array(count(0, limits.childAge.value, 'years')).optional());

/** Judges how many travellers the criteria of a Search add up to, by the names of their fields: of `adults` one is sent. */
export function inspectTravellers(
  criteria: unknown,
  fields: { adults: readonly [string, ...string[]]; children: string },
): Complaint[] {
  const given = asObject(criteria);
  const [adults = 0] = fields.adults.map(name => given[name]).filter(value => value !== undefined);
  const total = countOf(adults) + countOf(given[fields.children]);
  if (total <= limits.travellers.value) return [];
  const message = `${total} travellers; at most ${limits.travellers.value} (assumed limit)`;
  const field = fields.adults.find(name => given[name] !== undefined) ?? fields.adults[0];
  return [{ field: `Criteria.${field}`, message }];
}

const countOf = (value: unknown): number =>
  typeof value === 'number' ? value : Array.isArray(value) ? value.length : 0;

/** A guest. */
export type Pax = z.infer<typeof pax>;
