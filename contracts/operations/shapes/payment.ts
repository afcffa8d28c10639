import * as z from 'zod/mini';
import {
  assumed,
  component,
  lateComponent,
  observed,
  requiredByAssumption,
  specified,
  strictComponent,
} from '../../clauses/index.ts';
import { once, passesLuhn } from '../../util/index.ts';
import { alsoNamed } from '../aliases.ts';
import { money } from './offer.ts';
import { text, textOfForm, timeStamp } from './scalars.ts';

// The specification does not say which fields are optional.
const partyText = specified('res.contracting-party', requiredByAssumption(text));

export const contractingParty = strictComponent('ContractingParty', () => ({
  Address: partyText,
  CPF: partyText,
  CityName: partyText,
  CountryCode: partyText,
  Email: partyText,
  PersonName: partyText,
  PhoneDDD: alsoNamed(['PhoneNumberDDD'], partyText),
  PhoneNumber: partyText,
}));

const described = (description: string, form: RegExp) =>
  textOfForm(form, description, `expected ${description}`);

const digits = (min: number, max: number, what: string) =>
  described(what, new RegExp(`^\\d{${min},${max}}$`));

export const creditCard = strictComponent('CreditCard', () => ({
  Holder: observed('client-request', text),
  CardNumber: observed(
    'client-request',
    digits(12, 19, 'a card number of 12 to 19 digits without spaces').check(
      z.refine(passesLuhn, {
        error: 'expected a card number that passes the Luhn check; check each digit',
      }),
    ),
  ),
  MonthExpiration: observed('client-request', described('a month, "01" to "12"', /^(?:0?[1-9]|1[0-2])$/)),
  YearExpiration: observed('client-request', described('a year, "2029" or "29"', /^(?:\d{2}|\d{4})$/)),
  SecurityCode: observed('client-request', digits(3, 4, 'a security code of 3 or 4 digits')),
  NumberPayments: observed(
    'client-request',
    z.int().check(z.minimum(1, { error: 'expected 1 instalment or more' })),
  ),
}));

export const paymentRequest = once(() =>
  component(
    'PaymentRequestCC1',
    z.strictObject({
      ContractingParty: specified('res.contracting-party', contractingParty()),
      CreditCard: observed('client-request', creditCard()),
    }),
  ),
);

/** DoBooking contains a payment if the offer cannot be paid later (flow.6). */
export const bookingPayment = strictComponent('BookingPayment', () => ({
  PaymentConditionId: observed('client-request', text),
  PaymentRequestCC1: observed('client-request', paymentRequest()),
}));

export const paymentCondition = lateComponent('PaymentCondition', () => ({
  PaymentConditionId: assumed('field', z.string()),
  Description: assumed('field', z.string()),
  Installments: assumed('field', z.int()),
}));

export const paymentStatus = component('PaymentStatus', z.enum(['Approved', 'Declined', 'Pending']));

export const bookedPayment = lateComponent('BookedPayment', () => ({
  PaymentConditionId: assumed('field', z.string()),
  Amount: assumed('money', money),
  PaymentStatus: assumed('form', paymentStatus),
  PaidAt: assumed('field', timeStamp),
}));

/** A card payment in a request. */
export type BookingPayment = z.infer<ReturnType<typeof bookingPayment>>;
/** A payment condition that GetBookingConditions offers. */
export type PaymentCondition = z.infer<ReturnType<typeof paymentCondition>>;
