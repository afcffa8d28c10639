import * as z from 'zod';
import { limits } from '../limits.ts';
import { assumed, component, specified } from '../provenance.ts';
import { countryCode, text } from './scalars.ts';

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

/** A guest. */
export type Pax = z.infer<typeof pax>;
