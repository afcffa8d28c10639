import * as z from 'zod';
import { durationInWords } from '../duration.ts';
import { limits } from '../limits.ts';
import { defineOperation } from '../operation.ts';
import { assumed, byAssumption, specified } from '../provenance.ts';
import { requireOneOf } from '../require.ts';
import { credentialField } from '../shapes/credential.ts';
import { text } from '../shapes/scalars.ts';
import { conditionsAnswer, searchTokenFields } from '../shapes/steps.ts';
import { hotelSelection } from './hotel-selection.ts';

const common = {
  product: 'hotel',
  base: 'base',
  method: 'POST',
  effect: 'validate',
  provenance: byAssumption('operation'),
  answerProvenance: byAssumption('operation'),
  answer: conditionsAnswer,
} as const;

/** Validates the price of chosen rooms: the second of the three steps (svc.1, flow.1, flow.2). */
export const hotelGetBookingConditions = defineOperation({
  ...common,
  id: 'hotel.getBookingConditions',
  path: '/API/REST/Hotel.svc/GetBookingConditions',
  summary:
    'Validates price and conditions of chosen rooms, consumes the Search Token and gives the one for DoBooking.',
  request: requireOneOf(z.strictObject({ ...credentialField, ...searchTokenFields, ...hotelSelection }), [
    ['Token', 'ReToken'],
  ]),
  problems: [
    'TokenUnknown',
    'TokenExpired',
    'TokenConsumed',
    'TokenWrongStep',
    'ReTokenExpired',
    'RoomUnavailable',
  ],
});

/** The same by ReToken only, for a Search whose Token is too old (field.retoken, retoken.same). */
export const hotelRevalidateBookingConditions = defineOperation({
  ...common,
  id: 'hotel.revalidateBookingConditions',
  path: '/API/REST/Hotel.svc/RevalidateBookingConditions',
  summary: `Validates chosen rooms again by the ReToken key of their Search, up to ${durationInWords(limits.reTokenLife.value)} later.`,
  request: z.strictObject({
    ...credentialField,
    ReToken: specified('field.retoken', text),
    Token: assumed('field', text.optional()),
    ...hotelSelection,
  }),
  problems: ['TokenUnknown', 'TokenWrongStep', 'ReTokenExpired', 'RoomUnavailable'],
});
