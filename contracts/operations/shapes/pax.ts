import * as z from 'zod/mini';
import { assumed, lateComponent, limits, observed, specified, strictComponent } from '../../clauses/index.ts';
import { once } from '../../util/index.ts';
import { alsoNamed } from '../aliases.ts';
import { atLeastOne, atMost, count, countryCode, text } from './scalars.ts';

const age = z
  .int()
  .check(z.minimum(0, { error: 'expected an age of 0 or more' }), z.maximum(limits.age.value));

type Mark = <S extends z.core.$ZodType>(schema: S) => S;

const paxFields = (person: Mark, contact: Mark) => ({
  Name: person(text),
  Surname: person(text),
  // Null means an adult whose age the client does not know.
  Age: person(z.nullable(age)),
  MainPax: person(z.optional(z.boolean())),
  IsChild: assumed('other-name', z.optional(z.boolean())),
  Title: person(z.optional(z.string())),
  Email: contact(z.optional(z.string())),
  DocumentType: contact(z.optional(z.string())),
  DocumentNumber: contact(z.optional(z.string())),
  Cpf: contact(z.optional(z.string())),
  PhoneDDI: contact(z.optional(z.string())),
  PhoneDDD: contact(z.optional(z.string())),
  PhoneNumber: contact(z.optional(z.string())),
  Nationality: specified('field.country', z.optional(countryCode)),
  Residence: specified('field.country', z.optional(countryCode)),
});

const sent: Mark = schema => observed('client-request', schema);
const sentFields = once(() => paxFields(sent, sent));

export const pax = strictComponent('Pax', () => ({
  ...sentFields(),
  IsChild: alsoNamed(['isChild'], sentFields().IsChild),
}));
/** As in the task of a scenario. */
export const paxWithAge = strictComponent('PaxWithAge', () => ({ ...sentFields(), Age: sent(age) }));
/** Public clients read only some of the fields. */
export const bookedPax = lateComponent('BookedPax', () =>
  paxFields(
    schema => observed('client-reads', schema),
    schema => assumed('pax', schema),
  ),
);

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
