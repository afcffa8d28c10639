import * as z from 'zod/mini';
import { alsoNamed } from '../aliases.ts';
import { limits } from '../limits.ts';
import { assumed, component, specified } from '../provenance.ts';
import { atLeastOne, atMost, count, countryCode, text } from './scalars.ts';

const paxFields = {
  Name: assumed('pax', text),
  Surname: assumed('pax', text),
  Age: assumed(
    'pax',
    z.int().check(z.minimum(0, { error: 'expected an age of 0 or more' }), z.maximum(limits.age.value)),
  ),
  MainPax: assumed('pax', z.optional(z.boolean())),
  IsChild: assumed('pax', z.optional(z.boolean())),
  Title: assumed('pax', z.optional(z.string())),
  Email: assumed('pax', z.optional(z.string())),
  DocumentType: assumed('pax', z.optional(z.string())),
  DocumentNumber: assumed('pax', z.optional(z.string())),
  Cpf: assumed('pax', z.optional(z.string())),
  PhoneDDI: assumed('pax', z.optional(z.string())),
  PhoneDDD: assumed('pax', z.optional(z.string())),
  PhoneNumber: assumed('pax', z.optional(z.string())),
  Nationality: specified('field.country', z.optional(countryCode)),
  Residence: specified('field.country', z.optional(countryCode)),
};

/** The schema of a guest in a request to DoBooking. */
export const pax = component(
  'Pax',
  z.strictObject({ ...paxFields, IsChild: alsoNamed(['isChild'], paxFields.IsChild) }),
);
/** The schema of a guest in a booking that the supplier returns. */
export const bookedPax = component('BookedPax', z.looseObject(paxFields));

/** The schema of the travellers in a booking of a car, transfer or tour. */
export const travellers = assumed(
  'pax',
  z.array(pax).check(atLeastOne('traveller'), atMost(limits.travellers.value, 'travellers')),
);

/** The exact ages of the children in a Search (field.child-age). */
export const childAges = assumed('pax', z.optional(z.array(count(0, limits.childAge.value, 'years'))));

/** A guest in a request to DoBooking. */
export type Pax = z.infer<typeof pax>;
