import * as z from 'zod/mini';
import { assumed, lateComponent, limits, observed, specified, strictComponent } from '../../clauses/index.ts';
import { once } from '../../util/index.ts';
import { alsoNamed } from '../aliases.ts';
import { atLeastOne, atMost, count, countryCode, text } from './scalars.ts';

const age = z
  .int()
  .check(z.minimum(0, { error: 'expected an age of 0 or more' }), z.maximum(limits.age.value));

const paxFields = once(() => ({
  Name: observed('client-request', text),
  Surname: observed('client-request', text),
  // Null means an adult whose age the client does not know.
  Age: observed('client-request', z.nullable(age)),
  MainPax: observed('client-request', z.optional(z.boolean())),
  IsChild: assumed('other-name', z.optional(z.boolean())),
  Title: observed('client-request', z.optional(z.string())),
  Email: observed('client-request', z.optional(z.string())),
  DocumentType: observed('client-request', z.optional(z.string())),
  DocumentNumber: observed('client-request', z.optional(z.string())),
  Cpf: observed('client-request', z.optional(z.string())),
  PhoneDDI: observed('client-request', z.optional(z.string())),
  PhoneDDD: observed('client-request', z.optional(z.string())),
  PhoneNumber: observed('client-request', z.optional(z.string())),
  Nationality: specified('field.country', z.optional(countryCode)),
  Residence: specified('field.country', z.optional(countryCode)),
}));

export const pax = strictComponent('Pax', () => ({
  ...paxFields(),
  IsChild: alsoNamed(['isChild'], paxFields().IsChild),
}));
/** As in the task of a scenario. */
export const paxWithAge = strictComponent('PaxWithAge', () => ({
  ...paxFields(),
  Age: observed('client-request', age),
}));
/** Public clients read only some of the fields. */
export const bookedPax = lateComponent('BookedPax', () => ({
  ...paxFields(),
  Name: observed('client-reads', paxFields().Name),
  Surname: observed('client-reads', paxFields().Surname),
  Age: observed('client-reads', paxFields().Age),
  MainPax: observed('client-reads', paxFields().MainPax),
  Title: observed('client-reads', paxFields().Title),
  Email: assumed('pax', paxFields().Email),
  DocumentType: assumed('pax', paxFields().DocumentType),
  DocumentNumber: assumed('pax', paxFields().DocumentNumber),
  Cpf: assumed('pax', paxFields().Cpf),
  PhoneDDI: assumed('pax', paxFields().PhoneDDI),
  PhoneDDD: assumed('pax', paxFields().PhoneDDD),
  PhoneNumber: assumed('pax', paxFields().PhoneNumber),
}));

export const travellers = once(() =>
  assumed(
    'pax',
    z.array(pax()).check(atLeastOne('traveller'), atMost(limits.travellers.value, 'travellers')),
  ),
);

/** Exact ages (field.child-age). */
export const childAges = once(() =>
  observed('client-model', z.optional(z.array(count(0, limits.childAge.value, 'years')))),
);

/** A guest in a request to DoBooking. */
export type Pax = z.infer<ReturnType<typeof pax>>;

/**
 * Returns whether a guest is a child: IsChild decides, and without IsChild the age. A guest without an age is an adult.
 *
 * @example isChild({ Age: 12 }) // true
 */
export const isChild = ({ IsChild, Age }: Pick<Pax, 'Age' | 'IsChild'>): boolean =>
  IsChild ?? (Age !== null && Age <= limits.childAge.value);
