import * as z from 'zod/mini';
import { assumed, lateComponent, limits, observed, specified, strictComponent } from '../../clauses/index.ts';
import { once } from '../../util/index.ts';
import { alsoNamed } from '../aliases.ts';
import { atLeastOne, atMost, count, countryCode, text } from './scalars.ts';

const age = z
  .int()
  .check(z.minimum(0, { error: 'expected an age of 0 or more' }), z.maximum(limits.age.value));

type Mark = <S extends z.core.$ZodType>(schema: S) => S;

/** `read` marks the fields that public clients read in an answer, and `unread` the others. */
const paxFields = (read: Mark, unread: Mark) => ({
  Name: read(text),
  Surname: read(text),
  // Null means an adult whose age the client does not know.
  Age: read(z.nullable(age)),
  MainPax: read(z.optional(z.boolean())),
  IsChild: assumed('other-name', z.optional(z.boolean())),
  Title: read(z.optional(z.string())),
  Email: unread(z.optional(z.string())),
  DocumentType: unread(z.optional(z.string())),
  DocumentNumber: unread(z.optional(z.string())),
  Cpf: unread(z.optional(z.string())),
  PhoneDDI: unread(z.optional(z.string())),
  PhoneDDD: unread(z.optional(z.string())),
  PhoneNumber: unread(z.optional(z.string())),
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
